/* A message from a client, read strictly: what is there has the right type and size, or it is refused whole. */
#ifndef SERVER_MESSAGE_H
#define SERVER_MESSAGE_H

#include <taproom/base.h>

#include "server/ground/limits.h"
#include "server/ground/secrets.h"

typedef enum MessageType {
    MESSAGE_HELLO, MESSAGE_LOBBY, MESSAGE_CREATE, MESSAGE_ENTER, MESSAGE_EXIT, MESSAGE_SIT, MESSAGE_LEAVE, MESSAGE_BOT,
    MESSAGE_DEAL, MESSAGE_SEED, MESSAGE_ANSWER, MESSAGE_HINT, MESSAGE_UNDO, MESSAGE_CONSENT, MESSAGE_CHAT, MESSAGE_MUTE,
    MESSAGE_REMOVE, MESSAGE_REMATCH, MESSAGE_BUY, MESSAGE_AFRESH, MESSAGE_ORDERS, MESSAGE_HOLD, MESSAGE_BAR,
    MESSAGE_WATCHERS, MESSAGE_HOST, MESSAGE_DRAW, MESSAGE_YOURS, MESSAGE_REVIEW, MESSAGE_PING, MESSAGE_TYPES
} MessageType;

typedef struct TextList {
    int         n;
    const char *text[LIMIT_OPTIONS]; /* NULL for null */
} TextList;

/* What a field says that is not there: NULL, -1 (numbers), the default of a flag. Texts live until message_free. */
typedef struct Message {
    MessageType type;
    const char *id, *name, *game, *table, *token, *bot, *hex, *word, *text, *guest, *hints, *to;
    int         version, seats, pace, clock, grace, window, delay, seen, seat, seq;
    int         on, yes, is_public, joined, watchers; /* -1 if not said */
    TextList    options, bots, cast, orders;
    void       *root, *plain; /* what the texts live in */
} Message;

/* False with a reason; ret->id is then still the message's id if it has a good one; ret must be freed all the same. */
bool message_read(const char *text, size_t n, Message *ret, TapError *);
void message_free(Message *);
/* The table it is about, also one that this guest wants to make; NULL: none. room: where it is written if need be. */
const char *message_table(const Message *, const uint8_t key[KEY_BYTES], const char *guest, char room[TABLE_BYTES]);

#endif
