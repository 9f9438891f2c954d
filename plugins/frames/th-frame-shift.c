/* th-frame-shift.c - how far a capture and a trace must be moved to fit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-frame-shift.h"
#include "th-frames.h"
#include "th-runner.h"

#define POLL_USEC 50000

/* --- the analysis ---------------------------------------------------------------- */

typedef struct
{
  ThRunner *runner;
  gint      ended; /* atomic */
} Run;

static gpointer
run_thread (gpointer data)
{
  Run *self = data;

  while (th_runner_advance (self->runner))
    g_usleep (POLL_USEC);
  g_atomic_int_set (&self->ended, TRUE);
  return NULL;
}

/* The analysis passes all events of a loaded recording at once, so another thread runs it while
 * this one tells how far it is.  NULL if it does not fit the recording. */
static ThResults *
analyze (ThRecording *joined,
         ThProgress  *progress)
{
  ThAnalysis alone = th_frames_analysis;
  const ThAnalysis *const list[] = { &alone, NULL };
  g_autoptr(ThRunner) runner = th_runner_new (joined, list);
  g_autoptr(ThResults) results = NULL;
  Run run = { runner, FALSE };
  GThread *thread;

  /* Connections make matches exact, but do not change the clocks. */
  alone.needs = NULL;
  results = th_runner_add (runner, &alone, NULL, NULL);
  thread = g_thread_new ("frames", run_thread, &run);
  while (progress != NULL && !g_atomic_int_get (&run.ended) &&
         !th_progress_is_cancelled (progress))
    {
      th_progress_set (progress, th_runner_get_progress (runner));
      g_usleep (POLL_USEC);
    }
  if (th_progress_is_cancelled (progress))
    th_runner_cancel (runner);
  g_thread_join (thread);
  return g_steal_pointer (&results);
}

/* --- what it found --------------------------------------------------------------- */

gboolean
th_frame_shift_can_find (ThRecording *joined,
                         guint        part)
{
  for (guint i = 0; i < th_recording_get_n_parts (joined); i++)
    if (th_recording_is_capture (th_recording_get_part (joined, i)))
      return part > 0;
  return FALSE;
}

/* --- from clock to clock ----------------------------------------------------------- */

/* How the clocks of two parts relate: @offset is added to a time of @from to get that of @to, and
 * is known to within @error.  @matched of @frames say so. */
typedef struct
{
  guint  from;
  guint  to;
  gint64 offset;
  double error;
  gint64 matched;
  gint64 ambiguous;
  gint64 frames;
} Relation;

/* The relations that lead from the clock of a part to that of the first one.  Their offsets and
 * errors are added up; the numbers of frames are those of the relation with the fewest matches. */
typedef struct
{
  guint    n;      /* of relations; G_MAXUINT: there is no such chain */
  Relation sum;
} Chain;

static double
get_error (ThTable     *table,
           guint32      row,
           ThRecording *capture)
{
  gint64 low = th_table_get_cell_by_id (table, row, "low");
  gint64 high = th_table_get_cell_by_id (table, row, "high");
  gint64 at = th_table_get_cell_by_id (table, row, "at");
  double drift = (double) th_table_get_cell_by_id (table, row, "drift");
  gint64 earliest = th_table_get_cell_by_id (table, row, "earliest");
  gint64 latest = th_table_get_cell_by_id (table, row, "latest");
  double error = MAX (fabs ((double) low), fabs ((double) high)), distance = 0;
  gint64 first, last;

  /* Packets went both ways: the offset is in the middle between its bounds. */
  if (earliest != TH_CELL_NONE && latest != TH_CELL_NONE)
    error = fabs ((double) latest - (double) earliest) / 2;
  if (th_recording_get_range (capture, &first, &last))
    distance = MAX (fabs ((double) at - (double) first), fabs ((double) last - (double) at));
  return error + fabs (drift) * distance / 1e9;
}

/* The relations between all parts, in both directions. */
static GArray *
list_relations (ThTable     *table,
                ThRecording *joined)
{
  GArray *relations = g_array_new (FALSE, FALSE, sizeof (Relation));

  for (guint32 row = 0; table != NULL && row < th_table_get_n (table); row++)
    {
      gint64 offset = th_table_get_cell_by_id (table, row, "offset");
      Relation relation, back;

      if (offset == TH_CELL_NONE)
        continue;
      relation.from = th_table_get_cell_by_id (table, row, "part") - 1;
      relation.to = th_table_get_cell_by_id (table, row, "other_part") - 1;
      relation.offset = offset;
      relation.error = get_error (table, row, th_recording_get_part (joined, relation.from));
      relation.matched = th_table_get_cell_by_id (table, row, "exact") +
                         th_table_get_cell_by_id (table, row, "inferred");
      relation.ambiguous = th_table_get_cell_by_id (table, row, "ambiguous");
      relation.frames = th_table_get_cell_by_id (table, row, "frames");
      back = relation;
      back.from = relation.to;
      back.to = relation.from;
      back.offset = -offset;
      g_array_append_val (relations, relation);
      g_array_append_val (relations, back);
    }
  return relations;
}

/* The chain of @relation followed by @chain.  n is G_MAXUINT if the sum of the offsets is too
 * large. */
static Chain
extend (const Chain    *chain,
        const Relation *relation)
{
  Chain longer = { chain->n + 1, *relation };

  if (chain->n == 0)
    return longer;
  if (__builtin_add_overflow (relation->offset, chain->sum.offset, &longer.sum.offset))
    longer.n = G_MAXUINT;
  longer.sum.error += chain->sum.error;
  if (chain->sum.matched < relation->matched)
    {
      longer.sum.matched = chain->sum.matched;
      longer.sum.ambiguous = chain->sum.ambiguous;
      longer.sum.frames = chain->sum.frames;
    }
  return longer;
}

static gboolean
is_better (const Chain *a,
           const Chain *b)
{
  if (a->n != b->n)
    return a->n < b->n;
  return a->n != G_MAXUINT && a->sum.matched > b->sum.matched;
}

/* The chain with the fewest relations from @part to the first part; of several, the one with the
 * most matches. */
static Chain
find_chain (const GArray *relations,
            guint         n_parts,
            guint         part)
{
  g_autofree Chain *chains = g_new0 (Chain, n_parts);
  gboolean changed = TRUE;

  for (guint i = 1; i < n_parts; i++)
    chains[i].n = G_MAXUINT;
  /* This ends: a chain only gets better by fewer relations, or by as many with more matches. */
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < relations->len; i++)
        {
          const Relation *relation = &g_array_index (relations, Relation, i);
          Chain chain;

          if (chains[relation->to].n == G_MAXUINT)
            continue;
          chain = extend (&chains[relation->to], relation);
          if (is_better (&chain, &chains[relation->from]))
            {
              chains[relation->from] = chain;
              changed = TRUE;
            }
        }
    }
  return chains[part];
}

/* Why the clock of @part is unknown: the state of its first interface, or of those of the first
 * recording if that is the capture. */
static char *
dup_reason (ThResults *results,
            ThTable   *table,
            guint      part)
{
  for (guint32 row = 0; table != NULL && row < th_table_get_n (table); row++)
    {
      gint64 of = th_table_get_cell_by_id (table, row, "part");
      gint64 other = th_table_get_cell_by_id (table, row, "other_part");

      if (of == (gint64) part + 1 || (of == 1 && other == (gint64) part + 1))
        if (th_table_get_cell_by_id (table, row, "offset") == TH_CELL_NONE)
          return g_strdup (th_results_get_word (results,
                                                th_table_get_cell_by_id (table, row, "state")));
    }
  return g_strdup (_("no packets in common"));
}

static gboolean
read_clocks (ThResults    *results,
             ThRecording  *joined,
             guint         part,
             ThFrameShift *shift,
             char        **why)
{
  ThTable *table = th_results_find_table (results, "frame-clocks");
  g_autoptr(GArray) relations = list_relations (table, joined);
  Chain chain = find_chain (relations, th_recording_get_n_parts (joined), part);

  if (chain.n != G_MAXUINT &&
      !__builtin_add_overflow (th_recording_get_shift (th_recording_get_part (joined, part)),
                               chain.sum.offset, &shift->shift))
    {
      shift->error = chain.sum.error < (double) G_MAXINT64 ? (gint64) chain.sum.error : G_MAXINT64;
      shift->matched = chain.sum.matched;
      shift->ambiguous = chain.sum.ambiguous;
      shift->frames = chain.sum.frames;
      return TRUE;
    }
  *why = dup_reason (results, table, part);
  return FALSE;
}

gboolean
th_frame_shift_find (ThRecording   *joined,
                     guint          part,
                     ThProgress    *progress,
                     ThFrameShift  *shift,
                     char         **why)
{
  g_autoptr(ThResults) results = analyze (joined, progress);

  *why = NULL;
  if (th_progress_is_cancelled (progress))
    return FALSE;
  if (results != NULL)
    return read_clocks (results, joined, part, shift, why);
  *why = g_strdup (_("no packets in common"));
  return FALSE;
}
