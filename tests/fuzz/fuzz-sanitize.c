/* fuzz-sanitize.c - the removal of personal data: any text, and a whole trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "fuzz-load.h"
#include "fuzz-target.h"
#include "th-sanitize.h"
#include "th-scrub-text.h"
#include "th-tracedat.h"

/* What was renamed once has no name left that was found before. */
static void
sanitize_text (const guint8 *data,
               gsize         size)
{
  g_autoptr(ThRenames) renames = th_renames_new ("key");
  g_autofree char *text = g_memdup2 (data, size), *copy = g_memdup2 (data, size);

  th_scrub_text (renames, TH_SCRUB_ALL, text, size);
  g_assert_true (size == 0 || memcmp (text, data, size) == 0);
  th_renames_freeze (renames);
  th_scrub_text (renames, TH_SCRUB_ALL, copy, size);
  th_scrub_command (renames, text, size);
  th_scrub_host (renames, text, size);
}

/* The result is a recording that loads like any other. */
static void
load_result (const char *path)
{
  g_autofree char *data = NULL;
  gsize size;

  if (g_file_get_contents (path, &data, &size, NULL))
    fuzz_load (&th_tracedat_loader, (const guint8 *) data, size);
  g_unlink (path);
}

static void
sanitize_file (const char *path)
{
  g_autoptr(ThSanitizer) sanitizer = th_sanitizer_new ("key");
  g_autofree char *target = g_strdup_printf ("%s/fuzz-sanitize-%d.dat", g_get_tmp_dir (),
                                             (int) getpid ());

  if (th_sanitizer_survey (sanitizer, path, NULL, NULL) &&
      th_sanitizer_write (sanitizer, path, target, NULL, NULL))
    load_result (target);
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("recording", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);

  sanitize_text (data, MIN (size, 4096));
  if (fd >= 0 && write (fd, data, size) == (gssize) size)
    sanitize_file (path);
  if (fd >= 0)
    close (fd);
  return 0;
}
