#include "server/programs/bot_message.h"

#include <assert.h>
#include <string.h>

#include <jansson.h>

enum { WORDS = 64 /* so many complete answers are listed */ };

void bot_write_hello(Out *o, const TapSetup *setup, const char *table, TapSeat seat, const char *token)
{
    int n;
    const TapOption *option = tap_game_options(setup->game, &n);
    out_open(o, NULL, '{');
    out_string(o, "type", "hello");
    out_number(o, "version", BOT_PROTOCOL);
    out_string(o, "server", "taproom " TAP_VERSION);
    out_string(o, "game", tap_game_id(setup->game));
    out_number(o, "rules", tap_game_rules_version(setup->game));
    out_number(o, "seats", setup->seats);
    out_open(o, "options", '[');
    for (int i = 0; i < n; i++) {
        char words[80];
        tap_option_write(&option[i], setup->option[i], words, sizeof words);
        out_string(o, NULL, words);
    }
    out_close(o, ']');
    out_string(o, "table", table);
    if (seat != TAP_NOBODY) out_number(o, "seat", seat);
    out_string(o, "token", token);
    out_close(o, '}');
}

/* A table's id, or a link that ends in it. */
static void copy_table(const char *text, char ret[TABLE_BYTES])
{
    size_t n = strcspn(text, "?#");
    size_t at = n;
    while (at && text[at - 1] != '/') at--;
    snprintf(ret, TABLE_BYTES, "%.*s", (int)(n - at), text + at);
}

const char *bot_read_hello(const char *text, size_t n, BotHello *ret, const char **ret_code)
{
    json_t *said = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(said, "type")),
               *table = json_string_value(json_object_get(said, "table"));
    const char *name = json_string_value(json_object_get(said, "name")),
               *token = json_string_value(json_object_get(said, "token"));
    const json_t *version = json_object_get(said, "version"), *seat = json_object_get(said, "seat");
    const char *why = NULL;
    *ret = (BotHello){.seat = TAP_NOBODY};
    *ret_code = "bad-message";
    if (!type || strcmp(type, "hello")) why = "Say hello first: type, version, table.";
    else if (json_integer_value(version) != BOT_PROTOCOL)
        *ret_code = "bad-version", why = "This server speaks version 1 of the bot protocol.";
    else if (!table || strlen(table) > 300) why = "Which table? 'table' is its id or its link.";
    else if (seat && !json_is_null(seat) &&
             (!json_is_integer(seat) || json_integer_value(seat) < 0 || json_integer_value(seat) >= TAP_SEATS))
        why = "'seat' is no seat.";
    else if (token && strlen(token) >= sizeof ret->token)
        *ret_code = "bad-token", why = "That token opens no seat at this table.";
    else {
        copy_table(table, ret->table);
        if (!name || !text_clean(name, LIMIT_NAME, ret->name, sizeof ret->name)) strcpy(ret->name, "A bot");
        if (token) strcpy(ret->token, token);
        if (json_is_integer(seat)) ret->seat = (TapSeat)json_integer_value(seat);
    }
    json_decref(said);
    return why;
}

bool bot_has_choice(const TapSetup *setup, const TapState *state, TapSeat seat, TapMove *ret_only)
{
    TapChoices c;
    tap_choices(setup, state, seat, &c);
    if (c.n != 1 || tap_choice_count(&c.choice[0]) != 1) return true;
    *ret_only = tap_choice_nth(&c.choice[0], 0);
    return false;
}

static void write_words(Out *o, const TapSetup *setup, const TapState *state, TapSeat seat)
{
    TapChoices c;
    TapMove    move[WORDS];
    char       word[TAP_WORDS];
    tap_choices(setup, state, seat, &c);
    int      moves = tap_choices_sample(&c, move, WORDS), listed = 0;
    uint64_t all = 0;
    for (int i = 0; i < c.n; i++) {
        uint64_t more = tap_choice_count(&c.choice[i]);
        all = all + more < all ? UINT64_MAX : all + more;
    }
    out_open(o, "words", '[');
    for (int i = 0; i < moves; i++) {
        if (!tap_move_write(setup, state, seat, move[i], word, sizeof word)) continue;
        listed++;
        out_string(o, NULL, word);
    }
    out_close(o, ']');
    out_bool(o, "complete", all == (uint64_t)listed);
}

/* The bets of the hand under way, the first of them first. */
static void write_seen(Out *o, const TapSetup *setup, const TapState *state, const TapSeen *seen)
{
    int n = tap_seen_bets(seen, setup, state);
    out_open(o, "seen", '[');
    for (int i = 0; i < n; i++) {
        const TapSeenBet *b = &seen->bet[i];
        out_open(o, NULL, '{');
        out_number(o, "seat", b->who);
        out_number(o, "round", b->round);
        out_string(o, "act",
                   b->act == TAP_SEEN_FOLD    ? "fold"
                   : b->act == TAP_SEEN_RAISE ? "raise"
                   : b->paid                  ? "call"
                                              : "check");
        out_number(o, "to", b->to);
        if (b->all_in) out_bool(o, "all_in", true);
        out_close(o, '}');
    }
    out_close(o, ']');
}

void bot_write_decide(Out *o, const TapSetup *setup, const TapState *state, const TapSeen *seen, TapSeat seat,
                      uint64_t id, int deadline_ms, uint32_t seed, ViewScratch *scratch)
{
    out_open(o, NULL, '{');
    out_string(o, "type", "decide");
    out_number(o, "id", (int64_t)id);
    out_number(o, "seat", seat);
    out_number(o, "deadline_ms", deadline_ms);
    out_number(o, "seed", seed);
    write_words(o, setup, state, seat);
    out_view(o, setup, state, seat, scratch);
    write_seen(o, setup, state, seen);
    out_close(o, '}');
}

BotSaid bot_read_answer(const char *text, size_t n, uint64_t id, const TapSetup *setup, const TapState *state,
                        TapSeat seat, TapMove *ret)
{
    json_t *said = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL), *number = json_object_get(said, "id"),
           *word = json_object_get(said, "word");
    TapError why;
    BotSaid  is;
    if (!json_is_integer(number) || !json_is_string(word)) is = BOT_SAID_GARBLE;
    else if ((uint64_t)json_integer_value(number) != id) is = BOT_SAID_OTHER;
    else is = tap_move_read(setup, state, seat, json_string_value(word), ret, &why) ? BOT_SAID_MOVE : BOT_SAID_ILLEGAL;
    json_decref(said);
    return is;
}

TapMove bot_fallback(const TapSetup *setup, const TapState *state, TapSeat seat, TapRng *luck)
{
    TapMove    m;
    TapChoices c;
    if (tap_idle_move(setup, state, seat, &m)) return m;
    tap_choices(setup, state, seat, &c);
    return tap_choices_pick(&c, luck);
}
