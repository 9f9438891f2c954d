/* th-event-printer.h - one event as one line of `trace-cmd report -t -N`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Columns: buffer (only where there are several), task and pid, CPU, time with
 * nine digits (six where the clock tells microseconds) or as plain ticks, event
 * type, info text.  Where events were lost before the event, a line tells so
 * first.  Feed it the events of each CPU in ascending order.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef struct _ThEventPrinter ThEventPrinter;

typedef enum
{
  TH_PRINT_RAW_FIELDS = 1 << 0, /* name=value, as `trace-cmd report -R` */
  TH_PRINT_NAMES_THEN = 1 << 1, /* the task's name at the time of the event */
  TH_PRINT_COMPACT = 1 << 3,    /* short texts, as th-compact-info.h has them */
  /* the one that the file saved; neither: as trace-cmd and perf script do */
  TH_PRINT_NAMES_SAVED = 1 << 2
} ThPrintFlags;

ThEventPrinter *th_event_printer_new          (ThRecording    *recording,
                                               ThPrintFlags    flags);
void            th_event_printer_free         (ThEventPrinter *self);

/* "cpus=4" */
void            th_event_printer_append_head  (ThEventPrinter *self,
                                               GString        *text);
void            th_event_printer_append       (ThEventPrinter *self,
                                               ThRef           ref,
                                               GString        *text);

/* Events whose text could not be read back from the file. */
guint64         th_event_printer_get_n_unread (ThEventPrinter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThEventPrinter, th_event_printer_free)

G_END_DECLS
