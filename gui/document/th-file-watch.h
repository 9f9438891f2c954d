/* th-file-watch.h - notices changes to the files of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel reports changes of local files, so nothing runs while none changes.
 * It cannot report what another machine writes, so the window calls th_file_watch_look()
 * when the user returns to it.
 *
 * Property (with notify): changed.
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-recording.h"

G_BEGIN_DECLS

#define TH_TYPE_FILE_WATCH (th_file_watch_get_type ())
G_DECLARE_FINAL_TYPE (ThFileWatch, th_file_watch, TH, FILE_WATCH, GObject)

ThFileWatch *th_file_watch_new         (void);
/* Watches @files, an array of GFile, from which @recording is about to be read.  Call it before
 * they are read, so that no change is missed. */
void         th_file_watch_start       (ThFileWatch *self,
                                        ThRecording *recording,
                                        GPtrArray   *files);
void         th_file_watch_stop        (ThFileWatch *self);
/* Checks on a worker whether the files changed. */
void         th_file_watch_look        (ThFileWatch *self);
gboolean     th_file_watch_get_changed (ThFileWatch *self);

G_END_DECLS
