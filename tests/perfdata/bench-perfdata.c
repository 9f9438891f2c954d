/* bench-perfdata.c - measures the ns per sample of a load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-perfdata FILE [TIMES]
 */
#include <stdio.h>
#include <stdlib.h>

#include "th-loaders.h"

int
main (int   argc,
      char *argv[])
{
  guint times = argc > 2 ? (guint) atoi (argv[2]) : 5;

  for (guint i = 0; argc > 1 && i < times; i++)
    {
      g_autoptr(GError) error = NULL;
      gint64 start = g_get_monotonic_time (), opened;
      const ThLoader *loader;
      g_autoptr(ThRecording) recording = th_loader_open (argv[1], &loader, &error);
      guint64 n;

      if (recording == NULL)
        {
          fprintf (stderr, "%s\n", error->message);
          return 1;
        }
      opened = g_get_monotonic_time ();
      th_loader_load (loader, recording);
      n = MAX (th_recording_get_n_events (recording), 1);
      printf ("open %.1f ms, load %.1f ms, %" G_GUINT64_FORMAT " samples, %.1f ns a sample\n",
              (opened - start) / 1e3,
              (g_get_monotonic_time () - opened) / 1e3, n,
              (g_get_monotonic_time () - opened) * 1e3 / n);
    }
  return 0;
}
