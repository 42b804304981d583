/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/plot.h"

#include "sim/report/cores.h"
#include "sim/report/file.h"
#include "sim/report/gnuplot.h"
#include "sim/scenario/loader.h"
#include "sim/store/schema.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct plot_info plots[] = {
    {"cores", "throughput that each clock loses against the baseline, for each number of logical CPUs"},
};
const size_t plot_count = sizeof plots / sizeof *plots;

/* Sizes are such that letters, points and lines look alike in all of them. */
static const struct format {
    const char *ending, *terminal;
} formats[] = {
    {".svg", "svg size 960,560 fixed enhanced font 'sans-serif,14' background 'white'"},
    {".png", "pngcairo size 1440,840 enhanced font 'sans-serif,14' fontscale 1.15 linewidth 1.5 pointscale 2.6"
             " background 'white'"},
    {".pdf", "pdfcairo size 8in,4.67in enhanced font 'sans-serif,14' fontscale 0.46 linewidth 0.8 pointscale 1.1"
             " background 'white'"},
};

static int out_of_memory(struct error *error)
{
    return error_set(error, STATUS_INTERNAL, "out of memory");
}

static const struct format *find_format(const char *output)
{
    const size_t length = strlen(output);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const size_t ending = strlen(formats[i].ending);
        if (length > ending && output[length - ending - 1] != '/' &&
            strcmp(output + length - ending, formats[i].ending) == 0)
            return &formats[i];
    }
    return NULL;
}

static bool plot_exists(const char *name)
{
    for (size_t i = 0; i < plot_count; i++)
        if (strcmp(plots[i].name, name) == 0)
            return true;
    return false;
}

/* The folder of gnuplot parts and queries: among the data in use, the installed data, or the sources. */
static char *parts_folder(void)
{
    const char *const places[] = {preset_data_dir(NULL), CLOCKSIM_DATA_DIR, CLOCKSIM_SOURCE_DIR};
    const size_t count = sizeof places / sizeof *places;
    char *folder = NULL;
    for (size_t i = 0; i < count; i++) {
        struct stat status;
        if (asprintf(&folder, "%s/plots", places[i]) < 0)
            return NULL;
        if (stat(folder, &status) == 0 || i + 1 == count)
            break;
        free(folder);
    }
    return folder;
}

static int append_part(const char *folder, const char *name, FILE *script, struct error *error)
{
    char *path = NULL, *text = NULL;
    if (asprintf(&path, "%s/%s.gp", folder, name) < 0)
        return out_of_memory(error);
    const int failed = file_read(path, &text, error);
    if (!failed)
        fputs(text, script);
    free(text);
    free(path);
    return failed;
}

/* The name of the output without its folder, for a comment. */
static void put_name(const char *output, FILE *script)
{
    const char *slash = strrchr(output, '/');
    gnuplot_put_string(slash ? slash + 1 : output, script);
}

static int write_script(const struct cores *cores, const struct format *format, const char *folder,
                        const char *script_path, const char *output, FILE *script, struct error *error)
{
    fputs("# Made by `clocksim plot`. To draw it again: gnuplot ", script);
    put_name(script_path, script);
    fputs(" > ", script);
    put_name(output, script);
    fprintf(script, "\nset terminal %s\nset encoding utf8\n", format->terminal);
    cores_write(cores, script);
    return append_part(folder, "style", script, error) || append_part(folder, cores_template(cores), script, error) ? -1
                                                                                                                    : 0;
}

/* From data to files: first the script, so that it is there for those who have no gnuplot here. */
static int draw(const struct cores *cores, const struct format *format, const char *folder, const char *output,
                struct error *error)
{
    char *script_path = NULL, *text = NULL, *picture = NULL;
    size_t size = 0, picture_size = 0;
    if (asprintf(&script_path, "%.*s.gp", (int)(strlen(output) - strlen(format->ending)), output) < 0)
        return out_of_memory(error);
    FILE *script = open_memstream(&text, &size);
    int failed =
        script ? write_script(cores, format, folder, script_path, output, script, error) : out_of_memory(error);
    if (script && fclose(script) != 0 && !failed)
        failed = out_of_memory(error);
    if (!failed)
        failed = file_replace(script_path, text, size, error) ||
                 gnuplot_run(script_path, &picture, &picture_size, error) ||
                 file_replace(output, picture, picture_size, error);
    free(picture);
    free(text);
    free(script_path);
    return failed ? -1 : 0;
}

static int open_results(const char *path, struct database **database, struct error *error)
{
    struct database *opened = NULL;
    int64_t version = 0;
    if (database_open_reading(path, &opened, error))
        return -1;
    int failed = schema_check(opened, &version, error);
    if (!failed && version == 0)
        failed = error_set(error, STATUS_BAD_INPUT, "%s: is empty", path);
    if (failed) {
        database_close(opened);
        return -1;
    }
    *database = opened;
    return 0;
}

static int load(const char *path, const char *folder, const char *published_csv, struct cores *cores,
                struct error *error)
{
    struct database *database = NULL;
    struct published *published = NULL;
    if (open_results(path, &database, error))
        return -1;
    int failed = published_csv ? published_read(published_csv, &published, error) : 0;
    if (!failed)
        failed = cores_load(cores, database, folder, published, error);
    published_destroy(published);
    database_close(database);
    return failed;
}

/* Numbers in scripts do not depend on the program's locale. */
static int load_and_draw(const char *database, const struct format *format, const char *output,
                         const char *published_csv, struct error *error)
{
    char *folder = parts_folder();
    locale_t numbers = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    struct cores cores = {0};
    int failed = -1;
    if (folder && numbers) {
        const locale_t before = uselocale(numbers);
        failed = load(database, folder, published_csv, &cores, error) || draw(&cores, format, folder, output, error);
        uselocale(before);
    } else {
        out_of_memory(error);
    }
    cores_clear(&cores);
    if (numbers)
        freelocale(numbers);
    free(folder);
    return failed ? -1 : 0;
}

int plot_draw(const char *database, const char *plot, const char *output, const char *published_csv,
              struct error *error)
{
    if (!plot_exists(plot))
        return error_set(error, STATUS_USAGE, "there is no plot `%s`; there is: %s", plot, plots[0].name);
    const struct format *format = find_format(output);
    if (!format)
        return error_set(error, STATUS_USAGE, "%s: the name of a picture must end in .svg, .png or .pdf", output);
    return load_and_draw(database, format, output, published_csv, error);
}
