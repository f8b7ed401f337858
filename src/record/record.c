#include <taproom/record.h>
extern const int record_is_empty;
const int record_is_empty = 1;
