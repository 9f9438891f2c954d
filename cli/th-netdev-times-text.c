/* th-netdev-times-text.c - names and times in the format of perf's script
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-netdev-times-text.h"

void
th_netdev_times_stamp (GString *text,
                       gint64   time,
                       guint    width)
{
  g_string_append_printf (text, "%*" G_GINT64_FORMAT ".%06d", (int) width, time / 1000000000,
                          (int) (time % 1000000000 / 1000));
}

const char *
th_netdev_times_name (ThFlowSet   *flows,
                      const ThStep *step)
{
  if (step->flags & TH_STEP_PLACE || th_ref_is_none (step->anchor))
    return "";

  return th_recording_get_type_name (flows->recording,
                                     th_recording_get_type (flows->recording, step->anchor));
}
