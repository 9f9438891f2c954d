/* th-clock-relation.c - how the clock of a recording is related to the clock here
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-clock-relation.h"

#include <math.h>

#include <glib/gi18n-lib.h>

/* The best answer of each span is kept; spans get longer when there are too many. */
#define SPAN_US (10 * G_TIME_SPAN_SECOND)
#define MAX_SPANS 256
/* Answers whose error is larger than this multiple of the least error add nothing. */
#define TOLERANCE 4
/* So many questions follow each other quickly; later there is a pause between two.  A question that
 * is not answered in time is given up. */
#define N_QUICK 8
#define QUICK_US (100 * G_TIME_SPAN_MILLISECOND)
#define PAUSE_US G_TIME_SPAN_SECOND
#define FORGET_US (5 * G_TIME_SPAN_SECOND)
/* Both times are truncated to µs. */
#define CUT_NS 1000

typedef struct
{
  gint64 span;   /* its number */
  gint64 time_us;
  gint64 offset;
  gint64 error;
} Sample;

struct _ThClockSamples
{
  GArray  *best;     /* (element-type Sample), one a span, in order of time */
  gint64   span_us;
  gint64   first_us; /* of all answers */
  gint64   last_us;
  guint    ticket;   /* of the last question; 0: none */
  gint64   asked_us; /* when it was sent */
  gboolean is_open;  /* it was not answered */
};

ThClockRelation
th_clock_relation_between (const ThClockRelation *first,
                           const ThClockRelation *other)
{
  return (ThClockRelation) {
    .offset = (gint64) ((guint64) first->offset - (guint64) other->offset),
    .error = first->error > G_MAXINT64 - other->error ? G_MAXINT64 : first->error + other->error,
    .drift = first->drift - other->drift,
    .drift_error = first->drift_error + other->drift_error,
  };
}

char *
th_clock_relation_describe_drift (const ThClockRelation *self)
{
  if (!isfinite (self->drift_error))
    return g_strdup (_("drift not known"));
  if (ABS (self->drift) <= self->drift_error)
    return g_strdup_printf (_("no drift found, within ± %.3f µs/s"), self->drift_error / 1e3);
  return g_strdup_printf (_("drift %+.3f ± %.3f µs/s"), self->drift / 1e3,
                          self->drift_error / 1e3);
}

ThClockSamples *
th_clock_samples_new (void)
{
  ThClockSamples *self = g_new0 (ThClockSamples, 1);

  self->best = g_array_new (FALSE, FALSE, sizeof (Sample));
  self->span_us = SPAN_US;
  return self;
}

void
th_clock_samples_free (ThClockSamples *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->best);
  g_free (self);
}

static Sample *
get (ThClockSamples *self,
     guint           index)
{
  return &g_array_index (self->best, Sample, index);
}

/* Adds @sample, or keeps it instead of a worse one of the same span. */
static void
keep (ThClockSamples *self,
      Sample          sample)
{
  Sample *last = self->best->len > 0 ? get (self, self->best->len - 1) : NULL;

  sample.span = sample.time_us / self->span_us;
  if (last == NULL || last->span != sample.span)
    g_array_append_val (self->best, sample);
  else if (sample.error < last->error)
    *last = sample;
}

static void
lengthen_spans (ThClockSamples *self)
{
  g_autoptr(GArray) old = self->best;

  self->best = g_array_new (FALSE, FALSE, sizeof (Sample));
  self->span_us *= 2;
  for (guint i = 0; i < old->len; i++)
    keep (self, g_array_index (old, Sample, i));
}

void
th_clock_samples_add (ThClockSamples *self,
                      gint64          sent_us,
                      gint64          received_us,
                      gint64          time)
{
  gint64 middle = sent_us + (received_us - sent_us) / 2;
  Sample sample = { .time_us = middle };

  if (received_us < sent_us || received_us > G_MAXINT64 / 2000)
    return;
  /* An agent may answer anything. */
  if (__builtin_sub_overflow (time, middle * 1000, &sample.offset) ||
      ABS (sample.offset / 2) > G_MAXINT64 / 8)
    return;
  sample.error = (received_us - sent_us) * 500 + CUT_NS;
  self->first_us = self->best->len == 0 ? middle : MIN (self->first_us, middle);
  self->last_us = self->best->len == 0 ? middle : MAX (self->last_us, middle);
  keep (self, sample);
  if (self->best->len > MAX_SPANS)
    lengthen_spans (self);
}

gint64
th_clock_samples_get_next (ThClockSamples *self)
{
  gint64 pause = self->ticket < N_QUICK ? QUICK_US : PAUSE_US;

  if (self->ticket == 0)
    return 0;
  return self->asked_us + (self->is_open ? FORGET_US : pause);
}

guint
th_clock_samples_ask (ThClockSamples *self,
                      gint64          now_us)
{
  self->asked_us = now_us;
  self->is_open = TRUE;
  return ++self->ticket;
}

void
th_clock_samples_answer (ThClockSamples *self,
                         guint64         ticket,
                         gint64          now_us,
                         gint64          time)
{
  if (!self->is_open || ticket != self->ticket)
    return;
  self->is_open = FALSE;
  if (time != G_MININT64)
    th_clock_samples_add (self, self->asked_us, now_us, time);
}

static gint64
find_least_error (ThClockSamples *self)
{
  gint64 least = G_MAXINT64;

  for (guint i = 0; i < self->best->len; i++)
    least = MIN (least, get (self, i)->error);
  return least;
}

/* The first and the last good answer do not span the entire recording: adds to the error how far
 * the clocks may have drifted @beyond_us. */
static void
add_drift (ThClockRelation *relation,
           gint64           beyond_us)
{
  double more = ABS (relation->drift) * (double) beyond_us / 1e6;

  relation->error = more < (double) (G_MAXINT64 / 4) ? relation->error + (gint64) more
                    : G_MAXINT64;
}

/* Each offset is known as an interval.  The steepest and the flattest line through both intervals
 * limit the drift. */
static void
find_drift (ThClockRelation *relation,
            const Sample    *first,
            const Sample    *last)
{
  double seconds = (double) (last->time_us - first->time_us) / 1e6;

  relation->drift = seconds > 0 ? (double) (last->offset - first->offset) / seconds : 0;
  relation->drift_error = seconds > 0 ? ((double) first->error + (double) last->error) / seconds
                          : INFINITY;
}

gboolean
th_clock_samples_get (ThClockSamples  *self,
                      ThClockRelation *relation)
{
  gint64 bound = find_least_error (self), low = G_MAXINT64, high = G_MININT64;
  const Sample *first = NULL, *last = NULL;

  if (self->best->len == 0)
    return FALSE;
  bound = bound > G_MAXINT64 / TOLERANCE ? G_MAXINT64 : bound * TOLERANCE;
  for (guint i = 0; i < self->best->len; i++)
    {
      const Sample *sample = get (self, i);

      if (sample->error > bound)
        continue;
      first = first == NULL ? sample : first;
      last = sample;
      low = MIN (low, sample->offset - sample->error);
      high = MAX (high, sample->offset + sample->error);
    }
  relation->offset = low + (high - low) / 2;
  relation->error = high - relation->offset;
  find_drift (relation, first, last);
  add_drift (relation, MAX (first->time_us - self->first_us, self->last_us - last->time_us));
  return TRUE;
}
