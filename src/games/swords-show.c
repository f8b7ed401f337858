/* Swords & Dragons: what hands are worth at the table and typed, and what a View shows besides the pieces. */
#include <stdio.h>

#include "games/swords.h"

static const char *const book_words[BOOK_KINDS] = {
    [HIGH_CARD] = "High card",     [PAIR] = "Pair",   [TWO_PAIR] = "Two-Pair",       [THREE_PAIR] = "Three-Pair",
    [TRIP] = "Trip",               [TWO_TRIP] = "Two-Trip", [QUAD] = "Quad",         [BLAZE] = "Blaze",
    [STRAIGHT] = "Straight",       [FLUSH] = "Flush", [FULL_LARDER] = "Full Larder", [OF_A_KIND] = "Book of a kind",
    [STRAIGHT_FLUSH] = "Straight-Flush", [ROYAL_FLUSH] = "Royal Flush", [FOUR_WYRMS] = "Four Wyrms",
    [DOUBLE_LANCERS] = "Double Lancers"};

static BookRules rules_of(const int16_t *option)
{
    return (BookRules){.blaze = option[OPT_BLAZE],
                       .wyrms_with_common = option[OPT_WYRMS],
                       .double_lancers = option[OPT_LANCERS],
                       .full_larder = option[OPT_LARDER],
                       .cold_logic = option[OPT_LOGIC],
                       .copper_wild = option[OPT_COPPER],
                       .truce_table = option[OPT_TRUCE],
                       .wyrm_fear = option[OPT_FEAR],
                       .named_ace = option[OPT_NAMED_ACE]};
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Swords *g = swords_at(t);
    const Slot   *h = hand_of(g, s);
    for (; ret->cards < g->seat[s].cards; ret->cards++) ret->card[ret->cards] = h[ret->cards].card;
    if (g->commons.n) ret->common[ret->commons++] = common_of(g);
}

static Book book_held(const int16_t *option, const TapHolding *h)
{
    BookRules rules = rules_of(option);
    if (!h->cards && !h->commons) return (Book){0, 0};
    return book_of(h->card, h->cards, h->commons ? h->common[0] : (Card)NO_CARD, &rules);
}

static void tell_book(const int16_t *option, const TapHolding *h, BookTold *ret)
{
    BookRules rules = rules_of(option);
    book_tell(h->card, h->cards, h->commons ? h->common[0] : (Card)NO_CARD, &rules, ret);
}

/* The points of a hand are the cards of its Book: what "a Straight of seven" counts. */
static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    Book b = book_held(option, h);
    book_score(b, ret);
    ret->points = book_length(b);
    if (!parts || !ret->points) return;
    if (h->cards + h->commons > BOOK_CARDS) { /* more than can be told card by card */
        explain(parts, ret->points, "%s of %d", book_words[book_kind(b)], book_length(b));
        return;
    }
    BookTold told;
    tell_book(option, h, &told);
    explain(parts, ret->points, "%s", told.name);
    for (int i = 0; i < told.used; i++) {
        if (h->commons && told.card[i] == h->common[0]) from_common(parts, 0);
        for (int k = 0; k < h->cards; k++)
            if (h->card[k] == told.card[i]) from_card(parts, k);
    }
    for (int i = 0; i < told.used; i++)
        if (told.stands_for[i] != told.card[i])
            explain(parts, 0, "%s stands for the %s", h->deck->face[told.card[i]].name,
                    h->deck->face[told.stands_for[i]].name);
}

/* What each has, and by which step the best beats the next (SWORD-R27). */
static void score_all(const int16_t *option, const TapHolding *h, SeatSet who, TapScore *ret, TapParts *parts)
{
    Book of[MAX_SEATS];
    Seat best = NOBODY, next = NOBODY;
    for (Seat s = 0; s < MAX_SEATS; s++) {
        if (!has(who, s)) continue;
        score(option, &h[s], &ret[s], parts ? &parts[s] : NULL);
        of[s] = book_held(option, &h[s]);
        if (best == NOBODY || book_compare(of[s], of[best]) > 0) next = best, best = s;
        else if (next == NOBODY || book_compare(of[s], of[next]) > 0) next = s;
    }
    if (!parts || next == NOBODY) return;
    BookStep step = book_step(of[best], of[next]);
    if (step != STEP_NONE) explain(&parts[best], 0, "wins %s", book_step_text(step));
}

/* ------------------------------------------------------------- typed hands */

static bool holds(const TapHolding *h, Card c)
{
    for (int i = 0; i < h->cards; i++)
        if (h->card[i] == c) return true;
    return false;
}

static bool is_any_dragon(const char *word, size_t n) { return n == 1 && (*word == 'D' || *word == 'd'); }

/* "ASw 10Ea D2"; "D" is any Dragon that is left, and marked, for it may be any. */
static bool read_hand(const int16_t *option, const char *text, TapHolding *h, TapError *error)
{
    char   words[TAP_WORDS] = "";
    size_t at = 0;
    int    dragons = 0;
    for (const char *p = text; *p;) {
        size_t gap = strspn(p, " ,\t"), n = strcspn(p + gap, " ,\t");
        if (is_any_dragon(p + gap, n)) dragons++;
        else if (at + n + 2 > sizeof words) return fail_with(error, "A hand has at most %d cards.", BOOK_CARDS);
        else at += (size_t)snprintf(words + at, sizeof words - at, "%.*s ", (int)n, p + gap);
        p += gap + n;
    }
    int n = cards_read(h->deck, words, h->card, TAP_HOLDING - BOOK_DRAGONS, error);
    if (n < 0) return false;
    h->cards = (uint8_t)n;
    for (Card c = BOOK_DRAGON; dragons && c < BOOK_FACES; c++)
        if (!holds(h, c)) h->mark[h->cards] = 1, h->card[h->cards++] = c, dragons--;
    if (dragons) return fail_with(error, "There are %d Dragons and no more.", BOOK_DRAGONS);
    if (!h->cards) return fail_with(error, "Type the cards of the hand: ASw 10Ea D1.");
    return true;
}

/* Each card is there once; of Dragons that may be any, four in all. */
static bool check_all(const int16_t *option, const TapHolding *h, int hands, TapError *error)
{
    uint8_t seen[BOOK_FACES] = {0};
    int     dragons = 0;
    if (h->commons) seen[h->common[0]]++, dragons += is_dragon(h->common[0]);
    for (int k = 0; k < hands; k++) {
        if (h[k].cards + h[k].commons > BOOK_CARDS)
            return fail_with(error, "A hand has at most %d cards, the Common among them.", BOOK_CARDS);
        for (int i = 0; i < h[k].cards; i++) {
            Card c = h[k].card[i];
            dragons += is_dragon(c);
            if (!h[k].mark[i] && seen[c]++) return fail_with(error, "The %s is there twice.", h->deck->face[c].name);
        }
    }
    if (dragons > BOOK_DRAGONS) return fail_with(error, "There are %d Dragons and no more.", BOOK_DRAGONS);
    return true;
}

static const TapScoreField fields[] = {
    {.label = "Hand",
     .about = "Type the cards of the hand, trove and all",
     .kind = TAP_SCORE_CARDS,
     .min = 1,
     .max = BOOK_CARDS,
     .example = "5Sw 6Co 7Ch 8Sh D1"},
    {.label = "The Common",
     .key = "common",
     .about = "Say which card lies on top of the Commons",
     .kind = TAP_SCORE_CARDS,
     .min = 0,
     .max = 1,
     .example = "9Ta"},
    {0}};
const Scoring swords_scoring = {.holding = holding,
                                .score = score,
                                .zones = 1ull << Z_TROVE | 1ull << Z_HAND | 1ull << Z_MORE,
                                .commons = 1ull << Z_COMMONS,
                                .running = true,
                                .so_far = "cards in the Book",
                                .unit = "card",
                                .fields = fields,
                                .read = read_hand,
                                .check_all = check_all,
                                .score_all = score_all};

/* ---------------------------------------------------------------- the View */

const char *book_word(const Setup *setup, const Table *t, Seat s)
{
    TapHolding h;
    holding_of(setup, &swords_scoring, t, s, &h);
    return book_words[book_kind(book_held(t->option, &h))];
}

/* The trove and the rest lie apart; a hand of more cards than a choice can name has a zone more. */
void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Swords *g = swords_of(t);
    piece_pile(p, "talon", Z_TALON, NOBODY, &g->talon);
    piece_pile(p, "commons", Z_COMMONS, NOBODY, &g->commons);
    for (Seat s = 0; s < t->seats; s++) {
        Slot *h = hand(g, s);
        int   trove = g->seat[s].trove, open = open_cards(g, s);
        piece_cards(p, "trove", Z_TROVE, s, ROW, SWORDS_DECK, h, trove);
        piece_cards(p, "hand", Z_HAND, s, FAN, SWORDS_DECK, h + trove, open < SHOWN ? open : SHOWN);
        if (open > SHOWN) piece_cards(p, "more", Z_MORE, s, FAN, SWORDS_DECK, h + trove + SHOWN, open - SHOWN);
    }
}

static void show_requests(const Setup *setup, const Swords *g, ViewMaker *m)
{
#define ASKED(what)                                                                                                    \
    {                                                                                                                  \
        "{who} asks {other} for " what ".", "{who} asked {other} for " what ", and got it.",                           \
            "{who} asked {other} for " what ", and drew it.", "{who} asked {other} for " what " in vain."              \
    }
    static const char *const texts[][IN_VAIN + 1] = {[OF_RANK] = ASKED("any {card}"),
                                                     [OF_SUIT] = ASKED("any card of {card}"),
                                                     [THIS_CARD] = ASKED("the {card}"),
                                                     [BY_NAME] = ASKED("the {card} by name"),
                                                     [A_DRAGON] = ASKED("a Dragon")};
    view_zone(m, "asked", Z_ASKED, NOBODY, ROW, 0, 0);
    for (int i = 0; i < g->told; i++) {
        const Asked *a = &g->lately[i];
        Said         said = said_of(a->request);
        view_text(m, setup, texts[a->request.kind][a->outcome], .who = a->who, .other = a->other, .card = said.card,
                  .deck = said.deck);
    }
}

/* The Book card by card as it is read, with what a Dragon stands for, and which is the Common. */
static void show_strip(const Setup *setup, const Swords *g, Seat s, const BookTold *told, ViewMaker *m)
{
    const TapFace *face = setup->content->deck[SWORDS_DECK]->face;
    Card           common = common_of(g);
    for (int i = 0; i < told->used; i++) {
        TapViewItem *card = view_face(m, told->card[i], 0, NOBODY);
        for (const Slot *h = hand_of(g, s); h < hand_of(g, s) + g->seat[s].cards; h++)
            if (h->card == told->card[i]) card->known_by = seats_outward(m->state, m->level, h->known);
        bool wild = told->stands_for[i] != told->card[i];
        if (wild) card->note = "as {what}", card->noted = face[told->stands_for[i]].name;
        else if (told->card[i] == common) card->note = "common";
    }
}

/* Her best Book, and the best that one card more (no Dragon) would make of it. */
static void show_book(const Setup *setup, const Table *t, Seat s, ViewMaker *m)
{
#define BOOK_TEXTS(before, of_n, high, of_rank)                                                                        \
    {                                                                                                                  \
        [HIGH_CARD] = before "a high card" high, [PAIR] = before "a Pair" of_rank,                                     \
        [TWO_PAIR] = before "a Two-Pair" high, [THREE_PAIR] = before "a Three-Pair" high,                              \
        [TRIP] = before "a Trip" of_rank, [TWO_TRIP] = before "a Two-Trip" high, [QUAD] = before "a Quad" of_rank,     \
        [BLAZE] = before "a Blaze" of_n high, [STRAIGHT] = before "a Straight" of_n high,                              \
        [FLUSH] = before "a Flush" of_n high, [FULL_LARDER] = before "a Full Larder" high,                             \
        [OF_A_KIND] = before "{n} of a kind" high, [STRAIGHT_FLUSH] = before "a Straight-Flush" of_n high,             \
        [ROYAL_FLUSH] = before "a Royal Flush" of_n high, [FOUR_WYRMS] = before "Four Wyrms.",                         \
        [DOUBLE_LANCERS] = before "Double Lancers."                                                                    \
    }
    static const char *const now[BOOK_KINDS] =
        BOOK_TEXTS("Your best Book: ", " of {n}", ", {card} high.", " of {card}s.");
    static const char *const next[BOOK_KINDS] = BOOK_TEXTS("The {card} would make it ", " of {n}", ".", ".");
    BookRules  rules = rules_of(t->option);
    TapHolding h;
    BookTold   told;
    holding_of(setup, &swords_scoring, t, s, &h);
    if (!h.cards || !h.commons || h.cards + 2 > BOOK_CARDS) return; /* so many cannot be told */
    Book best = book_held(t->option, &h), better = best;
    Card by = NO_CARD;
    tell_book(t->option, &h, &told);
    view_faces(m, setup, "book", Z_BOOK, s, ROW, SWORDS_DECK);
    view_text(m, setup, now[book_kind(best)], .n = told.used,
              .card = told.stands_for[0] < BOOK_DRAGON ? (Card)rank_of(told.stands_for[0]) : (Card)NO_CARD,
              .deck = RANK_WORDS);
    show_strip(setup, swords_at(t), s, &told, m);
    for (Card c = 0; c < BOOK_DRAGON; c++) {
        if (holds(&h, c) || c == h.common[0]) continue;
        h.card[h.cards] = c;
        Book with = book_of(h.card, h.cards + 1, h.common[0], &rules);
        if (book_compare(with, better) > 0) better = with, by = c;
    }
    if (by == NO_CARD) return;
    view_text(m, setup, next[book_kind(better)], .card = by, .deck = SWORDS_DECK, .n = book_length(better));
}

void swords_counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Swords *g = swords_at(t);
    const Wager  *w = wager_at(t);
    wager_counters(setup, t, m);
    for (Seat s = 0; s < t->seats; s++)
        if (w->paid[s]) view_counter(m, "stake", s, w->paid[s]);
    if (g->active != NOBODY) view_word(m, "round", g->active, "has the Round");
    if (g->told) show_requests(setup, g, m);
    if (m->viewer != NOBODY && has(w->in, m->viewer) && !w->shown) show_book(setup, t, m->viewer, m);
}
