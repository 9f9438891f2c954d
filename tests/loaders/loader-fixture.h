/* loader-fixture.h - recordings for the tests of the loaders
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-loaders.h"

G_BEGIN_DECLS

/* Paths of the *.dat files with a .expected.json: those in tests/data, and of
 * $THRESHER_TRACES where it is there. */
GPtrArray   *fixture_list_recordings (void);
/* The path of one of them, in either place; NULL after g_test_skip(). */
char        *fixture_find_recording  (const char  *name);
char        *fixture_expected_path   (const char  *path);

/* Opened and loaded to the end; @error of the open. */
ThRecording *fixture_load            (const char  *path,
                                      GError     **error);
ThRecording *fixture_load_bytes      (const void  *data,
                                      gsize        size,
                                      GError     **error);

/* Looks at payload, text and stack of events all over the recording; none may
 * be anything but well-formed. */
void         fixture_read_all        (ThRecording *recording);

/* Opens, loads and reads all of damaged bytes, which must not take long: either
 * it opens, or there is a sentence.  The number of events. */
guint64      fixture_try_bytes       (const char  *data,
                                      gsize        size);

/* Everything that the columns hold, as text that can be compared. */
GString     *fixture_dump            (ThRecording *recording);
/* The same events, losses and runs in the first @n_streams, wherever they lie. */
void         fixture_assert_same     (ThRecording *a,
                                      ThRecording *b,
                                      guint        n_streams);
/* "bad-page 3 truncated 1" */
char        *fixture_problems        (ThRecording *recording);

G_END_DECLS
