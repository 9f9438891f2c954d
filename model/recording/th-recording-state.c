/* th-recording-state.c - the state of a load: whether it runs, is live or cancelled, its progress
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-private.h"

gboolean
th_recording_is_cancelled (ThRecording *self)
{
  return g_atomic_int_get (&self->cancelled);
}

void
th_recording_set_outgrown (ThRecording *self)
{
  g_atomic_int_set (&self->outgrown, TRUE);
}

gboolean
th_recording_is_outgrown (ThRecording *self)
{
  for (guint i = 0; self->parts != NULL && i < self->parts->len; i++)
    if (th_recording_is_outgrown (g_ptr_array_index (self->parts, i)))
      return TRUE;

  return g_atomic_int_get (&self->outgrown);
}

ThLoadState
th_recording_get_state (ThRecording *self)
{
  ThLoadState worst = TH_LOAD_WHOLE;

  if (self->parts == NULL)
    return g_atomic_int_get (&self->state);

  for (guint i = 0; i < self->parts->len; i++)
    {
      ThLoadState state = th_recording_get_state (g_ptr_array_index (self->parts, i));

      if (state == TH_LOAD_RUNNING)
        return state;
      worst = MAX (worst, state);
    }

  return worst;
}

void
th_recording_set_live (ThRecording *self)
{
  g_atomic_int_set (&self->live, TRUE);
  if (self->whole != NULL)
    g_atomic_int_set (&self->whole->live, TRUE);
}

gboolean
th_recording_is_live (ThRecording *self)
{
  return g_atomic_int_get (&self->live) && th_recording_get_state (self) == TH_LOAD_RUNNING;
}

void
th_recording_set_progress (ThRecording *self,
                           guint64      done,
                           guint64      total)
{
  __atomic_store_n (&self->total, total, __ATOMIC_RELAXED);
  __atomic_store_n (&self->done, done, __ATOMIC_RELAXED);
}

void
th_recording_add_progress (ThRecording *self,
                           guint64      done)
{
  __atomic_add_fetch (&self->done, done, __ATOMIC_RELAXED);
}

double
th_recording_get_progress (ThRecording *self)
{
  gboolean unknown = FALSE;
  guint64 done = 0, total = 0;

  for (guint i = 0; i < th_recording_get_n_parts (self); i++)
    {
      ThRecording *part = th_recording_get_part (self, i);
      guint64 one = __atomic_load_n (&part->total, __ATOMIC_RELAXED);

      done += MIN (__atomic_load_n (&part->done, __ATOMIC_RELAXED), one);
      total += one;
      unknown |= one == 0;
    }

  if (th_recording_get_state (self) != TH_LOAD_RUNNING)
    return 1;

  return unknown ? -1 : MIN (done / (double) total, 1);
}
