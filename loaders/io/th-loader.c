/* th-loader.c - shared by all loaders: errors, and problems of the bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include "th-load-options.h"
#include "th-loader.h"

#define FREE_COLUMNS (128 << 20)
#define MAX_RATIO    16

G_DEFINE_QUARK (th-loader-error-quark, th_loader_error)

gboolean
th_loader_is_cut_by_us (ThProblemKind kind)
{
  return kind == TH_PROBLEM_READ || kind == TH_PROBLEM_SPOOL || kind == TH_PROBLEM_EXPANSION;
}

static gsize
quarter_of_memory (void)
{
  glong pages = sysconf (_SC_PHYS_PAGES);
  glong size = sysconf (_SC_PAGESIZE);

  return pages > 0 && size > 0 ? (gsize) pages / 4 * (gsize) size : G_MAXSIZE;
}

gsize
th_loader_get_memory_limit (ThBytes *bytes)
{
  gsize limit = th_load_options_get_memory_limit ();

  return limit != 0 ? limit : th_loader_get_usual_memory_limit (bytes);
}

gsize
th_loader_get_usual_memory_limit (ThBytes *bytes)
{
  gsize limit = quarter_of_memory ();
  guint64 size = th_bytes_get_packed_size (bytes);

  if (!th_bytes_is_pipe (bytes) && size < limit / MAX_RATIO)
    limit = MIN (limit, FREE_COLUMNS + MAX_RATIO * (gsize) size);
  return limit;
}

void
th_loader_note_bytes (ThRecording *recording,
                      ThBytes     *bytes)
{
  ThProblemKind kind;
  guint64 offset;
  const char *detail;
  guint n_failed;

  if (!th_bytes_is_intact (bytes))
    th_recording_add_problem (recording, TH_PROBLEM_CHANGED, 1, -1, NULL);
  if (th_bytes_get_problem (bytes, &kind, &offset, &detail))
    {
      /* The bytes end because we stopped reading or unpacking, not because the file is
       * truncated. */
      if (th_loader_is_cut_by_us (kind) || kind == TH_PROBLEM_BAD_WRAPPER)
        th_recording_forget_problem (recording, TH_PROBLEM_TRUNCATED);
      th_recording_add_problem (recording, kind, 1, (gint64) offset, detail);
    }
  n_failed = th_bytes_get_n_failed (bytes, &offset, &detail);
  if (n_failed > 0)
    th_recording_add_problem (recording, TH_PROBLEM_READ, n_failed, (gint64) offset, detail);
  if (th_bytes_is_stopped (bytes))
    th_recording_cancel (recording);
  else if (th_bytes_is_growing (bytes) && !th_recording_is_outgrown (recording) &&
           th_bytes_get_portion (bytes) == NULL)
    th_bytes_stop (bytes); /* nobody reads the rest */
}
