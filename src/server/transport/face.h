/* What is printed on a card, for pages that draw it. */
#ifndef SERVER_FACE_H
#define SERVER_FACE_H

#include <taproom/game.h>

#include "text/out.h"

/* The fields of one face, as far as they are set, into an object that is open. */
void write_face(Out *, const TapFace *);

#endif
