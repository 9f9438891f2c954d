/* th-compare-sides.c - the recordings of both sides of `thresh compare`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"
#include "th-cli-results.h"
#include "th-compare-baseline.h"
#include "th-compare-sides.h"
#include "th-compare-take.h"
#include "th-printable.h"
#include "th-time-span.h"

static ThExit
load_run (const char *argument,
          char      **with,
          GPtrArray  *runs)
{
  const char *range;
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GPtrArray) all = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *path = th_time_span_split (argument, &range);
  g_autofree char *name = g_filename_display_name (argument);
  ThExit status = th_cli_load (path, &recording);
  gint64 from, to;

  if (recording == NULL)
    return status;
  if (!th_time_span_parse_range (recording, range, &from, &to, &error))
    return th_cli_usage_error ("compare", "%s", error->message);
  if (!(all = th_cli_analyze ("compare", recording, with)))
    return TH_EXIT_USAGE;

  g_ptr_array_add (runs, th_compare_run_take (recording, all, name, from, to));
  return status;
}

static ThExit
load_baseline (const char *path,
               GPtrArray  *runs)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) found = th_compare_baseline_load (path, &error);

  if (found == NULL)
    {
      g_autofree char *name = g_filename_display_name (path);
      g_autofree char *shown = th_printable_line (name);

      g_printerr ("%s: %s\n", shown, error->message);
      return TH_EXIT_REFUSED;
    }

  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (runs, th_compare_run_ref (g_ptr_array_index (found, i)));
  return TH_EXIT_WHOLE;
}

ThExit
th_compare_sides_load (char     **files,
                       char     **with,
                       GPtrArray *runs)
{
  ThExit status = TH_EXIT_WHOLE;

  for (guint i = 0; files[i] != NULL; i++)
    {
      ThExit one = th_compare_baseline_detect (files[i]) ? load_baseline (files[i], runs)
                                                         : load_run (files[i], with, runs);

      status = th_cli_worse (status, one);
      if (one == TH_EXIT_REFUSED || one == TH_EXIT_USAGE)
        break;
    }
  return status;
}
