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
/* A kind: the step is stored unpacked, at index @row of the wide series. */
#define WIDE G_MAXUINT16

typedef struct
{
  guint32 row;
  gint32  time;   /* relative to the first step */
  guint32 detail;
  guint16 kind;
  guint16 place;
} PackedStep;

G_STATIC_ASSERT (sizeof (PackedStep) == 16);

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
  guint slot = ((value * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 56) % TH_FLOW_STEPS_CACHE;
  guint number;

  if (self->cache[slot].number != 0 && self->cache[slot].value == value)
    return self->cache[slot].number - 1;

  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &value));
  if (number == 0)
    {
      guint64 *kept;

      if (self->values.n_written >= MAX_WORDS)
        return WIDE;
      kept = th_series_append (&self->values);
      *kept = value;
      number = self->values.n_written;
      g_hash_table_insert (self->numbers, kept, GUINT_TO_POINTER (number));
    }

  self->cache[slot].value = value;
  self->cache[slot].number = number;
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
  return (guint64) step->label << 32 | (guint64) (step->rule & 0xff) << 24 | step->sureness << 16 |
         step->stage << 8 | step->flags;
}

static guint64
pack_place (const ThStep *step)
{
  return (guint64) step->anchor.stream << 32 | (guint32) step->anchor.cpu << 16 | step->cpu;
}

static gboolean
pack (ThFlowSteps  *self,
      gint64        first,
      const ThStep *step,
      PackedStep   *packed)
{
  gint64 time;
  guint kind, place;

  if (step->rule > G_MAXUINT8 || __builtin_sub_overflow (step->time, first, &time) ||
      time != (gint32) time)
    return FALSE;

  kind = words_find (&self->kinds, pack_kind (step));
  place = words_find (&self->places, pack_place (step));
  *packed = (PackedStep) { step->anchor.row, time, step->detail, kind, place };
  return kind != WIDE && place != WIDE;
}

void
th_flow_steps_init (ThFlowSteps *self,
                    ThArena     *arena)
{
  th_series_init (&self->steps, arena, sizeof (PackedStep), STEP_SHIFT);
  th_series_init (&self->wide, arena, sizeof (ThStep), WIDE_SHIFT);
  words_init (&self->kinds, arena);
  words_init (&self->places, arena);
}

void
th_flow_steps_clear (ThFlowSteps *self)
{
  g_hash_table_unref (self->kinds.numbers);
  g_hash_table_unref (self->places.numbers);
}

void
th_flow_steps_append (ThFlowSteps  *self,
                      gint64        first,
                      const ThStep *step)
{
  PackedStep *packed = th_series_append (&self->steps);

  if (pack (self, first, step, packed))
    return;

  *packed = (PackedStep) { .row = self->wide.n_written, .kind = WIDE };
  *(ThStep *) th_series_append (&self->wide) = *step;
}

/* Publishes the steps last: what they refer to can be read then. */
void
th_flow_steps_publish (ThFlowSteps *self)
{
  th_series_publish (&self->kinds.values);
  th_series_publish (&self->places.values);
  th_series_publish (&self->wide);
  th_series_publish (&self->steps);
}

guint8
th_flow_steps_get_sureness (const ThFlowSteps *self,
                            guint32            index)
{
  const PackedStep *packed = th_series_get (&self->steps, index);

  if (packed->kind == WIDE)
    return ((ThStep *) th_series_get (&self->wide, packed->row))->sureness;

  return words_get (&self->kinds, packed->kind) >> 16;
}

ThStep
th_flow_steps_get (const ThFlowSteps *self,
                   gint64             first,
                   guint32            index)
{
  const PackedStep *packed = th_series_get (&self->steps, index);
  guint64 kind, place;

  if (packed->kind == WIDE)
    return *(ThStep *) th_series_get (&self->wide, packed->row);

  kind = words_get (&self->kinds, packed->kind);
  place = words_get (&self->places, packed->place);
  return (ThStep) {
    { place >> 32, place >> 16, packed->row }, first + packed->time, kind >> 32, packed->detail,
    place,
    kind >> 24 & 0xff, kind >> 16, kind >> 8, kind
  };
}
