/* th-cut-cmd.c - `thresh cut`: a part of a trace.dat as another trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-cpus.h"
#include "th-cli-filter.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-span.h"
#include "th-cut.h"
#include "th-literals.h"
#include "th-printable.h"
#include "th-review.h"

typedef struct
{
  ThCliOptions common;
  char        *cpus;
  char        *output;
} Options;

static void
options_clear (Options *self)
{
  th_cli_options_clear (&self->common);
  g_free (self->cpus);
  g_free (self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static ThExit
write_cut (const char           *path,
           const char           *output,
           const ThCutSelection *selection)
{
  g_autofree char *name = NULL, *line = NULL, *text = NULL;
  g_autoptr(GError) error = NULL;
  guint64 n;

  if (!th_cut_trace (path, selection, output, &n, &error))
    return th_cli_fail ("cut", error);

  name = g_filename_display_name (output);
  line = th_printable_line (name);
  /* Translators: the number of events and the file that they were written to */
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%" G_GUINT64_FORMAT " event in %s\n",
                                       "%" G_GUINT64_FORMAT " events in %s\n", n), n, line);
  return th_cli_output_print (text);
}

static ThExit
cut (const Options *options,
     const char    *path,
     ThRecording   *recording)
{
  g_autoptr(ThRows) rows = NULL;
  g_autoptr(GArray) cpus = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *key = th_review_make_key (path, NULL);
  ThCutSelection selection = { .recording = recording, .key = key };

  if (!th_cli_parse_span ("cut", recording, &options->common, &selection.begin, &selection.end))
    return TH_EXIT_USAGE;
  if (options->cpus != NULL && !(cpus = th_cpus_parse (options->cpus, &error)))
    return th_cli_usage_error ("cut", "%s", error->message);
  if (cpus != NULL && !th_cli_check_cpus ("cut", recording, options->cpus, cpus))
    return TH_EXIT_USAGE;
  if (options->common.filter != NULL)
    {
      th_cli_analyze_for (recording, options->common.filter);
      if (!(rows = th_cli_filter ("cut", recording, options->common.filter)))
        return TH_EXIT_USAGE;
    }

  /* The end of a span that is not given is the last event, which belongs to it. */
  if (options->common.to == NULL)
    selection.end = G_MAXINT64;
  selection.rows = rows;
  selection.cpus = cpus;
  return write_cut (path, options->output, &selection);
}

int
th_cut_main (int    argc,
             char **argv)
{
  g_auto(Options) options = { 0, };
  const GOptionEntry entries[] = {
    TH_CLI_FROM_ENTRY (&options.common),
    TH_CLI_TO_ENTRY (&options.common),
    { "cpu", 0, 0, G_OPTION_ARG_STRING, &options.cpus, N_("Only the events of these CPUs"),
      N_("LIST") },
    TH_CLI_FILTER_ENTRY (&options.common),
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_("Write this file; it is replaced once it is complete"), N_("FILE") },
    { NULL }
  };
  g_autoptr(ThRecording) recording = NULL;
  ThExit loaded, written;

  if (!th_cli_parse (&argc, &argv, entries, N_("FILE"),
                     _("Write a part of a trace.dat as another trace.dat, with the same events, "
                       "times, tasks and lost events.")))
    return TH_EXIT_USAGE;
  if (argc != 2)
    return th_cli_usage_error ("cut", "%s", _("exactly one file is needed"));
  if (options.output == NULL)
    return th_cli_usage_error ("cut", "%s", _("-o FILE is needed: the file to write"));
  if (strcmp (options.output, "-") == 0)
    return th_cli_usage_error ("cut", "%s",
                               _("a recording cannot be written to standard output; choose the "
                                 "name of a file"));
  if (th_cli_has_appended ())
    return th_cli_usage_error ("cut", "%s", _("a timeline of several recordings cannot be cut; cut "
                                              "each recording"));

  loaded = th_cli_load (argv[1], &recording);
  if (recording == NULL)
    return loaded;

  written = cut (&options, argv[1], recording);
  return written != TH_EXIT_WHOLE ? written : loaded;
}
