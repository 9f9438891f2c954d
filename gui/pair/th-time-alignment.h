/* th-time-alignment.h - maps times of A to the corresponding times of B
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An alignment is an offset B - A: time t of A corresponds to time t + offset of B.  Its mode
 * selects the reference points: the first events, the first events that match a filter, the
 * markers A, the beginnings of the followed flows, or the same time of day.  The offset is
 * computed again whenever a reference point changes, or a document is replaced.
 *
 * If the recordings cannot be aligned that way, the offset is left unchanged, and an error says
 * why.  Setting an offset changes the mode to TH_ALIGN_BY_HAND.
 *
 * Properties (with notify): mode (uint), offset (int64; in the unit of the clocks, ns or
 * ticks), filter (string: the filter of TH_ALIGN_BY_MATCH), error (read-only string,
 * translated; NULL if the offset is right), pair (ThDocumentPair, construct only).
 *
 * Main thread only.
 */
#pragma once

#include "th-document-pair.h"

G_BEGIN_DECLS

typedef enum
{
  TH_ALIGN_BY_FIRST_EVENT,
  TH_ALIGN_BY_MATCH,
  TH_ALIGN_BY_MARKER,
  TH_ALIGN_BY_FLOW,
  TH_ALIGN_BY_WALL_CLOCK,
  TH_ALIGN_BY_HAND,
  TH_N_ALIGN_MODES
} ThAlignMode;

#define TH_TYPE_TIME_ALIGNMENT (th_time_alignment_get_type ())
G_DECLARE_FINAL_TYPE (ThTimeAlignment, th_time_alignment, TH, TIME_ALIGNMENT, GObject)

/* The initial mode is TH_ALIGN_BY_FIRST_EVENT. */
ThTimeAlignment *th_time_alignment_new        (ThDocumentPair  *pair);
/* Owned by @self. */
ThDocumentPair  *th_time_alignment_get_pair   (ThTimeAlignment *self);

void             th_time_alignment_set_mode   (ThTimeAlignment *self,
                                               ThAlignMode      mode);
ThAlignMode      th_time_alignment_get_mode   (ThTimeAlignment *self);
/* Changes the mode to TH_ALIGN_BY_HAND. */
void             th_time_alignment_set_offset (ThTimeAlignment *self,
                                               gint64           offset);
gint64           th_time_alignment_get_offset (ThTimeAlignment *self);
/* @filter: in the language of th-filter.h; "" matches the first event. */
void             th_time_alignment_set_filter (ThTimeAlignment *self,
                                               const char      *filter);
const char      *th_time_alignment_get_filter (ThTimeAlignment *self);
/* NULL if there is no error.  Owned by @self; valid until the main loop runs. */
const char      *th_time_alignment_get_error  (ThTimeAlignment *self);

/* Whether the error only says what is being waited for. */
gboolean         th_time_alignment_is_waiting (ThTimeAlignment *self);

/* The time of the other side that corresponds to @time of @side. */
gint64           th_time_alignment_convert    (ThTimeAlignment *self,
                                               ThSide           side,
                                               gint64           time);

G_END_DECLS
