/* The bots by name. */
#include <stdio.h>
#include <stdlib.h>

#include "bots/search.h"
#include <taproom/view.h>

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

/* ------------------------------------------------------------------- luck */

static uint64_t mixed(uint64_t number, uint64_t word)
{
    number = (number ^ word) * 0xD6E8FEB86659FD93u;
    return number ^ number >> 32;
}

static uint64_t mixed_text(uint64_t number, const char *text)
{
    for (; text && *text; text++) number = (number ^ (unsigned char)*text) * 0x100000001B3u;
    return mixed(number, 1);
}

static uint64_t mixed_item(uint64_t number, const TapDeck *deck, const TapViewItem *item)
{
    bool card = item->kind == TAP_CARD_ITEM || item->kind == TAP_TEXT_ITEM;
    number = mixed(number, (uint64_t)item->kind << 40 | (uint64_t)item->depth << 32 | (uint32_t)item->n);
    number = mixed(number, (uint64_t)(uint8_t)item->who << 32 | (uint64_t)(uint8_t)item->other << 24 | item->known_by);
    number = mixed_text(number, item->text);
    if (!card) return mixed(number, item->face);
    return deck && item->face < deck->faces ? mixed_text(number, deck->face[item->face].code) : number;
}

/* A number that is the same for all states that the seat cannot tell apart, and as a rule another for others. It is
 * made of the View, which names cards: their numbers are others where there are more decks, of which nobody plays any.
 */
static uint64_t knowledge_number(const TapSetup *setup, const TapState *s, TapSeat seat)
{
    TapView  view;
    uint64_t number = 0;
    tap_view(setup, s, seat, &view);
    number = mixed_text(number, view.window.kind);
    number = mixed(number, (uint64_t)view.window.depth << 32 | view.window.touches);
    for (int i = 0; i < view.counters; i++) {
        const TapViewCounter *c = &view.counter[i];
        number = mixed_text(mixed_text(number, c->name), c->word);
        number = mixed(number, (uint64_t)(uint8_t)c->owner << 32 | (uint32_t)c->value);
    }
    for (int i = 0; i < view.zones; i++) {
        const TapViewZone *z = &view.zone[i];
        number = mixed(number, (uint64_t)z->zone << 24 | (uint64_t)(uint8_t)z->owner << 16 | z->size);
        for (int k = z->first; k < z->first + z->n; k++)
            number = mixed_item(number, view.item[k].kind == TAP_TEXT_ITEM ? view.item[k].deck : z->deck,
                                &view.item[k]);
    }
    for (int i = 0; i < view.choices; i++) {
        const TapChoice *c = &view.choice[i].choice;
        number = mixed(number, (uint64_t)c->verb << 32 | (uint64_t)c->a << 24 | (uint64_t)c->b << 16 | c->lo);
    }
    return number;
}

/* The luck of this decision. In a window no answers are counted, neither the others', which nobody sees, nor one's own:
 * there it is what the seat knows that tells one decision from the next. It is looked at only where the seat decides
 * anything, for that takes long. */
static void luck_of(TapBot *bot, const TapSetup *setup, const TapState *s, TapSeat seat, bool decides, TapRng *ret)
{
    TapRng    spread;
    TapWindow window;
    uint64_t  when = bot->seen.answers * 0xD1B54A32D192ED03u;
    tap_rng_fast(&spread, bot->seed);
    if (bot->sees && tap_window(setup, s, &window)) when ^= decides ? knowledge_number(setup, s, seat) : 0;
    else when ^= bot->decisions++ * 0x9E3779B97F4A7C15u;
    tap_rng_fast(ret, tap_rng_long(&spread) ^ when);
}

TapMove tap_bot_decide(TapBot *bot, const TapSetup *setup, const TapState *s, TapSeat seat)
{
    TapRng own;
    TapChoices c;
    tap_choices(setup, s, seat, &c);
    assert(c.n > 0);
    bool decides = c.n > 1 || tap_choice_count(&c.choice[0]) > 1;
    luck_of(bot, setup, s, seat, decides, &own);
    if (bot->search && decides)
        return search_decide(bot->search, setup, s, &bot->seen, seat, &own);
    if (bot->search) search_forget_hints(bot->search);
    return tap_choices_pick(&c, &own);
}

int tap_bot_hints(const TapBot *bot, TapHint *ret, int max)
{
    return bot->search ? search_hints(bot->search, ret, max) : 0;
}

uint64_t tap_bot_iterations(const TapBot *bot) { return bot->search ? search_iterations(bot->search) : 0; }
