/* fuzz-cut.c - parts of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <sys/mman.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "fuzz-load.h"
#include "fuzz-target.h"
#include "th-cut.h"
#include "th-load-options.h"

static ThRecording *
load (const char *path)
{
  const ThLoader *loader;
  ThRecording *recording;

  /* With several threads a finding would be hard to reproduce. */
  th_load_options_set_n_threads (1);
  recording = th_loader_open (path, &loader, NULL);
  if (recording != NULL)
    th_loader_load (loader, recording);
  return recording;
}

/* The part is a recording with the events that were counted while it was written. */
static void
cut (const char     *path,
     ThCutSelection *selection)
{
  g_autofree char *target = g_strdup_printf ("%s/fuzz-cut-%d.dat", g_get_tmp_dir (),
                                             (int) getpid ());
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) part = NULL;
  guint64 n = 0;

  if (!th_cut_trace (path, selection, target, &n, &error))
    {
      g_assert_nonnull (error);
      g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
      return;
    }

  part = load (target);
  g_assert_nonnull (part);
  g_assert_cmpuint (th_recording_get_n_events (part), ==, n);
  g_assert_cmpuint (n, <=, th_recording_get_n_events (selection->recording));
  g_unlink (target);
}

static void
cut_parts (const char *path)
{
  g_autoptr(ThRecording) recording = load (path);
  gint64 first, last;

  if (recording == NULL || !th_recording_get_range (recording, &first, &last))
    return;

  cut (path, &(ThCutSelection) { recording, .begin = G_MININT64, .end = G_MAXINT64 });
  cut (path, &(ThCutSelection) { recording, .begin = first / 2 + last / 2, .end = last });
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("recording", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  cut_parts (path);
  close (fd);
  return 0;
}
