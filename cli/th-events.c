/* th-events.c - `thresh events`: the events as text, in order of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-filter.h"
#include "th-cli-load.h"
#include "th-cli-output.h"
#include "th-cli-time.h"
#include "th-event-printer.h"
#include "th-order.h"

typedef struct
{
  char       *cpus;
  char       *from;
  char       *to;
  char       *names;
  char       *filter;
  gint64      n;
  gboolean    raw;
  char      **files;
  GArray     *cpu_numbers; /* NULL: all */
} Options;

static void
options_clear (Options *options)
{
  g_free (options->cpus);
  g_free (options->from);
  g_free (options->to);
  g_free (options->names);
  g_free (options->filter);
  g_strfreev (options->files);
  g_clear_pointer (&options->cpu_numbers, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse_options (Options  *options,
               int      *argc,
               char   ***argv)
{
  const GOptionEntry entries[] = {
    { "cpu", 0, 0, G_OPTION_ARG_STRING, &options->cpus, N_("Only these CPUs, like 0,2-3"), N_("LIST") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &options->from,
      N_("From this time on, like 188.024, 12ms; +12ms after the first event"), N_("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &options->to, N_("Before this time"), N_("TIME") },
    TH_CLI_FILTER_ENTRY (&options->filter),
    { "count", 'n', 0, G_OPTION_ARG_INT64, &options->n, N_("At most so many events"), N_("N") },
    { "raw-fields", 0, 0, G_OPTION_ARG_NONE, &options->raw, N_("Fields as name=value instead of text"), NULL },
    { "names", 0, 0, G_OPTION_ARG_STRING, &options->names,
      N_("Names of tasks: as the file saved them (saved), or as they were at the time (then)"), "saved|then" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files, NULL, NULL },
    { NULL }
  };

  return th_cli_parse (argc, argv, entries, _("FILE"),
                       _("Prints what “trace-cmd report -t -N” prints, in order of time over all buffers."));
}

static ThExit
check_options (Options *options)
{
  g_autoptr(GError) error = NULL;

  if (options->files == NULL || options->files[1] != NULL)
    return th_cli_usage_error ("events", "%s", _("give one file"));

  if (options->names != NULL && strcmp (options->names, "saved") != 0 && strcmp (options->names, "then") != 0)
    return th_cli_usage_error ("events", _("--names is “saved” or “then”, not “%s”"), options->names);

  if (options->n < 0)
    return th_cli_usage_error ("events", "%s", _("the number of events cannot be negative"));

  if (options->cpus != NULL && !(options->cpu_numbers = th_cli_parse_cpus (options->cpus, &error)))
    return th_cli_usage_error ("events", "%s", error->message);

  return TH_EXIT_WHOLE;
}

/* NULL after a mistake, which has been told. */
static ThOrder *
make_order (const Options *options,
            ThRecording   *recording)
{
  const guint *cpus = options->cpu_numbers != NULL ? (const guint *) options->cpu_numbers->data : NULL;
  guint n_cpus = options->cpu_numbers != NULL ? options->cpu_numbers->len : 0;
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRows) rows = NULL;
  gint64 begin, end;

  if (!th_cli_parse_span (recording, options->from, options->to, &begin, &end, &error))
    {
      th_cli_usage_error ("events", "%s", error->message);
      return NULL;
    }
  if (options->filter == NULL)
    return th_order_new_range (recording, cpus, n_cpus, begin, end);

  rows = th_cli_filter ("events", recording, options->filter);
  return rows != NULL ? th_order_new_rows (rows, cpus, n_cpus, begin, end) : NULL;
}

static ThExit
tell_unread (guint64 n)
{
  /* A number as text: a macro would cut the message for the translators. */
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, n);

  if (n == 0)
    return TH_EXIT_WHOLE;

  g_printerr (ngettext ("thresh: the text of %s event could not be read.\n",
                        "thresh: the text of %s events could not be read.\n", n),
              count);
  return TH_EXIT_PART;
}

static ThExit
print_events (const Options *options,
              ThRecording   *recording,
              ThOrder       *order)
{
  gboolean then = options->names != NULL && strcmp (options->names, "then") == 0;
  ThPrintFlags flags = (options->raw ? TH_PRINT_RAW_FIELDS : 0) | (then ? TH_PRINT_NAMES_THEN : 0);
  g_autoptr(ThEventPrinter) printer = th_event_printer_new (recording, flags);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  gint64 n_left = options->n;
  ThCliOutput output;
  ThExit status;
  ThRef ref;

  th_cli_output_init (&output);
  th_event_printer_append_head (printer, output.text);

  while (n_left-- > 0 && th_cli_output_check (&output) && th_cursor_next (cursor, &ref))
    th_event_printer_append (printer, ref, output.text);

  status = th_cli_output_end (&output);
  return th_cli_worse (status, tell_unread (th_event_printer_get_n_unread (printer)));
}

int
th_events_main (int    argc,
                char **argv)
{
  g_auto(Options) options = { .n = G_MAXINT64 };
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThOrder) order = NULL;
  ThExit status;

  if (!parse_options (&options, &argc, &argv) || check_options (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  status = th_cli_load (options.files[0], &recording);
  if (recording == NULL)
    return status;

  if (!(order = make_order (&options, recording)))
    return TH_EXIT_USAGE;

  return th_cli_worse (status, print_events (&options, recording, order));
}
