/* th-flow-steps.c - stores the steps of flows in packed form
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-steps.h"
#include "th-hash.h"

#define STEP_SHIFT 10
#define WIDE_SHIFT 4
#define WORD_SHIFT 6
#define MAX_WORDS G_MAXUINT16
/* What: the step is stored unpacked, at index @row of the wide series. */
#define WIDE G_MAXUINT16
#define NO_DETAIL G_MAXUINT16
#define PLACE_BITS 48
#define PLACE_MASK ((G_GUINT64_CONSTANT (1) << PLACE_BITS) - 1)

typedef struct
{
  guint32 row;
  gint32  time;   /* relative to the first step */
  guint16 what;   /* number of its kind and place */
  guint16 detail; /* a word; NO_DETAIL: none */
} PackedStep;

G_STATIC_ASSERT (sizeof (PackedStep) == 12);

/* --- interned values ------------------------------------------------------- */

static void
words_init (ThFlowWords *self,
            ThArena     *arena)
{
  th_series_init (&self->values, arena, sizeof (guint64), WORD_SHIFT);
  self->numbers = g_hash_table_new (th_int64_hash, g_int64_equal);
}

/* Returns WIDE if there are too many values. */
static guint
words_find (ThFlowWords *self,
            guint64      value)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &value));
  guint64 *kept;

  if (number != 0)
    return number - 1;
  if (self->values.n_written >= MAX_WORDS)
    return WIDE;

  kept = th_series_append (&self->values);
  *kept = value;
  number = self->values.n_written;
  g_hash_table_insert (self->numbers, kept, GUINT_TO_POINTER (number));
  return number - 1;
}

static guint64
words_get (const ThFlowWords *self,
           guint              number)
{
  return *(guint64 *) th_series_get (&self->values, number);
}

/* --- packing -------------------------------------------------------------- */

static guint64
pack_kind (const ThStep *step)
{
  return (guint64) step->label << 32 | (guint64) (step->rule & 0xff) << 24 |
         step->confidence << 16 | step->stage << 8 | step->flags;
}

/* The number of a stream and that of a CPU fit in 16 bits each. */
static guint64
pack_place (const ThStep *step)
{
  return (guint64) step->anchor.stream << 32 | (guint32) step->anchor.cpu << 16 | step->cpu;
}

/* Returns the number of the combination, or WIDE. */
static guint
intern_what (ThFlowSteps *self,
             guint64      kind,
             guint64      place)
{
  guint number = words_find (&self->kinds, kind);

  return number == WIDE ? WIDE
         : words_find (&self->whats, (guint64) number << PLACE_BITS | place);
}

/* Likewise, but tries the recently used combinations first, which nearly all steps have. */
static inline guint
find_what (ThFlowSteps  *self,
           const ThStep *step)
{
  guint64 kind = pack_kind (step), place = pack_place (step);
  guint64 hash = (kind ^ place * G_GUINT64_CONSTANT (0xff51afd7ed558ccd)) *
                 G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  ThFlowKnown *known = &self->known[hash >> (64 - TH_FLOW_STEPS_CACHE_BITS)];
  guint number;

  if (known->kind == kind && (known->place & PLACE_MASK) == place && known->place > PLACE_MASK)
    return (known->place >> PLACE_BITS) - 1;

  number = intern_what (self, kind, place);
  if (number != WIDE)
    *known = (ThFlowKnown) { kind, (guint64) (number + 1) << PLACE_BITS | place };
  return number;
}

static inline gboolean
pack (ThFlowSteps  *self,
      gint64        first,
      const ThStep *step,
      PackedStep   *packed)
{
  guint detail = step->detail == TH_STEP_NO_DETAIL ? NO_DETAIL : step->detail;
  gint64 time;
  guint what;

  if (step->rule > G_MAXUINT8 || __builtin_sub_overflow (step->time, first, &time) ||
      time != (gint32) time || (step->detail >= NO_DETAIL && step->detail != TH_STEP_NO_DETAIL))
    return FALSE;

  what = find_what (self, step);
  *packed = (PackedStep) { step->anchor.row, time, what, detail };
  return what != WIDE;
}

void
th_flow_steps_init (ThFlowSteps *self,
                    ThArena     *arena)
{
  th_series_init (&self->steps, arena, sizeof (PackedStep), STEP_SHIFT);
  th_series_init (&self->wide, arena, sizeof (ThStep), WIDE_SHIFT);
  words_init (&self->kinds, arena);
  words_init (&self->whats, arena);
}

void
th_flow_steps_clear (ThFlowSteps *self)
{
  g_hash_table_unref (self->kinds.numbers);
  g_hash_table_unref (self->whats.numbers);
}

void
th_flow_steps_append (ThFlowSteps  *self,
                      const ThStep *steps,
                      guint32       n)
{
  for (guint32 i = 0; i < n; i++)
    {
      PackedStep *packed = th_series_append (&self->steps);

      if (G_LIKELY (pack (self, steps[0].time, &steps[i], packed)))
        continue;
      *packed = (PackedStep) { .row = self->wide.n_written, .what = WIDE };
      *(ThStep *) th_series_append (&self->wide) = steps[i];
    }
}

/* Publishes the steps last: what they refer to can be read then. */
void
th_flow_steps_publish (ThFlowSteps *self)
{
  th_series_publish (&self->kinds.values);
  th_series_publish (&self->whats.values);
  th_series_publish (&self->wide);
  th_series_publish (&self->steps);
}

guint8
th_flow_steps_get_confidence (const ThFlowSteps *self,
                              guint32            index)
{
  const PackedStep *packed = th_series_get (&self->steps, index);

  if (packed->what == WIDE)
    return ((ThStep *) th_series_get (&self->wide, packed->row))->confidence;

  return words_get (&self->kinds, words_get (&self->whats, packed->what) >> PLACE_BITS) >> 16;
}

ThStep
th_flow_steps_get (const ThFlowSteps *self,
                   gint64             first,
                   guint32            index)
{
  const PackedStep *packed = th_series_get (&self->steps, index);
  guint64 what, kind;

  if (packed->what == WIDE)
    return *(ThStep *) th_series_get (&self->wide, packed->row);

  what = words_get (&self->whats, packed->what);
  kind = words_get (&self->kinds, what >> PLACE_BITS);
  return (ThStep) {
    { what >> 32, what >> 16, packed->row }, first + packed->time, kind >> 32,
    packed->detail == NO_DETAIL ? TH_STEP_NO_DETAIL : packed->detail,
    what, kind >> 24 & 0xff, kind >> 16, kind >> 8, kind
  };
}
