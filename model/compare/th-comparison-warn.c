/* th-comparison-warn.c - warnings about a comparison as a whole
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "th-comparison-private.h"
#include "th-time.h"

/* Thresholds of warnings; shares are fractions of 1. */
#define LOST_SHARE .01
#define BUSY_SHARE .50
#define BACKGROUND_SHARE .10
#define COMMON_RATIO 1.25
#define DURATION_RATIO 2.
#define AMBIGUOUS_SHARE .01
#define LOAD_SHARE .10
/* Any run may lack the samples for a few rows, mostly of p99. */
#define LACKING_SHARE .25
/* Fewer events in a run may be missing on the other side by chance, if its header does not list
 * what was recorded. */
#define LEAST_EVENTS 20

const char *
th_warning_kind_get_id (ThWarningKind kind)
{
  static const char *const ids[] = {
    [TH_WARNING_MAKING] = "making", [TH_WARNING_PART] = "part",
    [TH_WARNING_EVENTS] = "events", [TH_WARNING_LOST] = "lost",
    [TH_WARNING_LOST_SHARE] = "lost-share", [TH_WARNING_BUSY] = "busy",
    [TH_WARNING_BACKGROUND] = "background", [TH_WARNING_COMMON] = "common",
    [TH_WARNING_ORDER] = "order", [TH_WARNING_DURATION] = "duration",
    [TH_WARNING_LOAD] = "load",
    [TH_WARNING_AMBIGUOUS] = "ambiguous", [TH_WARNING_FEW_RUNS] = "few-runs",
    [TH_WARNING_REPEATED] = "repeated", [TH_WARNING_SPANS] = "spans",
    [TH_WARNING_ITSELF] = "itself", [TH_WARNING_BOTH] = "both",
    [TH_WARNING_SHORT_RUN] = "short-run", [TH_WARNING_RATE] = "rate",
    [TH_WARNING_LENGTH] = "length", [TH_WARNING_MIX] = "mix", [TH_WARNING_SIZES] = "sizes",
    [TH_WARNING_PRESENCE] = "presence", [TH_WARNING_ENDS] = "ends", [TH_WARNING_POOL] = "pool",
    [TH_WARNING_DRIFT] = "drift", [TH_WARNING_RARE] = "rare",
    [TH_WARNING_FEW_SAMPLES] = "few-samples"
  };

  return ids[kind];
}

/* --- how the recordings were made ------------------------------------------------ */

static char *
get_kernel (const ThCompareMaking *making)
{
  return g_strdup (making->kernel);
}

static char *
get_host (const ThCompareMaking *making)
{
  return g_strdup (making->host);
}

static char *
get_machine (const ThCompareMaking *making)
{
  return g_strdup (making->machine);
}

static char *
get_cpus (const ThCompareMaking *making)
{
  return g_strdup_printf ("%u", making->n_cpus);
}

static char *
get_clock (const ThCompareMaking *making)
{
  return g_strdup (making->clock);
}

static char *
get_resolution (const ThCompareMaking *making)
{
  static const char *const names[] = {
    [TH_RESOLUTION_NS] = "ns", [TH_RESOLUTION_US] = "µs", [TH_RESOLUTION_TICKS] = "ticks"
  };

  return g_strdup (names[making->resolution]);
}

static const struct
{
  const char *subject;
  char     *(*get) (const ThCompareMaking *making);
} makings[] = {
  { "kernel", get_kernel }, { "host", get_host }, { "machine", get_machine },
  { "cpus", get_cpus }, { "clock", get_clock }, { "resolution", get_resolution }
};

/* Warns of each property that differs between the first run of A and any other run. */
static void
warn_making (ThComparison *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (makings); i++)
    {
      g_autofree char *first =
        makings[i].get (th_compare_run_get_making (th_comparison_peek_run (self, 0)));

      for (guint run = 1; run < self->n_a + self->n_b; run++)
        {
          g_autofree char *other =
            makings[i].get (th_compare_run_get_making (th_comparison_peek_run (self, run)));
          ThComparisonWarning warning = { TH_WARNING_MAKING };

          if (strcmp (first, other) == 0)
            continue;
          warning.subject = g_strdup (makings[i].subject);
          warning.text_a = g_steal_pointer (&first);
          warning.text_b = g_steal_pointer (&other);
          g_array_append_val (self->warnings, warning);
          break;
        }
    }
}

/* Whether they are spans of one recording that have some time in common, or the same run. */
static gboolean
overlap (const ThCompareRun *a,
         const ThCompareRun *b)
{
  const ThCompareMaking *first = th_compare_run_get_making (a);
  const ThCompareMaking *second = th_compare_run_get_making (b);

  if (!th_compare_run_has_same_source (a, b))
    return th_compare_run_equal (a, b);

  return first->start < th_time_add (second->start, second->duration) &&
         second->start < th_time_add (first->start, first->duration);
}

/* What both sides share cannot differ, and makes them look alike. */
static void
warn_both (ThComparison *self)
{
  if (self->is_same)
    th_comparison_warn (self->warnings, TH_WARNING_ITSELF, "", 0, 0);

  for (guint b = 0; b < self->n_b && !self->is_same; b++)
    {
      const ThCompareRun *run = th_comparison_peek_run (self, self->n_a + b);
      gboolean found = FALSE;

      for (guint a = 0; a < self->n_a && !found; a++)
        found = overlap (run, th_comparison_peek_run (self, a));
      if (found)
        th_comparison_warn (self->warnings, TH_WARNING_BOTH, th_compare_run_get_name (run), 1, 1);
    }
}

/* What a damaged recording lacks is missing in its numbers, too. */
static void
warn_part (ThComparison *self)
{
  for (guint run = 0; run < self->n_a + self->n_b; run++)
    {
      const ThCompareRun *one = th_comparison_peek_run (self, run);

      if (th_compare_run_get_making (one)->is_part)
        th_comparison_warn (self->warnings, TH_WARNING_PART, th_compare_run_get_name (one),
                            run < self->n_a, run >= self->n_a);
    }
}

/* --- events ------------------------------------------------------------------------ */

static const ThCompareCount *
find_events (const ThCompareRun *run,
             const char         *id)
{
  const GArray *events = th_compare_run_get_events (run);

  for (guint i = 0; i < events->len; i++)
    if (strcmp (g_array_index (events, ThCompareCount, i).id, id) == 0)
      return &g_array_index (events, ThCompareCount, i);

  return NULL;
}

/* What the runs of a side tell about a type of events: in how many of them it was recorded, in
 * how many their header says so, how many have a header that lists what was recorded, and
 * the least number of events of a run. */
typedef struct
{
  guint   n_runs;
  guint   n_recorded;
  guint   n_listed;
  guint   n_listing;
  guint64 least;
} Recorded;

static Recorded
describe_recorded (const ThComparison *self,
                   guint               begin,
                   guint               end,
                   const char         *id)
{
  Recorded recorded = { .n_runs = end - begin, .least = G_MAXUINT64 };

  for (guint run = begin; run < end; run++)
    {
      ThCompareRun *one = th_comparison_peek_run (self, run);
      const ThCompareCount *count = find_events (one, id);

      recorded.n_recorded += count != NULL;
      recorded.n_listed += count != NULL && count->is_listed;
      recorded.n_listing += th_compare_run_get_making (one)->lists_events;
      recorded.least = MIN (recorded.least, count != NULL ? count->count : 0);
    }
  return recorded;
}

/* Whether the events that @with has were not recorded in @without: certain if the headers tell,
 * otherwise only if they would hardly be missing by chance. */
static gboolean
is_only_in (const Recorded *with,
            const Recorded *without)
{
  if (with->n_recorded < with->n_runs || without->n_recorded > 0)
    return FALSE;
  if (with->n_listed > 0 && without->n_listing == without->n_runs)
    return TRUE;

  return with->least >= LEAST_EVENTS;
}

/* Whether each run of one side recorded these events, and no run of the other. */
static gboolean
is_on_one_side (const ThComparison *self,
                const char         *id)
{
  Recorded a = describe_recorded (self, 0, self->n_a, id);
  Recorded b = describe_recorded (self, self->n_a, self->n_a + self->n_b, id);

  return is_only_in (&a, &b) || is_only_in (&b, &a);
}

static void
warn_events (ThComparison *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const ThComparisonRow *row = g_ptr_array_index (self->rows, i);

      if (row->kind == TH_COMPARISON_EVENTS && (row->a.n == 0 || row->b.n == 0) &&
          is_on_one_side (self, row->measure))
        th_comparison_warn (self->warnings, TH_WARNING_EVENTS, row->measure, row->a.n, row->b.n);
    }
}

static double
get_lost (const ThComparison *self,
          const Entry        *entry,
          guint               run)
{
  const ThCompareMaking *making = th_compare_run_get_making (th_comparison_peek_run (self, run));

  return MAX (making->n_lost, making->n_gaps);
}

static double
get_lost_share (const ThComparison *self,
                const Entry        *entry,
                guint               run)
{
  const ThCompareMaking *making = th_compare_run_get_making (th_comparison_peek_run (self, run));
  double lost = get_lost (self, NULL, run);

  return lost > 0 ? lost / (lost + making->n_events) : 0;
}

static void
warn_lost (ThComparison *self)
{
  double a, b;

  th_comparison_get_means (self, NULL, get_lost, &a, &b);
  if (a > 0 || b > 0)
    th_comparison_warn (self->warnings, TH_WARNING_LOST, "", a * self->n_a, b * self->n_b);

  th_comparison_get_means (self, NULL, get_lost_share, &a, &b);
  self->lost_unlike = fabs (a - b) > LOST_SHARE;
  if (self->lost_unlike)
    th_comparison_warn (self->warnings, TH_WARNING_LOST_SHARE, "", a, b);
}

/* --- the machine --------------------------------------------------------------------- */

/* NAN if unknown, which makes the mean NAN and comparisons with it false. */
static double
get_background (const ThComparison *self,
                const Entry        *entry,
                guint               run)
{
  const ThCompareMaking *making = th_compare_run_get_making (th_comparison_peek_run (self, run));

  return making->has_background ? making->background : NAN;
}

static void
warn_background (ThComparison *self)
{
  double a, b;

  th_comparison_get_means (self, NULL, get_background, &a, &b);
  if (a > BUSY_SHARE || b > BUSY_SHARE)
    th_comparison_warn (self->warnings, TH_WARNING_BUSY, "", a, b);
  if (fabs (a - b) > BACKGROUND_SHARE)
    th_comparison_warn (self->warnings, TH_WARNING_BACKGROUND, "", a, b);
}

static double
get_duration (const ThComparison *self,
              const Entry        *entry,
              guint               run)
{
  return th_compare_run_get_making (th_comparison_peek_run (self, run))->duration;
}

static void
warn_duration (ThComparison *self)
{
  double a, b;

  th_comparison_get_means (self, NULL, get_duration, &a, &b);
  if (a > DURATION_RATIO * b || b > DURATION_RATIO * a)
    th_comparison_warn (self->warnings, TH_WARNING_DURATION, "", a, b);
}

static double
get_ambiguous (const ThComparison *self,
               const Entry        *entry,
               guint               run)
{
  const ThCompareMaking *making = th_compare_run_get_making (th_comparison_peek_run (self, run));

  return making->n_steps > 0 ? making->n_ambiguous / (double) making->n_steps : 0;
}

static void
warn_ambiguous (ThComparison *self)
{
  double a, b;

  th_comparison_get_means (self, NULL, get_ambiguous, &a, &b);
  if (a > AMBIGUOUS_SHARE || b > AMBIGUOUS_SHARE)
    th_comparison_warn (self->warnings, TH_WARNING_AMBIGUOUS, "", a, b);
}

/* --- the order of the runs -------------------------------------------------------------- */

typedef struct
{
  gint64 start;
  guint  side;
} Start;

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const Start *first = a, *second = b;

  if (first->start != second->start)
    return first->start < second->start ? -1 : 1;
  return (int) first->side - (int) second->side;
}

/* By wall time if all runs have it, otherwise by their clock; FALSE if the runs do not
 * share a clock either. */
static gboolean
list_starts (const ThComparison *self,
             Start              *starts)
{
  const ThCompareMaking *first = th_compare_run_get_making (th_comparison_peek_run (self, 0));
  gboolean has_wall = TRUE, has_clock = TRUE;

  for (guint run = 0; run < self->n_a + self->n_b; run++)
    {
      const ThCompareMaking *making =
        th_compare_run_get_making (th_comparison_peek_run (self, run));

      has_wall &= making->wall_start != TH_TIME_NONE;
      has_clock &= strcmp (making->clock, first->clock) == 0 &&
                   strcmp (making->host, first->host) == 0;
    }
  for (guint run = 0; run < self->n_a + self->n_b; run++)
    {
      const ThCompareMaking *making =
        th_compare_run_get_making (th_comparison_peek_run (self, run));

      starts[run] = (Start) { has_wall ? making->wall_start : making->start, run >= self->n_a };
    }
  return has_wall || has_clock;
}

static void
warn_order (ThComparison *self)
{
  guint n = self->n_a + self->n_b, n_changes = 0;
  g_autofree Start *starts = g_new (Start, n);

  if (self->n_a < 2 || self->n_b < 2 || self->is_same || !list_starts (self, starts))
    return;

  qsort (starts, n, sizeof (Start), compare_starts);
  for (guint i = 1; i < n; i++)
    n_changes += starts[i].side != starts[i - 1].side;
  self->is_in_turns = n_changes > 1;
  if (!self->is_in_turns)
    th_comparison_warn (self->warnings, TH_WARNING_ORDER, "", starts[0].side == 0,
                        starts[0].side == 1);
}

/* --- all warnings -------------------------------------------------------------------------- */

/* --- the load --------------------------------------------------------------------- */

/* Adds the packets of a class to @found, by side, and to @lone if the other side has none. */
static void
add_load (const ThComparison *self,
          const Entry        *entry,
          double             *found,
          double             *lone)
{
  double n[2] = { 0 };

  for (guint run = 0; run < self->n_a + self->n_b; run++)
    if (entry->classes[run] != NULL)
      n[run >= self->n_a] += entry->classes[run]->n_found;
  for (guint side = 0; side < 2; side++)
    {
      found[side] += n[side];
      lone[side] += n[1 - side] == 0 ? n[side] : 0;
    }
}

/* What is not in common is compared with nothing, and changes all the rest. */
static void
warn_load (ThComparison *self)
{
  double found[2] = { 0 }, lone[2] = { 0 }, shares[2];

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->any->is_whole_flow)
        add_load (self, entry, found, lone);
    }
  for (guint side = 0; side < 2; side++)
    shares[side] = found[side] > 0 ? lone[side] / found[side] : 0;
  if (MAX (shares[0], shares[1]) > LOAD_SHARE)
    th_comparison_warn (self->warnings, TH_WARNING_LOAD, "", shares[0], shares[1]);
}

void
th_comparison_warn_before (ThComparison *self)
{
  gboolean is_pair = self->n_a == 1 && self->n_b == 1;

  if (!is_pair && MIN (self->n_a, self->n_b) < TH_VERDICT_LEAST_RUNS)
    th_comparison_warn (self->warnings, TH_WARNING_FEW_RUNS, "", self->n_a, self->n_b);
  warn_both (self);
  warn_part (self);
  warn_background (self);
  warn_making (self);
  warn_order (self);
  warn_duration (self);
  warn_load (self);
  warn_events (self);
  warn_lost (self);
  warn_ambiguous (self);
}

/* --- runs with few samples --------------------------------------------------------- */

/* Whether the row needs samples of each run; @lacking: those that have too few. */
static gboolean
needs_all (const ThComparison *self,
           const Entry        *entry,
           guint               level,
           gboolean           *lacking)
{
  const ThComparisonRow *row = th_comparison_peek_row (self, entry, level);
  guint n = self->n_a + self->n_b, n_lacking = 0;

  if (entry->is_rare || row->verdict == TH_VERDICT_ONLY_A || row->verdict == TH_VERDICT_ONLY_B)
    return FALSE;

  for (guint run = 0; run < n; run++)
    {
      lacking[run] = entry->classes[run] == NULL || !entry->classes[run]->is_told[level];
      n_lacking += lacking[run];
    }
  /* Otherwise it is the row that has few samples, not a run. */
  return 2 * n_lacking <= n;
}

/* One run without enough samples prevents the verdict on a row, however many others have them.  If
 * these are many rows, it is named. */
static void
warn_short_runs (ThComparison *self)
{
  guint n = self->n_a + self->n_b, n_rows = 0;
  g_autofree gboolean *lacking = g_new0 (gboolean, n);
  g_autofree guint *n_lacking = g_new0 (guint, n);

  for (guint i = 0; i < self->entries->len; i++)
    for (guint level = 0; level < N_LEVELS; level++)
      {
        if (!needs_all (self, &g_array_index (self->entries, Entry, i), level, lacking))
          continue;
        n_rows++;
        for (guint run = 0; run < n; run++)
          n_lacking[run] += lacking[run];
      }
  for (guint run = 0; run < n; run++)
    if (n_lacking[run] > LACKING_SHARE * n_rows)
      th_comparison_warn (self->warnings, TH_WARNING_SHORT_RUN,
                          th_compare_run_get_name (th_comparison_peek_run (self, run)),
                          n_lacking[run], n_rows);
}

void
th_comparison_warn_after (ThComparison *self)
{
  warn_short_runs (self);
  if (fabs (self->family.common) > log (COMMON_RATIO))
    th_comparison_warn (self->warnings, TH_WARNING_COMMON, "", 1, exp (self->family.common));
}
