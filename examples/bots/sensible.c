/* A sensible player of five games, with any number of seats and without variants. It is a yardstick (docs/bots.md).
 *   cc -O2 -o sensible examples/bots/sensible.c -ljansson -lm
 *   taproom match delve --seats 2 --bot cmd:./sensible --bot search:2
 * For a bet it deals 150 times what it cannot see, plays each deal on without bets by plain habits, and weighs it by
 * how well it fits what the others have laid. A bet is worth what it wins of these deals if the others give up their
 * poorest hands, nearly so many that bluffing pays; a call what the odds of the pot say. Exchanges and keeps are habits
 * too. It remembers nothing from one question to the next. */
#define _GNU_SOURCE /* getline */
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { ROGUES, COUNCIL, KINGDOMS, DELVE, THREES, GAMES };
enum { SEATS = 10, HAND = 7, FACES = 30, DECK = 90, SAMPLES = 150, HIDDEN = -1 };
static const char *const game_id[] = {"rogues-and-warriors", "kings-council", "three-kingdoms", "delve", "threes"};
static const char *const suits[] = {"wolf", "hawk", "horse", "owl", "hare", "wren"}, ranks[] = "WLBMR";
static const double hope[] = {0, 3.0000, 4.7778, 5.8765, 6.6337, 7.1911}; /* at Threes: the least sum to expect of so many dice */

typedef struct Player {
    int coins, bet, paid, gone; /* gone: cards it has exchanged */
    int cards, card[HAND], dice, die[HAND], left; /* at Threes: dice that are kept, and how many are not */
} Player;
typedef struct Table {
    unsigned in; /* bit s: seat s has not folded */
    int      seats, me, pot, to_match, exchanges, commons, common[HAND], unseen, deck[DECK];
    Player   seat[SEATS];
} Table;

static int      game, stack;
static uint64_t luck; /* begins with the seed of the question */

static int below(int n)
{
    luck = luck * 6364136223846793005u + 1442695040888963407u;
    return (int)((luck >> 33) * (uint64_t)n >> 31);
}

static int least(int a, int b) { return a < b ? a : b; }

/* A card is 5 * suit + rank. Suits of one colour stand together, the mammal first. */
static int rank_of(int card) { return card % 5 + 1; }
static int hue_of(int card) { return card / 10; }
static int like_king(int card, int king)
{
    return 2 * (rank_of(card) == rank_of(king)) + (hue_of(card) == hue_of(king)) + (card / 5 % 2 == king / 5 % 2);
}

/* What a card of each colour is worth in the war. */
static void wage_war(const Table *t, int ret[3])
{
    int key[3];
    for (int h = 0; h < 3; h++) {
        int cards = 0, general = 9;
        for (int i = 0; i < t->commons; i++)
            if (hue_of(t->common[i]) == h) cards++, general = least(general, rank_of(t->common[i]));
        int value = general > cards ? general - cards + 1 : 1;
        key[h] = cards ? value * 2 + !(value == 1 ? general == 1 : cards == 1) : 99;
    }
    for (int h = 0; h < 3; h++) {
        int ahead = (key[0] < key[h]) + (key[1] < key[h]) + (key[2] < key[h]);
        int level = (key[0] == key[h]) + (key[1] == key[h]) + (key[2] == key[h]);
        ret[h] = !ahead ? (level == 1 ? 2 : 1) : ahead == 1 && level == 1;
    }
}

/* Dice beaten, less the overkill. The poorest cards that find a die and the lowest dice that find a card are taken
 * apart: they can always be matched. A die that is not rolled yet is a usual one. */
static int delve(const Table *t, const Player *p)
{
    static const int usual[HAND] = {3, 5, 2, 4, 6, 1, 4};
    int card[7] = {0}, die[7] = {0}, fight = 0, beaten = 0, overkill = 0, free_dice = 0, free_cards = 0;
    for (int i = 0; i < p->cards; i++) card[rank_of(p->card[i])]++;
    for (int i = 0; i < HAND; i++)
        die[i < t->commons ? t->common[i] : i < t->commons + p->dice ? p->die[i - t->commons] : usual[i]]++;
    for (int r = 6, v = 1; r; r--, v++) {
        free_dice += die[r], free_cards += card[v];
        int n = least(card[r], free_dice - fight), m = least(die[v], free_cards - beaten);
        fight += n, beaten += m, overkill += m * v - n * r;
    }
    return beaten * 64 - overkill;
}

/* What a hand is worth: more is better. */
static int score(const Table *t, const Player *p)
{
    int sum = 0, worth[3], of[3] = {0}, a = rank_of(p->card[0]), b = rank_of(p->card[1]);
    if (game == KINGDOMS) wage_war(t, worth);
    for (int i = 0; i < p->cards; i++) {
        of[hue_of(p->card[i])]++;
        if (game == COUNCIL) sum += like_king(p->card[i], t->common[0]);
        if (game == KINGDOMS) sum += (worth[hue_of(p->card[i])] << 15) + (1 << 3 * (5 - rank_of(p->card[i])));
    }
    for (int i = 0; game == THREES && i < p->dice; i++) sum -= p->die[i] == 3 ? 0 : p->die[i];
    if (game == ROGUES) sum = -(a < b ? a * 8 + b : b * 8 + a);
    if (game == DELVE) sum = delve(t, p);
    return game == KINGDOMS || game == THREES ? sum : sum * 8 - least(-of[0], least(-of[1], -of[2]));
}

/* What a seat has of a pot for which these play. */
static double share(const int *score_of, unsigned in, int s)
{
    int ties = 0;
    for (int o = 0; o < SEATS; o++)
        if (in >> o & 1 && score_of[o] >= score_of[s]) ties += score_of[o] > score_of[s] ? 999 : 1;
    return ties < 999 ? 1.0 / ties : 0;
}

static int draw(Table *t)
{
    int i = below(t->unseen), card = t->deck[i];
    t->deck[i] = t->deck[--t->unseen];
    return card;
}

/* The poorest card but one, if it is so poor that a new one is likely to be better; else -1. */
static int poorest(const Table *t, const Player *p, int but)
{
    int worth[3] = {0}, at = -1, lowest = 0;
    if (game == KINGDOMS) wage_war(t, worth);
    for (int i = 0; i < p->cards; i++) {
        int c = p->card[i], wanted = worth[hue_of(c)] * 2 - 1;
        if (game == COUNCIL) wanted = like_king(c, t->common[0]) * 2 - 3;
        if (game == DELVE) wanted = 7 - 2 * rank_of(c);
        if (i != but && wanted < lowest) lowest = wanted, at = i;
    }
    return at;
}

static void exchange(Table *t, Player *p, int most)
{
    for (int at; most && (at = poorest(t, p, -1)) >= 0; most--) p->card[at] = draw(t);
}

/* Which value to keep, for the least sum. */
static int keep_of(const int shown[7], int dice)
{
    int    best = 0;
    double lowest = 99, sum;
    for (int v = 1; v <= 6; v++)
        if (shown[v] && (sum = shown[v] * (v == 3 ? 0 : v) + hope[dice - shown[v]]) < lowest) lowest = sum, best = v;
    return best;
}

/* What others hold. */
static void deal(Table *t)
{
    for (int s = 0; s < t->seats; s++) {
        Player *p = &t->seat[s];
        for (int i = 0; i < p->cards; i++)
            if (p->card[i] == HIDDEN) p->card[i] = draw(t);
        if (s != t->me) exchange(t, p, p->gone);
    }
}

/* How it goes on without bets. */
static void play_on(Table *t)
{
    for (; t->exchanges; t->exchanges--) {
        for (Player *p = t->seat; p < t->seat + t->seats; p++) exchange(t, p, 2);
        for (int n = game != KINGDOMS ? 0 : t->commons == 3 ? 2 : 1; n; n--) t->common[t->commons++] = draw(t);
    }
    while (game == DELVE && t->commons < 5) t->common[t->commons++] = 1 + below(6);
    for (Player *p = t->seat; p < t->seat + t->seats; p++) {
        while (game == DELVE && p->dice < 2) p->die[p->dice++] = 1 + below(6);
        while (game == THREES && p->left) {
            int shown[7] = {0};
            for (int i = 0; i < p->left; i++) shown[1 + below(6)]++;
            int v = keep_of(shown, p->left);
            for (p->left -= shown[v]; shown[v]; shown[v]--) p->die[p->dice++] = v;
        }
    }
}

typedef struct Sample {
    int    now[SEATS], end[SEATS];
    double weight, place[SEATS]; /* of a seat's possible hands, which part is poorer */
} Sample;

static void find_places(Sample *sample, int s)
{
    for (Sample *x = sample; x < sample + SAMPLES; x++) {
        double all = 0, poorer = 0;
        for (const Sample *y = sample; y < sample + SAMPLES; all += y++->weight)
            poorer += y->weight * ((y->now[s] < x->now[s]) + 0.5 * (y->now[s] == x->now[s]));
        x->place[s] = poorer / all;
    }
}

/* What it brings, more than giving up, to make one's bet `total`. At Threes nothing is hidden: those who must answer a
 * raise see the odds. Elsewhere they give up so many of their poorest hands that a bluff nearly pays. */
static double worth_of(const Table *t, const Sample *sample, int total, const double *equity)
{
    double cost = total - t->seat[t->me].bet, sum = 0, all = 0;
    double give_up = 0.75 * pow(cost / (t->pot + cost), 1.0 / (__builtin_popcount(t->in) - 1));
    for (const Sample *x = sample; x < sample + SAMPLES; all += x++->weight) {
        unsigned in = t->in;
        double   pot = t->pot + cost;
        for (int s = 0; total > t->to_match && s < t->seats; s++) {
            int owed = least(total - t->seat[s].bet, t->seat[s].coins);
            if (s == t->me || !(in >> s & 1) || !owed) continue;
            if (game == THREES ? equity[s] < owed / (t->pot + cost + owed) : x->place[s] < give_up) in &= ~(1u << s);
            else pot += owed;
        }
        sum += x->weight * (share(x->end, in, t->me) * pot - cost);
    }
    return sum / all;
}

/* The total of one's bet; -1 to give up. */
static int choose_bet(const Table *t, int lo, int hi)
{
    static const double part[] = {0.5, 1, 2, 1000};
    static Sample       sample[SAMPLES];
    double              equity[SEATS] = {0};
    int                 mine = t->seat[t->me].bet, owed = least(t->to_match - mine, t->seat[t->me].coins), reach = 0;
    for (Sample *x = sample; x < sample + SAMPLES; x++) {
        Table world = *t;
        deal(&world);
        for (int s = 0; s < t->seats; s++) x->now[s] = score(&world, &world.seat[s]);
        play_on(&world);
        for (int s = 0; s < t->seats; s++) x->end[s] = score(&world, &world.seat[s]);
        for (int s = 0; s < t->seats; s++) equity[s] += share(x->end, t->in, s) / SAMPLES;
        x->weight = 1;
    }
    for (int pass = 0; pass < 2; pass++) /* places among all hands, then among those that fit */
        for (int s = 0; s < t->seats; s++) {
            const Player *p = &t->seat[s];
            if (s == t->me || !(t->in >> s & 1)) continue;
            find_places(sample, s);
            double trust = 0.4 * log2(p->paid > 1 ? p->paid : 1) + (double)p->bet / (t->pot - p->bet);
            for (Sample *x = sample; !pass && game != THREES && x < sample + SAMPLES; x++)
                x->weight *= pow(0.03 + x->place[s], trust < 4 ? trust : 4);
            if (p->bet + p->coins > reach) reach = p->bet + p->coins;
        }
    hi = least(hi, reach);
    double quiet = worth_of(t, sample, mine + owed, equity), most = (quiet > 0 ? quiet : 0) + 0.3 * t->pot;
    int    best = owed && quiet < 0 ? -1 : mine + owed;
    for (int i = 0; lo <= hi && i < (game == THREES ? 4 : 3); i++) {
        int total = t->to_match + (int)(part[i] * (t->pot + owed) + 0.5);
        total = total < lo ? lo : hi - total < (total - mine) / 2 ? hi : total; /* what would be left is little */
        double worth = worth_of(t, sample, total, equity);
        if (worth > most) most = worth, best = total;
    }
    if (!owed && best == mine && lo <= hi && game != THREES && below(100) < 8) best = least(hi, lo + t->pot * 2 / 3); /* a bluff */
    return best;
}

static int number(const json_t *o, const char *name) { return (int)json_integer_value(json_object_get(o, name)); }
static const char *text(const json_t *o, const char *name)
{
    const char *s = json_string_value(json_object_get(o, name));
    return s ? s : "";
}

/* A card; one whose face was told before names the item that told it. */
static int card_of(const json_t *zones, const json_t *item)
{
    size_t like = (size_t)number(item, "like");
    if (like) item = json_array_get(json_object_get(json_array_get(zones, like >> 16), "items"), like & 0xFFFF);
    const char *code = text(item, "code");
    for (int suit = 0; *code && strchr(ranks, *code) && suit < 6; suit++)
        if (!strcmp(code + 2, suits[suit])) return 5 * suit + (int)(strchr(ranks, *code) - ranks);
    return HIDDEN;
}

/* The table as the View shows it, and the cards that are not to be seen; of those that have folded nothing is. */
static void read_view(const json_t *view, Table *t)
{
    const json_t *zones = json_object_get(view, "zones"), *one, *item;
    size_t        i, k;
    int           unseen[FACES], gone = 0;
    *t = (Table){.seats = number(view, "seats"), .me = number(view, "viewer"), .in = (1u << number(view, "seats")) - 1};
    for (int c = 0; c < FACES; c++) unseen[c] = rank_of(c); /* as many copies as its rank says */
    json_array_foreach(json_object_get(view, "counters"), i, one) {
        const char *name = text(one, "name"), *word = text(one, "word");
        int         value = number(one, "value"), s = number(one, "owner");
        if (!json_is_integer(json_object_get(one, "owner"))) t->pot += strstr(name, "pot") ? value : 0;
        else if (!strcmp(name, "coins")) t->seat[s].coins = value, t->seat[s].paid = stack - value;
        else if (!strcmp(name, "bet")) t->pot += t->seat[s].bet = value;
        else if (!strcmp(word, "folded") || !strcmp(word, "sits out")) t->in &= ~(1u << s);
        if (t->seat[s].bet > t->to_match) t->to_match = t->seat[s].bet;
    }
    json_array_foreach(zones, i, one)
        json_array_foreach(json_object_get(one, "items"), k, item) {
            const char *name = text(one, "name");
            int         face = json_object_get(item, "face") ? number(item, "face") : card_of(zones, item);
            Player     *p = json_is_integer(json_object_get(one, "owner")) ? &t->seat[number(one, "owner")] : NULL;
            if (!json_object_get(item, "face") && face != HIDDEN) unseen[face]--;
            if (!p) t->common[t->commons++] = face;
            else if (!(t->in >> (p - t->seat) & 1)) continue;
            else if (!strcmp(name, "discards")) gone = ++p->gone > gone ? p->gone : gone;
            else if (!strcmp(name, "rolled")) p->left++;
            else if (!strcmp(name, "hand")) p->card[p->cards++] = face;
            else p->die[p->dice++] = face;
        }
    for (int c = 0; c < FACES; c++)
        while (unseen[c]-- > 0) t->deck[t->unseen++] = c;
    if (game == KINGDOMS) t->exchanges = t->commons < 5 ? 2 : t->commons < 6;
    if (game == DELVE) t->exchanges = !t->seat[t->me].dice;
    if (game == COUNCIL) t->exchanges = 2 - (gone + 1) / 2; /* as a rule: the View does not tell */
}

static void decide(const json_t *view, char *ret, size_t size)
{
    const json_t *one, *items = NULL;
    Table         t;
    size_t        i;
    int           lo = 1, hi = 0, shown[7] = {0}, at = 0;
    read_view(view, &t);
    Player *me = &t.seat[t.me];
    json_array_foreach(json_object_get(view, "choices"), i, one) {
        at = snprintf(ret, size, "%s", text(one, "word"));
        items = json_object_get(one, "items");
        if (!strcmp(ret, "raise")) lo = number(one, "lo"), hi = number(one, "hi");
        if (!strncmp(ret, "keep ", 5)) shown[ret[5] - '0'] = (int)json_array_size(items);
    }
    if (!strncmp(ret, "keep ", 5)) snprintf(ret, size, "keep %d", keep_of(shown, me->left));
    else if (!strcmp(ret, "reveal")) { /* the poorer card: what others want to know is the better one */
        int poorer = rank_of(me->card[0]) < rank_of(me->card[1]);
        snprintf(ret + at, size - (size_t)at, " %s", text(json_array_get(items, (size_t)poorer), "word"));
    } else if (!strcmp(ret, "exchange")) {
        int first = poorest(&t, me, -1), second = first < 0 ? -1 : poorest(&t, me, first);
        snprintf(ret + at, size - (size_t)at, " %s %s", first < 0 ? "none" : text(json_array_get(items, (size_t)first), "word"),
                 second < 0 ? "" : text(json_array_get(items, (size_t)second), "word"));
    } else {
        int total = choose_bet(&t, lo, hi);
        if (total > t.to_match) snprintf(ret, size, "raise %d", total);
        else snprintf(ret, size, "%s", total < 0 ? "fold" : me->bet < t.to_match ? "call" : "check");
    }
}

int main(void)
{
    char  *line = NULL, word[256];
    size_t room = 0, i;
    puts("{\"type\":\"hello\",\"version\":1,\"name\":\"sensible\"}");
    fflush(stdout);
    while (getline(&line, &room, stdin) > 0) {
        json_t *said = json_loads(line, 0, NULL), *one;
        if (!strcmp(text(said, "type"), "hello")) {
            for (game = 0; game < GAMES && strcmp(text(said, "game"), game_id[game]) != 0;) game++;
            if (game == GAMES) return fprintf(stderr, "sensible does not know the game %s.\n", text(said, "game")), 1;
            json_array_foreach(json_object_get(said, "options"), i, one)
                sscanf(json_string_value(one), "stack=%d", &stack);
        } else if (!strcmp(text(said, "type"), "decide")) {
            luck = (uint64_t)number(said, "seed");
            decide(json_object_get(said, "view"), word, sizeof word);
            printf("{\"id\":%d,\"word\":\"%s\"}\n", number(said, "id"), word);
            fflush(stdout);
        }
        json_decref(said);
    }
    free(line);
    return 0;
}
