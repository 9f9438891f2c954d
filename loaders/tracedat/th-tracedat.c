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
  if (!th_td_file_read (file, error))
    return FALSE;

  th_td_file_declare (file);
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
