/*
 * Books of Swords & Dragons: the worked examples, and the evaluator against slow judges (tests/support/book_judges.h).
 *
 * TAPROOM_LONG=1 judges millions of hands instead of thousands.
 */
#include <string.h>

#include "book_judges.h"
#include "support.h"

/* So many in `make test`, so many in the long one; a tenth of them where everything is watched. */
static int hands_to_judge(int quick, int thorough)
{
    int hands = getenv("TAPROOM_LONG") ? thorough : quick;
    return SANITIZED ? hands / 10 : hands;
}

/* ---------------------------------------------------------------- hands as text */

static const char *const suits[] = {"Sw", "Ea", "Sk", "Sc", "Co", "Ch", "Sh", "Ta"};
static const char *const ranks[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "N", "Q", "K", "A"};

/* "ASw 10Co D": a Dragon is the first that is not there yet. Every Dragon of a hand is another. */
static int read_cards(const char *text, TapCard *ret)
{
    int n = 0, dragons = 0;
    for (char word[8]; sscanf(text, " %7s", word) == 1; text += strspn(text, " ") + strlen(word)) {
        size_t len = strlen(word);
        int    suit = -1, rank = -1;
        if (!strcmp(word, "D")) {
            ret[n++] = (TapCard)(BOOK_DRAGON + dragons++);
            continue;
        }
        for (int i = 0; i < BOOK_SUITS; i++)
            if (len > 2 && !strcmp(word + len - 2, suits[i])) suit = i;
        for (int i = 0; i < BOOK_RANKS; i++)
            if (strlen(ranks[i]) == len - 2 && !strncmp(word, ranks[i], len - 2)) rank = i;
        CHECK(suit >= 0 && rank >= 0, "'%s' is no card", word);
        ret[n++] = (TapCard)(suit * BOOK_RANKS + rank);
    }
    return n;
}

static const char *card_text(TapCard c)
{
    static char text[4][8];
    static int  at;
    char       *to = text[at++ & 3];
    if (c >= BOOK_DRAGON) snprintf(to, 8, "D%d", c - BOOK_DRAGON + 1);
    else snprintf(to, 8, "%s%s", ranks[c % BOOK_RANKS], suits[c / BOOK_RANKS]);
    return to;
}

static const char *hand_text(const TapCard *card, int n)
{
    static char text[BOOK_CARDS * 5 + 1];
    text[0] = 0;
    for (int i = 0; i < n; i++) strcat(strcat(text, card_text(card[i])), " ");
    return text;
}

static bool *flag_of(BookRules *r, const char *name, size_t len)
{
    const struct {
        const char *name;
        bool       *flag;
    } all[] = {{"blaze", &r->blaze},
               {"wyrms-with-common", &r->wyrms_with_common},
               {"double-lancers", &r->double_lancers},
               {"full-larder", &r->full_larder},
               {"cold-logic", &r->cold_logic},
               {"copper-wild", &r->copper_wild},
               {"truce-table", &r->truce_table},
               {"wyrm-fear", &r->wyrm_fear},
               {"named-ace", &r->named_ace}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strlen(all[i].name) == len && !strncmp(all[i].name, name, len)) return all[i].flag;
    fail_msg("no rule %.*s", (int)len, name);
    return NULL;
}

/* The usual rules, with those named turned round: "blaze named-ace". */
static BookRules rules_of(const char *turned)
{
    BookRules r = usual_books;
    for (; *turned; turned += strspn(turned, " ")) {
        size_t len = strcspn(turned, " ");
        bool  *flag = flag_of(&r, turned, len);
        *flag = !*flag;
        turned += len;
    }
    return r;
}

static Book worth(const char *cards, const char *common, const char *turned)
{
    TapCard   card[BOOK_CARDS + 1], last = TAP_NO_CARD;
    BookRules r = rules_of(turned);
    int       n = read_cards(cards, card);
    if (common && !strcmp(common, "D")) last = BOOK_FACES - 1;
    else if (common) read_cards(common, &last);
    Book b = book_of(card, n, last, &r);
    if (common) card[n++] = last;
    Book by_shapes = judge_shapes(card, n, last, &r);
    CHECK(!book_compare(b, by_shapes), "%s[%s]: %x %llx, but %x %llx by shapes", hand_text(card, n), turned, b.book,
          (unsigned long long)b.hand, by_shapes.book, (unsigned long long)by_shapes.hand);
    return b;
}

/* ---------------------------------------------------------------- worked examples */

typedef struct Pairing {
    const char *clauses, *left, *right; /* right wins unless it begins with '>', then the left; '=': a tie */
    const char *rules, *common;
    BookStep    step;
} Pairing;

#define LEFT ">"
#define TIE "="

static const Pairing pairings[] = {
    /* the rulebook's and the clause file's: SWORD-T1 to SWORD-T7, SWORD-C1 to SWORD-C20 */
    {"SWORD-T1 SWORD-C1", "2Co 5Co 7Co 9Co KCo", "3Sw 3Co 3Ch 3Sh 3Ta", "", NULL, STEP_KIND},
    {"SWORD-T2 SWORD-C2 SWORD-R27", "2Co 3Ch 4Co 5Sh 6Co 7Ta 8Co", LEFT "10Ch NCh QCh KCh ACh", "", NULL, STEP_LENGTH},
    {"SWORD-T3", "4Sw 5Sw 6Co 7Ch 8Sh", LEFT "4Sw 5Ch 6Co 7Ta 8Ta", "", NULL, STEP_SWORDS},
    {"SWORD-T4 SWORD-Q9", "4Sw 5Co 6Co 7Ch 8Sh 2Ta ACo", LEFT "4Ch 5Sw 6Ch 7Ta 8Ta 2Sh KTa", "", NULL, STEP_HAND},
    {"SWORD-Q9", "4Sw 5Co 6Co 7Ch 8Sh 2Ta ACo", "5Sw 6Ch 7Ta 8Ta 9Sh 2Sh KTa", "", NULL, STEP_RANK},
    {"SWORD-T5 SWORD-C4 SWORD-R29", "2Co 2Ch 2Sh", LEFT "ACo ACh KCo KCh", "", NULL, STEP_KIND},
    {"SWORD-T5 SWORD-C5", "2Co 2Ch 2Sh", LEFT "ACo ACh KCo KCh QCo QCh", "", NULL, STEP_KIND},
    {"SWORD-T6 SWORD-C6", "2Co 2Ch 2Sh 2Ta", LEFT "ACo ACh ASh KCo KCh KSh", "", NULL, STEP_KIND},
    {"SWORD-T7 SWORD-C9", "D D D D", LEFT "2Sw 3Sw 4Sw 5Sw 6Sw 7Sw 8Sw 9Sw 10Sw NSw QSw KSw ASw", "", NULL, STEP_KIND},
    {"SWORD-C3", "4Sw 5Sw 6Co 7Ch 8Sh", LEFT "6Co 7Sw 8Ch 9Sh 10Ta", "", NULL, STEP_SWORDS},
    {"SWORD-C7 SWORD-Q1", "2Co 3Ch 4Sh 5Ta 6Co", LEFT "ACo ACh ASh KCo KCh KSh", "", NULL, STEP_KIND},
    {"SWORD-C8 SWORD-Q1", "2Co 3Ch 4Sh 5Ta 6Co", LEFT "ACo ACh KCo KCh QCo QCh", "", NULL, STEP_KIND},
    {"SWORD-C15 SWORD-R37", "2Co 3Ch 4Sh 5Ta 6Co", LEFT "KCo KCh KSh QTa QCo", "", NULL, STEP_KIND},
    {"SWORD-C20 SWORD-R35", "2Ea 3Sk 4Co 5Ch 6Sh", "2Co 2Ch 9Ta", "", NULL, STEP_KIND},
    /* the order of R28 where the list alone decides */
    {"SWORD-R28", "ASw KSw QSw NSw", "2Co 2Ch", "", NULL, STEP_KIND},
    {"SWORD-R28", "ASw ACo", "2Co 2Ch 3Co 3Ch", "", NULL, STEP_KIND},
    {"SWORD-R28", "ASw ACo KSw KCo", "2Co 2Ch 3Co 3Ch 4Co 4Ch", "", NULL, STEP_KIND},
    {"SWORD-R28", "ASw ACo ASh", "2Co 2Ch 2Sh 3Co 3Ch 3Sh", "", NULL, STEP_KIND},
    {"SWORD-R28", "10Sw NCo QSw KSw ACo", "2Co 4Co 5Co 6Co 7Co", "", NULL, STEP_KIND},
    {"SWORD-R28 SWORD-Q7", "2Sw 2Co 2Ch 2Sh 2Ta", "3Co 4Co 5Co 6Co 7Co", "", NULL, STEP_KIND},
    {"SWORD-R28", "9Sw 10Sw NSw QSw KSw", "10Co NCo QCo KCo ACo", "", NULL, STEP_KIND},
    {"SWORD-Q7", "2Co 3Ch 4Sh 5Ta 6Co", LEFT "ASw ACo ACh ASh", "", NULL, STEP_KIND},
    {"SWORD-Q13", "2Co 3Co 4Co 5Co 6Co 9Co KCo", LEFT "2Sw 3Sw 4Sw 5Sw 6Sw 7Sw", "", NULL, STEP_LENGTH},
    {"SWORD-R2", "ACo 3Ch", LEFT "KCo QCh", "", NULL, STEP_HAND},
    {"SWORD-R2 SWORD-R34", "6Co 2Ch 3Sh 4Ta 5Co", LEFT "ACo 2Ch 3Sh 4Ta 5Co", "", NULL, STEP_RANK},
    {"SWORD-Q12", "ACo 2Ch 3Sh 4Ta 5Co", LEFT "QCo KCh ACo 2Sh 3Ta", "", NULL, STEP_KIND},
    {"SWORD-Q11", "KCo KCh KSh QCo QCh", "KCo KCh KSh KTa", "blaze", NULL, STEP_KIND},
    /* ties: SWORD-R30 to SWORD-R33, SWORD-Q10, SWORD-Q30, SWORD-Q31 */
    {"SWORD-R30", "3Sw 5Co", LEFT "2Sw ACo", "", NULL, STEP_RANK},
    {"SWORD-R30", "2Sw 5Co", LEFT "ACo KCh", "", NULL, STEP_SWORDS},
    {"SWORD-R30 SWORD-Q10", "ACo KCh 3Co", "ASh KTa 4Ta", "", NULL, STEP_HAND},
    {"SWORD-Q30", "ACo 5Co", LEFT "KCh 6Co", "", "9Sw", STEP_HAND},
    {"SWORD-R31", "2Sw 2Co", LEFT "ACo ACh", "", NULL, STEP_SWORDS},
    {"SWORD-R31", "9Co 9Ch 3Co 3Ch 5Ta", "9Sh 9Ta 4Co 4Ch 2Co", "", NULL, STEP_RANK},
    {"SWORD-R31", "9Co 9Ch 7Co 7Ch 3Sh 3Co", "9Sh 9Ta 7Sh 7Ta 4Co 4Ch", "", NULL, STEP_RANK},
    {"SWORD-R33", "2Sw 3Sw 4Sw 5Sw 7Sw", LEFT "ACo KCo QCo NCo 9Co", "", NULL, STEP_SWORDS},
    {"SWORD-R33", "2Co 3Co 4Co 5Co ACo 10Ch", LEFT "3Co 4Co 5Co 6Co 8Co", "", NULL, STEP_KIND},
    {"SWORD-R33", "3Co 5Co 7Co 9Co QCo", LEFT "4Ta 6Ta 8Ta 9Ta NTa", "", NULL, STEP_RANK},
    {"SWORD-Q2", "KSw QCo QCh NSh NTa", LEFT "KCo KCh KSh KTa QCo", "", NULL, STEP_SWORDS},
    {"SWORD-Q2", "KCo QCo QCh NSh NTa", "KCh KSh NCo NCh NTa", "", NULL, STEP_RANK},
    {"SWORD-Q2", "KCo QCo QCh NSh NTa NCo", LEFT "2Co 3Ch 4Sh 5Ta 6Co", "", NULL, STEP_LENGTH},
    {"SWORD-Q2", "KCo QCo QCh NSh NTa KSh", "2Co 2Ch 2Sh", "blaze", NULL, STEP_KIND},
    {"SWORD-Q10", "ACo ACh 7Co 5Ta", LEFT "ASh ATa 7Ch", "", NULL, STEP_LONGER_HAND},
    {"SWORD-Q10", "ACo ACh 7Co 5Ta", TIE "ASh ATa 7Ch 5Co", "", NULL, STEP_NONE},
    {"SWORD-Q10 SWORD-Q5", "9Co 9Ch 2Ea ASk", LEFT "9Sh 9Ta 2Sk KEa", "", NULL, STEP_HAND},
    {"SWORD-Q31", "D 9Co 5Co 3Ta", TIE "9Sw 9Ch 5Ta 3Co", "", NULL, STEP_NONE},
    {"SWORD-Q28", "7Co 5Ta", "7Ch 6Ta", "", "7Sh", STEP_HAND},
    /* Dragons: SWORD-R36, SWORD-Q3, SWORD-Q4, SWORD-Q5 */
    {"SWORD-R36", "D KCo", LEFT "KCh KSh", "", NULL, STEP_SWORDS},
    {"SWORD-Q3", "D D D 3Sw 3Ea 3Sc 3Co 3Ch 3Sh 3Ta", LEFT "2Sw 3Sw 4Sw 5Sw 6Sw 7Sw 8Sw 9Sw 10Sw", "", NULL,
     STEP_LENGTH},
    {"SWORD-Q4", "D D D 2Co", LEFT "10Sw NSw QSw KSw ASw 9Sw", "", "D", STEP_KIND},
    {"SWORD-Q4", "D D D 2Co", "10Co NCh QCo KCo ACo 9Sw", "wyrms-with-common", "D", STEP_LENGTH},
    {"SWORD-R35 SWORD-Q5", "3Ea 4Ea 5Ea 6Sk 7Sk", "2Co 2Ch", "", NULL, STEP_KIND},
    {"SWORD-R35", "3Ea 4Co 5Ea 6Sk 7Sk 2Sh 8Ch 9Ta 10Co", LEFT "2Co 3Co 5Co 6Co", "", NULL, STEP_KIND},
    {"SWORD-R32 SWORD-Q12", "D 2Co 3Ch 4Co 5Ch 6Co 7Ch 8Co 9Ch 10Co NCh QCo KCh ACo",
     LEFT "2Ta 3Sh 4Ta 5Sh 6Ta 7Sh 8Ta 9Sh 10Ta NSh QTa KSh ATa ASh", "", NULL, STEP_SWORDS},
    /* SWORD-V1, one variant after the other */
    {"SWORD-V1", "NEa NSw", LEFT "D D D D", "double-lancers", NULL, STEP_KIND},
    {"SWORD-V1", "NSk NSw", LEFT "D D D D", "double-lancers", NULL, STEP_KIND},
    {"SWORD-V1 SWORD-R35", "NEa NSk", "2Co 2Ch 2Sh", "double-lancers", NULL, STEP_KIND},
    {"SWORD-V1", "NEa D", "2Co 2Ch 2Sh", "double-lancers", NULL, STEP_KIND},
    {"SWORD-V1", "NEa NSk", LEFT "D D D D", "double-lancers truce-table", NULL, STEP_KIND},
    {"SWORD-Q32", "NEa KCo", LEFT "NSk QCo", "double-lancers", "NSw", STEP_HAND},
    {"SWORD-V1", "3Co 3Ch 3Sh 2Co 2Ch", LEFT "ASw KSw QSw NSw 9Sw", "full-larder", NULL, STEP_KIND},
    {"SWORD-V1", "ACo ACh ASh KCo KCh", "2Co 2Ch 2Sh 2Ta 2Sw", "full-larder", NULL, STEP_KIND},
    {"SWORD-V1", "3Co 3Ch 3Sh 2Sw 2Ch", LEFT "ACo ACh ASh KCo KCh", "full-larder", NULL, STEP_SWORDS},
    {"SWORD-V1", "3Co 3Ch 2Sh 2Ta D", "ACo ACh ASh KCo KSw", "full-larder cold-logic", NULL, STEP_RANK},
    {"SWORD-V1", "2Sw 2Co", "3Co 3Ch", "cold-logic", NULL, STEP_RANK},
    {"SWORD-V1", "3Sw 5Co", "2Co 6Co", "cold-logic", NULL, STEP_HAND},
    {"SWORD-V1", "2Co 2Ch ACo ACh", LEFT "KCo KCh KSh", "copper-wild", NULL, STEP_KIND},
    {"SWORD-V1", "D D D 2Co", "KSw KCo KCh KSh 2Sh 2Ta", "copper-wild", NULL, STEP_KIND},
    {"SWORD-Q32", "2Sk 3Ea 4Ea 5Ea 6Ea", LEFT "3Co 4Ch 5Sh 6Ta 7Sw", "copper-wild", NULL, STEP_KIND},
    {"SWORD-V1", "2Ea 3Sk 4Co 5Ch 6Sh", LEFT "2Co 2Ch 9Ta", "truce-table", NULL, STEP_KIND},
    {"SWORD-V1", "D KCo KCh", "3Co 3Ch 3Sh", "wyrm-fear", NULL, STEP_KIND},
    {"SWORD-V1 SWORD-Q10", "D KCo KCh", LEFT "QCo KSh KTa", "wyrm-fear", NULL, STEP_HAND},
    {"SWORD-V1", "D D D D", LEFT "2Co 2Ch 2Sh", "wyrm-fear", NULL, STEP_KIND},
    {"SWORD-V1", "ASw ACo 3Co 3Ch 2Ta", LEFT "ASh ATa 3Sw 3Ta KCo", "named-ace", NULL, STEP_ACE},
    {"SWORD-V1", "ASw ACo 3Co 3Ch 2Ta", "ASh ATa 3Sw 3Ta KCo", "", NULL, STEP_HAND},
};

static void every_worked_example(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairings / sizeof *pairings; i++) {
        const Pairing *p = &pairings[i];
        int  wanted = p->right[0] == '>' ? 1 : p->right[0] == '=' ? 0 : -1;
        Book left = worth(p->left, p->common, p->rules), right = worth(p->right + (wanted >= 0), p->common, p->rules);
        CHECK(book_compare(left, right) == wanted && book_compare(right, left) == -wanted,
              "%s: %s against %s [%s] gives %d", p->clauses, p->left, p->right, p->rules, book_compare(left, right));
        CHECK(book_step(left, right) == p->step && book_step(right, left) == p->step,
              "%s: %s against %s [%s] is decided %s", p->clauses, p->left, p->right, p->rules,
              book_step_text(book_step(left, right)));
        TapScore score[2];
        book_score(left, &score[0]), book_score(right, &score[1]);
        CHECK(tap_score_compare(&score[0], &score[1]) == wanted, "%s: as scores they compare otherwise", p->clauses);
    }
}

/* ---------------------------------------------------------------- names */

typedef struct Named {
    const char *clauses, *hand, *rules, *common, *name, *stands_for; /* of the Book's cards, in order */
} Named;

static const Named names[] = {
    /* SWORD-T8, SWORD-T9, SWORD-R38 */
    {"SWORD-T8", "NSw NCo", "", NULL, "Pair of Knights, 1 Sword", "NSw NCo"},
    {"SWORD-T8", "8Co 8Ch 9Co 9Ch", "", NULL, "Two-Pair, nines and eights", "9Co 9Ch 8Co 8Ch"},
    {"SWORD-T8", "4Co 4Ch 7Co 7Ch NCo NCh", "", NULL, "Three-Pair, Knights, sevens and fours",
     "NCo NCh 7Co 7Ch 4Co 4Ch"},
    {"SWORD-T8", "QCo QCh QSh", "", NULL, "Trip of Queens", "QCo QCh QSh"},
    {"SWORD-T8", "2Co 2Ch 2Sh QCo QCh QSh", "", NULL, "Two-Trip, Queens and twos", "QCo QCh QSh 2Co 2Ch 2Sh"},
    {"SWORD-T8", "10Co 10Ch 10Sh 10Ta", "", NULL, "Quad of tens", "10Co 10Ch 10Sh 10Ta"},
    {"SWORD-T8 SWORD-R38", "ACo ACh ASh ATa ASw ASc", "", NULL, "Hext of Aces, 1 Sword", "ASw ASc ACo ACh ASh ATa"},
    {"SWORD-T9", "ACo KCh QSh NTa 10Co", "", NULL, "Straight of 5, Ace high", "ACo KCh QSh NTa 10Co"},
    {"SWORD-T9 SWORD-R34", "5Co 4Ch 3Sh 2Ta ACo", "", NULL, "Straight of 5, five high", "5Co 4Ch 3Sh 2Ta ACo"},
    {"SWORD-R38", "3Sw 3Co 3Ch 3Sh 3Ta", "", NULL, "Pent of threes, 1 Sword", "3Sw 3Co 3Ch 3Sh 3Ta"},
    {"SWORD-R38", "D 3Sw 3Ea 3Sc 3Co 3Ch 3Sh 3Ta", "", NULL, "Oct of threes, 2 Swords",
     "3Sw 3Ea 3Sc 3Co 3Ch 3Sh 3Ta 3Sw"},
    {"SWORD-R38", "3Sw 3Ea 3Sc 3Co 3Ch 3Sh 3Ta 3Sk", "", NULL, "Sept of threes, 1 Sword",
     "3Sw 3Ea 3Sc 3Co 3Ch 3Sh 3Ta"},
    {"SWORD-R38", "D D 3Sw 3Ea 3Sc 3Co 3Ch 3Sh 3Ta", "", NULL, "Non of threes, 3 Swords", NULL},
    {"SWORD-R38 SWORD-Q3", "D D D 3Sw 3Ea 3Sc 3Co 3Ch 3Sh 3Ta", "", NULL, "Dix of threes, 4 Swords", NULL},
    {"SWORD-Q32", "2Sw 2Co D D 3Sw 3Ea 3Sc 3Co 3Ch 3Sh 3Ta", "copper-wild", NULL, "11 of a kind, threes, 5 Swords",
     NULL},
    {"SWORD-R30", "2Sw KCo", "", NULL, "High card, two of Swords", "2Sw"},
    {"SWORD-R30", "2Co KCo", "", NULL, "High card, King", "KCo"},
    {"SWORD-R36", "D", "", NULL, "High card, Ace of Swords", "ASw"},
    {"SWORD-V1", "D D", "wyrm-fear", NULL, "No Book: the Dragons are not wild", ""},
    {"SWORD-R33", "2Co 5Co 7Co 9Co D", "", NULL, "Flush of 5 in Coins, Ace high", "ACo 9Co 7Co 5Co 2Co"},
    {"SWORD-R34", "5Co 6Co 8Co 9Co D", "", NULL, "Straight-Flush of 5 in Coins, nine high", "9Co 8Co 7Co 6Co 5Co"},
    {"SWORD-R33", "10Ch NCh D KCh ACh", "", NULL, "Royal Flush of 5 in Chalice", "ACh KCh QCh NCh 10Ch"},
    {"SWORD-Q2", "KCo QSw NCo NTa D QEa", "", NULL, "Blaze of 6, 2 Swords", "KSw KCo QSw QEa NCo NTa"},
    {"SWORD-R28", "D D D 9Co", "", "D", "Four Wyrms", "D1 D2 D3 D4"},
    {"SWORD-V1", "NSk 3Co NSw", "double-lancers", NULL, "Double Lancers", "NSw NSk"},
    {"SWORD-V1", "3Co 3Ch D 8Co 8Ch 2Ta", "full-larder", NULL, "Full Larder, eights and threes, 1 Sword",
     "8Co 8Ch 8Sw 3Co 3Ch"},
    /* SWORD-R32: the Dragon left over makes a Sword of the King, for the Ace is one */
    {"SWORD-Q12", "2Co 3Ch 4Co 5Ch 6Co 7Ch 8Co 9Ch 10Co NCh QCo KCh ASw D", "", NULL,
     "Straight of 13, Ace high, 2 Swords", "ASw KSw QCo NCh 10Co 9Ch 8Co 7Ch 6Co 5Ch 4Co 3Ch 2Co"},
    {"SWORD-Q12", "2Co 3Ch 4Co 5Ch 6Co 7Ch 8Co 9Ch 10Co NCh QCo KCh ASw", "", "D", "Straight of 13, Ace high, 2 Swords",
     "ASw KSw QCo NCh 10Co 9Ch 8Co 7Ch 6Co 5Ch 4Co 3Ch 2Co"},
    /* SWORD-Q31: Eagles or Skulls, equal but for what the Dragon stands for */
    {"SWORD-Q31", "3Sw 4Co 6Ea 5Sk 7Co D", "", NULL, "Straight of 5, seven high, 2 Swords", "7Co 6Sw 5Sk 4Co 3Sw"},
};

static void every_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const Named *p = &names[i];
        TapCard      card[BOOK_CARDS], common = TAP_NO_CARD;
        BookRules    r = rules_of(p->rules);
        BookTold     told;
        if (p->common) common = BOOK_FACES - 1;
        book_tell(card, read_cards(p->hand, card), common, &r, &told);
        CHECK(!strcmp(told.name, p->name), "%s: %s is told as '%s', not '%s'", p->clauses, p->hand, told.name, p->name);
        char stands_for[BOOK_CARDS * 5 + 1] = "";
        snprintf(stands_for, sizeof stands_for, "%s", hand_text(told.stands_for, told.used));
        if (p->stands_for)
            CHECK(!strncmp(stands_for, p->stands_for, strlen(p->stands_for)) &&
                      strlen(stands_for) <= strlen(p->stands_for) + 1,
                  "%s: %s is laid out as %s, not %s", p->clauses, p->hand, stands_for, p->stands_for);
    }
}

/* ---------------------------------------------------------------- against the judges */

/* Half of the hands come from few suits or ranks and with Dragons, so that rare Books are met. */
static void deal(TapRng *rng, TapCard *card, int n)
{
    TapCard  deck[BOOK_FACES];
    int      m = 0, k = 0, mode = tap_rng_below(rng, 2) ? 0 : 1 + (int)tap_rng_below(rng, 4);
    unsigned some_suits = 0xFF, some_ranks = 0x1FFF;
    if (mode == 1 || mode == 2) some_suits = some_ranks = 0;
    for (uint32_t i = 0; mode == 1 && i < 1 + tap_rng_below(rng, 3); i++) some_suits |= 1u << tap_rng_below(rng, 8);
    for (uint32_t i = 0; mode == 2 && i < 2 + tap_rng_below(rng, 5); i++) some_ranks |= 1u << tap_rng_below(rng, 13);
    if (mode == 1) some_ranks = 0x1FFF, some_suits |= 1u << tap_rng_below(rng, 8);
    if (mode == 2) some_suits = 0xFF, some_ranks |= 1u << tap_rng_below(rng, 13);
    if (mode == 3) some_ranks = 7u << KNIGHT | 1u << tap_rng_below(rng, 13);
    if (mode == 4) some_suits = 1u << SWORDS | 1u << EAGLES | 1u << SKULLS | 1u << tap_rng_below(rng, 8);
    for (int dragons = mode ? (int)tap_rng_below(rng, 5) : 0; dragons && k < n; dragons--, k++)
        card[k] = (TapCard)(BOOK_DRAGON + k);
    int dealt = k;
    for (int i = 0; i < BOOK_DRAGON; i++)
        if (some_suits >> i / BOOK_RANKS & 1 && some_ranks >> i % BOOK_RANKS & 1) deck[m++] = (TapCard)i;
    for (int i = BOOK_DRAGON; i < BOOK_FACES && !mode; i++) deck[m++] = (TapCard)i;
    /* too few of them: the others follow */
    for (int i = 0, others = n - dealt - m; i < BOOK_DRAGON && others > 0; i++)
        if (!(some_suits >> i / BOOK_RANKS & 1 && some_ranks >> i % BOOK_RANKS & 1)) deck[m++] = (TapCard)i, others--;
    for (; k < n; k++) {
        uint32_t i = tap_rng_below(rng, (uint32_t)m);
        card[k] = deck[i];
        deck[i] = deck[--m];
    }
    /* the Common is the last one */
    uint32_t i = tap_rng_below(rng, (uint32_t)n);
    TapCard  last = card[i];
    card[i] = card[n - 1];
    card[n - 1] = last;
}

static BookRules some_rules(TapRng *rng)
{
    BookRules r = usual_books;
    bool     *flag[] = {&r.blaze,       &r.wyrms_with_common, &r.double_lancers, &r.full_larder, &r.cold_logic,
                        &r.copper_wild, &r.truce_table,       &r.wyrm_fear,      &r.named_ace};
    for (int i = 0; i < 9; i++)
        if (!tap_rng_below(rng, 4)) *flag[i] = !*flag[i];
    return r;
}

typedef Book (*Judge)(const TapCard *, int, TapCard, const BookRules *);

static void agrees(Book fast, Book slow, const TapCard *card, int n, const BookRules *r, const char *judge)
{
    const bool *f = (const bool *)r;
    CHECK(!book_compare(fast, slow), "%s(rules %d%d%d%d%d%d%d%d%d): %x %016llx, but %x %016llx %s", hand_text(card, n),
          f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], fast.book, (unsigned long long)fast.hand, slow.book,
          (unsigned long long)slow.hand, judge);
}

/* What is told is the Book that was judged: real cards, natural ones as themselves, worth as much, with that Hand. */
static void told_rightly(const TapCard *card, int n, TapCard common, const BookRules *r, Book judged)
{
    BookTold told;
    TapCard  outside[BOOK_CARDS];
    int      aces = 0, rest = 0, used = 0;
    bool     any_wild = false;
    book_tell(card, common == TAP_NO_CARD ? n : n - 1, common, r, &told);
    for (int i = 0; i < n; i++) {
        if (told.in_book >> i & 1) {
            int at = 0;
            while (at < told.used && told.card[at] != card[i]) at++;
            CHECK(at < told.used, "%s: %s is in the Book and is not told", hand_text(card, n), card_text(card[i]));
            CHECK(told.stands_for[at] == card[i] || judge_wild(card[i], r), "%s: %s is not wild", hand_text(card, n),
                  card_text(card[i]));
            any_wild |= judge_wild(card[i], r);
            used++;
        } else if (card[i] >= BOOK_DRAGON || judge_wild(card[i], r)) aces++;
        else outside[rest++] = card[i];
    }
    CHECK(used == told.used && told.name[0], "%s: told are %d cards of %d", hand_text(card, n), told.used, used);
    if (book_kind(judged) == FOUR_WYRMS || !used) return; /* Dragons as themselves */
    uint32_t book = judge_book(told.stands_for, used, any_wild, r);
    uint64_t hand = judge_hand(outside, rest) + judge_hand(told.stands_for, used) + ((uint64_t)aces << 59);
    CHECK(book == judged.book && hand == judged.hand, "%s: told as %s, %s", hand_text(card, n), told.name,
          hand_text(told.stands_for, used));
}

static int wild_ones(const TapCard *card, int n, const BookRules *r)
{
    int wild = 0;
    for (int i = 0; i < n; i++) wild += judge_wild(card[i], r);
    return wild;
}

static void the_fast_one_is_right(bool usual, int hands)
{
    TapRng rng;
    int    met[BOOK_KINDS] = {0};
    tap_rng_fast(&rng, usual ? 11 : 12);
    for (int i = 0; i < hands; i++) {
        TapCard   card[BOOK_CARDS];
        BookRules r = usual ? usual_books : some_rules(&rng);
        int       n = 3 + (int)tap_rng_below(&rng, 12);
        deal(&rng, card, n);
        TapCard common = tap_rng_below(&rng, 2) ? card[n - 1] : TAP_NO_CARD;
        Book    b = book_of(card, common == TAP_NO_CARD ? n : n - 1, common, &r);
        agrees(b, judge_subsets(card, n, common, &r), card, n, &r, "by subsets");
        told_rightly(card, n, common, &r, b);
        met[book_kind(b)]++;
    }
    for (int kind = HIGH_CARD; kind < BOOK_KINDS; kind++)
        if (!usual || (kind != FULL_LARDER && kind != DOUBLE_LANCERS))
            CHECK(met[kind] * 3000 >= hands, "kind %d was met only %d times in %d hands", kind, met[kind], hands);
}

/* SWORD-R27 to SWORD-R37 in whatever combination chance finds. */
static void usual_hands(void **state)
{
    (void)state;
    the_fast_one_is_right(true, hands_to_judge(10000, 3000000));
}
static void hands_of_variants(void **state)
{
    (void)state;
    the_fast_one_is_right(false, hands_to_judge(10000, 1000000));
}

/* The second judge knows what is of use to a Book; the third tries everything. So the hands are small. */
static void the_judges_agree(void **state)
{
    (void)state;
    TapRng rng;
    int    hands = hands_to_judge(300, 20000), at_most[] = {9, 7, 4, 2};
    tap_rng_fast(&rng, 13);
    for (int i = 0; i < hands;) {
        TapCard   card[BOOK_CARDS];
        BookRules r = i % 2 ? usual_books : some_rules(&rng);
        int       n = 1 + (int)tap_rng_below(&rng, 9);
        deal(&rng, card, n);
        int wild = wild_ones(card, n, &r);
        if (wild > 3 || n - wild > at_most[wild] || (wild == 3 && tap_rng_below(&rng, 10))) continue;
        TapCard common = tap_rng_below(&rng, 2) ? card[n - 1] : TAP_NO_CARD;
        Book    b = judge_purely(card, n, common, &r);
        agrees(judge_subsets(card, n, common, &r), b, card, n, &r, "purely (subsets)");
        agrees(judge_shapes(card, n, common, &r), b, card, n, &r, "purely (shapes)");
        agrees(book_of(card, common == TAP_NO_CARD ? n : n - 1, common, &r), b, card, n, &r, "purely");
        i++;
    }
}

/* Two players can grow hands of 53 cards and the Common. */
static void large_hands(void **state)
{
    (void)state;
    TapRng rng;
    int    hands = hands_to_judge(10000, 300000);
    tap_rng_fast(&rng, 14);
    for (int i = 0; i < hands; i++) {
        TapCard   card[BOOK_CARDS];
        BookRules r = i % 2 ? usual_books : some_rules(&rng);
        int       n = 15 + (int)tap_rng_below(&rng, BOOK_CARDS - 14);
        deal(&rng, card, n);
        TapCard common = tap_rng_below(&rng, 2) ? card[n - 1] : TAP_NO_CARD;
        Book    b = book_of(card, common == TAP_NO_CARD ? n : n - 1, common, &r);
        agrees(b, judge_shapes(card, n, common, &r), card, n, &r, "by shapes");
        told_rightly(card, n, common, &r, b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_worked_example), cmocka_unit_test(every_name),        cmocka_unit_test(usual_hands),
        cmocka_unit_test(hands_of_variants),    cmocka_unit_test(the_judges_agree), cmocka_unit_test(large_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
