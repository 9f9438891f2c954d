/* th-actions-path.c - the action that shows the critical path of a task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The task is that of the current lane, or else of the selected event.  The span is the selected
 * one, or else the system call of the task at the selected event, or else what is visible.  The
 * analysis "path" lists the parts in a table, and its flow is followed like a packet.
 */
#include "config.h"

#include "th-analyses.h"
#include "th-analysis-runner.h"
#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-flow-follower.h"
#include "th-runner.h"
#include "th-time-span.h"

#define ANALYSIS "path"

/* --- which task, and when ------------------------------------------------------- */

static guint32
get_task (ThDocumentView *self)
{
  ThScene *scene = self->document != NULL ? th_document_get_scene (self->document) : NULL;
  guint lane = th_timeline_get_current (self->timeline);
  ThRef event;

  if (scene == NULL || th_recording_get_n_parts (th_document_get_recording (self->document)) > 1)
    return TH_TASK_NONE;
  if (lane < th_scene_get_n_lanes (scene) &&
      th_scene_get_lane (scene, lane)->kind == TH_LANE_TASK)
    return th_scene_get_lane (scene, lane)->task;

  event = th_document_get_selected (self->document);
  return th_ref_is_none (event)
         ? TH_TASK_NONE : th_recording_get_task (th_document_get_recording (self->document), event);
}

/* The slice of @track at @time. */
static const ThSlice *
find_slice (ThTrack *track,
            gint64   time)
{
  ThSlices *slices = th_track_get_slices (track);
  guint32 index = th_slices_find (slices, 0, time);
  const ThSlice *slice = index != G_MAXUINT32 ? th_slices_get (slices, 0, index) : NULL;

  return slice != NULL && slice->end >= time ? slice : NULL;
}

static const ThSlice *
find_call (ThDocumentView *self,
           guint32         task,
           gint64          time)
{
  const GPtrArray *all = th_document_get_results (self->document);

  for (guint i = 0; all != NULL && i < all->len; i++)
    for (guint j = 0; j < th_results_get_n_tracks (all->pdata[i]); j++)
      {
        ThTrack *track = th_results_get_track (all->pdata[i], j);
        const ThTrackInfo *info = th_track_get_info (track);

        if (info->kind == TH_TRACK_SLICES && info->attach == TH_ATTACH_TASK && info->key == task &&
            g_str_equal (info->id, "syscalls"))
          return find_slice (track, time);
      }

  return NULL;
}

static void
get_span (ThDocumentView *self,
          guint32         task,
          gint64         *from,
          gint64         *to)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThRef event = th_document_get_selected (self->document);
  ThView view = th_timeline_get_target (self->timeline);
  const ThSlice *call = NULL;

  if (th_document_get_span (self->document, from, to))
    return;
  if (!th_ref_is_none (event) && th_recording_get_task (recording, event) == task)
    call = find_call (self, task, th_recording_get_time (recording, event));
  *from = call != NULL ? call->begin : view.from;
  *to = call != NULL ? call->end : view.to;
}

/* --- showing it ------------------------------------------------------------------- */

void
th_view_show_path (ThDocumentView *self)
{
  ThResults *results = self->path != NULL
                       ? th_document_find_results (self->document, self->path)
                       : NULL;
  g_auto(GStrv) remarks = NULL;
  ThFlows *flows;

  if (results == NULL || !th_results_is_finished (results))
    return;

  g_clear_pointer (&self->path, g_free);
  flows = th_results_get_flows (results);
  remarks = th_results_list_remarks (results);
  if (th_flows_get_n (flows) > 0)
    th_flow_follower_follow (th_document_get_follower (self->document), results, 0);
  else if (remarks[0] != NULL)
    th_status_bar_say (self->status_bar, remarks[0]);
}

/* Removes the path that was shown before. */
static void
remove_other (ThDocumentView *self,
              const char     *id)
{
  ThAnalysisRunner *analyses = th_document_get_analyses (self->document);
  g_auto(GStrv) added = th_analysis_runner_list_added (analyses);

  for (guint i = 0; added[i] != NULL; i++)
    if (g_str_has_prefix (added[i], ANALYSIS "(") && !g_str_equal (added[i], id))
      {
        if (th_flow_follower_get_followed (th_document_get_follower (self->document), NULL)
            == th_document_find_results (self->document, added[i]))
          th_document_unfollow (self->document);
        th_analysis_runner_remove (analyses, added[i]);
      }
}

TH_DEFINE_VIEW_ACTION (critical_path)
{
  ThDocumentView *self = data;
  guint32 task = get_task (self);
  g_autoptr(GHashTable) params = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *span = NULL, *id = NULL, *tab = NULL;
  g_autoptr(GError) error = NULL;
  ThRecording *recording;
  gint64 from, to;
  char *dots;

  recording = th_document_get_recording (self->document);
  if (task == TH_TASK_NONE || task == TH_TASK_IDLE)
    {
      th_status_bar_say (self->status_bar, th_recording_get_n_parts (recording) > 1
                         ? _("A critical path can only be found in a single recording")
                         : _("Select an event of a task, or the lane of the task"));
      return;
    }

  get_span (self, task, &from, &to);
  span = th_time_span_format (recording, from, to);
  dots = strstr (span, "..");
  g_hash_table_insert (params, g_strdup ("task"),
                       g_strdup_printf ("%d", th_tasks_get_pid (th_recording_get_tasks (recording),
                                                                task)));
  g_hash_table_insert (params, g_strdup ("from"), g_strndup (span, dots - span));
  g_hash_table_insert (params, g_strdup ("to"), g_strdup (dots + strlen ("..")));

  id = th_runner_dup_id (th_analyses_find (ANALYSIS), params);
  tab = g_strconcat (id, "/path", NULL);
  remove_other (self, id);
  if (th_document_find_results (self->document, id) == NULL &&
      !th_analysis_runner_add (th_document_get_analyses (self->document),
                               th_analyses_find (ANALYSIS), params, &error))
    {
      g_autofree char *text = th_display_text_make_valid (error->message);

      th_status_bar_say (self->status_bar, text);
      return;
    }

  g_free (self->path);
  self->path = g_steal_pointer (&id);
  th_table_pane_want_tab (self->table_pane, tab);
  th_view_show_path (self);
}

static const ThViewAction actions[] = {
  { { "critical-path", critical_path_cb }, th_view_has_recording },
};

void
th_view_add_path_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
