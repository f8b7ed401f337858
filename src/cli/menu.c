#include "cli/cli.h"

int menu(void) { return usage_error("menu", "not built yet."); }
