/*
 * Tables that another node holds, and the clients of this one who sit there: what they say is passed on over a line to
 * the holder, and what it says comes back to them (docs/scale.md).
 *
 * A passage is one client at one table. It knows how far he has seen the table and what he has said that was not
 * answered yet. When the line is lost, or the holder has the table no more, he is told that his table is moving, and as
 * soon as somebody holds it, here or elsewhere, he is brought there again: he enters with what he has seen, and what he
 * said is said again under the same id. Only what would do something twice if it were said twice is not; of that he is
 * told that its outcome is not known.
 */
#ifndef SERVER_PASSING_H
#define SERVER_PASSING_H

#include "server/ground/wire.h"
#include "server/house/line_frame.h"
#include "server/house/message.h"
#include "server/rooms/client.h"

/* hear: what is done with a message of a client of this node. */
void passing_open(House *, void (*hear)(Client *, const char *text, size_t n));
void passing_free(House *);

/* True if that is passed on. begins: also if nothing of that table was before. */
bool passing_on(Client *, const Message *, const char *text, size_t n, bool begins);

typedef enum Passed { PASSED_NOT, PASSED_ON, PASSED_WAITS } Passed;
/* The same for a program, whose first message names its table. WAITS: it is not known yet who holds that. */
Passed passing_program(Client *, const char *text, size_t n);

void passing_said_name(Client *);                      /* he has another name */
void passing_said_mute(Client *, const char *guest, bool on);
void passing_forget_client(Client *);

/* What came over a line that was called from here. False: it makes no sense. */
bool passing_hear(House *, NodeLine *, const Frame *);
void passing_lost(House *, NodeLine *);
/* Tables that are on their way are looked for; to be called when something is known of one, and now and then. */
void passing_look(House *);

#endif
