#include "cli/cli.h"

int cmd_score(int argc, char **argv)
{
    (void)argc;
    return usage_error(argv[0], "not built yet.");
}
