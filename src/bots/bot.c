/* The bots by name. */
#include <stdio.h>
#include <stdlib.h>

#include "bots/search.h"

static const TapBotKind people[] = {
    {"random", "A newcomer", "plays whatever comes to hand", 1},
    {"search:1", "A regular", "quick, and fond of a good hand", 2},
    {"search:2", "An old hand", "weighs each card and remembers who bet what", 3},
    {"search:3", "The sharp", "thinks long and gives nothing away", 4},
};
enum { KINDS = sizeof people / sizeof *people };
/* Budgets are counted in simulated steps, never in time, so that a bot plays the same on every machine; the numbers are
 * about 1, 10 and 50 ms a decision on the machine of docs/bots.md, whether a game is short or long. No steps: it plays
 * at random. */
static const SearchSize sizes[KINDS] = {
    {0, 0}, {2000, 1u << 11}, {20000, 1u << 14}, {100000, 1u << 16}};

struct TapBot {
    uint64_t seed, decisions; /* since it has seen the last answer */
    TapSeen  seen;
    bool     sees;   /* its host lets it watch */
    Search  *search; /* in the same piece of memory; NULL for random */
};

const char *const *tap_bot_names(void)
{
    static const char *const names[] = {"random", "search:1", "search:2", "search:3", NULL};
    _Static_assert(sizeof names / sizeof *names == KINDS + 1, "every kind has its name here");
    return names;
}

const TapBotKind *tap_bot_kinds(int *ret_n)
{
    *ret_n = KINDS;
    return people;
}

static const struct {
    const char *name;
    unsigned    part;
} parts[] = {{"no-beliefs", WITHOUT_BELIEFS},
             {"no-classes", WITHOUT_CLASSES},
             {"no-policy", WITHOUT_POLICY},
             {"no-halving", WITHOUT_HALVING},
             {"no-blueprint", WITHOUT_BLUEPRINT}};
enum { PARTS = sizeof parts / sizeof *parts };

/* ",no-beliefs,no-halving" after a level. */
static bool read_parts(const char *text, unsigned *ret)
{
    *ret = 0;
    while (*text == ',') {
        size_t n = strcspn(++text, ",");
        int    i = 0;
        while (i < PARTS && (strlen(parts[i].name) != n || memcmp(parts[i].name, text, n))) i++;
        if (i == PARTS) return false;
        *ret |= parts[i].part;
        text += n;
    }
    return !*text;
}

TapBot *tap_bot_new(const char *name, uint64_t seed, TapError *error)
{
    for (int i = 0; i < KINDS; i++) {
        size_t   level = strlen(people[i].name);
        unsigned changed;
        if (strncmp(name, people[i].name, level) || !read_parts(name + level, &changed) ||
            (changed && !sizes[i].steps))
            continue;
        size_t head = (sizeof(TapBot) + 63) / 64 * 64;
        bool   searches = sizes[i].steps > 0;
        char  *memory = calloc(1, head + (searches ? search_bytes(sizes[i]) : 0));
        if (!memory) {
            if (error) snprintf(error->text, sizeof error->text, "There is not enough memory for %s.", name);
            return NULL;
        }
        TapBot *bot = (TapBot *)(void *)memory;
        bot->seed = seed;
        if (searches) bot->search = search_init(memory + head, sizes[i], changed);
        return bot;
    }
    if (error)
        snprintf(error->text, sizeof error->text,
                 "There is no bot '%.40s'. There are: random, search:1, search:2, search:3; "
                 "a search may leave out parts, as in search:2,no-beliefs (also no-classes, no-policy, no-halving, "
                 "no-blueprint).",
                 name);
    return NULL;
}

void tap_bot_free(TapBot *bot) { free(bot); }

void tap_bot_watch(TapBot *bot, const TapSetup *setup, const TapState *before, TapSeat who, TapMove move)
{
    uint32_t answers = bot->seen.answers;
    tap_seen_add(&bot->seen, setup, before, who, move);
    if (bot->seen.answers != answers) bot->decisions = 0;
    bot->sees = true;
}

void tap_bot_catch_up(TapBot *bot, const TapSeen *seen)
{
    bot->seen = *seen;
    bot->decisions = 0;
    bot->sees = true;
}

/* A number that is the same for all states that the seat cannot tell apart, and as a rule another for others. */
static uint64_t knowledge_number(const TapSetup *setup, const TapState *s, TapSeat seat)
{
    TapState copy;
    TapRng   fixed;
    uint64_t number = 0;
    tap_state_copy(setup, &copy, s);
    tap_rng_fast(&fixed, 1);
    tap_reseal(setup, &copy, seat, &fixed, true);
    for (size_t i = 0; i + sizeof number <= tap_state_size(setup); i += sizeof number) {
        uint64_t word;
        memcpy(&word, copy.byte + i, sizeof word);
        number = (number ^ word) * 0xD6E8FEB86659FD93u;
        number ^= number >> 32;
    }
    return number;
}

/* The luck of this decision. In a window no answers are counted, neither the others', which nobody sees, nor one's own:
 * there it is what the seat knows that tells one decision from the next. */
static void luck_of(TapBot *bot, const TapSetup *setup, const TapState *s, TapSeat seat, TapRng *ret)
{
    TapRng    spread;
    TapWindow window;
    uint64_t  when = bot->seen.answers * 0xD1B54A32D192ED03u;
    tap_rng_fast(&spread, bot->seed);
    if (bot->sees && tap_window(setup, s, &window)) when ^= knowledge_number(setup, s, seat);
    else when ^= bot->decisions++ * 0x9E3779B97F4A7C15u;
    tap_rng_fast(ret, tap_rng_long(&spread) ^ when);
}

TapMove tap_bot_decide(TapBot *bot, const TapSetup *setup, const TapState *s, TapSeat seat)
{
    TapRng own;
    luck_of(bot, setup, s, seat, &own);
    TapChoices c;
    tap_choices(setup, s, seat, &c);
    assert(c.n > 0);
    if (bot->search && (c.n > 1 || tap_choice_count(&c.choice[0]) > 1))
        return search_decide(bot->search, setup, s, &bot->seen, seat, &own);
    if (bot->search) search_forget_hints(bot->search);
    return tap_choices_pick(&c, &own);
}

int tap_bot_hints(const TapBot *bot, TapHint *ret, int max)
{
    return bot->search ? search_hints(bot->search, ret, max) : 0;
}

uint64_t tap_bot_iterations(const TapBot *bot) { return bot->search ? search_iterations(bot->search) : 0; }
