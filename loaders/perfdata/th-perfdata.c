/* th-perfdata.c - the loader of perf's perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-perfdata-declare.h"
#include "th-perfdata-file.h"
#include "th-perfdata-header.h"
#include "th-perfdata-load.h"
#include "th-perfdata-reader.h"
#include "th-perfdata.h"

static ThProbe
perfdata_probe (const guint8 *head,
                gsize         size)
{
  static const char magic[][9] = { "PERFILE2", "2ELIFREP", "PERFFILE", "ELIFFREP" };

  for (guint i = 0; size >= 8 && i < G_N_ELEMENTS (magic); i++)
    if (memcmp (head, magic[i], 8) == 0)
      return TH_PROBE_YES;
  return TH_PROBE_NO;
}

static gboolean
perfdata_open (ThBytes      *bytes,
               ThRecording  *recording,
               GError      **error)
{
  ThPfFile *file = th_pf_file_new (bytes, recording);

  th_recording_set_source (recording, &th_perfdata_source, file);
  if (!th_pf_file_read (file, error))
    return FALSE;

  th_pf_file_declare (file);
  return TRUE;
}

static const char *const patterns[] = { "*.data", "*.perf", NULL };

const ThLoader th_perfdata_loader = {
  .id = "perf.data",
  .name = N_("perf recordings"),
  .patterns = patterns,
  .probe = perfdata_probe,
  .open = perfdata_open,
  .load = th_perfdata_load,
};
