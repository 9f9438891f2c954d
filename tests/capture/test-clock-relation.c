/* test-clock-relation.c - the relation of two clocks, from questions and answers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "th-clock-relation.h"

#define OFFSET G_GINT64_CONSTANT (123456789012)

/* The other clock at @us of this one; it gains @drift ns in a second. */
static gint64
read_clock (gint64 us,
            double drift)
{
  return us * 1000 + OFFSET + (gint64) ((double) us / 1e6 * drift);
}

/* A question at @us that takes @there to the target, and its answer @back. */
static void
ask (ThClockSamples *samples,
     gint64          us,
     gint64          there,
     gint64          back,
     double          drift)
{
  guint ticket = th_clock_samples_ask (samples, us);

  th_clock_samples_answer (samples, ticket, us + there + back, read_clock (us + there, drift));
}

/* The answer is exact if both ways take the same time, else within the error. */
static void
test_offset (void)
{
  g_autoptr(ThClockSamples) samples = th_clock_samples_new ();
  ThClockRelation relation;

  g_assert_false (th_clock_samples_get (samples, &relation));
  ask (samples, 1000000, 30000, 900000, 0);
  g_assert_true (th_clock_samples_get (samples, &relation));
  g_assert_cmpint (relation.error, ==, 465001000);
  g_assert_cmpint (ABS (relation.offset - OFFSET), <=, relation.error);
  ask (samples, 3000000, 100, 100, 0);
  g_assert_true (th_clock_samples_get (samples, &relation));
  g_assert_cmpint (relation.offset, ==, OFFSET);
  g_assert_cmpint (relation.error, ==, 101000);
  /* A worse one changes nothing. */
  ask (samples, 4000000, 500, 5000, 0);
  g_assert_true (th_clock_samples_get (samples, &relation));
  g_assert_cmpint (relation.error, ==, 101000);
  /* The errors of the other two are more than four times as large, so only one answer counts. */
  g_assert_cmpfloat (relation.drift, ==, 0);
  g_assert_true (isinf (relation.drift_error));
}

/* Over an hour, the offset is within the error at every moment, and the drift is found; the memory
 * is bounded. */
static void
test_drift (void)
{
  g_autoptr(ThClockSamples) samples = th_clock_samples_new ();
  g_autoptr(GRand) random = g_rand_new_with_seed (20);
  const double drift = 3000;
  ThClockRelation relation;

  for (gint64 us = 1000000; us < G_GINT64_CONSTANT (3600000000); us += 700000)
    ask (samples, us, g_rand_int_range (random, 50, 3000), g_rand_int_range (random, 50, 3000),
         drift);
  g_assert_true (th_clock_samples_get (samples, &relation));
  for (gint64 us = 1000000; us < G_GINT64_CONSTANT (3600000000); us += 10000000)
    g_assert_cmpint (ABS (read_clock (us, drift) - us * 1000 - relation.offset), <=,
                     relation.error);
  g_assert_cmpint (relation.error, <, 3600 * 3000 / 2 + 1000000);
  g_assert_cmpfloat_with_epsilon (relation.drift, drift, 100);
  g_assert_cmpfloat (ABS (relation.drift - drift), <=, relation.drift_error);
}

/* Questions come quickly at first; only the last one can be answered, once, and not by nonsense. */
static void
test_questions (void)
{
  g_autoptr(ThClockSamples) samples = th_clock_samples_new ();
  ThClockRelation relation;
  guint old, ticket;

  g_assert_cmpint (th_clock_samples_get_next (samples), ==, 0);
  old = th_clock_samples_ask (samples, 1000000);
  g_assert_cmpint (th_clock_samples_get_next (samples), ==, 6000000);
  ticket = th_clock_samples_ask (samples, 6000000);
  th_clock_samples_answer (samples, old, 6000010, 7);
  th_clock_samples_answer (samples, ticket + 1, 6000010, 7);
  g_assert_false (th_clock_samples_get (samples, &relation));
  th_clock_samples_answer (samples, ticket, 6000010, G_MININT64); /* unknown */
  g_assert_false (th_clock_samples_get (samples, &relation));
  g_assert_cmpint (th_clock_samples_get_next (samples), ==, 6100000);
  th_clock_samples_answer (samples, ticket, 6000010, 7);
  g_assert_false (th_clock_samples_get (samples, &relation));
  for (guint i = 0; i < 20; i++)
    ask (samples, 7000000 + i * 1000000, 10, 10, 0);
  g_assert_cmpint (th_clock_samples_get_next (samples), ==, 27000000);
}

static void
test_hostile (void)
{
  const gint64 times[] = { G_MAXINT64, G_MININT64 + 1, -1, 0, G_MAXINT64 / 2 };
  g_autoptr(ThClockSamples) samples = th_clock_samples_new ();
  ThClockRelation relation = { 0 }, other = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    th_clock_samples_add (samples, 20000000 * i, 20000000 * i + 100, times[i]);
  th_clock_samples_add (samples, 500, 100, 7);
  th_clock_samples_add (samples, G_MAXINT64 - 1, G_MAXINT64, 7);
  g_assert_true (th_clock_samples_get (samples, &relation));
  g_assert_cmpint (relation.error, >=, 0);
  other.error = G_MAXINT64;
  g_assert_cmpint (th_clock_relation_between (&relation, &other).error, ==, G_MAXINT64);
}

/* Times of the other, plus the result, are times of the first. */
static void
test_between (void)
{
  const ThClockRelation first = { 5000, 30, 7, 2 }, other = { 1000, 12, 4, 0.5 };
  ThClockRelation relation = th_clock_relation_between (&first, &other);

  g_assert_cmpint (relation.offset, ==, 4000);
  g_assert_cmpint (relation.error, ==, 42);
  g_assert_cmpfloat (relation.drift, ==, 3);
  g_assert_cmpfloat (relation.drift_error, ==, 2.5);
}

/* Answers after 100 µs at 1 s and after 300 µs at 11 s: offsets 5000 ns ± 51 µs and 35000 ns ±
 * 151 µs, so the drift is 30000 ns in 10.0001 s, ± 202000 ns in that time. */
static void
test_drift_error (void)
{
  g_autoptr(ThClockSamples) samples = th_clock_samples_new ();
  ThClockRelation relation;

  th_clock_samples_add (samples, 1000000, 1000100, 1000050 * G_GINT64_CONSTANT (1000) + 5000);
  th_clock_samples_add (samples, 11000000, 11000300, 11000150 * G_GINT64_CONSTANT (1000) + 35000);
  g_assert_true (th_clock_samples_get (samples, &relation));
  g_assert_cmpfloat_with_epsilon (relation.drift, 30000 / 10.0001, 1e-6);
  g_assert_cmpfloat_with_epsilon (relation.drift_error, 202000 / 10.0001, 1e-6);
}

static void
check_drift (double      drift,
             double      error,
             const char *expected)
{
  const ThClockRelation relation = { .drift = drift, .drift_error = error };
  g_autofree char *text = th_clock_relation_describe_drift (&relation);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_described (void)
{
  check_drift (3000, 250, "drift +3.000 ± 0.250 µs/s");
  check_drift (-3000, 250, "drift -3.000 ± 0.250 µs/s");
  check_drift (200, 250, "no drift found, within ± 0.250 µs/s");
  check_drift (0, INFINITY, "drift not known");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/capture/clock/offset", test_offset);
  g_test_add_func ("/capture/clock/drift", test_drift);
  g_test_add_func ("/capture/clock/drift-error", test_drift_error);
  g_test_add_func ("/capture/clock/described", test_described);
  g_test_add_func ("/capture/clock/questions", test_questions);
  g_test_add_func ("/capture/clock/hostile", test_hostile);
  g_test_add_func ("/capture/clock/between", test_between);
  return g_test_run ();
}
