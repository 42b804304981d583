/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/registry.h"
#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/manual.h"
#include "version.h"

#include <gsl/gsl_errno.h>
#include <signal.h>
#include <string.h>

int main(int argc, char **argv)
{
    gsl_set_error_handler_off();
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes then is an error like a full disk, with a message */
    if (argc < 2) {
        manual_print_short(stderr);
        return STATUS_USAGE;
    }
    struct error error;
    if (registry_check(&error))
        return complain_error(&error);
    int status = STATUS_OK;
    if (strcmp(argv[1], "--version") == 0)
        printf("clocksim %s\n", CLOCKSIM_VERSION);
    else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        manual_print_short(stdout);
    else
        status = command_execute(argc - 1, argv + 1);
    return stdout_finish(status);
}
