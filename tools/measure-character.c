/*
 * How strong a character of the inn is, beside characters whose decks are known (docs/house-decks.md): it plays with
 * every set of three of them, from every seat; as the Boss, against some of them by lot; or among all Bosses, seated by
 * lot. Or of all characters four sit together, by lot. Game i depends on the seed and on i alone, so that neither
 * threads nor a shorter run before it change what comes out. At the same time it counts how often each of the cards of
 * a character was played.
 */
#include <getopt.h>
#include <math.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/bot.h>
#include <taproom/content.h>

#include "inn/inn.h"
#include "inn/values.h"

#include "deck_hash.h"

static const char usage[] =
    "Usage: measure-character CHARACTER [options]\n"
    "       measure-character --together [CHARACTER] [options]\n\n"
    "Plays the inn with CHARACTER and every set of three known characters, and says how often it wins.\n\n"
    "  --games N     how many (672: each of 84 sets twice from each seat; of a Boss 400; together 3900)\n"
    "  --boss X      as the Boss against 2, 3 or 4 known characters, drawn by lot\n"
    "  --beside ID   as a Boss with that one, against the two other Bosses (two-headed-boss)\n"
    "  --versus      as a Boss against the three others, each alone (boss-versus-boss)\n"
    "  --together    all characters, four of them by lot in each game; every third game with the sea, the dungeon and\n"
    "                all Drinks; how often each wins, in lines of data/inn/together.tsv; with CHARACTER only the\n"
    "                games that he sits in, and his line\n"
    "  --bot NAME    who plays, in all seats (search:1)\n"
    "  --seed S      a number or a word: the same seed gives the same result (1)\n"
    "  --jobs J      threads; the result does not depend on it (1)\n"
    "  --mechanic IDS  cards by +: in how many games of four turns or more one of them was played\n"
    "  --cards       how often each card was drawn and played, in games\n"
    "  --row         a line of data/inn/budget.tsv instead, of data/inn/bosses.tsv, or of data/inn/among-bosses.tsv;\n"
    "                with --versus one for each Boss, who all play the same games\n"
    "  --json        for programs\n"
    "  --help        this page\n\n"
    "Examples:\n"
    "  measure-character bryn --games 168 --seed tuning --cards\n"
    "  measure-character bryn --seed report --jobs 2 --row >> data/inn/budget.tsv\n"
    "  measure-character amundyr --boss 3 --seed report --row >> data/inn/bosses.tsv\n"
    "  measure-character amundyr --beside torglesnarf --seed report --row >> data/inn/among-bosses.tsv\n"
    "  measure-character --together phrenk --seed tuning\n"
    "  measure-character --together --seed report --jobs 2 > data/inn/together.tsv\n";

enum {
    SEATED = 4,
    SEATED_MOST = 5,
    BOSSES = SEATED,
    KNOWN_MOST = 16,
    ALL_MOST = 64,
    MORE_OPTIONS = 4, /* of a game of all together */
    SETS_MOST = 560,
    CARDS_MOST = 64,
    TWELFTHS = 12, /* a tie of k is 12 / k of them */
    FIRST = 84,    /* a row tells what came out of so many, for who plays them again; */
    FIRST_OF_BOSS = 20,
    GAMES = 672,
    GAMES_OF_BOSS = 400,
    GAMES_TOGETHER = 3900,
    MORE_EVERY = 3, /* so many games of all together one has more to it */
    MANY_TURNS = 4,
    JOBS_MOST = 64,
};
static const uint64_t games_apart = 0x9E3779B97F4A7C15u;

typedef struct Counted {
    uint64_t shares, first_shares; /* in twelfths of a game won; of the first games */
    uint64_t of[BOSSES], first_of[BOSSES]; /* the same among Bosses, of each */
    uint64_t sat[ALL_MOST], won[ALL_MOST]; /* of all together: games of each, and the same */
    uint64_t long_games, used;     /* of so many turns; of these, with a card of the mechanic */
    uint64_t turns, lost_events;
    uint32_t drawn[CARDS_MOST], played[CARDS_MOST]; /* in how many games */
} Counted;

typedef struct Measuring {
    const char *character, *bot, *seed, *mechanic, *mate;
    const char *only; /* of all together: whose games are played; NULL: all */
    uint64_t games, series;
    int jobs, seats;
    int challengers; /* of a Boss; 0: it is none */
    bool versus; /* or, with a mate, in sides of two: among Bosses */
    bool together;
    bool cards, row, json;
    const TapGame *game;
    const InnDeckInfo *deck;
    const char *known[KNOWN_MOST], *boss[BOSSES], *all[ALL_MOST];
    int knowns, bosses, alls, sets;
    int set[SETS_MOST][SEATED - 1];
    uint64_t mechanic_cards; /* bits of the deck's lines */
    atomic_ullong next;
    pthread_mutex_t lock;
    Counted sum;
} Measuring;

static bool is_among_bosses(const Measuring *m) { return m->versus || m->mate; }
static bool is_boss(const Measuring *m) { return m->challengers || is_among_bosses(m); }

/* ------------------------------------------------------------------ a game */

static int line_of(const Measuring *m, TapCard card)
{
    const InnTables *t = inn_tables(tap_game_content(m->game));
    for (int i = 0; i < m->deck->lines; i++)
        if (inn_line(t, m->deck, i)->card == card) return i;
    return -1;
}

typedef struct Seen {
    uint64_t drawn, played; /* bits of lines */
    int turns;
} Seen;

static void hear(const Measuring *m, TapLog *log, TapSeat seat, Seen *seen, Counted *c)
{
    for (int i = 0; i < log->n; i++) {
        const TapEvent *e = &log->event[i];
        int line = m->deck && e->who == seat && e->text && strstr(e->text, "{card}") ? line_of(m, e->card) : -1;
        if (line < 0) continue;
        if (!strncmp(e->text, "{who} draws {card}", 18) || !strncmp(e->text, "{who} gets {card}, which is 1 Gold", 34))
            seen->drawn |= 1ull << line;
        if (!strncmp(e->text, "{who} plays {card}", 18)) seen->played |= 1ull << line;
    }
    c->lost_events += (uint64_t)log->lost;
    tap_log_clear(log);
}

/* Who sits there besides: all sets of three in turn, or Challengers by lot. */
static void find_others(const Measuring *m, uint64_t game, TapRng *luck, int ret[SEATED_MOST - 1])
{
    int deck[KNOWN_MOST];
    if (!m->challengers) {
        memcpy(ret, m->set[game % (uint64_t)m->sets], sizeof m->set[0]);
        return;
    }
    for (int i = 0; i < m->knowns; i++) deck[i] = i;
    for (int i = 0; i < m->challengers; i++) {
        int k = i + (int)tap_rng_below(luck, (uint32_t)(m->knowns - i)), drawn = deck[k];
        deck[k] = deck[i];
        ret[i] = drawn;
    }
}

/* Who sits in which seat, by place in m->boss: all by lot; of sides of two mates side by side. */
static void seat_bosses(const Measuring *m, TapRng *luck, int ret[BOSSES])
{
    for (int i = 0; i < BOSSES; i++) {
        int k = (int)tap_rng_below(luck, (uint32_t)i + 1);
        ret[i] = ret[k];
        ret[k] = i;
    }
    if (!m->mate) return;
    const int first = (int)tap_rng_below(luck, 2) * 2;
    int seat[2] = {first, 2 - first}, order[BOSSES];
    memcpy(order, ret, sizeof order);
    for (int i = 0; i < BOSSES; i++) {
        const char *id = m->boss[order[i]];
        ret[seat[strcmp(id, m->character) && strcmp(id, m->mate)]++] = order[i];
    }
}

static _Noreturn void fail(const TapError *error)
{
    fprintf(stderr, "measure-character: %s\n", error->text);
    exit(2);
}

static void cast(const Measuring *m, uint64_t game, TapRng *luck, TapSetup *ret, TapSeat *ret_seat,
                 int ret_boss[BOSSES])
{
    const char *const option = m->mate     ? "variant=two-headed-boss"
                               : m->versus ? "variant=boss-versus-boss"
                                           : "variant=boss";
    TapError error;
    uint64_t set = game % (uint64_t)m->sets, round = game / (uint64_t)m->sets;
    int others[SEATED_MOST - 1], other = 0;
    if (is_among_bosses(m)) seat_bosses(m, luck, ret_boss);
    else find_others(m, game, luck, others);
    *ret_seat = (TapSeat)(m->challengers ? 0 : (set + round) % SEATED);
    bool good = tap_setup_init(ret, m->game, m->seats, &option, is_boss(m), &error);
    for (int s = 0; good && s < m->seats; s++) {
        const char *id = is_among_bosses(m) ? m->boss[ret_boss[s]]
                         : s == *ret_seat   ? m->character
                                            : m->known[others[other++]];
        if (!strcmp(id, m->character)) *ret_seat = (TapSeat)s;
        good = tap_setup_cast(ret, (TapSeat)s, id, &error);
    }
    if (!good) fail(&error);
}

/* What the side of a seat won; each side counts once. */
static unsigned shares_of(const TapSetup *setup, const TapState *state, TapSeat seat)
{
    uint32_t counted = 1u << setup->side[seat];
    int best = 1;
    for (TapSeat s = 0; s < setup->seats; s++) {
        if (counted >> setup->side[s] & 1) continue;
        counted |= 1u << setup->side[s];
        int32_t mine = tap_score(setup, state, seat), other = tap_score(setup, state, s);
        if (other > mine) return 0;
        best += other == mine;
    }
    return (unsigned)(TWELFTHS / best);
}

/* Any four of all, in any seats. */
static void cast_together(const Measuring *m, uint64_t game, TapRng *luck, TapSetup *ret, int ret_who[SEATED])
{
    const char *const option[MORE_OPTIONS] = {"company=all", "sea", "dungeon", "drinks=all"};
    TapError error;
    int deck[ALL_MOST];
    for (int i = 0; i < m->alls; i++) deck[i] = i;
    bool good = tap_setup_init(ret, m->game, m->seats, option, game % MORE_EVERY ? 1 : MORE_OPTIONS, &error);
    for (int i = 0; good && i < SEATED; i++) {
        int k = i + (int)tap_rng_below(luck, (uint32_t)(m->alls - i));
        ret_who[i] = deck[k];
        deck[k] = deck[i];
        good = tap_setup_cast(ret, (TapSeat)i, m->all[ret_who[i]], &error);
    }
    if (!good) fail(&error);
}

/* Whether its games are played, with these. */
static bool is_wanted(const Measuring *m, const int who[SEATED])
{
    bool sits = !m->only;
    for (int i = 0; !sits && i < SEATED; i++) sits = !strcmp(m->all[who[i]], m->only);
    return sits;
}

static void count_together(const Measuring *m, const TapSetup *setup, const TapState *state, const int who[SEATED],
                           Counted *c)
{
    for (TapSeat s = 0; m->together && s < SEATED; s++) {
        c->sat[who[s]]++;
        c->won[who[s]] += shares_of(setup, state, s);
    }
}

static void play(const Measuring *m, uint64_t game, TapLog *log, Counted *c)
{
    TapSetup setup;
    TapState state;
    TapSeat seat = 0, active = TAP_NOBODY;
    TapSeen told = {0};
    TapRng luck;
    TapBot *bot[SEATED_MOST];
    TapError error;
    uint8_t seed[64];
    Seen seen = {0};
    int boss[BOSSES] = {0}, who[SEATED] = {0};
    tap_rng_fast(&luck, m->series + game * games_apart);
    if (m->together) cast_together(m, game, &luck, &setup, who);
    else cast(m, game, &luck, &setup, &seat, boss);
    if (m->together && !is_wanted(m, who)) return;
    tap_seed_from_number(tap_rng_long(&luck), seed);
    for (int s = 0; s < m->seats; s++) bot[s] = tap_bot_new(m->bot, tap_rng_long(&luck), &error);
    tap_start(&setup, &state, seed, log);
    hear(m, log, seat, &seen, c);
    for (TapSeatSet asked; (asked = tap_asked(&setup, &state)) != 0;) {
        TapSeat now = inn_at(table_of((const State *)&state, 0))->active, s = tap_first_of(asked);
        seen.turns += now == seat && now != active;
        active = now;
        tap_bot_catch_up(bot[s], &told);
        TapMove move = tap_bot_decide(bot[s], &setup, &state, s);
        tap_seen_add(&told, &setup, &state, s, move);
        tap_answer_trusted(&setup, &state, s, move, log);
        hear(m, log, seat, &seen, c);
    }
    for (int s = 0; s < m->seats; s++) tap_bot_free(bot[s]);
    count_together(m, &setup, &state, who, c);
    const bool first = game < (is_boss(m) ? FIRST_OF_BOSS : FIRST);
    unsigned shares = shares_of(&setup, &state, seat);
    c->shares += shares;
    c->first_shares += first ? shares : 0;
    for (TapSeat s = 0; is_among_bosses(m) && s < BOSSES; s++) {
        shares = shares_of(&setup, &state, s);
        c->of[boss[s]] += shares;
        c->first_of[boss[s]] += first ? shares : 0;
    }
    c->turns += (uint64_t)seen.turns;
    c->long_games += seen.turns >= MANY_TURNS;
    c->used += seen.turns >= MANY_TURNS && seen.played & m->mechanic_cards;
    for (int i = 0; m->deck && i < m->deck->lines; i++) {
        c->drawn[i] += seen.drawn >> i & 1;
        c->played[i] += (seen.drawn & seen.played) >> i & 1;
    }
}

static void *work(void *context)
{
    Measuring *m = context;
    Counted c = {0};
    TapLog *log = calloc(1, sizeof *log);
    if (!log) abort();
    for (uint64_t game; (game = atomic_fetch_add(&m->next, 1)) < m->games;) play(m, game, log, &c);
    free(log);
    pthread_mutex_lock(&m->lock);
    m->sum.shares += c.shares;
    m->sum.first_shares += c.first_shares;
    m->sum.long_games += c.long_games;
    m->sum.used += c.used;
    m->sum.turns += c.turns;
    m->sum.lost_events += c.lost_events;
    for (int i = 0; i < BOSSES; i++) {
        m->sum.of[i] += c.of[i];
        m->sum.first_of[i] += c.first_of[i];
    }
    for (int i = 0; i < ALL_MOST; i++) {
        m->sum.sat[i] += c.sat[i];
        m->sum.won[i] += c.won[i];
    }
    for (int i = 0; i < CARDS_MOST; i++) {
        m->sum.drawn[i] += c.drawn[i];
        m->sum.played[i] += c.played[i];
    }
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/* -------------------------------------------------------------- what for */

static bool boss_named(const Measuring *m, const char *id)
{
    for (int i = 0; m->bosses == BOSSES && i < BOSSES; i++)
        if (!strcmp(m->boss[i], id)) return true;
    return false;
}

static bool find_characters(Measuring *m)
{
    const InnTables *t = inn_tables(tap_game_content(m->game));
    for (int i = 0; i < (int)t->decks; i++) {
        const InnDeckInfo *d = inn_deck(t, i);
        if (d->kind != INN_CHARACTER) continue;
        if (m->alls < ALL_MOST) m->all[m->alls++] = d->id;
        if (d->boss && m->bosses < BOSSES) m->boss[m->bosses++] = d->id;
        if (m->character && !strcmp(d->id, m->character)) m->deck = d;
        else if (!d->house && m->knowns < KNOWN_MOST) m->known[m->knowns++] = d->id;
    }
    for (int a = 0; a < m->knowns; a++)
        for (int b = a + 1; b < m->knowns; b++)
            for (int c = b + 1; c < m->knowns && m->sets < SETS_MOST; c++)
                memcpy(m->set[m->sets++], (int[]){a, b, c}, sizeof m->set[0]);
    bool there = !m->only;
    for (int i = 0; !there && i < m->alls; i++) there = !strcmp(m->all[i], m->only);
    if (m->together && there) return true;
    if (!m->deck)
        fprintf(stderr, "measure-character: there is no character '%s'\n", m->together ? m->only : m->character);
    else if (is_among_bosses(m) && !boss_named(m, m->character))
        fprintf(stderr, "measure-character: '%s' is no Boss\n", m->character);
    else if (m->mate && (!boss_named(m, m->mate) || !strcmp(m->mate, m->character)))
        fprintf(stderr, "measure-character: '%s' is no other Boss\n", m->mate);
    else return true;
    return false;
}

static bool find_mechanic(Measuring *m)
{
    const TapContent *content = tap_game_content(m->game);
    for (const char *at = m->mechanic; at && *at;) {
        char id[INN_ID_BYTES];
        size_t n = strcspn(at, "+");
        snprintf(id, sizeof id, "%.*s", (int)n, at);
        int face = tap_deck_find(content->deck[INN_CARDS], id), line = face < 0 ? -1 : line_of(m, (TapCard)face);
        if (line < 0) {
            fprintf(stderr, "measure-character: %s has no card '%s'\n", m->character, id);
            return false;
        }
        m->mechanic_cards |= 1ull << line;
        at += n + (at[n] == '+');
    }
    return true;
}

/* ------------------------------------------------------------------ telling */

static double rate_in(uint64_t shares, uint64_t games)
{
    return games ? 100.0 * (double)shares / TWELFTHS / (double)games : 0;
}
static double interval_in(uint64_t shares, uint64_t games)
{
    double p = rate_in(shares, games) / 100;
    return games ? 196 * sqrt(p * (1 - p) / (double)games) : 0;
}
static double rate_of(const Measuring *m, uint64_t shares) { return rate_in(shares, m->games); }
static double interval_of(const Measuring *m, uint64_t shares) { return interval_in(shares, m->games); }
static double rate(const Measuring *m) { return rate_of(m, m->sum.shares); }
static double interval(const Measuring *m) { return interval_of(m, m->sum.shares); }
static double percent(uint64_t n, uint64_t of) { return of ? 100.0 * (double)n / (double)of : 0; }

static void write_command(const Measuring *m, const char *who, FILE *out)
{
    fprintf(out, "measure-character %s --bot %s --games %llu --seed %s", who, m->bot, (unsigned long long)m->games,
            m->seed);
    if (m->mate) fprintf(out, " --beside %s", m->mate);
    if (m->versus) fprintf(out, " --versus");
    if (m->challengers) fprintf(out, " --boss %d", m->challengers);
    if (m->mechanic) fprintf(out, " --mechanic %s", m->mechanic);
}

static const char *card_id(const Measuring *m, int line)
{
    const TapContent *content = tap_game_content(m->game);
    return content->deck[INN_CARDS]->face[inn_line(inn_tables(content), m->deck, line)->card].code;
}

/* Whether it is a card of the deck as it was played, and of a Boss one that nobody else has. */
static bool counts(const Measuring *m, const InnCard *c) { return !!(c->flags & INN_BOSS) == is_boss(m); }

/* Of the cards of the house, the one that was played least where it was drawn. */
static int rarest(const Measuring *m)
{
    const InnTables *t = inn_tables(tap_game_content(m->game));
    int least = -1;
    for (int i = 0; i < m->deck->lines; i++) {
        const InnCard *c = inn_card(t, inn_line(t, m->deck, i)->card);
        if (c->provenance != INN_HOUSE || !counts(m, c) || !m->sum.drawn[i]) continue;
        if (least < 0 || (uint64_t)m->sum.played[i] * m->sum.drawn[least] <
                             (uint64_t)m->sum.played[least] * m->sum.drawn[i])
            least = i;
    }
    return least;
}

/* The values that bots have for what a character may lay into play; whether any is not 0. */
static bool add_values(const Measuring *m, const InnDeckInfo *d, crypto_generichash_state *h)
{
    const InnTables *t = inn_tables(tap_game_content(m->game));
    bool any = false;
    for (int i = 0; i < d->lines; i++) {
        const InnCard *c = inn_card(t, inn_line(t, d, i)->card);
        if (c->flags & INN_BOSS && !is_boss(m)) continue;
        for (int k = 0; k < c->permissions; k++) {
            const InnPermission *p = inn_permission(t, c, k);
            for (int n = 0; n < p->effects && p->event == INN_LIES; n++) {
                const int8_t *value = &inn_static_values[inn_effect(t, p, n)->does - INN_STATIC];
                any |= *value != 0;
                crypto_generichash_update(h, (const unsigned char *)value, 1);
            }
        }
        any |= c->worth != 0;
        crypto_generichash_update(h, (const unsigned char *)&c->worth, 1);
    }
    return any;
}

/* BLAKE2b-256 of them, of the character or of all Bosses; "-": they are all 0. */
static void hash_values(const Measuring *m, char ret[DECK_HASH_DIGITS + 1])
{
    const InnTables *t = inn_tables(tap_game_content(m->game));
    crypto_generichash_state h;
    unsigned char hash[DECK_HASH_BYTES];
    bool any = false;
    crypto_generichash_init(&h, NULL, 0, sizeof hash);
    for (int i = 0; i < (int)t->decks; i++) {
        const InnDeckInfo *d = inn_deck(t, i);
        if (d == m->deck || (is_among_bosses(m) && d->kind == INN_CHARACTER && d->boss)) any |= add_values(m, d, &h);
    }
    crypto_generichash_final(&h, hash, sizeof hash);
    sodium_bin2hex(ret, DECK_HASH_DIGITS + 1, hash, sizeof hash);
    if (!any) strcpy(ret, "-");
}

/* Of who is named, and of Bosses who are all alone of each. */
static void print_rows_of_bosses(const Measuring *m)
{
    char values[DECK_HASH_DIGITS + 1], decks[DECK_HASH_DIGITS + 1];
    hash_values(m, values);
    hash_decks(m->boss, BOSSES, true, decks);
    for (int i = 0; i < BOSSES; i++) {
        if (m->mate && strcmp(m->boss[i], m->character)) continue;
        printf("%s\t%s\t%s\t%s\t%d\t-\t%llu\t%.2f\t%.1f\t%.1f\t%.2f\t%s\t-\t%s\t", m->boss[i], decks, m->bot,
               values, tap_game_rules_version(m->game), (unsigned long long)m->games,
               (double)m->sum.of[i] / TWELFTHS, rate_of(m, m->sum.of[i]), interval_of(m, m->sum.of[i]),
               (double)m->sum.first_of[i] / TWELFTHS, m->mate ? m->mate : "-", m->seed);
        write_command(m, m->boss[i], stdout);
        putchar('\n');
    }
}

static void print_row(const Measuring *m)
{
    int least = rarest(m);
    char values[DECK_HASH_DIGITS + 1];
    hash_values(m, values);
    char deck[DECK_HASH_DIGITS + 1], others[DECK_HASH_DIGITS + 1];
    hash_decks(&m->character, 1, m->challengers, deck);
    hash_decks(m->known, m->knowns, false, others);
    printf("%s\t%s\t%s\t%s\t%d\t%s\t%llu\t%.2f\t%.1f\t%.1f\t%.2f\t%.0f\t", m->character, deck, m->bot, values,
           tap_game_rules_version(m->game), others, (unsigned long long)m->games,
           (double)m->sum.shares / TWELFTHS, rate(m), interval(m), (double)m->sum.first_shares / TWELFTHS,
           m->challengers ? m->challengers : percent(m->sum.used, m->sum.long_games));
    if (least >= 0) printf("%s:%.0f", card_id(m, least), percent(m->sum.played[least], m->sum.drawn[least]));
    printf("\t%s\t", m->seed);
    write_command(m, m->character, stdout);
    putchar('\n');
}

/* A line for each of all together, who played so many games each. */
static void print_together(const Measuring *m)
{
    char decks[DECK_HASH_DIGITS + 1];
    hash_decks(m->all, m->alls, false, decks);
    puts("deck\thash\tbot\trules\tgames\twins\trate\tinterval\tseed\tcommand");
    for (int i = 0; i < m->alls; i++) {
        if (m->only && strcmp(m->all[i], m->only)) continue;
        printf("%s\t%s\t%s\t%d\t%llu\t%.2f\t%.1f\t%.1f\t%s\tmeasure-character --together --bot %s --games %llu "
               "--seed %s\n",
               m->all[i], decks, m->bot, tap_game_rules_version(m->game), (unsigned long long)m->sum.sat[i],
               (double)m->sum.won[i] / TWELFTHS, rate_in(m->sum.won[i], m->sum.sat[i]),
               interval_in(m->sum.won[i], m->sum.sat[i]), m->seed, m->bot, (unsigned long long)m->games, m->seed);
    }
}

static void print_json(const Measuring *m)
{
    printf("{\"character\":\"%s\",\"bot\":\"%s\",\"games\":%llu,\"wins\":%.4f,\"rate\":%.2f,\"interval\":%.2f,"
           "\"turns\":%.2f,\"long_games\":%llu,\"used\":%llu,\"cards\":[",
           m->character, m->bot, (unsigned long long)m->games, (double)m->sum.shares / TWELFTHS, rate(m), interval(m),
           (double)m->sum.turns / (double)m->games, (unsigned long long)m->sum.long_games,
           (unsigned long long)m->sum.used);
    for (int i = 0; i < m->deck->lines; i++)
        printf("%s{\"id\":\"%s\",\"drawn\":%u,\"played\":%u}", i ? "," : "",
               card_id(m, i), m->sum.drawn[i], m->sum.played[i]);
    puts("]}");
}

static void print_text(const Measuring *m)
{
    const InnTables *t = inn_tables(tap_game_content(m->game));
    printf("%s: %.2f of %llu games won, %.1f +- %.1f %%; %.1f turns a game\n", m->deck->name,
           (double)m->sum.shares / TWELFTHS, (unsigned long long)m->games, rate(m), interval(m),
           (double)m->sum.turns / (double)m->games);
    for (int i = 0; is_among_bosses(m) && i < BOSSES; i++)
        printf("  %s %.1f +- %.1f %%\n", m->boss[i], rate_of(m, m->sum.of[i]), interval_of(m, m->sum.of[i]));
    if (m->mechanic)
        printf("the mechanic was used in %llu of %llu games of %d turns or more, %.0f %%\n",
               (unsigned long long)m->sum.used, (unsigned long long)m->sum.long_games, MANY_TURNS,
               percent(m->sum.used, m->sum.long_games));
    for (int i = 0; m->cards && i < m->deck->lines; i++) {
        const InnLine *line = inn_line(t, m->deck, i);
        printf("  %-8s %5.1f %% of %4u games in which it was drawn  %s x%d\n",
               inn_provenance_words[inn_card(t, line->card)->provenance], percent(m->sum.played[i], m->sum.drawn[i]),
               m->sum.drawn[i], card_id(m, i), line->copies);
    }
    if (m->sum.lost_events) printf("%llu events were not heard\n", (unsigned long long)m->sum.lost_events);
}

/* ------------------------------------------------------------------- main */

static bool read_number(const char *flag, const char *text, uint64_t most, uint64_t *ret)
{
    char *end;
    unsigned long long n = strtoull(text, &end, 10);
    if (*end || end == text || !n || n > most) {
        fprintf(stderr, "measure-character: %s takes a number from 1 to %llu, not '%s'\n", flag,
                (unsigned long long)most, text);
        return false;
    }
    *ret = n;
    return true;
}

/* -1: go on; else the exit code. */
static int read_flags(Measuring *m, int argc, char **argv)
{
    static const struct option flags[] = {
        {"games", required_argument, NULL, 'g'}, {"bot", required_argument, NULL, 'b'},
        {"boss", required_argument, NULL, 'B'},  {"beside", required_argument, NULL, 'w'},
        {"versus", no_argument, NULL, 'v'},      {"together", no_argument, NULL, 't'},
        {"seed", required_argument, NULL, 's'},  {"jobs", required_argument, NULL, 'j'},
        {"mechanic", required_argument, NULL, 'm'}, {"cards", no_argument, NULL, 'c'},
        {"row", no_argument, NULL, 'r'},         {"json", no_argument, NULL, 'J'},
        {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
    uint64_t jobs = 1, challengers = 0;
    for (int flag; (flag = getopt_long(argc, argv, "", flags, NULL)) != -1;) switch (flag) {
        case 'g': if (!read_number("--games", optarg, 1000000, &m->games)) return 2; break;
        case 'j': if (!read_number("--jobs", optarg, JOBS_MOST, &jobs)) return 2; break;
        case 'b': m->bot = optarg; break;
        case 'B': if (!read_number("--boss", optarg, SEATED_MOST - 1, &challengers)) return 2; break;
        case 'w': m->mate = optarg; break;
        case 'v': m->versus = true; break;
        case 't': m->together = true; break;
        case 's': m->seed = optarg; break;
        case 'm': m->mechanic = optarg; break;
        case 'c': m->cards = true; break;
        case 'r': m->row = true; break;
        case 'J': m->json = true; break;
        case 'h': return fputs(usage, stdout), 0;
        default: return fputs(usage, stderr), 2;
        }
    m->jobs = (int)jobs;
    m->challengers = (int)challengers;
    m->seats = m->challengers ? m->challengers + 1 : SEATED;
    if (!m->games) m->games = m->together ? GAMES_TOGETHER : is_boss(m) ? GAMES_OF_BOSS : GAMES;
    bool bare = !m->mechanic && !m->cards && !m->row && !m->json;
    if (argc - optind > 1 || (m->together ? !bare : optind == argc) ||
        (m->challengers > 0) + m->versus + (m->mate != NULL) + m->together > 1)
        return fputs(usage, stderr), 2;
    *(m->together ? &m->only : &m->character) = argv[optind];
    return -1;
}

int main(int argc, char **argv)
{
    static Measuring m = {.bot = "search:1", .seed = "1", .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t thread[JOBS_MOST];
    TapError error;
    uint8_t seed[64];
    int code = read_flags(&m, argc, argv);
    if (code >= 0) return code;
    m.game = tap_game_find("red-dragon-inn");
    TapBot *bot = tap_bot_new(m.bot, 0, &error);
    if (!bot) return fprintf(stderr, "measure-character: %s\n", error.text), 2;
    tap_bot_free(bot);
    if (sodium_init() < 0 || !find_characters(&m) || !find_mechanic(&m)) return 2;
    tap_seed_from_text(m.seed, seed);
    for (int i = 0; i < 8; i++) m.series = m.series << 8 | seed[i];
    for (int i = 0; i < m.jobs; i++)
        if (pthread_create(&thread[i], NULL, work, &m)) return perror("measure-character"), 1;
    for (int i = 0; i < m.jobs; i++) pthread_join(thread[i], NULL);
    if (m.together) return print_together(&m), 0;
    (m.row && is_among_bosses(&m) ? print_rows_of_bosses : m.row ? print_row : m.json ? print_json : print_text)(&m);
    return 0;
}
