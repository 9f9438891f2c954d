/* th-tracedat.c - the loader of trace-cmd's trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-tracedat-declare.h"
#include "th-tracedat-file.h"
#include "th-tracedat-load.h"
#include "th-tracedat-reader.h"
#include "th-tracedat-sections.h"
#include "th-tracedat.h"

static ThProbe
tracedat_probe (const guint8 *head,
                gsize         size)
{
  return size >= 10 && memcmp (head, "\x17\x08\x44tracing", 10) == 0 ? TH_PROBE_YES : TH_PROBE_NO;
}

/* The regions move when the recording ends; a header that was read then is not that of the feed. */
static gboolean
check_regions (ThTdFile  *file,
               ThBytes   *bytes,
               GError   **error)
{
  ThFeed *feed = th_bytes_get_feed (bytes);
  ThTdBuffer *buffer = th_td_file_buffer (file, 0);
  gboolean same = feed == NULL || buffer->cpus->len == th_feed_get_n_cpus (feed);

  for (guint i = 0; feed != NULL && same && i < buffer->cpus->len; i++)
    same = th_td_buffer_cpu (buffer, i)->offset == th_feed_get_offset (feed, i);
  if (!same)
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED,
                 _("The recording ended while it was being opened. Open it again."));
  return same;
}

static gboolean
tracedat_open (ThBytes      *bytes,
               ThRecording  *recording,
               GError      **error)
{
  ThTdFile *file = th_td_file_new (bytes, recording);

  th_recording_set_source (recording, &th_tracedat_source, file);
  /* The parts of a trace.dat refer to each other in both directions, so it cannot be read
   * while it grows. */
  th_bytes_wait (bytes, G_MAXUINT64, -1);
  if (!th_td_file_read (file, error) || !check_regions (file, bytes, error))
    return FALSE;

  th_td_file_declare (file);
  if (th_bytes_get_feed (bytes) != NULL)
    th_recording_set_live (recording);
  return TRUE;
}

static const char *const patterns[] = { "*.dat", NULL };

const ThLoader th_tracedat_loader = {
  .id = "trace.dat",
  .name = N_("trace-cmd recordings"),
  .patterns = patterns,
  .probe = tracedat_probe,
  .open = tracedat_open,
  .load = th_tracedat_load,
};
