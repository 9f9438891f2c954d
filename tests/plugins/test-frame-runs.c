/* test-frame-runs.c - frames of packets that were cut or merged, and whose truth is known
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-frame-runs.h"

#define MSS 1448
#define HEADER 52

typedef struct
{
  GArray *parts, *bulks, *truth;
} World;

/* Packets of several connections with 2 to 44 segments; one of @lost frames and one of @lost
 * packets is missing (0: none). */
static void
simulate (World   *world,
          guint    n,
          gboolean knows_gso,
          gboolean knows_ends,
          guint    lost)
{
  g_autoptr(GRand) rng = g_rand_new_with_seed (n + lost);
  guint32 seqs[4] = { 1, G_MAXUINT32 - 100000, 5, 7 };
  gint64 time = 0;
  guint32 number = 0;

  world->parts = g_array_new (FALSE, FALSE, sizeof (ThFramePart));
  world->bulks = g_array_new (FALSE, FALSE, sizeof (ThFrameBulk));
  world->truth = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n; i++)
    {
      guint c = g_rand_int_range (rng, 0, 4), n_frames = g_rand_int_range (rng, 2, 45);
      guint32 last = g_rand_boolean (rng) ? MSS : (guint32) g_rand_int_range (rng, 1, MSS);
      gboolean is_seen = lost == 0 || g_rand_int_range (rng, 0, lost) != 0;
      ThFrameBulk bulk = { 0, knows_ends ? c + 1 : 0, HEADER + (n_frames - 1) * MSS + last,
                           knows_gso ? MSS : 0, knows_gso ? n_frames : 0, TH_FRAME_IN + c % 2 };

      time += g_rand_int_range (rng, 1000, 200000);
      bulk.time = time;
      for (guint j = 0; j < n_frames; j++)
        {
          ThFramePart part = { time, c + 1, seqs[c], HEADER, j + 1 < n_frames ? MSS : last,
                               bulk.direction, TRUE };
          guint32 truth = is_seen ? number : TH_FRAME_NO_PACKET;

          seqs[c] += part.payload;
          time += 100;
          if (lost != 0 && g_rand_int_range (rng, 0, lost * 20) == 0)
            continue;
          g_array_append_val (world->parts, part);
          g_array_append_val (world->truth, truth);
        }
      if (!is_seen)
        continue;
      g_array_append_val (world->bulks, bulk);
      number++;
    }
}

static void
check (gboolean knows_gso,
       gboolean knows_ends,
       guint    lost,
       double   least)
{
  World world;
  g_autofree guint32 *found = NULL;
  guint right = 0, wrong = 0, several = 0;

  simulate (&world, 5000, knows_gso, knows_ends, lost);
  found = th_frame_runs_find ((const ThFramePart *) (gpointer) world.parts->data,
                              world.parts->len,
                              (const ThFrameBulk *) (gpointer) world.bulks->data,
                              world.bulks->len, 50000, 200000);
  for (guint i = 0; i < world.parts->len; i++)
    if (found[i] == TH_FRAME_SEVERAL_PACKETS)
      several++;
    else if (found[i] != TH_FRAME_NO_PACKET)
      {
        if (found[i] == g_array_index (world.truth, guint32, i))
          right++;
        else
          wrong++;
      }
  g_test_message ("gso %d, ends %d, lost 1/%u: right %u, wrong %u, several %u of %u", knows_gso,
                  knows_ends, lost, right, wrong, several, world.parts->len);
  g_assert_cmpuint (wrong * 1000, <=, right);
  g_assert_cmpfloat (right, >=, least * world.parts->len);
  g_array_unref (world.parts);
  g_array_unref (world.bulks);
  g_array_unref (world.truth);
}

static void
test_all (void)
{
  check (TRUE, FALSE, 0, .9);
  check (FALSE, FALSE, 0, .5);
  check (FALSE, TRUE, 0, .6);
}

static void
test_lost (void)
{
  check (TRUE, FALSE, 50, .4);
  check (FALSE, FALSE, 50, .2);
  check (FALSE, TRUE, 50, .25);
}

/* One run, and two packets of its length: either is possible, unless one is of another
 * connection. */
static void
test_several (void)
{
  const ThFramePart parts[] = {
    { 0, 1, 100, HEADER, MSS, TH_FRAME_IN, TRUE },
    { 100, 1, 100 + MSS, HEADER, MSS, TH_FRAME_IN, TRUE },
    { 200, 1, 100 + 2 * MSS, HEADER, 10, TH_FRAME_IN, TRUE },
  };
  ThFrameBulk bulks[] = {
    { 500, 0, HEADER + 2 * MSS, 0, 0, TH_FRAME_IN },
    { 900, 0, HEADER + 2 * MSS, 0, 0, TH_FRAME_IN },
  };
  guint32 *found = th_frame_runs_find (parts, 3, bulks, 2, 50000, 200000);

  g_assert_cmpuint (found[0], ==, TH_FRAME_SEVERAL_PACKETS);
  g_assert_cmpuint (found[1], ==, TH_FRAME_SEVERAL_PACKETS);
  g_assert_cmpuint (found[2], ==, TH_FRAME_NO_PACKET);
  g_free (found);

  bulks[0].connection = 2;
  found = th_frame_runs_find (parts, 3, bulks, 2, 50000, 200000);
  g_assert_cmpuint (found[0], ==, 1);
  g_assert_cmpuint (found[1], ==, 1);
  g_assert_cmpuint (found[2], ==, TH_FRAME_NO_PACKET);
  g_free (found);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/frame-runs/all", test_all);
  g_test_add_func ("/frame-runs/lost", test_lost);
  g_test_add_func ("/frame-runs/several", test_several);
  return g_test_run ();
}
