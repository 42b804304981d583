/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/wrap.h"

#include <stdbool.h>
#include <string.h>

/* Columns of UTF-8 text when each of its characters takes one. */
static int columns(const char *text, size_t length)
{
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

void wrap_print(const char *text, int column, int indent, int width, FILE *out)
{
    bool line_is_empty = true;
    text += strspn(text, " \n");
    while (*text) {
        const size_t length = strcspn(text, " \n");
        const int taken = columns(text, length);
        if (!line_is_empty && column + 1 + taken > width) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
            line_is_empty = true;
        }
        fprintf(out, "%s%.*s", line_is_empty ? "" : " ", (int)length, text);
        column += taken + (line_is_empty ? 0 : 1);
        line_is_empty = false;
        text += length;
        if (strncmp(text, "\n\n", 2) == 0 && text[2]) {
            fprintf(out, "\n\n%*s", indent, "");
            column = indent;
            line_is_empty = true;
        }
        text += strspn(text, " \n");
    }
    fputc('\n', out);
}
