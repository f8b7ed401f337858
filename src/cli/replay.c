#include "cli/cli.h"

int cmd_replay(int argc, char **argv)
{
    (void)argc;
    return usage_error(argv[0], "not built yet.");
}

int cmd_check(int argc, char **argv)
{
    (void)argc;
    return usage_error(argv[0], "not built yet.");
}
