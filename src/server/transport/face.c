#include "server/transport/face.h"

void write_face(Out *o, const TapFace *f)
{
    out_string(o, "code", f->code);
    out_string(o, "name", f->name);
    out_string(o, "letter", f->letter);
    out_string(o, "suit", f->suit);
    out_string(o, "hue", f->hue);
    out_string(o, "pattern", f->pattern);
    out_string(o, "title", f->title);
    out_string(o, "figure", f->figure);
    if (f->number) out_number(o, "number", f->number);
}
