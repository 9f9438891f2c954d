/* bench-matching.c - measures the matching of frames and packets; prints lines of JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-matching N
 *
 * N frames of a capture and as many packets, of 1,400 lengths, in bursts; the capture's clock is
 * five hours ahead and 20 ppm too fast, and each side lacks one of a hundred.  Nothing is read
 * from files.
 */
#include <math.h>
#include <stdlib.h>

#include "bench-clock.h"
#include "th-frame-clock-find.h"
#include "th-frame-match.h"

#define HOUR (3600 * G_GINT64_CONSTANT (1000000000))
#define BURST 10

static double
random_time (GRand  *rng,
             double  mean)
{
  return -mean * log (1 - g_rand_double (rng));
}

static gint
compare_times (gconstpointer a,
               gconstpointer b)
{
  const ThSighting *x = a, *y = b;

  return x->time < y->time ? -1 : x->time > y->time;
}

static void
make (guint   n,
      GArray *frames,
      GArray *packets)
{
  g_autoptr(GRand) rng = g_rand_new_with_seed (1);
  double time = 1e9, last[2] = { 0 };

  for (guint i = 0; i < n; i++)
    {
      guint direction = g_rand_int_range (rng, 0, 2);
      ThSighting seen = { .key = 100 + g_rand_int_range (rng, 0, 1400), .source = direction + 1 };
      double event;

      time += random_time (rng, i % BURST == 0 ? 300000 : 8000) + 200;
      seen.time = (gint64) (time + 20e-6 * time) + 5 * HOUR;
      if (g_rand_double (rng) >= 0.01)
        g_array_append_val (frames, seen);
      event = MAX (time + random_time (rng, 1500), last[direction] + 100);
      last[direction] = event;
      seen.time = (gint64) event;
      seen.source = 0;
      seen.direction = TH_FRAME_IN + direction;
      if (g_rand_double (rng) >= 0.01)
        g_array_append_val (packets, seen);
    }
  g_array_sort (packets, compare_times);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(GArray) frame_items = g_array_new (FALSE, FALSE, sizeof (ThSighting));
  g_autoptr(GArray) packet_items = g_array_new (FALSE, FALSE, sizeof (ThSighting));
  g_autoptr(ThFrameGroups) groups = NULL;
  g_autofree ThFrameMatch *matches = NULL;
  ThSightings frames, packets;
  ThFrameClock clock;
  BenchTime since;
  guint n_matched = 0;

  if (argc != 2 || atoi (argv[1]) <= 0)
    {
      fprintf (stderr, "usage: bench-matching N\n");
      return 64;
    }

  make (atoi (argv[1]), frame_items, packet_items);
  frames = (ThSightings) { (const ThSighting *) (gpointer) frame_items->data, frame_items->len };
  packets = (ThSightings) { (const ThSighting *) (gpointer) packet_items->data,
                            packet_items->len };
  since = bench_now ();
  groups = th_frame_groups_new (frames, packets);
  if (th_frame_clock_find (frames, packets, groups, G_MININT64, &clock) != TH_FRAME_CLOCK_FOUND)
    {
      fprintf (stderr, "bench-matching: the clocks were not found\n");
      return 2;
    }
  matches = th_frame_match_find (frames, packets, groups, &clock, FALSE);
  bench_print_since ("matching", since);
  for (guint i = 0; i < frames.n; i++)
    n_matched += matches[i].packet != TH_FRAME_NO_PACKET;
  bench_print ("matching.frames", frames.n);
  bench_print ("matching.matched", n_matched);
  return 0;
}
