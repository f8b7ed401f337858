#include "cli/cli.h"

int cmd_games(int argc, char **argv)
{
    (void)argc;
    return usage_error(argv[0], "not built yet.");
}

int cmd_rules(int argc, char **argv)
{
    (void)argc;
    return usage_error(argv[0], "not built yet.");
}
