/* libFuzzer target: the reader of messages from clients. What it takes is what the handlers may rely on. */
#include "message_bytes.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "server/ground/clean_text.h"
#include "server/house/message.h"

static void is_short(const char *text, size_t most)
{
    char clean[64];
    assert(!text || (strlen(text) >= 1 && strlen(text) <= 4 * most));
    if (!text) return;
    int n = text_clean(text, 12, clean, sizeof clean);
    assert(n >= 0 && n <= 12 && strlen(clean) <= 48 && (!n || (clean[0] != ' ' && clean[strlen(clean) - 1] != ' ')));
    char tiny[5]; /* never half a character: what is left is good text again */
    text_clean(text, 12, tiny, sizeof tiny);
    assert(strlen(tiny) < sizeof tiny);
}

static bool same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

/* Plain or not, a message is read as the same. (A line's end before it is nothing to JSON, and not plain.) */
static void is_read_as(const Message *m, bool good, const TapError *why, const uint8_t *data, size_t size)
{
    char     text[4096] = "\n";
    Message  slow;
    TapError error = {""};
    if (size >= sizeof text) return;
    memcpy(text + 1, data, size);
    assert(message_read(text, size + 1, &slow, &error) == good);
    assert(same_text(m->id, slow.id) && (slow.root || !good));
    assert(m->root || !slow.root || !strcmp(error.text, why->text)); /* where one was read plain */
    assert(!m->root || !m->plain);
    if (good) {
        assert(m->type == slow.type && same_text(m->name, slow.name) && same_text(m->game, slow.game));
        assert(same_text(m->table, slow.table) && same_text(m->token, slow.token) && same_text(m->bot, slow.bot));
        assert(same_text(m->hex, slow.hex) && same_text(m->word, slow.word) && same_text(m->text, slow.text));
        assert(same_text(m->guest, slow.guest) && same_text(m->hints, slow.hints));
        assert(!memcmp(&m->version, &slow.version, offsetof(Message, options) - offsetof(Message, version)));
    }
    message_free(&slow);
}

int fuzz_message_bytes(const uint8_t *data, size_t size)
{
    Message  m;
    TapError error = {""};
    bool     good = message_read((const char *)data, size, &m, &error);
    is_read_as(&m, good, &error, data, size);
    is_short(m.id, LIMIT_ID);
    if (!good) assert(error.text[0]);
    else {
        is_short(m.name, LIMIT_NAME);
        is_short(m.game, 64);
        is_short(m.table, 64);
        is_short(m.token, 128);
        is_short(m.bot, 64);
        is_short(m.word, LIMIT_WORD);
        is_short(m.text, LIMIT_CHAT);
        is_short(m.guest, 64);
        assert(!m.hex || strlen(m.hex) >= 64);
        assert(m.seat >= -1 && m.seat < TAP_SEATS && m.seats >= -1 && m.seats <= TAP_SEATS);
        assert(m.seen >= -1 && m.seq >= -1 && m.pace >= -1 && m.clock >= -1 && m.grace >= -1);
        assert(m.options.n >= 0 && m.options.n <= LIMIT_OPTIONS && m.bots.n >= 0 && m.bots.n <= LIMIT_OPTIONS);
        for (int i = 0; i < m.options.n; i++) is_short(m.options.text[i], LIMIT_OPTION), assert(m.options.text[i]);
        for (int i = 0; i < m.bots.n; i++) is_short(m.bots.text[i], 64);
        assert(m.type != MESSAGE_ANSWER || (m.id && m.table && m.word && m.seq >= 0));
        assert(m.type != MESSAGE_CREATE || (m.id && m.game && m.seats > 0));
    }
    message_free(&m);
    return 0;
}

#ifdef FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_message_bytes(data, size); }
#endif
