/* th-guest.c - the virtual machines that were recorded together with their host
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-guest.h"

#include <glib/gi18n-lib.h>

#include "th-recording-private.h"

/* The number of CPUs to list: hundreds in one line would not be readable. */
#define MAX_TOLD 16

/* --- trace ids --------------------------------------------------------- */

void
th_recording_set_trace_id (ThRecording *self,
                           guint64      id)
{
  self->trace_id = id;
}

guint64
th_recording_get_trace_id (ThRecording *self)
{
  return self->trace_id;
}

void
th_recording_set_peer (ThRecording *self,
                       guint64      trace_id)
{
  self->peer = trace_id;
}

guint64
th_recording_get_peer (ThRecording *self)
{
  return self->peer;
}

/* --- guests ------------------------------------------------------------ */

static void
guest_free (gpointer data)
{
  ThGuest *guest = data;

  g_free ((char *) guest->name);
  g_free ((ThVcpu *) guest->vcpus);
  g_free (guest);
}

gboolean
th_recording_add_guest (ThRecording   *self,
                        const ThGuest *guest)
{
  ThGuest *copy;

  if (self->guests == NULL)
    self->guests = g_ptr_array_new_with_free_func (guest_free);
  if (self->guests->len >= TH_MAX_GUESTS)
    return FALSE;

  copy = g_new0 (ThGuest, 1);
  copy->name = g_utf8_make_valid (guest->name, -1);
  copy->trace_id = guest->trace_id;
  copy->n_vcpus = MIN (guest->n_vcpus, TH_MAX_VCPUS);
  copy->vcpus = g_memdup2 (guest->vcpus, copy->n_vcpus * sizeof (ThVcpu));
  g_ptr_array_add (self->guests, copy);
  return TRUE;
}

guint
th_recording_get_n_guests (ThRecording *self)
{
  return self->guests != NULL ? self->guests->len : 0;
}

const ThGuest *
th_recording_get_guest (ThRecording *self,
                        guint        index)
{
  g_return_val_if_fail (index < th_recording_get_n_guests (self), NULL);

  return g_ptr_array_index (self->guests, index);
}

const ThGuest *
th_recording_find_guest (ThRecording *self,
                         ThRecording *other)
{
  for (guint i = 0; other != self && other->trace_id != 0 && i < th_recording_get_n_guests (self);
       i++)
    if (th_recording_get_guest (self, i)->trace_id == other->trace_id)
      return th_recording_get_guest (self, i);

  return NULL;
}

char *
th_guest_describe (const ThGuest *guest)
{
  GString *text = g_string_new (*guest->name != '\0' ? guest->name : _("unnamed"));

  for (guint i = 0; i < MIN (guest->n_vcpus, MAX_TOLD); i++)
    {
      const ThVcpu *vcpu = &guest->vcpus[i];

      g_string_append (text, i == 0 ? ": " : ", ");
      if (vcpu->pid > 0)
        /* Translators: a CPU of a guest, and the pid of the task of its host that is this CPU */
        g_string_append_printf (text, _("CPU %u is task %d"), vcpu->cpu, vcpu->pid);
      else
        /* Translators: a CPU of a guest, whose task on the host is not known */
        g_string_append_printf (text, _("CPU %u is an unknown task"), vcpu->cpu);
    }
  if (guest->n_vcpus > MAX_TOLD)
    g_string_append (text, ", …");

  return g_string_free (text, FALSE);
}
