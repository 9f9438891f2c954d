/* th-lane-arrangement.c - the lanes of a document, as the user arranged them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-arrangement.h"
#include "th-document-private.h"
#include "th-scene-edit.h"

/* Lanes are shown and hidden once the view has been still this long. */
#define ACTIVE_MS 200

void
th_document_lanes_changed (ThDocument *self)
{
  self->serial++;
  th_document_emit (self, SIGNAL_LANES_CHANGED);
}

void
th_document_fold (ThDocument *self,
                  guint       lane,
                  gboolean    folded)
{
  g_return_if_fail (self->scene != NULL && lane < th_scene_get_n_lanes (self->scene));

  th_scene_set_folded (self->scene, lane, folded);
  th_document_lanes_changed (self);
}

guint
th_document_reveal_lane (ThDocument *self,
                         const char *name)
{
  guint lane = th_scene_reveal (self->scene, name);

  th_document_lanes_changed (self);
  return lane;
}

guint
th_document_reveal_task (ThDocument *self,
                         guint32     task)
{
  guint lane = self->scene != NULL ? th_scene_reveal_task (self->scene, task) : G_MAXUINT;

  th_document_lanes_changed (self);
  return lane;
}

void
th_document_set_tight (ThDocument *self,
                       gboolean    is_tight)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->lanes.is_tight == is_tight)
    return;

  self->lanes.is_tight = is_tight;
  if (self->scene == NULL)
    return;

  th_scene_set_tight (self->scene, is_tight);
  th_document_lanes_changed (self);
}

/* --- only lanes with events in view ------------------------------------- */

static gboolean
active_cb (gpointer data)
{
  ThDocument *self = data;
  const ThView *view = th_navigator_get_view (self->navigator);

  self->lanes.timer_id = 0;
  if (self->scene != NULL && th_scene_show_active (self->scene, view->from, view->to))
    th_document_lanes_changed (self);

  return G_SOURCE_REMOVE;
}

static void
queue_active (ThDocument *self)
{
  if (!self->lanes.only_active)
    return;

  g_clear_handle_id (&self->lanes.timer_id, g_source_remove);
  self->lanes.timer_id = g_timeout_add (ACTIVE_MS, active_cb, self);
}

void
th_document_set_only_active (ThDocument *self,
                             gboolean    only_active)
{
  const ThView *view = th_navigator_get_view (self->navigator);
  static const char *const followed[] = { "view-changed", "grown", "results-changed",
                                          "recording-changed" };

  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->lanes.only_active == only_active)
    return;

  self->lanes.only_active = only_active;
  g_clear_handle_id (&self->lanes.timer_id, g_source_remove);
  if (only_active)
    for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
      g_signal_connect (self, followed[i], G_CALLBACK (queue_active), NULL);
  else
    g_signal_handlers_disconnect_by_func (self, queue_active, NULL);

  if (self->scene != NULL)
    {
      th_scene_show_active (self->scene, only_active ? view->from : TH_TIME_NONE, view->to);
      th_document_lanes_changed (self);
    }
}

gboolean
th_document_get_only_active (ThDocument *self)
{
  return self->lanes.only_active;
}

/* --- wakeups ------------------------------------------------------------ */

void
th_document_set_wakeups (ThDocument *self,
                         gboolean    show)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (self->lanes.hides_wakeups == !show)
    return;

  self->lanes.hides_wakeups = !show;
  th_document_emit (self, SIGNAL_LANES_CHANGED);
}

gboolean
th_document_get_wakeups (ThDocument *self)
{
  return !self->lanes.hides_wakeups;
}
