/* th-selection.h - the selected event and span of time, and the table row they came from
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An event is selected only if the recording has it.  A span survives a change of the
 * recording; an event is restored by th-restorer.h.
 *
 * Signal
 *   "changed": the event or the span changed, or a step of a flow led to the same event
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-recording.h"
#include "th-row-span.h"

G_BEGIN_DECLS

#define TH_TYPE_SELECTION (th_selection_get_type ())
G_DECLARE_FINAL_TYPE (ThSelection, th_selection, TH, SELECTION, GObject)

ThSelection     *th_selection_new             (void);
/* Drops the event and the row, without a signal.  NULL if there is no longer a recording. */
void             th_selection_set_recording   (ThSelection     *self,
                                               ThRecording     *recording);
/* Whether the recording has @event. */
gboolean         th_selection_has_event       (ThSelection     *self,
                                               ThRef            event);
ThRef            th_selection_get_event       (ThSelection     *self);
/* TH_REF_NONE, or an event that is not in the recording, selects nothing. */
void             th_selection_select          (ThSelection     *self,
                                               ThRef            event);
/* Emits "changed" without changing the event. */
void             th_selection_select_again    (ThSelection     *self);
/* FALSE if there is none; then both times are TH_TIME_NONE. */
gboolean         th_selection_get_span        (ThSelection     *self,
                                               gint64          *from,
                                               gint64          *to);
/* The times may be in either order; equal times select nothing. */
void             th_selection_select_span     (ThSelection     *self,
                                               gint64           from,
                                               gint64           to);

/* Remembers the row of @results that is about to be selected; NULL for none. */
void             th_selection_set_row         (ThSelection     *self,
                                               ThResults       *results,
                                               const ThRowSpan *row);
/* That row while its event and its span are selected, or else NULL.  Owned by @self; valid until
 * another row is set. */
const ThRowSpan *th_selection_get_row         (ThSelection     *self);
/* The results of the row that was set last, or NULL; owned by @self. */
ThResults       *th_selection_get_row_results (ThSelection     *self);

G_END_DECLS
