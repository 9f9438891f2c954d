/* th-frame-clock-find.c - finds how the clock of a capture relates to that of a trace
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "th-frame-clock-find.h"
#include "th-frame-votes.h"

/* Quartz clocks differ by up to 100 ppm each. */
#define MAX_DRIFT 250e-6
#define MAX_STEPS 512
#define MAX_BINS 4096
/* The steps of refinement: how far packets may be from frames, in ns. */
static const gint64 steps[] = { 2000000, 200000, 20000, 3000 };
/* The search usually begins with this step.  The coarser one is for delays between machines that
 * vary by milliseconds, and is only tried if nothing was found without it. */
#define FIRST_STEP 1
#define MIN_FRAMES 4
/* By step: an offset with a smaller share of the frames is chance, and so is one if another offset
 * has more than this share of its votes.  The finest step is for one machine.  Between machines
 * delays vary by more, and each direction is at its own side of the offset, so that no offset has
 * much more than half of the frames. */
static const double least_shares[G_N_ELEMENTS (steps)] = { 0.35, 0.25, 0.15, 0.05 };
static const double max_rivals[G_N_ELEMENTS (steps)] = { 0.5, 0.5, 0.5, 1 };
/* Another offset with more than this share of the votes is as good. */
#define MAX_RIVAL 0.8
/* How far a hint may be from the offset. */
#define HINT_NS (5 * G_GINT64_CONSTANT (1000000000))
#define FIT_ROUNDS 8
/* Within this time, a drift cannot be told from delays. */
#define MIN_DRIFT_NS 3000
/* By step: how far a difference can be from the median and still count in full, because an
 * interruption makes a few of them very large. */
static const double max_deviations[G_N_ELEMENTS (steps)] = { 20000000, 2000000, 200000, 20000 };
/* A drift must give more votes than none by this factor. */
#define MIN_GAIN 1.15

static gint64
get_middle (ThSightings side)
{
  return side.items[0].time + (side.items[side.n - 1].time - side.items[0].time) / 2;
}

/* The greatest number of votes in two neighboring bins; sets *@from to where they begin. */
static double
find_peak (const double *bins,
           guint         n_bins,
           guint        *from)
{
  double best = -1;

  for (guint i = 0; i + 1 < n_bins; i++)
    if (bins[i] + bins[i + 1] > best)
      {
        best = bins[i] + bins[i + 1];
        *from = i;
      }
  return best;
}

/* Finds the offset and drift, near those of @clock, with the most votes in bins of @bin.
 * @range: how far the offset may be off; @max_drift: likewise.  Returns their votes. */
static double
refine (ThFrameClock *clock,
        const GArray *votes,
        gint64        range,
        gint64        bin,
        double        span,
        double        max_drift)
{
  double step = MAX (bin / MAX (span, 1.0), 2 * max_drift / MAX_STEPS);
  gint n_steps = (gint) ceil (max_drift / step);
  guint n_bins = (guint) (2 * range / bin + 2);
  g_autofree double *bins = g_new (double, n_bins);
  double best = -1, drift = 0;
  guint at = 0;

  /* Without further drift first: it is the simplest. */
  for (gint step_number = 0; step_number <= 2 * n_steps; step_number++)
    {
      gint i = step_number % 2 == 1 ? (step_number + 1) / 2 : -step_number / 2;
      double score;
      guint from = 0;

      for (guint j = 0; j < n_bins; j++)
        bins[j] = 0;
      for (guint j = 0; j < votes->len; j++)
        {
          const ThFrameVote *vote = &g_array_index (votes, ThFrameVote, j);
          double off = vote->difference - clock->offset
                       - (clock->drift + i * step) * (double) (vote->time - clock->at) + range;

          if (off >= 0 && off < (double) n_bins * bin)
            bins[(guint) (off / bin)] += vote->weight;
        }
      score = find_peak (bins, n_bins, &from);
      if (score > best * (drift == 0 ? MIN_GAIN : 1))
        {
          best = score;
          drift = i * step;
          at = from;
        }
    }

  clock->drift += drift;
  clock->offset += (gint64) (at + 1) * bin - range;
  return best;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
get_rest (const ThFrameClock *clock,
          const ThFrameVote  *vote)
{
  return vote->difference - clock->offset - clock->drift * (double) (vote->time - clock->at);
}

/* Fits a line with the least sum of absolute distances, by weighted least squares; without
 * @with_drift, one with the drift that the clock has. */
static void
fit (ThFrameClock *clock,
     const GArray *votes,
     double        span,
     gboolean      with_drift)
{
  for (guint round = 0; round < FIT_ROUNDS; round++)
    {
      double n = 0, x = 0, y = 0, xx = 0, xy = 0, slope = 0, denominator;

      for (guint i = 0; i < votes->len; i++)
        {
          const ThFrameVote *vote = &g_array_index (votes, ThFrameVote, i);
          double rest = get_rest (clock, vote);
          double weight = 1 / MAX (fabs (rest), 500.0);
          double time = (double) (vote->time - clock->at) / span;

          n += weight;
          x += weight * time;
          y += weight * rest;
          xx += weight * time * time;
          xy += weight * time * rest;
        }
      denominator = n * xx - x * x;
      if (with_drift && denominator > 1e-6 * n * n)
        slope = (n * xy - x * y) / denominator;
      clock->offset += (gint64) llround ((y - slope * x) / n);
      clock->drift += slope / span;
    }
}

/* Sets the quantiles, and *@spread to how much half of the differences vary. */
static void
summarize (ThFrameClock *clock,
           const GArray *votes,
           guint         step,
           gint64       *spread)
{
  g_autofree double *rests = g_new (double, votes->len);
  double sum = 0;

  for (guint i = 0; i < votes->len; i++)
    rests[i] = get_rest (clock, &g_array_index (votes, ThFrameVote, i));
  qsort (rests, votes->len, sizeof *rests, compare_doubles);
  clock->n = votes->len;
  clock->low = (gint64) rests[votes->len / 100];
  clock->median = (gint64) rests[votes->len / 2];
  clock->high = (gint64) rests[votes->len - 1 - votes->len / 100];
  *spread = (gint64) (rests[votes->len * 3 / 4] - rests[votes->len / 4]);
  for (guint i = 0; i < votes->len; i++)
    sum += MIN (fabs (rests[i] - clock->median), max_deviations[step]);
  clock->deviation = (gint64) (sum / votes->len);
}

/* Fits offset and drift, the latter only if it is more than differences vary. */
static void
fit_line (ThFrameClock *clock,
          const GArray *votes,
          guint         step,
          double        span)
{
  ThFrameClock level = *clock;
  gint64 spread;

  span = MAX (span, 1.0);
  level.drift = 0;
  fit (clock, votes, span, TRUE);
  summarize (clock, votes, step, &spread);
  if (fabs (clock->drift) * span > MIN_DRIFT_NS + 2.0 * spread)
    return;

  fit (&level, votes, span, FALSE);
  summarize (&level, votes, step, &spread);
  *clock = level;
}

/* How many of the frames that could have a packet vote in th_frame_votes_near(). */
static double
count_voters (const ThFrameClock *clock,
              ThSightings         frames,
              ThSightings         packets)
{
  guint32 n = 0;

  for (guint32 i = 0; i < frames.n; i++)
    {
      gint64 time = th_frame_clock_map (clock, frames.items[i].time);

      n += time >= packets.items[0].time && time <= packets.items[packets.n - 1].time;
    }
  return n / (double) th_frame_votes_get_step (frames);
}

static gboolean
is_near (gint64 a,
         gint64 b,
         gint64 distance)
{
  return a - b <= distance && b - a <= distance;
}

/* The votes for differences within @range of @center. */
static GArray *
list_votes (const GArray *votes,
            gint64        center,
            gint64        range)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ThFrameVote));

  for (guint i = 0; i < votes->len; i++)
    {
      const ThFrameVote *vote = &g_array_index (votes, ThFrameVote, i);

      if (is_near (vote->difference, center, range))
        g_array_append_val (list, *vote);
    }
  return list;
}

/* The next bin, from the step @first on: finer than @range, but not so fine that there are too
 * many. */
static gint64
get_bin (gint64 range,
         guint  first)
{
  gint64 coarsest = range / MAX_BINS;

  for (guint i = first; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] < range / 2)
      return MAX (steps[i], coarsest);
  return steps[G_N_ELEMENTS (steps) - 1];
}

/* A search that begins with differences within @range, in the step with the index @first. */
typedef struct
{
  ThSightings          frames;
  ThSightings          packets;
  const ThFrameGroups *groups;
  const GArray        *votes;
  const GArray        *peaks; /* the offsets with the most votes */
  gint64               range;
  double               span;
  gint64               hint;
  guint                first;
} Search;

/* Follows the first guess down to the step @finest. */
static double
settle (ThFrameClock *clock,
        const Search *search,
        gint64        finest)
{
  g_autoptr(GArray) first = list_votes (search->votes, clock->offset, search->range);
  gint64 range = search->range, bin = get_bin (range, search->first);
  double score = refine (clock, first, range, bin, search->span, MAX_DRIFT);

  while (bin > finest)
    {
      g_autoptr(GArray) near = NULL;

      range = 2 * bin;
      near = th_frame_votes_near (search->frames, search->packets, search->groups, clock, range,
                                  FALSE);
      bin = get_bin (range, search->first);
      score = refine (clock, near, range, bin, search->span, range / MAX (search->span, 1.0));
    }
  return score;
}

/* Tries the peaks, down to the step with the index @step. */
static ThFrameClockState
find_clock (const Search *search,
            guint         step,
            ThFrameClock *clock)
{
  g_autoptr(GArray) near = NULL;
  ThFrameClock best = { 0 };
  double best_score = 0, rival = 0;
  gboolean hinted = FALSE;

  for (guint i = 0; i < search->peaks->len; i++)
    {
      ThFrameClock found = { .at = get_middle (search->frames),
                             .offset = g_array_index (search->peaks, gint64, i) };
      gboolean is_hinted;
      double score = settle (&found, search, steps[step]);

      if (best_score > 0 && is_near (found.offset, best.offset,
                                     MAX (2 * steps[search->first], 10 * steps[step])))
        continue;
      is_hinted = search->hint != G_MININT64 && is_near (found.offset, search->hint, HINT_NS);
      if (score > best_score / MAX_RIVAL || (score > best_score && is_hinted >= hinted) ||
          (is_hinted && !hinted && score > best_score * MAX_RIVAL))
        {
          rival = MAX (rival, best_score);
          best = found;
          best_score = score;
          hinted = is_hinted;
        }
      else if (!(hinted && !is_hinted))
        rival = MAX (rival, score);
    }

  *clock = best;
  near = th_frame_votes_near (search->frames, search->packets, search->groups, clock,
                              10 * MAX (steps[step], steps[FIRST_STEP + 1]), TRUE);
  if (best_score < MIN_FRAMES || near->len < MIN_FRAMES ||
      best_score < least_shares[step] * count_voters (clock, search->frames, search->packets) ||
      rival > max_rivals[step] * best_score)
    return TH_FRAME_CLOCK_NONE;

  fit_line (clock, near, step, search->span);
  clock->rival = hinted ? 0 : CLAMP (rival / best_score, 0, 1);
  return clock->rival > MAX_RIVAL ? TH_FRAME_CLOCK_AMBIGUOUS : TH_FRAME_CLOCK_FOUND;
}

/* Tries the steps from @finest up to @first, from which the search goes down. */
static ThFrameClockState
find_from (Search       *search,
           guint         first,
           guint         finest,
           ThFrameClock *clock)
{
  ThFrameClockState state = TH_FRAME_CLOCK_NONE;
  g_autoptr(GArray) peaks = NULL;

  search->first = first;
  search->range = MAX (5 * steps[first], (gint64) (MAX_DRIFT * search->span));
  search->peaks = peaks = th_frame_votes_list_peaks (search->votes, search->range);
  for (guint step = finest + 1; step-- > first && state == TH_FRAME_CLOCK_NONE;)
    state = find_clock (search, step, clock);
  return state;
}

ThFrameClockState
th_frame_clock_find (ThSightings          frames,
                     ThSightings          packets,
                     const ThFrameGroups *groups,
                     gint64               hint,
                     ThFrameClock        *clock)
{
  ThFrameClockState state;
  g_autoptr(GArray) votes = NULL;
  Search search = { frames, packets, groups, .hint = hint };

  *clock = (ThFrameClock) { 0 };
  if (frames.n < MIN_FRAMES || packets.n < MIN_FRAMES)
    return TH_FRAME_CLOCK_NONE;

  search.span = (double) MIN (frames.items[frames.n - 1].time - frames.items[0].time,
                              packets.items[packets.n - 1].time - packets.items[0].time);
  search.votes = votes = th_frame_votes_all (frames, packets, groups);
  state = find_from (&search, FIRST_STEP, G_N_ELEMENTS (steps) - 1, clock);
  if (state == TH_FRAME_CLOCK_NONE)
    state = find_from (&search, 0, 0, clock);
  return state;
}
