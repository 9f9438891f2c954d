/* th-decode-again.c - what the sources of columns that are decoded again have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-decode-again.h"
#include "th-read.h"

void
th_decode_again_init (ThDecodeAgain  *self,
                      ThRecording    *recording,
                      gpointer      (*new_decoder) (gpointer source),
                      GDestroyNotify  free_decoder)
{
  self->recording = recording;
  self->new_decoder = new_decoder;
  g_mutex_init (&self->lock);
  self->idle = g_ptr_array_new_with_free_func (free_decoder);
  self->changed = FALSE;
}

void
th_decode_again_clear (ThDecodeAgain *self)
{
  g_ptr_array_unref (self->idle);
  g_mutex_clear (&self->lock);
}

gpointer
th_decode_again_take (ThDecodeAgain *self)
{
  gpointer decoder = NULL;

  g_mutex_lock (&self->lock);
  if (self->idle->len > 0)
    decoder = g_ptr_array_steal_index_fast (self->idle, self->idle->len - 1);
  g_mutex_unlock (&self->lock);

  return decoder != NULL ? decoder : self->new_decoder (self);
}

void
th_decode_again_give_back (ThDecodeAgain *self,
                           gpointer       decoder)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->idle, decoder);
  g_mutex_unlock (&self->lock);
}

void
th_decode_again_report_changed (gpointer source)
{
  ThDecodeAgain *self = source;

  if (!g_atomic_int_compare_and_exchange (&self->changed, FALSE, TRUE))
    return;

  th_recording_add_problem (self->recording, TH_PROBLEM_CHANGED, 1, -1, NULL);
  th_read_note_changed ();
}
