/* th-events.c - `thresh events`: the events as text, in order of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-cpus.h"
#include "th-cli-events.h"
#include "th-cli-filter.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-span.h"
#include "th-cli-stack.h"
#include "th-event-columns.h"
#include "th-expression.h"
#include "th-filter.h"
#include "th-hex-dump.h"
#include "th-literals.h"
#include "th-load-options.h"
#include "th-order.h"
#include "th-time-span.h"

typedef struct
{
  ThCliOptions   common;
  char          *cpus;
  gint64         n;
  gboolean       raw;
  gboolean       compact;
  gboolean       hex;
  gboolean       stack;
  gboolean       csv;
  char         **columns;     /* NULL for lines like those of trace-cmd */
  GArray        *cpu_numbers; /* NULL for all */
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->cpus);
  g_strfreev (options->columns);
  g_clear_pointer (&options->cpu_numbers, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse_options (Options  *options,
               int      *argc,
               char   ***argv)
{
  const GOptionEntry entries[] = {
    { "cpu", 0, 0, G_OPTION_ARG_STRING, &options->cpus, N_("Only these CPUs, like 0,2-3"),
      N_("LIST") },
    TH_CLI_FROM_ENTRY (&options->common),
    TH_CLI_TO_ENTRY (&options->common),
    TH_CLI_FILTER_ENTRY (&options->common),
    { "count", 'n', 0, G_OPTION_ARG_INT64, &options->n, N_("At most this many events"), N_("N") },
    { "column", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->columns,
      N_("Print the value of this expression for each event, like “len * 8”, instead of its line; "
         "repeat for more columns"), N_("EXPRESSION") },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options->csv,
      N_("Print columns as comma-separated values with a header line"), NULL },
    TH_CLI_JSON_ENTRY (&options->common, N_("Print columns as one JSON object per event, each on "
                                            "its own line")),
    { "compact", 0, 0, G_OPTION_ARG_NONE, &options->compact,
      N_("Print short texts of well-known events"), NULL },
    { "hex", 'X', 0, G_OPTION_ARG_NONE, &options->hex,
      N_("Print the bytes of frames below them, as “tcpdump -XX” does"), NULL },
    { "stack", 0, 0, G_OPTION_ARG_NONE, &options->stack,
      N_("Print the stack of each event below it, innermost frame first"), NULL },
    { "raw-fields", 0, 0, G_OPTION_ARG_NONE, &options->raw,
      N_("Print fields as name=value instead of formatted text"), NULL },
    TH_CLI_NAMES_ENTRY (&options->common),
    TH_CLI_ARGUMENTS_ENTRY (&options->common),
    { NULL }
  };

  return th_cli_parse (argc, argv, entries, _("FILE"),
                       _("Print what “trace-cmd report -t -N” prints, in time order across all "
                         "buffers."));
}

static ThExit
check_options (Options *options)
{
  g_autoptr(GError) error = NULL;

  if (options->common.arguments == NULL || options->common.arguments[1] != NULL)
    return th_cli_usage_error ("events", "%s", _("exactly one file is needed"));

  if (!th_cli_check_names ("events", options->common.names))
    return TH_EXIT_USAGE;

  if (options->n < 0)
    return th_cli_usage_error ("events", "%s", _("the number of events cannot be negative"));

  if (options->common.json && options->csv)
    return th_cli_usage_error ("events", "%s", _("--json and --csv exclude each other"));

  if ((options->common.json || options->csv) && options->columns == NULL)
    return th_cli_usage_error ("events", "%s",
                               _("--json and --csv apply to columns: use --column"));

  if (options->compact &&
      (options->raw || options->columns != NULL || options->csv || options->common.json))
    return th_cli_usage_error ("events", "%s",
                               _("--compact excludes --raw-fields, --column, --csv and --json"));
  if (options->raw && options->columns != NULL)
    return th_cli_usage_error ("events", "%s", _("--column and --raw-fields exclude each other"));

  if (options->hex && options->columns != NULL)
    return th_cli_usage_error ("events", "%s", _("--hex applies to lines: leave out --column"));
  if (options->stack && options->columns != NULL)
    return th_cli_usage_error ("events", "%s", _("--stack applies to lines: leave out --column"));

  if (options->cpus != NULL && !(options->cpu_numbers = th_cpus_parse (options->cpus, &error)))
    return th_cli_usage_error ("events", "%s", error->message);

  return TH_EXIT_WHOLE;
}

/* FALSE if an expression of a column is invalid, which is reported; with @growing, errors that
 * further events may resolve do not count. */
static gboolean
check_columns (ThRecording  *recording,
               char        **expressions,
               gboolean      growing)
{
  for (guint i = 0; expressions[i] != NULL; i++)
    {
      g_autoptr(GError) error = NULL;
      guint begin, end;

      if (!growing)
        th_cli_analyze_for (recording, expressions[i]);
      if (th_expression_check (recording, expressions[i], &begin, &end, &error) ||
          (growing && !g_error_matches (error, TH_FILTER_ERROR, TH_FILTER_ERROR_SYNTAX)))
        continue;
      th_cli_print_error ("events", expressions[i], begin, end, error->message);
      return FALSE;
    }

  return TRUE;
}

/* NULL after an error, which is reported. */
static ThOrder *
make_order (const Options *options,
            ThRecording   *recording)
{
  const guint *cpus = options->cpu_numbers != NULL ? (const guint *) options->cpu_numbers->data
                                                   : NULL;
  guint n_cpus = options->cpu_numbers != NULL ? options->cpu_numbers->len : 0;
  g_autoptr(ThRows) rows = NULL;
  gint64 begin, end;

  if (!th_cli_parse_span ("events", recording, &options->common, &begin, &end) ||
      (options->columns != NULL && !check_columns (recording, options->columns, FALSE)) ||
      (options->cpu_numbers != NULL &&
       !th_cli_check_cpus ("events", recording, options->cpus, options->cpu_numbers)))
    return NULL;
  if (options->common.filter == NULL)
    return th_order_new_range (recording, cpus, n_cpus, begin, end);

  rows = th_cli_filter ("events", recording, options->common.filter);
  return rows != NULL ? th_order_new_rows (rows, cpus, n_cpus, begin, end) : NULL;
}

/* --- printing ---------------------------------------------------------- */

/* Number of printed rows of a CPU; stays valid if the recording object is replaced. */
typedef struct
{
  guint   stream;
  guint   number;
  guint32 n;
} Printed;

typedef struct
{
  const Options  *options;
  ThRecording    *recording; /* the one that the printer prints */
  ThEventPrinter *printer;
  ThReader       *reader;    /* of the bytes of frames and of stacks; or NULL */
  ThEventColumns *columns;   /* used instead of the printer; or NULL */
  gboolean        began;
  gint64          from;      /* everything before was printed */
  gint64          n_left;
  gboolean        mistaken;  /* whether the options are invalid, which was reported */
  ThFilter       *filter;    /* NULL if there is none, or it cannot be compiled yet */
  ThRows         *rows;      /* the rows that match it */
  GArray         *printed;   /* Printed */
  ThTextOutput     output;
} Printing;

static void
printing_init (Printing      *self,
               const Options *options)
{
  *self = (Printing) { .options = options, .from = G_MININT64, .n_left = options->n };
  self->printed = g_array_new (FALSE, TRUE, sizeof (Printed));
  th_cli_output_init (&self->output);
}

static void
forget_recording (Printing *self)
{
  g_clear_pointer (&self->rows, th_rows_unref);
  g_clear_pointer (&self->filter, th_filter_unref);
  g_clear_pointer (&self->columns, th_event_columns_free);
  g_clear_pointer (&self->printer, th_event_printer_free);
  g_clear_pointer (&self->reader, th_reader_free);
  g_clear_pointer (&self->recording, th_recording_unref);
}

static ThExit
printing_end (Printing *self)
{
  ThExit status = th_cli_output_end (&self->output);

  if (self->printer != NULL)
    status = th_cli_worse (status,
                           th_cli_report_unread (th_event_printer_get_n_unread (self->printer)));
  forget_recording (self);
  g_array_unref (self->printed);
  return status;
}

static void
take_recording (Printing    *self,
                ThRecording *recording)
{
  ThPrintFlags flags = (self->options->raw ? TH_PRINT_RAW_FIELDS : 0) |
                       (self->options->compact ? TH_PRINT_COMPACT : 0) |
                       th_cli_names_flag (self->options->common.names);

  if (self->recording == recording)
    return;

  forget_recording (self);
  self->recording = th_recording_ref (recording);
  self->printer = th_event_printer_new (recording, flags);
  if (self->options->hex || self->options->stack)
    self->reader = th_reader_new (recording);
  if (self->options->columns != NULL)
    self->columns = th_event_columns_new (recording, self->options->columns,
                                          self->options->csv ? TH_EVENT_COLUMNS_CSV
                                          : self->options->common.json ? TH_EVENT_COLUMNS_JSON
                                          : TH_EVENT_COLUMNS_TEXT);
  self->from = G_MININT64;
}

static Printed *
printed_of (Printing *self,
            ThRef     ref)
{
  guint number = th_cpu_get_number (th_recording_get_cpu (self->recording, ref));
  Printed new_one = { ref.stream, number, 0 };

  for (guint i = 0; i < self->printed->len; i++)
    {
      Printed *one = &g_array_index (self->printed, Printed, i);

      if (one->stream == ref.stream && one->number == number)
        return one;
    }
  g_array_append_val (self->printed, new_one);
  return &g_array_index (self->printed, Printed, self->printed->len - 1);
}

static void
append_hex (Printing *self,
            ThRef     ref)
{
  gsize size;
  const guint8 *bytes = th_reader_get_frame (self->reader, ref, G_MAXSIZE, &size);

  if (bytes != NULL)
    th_hex_dump_append (self->output.text, bytes, size, 16, "\t");
}

/* FALSE if no more events are wanted. */
static gboolean
print_order (Printing *self,
             ThOrder  *order)
{
  g_autoptr(ThCursor) cursor = NULL;
  ThRef ref;

  if (!self->began && self->columns != NULL)
    th_event_columns_append_head (self->columns, self->output.text);
  else if (!self->began)
    th_event_printer_append_head (self->printer, self->output.text);
  self->began = TRUE;

  cursor = th_cursor_new (order, 0);
  while (self->n_left > 0 && th_text_output_check (&self->output) && th_cursor_next (cursor, &ref))
    {
      Printed *printed = printed_of (self, ref);

      if (ref.row < printed->n)
        continue; /* printed before the growing file was reopened */
      printed->n = ref.row + 1;
      if (self->columns != NULL)
        th_event_columns_append (self->columns, ref, self->output.text);
      else
        th_event_printer_append (self->printer, ref, self->output.text);
      if (self->options->hex)
        append_hex (self, ref);
      if (self->options->stack)
        th_cli_stack_append (self->recording, self->reader, ref, self->output.text);
      self->n_left--;
    }
  return self->n_left > 0 && !self->output.closed && self->output.error == 0;
}

static gint64
certain_until (ThRecording *recording)
{
  gint64 until = G_MAXINT64;

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);

      for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
        until = MIN (until, th_cpu_get_complete (th_stream_get_cpu (stream, i)));
    }
  return until;
}

/* FALSE if it cannot be compiled yet: a later event may have an unknown name.  Syntax errors
 * are final. */
static gboolean
prepare_filter (Printing *self)
{
  const char *text = self->options->common.filter;
  g_autoptr(GError) error = NULL;
  guint begin, end;

  if (text == NULL || self->filter != NULL)
    return TRUE;

  self->filter = th_filter_new (self->recording, text, &begin, &end, &error);
  if (self->filter != NULL)
    self->rows = th_rows_new (self->recording);
  else if (g_error_matches (error, TH_FILTER_ERROR, TH_FILTER_ERROR_SYNTAX))
    {
      th_cli_print_error ("events", text, begin, end, error->message);
      self->mistaken = TRUE;
    }
  return self->filter != NULL;
}

/* The complete events between @from and @until that have not been printed. */
static ThOrder *
make_growth_order (Printing *self,
                   gint64    from,
                   gint64    until)
{
  const GArray *numbers = self->options->cpu_numbers;
  const guint *cpus = numbers != NULL ? (const guint *) numbers->data : NULL;
  guint n_cpus = numbers != NULL ? numbers->len : 0;

  if (self->filter == NULL)
    return th_order_new_range (self->recording, cpus, n_cpus, from, until);

  th_filter_evaluate (self->filter, self->rows, NULL, th_load_options_get_n_threads (), NULL);
  return th_order_new_rows (self->rows, cpus, n_cpus, from, until);
}

static gboolean
print_growth (ThRecording *recording,
              gpointer     data)
{
  Printing *self = data;
  const Options *options = self->options;
  gint64 until = certain_until (recording), begin, end;
  g_autoptr(GError) error = NULL;
  g_autoptr(ThOrder) order = NULL;

  take_recording (self, recording);
  if (until <= self->from || !prepare_filter (self))
    return !self->mistaken;
  if (options->columns != NULL &&
      !check_columns (recording, options->columns, TRUE))
    {
      self->mistaken = TRUE;
      return FALSE;
    }
  if (!th_time_span_parse (recording, options->common.from, options->common.to, &begin, &end,
                           &error))
    {
      th_cli_usage_error ("events", "%s", error->message);
      self->mistaken = TRUE;
      return FALSE;
    }

  end = options->common.to != NULL ? end : G_MAXINT64;
  order = make_growth_order (self,
                             MAX (self->from, options->common.from != NULL ? begin : G_MININT64),
                             MIN (until, end));
  self->from = until;
  if (th_order_get_n (order) > 0 &&
      (!print_order (self, order) || !th_text_output_flush (&self->output)))
    return FALSE;
  return until < end;
}

int
th_events_main (int    argc,
                char **argv)
{
  g_auto(Options) options = { .n = G_MAXINT64 };
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThOrder) order = NULL;
  Printing printing;
  ThExit status;

  if (!parse_options (&options, &argc, &argv) || check_options (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  printing_init (&printing, &options);
  status = th_cli_load_growing (options.common.arguments[0], print_growth, &printing, &recording);
  if (printing.mistaken)
    status = TH_EXIT_USAGE;
  else if (recording != NULL && (order = make_order (&options, recording)) != NULL)
    {
      take_recording (&printing, recording);
      print_order (&printing, order);
    }
  else if (recording != NULL)
    status = TH_EXIT_USAGE;
  return th_cli_worse (status, printing_end (&printing));
}
