/* test-path-walk.c - the walk of a critical path, on histories written by hand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-path-walk.h"
#include "th-time.h"

#define WORD 7

/* Adds a change; @waker: of TH_CHANGE_WOKEN and TH_CHANGE_CREATED. */
static void
change (ThPathHistory *history,
        guint32        task,
        gint64         time,
        ThChangeKind   kind,
        guint          cpu,
        guint32        waker,
        guint          flags)
{
  ThChange one = { .time = time, .ref = TH_REF_NONE, .waker = waker, .cpu = cpu, .kind = kind,
                   .flags = flags };

  th_path_history_add (history, task, &one);
}

/* The task ran on CPU 0 from @from, and blocked at @to. */
static void
ran (ThPathHistory *history,
     guint32        task,
     gint64         from,
     gint64         to)
{
  change (history, task, from, TH_CHANGE_RUN, 0, 0, 0);
  change (history, task, to, TH_CHANGE_BLOCKED, 0, 0, 0);
}

/* Task 1 ran until 10, was woken at 50 by what is no task, and ran again from 80 to 100. */
static void
woken_by (ThPathHistory *history,
          const ThWaker *waker)
{
  guint32 number = waker != NULL ? th_path_history_add_waker (history, waker) : TH_NO_WAKER;

  ran (history, 1, 0, 10);
  change (history, 1, 50, TH_CHANGE_WOKEN, 0, number, 0);
  ran (history, 1, 80, 100);
}

/* Checks that the parts follow each other from @from to @to. */
static GArray *
walk (const ThPathHistory *history,
      guint32              task,
      gint64               from,
      gint64               to)
{
  g_autoptr(ThRecording) recording = th_recording_new ("hand");
  GArray *parts = th_path_walk (history, recording, NULL, task, from, to);
  gint64 time = from;

  for (guint i = 0; i < parts->len; i++)
    {
      const ThPathPart *part = &g_array_index (parts, ThPathPart, i);

      g_assert_cmpint (part->from, ==, time);
      g_assert_cmpint (part->to, >, part->from);
      g_assert_true ((part->cause == TH_PATH_UNKNOWN) ==
                     (part->confidence == TH_CONFIDENCE_BROKEN));
      time = part->to;
    }
  g_assert_cmpint (time, ==, to);
  return parts;
}

/* "0-10 1 running; 10-50 2+1 other; 50-80 1 runnable by 2": +1: one waker deeper. */
static void
check (const ThPathHistory *history,
       guint32              task,
       gint64               from,
       gint64               to,
       const char          *expected)
{
  static const char *const causes[] = { "running", "other", "preempted", "runnable", "timer",
                                        "interrupt", "softirq", "block", "packet", "unknown" };
  static const char *const notes[] = { "", "no wakeup", "no waker", "lost", "no switch", "not seen",
                                       "gone", "too deep", "no sender" };
  g_autoptr(GArray) parts = walk (history, task, from, to);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < parts->len; i++)
    {
      const ThPathPart *part = &g_array_index (parts, ThPathPart, i);

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " %u", i > 0 ? "; "
                              : "", part->from, part->to, part->task);
      if (part->depth > 0)
        g_string_append_printf (text, "+%u", part->depth);
      g_string_append_printf (text, " %s", causes[part->cause]);
      if (part->by == th_cell_from_word (WORD))
        g_string_append (text, " by word");
      else if (part->by != TH_CELL_NONE)
        g_string_append_printf (text, " by %" G_GINT64_FORMAT, part->by);
      if (part->note != TH_PATH_NO_NOTE)
        g_string_append_printf (text, " (%s)", notes[part->note]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_cpu (void)
{
  g_autoptr(ThPathHistory) history = th_path_history_new ();
  /* The run of task 3 is stored in pieces. */
  static const ThOccupant runs[] = { { 0, 1 }, { 100, 2 }, { 150, 3 }, { 160, 3 }, { 170, 3 },
                                     { 180, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    th_path_history_add_occupant (history, 0, runs[i].time, runs[i].task);
  change (history, 1, 0, TH_CHANGE_RUN, 0, 0, 0);
  change (history, 1, 100, TH_CHANGE_PREEMPTED, 0, 0, 0);
  ran (history, 1, 180, 300);
  check (history, 1, 50, 250,
         "50-100 1 running; 100-150 1 preempted by 2; 150-180 1 preempted by 3; 180-250 1 running");
  check (history, 1, 110, 160, "110-150 1 preempted by 2; 150-160 1 preempted by 3");
}

/* The first known run of the CPU is stored in pieces, too. */
static void
test_pieces (void)
{
  g_autoptr(ThPathHistory) history = th_path_history_new ();

  th_path_history_add_occupant (history, 0, 20, 2);
  th_path_history_add_occupant (history, 0, 30, 2);
  change (history, 1, 10, TH_CHANGE_PREEMPTED, 0, 0, 0);
  ran (history, 1, 40, 50);
  check (history, 1, 10, 50, "10-20 1 preempted; 20-40 1 preempted by 2; 40-50 1 running");
}

/* A task woke it, and then had the CPU. */
static void
test_task (void)
{
  g_autoptr(ThPathHistory) history = th_path_history_new ();

  th_path_history_add_occupant (history, 0, 0, 1);
  th_path_history_add_occupant (history, 0, 10, 2);
  th_path_history_add_occupant (history, 0, 80, 1);
  ran (history, 2, 10, 80);
  ran (history, 1, 0, 10);
  change (history, 1, 50, TH_CHANGE_WOKEN, 0, 2, TH_CHANGE_BY_TASK);
  ran (history, 1, 80, 100);
  check (history, 1, 0, 100,
         "0-10 1 running; 10-50 2+1 other; 50-80 1 runnable by 2; 80-100 1 running");
  /* The span begins and ends in the middle of parts. */
  check (history, 1, 20, 60, "20-50 2+1 other; 50-60 1 runnable by 2");
}

static void
test_created (void)
{
  g_autoptr(ThPathHistory) history = th_path_history_new ();

  ran (history, 2, 0, 90);
  change (history, 1, 40, TH_CHANGE_CREATED, 0, 2, TH_CHANGE_BY_TASK);
  ran (history, 1, 60, 100);
  check (history, 1, 0, 80, "0-40 2+1 other; 40-60 1 runnable; 60-80 1 running");
}

static void
test_wakers (void)
{
  static const struct
  {
    ThWakerKind kind;
    const char *parts;
  } wakers[] = {
    { TH_WAKER_TIMER, "10-50 1 timer by word" },
    { TH_WAKER_INTERRUPT, "10-50 1 interrupt by word" },
    { TH_WAKER_SOFTIRQ, "10-50 1 softirq by word" },
    { TH_WAKER_PACKET, "10-50 1 packet by word (no sender)" },
    { TH_WAKER_BLOCK, "10-50 1 block by word" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wakers); i++)
    {
      g_autoptr(ThPathHistory) history = th_path_history_new ();
      g_autofree char *expected =
        g_strdup_printf ("0-10 1 running; %s; 50-80 1 runnable; 80-100 1 running",
                         wakers[i].parts);

      woken_by (history, &(ThWaker) { .kind = wakers[i].kind, .word = WORD, .ref = TH_REF_NONE,
                                      .begin = TH_TIME_NONE, .task = TH_TASK_NONE });
      check (history, 1, 0, 100, expected);
    }
}

/* A request is a cause since it was issued: by the task itself, or by another one. */
static void
test_request (void)
{
  for (guint32 issuer = 1; issuer <= 2; issuer++)
    {
      g_autoptr(ThPathHistory) history = th_path_history_new ();

      if (issuer == 2)
        ran (history, 2, 5, 60);
      woken_by (history, &(ThWaker) { .kind = TH_WAKER_BLOCK, .word = WORD, .ref = TH_REF_NONE,
                                      .begin = 20, .task = issuer });
      check (history, 1, 0, 60, issuer == 1
             ? "0-10 1 running; 10-20 1 unknown (no waker); 20-50 1 block by word; 50-60 1 runnable"
             : "0-10 1 running; 10-20 2+1 other; 20-50 1 block by word; 50-60 1 runnable");
    }
}

/* What was not recorded is never guessed. */
static void
test_unknown (void)
{
  g_autoptr(ThPathHistory) no_wakeup = th_path_history_new ();
  g_autoptr(ThPathHistory) no_waker = th_path_history_new ();
  g_autoptr(ThPathHistory) no_switch = th_path_history_new ();
  g_autoptr(ThPathHistory) lost = th_path_history_new ();
  g_autoptr(ThPathHistory) local = th_path_history_new ();
  g_autoptr(ThPathHistory) gone = th_path_history_new ();

  ran (no_wakeup, 1, 0, 10);
  ran (no_wakeup, 1, 80, 100);
  check (no_wakeup, 1, 0, 100, "0-10 1 running; 10-80 1 unknown (no wakeup); 80-100 1 running");

  woken_by (no_waker, NULL);
  check (no_waker, 1, 0, 60, "0-10 1 running; 10-50 1 unknown (no waker); 50-60 1 runnable");

  /* Task 2 woke it, but it is not known that it ran. */
  ran (no_switch, 2, 0, 20);
  ran (no_switch, 1, 0, 10);
  change (no_switch, 1, 50, TH_CHANGE_WOKEN, 0, 2, TH_CHANGE_BY_TASK);
  ran (no_switch, 1, 50, 100);
  check (no_switch, 1, 0, 60, "0-10 1 running; 10-20 2+1 other; 20-50 2+1 unknown (no switch); "
         "50-60 1 running");

  woken_by (lost, &(ThWaker) { .kind = TH_WAKER_TIMER, .word = WORD, .ref = TH_REF_NONE });
  th_path_history_add_gap (lost, &(ThGap) { 20, 30, 1, FALSE });
  check (lost, 1, 0, 60, "0-10 1 running; 10-50 1 unknown (lost); 50-60 1 runnable");
  woken_by (local, &(ThWaker) { .kind = TH_WAKER_TIMER, .word = WORD, .ref = TH_REF_NONE });
  th_path_history_add_gap (local, &(ThGap) { 20, 30, 1, TRUE });
  check (local, 1, 0, 60, "0-10 1 running; 10-50 1 timer by word; 50-60 1 runnable");

  change (gone, 1, 20, TH_CHANGE_RUN, 0, 0, 0);
  change (gone, 1, 40, TH_CHANGE_GONE, 0, 0, 0);
  check (gone, 1, 0, 60, "0-20 1 unknown (not seen); 20-40 1 running; 40-60 1 unknown (gone)");
  check (gone, 5, 0, 60, "0-60 5 unknown (not seen)");
}

/* Each task of a chain waits for the next one; the walk stops at its limit of depth. */
static void
test_deep (void)
{
  g_autoptr(ThPathHistory) history = th_path_history_new ();
  g_autoptr(GArray) parts = NULL;
  guint deepest = 0;

  for (guint32 i = 0; i < 200; i++)
    {
      ran (history, i, 0, 10);
      change (history, i, 1000 - 2 * i, TH_CHANGE_WOKEN, 0, i + 1, TH_CHANGE_BY_TASK);
      ran (history, i, 1000 - 2 * i, 1001 - 2 * i);
    }
  parts = walk (history, 0, 0, 1001);
  for (guint i = 0; i < parts->len; i++)
    deepest = MAX (deepest, g_array_index (parts, ThPathPart, i).depth);
  g_assert_cmpuint (deepest, >=, 60);
  g_assert_cmpuint (deepest, <, 64);
  g_assert_cmpint (g_array_index (parts, ThPathPart, 1).note, ==, TH_PATH_TOO_DEEP);
}

/* Two tasks wake each other in turns, as in a pipe to and fro. */
static void
test_turns (void)
{
  g_autoptr(ThPathHistory) history = th_path_history_new ();
  g_autoptr(GArray) parts = NULL;

  for (gint64 time = 0; time < 100000; time += 20)
    for (guint32 task = 1; task <= 2; task++)
      {
        gint64 turn = time + 10 * (task - 1);

        if (turn > 0)
          change (history, task, turn, TH_CHANGE_WOKEN, 0, 3 - task, TH_CHANGE_BY_TASK);
        ran (history, task, turn, turn + 11);
      }
  parts = walk (history, 1, 0, 99000);
  g_assert_cmpuint (parts->len, <=, 2 * 99000 / 10 + 1);
  for (guint i = 0; i < parts->len; i++)
    g_assert_cmpint (g_array_index (parts, ThPathPart, i).cause, !=, TH_PATH_UNKNOWN);
}

static void
add_random (ThPathHistory *history,
            GRand         *rng)
{
  ThWaker waker = { g_rand_int_range (rng, 0, TH_WAKER_PACKET), g_rand_boolean (rng), WORD,
                    TH_REF_NONE, g_rand_boolean (rng) ? g_rand_int_range (rng, 0, 1000)
                                                      : TH_TIME_NONE,
                    g_rand_int_range (rng, 0, 6), 1, 0 };
  gint64 time = g_rand_int_range (rng, 0, 1000);
  guint flags = g_rand_int_range (rng, 0, 8);
  guint32 by = (flags & TH_CHANGE_BY_TASK) != 0 ? (guint32) g_rand_int_range (rng, 0, 6)
               : g_rand_boolean (rng) ? TH_NO_WAKER : th_path_history_add_waker (history, &waker);

  change (history, g_rand_int_range (rng, 0, 5), time,
          g_rand_int_range (rng, TH_CHANGE_RUN, TH_CHANGE_GONE + 1), g_rand_int_range (rng, 0, 3),
          by, flags);
  if (g_rand_int_range (rng, 0, 20) == 0)
    th_path_history_add_gap (history, &(ThGap) { time, time + g_rand_int_range (rng, 0, 50),
                                                 g_rand_int_range (rng, 0, 3),
                                                 g_rand_boolean (rng) });
}

/* Whatever the history is, the parts add up to the span. */
static void
test_random (void)
{
  for (guint seed = 0; seed < 3000; seed++)
    {
      g_autoptr(GRand) rng = g_rand_new_with_seed (seed);
      g_autoptr(ThPathHistory) history = th_path_history_new ();
      guint n = g_rand_int_range (rng, 0, 80);

      /* Those of a CPU are in order. */
      for (gint64 time = 0; time < 1000; time += g_rand_int_range (rng, 1, 200))
        th_path_history_add_occupant (history, g_rand_int_range (rng, 0, 3), time,
                                      g_rand_int_range (rng, 0, 5));
      for (guint i = 0; i < n; i++)
        add_random (history, rng);
      for (guint32 task = 0; task < 6; task++)
        {
          gint64 from = g_rand_int_range (rng, -10, 900);
          GArray *parts = walk (history, task, from, from + g_rand_int_range (rng, 0, 300));

          g_array_unref (parts);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/path-walk/cpu", test_cpu);
  g_test_add_func ("/path-walk/pieces", test_pieces);
  g_test_add_func ("/path-walk/task", test_task);
  g_test_add_func ("/path-walk/created", test_created);
  g_test_add_func ("/path-walk/wakers", test_wakers);
  g_test_add_func ("/path-walk/request", test_request);
  g_test_add_func ("/path-walk/unknown", test_unknown);
  g_test_add_func ("/path-walk/deep", test_deep);
  g_test_add_func ("/path-walk/turns", test_turns);
  g_test_add_func ("/path-walk/random", test_random);
  return g_test_run ();
}
