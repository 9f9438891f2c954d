/* th-find-cmd.c - `thresh find`: events by text, regular expression, field, expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-events.h"
#include "th-cli-filter.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-load-options.h"
#include "th-order.h"
#include "th-text-search.h"

typedef struct
{
  ThCliOptions  common;
  char         *expression;
  char         *field;
  gboolean      regex;
  gboolean      count;
  gint64        n;
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->expression);
  g_free (options->field);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse_options (Options  *options,
               int      *argc,
               char   ***argv)
{
  const GOptionEntry entries[] = {
    { "expression", 'e', 0, G_OPTION_ARG_STRING, &options->expression,
      N_("Find events that match this expression, as in --filter; PATTERN is left out then"),
      N_("EXPRESSION") },
    { "regex", 0, 0, G_OPTION_ARG_NONE, &options->regex,
      N_("Treat PATTERN as a regular expression"), NULL },
    { "field", 0, 0, G_OPTION_ARG_STRING, &options->field,
      N_("Find PATTERN, or a number, in this field"), N_("FIELD") },
    TH_CLI_FILTER_ENTRY (&options->common),
    { "max", 'n', 0, G_OPTION_ARG_INT64, &options->n, N_("At most this many events"), N_("N") },
    { "count", 0, 0, G_OPTION_ARG_NONE, &options->count, N_("Print only the number of matches"),
      NULL },
    TH_CLI_NAMES_ENTRY (&options->common),
    TH_CLI_ARGUMENTS_ENTRY (&options->common),
    { NULL }
  };

  return th_cli_parse (argc, argv, entries, _("PATTERN FILE"),
                       _("Print events with PATTERN in their text (task-pid, event or info), as "
                         "“thresh events” does.\n"
                         "A PATTERN without capitals ignores case.  “/…/” or “/…/i” is a regular "
                         "expression, “=…” an expression."));
}

static ThExit
check_options (const Options *options)
{
  guint wanted = options->expression != NULL ? 1 : 2;

  if (!th_cli_check_names ("find", options->common.names))
    return TH_EXIT_USAGE;
  if ((options->expression != NULL) + (options->field != NULL) + options->regex > 1)
    return th_cli_usage_error ("find", "%s",
                               _("--expression, --field and --regex exclude each other"));
  if (options->n < 0)
    return th_cli_usage_error ("find", "%s", _("the number of events cannot be negative"));
  if (options->common.arguments == NULL || g_strv_length (options->common.arguments) != wanted)
    return th_cli_usage_error ("find", "%s",
                               wanted == 1 ? _("exactly one file is needed")
                                           : _("a pattern and exactly one file are needed"));

  return TH_EXIT_WHOLE;
}

/* NULL after an error, which is reported. */
static ThFilter *
make_filter (const Options *options,
             ThRecording   *recording)
{
  const char *pattern = options->expression != NULL ? options->expression
                                                    : options->common.arguments[0];
  ThFindKind kind = options->expression != NULL ? TH_FIND_EXPRESSION : options->regex
                    ? TH_FIND_REGEX : TH_FIND_ENTRY;
  g_autoptr(GError) error = NULL;
  ThFilter *filter;
  guint begin, end;

  if (options->field != NULL || kind == TH_FIND_EXPRESSION || pattern[0] == '=')
    th_cli_analyze_for (recording, options->field != NULL ? options->field : pattern);
  if (options->field != NULL)
    filter = th_find_new_field (recording, options->field, pattern, &begin, &end, &error);
  else
    filter = th_find_new (recording, kind, pattern, &begin, &end, &error);
  if (filter == NULL)
    th_cli_print_error ("find", options->field != NULL ? options->field : pattern, begin, end,
                        error->message);

  return filter;
}

/* Prints at most @n events that match @run (NULL: all); matches one by one, so that the rest
 * is not evaluated if only the first few are wanted. */
static ThExit
print_events (ThFilterEvaluator *run,
              ThOrder           *order,
              ThRecording       *recording,
              ThPrintFlags       flags,
              gint64             n)
{
  g_autoptr(ThEventPrinter) printer = th_event_printer_new (recording, flags);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  ThTextOutput output;
  ThExit status;
  ThRef ref;

  th_cli_output_init (&output);
  th_event_printer_append_head (printer, output.text);

  while (n > 0 && th_text_output_check (&output) && th_cursor_next (cursor, &ref))
    if (run == NULL || th_filter_evaluator_match (run, ref))
      {
        th_event_printer_append (printer, ref, output.text);
        n--;
      }

  if (run != NULL)
    th_cli_report_given_up ("find", th_filter_evaluator_get_n_given_up (run));
  status = th_cli_output_end (&output);
  return th_cli_worse (status, th_cli_report_unread (th_event_printer_get_n_unread (printer)));
}

static ThExit
print_count (ThRows *rows)
{
  ThTextOutput output;

  th_cli_output_init (&output);
  g_string_append_printf (output.text, "%" G_GUINT64_FORMAT "\n", th_rows_get_n (rows));
  return th_cli_output_end (&output);
}

static ThExit
find (const Options *options,
      ThRecording   *recording)
{
  ThPrintFlags flags = th_cli_names_flag (options->common.names);
  g_autoptr(ThFilter) filter = make_filter (options, recording);
  g_autoptr(ThRows) within = NULL;
  g_autoptr(ThRows) rows = NULL;
  g_autoptr(ThOrder) order = NULL;
  g_autoptr(ThFilterEvaluator) run = NULL;

  if (filter == NULL)
    return TH_EXIT_USAGE;
  if (options->common.filter != NULL &&
      !(within = th_cli_filter ("find", recording, options->common.filter)))
    return TH_EXIT_USAGE;

  if (options->n < G_MAXINT64 && !options->count)
    {
      order = within != NULL ? th_order_new_rows (within, NULL, 0, G_MININT64, G_MAXINT64)
                             : th_order_new (recording);
      run = th_filter_evaluator_new (filter);
      return print_events (run, order, recording, flags, options->n);
    }

  rows = th_rows_new (recording);
  th_cli_report_given_up ("find",
                          th_filter_evaluate (filter, rows, within,
                                              th_load_options_get_n_threads (),
                                              NULL));
  if (options->count)
    return print_count (rows);

  order = th_order_new_rows (rows, NULL, 0, G_MININT64, G_MAXINT64);
  return print_events (NULL, order, recording, flags, G_MAXINT64);
}

int
th_find_main (int    argc,
              char **argv)
{
  g_auto(Options) options = { .n = G_MAXINT64 };
  g_autoptr(ThRecording) recording = NULL;
  ThExit status;

  if (!parse_options (&options, &argc, &argv) || check_options (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  status = th_cli_load (options.common.arguments[options.expression != NULL ? 0 : 1], &recording);
  if (recording == NULL)
    return status;

  return th_cli_worse (status, find (&options, recording));
}
