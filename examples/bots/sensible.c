/* A sensible player of five games, with any number of seats and without variants. It is a yardstick (docs/bots.md).
 *   cc -O2 -o sensible examples/bots/sensible.c -ljansson -lm
 *   taproom match delve --seats 2 --bot cmd:./sensible --bot search:2
 * For a bet it deals 150 times what it cannot see, plays each deal on without bets by plain habits, and weighs it by
 * how well it fits what the others have laid. A bet is worth what it wins of these deals if others give up their
 * poorest hands, nearly so many that bluffing pays; a call what the odds of the pot say. It remembers nothing. */
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { ROGUES, COUNCIL, KINGDOMS, DELVE, THREES, GAMES };
enum { SEATS = 10, HAND = 7, FACES = 30, DECK = 90, SAMPLES = 150, HIDDEN = -1 };
static const char *const game_id[] = {"rogues-and-warriors", "kings-council", "three-kingdoms", "delve", "threes"};
static const char *const suits[] = {"wolf", "hawk", "horse", "owl", "hare", "wren"}, ranks[] = "WLBMR";
static const double hope[] = {0, 3, 4.7778, 5.8765, 6.6337, 7.1911}; /* at Threes: the least sum of so many dice */

typedef struct Player {
    int coins, bet, gone; /* gone: cards it has exchanged */
    int cards, card[HAND], dice, die[HAND], left; /* at Threes: dice that are kept, and how many are not */
} Player;
typedef struct Table {
    unsigned in; /* bit s: seat s has not folded */
    int      seats, me, pot, to_match, exchanges, commons, common[HAND], unseen, deck[DECK];
    Player   seat[SEATS];
} Table;
static int      game;
static uint64_t luck; /* begins with the seed of the question */
static int below(int n) { return (int)(((luck = luck * 6364136223846793005u + 1) >> 33) * (uint64_t)n >> 31); }
static int least(int a, int b) { return a < b ? a : b; }
/* A card is 5 * suit + rank. Suits of one colour stand together, the mammal first. */
static int rank_of(int card) { return card % 5 + 1; }
static int hue_of(int card) { return card / 10; }
static int like_king(int c, int k) { return 2 * (c % 5 == k % 5) + (c / 10 == k / 10) + (c / 5 % 2 == k / 5 % 2); }

/* What a card of each colour is worth in the war. */
static void wage_war(const Table *t, int ret[3]) {
    int key[3];
    for (int h = 0; h < 3; h++) {
        int cards = 0, general = 9;
        for (int i = 0; i < t->commons; i++)
            if (hue_of(t->common[i]) == h) cards++, general = least(general, rank_of(t->common[i]));
        int value = general > cards ? general - cards + 1 : 1;
        key[h] = cards ? value * 2 + !(value == 1 ? general == 1 : cards == 1) : 99;
    }
    for (int h = 0; h < 3; h++) {
        int ahead = 0, level = 0;
        for (int o = 0; o < 3; o++) ahead += key[o] < key[h], level += key[o] == key[h];
        ret[h] = !ahead ? (level == 1 ? 2 : 1) : ahead == 1 && level == 1;
    }
}

/* Dice beaten, less the overkill. The poorest cards that find a die and the lowest dice that find a card are taken
 * apart: they can always be matched. A die that is not rolled yet is a usual one. */
static int delve(const Table *t, const Player *p) {
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
static int score(const Table *t, const Player *p) {
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
static double share(const int *score_of, unsigned in, int s) {
    int ties = 0;
    for (int o = 0; o < SEATS; o++)
        if (in >> o & 1 && score_of[o] >= score_of[s]) ties += score_of[o] > score_of[s] ? 999 : 1;
    return ties < 999 ? 1.0 / ties : 0;
}

static int draw(Table *t) {
    int i = below(t->unseen), card = t->deck[i];
    if (t->unseen > 1) t->deck[i] = t->deck[--t->unseen];
    return card;
}

/* The poorest card but one, if it is so poor that a new one is likely to be better; else -1. */
static int poorest(const Table *t, const Player *p, int but) {
    int worth[3] = {0}, at = -1, lowest = 0;
    if (game == KINGDOMS) wage_war(t, worth);
    for (int i = 0; i < p->cards; i++) {
        int c = p->card[i], wanted = game == DELVE ? 7 - 2 * rank_of(c) : worth[hue_of(c)] * 2 - 1;
        if (game == COUNCIL) wanted = like_king(c, t->common[0]) * 2 - 3;
        if (i != but && wanted < lowest) lowest = wanted, at = i;
    }
    return at;
}
static void exchange(Table *t, Player *p, int n) {
    for (int at; n-- > 0 && (at = poorest(t, p, -1)) >= 0;) p->card[at] = draw(t);
}

/* Which value to keep, for the least sum. */
static int keep_of(const int shown[7], int dice) {
    double lowest = 99, sum;
    int    best = 0;
    for (int v = 1; v <= 6; v++)
        if (shown[v] && (sum = shown[v] * (v == 3 ? 0 : v) + hope[dice - shown[v]]) < lowest) lowest = sum, best = v;
    return best;
}

/* Deals what others hold, and plays on without bets. `now` is what their hands are worth before, `end` after it. */
static void play(Table t, int *now, int *end) {
    for (Player *p = t.seat; p < t.seat + t.seats; p++) {
        for (int i = 0; i < p->cards; i++)
            if (p->card[i] == HIDDEN) p->card[i] = draw(&t);
        if (p != &t.seat[t.me]) exchange(&t, p, p->gone);
        *now++ = score(&t, p);
    }
    for (; t.exchanges; t.exchanges--) {
        for (Player *p = t.seat; p < t.seat + t.seats; p++) exchange(&t, p, 2);
        for (int n = game != KINGDOMS ? 0 : t.commons == 3 ? 2 : 1; n; n--) t.common[t.commons++] = draw(&t);
    }
    while (game == DELVE && t.commons < 5) t.common[t.commons++] = 1 + below(6);
    for (Player *p = t.seat; p < t.seat + t.seats; p++) {
        while (game == DELVE && p->dice < 2) p->die[p->dice++] = 1 + below(6);
        while (p->left) {
            int shown[7] = {0};
            for (int i = 0; i < p->left; i++) shown[1 + below(6)]++;
            int v = keep_of(shown, p->left);
            for (p->left -= shown[v]; shown[v]; shown[v]--) p->die[p->dice++] = v;
        }
        *end++ = score(&t, p);
    }
}

static int    now[SAMPLES][SEATS], end[SAMPLES][SEATS];
static double weight[SAMPLES], place[SAMPLES][SEATS], equity[SEATS]; /* place: which part of a seat's hands is poorer */
/* What it brings, more than giving up, to make one's bet `total`. At Threes nothing is hidden: those who must answer a
 * raise see the odds. Elsewhere they give up so many of their poorest hands that a bluff nearly pays. */
static double worth_of(const Table *t, int total) {
    double cost = total - t->seat[t->me].bet, sum = 0, all = 0;
    double give_up = 0.75 * pow(cost / (t->pot + cost), 1.0 / (__builtin_popcount(t->in) - 1));
    for (int i = 0; i < SAMPLES; all += weight[i++]) {
        double   pot = t->pot + cost;
        unsigned in = t->in;
        for (int s = 0; total > t->to_match && s < t->seats; s++) {
            int owed = least(total - t->seat[s].bet, t->seat[s].coins);
            if (s == t->me || !(in >> s & 1) || !owed) continue;
            if (game == THREES ? equity[s] < owed / (t->pot + cost + owed) : place[i][s] < give_up) in &= ~(1u << s);
            else pot += owed;
        }
        sum += weight[i] * (share(end[i], in, t->me) * pot - cost);
    }
    return sum / all;
}

/* Weighs the deals by what a seat has laid, or finds where its hands stand among those that are left. */
static void look_at(const Table *t, int s, int weigh) {
    double bet = t->seat[s].bet, before = t->pot - bet, fits[SAMPLES];
    double trust = 0.4 * log2(before / __builtin_popcount(t->in) + bet) + bet / before;
    for (int i = 0; i < SAMPLES; i++) {
        double all = 0, poorer = 0;
        for (int k = 0; k < SAMPLES; all += weight[k++])
            poorer += weight[k] * ((now[k][s] < now[i][s]) + 0.5 * (now[k][s] == now[i][s]));
        place[i][s] = poorer / all;
        fits[i] = pow(0.03 + place[i][s], trust < 4 ? trust : 4);
    }
    for (int i = 0; weigh && i < SAMPLES; i++) weight[i] *= fits[i];
}

/* The total of one's bet; -1 to give up. */
static int choose_bet(const Table *t, int lo, int hi) {
    static const double part[] = {0.5, 1, 2, 1000};
    int mine = t->seat[t->me].bet, owed = least(t->to_match - mine, t->seat[t->me].coins), reach = 0;
    for (int i = 0; i < SAMPLES; i++) {
        play(*t, now[i], end[i]);
        for (int s = 0; s < t->seats; s++) equity[s] = (i ? equity[s] : 0) + share(end[i], t->in, s) / SAMPLES;
        weight[i] = 1;
    }
    for (int s = 0; s < 2 * t->seats; s++) { /* first all weigh */
        int o = s % t->seats, could = t->seat[o].bet + t->seat[o].coins;
        if (o == t->me || !(t->in >> o & 1)) continue;
        look_at(t, o, s == o && game != THREES);
        if (could > reach) reach = could;
    }
    hi = least(hi, reach);
    double quiet = worth_of(t, mine + owed), most = (quiet > 0 ? quiet : 0) + 0.3 * t->pot;
    int    best = owed && quiet < 0 ? -1 : mine + owed;
    for (int i = 0; lo <= hi && i < (game == THREES ? 4 : 3); i++) {
        int total = t->to_match + (int)(part[i] * (t->pot + owed) + 0.5);
        total = total < lo ? lo : hi - total < (total - mine) / 2 ? hi : total; /* what would be left is little */
        double worth = worth_of(t, total);
        if (worth > most) most = worth, best = total;
    }
    if (!owed && best == mine && lo <= hi && game != THREES && below(100) < 8) best = least(hi, lo + t->pot * 2 / 3);
    return best;
}

static int number(const json_t *o, const char *name) { return (int)json_integer_value(json_object_get(o, name)); }
static const char *text(const json_t *o, const char *name) { return json_string_value(json_object_get(o, name)) ?: ""; }

/* A card; one whose face was told before names the item that told it. */
static int card_of(const json_t *zones, const json_t *item) {
    size_t like = (size_t)number(item, "like");
    if (like) item = json_array_get(json_object_get(json_array_get(zones, like >> 16), "items"), like & 0xFFFF);
    const char *code = text(item, "code");
    for (int suit = 0; *code && strchr(ranks, *code) && suit < 6; suit++)
        if (!strcmp(code + 2, suits[suit])) return 5 * suit + (int)(strchr(ranks, *code) - ranks);
    return HIDDEN;
}

/* The table as the View shows it, and the cards that are not to be seen; of those that have folded nothing is. */
static Table read_view(const json_t *view) {
    const json_t *zones = json_object_get(view, "zones"), *one, *item;
    int           unseen[FACES], gone = 0, seats = number(view, "seats");
    size_t        i, k;
    Table         t = {.seats = seats, .me = number(view, "viewer"), .in = (1u << seats) - 1};
    for (int c = 0; c < FACES; c++) unseen[c] = rank_of(c); /* as many copies as its rank says */
    json_array_foreach(json_object_get(view, "counters"), i, one) {
        const char *name = text(one, "name"), *word = text(one, "word");
        int         value = number(one, "value"), s = number(one, "owner");
        if (!json_is_integer(json_object_get(one, "owner"))) t.pot += strstr(name, "pot") ? value : 0;
        else if (!strcmp(name, "coins")) t.seat[s].coins = value;
        else if (!strcmp(name, "bet")) t.pot += t.seat[s].bet = value;
        else if (!strcmp(word, "folded") || !strcmp(word, "sits out")) t.in &= ~(1u << s);
        if (t.seat[s].bet > t.to_match) t.to_match = t.seat[s].bet;
    }
    json_array_foreach(zones, i, one)
        json_array_foreach(json_object_get(one, "items"), k, item) {
            const char *name = text(one, "name");
            int         face = json_object_get(item, "face") ? number(item, "face") : card_of(zones, item);
            Player     *p = json_is_integer(json_object_get(one, "owner")) ? &t.seat[number(one, "owner")] : NULL;
            if (!json_object_get(item, "face") && face != HIDDEN) unseen[face]--;
            if (!p) t.common[t.commons++] = face;
            else if (!(t.in >> (p - t.seat) & 1)) continue;
            else if (!strcmp(name, "discards")) gone = ++p->gone > gone ? p->gone : gone;
            else if (!strcmp(name, "rolled")) p->left++;
            else if (!strcmp(name, "hand")) p->card[p->cards++] = face;
            else p->die[p->dice++] = face;
        }
    for (int c = 0; c < FACES; c++) while (unseen[c]-- > 0) t.deck[t.unseen++] = c;
    t.exchanges = game == KINGDOMS ? 2 - (t.commons > 3) - (t.commons > 5) : game == DELVE && !t.seat[t.me].dice;
    if (game == COUNCIL) t.exchanges = 2 - (gone + 1) / 2; /* as a rule: the View does not tell */
    return t;
}

static void decide(const json_t *asked) {
    const json_t *view = json_object_get(asked, "view"), *list = json_object_get(view, "choices"), *one, *items = NULL;
    const char   *word = "";
    int           lo = 1, hi = 0, shown[7] = {0};
    Table         t = read_view(view);
    Player       *me = &t.seat[t.me];
    luck = (uint64_t)number(asked, "seed");
    printf("{\"id\":%d,\"word\":\"", number(asked, "id"));
    for (size_t i = 0; (one = json_array_get(list, i)); i++) {
        word = text(one, "word"), items = json_object_get(one, "items");
        if (!strcmp(word, "raise")) lo = number(one, "lo"), hi = number(one, "hi");
        if (!strncmp(word, "keep ", 5)) shown[word[5] - '0'] = (int)json_array_size(items);
    }
    if (!strncmp(word, "keep ", 5)) printf("keep %d", keep_of(shown, me->left));
    else if (!strcmp(word, "reveal")) /* the poorer card: what others want to know is the better one */
        printf("reveal %s", text(json_array_get(items, rank_of(me->card[0]) < rank_of(me->card[1])), "word"));
    else if (!strcmp(word, "exchange")) {
        int first = poorest(&t, me, -1), second = poorest(&t, me, first);
        printf("exchange %s ", first < 0 ? "none" : text(json_array_get(items, (size_t)first), "word"));
        printf("%s", text(json_array_get(items, (size_t)second), "word")); /* nothing, if there is no second */
    } else {
        int total = choose_bet(&t, lo, hi);
        if (total > t.to_match) printf("raise %d", total);
        else printf("%s", total < 0 ? "fold" : me->bet < t.to_match ? "call" : "check");
    }
    puts("\"}");
}

int main(void) {
    size_t room = 0;
    char  *line = NULL; /* lives as long as the program */
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a pipe is no terminal: each line is sent at its end */
    puts("{\"type\":\"hello\",\"version\":1,\"name\":\"sensible\"}");
    while (getline(&line, &room, stdin) > 0) {
        json_t *said = json_loads(line, 0, NULL);
        if (!strcmp(text(said, "type"), "hello"))
            for (game = 0; strcmp(text(said, "game"), game_id[game]) != 0;)
                if (++game == GAMES) return fprintf(stderr, "sensible does not know %s.\n", text(said, "game")), 1;
        if (!strcmp(text(said, "type"), "decide")) decide(said);
        json_decref(said);
    }
}
