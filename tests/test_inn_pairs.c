/*
 * Pairs of cards of the inn: every effect where it may stand, met by every line that can answer it, with and without a
 * negation of that answer. The decks are written here from the lists of words (src/inn/deck_words.h), so that a new
 * word comes with its pairs. Of each pair: no Gold is made or lost, Fortitude and Alcohol stay in their bounds, nobody
 * sees what he may not, and the evening ends. Half of them meet between sides of two, where the mate of who plays the
 * one negates the other. Which pairs can meet follows from the rules; that they do not become
 * fewer is checked (PAIRS).
 *
 * One in 23, under the sanitizers one in 211; TAPROOM_LONG=1 tries all, and one in 23.
 */
#include <string.h>

#include <taproom/content.h>

#include "inn_evenings.h"

enum {
    LINES = 1200,
    CHUNK = 36,         /* lines of one deck, beside the cards that make things happen */
    TRIES = 3,          /* evenings until a pair has met */
    ANSWERS_MOST = 260, /* of one evening until then, half as many more in sides */
    PAIRS = 30000,      /* the fewest that may meet, of all */
};

typedef struct Line {
    InnEvent on;
    char text[160]; /* "on card : negate" */
    char id[12];
} Line;
static Line line[LINES];
static int lines;

/* Tokens and side decks that effects may name: of everybody, of one alone, of a side; items that do all they can. There
 * is room for one more deck, which has Drinks, or cards that come into the hand. */
#define TOKENS_WITH(deck, of_it)                                                                                       \
    "side barn 6 \"barn\"\nside gears 7 \"gears\" under\n" deck                                                        \
    "card mark x9 \"mark\" token house unanswerable\n  on turn_end : hand_on mark 1 : lose turn fort 1\n"              \
    "  on lies : action_hit -1\n"                                                                                      \
    "card verve x9 \"verve\" token house held_by=me adds_to_ac start=2\n"                                              \
    "  on lies at_least=verve:4 : hit -1 : action_hit 1\n  on drank strength=3 may : give me verve 1\n"                \
    "  on plays at_least=verve:5 : take me verve 1\n"                                                                  \
    "card zeal x9 \"zeal\" token house held_by=side least=1 start=4\n"                                                 \
    "  on turn_start may at_most=zeal:8 : give me zeal 1\n  on struck : gain me fort 1 : take me zeal 1\n"             \
    "  on round_lost all_kinds : give me zeal 1\n"                                                                     \
    "card ox x2 \"ox\" item house in=barn\n  on lies : shield 1 : hit 1 : drink_ac 1 : hand_size 1\n"                  \
    "  on entered : lose each fort 1\n  on actions_over : pick other : lose target fort 1\n"                           \
    "card cat x2 \"cat\" sometimes+item house in=barn unseen for_side stays sign=1\n"                                  \
    "  on card loses=fort : reduce 1\n  on acting signs=2 : draw me 1 : spend 1\n"                                     \
    "card jar x2 \"jar\" anytime+item house in=barn for_bearer\n  on entered : lose turn ac 1\n  on lies : hit -1\n"   \
    "  on anytime : draw me 1\n"                                                                                       \
    "  on turn_end : pass_on 1 : discard_off turn 1 : lose turn fort 1 : leaves\n"                                     \
    "card cog x2 \"cog\" part house in=gears\n  on joined : pick other : lose target fort 1\n"                         \
    "card oil x1 \"oil\" part house in=gears\n  on joined : lose each fort 1 : draw me 1 : order 1\n"                  \
    "card bolt x1 \"bolt\" part house in=gears\n  on joined : numbers -1 : give me verve 1\n"                          \
    "card nut x1 \"nut\" anytime+item+part house in=gears\n  on joined : lay\n  on anytime : gain me fort 1\n"         \
    "card tall x2 \"tall\" part house in=gears\n  on joined : numbers 2 : gain me gold 1\n"                            \
    of_it
#define CASKS                                                                                                          \
    "card rum x2 \"rum\" drink house in=casks\n  on drunk : gain me ac 1 : pay me actor 1\n"                           \
    "card tonic x1 \"tonic\" sometimes+drink+item house in=casks kept\n  on drunk : gain me ac 1\n"                    \
    "  on card loses=fort : reduce 1\n  on lies : first_coin 1\n"
#define BATS                                                                                                           \
    "card drop x8 \"drop\" token house held_by=me start=4 buys=1\n  on struck actor=me : give me drop 1\n"             \
    "card wing x2 \"wing\" sometimes house in=bats\n  on card loses=fort : reduce 1\n"                                 \
    "card fang x1 \"fang\" action house in=bats\n  on action : pick other : lose target fort 1\n"
#define TOKENS TOKENS_WITH("side casks 3 \"casks\"\n", CASKS)
#define TOKENS_AND_BATS TOKENS_WITH("side bats 3 \"bats\"\n", BATS)

/* ------------------------------------------------------------- the lines */

static const char *type_for(InnEvent on)
{
    switch (on) {
    case INN_ACTION: return "action";
    case INN_GAMBLE: return "gambling";
    case INN_ANYTIME: return "anytime";
    case INN_DRUNK: return "drink";
    case INN_REVEALED:
    case INN_CHOICE:
    case INN_OUTCOME: return "event";
    case INN_TURN_START:
    case INN_ACTIONS_OVER:
    case INN_DRANK:
    case INN_STRUCK:
    case INN_ROUND_LOST:
    case INN_PLAYS:
    case INN_TURN_END: return "token";
    default: return "sometimes";
    }
}

/* What some words want to stand before them. */
static const char *condition_for(const Line *l)
{
    if (l->on == INN_OUTCOME) return " coin=heads";
    if (l->on == INN_PAY && strstr(l->text, "leave")) return " cause=ante";
    return l->on == INN_HURT && strstr(l->text, "fort 3") ? " victim=body" : "";
}

/* The card of one line: an event that chooses has another way, and one with an outcome has both sides of the coin. */
static int write_card(const Line *l, int copies, char *ret, size_t size)
{
    bool item = !strcmp(l->text, "lay");
    int n = snprintf(ret, size, "card %s x%d \"%s\" %s%s house\n  on %s%s : %s\n", l->id, copies, l->id,
                     type_for(l->on), item ? "+item" : "", inn_event_words[l->on], condition_for(l), l->text);
    if (INN_ON(l->on) & INN_ON_HELD && l->on != INN_GAMBLE && l->id[strlen(l->id) - 1] == '7')
        n += snprintf(ret + n, size - (size_t)n, "  on negated : gain me fort 1\n  on ignored : lose others ac 1\n");
    if (item) n += snprintf(ret + n, size - (size_t)n, "  on lies : shield 1\n  on turn_end : gain me fort 1\n");
    if (l->on == INN_CHOICE) n += snprintf(ret + n, size - (size_t)n, "  on choice\n");
    if (l->on == INN_OUTCOME) n += snprintf(ret + n, size - (size_t)n, "  on outcome coin=tails : %s\n", l->text);
    return n;
}

/* Files are told apart by it; here the first letter is enough. */
static const char *some_hash(const char *id)
{
    static char hash[TAP_HASH_DIGITS + 1];
    snprintf(hash, sizeof hash, "%0*x", TAP_HASH_DIGITS, *id);
    return hash;
}

static bool wants_bats(const Line *l) { return strstr(l->text, "draw_beside"); }

static bool is_good(const Line *l)
{
    char text[3000];
    bool table = l->on >= INN_DRUNK;
    int n = snprintf(text, sizeof text, "content %s trial\nname \"Trial\"\ncards 30\n%s",
                     table ? "inn-drinks" : "inn-character",
                     table           ? ""
                     : wants_bats(l) ? "folk hero\n" TOKENS_AND_BATS
                                     : "folk hero\n" TOKENS);
    write_card(l, 30, text + n, sizeof text - (size_t)n);
    TapFaults faults = {0};
    TapShelf *shelf = tap_shelf_new();
    bool good = tap_shelf_add(shelf, text, strlen(text), some_hash("trial"), &faults);
    tap_shelf_free(shelf);
    return good;
}

static void try_line(InnEvent on, const char *text)
{
    Line l = {.on = on};
    assert_in_range(lines, 0, LINES - 1);
    snprintf(l.id, sizeof l.id, "l%d", lines);
    snprintf(l.text, sizeof l.text, "%s", text);
    if (is_good(&l)) line[lines++] = l;
}

/* Effects that need each other, tried behind each event. */
static const char *const several[] = {
    "pick other : lose target fort mark : take target mark 1",
    "give me verve 3 : gain me fort verve",
    "pick other : lose target fort members : gain me fort lost",
    "pick other : lose target fort 2 : merge gears : pay target me 1",
    "pick other 1..2 : attach barn : lose target fort 1",
    "pick other : discard_off target 2 : offer 1 : lose target fort 2 : gain me fort 1",
    "merge gears : lose others fort 1 : gain me fort 1",
    "pick other all : lose target fort 1 : take target mark 1",
    "pick in_round all : give target mark 1 : lose target fort 1",
    "order 1 : give target mark 1",
    "pick other : split_drink : in_half mark 2",
    "pick other two : lose target fort 1 : pluck target action : lose second fort 2",
    "pick other : serve casks : pay target inn 1 : redraw target",
    "draw me 1 : draw_beside 2 : discard me 1",
};

/* Every effect with a few of the words that may stand behind it; what the reader refuses is no line. */
static void write_lines(void)
{
    static const char *const whom[] = {"target", "each", "me", "takers", "turn", "actor"};
    for (int on = 0; on < INN_TURN_START; on++) /* what lies in play is among the helpers */
        for (int e = 0; e < INN_DOES; e++) {
            const InnEffectWord *word = &inn_effects[e];
            bool w = strchr(word->takes, 'w'), s = strchr(word->takes, 's'), p = strchr(word->takes, 'p');
            int whoms = 0, n = word->hi < 2 ? word->hi : 2;
            if (!(word->events & INN_ON(on))) continue;
            for (int a = 0; a < (w ? 6 : 1) && whoms < 2; a++) {
                int before = lines;
                for (int b = 0; b < (s && !whoms ? INN_STATS : 1); b++) {
                    const char *pick = word->needs_target || (w && !a) ? "pick other : " : "";
                    const char *payee = whoms ? " me" : " inn", *space = w ? " " : "";
                    char text[120], stat[20] = "", number[8] = "";
                    if (s)
                        snprintf(stat, sizeof stat, "%s %s", strchr(word->takes, 't') ? " action" : "",
                                 inn_stat_words[b]);
                    if (strchr(word->takes, 'k')) snprintf(stat, sizeof stat, e == INN_TITHE ? " zeal" : " mark");
                    if (strchr(word->takes, 'd'))
                        snprintf(stat, sizeof stat, e == INN_MERGE ? " gears" : e == INN_SERVE ? " casks" : " barn");
                    if (!s && strchr(word->takes, 't')) snprintf(stat, sizeof stat, " sometimes");
                    if (strchr(word->takes, 'n')) snprintf(number, sizeof number, " %d", n);
                    snprintf(text, sizeof text, "%s%s%s%s%s%s%s", pick, word->word, space, w ? whom[a] : "",
                             p ? payee : "", stat, number);
                    try_line((InnEvent)on, text);
                }
                whoms += lines > before;
            }
        }
    try_line(INN_HURT, "lose actor fort 3");
    for (int on = 0; on < INN_DRUNK; on++)
        for (size_t i = 0; i < sizeof several / sizeof *several; i++) try_line((InnEvent)on, several[i]);
}

/* ------------------------------------------------------------- the decks */

#define HAPPENINGS                                                                                                     \
    "card deal x6 \"deal\" action+gambling house\n  on action : gamble 1\n  on gamble\n"                               \
    "card blow x4 \"blow\" action house\n  on action : pick other : lose target fort 1\n"                              \
    "card tax x3 \"tax\" action house\n  on action : pay others me 1\n"                                                \
    "card toast x3 \"toast\" action house\n  on action : drink_deck each 1\n"                                          \
    "card imp x4 \"imp\" action+item house fort=2 absorbs\n  on action : lay\n"                                        \
    "  on actions_over : wage 1\n  on actions_over : pick other : lose target fort 1\n"                                \
    "  on turn_end : wear 1\n  on falls : lose others fort 1\n"                                                        \
    "card no x4 \"no\" sometimes house\n  on card type=action,sometimes,anytime,gambling,cheating : negate\n"
static const char helpers[] = HAPPENINGS;
/* The Gold of the third is cards, which do all they can. */
static const char gilded[] =
    "content inn-character third\nname \"third\"\ncards 30\nfolk hero\nside hoard 12 \"hoard\" as_gold\n" HAPPENINGS
    "card dig x2 \"dig\" action house\n  on action : fetch hoard 1\n"
    "card mine x4 \"mine\" sometimes house\n  on paid payer=other : take_spent\n"
    "card gem x1 \"gem\" anytime+item house in=hoard stays unanswerable\n  on anytime : show\n"
    "  on lies : shield 1 : hit 1 : first_coin 1\n"
    "card idol x1 \"idol\" anytime+item house in=hoard stays unanswerable\n  on anytime : show\n"
    "  on turn_start : pick other : lose target fort 1\n  on struck : lose me ac 1\n"
    "card orb x1 \"orb\" action+item house in=hoard\n  on action : pick other : lose target fort 2\n"
    "card vial x1 \"vial\" sometimes+item house in=hoard\n  on card loses=fort : reduce 1\n"
    "card die x1 \"die\" cheating+item house in=hoard\n  on gamble\n"
    "card pin x1 \"pin\" sometimes+item house in=hoard\n  on pay payer=me : substitute\n"
    "card cap x1 \"cap\" sometimes+item house in=hoard\n  on drink drinker=me : ignore_drink\n"
    "card urn x1 \"urn\" anytime+item house in=hoard\n  on anytime : gain me fort 1\n"
    "card key x1 \"key\" sometimes+item house in=hoard\n  on round : steal_pot 1\n"
    "card box x1 \"box\" action+item house in=hoard\n  on action : gamble 1\n"
    "card cup x1 \"cup\" sometimes+item house in=hoard\n  on won winner=other in_round : take_pot\n"
    "card fan x1 \"fan\" sometimes+item house in=hoard\n  on hurt : lose actor fort 1\n";
enum { HELPERS = 24 };

static void add(TapShelf *shelf, const char *text, const char *id)
{
    TapFaults faults = {0};
    CHECK(tap_shelf_add(shelf, text, strlen(text), some_hash(id), &faults), "%s\n%s", faults.fault[0].text, text);
}

static void add_character(TapShelf *shelf, const char *id, const int *of, int n)
{
    char text[20000];
    int at = snprintf(text, sizeof text, "content inn-character %s\nname \"%s\"\ncards %d\nfolk hero\n%s%s", id, id,
                      n > 6 ? HELPERS + n : HELPERS + n * 6, wants_bats(&line[*of]) ? TOKENS_AND_BATS : TOKENS,
                      helpers);
    for (int i = 0; i < n; i++) at += write_card(&line[of[i]], n > 6 ? 1 : 6, text + at, sizeof text - (size_t)at);
    add(shelf, text, id);
}

static void add_drinks(TapShelf *shelf, const int *of, int n)
{
    char text[20000];
    int at = snprintf(text, sizeof text,
                      "content inn-drinks cups\nname \"Cups\"\ncards %d\n"
                      "card ale x%d \"ale\" drink house\n  on drunk : gain me ac 1\n"
                      "card chaser x4 \"chaser\" drink house chaser\n  on drunk : gain me ac 1\n",
                      24 + (n > 6 ? n : 6), n ? 20 : 26);
    for (int i = 0; i < n; i++)
        at += write_card(&line[of[i]], n > 6 || i + 1 < n ? 1 : 7 - n, text + at, sizeof text - (size_t)at);
    add(shelf, text, "cups");
}

static Card card_named(const TapSetup *setup, const char *id)
{
    const TapDeck *deck = setup->content->deck[INN_CARDS];
    for (int i = 0; i < deck->faces; i++)
        if (!strcmp(deck->face[i].code, id)) return (Card)i;
    fail_msg("there is no card %s", id);
    return 0;
}

/* -------------------------------------------------------------- a meeting */

/* Who plays the one, who the other, and who negates that; in sides the last is a mate of the first. */
enum { FIRST, SECOND, THIRD, BYSTANDER, SEATS = 3, SEATS_IN_SIDES = 4 };
typedef struct Meeting {
    TapSetup setup;
    TapState st;
    TapRng dice;
    const Line *one, *other;
    Card what, answer, no;
    bool negates, met, undone, sides;
} Meeting;

static bool is_under_way(const Meeting *m, const Inn *g, Card c)
{
    for (int i = 0; i < g->opens; i++)
        if ((g->open[i].kind == OPEN_CARD || g->open[i].kind == OPEN_AFTER) && g->open[i].card == c) return true;
    for (int i = 0; i < g->serveds; i++)
        if (g->served[i].card == c) return true;
    return false;
}

static int party(const Meeting *m, TapSeat s)
{
    static const int alone[] = {FIRST, SECOND, THIRD}, in_sides[] = {FIRST, THIRD, SECOND, BYSTANDER};
    return m->sides ? in_sides[s] : alone[s];
}

static bool wants(const Meeting *m, const Inn *g, TapSeat seat, Card c)
{
    int s = party(m, seat);
    if (c == m->answer && s == SECOND) return is_under_way(m, g, m->what);
    if (c == m->no) return s == THIRD && m->negates && g->opens && g->open[g->opens - 1].card == m->answer;
    return c == m->what && s == FIRST && !m->met;
}

static TapMove choose(Meeting *m, TapSeat s)
{
    const Inn *g = inn_in(&m->st);
    TapChoices c;
    tap_choices(&m->setup, &m->st, s, &c);
    int question = state_at(&m->st)->asking ? -1 : state_at(&m->st)->question; /* of a guest: any */
    if (question != Q_ANSWER && question != Q_ACTION && question != Q_GAMBLE) return tap_choices_pick(&c, &m->dice);
    for (int i = 0; i < c.n; i++) {
        if (c.choice[i].verb == PASS || c.choice[i].verb == POTION || c.choice[i].a >= HAND_MOST) continue;
        if (!wants(m, g, s, g->seat[s].hand[c.choice[i].a].card)) continue;
        TapMove move = {.verb = c.choice[i].verb, .a = c.choice[i].a, .b = c.choice[i].b};
        return move;
    }
    if (question == Q_ANSWER) return plain(PASS, 0);
    for (int i = 0; i < 4; i++) { /* who has nothing better plays something that makes things happen */
        TapMove move = tap_choices_pick(&c, &m->dice);
        Card card = move.verb == PASS || move.a >= HAND_MOST ? NO_CARD : g->seat[s].hand[move.a].card; /* of the hand */
        if (card != m->what && card != m->answer) return move;
    }
    return plain(PASS, 0);
}

static void expect_no_leak(Meeting *m, TapSeat viewer)
{
    static TapView real, resealed;
    static TapState copy;
    tap_state_copy(&m->setup, &copy, &m->st);
    tap_reseal(&m->setup, &copy, viewer, &m->dice, true);
    tap_view(&m->setup, &m->st, viewer, &real);
    tap_view(&m->setup, &copy, viewer, &resealed);
    const char *leak = view_difference(&real, &resealed);
    CHECK(!leak, "'%s' and '%s': seat %d sees %s", m->one->text, m->other->text, viewer, leak);
}

static void expect_sound(const Meeting *m)
{
    const char *wrong = inn_unsound(inn_in(&m->st));
    CHECK(!wrong, "'%s' and '%s': %s", m->one->text, m->other->text, wrong);
}

static void look(Meeting *m)
{
    const Inn *g = inn_in(&m->st);
    for (int i = 0; i < g->opens; i++) {
        const Open *o = &g->open[i];
        if (o->kind != OPEN_CARD || o->card != m->answer || party(m, o->actor) != SECOND) continue;
        if (!m->met) expect_no_leak(m, (TapSeat)(tap_rng_below(&m->dice, m->setup.seats)));
        m->met = true;
        if (i + 1 < g->opens && g->open[i + 1].kind == OPEN_CARD && g->open[i + 1].card == m->no) m->undone = true;
    }
}

static void rig_hand(TapSetup *setup, int stream, Card own)
{
    const Card hand[] = {own, card_named(setup, "deal"), card_named(setup, "blow"), card_named(setup, "tax"),
                         card_named(setup, "toast"), own};
    tap_rig(&setup->rig, stream, hand[0]);
    for (int i = 1; i < 5; i++) tap_rig(&setup->rig, stream, hand[i]);
    tap_rig(&setup->rig, stream, TAP_ANY);
    tap_rig(&setup->rig, stream, TAP_ANY);
}

/* Plays one evening in which the two may meet, to its end. */
static void meet(Meeting *m, int attempt)
{
    bool on_table = m->one->on >= INN_DRUNK;
    int stream = tap_stream_find(m->setup.content, "inn");
    TapRig kept = m->setup.rig;
    rig_hand(&m->setup, stream, on_table ? card_named(&m->setup, "deal") : m->what);
    if (m->sides) rig_hand(&m->setup, stream, m->no);
    rig_hand(&m->setup, stream, m->answer);
    if (!m->sides) rig_hand(&m->setup, stream, m->no);
    for (int i = 0; m->sides && i < 7; i++) tap_rig(&m->setup.rig, stream, TAP_ANY);
    for (int i = 0; i < 2; i++) tap_rig(&m->setup.rig, stream, i == attempt && on_table ? (int)m->what : TAP_ANY);
    m->setup.start = (TapSeat)(on_table              ? attempt % 2
                                : m->one->on == INN_ACTION ? FIRST
                                                           : attempt % m->setup.seats);
    start_seeded(&m->setup, &m->st, (uint64_t)attempt, NULL);
    CHECK(!tap_rig_fault(&m->setup, &m->st), "the rig asks in vain");
    tap_rng_fast(&m->dice, (uint64_t)attempt);
    for (int answers = 0; !tap_over(&m->st); answers++) {
        bool done = m->met && !is_under_way(m, inn_in(&m->st), m->what);
        CHECK(answers < 200000, "'%s' and '%s': no end", m->one->text, m->other->text);
        if (answers > (m->sides ? 3 * ANSWERS_MOST / 2 : ANSWERS_MOST) && !m->met) break;
        TapSeat s = some_seat(tap_asked(&m->setup, &m->st), &m->dice);
        TapMove move = done ? random_answer(&m->setup, &m->st, &m->dice, &s) : choose(m, s);
        CHECK(tap_answer(&m->setup, &m->st, s, move, NULL), "'%s' and '%s': refused", m->one->text, m->other->text);
        expect_sound(m);
        if (!done) look(m);
    }
    m->setup.rig = kept;
}

static void try_pair(Meeting *m, const Line *one, const Line *other, int *met, int *undone)
{
    m->one = one;
    m->other = other;
    m->what = card_named(&m->setup, one->id);
    m->answer = card_named(&m->setup, other->id);
    m->no = card_named(&m->setup, "no");
    m->met = m->undone = m->negates = false;
    for (int i = 0; i < TRIES && !m->met; i++) meet(m, i);
    if (!m->met) return;
    ++*met;
    m->met = false;
    m->negates = true;
    for (int i = 0; i < TRIES && !m->undone; i++) {
        m->met = false;
        meet(m, i);
    }
    *undone += m->undone;
}

/* ------------------------------------------------------------------ test */

static bool answers(const Line *l)
{
    return INN_ON(l->on) & (INN_ANSWERS | INN_ON(INN_ANYTIME)) && l->on != INN_ORDER;
}

static void test_pairs(void **state)
{
    write_lines();
    int held[LINES], table[LINES], held_n = 0, table_n = 0, met = 0, undone = 0, number = 0, tried = 0;
    int every = getenv("TAPROOM_LONG") ? SANITIZED ? 23 : 1 : SANITIZED ? 211 : 23;
    for (int i = 0; i < lines; i++)
        if (line[i].on >= INN_DRUNK) table[table_n++] = i;
        else if (wants_bats(&line[i])) held[held_n++] = i; /* in the first deck, and Drinks are not served there */
    for (int drinks = 0; drinks < 2; drinks++)
        for (int i = 0; i < lines; i++)
            if (line[i].on < INN_DRUNK && !wants_bats(&line[i]) && !strstr(line[i].text, "casks") == !drinks)
                held[held_n++] = i;
    for (int one = 0; one < held_n + table_n; one += CHUNK)
        for (int other = 0; other < held_n; other += CHUNK) {
            TapShelf *shelf = tap_shelf_new();
            int drinks = one >= held_n ? table_n - (one - held_n) : 0;
            int ones = one < held_n ? held_n - one : 0, others = held_n - other < CHUNK ? held_n - other : CHUNK;
            if (ones > CHUNK) ones = CHUNK;
            if (drinks > CHUNK) drinks = CHUNK;
            add_character(shelf, "first", held + (ones ? one : 0), ones ? ones : CHUNK);
            add_character(shelf, "second", held + other, others);
            add(shelf, gilded, "third");
            add_drinks(shelf, table + (drinks ? one - held_n : 0), drinks);
            static Meeting m;
            TapError error;
            const char *const options[] = {"drinks=own", "variant=two-headed"};
            m.sides = (one / CHUNK + other / CHUNK) % 2;
            const TapContent *content = tap_shelf_content(shelf, &red_dragon_inn);
            CHECK(tap_setup_with(&m.setup, &red_dragon_inn, content, m.sides ? SEATS_IN_SIDES : SEATS, options,
                                 1 + m.sides, &error) &&
                      tap_setup_cast_all(&m.setup, m.sides ? "first,third,second,_" : "first,second,third", &error),
                  "%s", error.text);
            const int *first = ones ? held + one : table + (one - held_n);
            for (int a = 0; a < (ones ? ones : drinks); a++)
                for (int b = 0; b < others; b++) {
                    if (!answers(&line[held[other + b]]) || number++ % every) continue;
                    tried++;
                    try_pair(&m, &line[first[a]], &line[held[other + b]], &met, &undone);
                }
            tap_shelf_free(shelf);
        }
    printf("%d lines, %d of %d pairs tried: %d met, %d with the answer undone\n", lines, tried, number, met, undone);
    assert_true(met * every >= PAIRS && undone * every >= PAIRS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests_name("pairs of the inn", tests, NULL, NULL);
}
