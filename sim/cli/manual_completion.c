/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/manual.h"

#include <string.h>

/* The shell words that make candidates: for a file's name, for what `clocksim list` knows, or for choices. */
static void print_candidates(const char *completion, const char *const *choice, FILE *out)
{
    if (choice) {
        fputs("mapfile -t COMPREPLY < <(compgen -W \"", out);
        for (size_t i = 0; choice[i]; i++)
            fprintf(out, "%s%s", i ? " " : "", choice[i]);
        fputs("\" -- \"$word\")", out);
    } else if (completion && strcmp(completion, OPTION_FILES) == 0) {
        fputs("mapfile -t COMPREPLY < <(compgen -f -- \"$word\")", out);
    } else if (completion) {
        fprintf(out, "mapfile -t COMPREPLY < <(compgen -W \"$(clocksim list --names %s 2>/dev/null)\" -- \"$word\")",
                completion);
    } else {
        fputs(":", out);
    }
}

static void print_option_case(const struct command *command, const struct option_row *row, FILE *out)
{
    if (row->takes == TAKES_NOTHING)
        return;
    fprintf(out, "    %s,--%s", command->name, row->name);
    if (row->letter)
        fprintf(out, " | %s,-%c", command->name, row->letter);
    fputs(") ", out);
    print_candidates(row->completion, row->choice, out);
    fputs("; return ;;\n", out);
}

static void print_command_case(const struct command *command, FILE *out)
{
    fprintf(out, "    %s,-*) mapfile -t COMPREPLY < <(compgen -W \"--help", command->name);
    for (size_t i = 0; i < command->table.count; i++)
        fprintf(out, " --%s", command->table.row[i].name);
    fputs("\" -- \"$word\") ;;\n", out);
    if (command->operand_completion) {
        fprintf(out, "    %s,*) ", command->name);
        print_candidates(command->operand_completion, NULL, out);
        fputs(" ;;\n", out);
    }
}

void manual_print_completion(FILE *out)
{
    fputs("# SPDX-License-Identifier: GPL-3.0-or-later\n"
          "# bash completion for clocksim, made by `clocksim help --completion`\n"
          "_clocksim()\n"
          "{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}\n"
          "    COMPREPLY=()\n"
          "    compopt -o filenames 2>/dev/null\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"--help --version",
          out);
    for (size_t i = 0; i < command_count; i++)
        fprintf(out, " %s", commands[i]->name);
    fputs("\" -- \"$word\")\n        return\n    fi\n    case \"$command,$before\" in\n", out);
    for (size_t i = 0; i < command_count; i++)
        for (size_t j = 0; j < commands[i]->table.count; j++)
            print_option_case(commands[i], &commands[i]->table.row[j], out);
    fputs("    esac\n    case \"$command,$word\" in\n", out);
    for (size_t i = 0; i < command_count; i++)
        print_command_case(commands[i], out);
    fputs("    esac\n}\ncomplete -F _clocksim clocksim\n", out);
}
