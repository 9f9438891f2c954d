/* th-record-progress.h - what `thresh record` tells on standard error
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * While it records: a line that is rewritten on a terminal, and a line every few seconds
 * elsewhere.  Before and after: what the target does not have, and what was recorded.
 */
#pragma once

#include "th-capture.h"
#include "th-commands.h"
#include "th-preset-match.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean is_quiet;
  gboolean is_ring;  /* events that the buffers overwrite do not count as lost */
  gboolean is_terminal;
  guint    width;    /* of the line on the terminal */
  gint64   shown_us; /* when the last line was printed elsewhere */
} ThRecordProgress;

void th_record_progress_init   (ThRecordProgress      *self,
                                gboolean               is_quiet,
                                gboolean               is_ring);
void th_record_progress_show   (ThRecordProgress      *self,
                                const ThCaptureStatus *status);
/* Removes the line from the terminal, before something else is printed. */
void th_record_progress_clear  (ThRecordProgress      *self);

/* What of the presets the target does not have, with what that means. */
void th_record_report_match    (const ThPresetMatch   *match);
/* What the target cannot do that concerns this recording, with the remedy. */
void th_record_report_limits   (GVariant              *hello,
                                const ThPresetMatch   *match);
/* What the agent left out of what it was asked for; @configured is its CONFIGURED. */
void th_record_report_left_out (GVariant              *configured);
/* What was missed and what the agent could not restore; @end is its END.  The latter is an
 * error, which is not kept quiet. */
void th_record_report_end      (GVariant              *end,
                                gboolean               is_quiet);
/* The event of --until, at @time of the recording, and how long the recording goes on. */
void th_record_report_match_found (gint64              time,
                                double                 seconds_left);
/* How the clock of the target @name differs from that of the target @first, with the drift.
 * @relation: how both clocks differ, as used to convert its times. */
void th_record_report_clock    (const char            *name,
                                const char            *first,
                                const ThClockRelation *relation);
/* Events, losses and size of what @capture has recorded into @path, and what became of the file. */
void th_record_report_summary  (ThCapture             *capture,
                                gboolean               is_ring,
                                const char            *path);
/* The rates of --estimate on standard output. */
ThExit th_record_report_estimate (const ThCaptureStatus *status,
                                  GVariant              *configured,
                                  double                 seconds);

G_END_DECLS
