#include "support.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

TapSetup setup_for(const TapGame *game, int seats, const char *options)
{
    char text[256], *save = NULL;
    const char *list[TAP_OPTIONS];
    int n = 0;
    snprintf(text, sizeof text, "%s", options ? options : "");
    for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save)) list[n++] = w;
    TapSetup setup;
    TapError error = {""};
    CHECK(tap_setup_init(&setup, game, seats, list, n, &error), "%s: %s", tap_game_id(game), error.text);
    return setup;
}

void start_seeded(const TapSetup *setup, TapState *st, uint64_t seed, TapLog *log)
{
    uint8_t bytes[64];
    tap_seed_from_number(seed, bytes);
    tap_start(setup, st, bytes, log);
}

TapSeat some_seat(TapSeatSet set, TapRng *r)
{
    for (int skip = (int)tap_rng_below(r, (uint32_t)tap_count(set)); skip; skip--) set &= set - 1;
    return tap_first_of(set);
}

TapMove random_answer(const TapSetup *setup, const TapState *st, TapRng *r, TapSeat *ret_seat)
{
    TapChoices c;
    *ret_seat = some_seat(tap_asked(setup, st), r);
    tap_choices(setup, st, *ret_seat, &c);
    return tap_choices_pick(&c, r);
}

int play_on(const TapSetup *setup, TapState *st, TapRng *r, int most, TapLog *log)
{
    int n = 0;
    for (; n < most && !tap_over(st); n++) {
        TapSeat s;
        TapMove m = random_answer(setup, st, r, &s);
        CHECK(tap_answer(setup, st, s, m, log), "%s: a listed move is refused", tap_game_id(setup->game));
    }
    return n;
}

WholeDeck whole_deck(bool dragons)
{
    WholeDeck d = {.n = dragons ? tavern()->cards : tavern()->plain};
    memcpy(d.card, tavern()->card, sizeof *d.card * (size_t)d.n);
    return d;
}

static int census_place(const TapSetup *setup, const TapDeck *deck)
{
    int place = 0;
    for (int i = 0; setup->content->deck[i] != deck; i++) place += setup->content->deck[i]->faces;
    CHECK(place + deck->faces <= CENSUS, "too many faces to count");
    return place;
}

void take_census(const TapSetup *setup, const TapState *st, uint16_t ret[CENSUS])
{
    Pieces list;
    memset(ret, 0, sizeof *ret * CENSUS);
    for (int level = 0; level < state_at(st)->levels; level++) {
        pieces_list(setup, game_of(setup, state_at(st), level), table_of(state_at(st), level), &list);
        for (int i = 0; i < list.n; i++) {
            const Piece *p = &list.piece[i];
            uint16_t    *of = ret + census_place(setup, p->deck);
            for (int k = 0; p->slot && k < p->n; k++)
                if (p->slot[k].card != NO_CARD) of[p->slot[k].card]++;
            for (int k = 0; p->pile && k < p->pile->n; k++) of[pile_cards(p->pile)[k]]++;
        }
    }
}

const char *not_whole(const TapSetup *setup, const uint16_t census[CENSUS])
{
    static char what[120];
    for (int i = 0; i < setup->content->decks; i++) {
        const TapDeck  *deck = setup->content->deck[i];
        const uint16_t *of = census + census_place(setup, deck);
        int             all = 0;
        for (int c = 0; c < deck->faces; c++) all += of[c];
        if (deck->dice || !all || !deck->cards) continue; /* or it is joined of several, and has no whole */
        bool extra = all > deck->plain;
        for (int c = 0; c < deck->faces; c++) {
            int should = deck->face[c].extra && !extra ? 0 : deck->face[c].copies;
            snprintf(what, sizeof what, "%d copies of %s, not %d", of[c], deck->face[c].code, should);
            if (of[c] != should) return what;
        }
    }
    return NULL;
}

const char *view_difference(const TapView *a, const TapView *b)
{
#define SAME(field) \
    if (a->field != b->field) return #field
    SAME(viewer);
    SAME(seats);
    SAME(levels);
    SAME(over);
    SAME(asked);
    SAME(sealed);
    SAME(start);
    SAME(has_window);
    SAME(has_glass);
    SAME(talks);
    if (a->has_window) {
        SAME(window.kind);
        SAME(window.touches);
        SAME(window.turn);
        SAME(window.depth);
        SAME(window.seconds);
    }
    if (a->has_glass) {
        SAME(glass.seconds);
        SAME(glass.grains);
        SAME(glass.turn);
    }
    SAME(prompt);
    SAME(help);
    SAME(zones);
    SAME(items);
    SAME(counters);
    SAME(choices);
    for (int i = 0; i < TAP_VIEW_LEVELS; i++) {
        SAME(game[i]);
        SAME(phase[i]);
    }
    for (int i = 0; i < TAP_SEATS; i++) SAME(score[i]);
    for (int i = 0; i < a->zones; i++) {
        SAME(zone[i].name);
        SAME(zone[i].deck);
        SAME(zone[i].owner);
        SAME(zone[i].zone);
        SAME(zone[i].level);
        SAME(zone[i].layout);
        SAME(zone[i].w);
        SAME(zone[i].h);
        SAME(zone[i].lo);
        SAME(zone[i].hi);
        SAME(zone[i].first);
        SAME(zone[i].n);
        SAME(zone[i].size);
    }
    for (int i = 0; i < a->items; i++) {
        SAME(item[i].id);
        SAME(item[i].kind);
        SAME(item[i].face);
        SAME(item[i].depth);
        SAME(item[i].known_by);
        SAME(item[i].text);
        SAME(item[i].who);
        SAME(item[i].other);
        SAME(item[i].n);
        SAME(item[i].deck);
        SAME(item[i].figure);
    }
    for (int i = 0; i < a->counters; i++) {
        SAME(counter[i].name);
        SAME(counter[i].owner);
        SAME(counter[i].level);
        SAME(counter[i].value);
        SAME(counter[i].word);
        SAME(counter[i].running);
    }
    SAME(chapter);
    SAME(pots);
    SAME(results);
    SAME(parts);
    SAME(earnings);
    for (int i = 0; i < a->pots; i++) {
        SAME(pot[i].name);
        SAME(pot[i].coins);
        SAME(pot[i].claims);
        SAME(pot[i].to);
    }
    for (int i = 0; i < a->results; i++) {
        SAME(result[i].seat);
        SAME(result[i].told);
        SAME(result[i].place);
        SAME(result[i].points);
        SAME(result[i].won);
        SAME(result[i].net);
        SAME(result[i].first);
        SAME(result[i].parts);
    }
    for (int i = 0; i < a->parts; i++) {
        if (strcmp(a->part[i].text, b->part[i].text)) return "part[i].text";
        SAME(part[i].points);
        SAME(part[i].first);
        SAME(part[i].n);
    }
    for (int i = 0; i < a->earnings; i++) SAME(earning[i]);
    SAME(worths);
    for (int i = 0; i < a->worths; i++) SAME(worth[i]);
    for (int i = 0; i < a->choices; i++) {
        SAME(choice[i].label);
        SAME(choice[i].what);
        SAME(choice[i].more);
        SAME(choice[i].zone);
        SAME(choice[i].none);
        SAME(choice[i].group);
        SAME(choice[i].about);
        SAME(choice[i].way);
        SAME(choice[i].worth_of);
        SAME(choice[i].worth);
        SAME(choice[i].worths);
        SAME(choice[i].choice.kind);
        SAME(choice[i].choice.verb);
        SAME(choice[i].choice.a);
        SAME(choice[i].choice.b);
        SAME(choice[i].choice.zone);
        SAME(choice[i].choice.owner);
        SAME(choice[i].choice.places);
        SAME(choice[i].choice.lo);
        SAME(choice[i].choice.hi);
        SAME(choice[i].choice.deck);
        SAME(choice[i].choice.kinds);
        SAME(choice[i].choice.second);
        SAME(choice[i].choice.lo2);
        SAME(choice[i].choice.hi2);
        if (memcmp(a->choice[i].choice.stock, b->choice[i].choice.stock, TAP_STOCK))
            return "choice[i].choice.items or stock";
    }
    return NULL;
#undef SAME
}

bool same_window(const TapSetup *setup, const TapState *a, const TapState *b)
{
    TapWindow x, y;
    bool open = tap_window(setup, a, &x);
    if (open != tap_window(setup, b, &y)) return false;
    return !open || (!strcmp(x.kind, y.kind) && x.touches == y.touches && x.turn == y.turn && x.depth == y.depth &&
                     x.seconds == y.seconds && x.chooses == y.chooses && x.calls == y.calls);
}

bool aborts(void (*act)(void *), void *with)
{
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        signal(SIGABRT, SIG_DFL);
        if (!freopen("/dev/null", "w", stderr)) _exit(2);
        act(with);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

/* --------------------------------------------------------------- settings */

int values_of(const TapOption *o, int16_t ret[8])
{
    int n = 0;
    if (o->hi - o->lo <= 4)
        for (int v = o->lo; v <= o->hi; v++) ret[n++] = (int16_t)v;
    else {
        const int16_t worth[] = {o->lo, (int16_t)(o->lo + 1), (int16_t)(o->lo + 3), (int16_t)(o->lo + 7), o->usual};
        for (size_t i = 0; i < sizeof worth / sizeof *worth; i++) {
            bool new = worth[i] <= o->hi;
            for (int k = 0; k < n; k++) new = new && ret[k] != worth[i];
            if (new) ret[n++] = worth[i];
        }
    }
    return n;
}

/* Factor 0 is the number of seats, factor i + 1 is option i. */
typedef struct Factor {
    int     n;
    int16_t value[8];
} Factor;

static int factors_of(const TapGame *game, Factor ret[1 + TAP_OPTIONS])
{
    static const int seats[] = {2, 3, 6, 10};
    int min, max, best, options;
    tap_game_seats(game, &min, &max, &best);
    ret[0].n = 0;
    if (min > 3) ret[0].value[ret[0].n++] = (int16_t)min;
    for (int i = 0; i < 4; i++)
        if (seats[i] >= min && seats[i] <= max && (ret[0].n == 0 || ret[0].value[ret[0].n - 1] != seats[i]))
            ret[0].value[ret[0].n++] = (int16_t)seats[i];
    if (max < 10 && max > min && max != 6) ret[0].value[ret[0].n++] = (int16_t)max;
    const TapOption *option = tap_game_options(game, &options);
    for (int i = 0; i < options; i++) ret[i + 1].n = values_of(&option[i], ret[i + 1].value);
    return 1 + options;
}

static bool clashes(const TapGame *game, int seats, const int16_t *option)
{
    TapSetup setup = {.game = game, .content = tap_game_content(game), .seats = (uint8_t)seats};
    memcpy(setup.option, option, sizeof setup.option);
    if (game->misfit && game->misfit(&setup)) return true;
    int n;
    const TapClash *c = tap_game_clashes(game, &n);
    for (int i = 0; i < n; i++)
        if (option[c[i].a] >= c[i].a_lo && option[c[i].a] <= c[i].a_hi && option[c[i].b] >= c[i].b_lo &&
            option[c[i].b] <= c[i].b_hi)
            return true;
    return false;
}

int variant_option(const TapGame *game)
{
    int options;
    const TapOption *option = tap_game_options(game, &options);
    for (int i = 0; i < options; i++)
        if (!strcmp(option[i].name, "variant")) return i;
    return -1;
}

int variants_of(const TapGame *game)
{
    int options, at = variant_option(game);
    return at < 0 ? 1 : tap_game_options(game, &options)[at].hi + 1;
}

bool plays_variant(const TapGame *game, int variant)
{
    TapSetup setup = {.game = game, .content = tap_game_content(game)};
    Factor factor[1 + TAP_OPTIONS]; /* of the numbers of seats that settings have */
    int options;
    const TapOption *option = tap_game_options(game, &options);
    factors_of(game, factor);
    for (int i = 0; i < options; i++) setup.option[i] = option[i].usual;
    if (variants_of(game) > 1) setup.option[variant_option(game)] = (int16_t)variant;
    for (int i = 0; i < factor[0].n; i++) {
        setup.seats = (uint8_t)factor[0].value[i];
        if (!game->misfit || !game->misfit(&setup)) return true;
    }
    return false;
}

static void fix_behind(const TapGame *game, int factors, int variant, int16_t option[TAP_OPTIONS])
{
    int options;
    const TapOption *all = tap_game_options(game, &options);
    for (int i = factors - 1; i < options; i++) option[i] = i == variant_option(game) ? (int16_t)variant : all[i].usual;
}

/* variant: it and the options behind it, which are usual, are as they are; -1: all vary. */
static int settings_of(const TapGame *game, int variant, Setting ret[MAX_SETTINGS])
{
    enum { FACTORS = 1 + TAP_OPTIONS, TRIES = 60, TRIES_FOR_ONE = 1000 };
    static bool met[FACTORS][8][FACTORS][8];
    Factor      factor[FACTORS];
    TapRng      r;
    int         all = factors_of(game, factor), rows = 0;
    int         factors = variant < 0 || variants_of(game) == 1 ? all : 1 + variant_option(game);
    memset(met, 0, sizeof met);
    tap_rng_fast(&r, 1);
    for (int a = 0; a < factors; a++)
        for (int va = 0; va < factor[a].n; va++)
            for (int b = a; b < factors; b++)
                for (int vb = 0; vb < factor[b].n; vb++) {
                    if (met[a][va][b][vb] || (a == b && va != vb)) continue;
                    int best_new = -1, best[FACTORS] = {0};
                    for (int try = 0; try < TRIES || (best_new < 0 && try < TRIES_FOR_ONE); try++) {
                        int     pick[FACTORS], fresh = 0;
                        int16_t option[TAP_OPTIONS] = {0};
                        for (int k = 0; k < factors; k++)
                            pick[k] = k == a ? va : k == b ? vb : (int)tap_rng_below(&r, (uint32_t)factor[k].n);
                        for (int k = 1; k < factors; k++) option[k - 1] = factor[k].value[pick[k]];
                        fix_behind(game, factors, variant, option);
                        if (clashes(game, factor[0].value[pick[0]], option)) continue;
                        for (int i = 0; i < factors; i++)
                            for (int k = i; k < factors; k++) fresh += !met[i][pick[i]][k][pick[k]];
                        if (fresh > best_new) best_new = fresh, memcpy(best, pick, sizeof best);
                    }
                    if (best_new < 0) continue; /* a clash forbids this pair */
                    for (int i = 0; i < factors; i++)
                        for (int k = i; k < factors; k++) met[i][best[i]][k][best[k]] = true;
                    CHECK(rows < MAX_SETTINGS, "%s has too many settings", tap_game_id(game));
                    ret[rows].seats = factor[0].value[best[0]];
                    memset(ret[rows].option, 0, sizeof ret[rows].option);
                    for (int k = 1; k < factors; k++) ret[rows].option[k - 1] = factor[k].value[best[k]];
                    fix_behind(game, factors, variant, ret[rows].option);
                    rows++;
                }
    return rows;
}

int pairwise_settings(const TapGame *game, Setting ret[MAX_SETTINGS]) { return settings_of(game, -1, ret); }
int pairwise_settings_of(const TapGame *game, int variant, Setting ret[MAX_SETTINGS])
{
    return settings_of(game, variant, ret);
}

bool setting_read(const TapGame *game, const Setting *setting, TapSetup *ret, TapError *error)
{
    char        text[TAP_OPTIONS][64];
    const char *list[TAP_OPTIONS];
    int         n;
    const TapOption *option = tap_game_options(game, &n);
    for (int i = 0; i < n; i++) {
        tap_option_write(&option[i], setting->option[i], text[i], sizeof text[i]);
        list[i] = text[i];
    }
    return tap_setup_init(ret, game, setting->seats, list, n, error);
}

void setting_name(const TapGame *game, const Setting *setting, char *ret, size_t size)
{
    int n, at = snprintf(ret, size, "%s, %d seats:", tap_game_id(game), setting->seats);
    const TapOption *option = tap_game_options(game, &n);
    for (int i = 0; i < n && at < (int)size; i++) {
        char word[64];
        tap_option_write(&option[i], setting->option[i], word, sizeof word);
        at += snprintf(ret + at, size - (size_t)at, " %s", word);
    }
}

bool same_for(const TapRecord *a, const TapRecord *b, TapSeat viewer)
{
    const TapSetup *setup = tap_record_setup(a);
    TapState        x, y;
    TapRng          r;
    tap_state_copy(setup, &x, tap_record_state(a));
    tap_state_copy(setup, &y, tap_record_state(b));
    tap_rng_fast(&r, 5);
    tap_reseal(setup, &x, viewer, &r, true);
    tap_rng_fast(&r, 5);
    tap_reseal(setup, &y, viewer, &r, true);
    return !memcmp(&x, &y, tap_state_size(setup));
}

char *join_letters(const char *base, const char *mine, const char *theirs)
{
    size_t had = theirs ? strlen(theirs) : 0;
    char  *all = calloc(1, had + strlen(mine) + 1);
    assert_non_null(all);
    if (theirs) memcpy(all, theirs, had);
    for (; *mine; mine++)
        if (!(base && strchr(base, *mine)) && !strchr(all, *mine)) all[had++] = *mine;
    return all;
}
