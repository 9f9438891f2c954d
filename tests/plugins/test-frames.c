/* test-frames.c - matches of frames and packets whose truth is known
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A simulated interface: packets pass, and each side notes most of them by its own clock.  The
 * source of a sighting is its number in the simulation, which the matcher cannot use: all frames
 * have one source.
 */
#include <math.h>

#include "th-frame-match.h"
#include "th-frames-private.h"

#define HOUR (3600 * G_GINT64_CONSTANT (1000000000))

typedef struct
{
  guint  n;
  guint  n_lengths;     /* 1: all packets have one */
  double pause;         /* mean pause between bursts, ns */
  double gap;           /* mean gap within a burst, ns */
  guint  burst;
  gint64 offset;
  double drift;
  double delay;         /* mean time from the stamp to the event, ns */
  double lost;          /* share that each side lacks */
  guint  seed;
  guint  n_connections; /* in each direction; 0: there are none */
  double known;         /* share of the packets whose connection is known */
} Load;

typedef struct
{
  GArray *frames, *packets; /* of ThSighting */
  GArray *frame_ids, *packet_ids;
} World;

static double
random_time (GRand *rng,
             double mean)
{
  return -mean * log (1 - g_rand_double (rng));
}

static void
add (GArray    *items,
     GArray    *ids,
     ThSighting item,
     guint      id)
{
  g_array_append_val (items, item);
  g_array_append_val (ids, id);
}

static void
simulate (const Load *load,
          World      *world)
{
  g_autoptr(GRand) rng = g_rand_new_with_seed (load->seed);
  /* Of its own, so that all else is the same with and without connections. */
  g_autoptr(GRand) ends = g_rand_new_with_seed (load->seed);
  double time = 1e9, last[2] = { 0 };

  world->frames = g_array_new (FALSE, FALSE, sizeof (ThSighting));
  world->packets = g_array_new (FALSE, FALSE, sizeof (ThSighting));
  world->frame_ids = g_array_new (FALSE, FALSE, sizeof (guint));
  world->packet_ids = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < load->n; i++)
    {
      guint direction = g_rand_int_range (rng, 0, 2);
      ThSighting seen = { .key = 100 + g_rand_int_range (rng, 0, load->n_lengths),
                          .source = direction + 1 };
      double event;

      if (load->n_connections > 0)
        seen.connection = 1 + direction * load->n_connections +
                          g_rand_int_range (ends, 0, load->n_connections);
      time += random_time (rng, i % load->burst == 0 ? load->pause : load->gap) + 200;
      seen.time = (gint64) (time - load->offset - load->drift * time);
      if (g_rand_double (rng) >= load->lost)
        add (world->frames, world->frame_ids, seen, i);
      /* Events of one direction do not overtake each other. */
      event = time + random_time (rng, load->delay);
      event = MAX (event, last[direction] + 100);
      last[direction] = event;
      seen.time = (gint64) event;
      seen.source = 0;
      seen.direction = TH_FRAME_IN + direction;
      if (g_rand_double (ends) >= load->known)
        seen.connection = 0;
      if (g_rand_double (rng) >= load->lost)
        add (world->packets, world->packet_ids, seen, i);
    }
}

static void
world_clear (World *world)
{
  g_array_unref (world->frames);
  g_array_unref (world->packets);
  g_array_unref (world->frame_ids);
  g_array_unref (world->packet_ids);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

static ThSightings
sightings (GArray *items)
{
  return (ThSightings) { (const ThSighting *) (gpointer) items->data, items->len };
}

/* A delay may have put the sightings of both directions out of order: by insertion, as almost all
 * are in order already. */
static void
sort (World *world)
{
  for (guint i = 1; i < world->packets->len; i++)
    for (guint j = i; j > 0 && g_array_index (world->packets, ThSighting, j).time <
                               g_array_index (world->packets, ThSighting, j - 1).time; j--)
      {
        ThSighting item = g_array_index (world->packets, ThSighting, j);
        guint id = g_array_index (world->packet_ids, guint, j);

        g_array_index (world->packets, ThSighting, j) =
          g_array_index (world->packets, ThSighting, j - 1);
        g_array_index (world->packets, ThSighting, j - 1) = item;
        g_array_index (world->packet_ids, guint, j) =
          g_array_index (world->packet_ids, guint, j - 1);
        g_array_index (world->packet_ids, guint, j - 1) = id;
      }
}

typedef struct
{
  guint n[TH_N_FRAME_STATES];
  guint wrong[TH_N_FRAME_STATES];
} Counts;

static void
count (World        *world,
       ThFrameClock *clock,
       Counts       *counts)
{
  ThSightings frames = sightings (world->frames), packets = sightings (world->packets);
  g_autoptr(ThFrameGroups) groups = th_frame_groups_new (frames, packets);
  g_autofree ThFrameMatch *matches = th_frame_match_find (frames, packets, groups, clock, FALSE);

  *counts = (Counts) { 0 };
  for (guint i = 0; i < frames.n; i++)
    {
      counts->n[matches[i].state]++;
      g_assert_true ((matches[i].packet != TH_FRAME_NO_PACKET) ==
                     (matches[i].state >= TH_FRAME_INFERRED));
      if (matches[i].packet != TH_FRAME_NO_PACKET)
        counts->wrong[matches[i].state] +=
          g_array_index (world->packet_ids, guint, matches[i].packet) !=
          g_array_index (world->frame_ids, guint, i);
    }
}

static void
test_loads (void)
{
  static const struct
  {
    Load   load;
    double matched; /* at least this share of frames */
  } cases[] = {
    { { 20000, 1400, 300000, 8000, 10, 5 * HOUR, 0, 1500, 0, 1 }, .99 },
    { { 20000, 1400, 300000, 8000, 10, -700 * HOUR, 50e-6, 1500, .01, 2 }, .94 },
    { { 20000, 1, 300000, 20000, 10, 5 * HOUR, 0, 1000, 0, 3 }, .9 },
    { { 20000, 1, 2000000, 20000, 10, 5 * HOUR, -30e-6, 1000, .01, 4 }, .75 },
    { { 20000, 3, 300000, 20000, 4, 0, 80e-6, 1000, .05, 5 }, .4 },
    { { 2000, 20, 50000000, 20000, 4, 17, 10e-6, 1000, .02, 6 }, .85 },
    { { 300, 1, 1000000, 20000, 6, HOUR, 0, 1000, .02, 7 }, .7 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Load *load = &cases[i].load;
      g_auto(World) world = { 0 };
      g_autoptr(ThFrameGroups) groups = NULL;
      ThFrameClock clock;
      Counts counts;
      guint matched;
      double error;

      simulate (load, &world);
      sort (&world);
      groups = th_frame_groups_new (sightings (world.frames), sightings (world.packets));
      g_assert_cmpint (th_frame_clock_find (sightings (world.frames), sightings (world.packets),
                                            groups, G_MININT64, &clock), ==,
                       TH_FRAME_CLOCK_FOUND);
      /* The true time of the trace at clock.at is found from at = time - offset - drift * time. */
      error = clock.at + clock.offset
              - ((double) clock.at + (double) load->offset) / (1 - load->drift);
      count (&world, &clock, &counts);
      matched = counts.n[TH_FRAME_INFERRED] + counts.n[TH_FRAME_EXACT];
      g_test_message ("%u: error %.0f ns, drift %.2f ppm of %.2f; exact %u, inferred %u, wrong %u, "
                      "ambiguous %u, unmatched %u", i, error, clock.drift * 1e6,
                      load->drift * 1e6, counts.n[TH_FRAME_EXACT], counts.n[TH_FRAME_INFERRED],
                      counts.wrong[TH_FRAME_INFERRED], counts.n[TH_FRAME_AMBIGUOUS],
                      counts.n[TH_FRAME_UNMATCHED]);
      /* Times of months are numbers of 2^51 ns, which a double holds. */
      g_assert_cmpfloat (fabs (error), <, 3 * load->delay);
      g_assert_cmpuint (counts.wrong[TH_FRAME_EXACT], ==, 0);
      g_assert_cmpuint (counts.wrong[TH_FRAME_INFERRED] * 1000, <=, counts.n[TH_FRAME_INFERRED]);
      g_assert_cmpfloat (matched, >=, cases[i].matched * world.frames->len);
    }
}

static void
match_load (const Load *load,
            Counts     *counts)
{
  g_auto(World) world = { 0 };
  g_autoptr(ThFrameGroups) groups = NULL;
  ThFrameClock clock;

  simulate (load, &world);
  sort (&world);
  groups = th_frame_groups_new (sightings (world.frames), sightings (world.packets));
  g_assert_cmpint (th_frame_clock_find (sightings (world.frames), sightings (world.packets),
                                        groups, G_MININT64, &clock), ==, TH_FRAME_CLOCK_FOUND);
  count (&world, &clock, counts);
}

/* What is known of connections decides between packets of one length, and makes matches exact. */
static void
test_connections (void)
{
  static const Load loads[] = {
    { 6000, 1, 300000, 20000, 10, 5 * HOUR, 0, 1000, 0, 3, 4, 0 },
    { 6000, 1, 2000000, 20000, 10, 5 * HOUR, -30e-6, 1000, .01, 4, 20, 0 },
    { 6000, 3, 300000, 20000, 4, 0, 80e-6, 1000, .05, 5, 100, 0 },
    { 2000, 20, 50000000, 20000, 4, 17, 10e-6, 1000, .02, 6, 3, 0 },
    { 6000, 2, 300000, 3000, 10, HOUR, 0, 8000, .005, 10, 50, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      Load load = loads[i];
      Counts none, some, all;

      match_load (&load, &none);
      load.known = .5;
      match_load (&load, &some);
      load.known = 1;
      match_load (&load, &all);
      g_test_message ("%u: exact %u %u %u, inferred %u %u %u, ambiguous %u %u %u, wrong %u %u %u",
                      i, none.n[TH_FRAME_EXACT], some.n[TH_FRAME_EXACT], all.n[TH_FRAME_EXACT],
                      none.n[TH_FRAME_INFERRED], some.n[TH_FRAME_INFERRED],
                      all.n[TH_FRAME_INFERRED], none.n[TH_FRAME_AMBIGUOUS],
                      some.n[TH_FRAME_AMBIGUOUS], all.n[TH_FRAME_AMBIGUOUS],
                      none.wrong[TH_FRAME_INFERRED], some.wrong[TH_FRAME_INFERRED],
                      all.wrong[TH_FRAME_INFERRED]);
      for (const Counts *counts = &some; counts != NULL; counts = counts == &some ? &all : NULL)
        {
          g_assert_cmpuint (counts->wrong[TH_FRAME_EXACT], ==, 0);
          g_assert_cmpuint (counts->wrong[TH_FRAME_INFERRED] * 1000, <=,
                            counts->n[TH_FRAME_INFERRED]);
        }
      g_assert_cmpuint (all.n[TH_FRAME_AMBIGUOUS], <=, some.n[TH_FRAME_AMBIGUOUS]);
      g_assert_cmpuint (some.n[TH_FRAME_AMBIGUOUS], <=, none.n[TH_FRAME_AMBIGUOUS]);
    }
}

/* A packet each millisecond: any multiple of it fits, except at the ends. */
static void
test_regular (void)
{
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThSighting));
  g_autoptr(GArray) packets = g_array_new (FALSE, FALSE, sizeof (ThSighting));
  g_autoptr(ThFrameGroups) groups = NULL;
  ThFrameClock clock;

  for (guint i = 0; i < 1000; i++)
    {
      ThSighting seen = { .time = i * 10000000, .key = 1, .direction = TH_FRAME_IN };

      g_array_append_val (packets, seen);
      seen.time += HOUR;
      if (i >= 300 && i < 600)
        g_array_append_val (frames, seen);
    }
  groups = th_frame_groups_new (sightings (frames), sightings (packets));
  g_assert_cmpint (th_frame_clock_find (sightings (frames), sightings (packets), groups,
                                        G_MININT64, &clock), ==, TH_FRAME_CLOCK_AMBIGUOUS);
}

/* Traffic of which no packet is the same. */
static void
test_strangers (void)
{
  g_auto(World) a = { 0 };
  g_auto(World) b = { 0 };
  g_autoptr(ThFrameGroups) groups = NULL;
  ThFrameClock clock;
  Load load = { 3000, 1400, 300000, 8000, 10, HOUR, 0, 1000, 0, 8 };

  simulate (&load, &a);
  load.seed = 9;
  simulate (&load, &b);
  sort (&b);
  groups = th_frame_groups_new (sightings (a.frames), sightings (b.packets));
  g_assert_cmpint (th_frame_clock_find (sightings (a.frames), sightings (b.packets), groups,
                                        G_MININT64, &clock), !=, TH_FRAME_CLOCK_FOUND);
}

static void
test_few (void)
{
  const ThSighting items[] = {
    { .time = -TH_SIGHTING_MAX_TIME, .key = 1, .direction = TH_FRAME_IN },
    { .time = -TH_SIGHTING_MAX_TIME, .key = 1, .direction = TH_FRAME_OUT },
    { .time = TH_SIGHTING_MAX_TIME, .key = 1, .direction = TH_FRAME_IN },
    { .time = TH_SIGHTING_MAX_TIME, .key = 2, .direction = TH_FRAME_IN },
    { .time = TH_SIGHTING_MAX_TIME, .key = G_MAXUINT64, .direction = TH_FRAME_IN },
  };

  for (guint i = 0; i <= G_N_ELEMENTS (items); i++)
    for (guint j = 0; j <= G_N_ELEMENTS (items); j++)
      {
        ThSightings frames = { items, i }, packets = { items, j };
        g_autoptr(ThFrameGroups) groups = th_frame_groups_new (frames, packets);
        g_autofree ThFrameMatch *matches = NULL;
        ThFrameClock clock;

        th_frame_clock_find (frames, packets, groups, 0, &clock);
        matches = th_frame_match_find (frames, packets, groups, &clock, FALSE);
        g_assert_nonnull (matches);
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/frames/loads", test_loads);
  g_test_add_func ("/frames/connections", test_connections);
  g_test_add_func ("/frames/regular", test_regular);
  g_test_add_func ("/frames/strangers", test_strangers);
  g_test_add_func ("/frames/few", test_few);
  return g_test_run ();
}
