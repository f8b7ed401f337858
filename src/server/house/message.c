#include "server/house/message.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "server/house/plain_object.h"
#include "text/fail.h"

typedef enum FieldKind { TEXT_FIELD, MAYBE_TEXT_FIELD, NUMBER_FIELD, FLAG_FIELD, LIST_FIELD } FieldKind;

typedef struct Field {
    const char *name;
    FieldKind   kind;
    size_t      at;
    int         lo, hi; /* of a number, or of the length in characters */
} Field;

enum FieldName {
    F_ID, F_NAME, F_GAME, F_TABLE, F_TOKEN, F_BOT, F_HEX, F_WORD, F_TEXT, F_GUEST, F_HINTS, F_TO, F_VERSION, F_SEATS,
    F_PACE, F_CLOCK, F_GRACE, F_WINDOW, F_DELAY, F_SEEN, F_SEAT, F_SEQ, F_ON, F_YES, F_PUBLIC, F_JOINED, F_WATCHERS,
    F_OPTIONS, F_BOTS, F_CAST, F_ORDERS, FIELDS
};

#define AT(field) offsetof(Message, field)
static const Field fields[FIELDS] = {
    [F_ID] = {"id", TEXT_FIELD, AT(id), 1, LIMIT_ID},
    [F_NAME] = {"name", TEXT_FIELD, AT(name), 1, LIMIT_NAME},
    [F_GAME] = {"game", TEXT_FIELD, AT(game), 1, 64},
    [F_TABLE] = {"table", TEXT_FIELD, AT(table), 1, 64},
    [F_TOKEN] = {"token", TEXT_FIELD, AT(token), 1, 128},
    [F_BOT] = {"bot", MAYBE_TEXT_FIELD, AT(bot), 1, 64},
    [F_HEX] = {"hex", TEXT_FIELD, AT(hex), 64, 64},
    [F_WORD] = {"word", TEXT_FIELD, AT(word), 1, LIMIT_WORD},
    [F_TEXT] = {"text", TEXT_FIELD, AT(text), 1, LIMIT_CHAT},
    [F_GUEST] = {"guest", TEXT_FIELD, AT(guest), 1, 64},
    [F_HINTS] = {"hints", TEXT_FIELD, AT(hints), 1, 16},
    [F_TO] = {"to", TEXT_FIELD, AT(to), 1, 16},
    [F_VERSION] = {"version", NUMBER_FIELD, AT(version), 0, 1000000},
    [F_SEATS] = {"seats", NUMBER_FIELD, AT(seats), 1, TAP_SEATS},
    [F_PACE] = {"pace", NUMBER_FIELD, AT(pace), 0, 10000},
    [F_CLOCK] = {"clock", NUMBER_FIELD, AT(clock), 0, 1209600},
    [F_GRACE] = {"grace", NUMBER_FIELD, AT(grace), 0, 1209600},
    [F_WINDOW] = {"window", NUMBER_FIELD, AT(window), 0, WINDOW_MOST_S},
    [F_DELAY] = {"delay", NUMBER_FIELD, AT(delay), 0, DELAY_MOST_S},
    [F_SEEN] = {"seen", NUMBER_FIELD, AT(seen), -1, 1000000000},
    [F_SEAT] = {"seat", NUMBER_FIELD, AT(seat), 0, TAP_SEATS - 1},
    [F_SEQ] = {"seq", NUMBER_FIELD, AT(seq), 0, 1000000000},
    [F_ON] = {"on", FLAG_FIELD, AT(on), 0, 0},
    [F_YES] = {"yes", FLAG_FIELD, AT(yes), 0, 0},
    [F_PUBLIC] = {"public", FLAG_FIELD, AT(is_public), 0, 0},
    [F_JOINED] = {"joined", FLAG_FIELD, AT(joined), 0, 0},
    [F_WATCHERS] = {"watchers", FLAG_FIELD, AT(watchers), 0, 0},
    [F_OPTIONS] = {"options", LIST_FIELD, AT(options), 1, LIMIT_OPTION},
    [F_BOTS] = {"bots", LIST_FIELD, AT(bots), 1, 64},
    [F_CAST] = {"cast", LIST_FIELD, AT(cast), 1, LIMIT_ROLE},
    [F_ORDERS] = {"orders", LIST_FIELD, AT(orders), 1, LIMIT_ORDER},
};

#define BIT(field) (1u << (field))
static const struct Form {
    const char *word;
    unsigned    must, may;
} forms[MESSAGE_TYPES] = {
    [MESSAGE_HELLO] = {"hello", BIT(F_VERSION), BIT(F_NAME) | BIT(F_JOINED)},
    [MESSAGE_LOBBY] = {"lobby", 0, BIT(F_ON)},
    [MESSAGE_CREATE] = {"create", BIT(F_ID) | BIT(F_GAME) | BIT(F_SEATS),
                        BIT(F_OPTIONS) | BIT(F_BOTS) | BIT(F_CAST) | BIT(F_PACE) | BIT(F_CLOCK) | BIT(F_GRACE) |
                            BIT(F_WINDOW) | BIT(F_PUBLIC) | BIT(F_WATCHERS) | BIT(F_DELAY) | BIT(F_HINTS) |
                            BIT(F_NAME)},
    [MESSAGE_ENTER] = {"enter", BIT(F_TABLE), BIT(F_SEEN) | BIT(F_TOKEN)},
    [MESSAGE_EXIT] = {"exit", BIT(F_TABLE), 0},
    [MESSAGE_SIT] = {"sit", BIT(F_TABLE), BIT(F_SEAT)},
    [MESSAGE_LEAVE] = {"leave", BIT(F_TABLE), 0},
    [MESSAGE_BOT] = {"bot", BIT(F_TABLE) | BIT(F_SEAT) | BIT(F_BOT), 0},
    [MESSAGE_DEAL] = {"deal", BIT(F_TABLE), 0},
    [MESSAGE_SEED] = {"seed", BIT(F_TABLE) | BIT(F_HEX), 0},
    [MESSAGE_ANSWER] = {"answer", BIT(F_TABLE) | BIT(F_ID) | BIT(F_SEQ) | BIT(F_WORD), 0},
    [MESSAGE_HINT] = {"hint", BIT(F_TABLE), 0},
    [MESSAGE_UNDO] = {"undo", BIT(F_TABLE), 0},
    [MESSAGE_CONSENT] = {"consent", BIT(F_TABLE) | BIT(F_YES), 0},
    [MESSAGE_CHAT] = {"chat", BIT(F_TABLE) | BIT(F_TEXT), BIT(F_TO)},
    [MESSAGE_MUTE] = {"mute", BIT(F_GUEST) | BIT(F_ON), 0},
    [MESSAGE_REMOVE] = {"remove", BIT(F_TABLE) | BIT(F_SEAT), 0},
    [MESSAGE_REMATCH] = {"rematch", BIT(F_TABLE), 0},
    [MESSAGE_BUY] = {"buy", BIT(F_TABLE), 0},
    [MESSAGE_AFRESH] = {"afresh", BIT(F_TABLE), 0},
    [MESSAGE_ORDERS] = {"orders", BIT(F_TABLE) | BIT(F_ORDERS), 0},
    [MESSAGE_HOLD] = {"hold", BIT(F_TABLE), 0},
    [MESSAGE_BAR] = {"bar", BIT(F_TABLE) | BIT(F_GUEST) | BIT(F_ON), 0},
    [MESSAGE_WATCHERS] = {"watchers", BIT(F_TABLE) | BIT(F_ON), 0},
    [MESSAGE_HOST] = {"host", BIT(F_TABLE) | BIT(F_SEAT), 0},
    [MESSAGE_DRAW] = {"draw", BIT(F_TABLE), 0},
    [MESSAGE_YOURS] = {"yours", 0, 0},
    [MESSAGE_REVIEW] = {"review", BIT(F_TABLE) | BIT(F_SEAT), BIT(F_ON)},
    [MESSAGE_PING] = {"ping", 0, 0},
};

static int characters(const char *text)
{
    int n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

/* What was said of a field: as libjansson read it, or plain. */
typedef struct Value {
    enum { NOT_SAID, SAID_TEXT, SAID_NUMBER, SAID_FLAG, SAID_NULL, SAID_LIST, SAID_ELSE } kind;
    const char   *text;
    json_int_t    number; /* or a flag */
    const json_t *list;
} Value;

typedef struct Said {
    const json_t *root; /* NULL: plain */
    PlainField    plain[PLAIN_FIELDS];
    int           plains;
} Said;

static Value value_of_json(const json_t *json)
{
    if (!json) return (Value){.kind = NOT_SAID};
    switch (json_typeof(json)) {
    case JSON_STRING: return (Value){.kind = SAID_TEXT, .text = json_string_value(json)};
    case JSON_INTEGER: return (Value){.kind = SAID_NUMBER, .number = json_integer_value(json)};
    case JSON_TRUE:
    case JSON_FALSE: return (Value){.kind = SAID_FLAG, .number = json_is_true(json)};
    case JSON_NULL: return (Value){.kind = SAID_NULL};
    case JSON_ARRAY: return (Value){.kind = SAID_LIST, .list = json};
    default: return (Value){.kind = SAID_ELSE};
    }
}

static Value value_of(const Said *said, const char *name)
{
    if (said->root) return value_of_json(json_object_get(said->root, name));
    for (int i = 0; i < said->plains; i++) {
        const PlainField *f = &said->plain[i];
        if (strcmp(f->name, name) != 0) continue;
        return (Value){.kind = f->text ? SAID_TEXT : SAID_NUMBER, .text = f->text, .number = f->number};
    }
    return (Value){.kind = NOT_SAID};
}

static bool read_text(const Field *f, Value value, const char **ret, TapError *error)
{
    int n = value.kind == SAID_TEXT ? characters(value.text) : -1;
    if (n < f->lo || n > f->hi) return fail_with(error, "'%.40s' is no text of a fitting length.", f->name);
    *ret = value.text;
    return true;
}

static bool read_list(const Field *f, Value value, TextList *ret, TapError *error)
{
    if (value.kind != SAID_LIST || json_array_size(value.list) > LIMIT_OPTIONS)
        return fail_with(error, "'%.40s' is no list, or too long.", f->name);
    for (size_t i = 0; i < json_array_size(value.list); i++) {
        Value item = value_of_json(json_array_get(value.list, i));
        ret->text[i] = NULL;
        if (item.kind != SAID_NULL && !read_text(f, item, &ret->text[i], error)) return false;
        ret->n = (int)i + 1;
    }
    return true;
}

static bool read_field(const Field *f, Value value, Message *m, TapError *error)
{
    void *to = (char *)m + f->at;
    switch (f->kind) {
    case MAYBE_TEXT_FIELD:
        if (value.kind == SAID_NULL) return true;
        return read_text(f, value, to, error);
    case TEXT_FIELD: return read_text(f, value, to, error);
    case NUMBER_FIELD:
        if (value.kind != SAID_NUMBER || value.number < f->lo || value.number > f->hi)
            return fail_with(error, "'%.40s' is no number in its range.", f->name);
        *(int *)to = (int)value.number;
        return true;
    case FLAG_FIELD:
        if (value.kind != SAID_FLAG) return fail_with(error, "'%.40s' is neither true nor false.", f->name);
        *(int *)to = (int)value.number;
        return true;
    case LIST_FIELD: return read_list(f, value, to, error);
    }
    return false;
}

/* Plain if it can be, else by libjansson. */
static bool read_object(const char *text, size_t n, Message *m, Said *ret, TapError *error)
{
    json_error_t why;
    m->plain = malloc(n + 1);
    assert(m->plain);
    memcpy(m->plain, text, n);
    ret->plains = plain_object_read(m->plain, n, ret->plain);
    ret->root = NULL;
    if (ret->plains >= 0) return true;
    free(m->plain);
    m->plain = NULL;
    ret->root = m->root = json_loadb(text, n, JSON_REJECT_DUPLICATES, &why);
    if (!ret->root) return fail_with(error, "This is not JSON: %.120s.", why.text);
    return json_is_object(ret->root) || fail_with(error, "A message is an object.");
}

bool message_read(const char *text, size_t n, Message *ret, TapError *error)
{
    Said said;
    memset(ret, 0, sizeof *ret);
    for (int i = 0; i < FIELDS; i++)
        if (fields[i].kind == NUMBER_FIELD || fields[i].kind == FLAG_FIELD)
            *(int *)(void *)((char *)ret + fields[i].at) = -1;
    if (!read_object(text, n, ret, &said, error)) return false;
    Value id = value_of(&said, "id"), type = value_of(&said, "type");
    if (id.kind != NOT_SAID && !read_text(&fields[F_ID], id, &ret->id, error)) return false;
    int found = -1;
    for (int i = 0; type.text && i < MESSAGE_TYPES; i++)
        if (!strcmp(type.text, forms[i].word)) found = i;
    if (found < 0) return fail_with(error, "There is no message of type '%.40s'.", type.text ? type.text : "");
    ret->type = (MessageType)found;
    for (int i = F_NAME; i < FIELDS; i++) {
        bool must = forms[found].must & BIT(i), may = must || forms[found].may & BIT(i);
        if (!may) continue;
        Value value = value_of(&said, fields[i].name);
        if (must && value.kind == NOT_SAID) return fail_with(error, "'%.40s' is missing.", fields[i].name);
        if (value.kind != NOT_SAID && !read_field(&fields[i], value, ret, error)) return false;
    }
    if (forms[found].must & BIT(F_ID) && !ret->id) return fail_with(error, "'id' is missing.");
    for (int i = 0; i < ret->options.n; i++)
        if (!ret->options.text[i]) return fail_with(error, "'options' holds null.");
    for (int i = 0; i < ret->orders.n; i++)
        if (!ret->orders.text[i]) return fail_with(error, "'orders' holds null.");
    return true;
}

void message_free(Message *m)
{
    json_decref(m->root);
    free(m->plain);
    m->root = m->plain = NULL;
}

const char *message_table(const Message *m, const uint8_t key[KEY_BYTES], const char *guest, char room[TABLE_BYTES])
{
    if (m->type != MESSAGE_CREATE) return m->table;
    secrets_table(key, guest, m->id, room);
    return room;
}
