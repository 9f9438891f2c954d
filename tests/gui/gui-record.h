/* gui-record.h - a window that records from an agent, and what tests look at
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Set it up as a fixture of gui-fixture.h; tear it down with record_tear_down().
 */
#pragma once

#include "gui-gestures.h"
#include "th-live-recording.h"

G_BEGIN_DECLS

/* The capture and the file of record_connect(). */
extern ThCapture *record_capture;
extern char *record_path;

/* Connects to the target @text, and begins to record to "a.dat" in the folder of the fixture. */
void        record_connect      (Fixture            *fixture,
                                 const char         *text,
                                 const char         *configuration);
/* Shows that recording; the window that does is that of the fixture then. */
void        record_show_plan    (Fixture            *fixture,
                                 const ThRecordPlan *plan);
void        record_show         (Fixture            *fixture);
void        record_tear_down    (Fixture            *fixture,
                                 gconstpointer       data);

ThDocument *record_get_document (Fixture            *fixture);
/* The number of events that the document has. */
guint64     record_count_shown  (Fixture            *fixture);
/* The number of events in a file, by trace-cmd. */
guint       record_count_events (const char         *file);
char       *record_dup_bar_text (Fixture            *fixture);

/* Conditions. */
gboolean    record_has_many     (Fixture            *fixture);
gboolean    record_has_ended    (Fixture            *fixture);
/* The finished file is shown and analysed. */
gboolean    record_is_finished  (Fixture            *fixture);

G_END_DECLS
