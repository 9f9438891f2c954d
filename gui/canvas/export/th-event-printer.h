/* th-event-printer.h - one event as one line of `trace-cmd report -t -N`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Columns: buffer (only if there are several), task and pid, CPU, time with nine
 * digits (six if the clock has only microseconds) or in ticks, event type, info text.
 * If events were lost before the event, a line about that comes first.  Feed it the
 * events of each CPU in ascending order.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef struct _ThEventPrinter ThEventPrinter;

typedef enum
{
  TH_PRINT_RAW_FIELDS = 1 << 0, /* name=value, like `trace-cmd report -R` */
  TH_PRINT_NAMES_THEN = 1 << 1, /* the task's name at the time of the event */
  TH_PRINT_COMPACT = 1 << 3,    /* the short texts of th-compact-info.h */
  /* the task's name saved in the file; default: like trace-cmd and perf script */
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

/* The number of events whose text could not be read from the file. */
guint64         th_event_printer_get_n_unread (ThEventPrinter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThEventPrinter, th_event_printer_free)

G_END_DECLS
