/* th-flow-registry.c - the flows of a recording that expressions can refer to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-flow-registry.h"

typedef struct
{
  GMutex     lock;
  GPtrArray *results; /* of ThResults */
  ThResults *links; /* NULL: none */
  const char *noun; /* of the flows that they refer to */
} Registry;

static gpointer
registry_new (void)
{
  Registry *self = g_new0 (Registry, 1);

  g_mutex_init (&self->lock);
  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  return self;
}

static void
registry_free (gpointer data)
{
  Registry *self = data;

  g_ptr_array_unref (self->results);
  g_clear_pointer (&self->links, th_results_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static Registry *
get_registry (ThRecording *recording)
{
  return th_recording_ensure_data (recording, g_quark_from_static_string ("th-flow-registry"),
                                   registry_new, registry_free);
}

static gboolean
is_same_kind (ThResults *a,
              ThResults *b)
{
  return th_results_get_part (a) == th_results_get_part (b) &&
         strcmp (th_flows_get_info (th_results_get_flows (a))->noun,
                 th_flows_get_info (th_results_get_flows (b))->noun) == 0;
}

void
th_flow_registry_add (ThRecording *recording,
                      ThResults   *results)
{
  Registry *self = get_registry (recording);

  g_return_if_fail (th_results_get_flows (results) != NULL);

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->results->len; i++)
    if (is_same_kind (self->results->pdata[i], results))
      {
        g_ptr_array_remove_index (self->results, i);
        break;
      }
  g_ptr_array_add (self->results, th_results_ref (results));
  g_mutex_unlock (&self->lock);
}

GPtrArray *
th_flow_registry_list (ThRecording *recording)
{
  Registry *self = get_registry (recording);
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->results->len; i++)
    g_ptr_array_add (list, th_results_ref (self->results->pdata[i]));
  g_mutex_unlock (&self->lock);

  return list;
}

void
th_flow_registry_set_links (ThRecording *recording,
                            ThResults   *results,
                            const char  *noun)
{
  Registry *self = get_registry (recording);

  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->links, th_results_unref);
  self->links = th_results_ref (results);
  self->noun = noun;
  g_mutex_unlock (&self->lock);
}

ThResults *
th_flow_registry_get_links (ThRecording  *recording,
                            const char  **noun)
{
  Registry *self = get_registry (recording);
  ThResults *links;

  g_mutex_lock (&self->lock);
  links = self->links != NULL ? th_results_ref (self->links) : NULL;
  *noun = self->noun;
  g_mutex_unlock (&self->lock);

  return links;
}
