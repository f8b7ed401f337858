/* What the commands of the program share. */
#ifndef CLI_H
#define CLI_H

#include <stdio.h>

#include <taproom/taproom.h>

/* Exit codes. */
enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_LOST = 75 /* start it again */ };

typedef struct Command {
    const char *name, *about;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
} Command;

int cmd_play(int argc, char **argv);
int cmd_join(int argc, char **argv);
int cmd_games(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_review(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_score(int argc, char **argv);
int cmd_sim(int argc, char **argv);
int cmd_match(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_store(int argc, char **argv);
int cmd_nodes(int argc, char **argv);
int cmd_keeper(int argc, char **argv);
int cmd_backup(int argc, char **argv);
int cmd_restore(int argc, char **argv);
int cmd_check_store(int argc, char **argv);
int cmd_content(int argc, char **argv);
/* `taproom` alone; plain for a screen reader. */
int menu(bool plain);

/* Says what is wrong and how to get help; returns EXIT_USAGE. */
int usage_error(const char *command, const char *form, ...) __attribute__((format(printf, 2, 3)));

/* After getopt_long has refused something: says which word of argv it was; returns EXIT_USAGE. */
int flag_error(const char *command, char *const *argv);

/* A whole number within limits. False after saying what is wrong. */
bool read_flag_number(const char *command, const char *flag, const char *text, uint64_t lo, uint64_t hi, uint64_t *ret);

/* Where the server keeps its tables: the folder given, or what the environment says. */
const char *data_folder(const char *given, char *room, size_t size);

/* The game of that id, or NULL after saying which there are. */
const TapGame *find_game(const char *command, const char *id);

/* The order in which people read a game's options: those of no group, then each group by itself. Gives indices. */
/* "2 to 10 players, about 3 minutes, more luck than skill; cards and dice" */
void facts_for_people(const TapGame *, char *ret, size_t size);
void options_for_people(const TapOption *, int n, int ret[TAP_OPTIONS]);

/* Options of the command line as they accumulate. */
enum { MAX_GIVEN = 32 };
typedef struct Given {
    int         n;
    const char *text[MAX_GIVEN];
} Given;
/* False after saying that there are too many. */
bool give(Given *, const char *command, const char *text);

/* The record in a file ("-" is standard input); NULL after saying where and why not. Content that it names is
 * looked for on the shelf, which outlives it. */
TapRecord *read_record(const char *path, const TapShelf *);

/* A JSON string with its quotes. */
void print_json_string(FILE *, const char *text);

#endif
