/* loader-fixture.h - recordings for the tests of the loaders
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-loaders.h"

G_BEGIN_DECLS

/* Tests that damage a file again and again do one in so many rounds: the thread sanitizer takes
 * 15 times as long, and sees the order of threads in each of them. */
#ifdef __SANITIZE_THREAD__
#define FIXTURE_ONE_IN 13
#else
#define FIXTURE_ONE_IN 1
#endif

/* Returns the paths of the *.dat files with a .expected.json in tests/data and, if that is set, in
 * $THRESHER_TRACES. */
GPtrArray   *fixture_list_recordings (void);
/* Returns the path of one of them, from either place, or NULL after g_test_skip(). */
char        *fixture_find_recording  (const char  *name);
char        *fixture_expected_path   (const char  *path);

/* Opens a file and loads it completely; @error is that of opening. */
ThRecording *fixture_load            (const char  *path,
                                      GError     **error);
ThRecording *fixture_load_bytes      (const void  *data,
                                      gsize        size,
                                      GError     **error);

/* Reads payload, text and stack of events all over the recording and asserts that they are
 * well-formed. */
void         fixture_read_all        (ThRecording *recording);

/* Opens, loads and reads damaged bytes, which must not take long: either it opens, or there is an
 * error message.  Returns the number of events. */
guint64      fixture_try_bytes       (const char  *data,
                                      gsize        size);

/* The peak memory of this process, in KiB; 0 under a sanitizer, which keeps freed memory or needs
 * shadow memory. */
glong        fixture_peak_kb         (void);

/* Returns the whole contents of the columns, as text to compare. */
GString     *fixture_dump            (ThRecording *recording);
/* Asserts that the first @n_streams have the same events, losses and runs, wherever they are
 * stored. */
void         fixture_assert_same     (ThRecording *a,
                                      ThRecording *b,
                                      guint        n_streams);
/* Returns the problems, as in "bad-page 3 truncated 1". */
char        *fixture_problems        (ThRecording *recording);

G_END_DECLS
