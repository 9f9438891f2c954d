/* th-export.c - a recording as a text for other programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-export.h"

#include <errno.h>

#include "th-atomic-file.h"
#include "th-chrome.h"
#include "th-event-columns.h"
#include "th-event-printer.h"
#include "th-folded.h"
#include "th-order.h"

/* The number of events between two reports of progress. */
#define EVENTS_AT_ONCE 4096u

const char *const *
th_export_list_ids (void)
{
  static const char *const ids[TH_N_EXPORTS + 1] = {
    [TH_EXPORT_CHROME] = "chrome", [TH_EXPORT_EVENTS_TEXT] = "events-text",
    [TH_EXPORT_EVENTS_CSV] = "events-csv", [TH_EXPORT_EVENTS_JSON] = "events-jsonl",
    [TH_EXPORT_FOLDED] = "folded"
  };

  return ids;
}

/* --- writing -------------------------------------------------------------- */

/* Goes to the next event, unless the output ended. */
static gboolean
next_event (ThCursor     *cursor,
            guint64       n,
            guint64      *done,
            ThTextOutput *output,
            ThRef        *ref)
{
  if (*done % EVENTS_AT_ONCE == 0)
    {
      th_progress_set (output->progress, (double) *done / MAX (n, 1));
      if (th_progress_is_cancelled (output->progress))
        return FALSE;
    }
  ++*done;
  return th_text_output_check (output) && th_cursor_next (cursor, ref);
}

static guint64
write_lines (const ThExport *self,
             ThOrder        *order,
             ThTextOutput   *output)
{
  g_autoptr(ThEventPrinter) printer = th_event_printer_new (self->recording, 0);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  guint64 done = 0;
  ThRef ref;

  th_event_printer_append_head (printer, output->text);
  while (next_event (cursor, th_order_get_n (order), &done, output, &ref))
    th_event_printer_append (printer, ref, output->text);
  return th_event_printer_get_n_unread (printer);
}

static guint64
write_columns (const ThExport *self,
               ThOrder        *order,
               ThTextOutput   *output)
{
  g_auto(GStrv) expressions = g_strsplit ("ts cpu task pid type info", " ", -1);
  g_autoptr(ThEventColumns) columns =
    th_event_columns_new (self->recording, expressions,
                          self->kind == TH_EXPORT_EVENTS_CSV ? TH_EVENT_COLUMNS_CSV
                                                             : TH_EVENT_COLUMNS_JSON);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  guint64 done = 0;
  ThRef ref;

  th_event_columns_append_head (columns, output->text);
  while (next_event (cursor, th_order_get_n (order), &done, output, &ref))
    th_event_columns_append (columns, ref, output->text);
  return 0;
}

static guint64
write_events (const ThExport *self,
              ThTextOutput   *output)
{
  g_autoptr(ThOrder) order = self->rows != NULL
                             ? th_order_new_rows (self->rows, NULL, 0, self->from, self->to)
                             : th_order_new_range (self->recording, NULL, 0, self->from, self->to);

  return self->kind == TH_EXPORT_EVENTS_TEXT ? write_lines (self, order, output)
                                             : write_columns (self, order, output);
}

static void
write_folded (const ThExport *self,
              ThTextOutput   *output)
{
  for (guint i = 0; i < self->results->len; i++)
    {
      ThResults *results = g_ptr_array_index (self->results, i);

      for (guint j = 0; j < th_results_get_n_trees (results); j++)
        th_folded_write (results, th_results_get_tree (results, j), 0, TRUE, output);
    }
}

guint64
th_export_write (const ThExport *self,
                 ThTextOutput   *output)
{
  switch (self->kind)
    {
    case TH_EXPORT_CHROME:
      th_chrome_write (self->recording, self->results, self->from, self->to, output);
      return 0;
    case TH_EXPORT_FOLDED:
      write_folded (self, output);
      return 0;
    case TH_EXPORT_EVENTS_TEXT:
    case TH_EXPORT_EVENTS_CSV:
    case TH_EXPORT_EVENTS_JSON:
    case TH_N_EXPORTS:
    default:
      return write_events (self, output);
    }
}

/* --- a file --------------------------------------------------------------- */

gboolean
th_export_save (const ThExport  *self,
                const char      *path,
                ThProgress      *progress,
                GError         **error)
{
  g_auto(ThAtomicFile) file = TH_ATOMIC_FILE_INIT;
  ThTextOutput output;
  int code;

  if (!th_atomic_file_begin_output (&file, path))
    return th_atomic_file_fail (path, errno, error);

  th_text_output_init (&output, file.fd);
  output.progress = progress;
  th_export_write (self, &output);
  code = th_text_output_end (&output);
  if (code != 0)
    return th_atomic_file_fail (path, code, error);
  if (th_progress_is_cancelled (progress))
    return FALSE;

  return th_atomic_file_commit (&file) || th_atomic_file_fail (path, errno, error);
}
