/* th-export-cmd.c - `thresh export`: a recording in the format of another program
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-atomic-file.h"
#include "th-cli-events.h"
#include "th-cli-filter.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-span.h"
#include "th-export.h"

#define LANES "lanes-"
#define TABLE "table-"

typedef struct
{
  ThCliOptions common;
  char        *format;
  char        *output;
  char        *table;
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->format);
  g_free (options->output);
  g_free (options->table);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* --- which format ------------------------------------------------------------ */

/* Formats of --format for which another command does the work. */
static const char *const others[] = { "table-csv", "table-jsonl", "lanes-png", "lanes-svg",
                                      "lanes-pdf", NULL };

/* TH_N_EXPORTS if it is none of th-export.h. */
static ThExportKind
find_kind (const char *format)
{
  const char *const *ids = th_export_list_ids ();
  guint i = 0;

  while (i < TH_N_EXPORTS && strcmp (ids[i], format) != 0)
    i++;
  return i;
}

/* The formats that are chosen by suffix if there is no --format. */
static const struct
{
  const char *suffix, *format;
} suffixes[] = {
  { "json", "chrome" }, { "csv", "events-csv" }, { "jsonl", "events-jsonl" },
  { "txt", "events-text" }, { "folded", "folded" }, { "png", "lanes-png" },
  { "svg", "lanes-svg" }, { "pdf", "lanes-pdf" }
};

/* Files that other commands write. */
static const struct
{
  const char *suffix, *command;
} commands[] = {
  { "dat", "thresh cut" }, { "html", "thresh report" }, { "md", "thresh report" }
};

/* Without the dot; NULL if there is none. */
static const char *
get_suffix (const char *path)
{
  const char *dot = path != NULL ? strrchr (path, '.') : NULL;

  return dot != NULL && strchr (dot, G_DIR_SEPARATOR) == NULL ? dot + 1 : NULL;
}

/* "json, csv, …". */
static char *
list_suffixes (void)
{
  g_autoptr(GString) all = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    g_string_append_printf (all, "%s.%s", i > 0 ? ", " : "", suffixes[i].suffix);
  return g_string_free (g_steal_pointer (&all), FALSE);
}

static void
report_suffix (const char *suffix)
{
  g_autofree char *all = list_suffixes ();
  ThGuess guess = { .wanted = suffix };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    th_guess_try (&guess, suffixes[i].suffix);
  if (guess.best != NULL)
    th_cli_usage_error ("export", _("“.%s” is not the suffix of a format; did you mean “.%s”? "
                                    "Otherwise use --format"), suffix, guess.best);
  else
    th_cli_usage_error ("export", _("“.%s” is not the suffix of a format: use --format, or one of "
                                    "%s"), suffix, all);
}

/* A file without a suffix is a Chrome trace.  NULL if the suffix is of none, which is reported. */
static const char *
choose_format (const char *path)
{
  const char *suffix = get_suffix (path);

  if (suffix == NULL)
    return "chrome";
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_ascii_strcasecmp (suffix, suffixes[i].suffix) == 0)
      return suffixes[i].format;

  report_suffix (suffix);
  return NULL;
}

/* The format of a table; NULL if none has the suffix. */
static const char *
choose_table_format (const char *path)
{
  const char *suffix = get_suffix (path);

  if (suffix == NULL || g_ascii_strcasecmp (suffix, "csv") == 0)
    return "table-csv";
  return g_ascii_strcasecmp (suffix, "jsonl") == 0 ? "table-jsonl" : NULL;
}

/* Whether another command writes files with this suffix; that is reported. */
static gboolean
belongs_to_other (const char *path)
{
  const char *suffix = get_suffix (path);

  for (guint i = 0; suffix != NULL && i < G_N_ELEMENTS (commands); i++)
    if (g_ascii_strcasecmp (suffix, commands[i].suffix) == 0)
      {
        th_cli_usage_error ("export", _("“%s” writes files that end in .%s"), commands[i].command,
                            commands[i].suffix);
        return TRUE;
      }

  return FALSE;
}

static gboolean
parse_options (Options   *options,
               int       *argc,
               char    ***argv)
{
  const GOptionEntry entries[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &options->format,
      N_("chrome (for Perfetto and speedscope), events-text, events-csv, events-jsonl, folded, "
         "table-csv, table-jsonl, lanes-png, lanes-svg or lanes-pdf; otherwise the suffix of FILE "
         "chooses it: .json is chrome, as is a name without suffix"),
      N_("FORMAT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
      N_("The file to write instead of standard output; it is replaced if it exists"),
      N_("FILE") },
    { "table", 0, 0, G_OPTION_ARG_STRING, &options->table,
      N_("Which table to write; “thresh tables FILE” lists the names"), N_("NAME") },
    TH_CLI_FILTER_ENTRY (&options->common),
    TH_CLI_FROM_ENTRY (&options->common),
    TH_CLI_TO_ENTRY (&options->common),
    TH_CLI_STAGES_ENTRY (&options->common),
    TH_CLI_WITH_ENTRY (&options->common),
    TH_CLI_ARGUMENTS_ENTRY (&options->common),
    { NULL }
  };

  return th_cli_parse (argc, argv, entries, _("FILE"),
                       _("Write events, a table, call chains, or the lanes of a recording for "
                         "other programs, or all of it as Chrome trace JSON: what ran on the CPUs, "
                         "what the analyses found, and the packets with their stages."));
}

/* Whether the name of the file ends as the format of the picture wants it. */
static gboolean
fits_picture (const Options *options)
{
  return g_strcmp0 (get_suffix (options->output), options->format + strlen (LANES)) == 0;
}

/* Whether the options make no sense for the format; the mistake is reported. */
static gboolean
is_mistaken (const Options *options)
{
  gboolean is_table = g_str_has_prefix (options->format, TABLE);
  gboolean is_events = g_str_has_prefix (options->format, "events-");
  gboolean is_lanes = g_str_has_prefix (options->format, LANES);
  gboolean has_span = options->common.from != NULL || options->common.to != NULL;

  if (is_table != (options->table != NULL))
    th_cli_usage_error ("export", "%s", _("the formats of a table need --table, and no others do"));
  else if (options->common.filter != NULL && (strcmp (options->format, "chrome") == 0 ||
                                              strcmp (options->format, "folded") == 0))
    th_cli_usage_error ("export", "%s", _("--filter is for events, tables and lanes"));
  else if (has_span && !is_events && !is_lanes && strcmp (options->format, "chrome") != 0)
    th_cli_usage_error ("export", "%s", _("--from and --to are for events, lanes and chrome"));
  else if (options->common.stages != NULL && strcmp (options->format, "chrome") != 0)
    th_cli_usage_error ("export", "%s", _("--stages is for chrome"));
  else if (is_lanes && !fits_picture (options))
    th_cli_usage_error ("export", _("a picture needs -o FILE, ending in .%s"),
                        options->format + strlen (LANES));
  else
    return FALSE;

  return TRUE;
}

static ThExit
check_options (Options *options)
{
  if (options->common.arguments == NULL || g_strv_length (options->common.arguments) != 1)
    return th_cli_usage_error ("export", "%s", _("exactly one file is needed"));
  if (g_strcmp0 (options->output, "-") == 0)
    g_clear_pointer (&options->output, g_free);
  if (options->format == NULL && options->table != NULL &&
      (options->format = g_strdup (choose_table_format (options->output))) == NULL)
    return th_cli_usage_error ("export", _("a table is written as .csv or .jsonl, not as .%s"),
                               get_suffix (options->output));
  if (options->format == NULL &&
      (belongs_to_other (options->output) ||
       (options->format = g_strdup (choose_format (options->output))) == NULL))
    return TH_EXIT_USAGE;
  if (find_kind (options->format) == TH_N_EXPORTS && !g_strv_contains (others, options->format))
    return th_cli_usage_error ("export", _("“%s” is not a format: “thresh export --help” lists "
                                           "them"), options->format);
  if (th_cli_has_appended () && strcmp (options->format, "chrome") == 0)
    return th_cli_usage_error ("export", "%s",
                               _("one recording is exported at a time: leave out --append"));

  return is_mistaken (options) ? TH_EXIT_USAGE : TH_EXIT_WHOLE;
}

/* --- texts ------------------------------------------------------------------- */

/* Explains empty output, which would look like a bug. */
static void
tell_nothing (const ThExport *export)
{
  if (export->kind != TH_EXPORT_FOLDED)
    return;
  for (guint i = 0; i < export->results->len; i++)
    if (th_results_get_n_trees (export->results->pdata[i]) > 0)
      return;
  g_printerr ("thresh export: %s\n", _("this recording has no call chains"));
}

static ThExit
write_text (const Options  *options,
            const ThExport *export)
{
  g_autoptr(GError) error = NULL;
  ThTextOutput output;
  guint64 n_unread;

  if (options->output != NULL)
    {
      if (th_atomic_file_spares (options->output, options->common.arguments[0], &error) &&
          th_export_save (export, options->output, NULL, &error))
        {
          tell_nothing (export);
          return TH_EXIT_WHOLE;
        }
      return th_cli_fail ("export", error);
    }

  th_cli_output_init (&output);
  n_unread = th_export_write (export, &output);
  tell_nothing (export);
  return th_cli_worse (th_cli_output_end (&output), th_cli_report_unread (n_unread));
}

static ThExit
export_recording (const Options *options,
                  ThRecording   *recording)
{
  ThExport export = { find_kind (options->format), recording };
  g_autoptr(GPtrArray) results = NULL;
  g_autoptr(ThRows) rows = NULL;

  if (!th_cli_parse_span ("export", recording, &options->common, &export.from, &export.to))
    return TH_EXIT_USAGE;
  if (options->common.filter != NULL &&
      !(export.rows = rows = th_cli_filter ("export", recording, options->common.filter)))
    return TH_EXIT_USAGE;
  if (export.kind == TH_EXPORT_CHROME || export.kind == TH_EXPORT_FOLDED)
    {
      export.results = results = th_cli_analyze_with ("export", recording, options->common.with,
                                                      "stages", options->common.stages);
      if (results == NULL)
        return TH_EXIT_USAGE;
    }

  /* The end of a span that is not given is the last event, which belongs to it. */
  export.from = options->common.from != NULL ? export.from : G_MININT64;
  export.to = options->common.to != NULL ? export.to : G_MAXINT64;
  return write_text (options, &export);
}

/* --- other commands ------------------------------------------------------------ */

static void
add_option (GPtrArray  *arguments,
            const char *name,
            const char *value)
{
  if (value == NULL)
    return;

  g_ptr_array_add (arguments, (gpointer) name);
  g_ptr_array_add (arguments, (gpointer) value);
}

/* Runs the command that writes lanes or a table. */
static ThExit
run_other (const Options *options)
{
  gboolean is_table = g_str_has_prefix (options->format, TABLE);
  g_autoptr(GPtrArray) arguments = g_ptr_array_new ();

  g_ptr_array_add (arguments, (gpointer) (is_table ? "table" : "render"));
  if (is_table)
    {
      g_ptr_array_add (arguments, (gpointer) (strcmp (options->format, "table-csv") == 0
                                              ? "--csv" : "--json"));
      g_ptr_array_add (arguments, options->table);
    }
  add_option (arguments, "--output", options->output);
  add_option (arguments, "--filter", options->common.filter);
  add_option (arguments, "--from", options->common.from);
  add_option (arguments, "--to", options->common.to);
  for (guint i = 0; options->common.with != NULL && options->common.with[i] != NULL; i++)
    add_option (arguments, "--with", options->common.with[i]);
  g_ptr_array_add (arguments, options->common.arguments[0]);
  g_ptr_array_add (arguments, NULL);
  return is_table ? th_table_main (arguments->len - 1, (char **) arguments->pdata)
                  : th_render_main (arguments->len - 1, (char **) arguments->pdata);
}

int
th_export_main (int    argc,
                char **argv)
{
  g_auto(Options) options = { 0 };
  g_autoptr(ThRecording) recording = NULL;
  ThExit status;

  if (!parse_options (&options, &argc, &argv) || check_options (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;
  if (find_kind (options.format) == TH_N_EXPORTS)
    return run_other (&options);

  status = th_cli_load (options.common.arguments[0], &recording);
  if (recording == NULL)
    return status;

  return th_cli_worse (status, export_recording (&options, recording));
}
