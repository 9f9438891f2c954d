/* th-lane-chooser.c - the chooser of a lane to go to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-chooser.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-hash.h"
#include "th-lane-arrangement.h"
#include "th-lane-state.h"

/* The data of the dialog.  The document may be closed before a lane is chosen. */
typedef struct
{
  ThDocument *document; /* weak */
  ThTimeline *timeline; /* weak */
} LaneChooser;

/* Lanes may change while the chooser is open, so the id of a lane is the hash of its name.
 * A task that is not shown has a name, but no lane yet.  A task that has no events in the
 * recording has neither. */
static guint
lane_id (const char *name)
{
  return g_str_hash (name);
}

static guint
find_lane (ThScene *scene,
           guint    id)
{
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->name != NULL && lane_id (lane->name) == id)
        return i;
    }

  return G_MAXUINT;
}

/* Makes the lane visible: unfolds its headings, shows it if it is hidden.  Returns its
 * index; G_MAXUINT if it does not exist any more. */
static guint
reveal_lane (LaneChooser *self,
             guint        id)
{
  ThScene *scene = th_document_get_scene (self->document);
  ThTasks *tasks = th_recording_get_tasks (th_document_get_recording (self->document));
  guint lane = find_lane (scene, id);

  if (lane != G_MAXUINT)
    return th_document_reveal_lane (self->document, th_scene_get_lane (scene, lane)->name);

  for (guint32 i = 0; i < th_tasks_get_n (tasks); i++)
    {
      const char *name = th_scene_get_task_name (scene, i);

      if (name != NULL && lane_id (name) == id)
        return th_document_reveal_lane (self->document, name);
    }

  return G_MAXUINT;
}

static void
lane_chosen (guint    id,
             gpointer data)
{
  LaneChooser *self = data;
  guint lane;

  if (self->document == NULL || self->timeline == NULL ||
      th_document_get_scene (self->document) == NULL)
    return;

  lane = reveal_lane (self, id);
  if (lane == G_MAXUINT)
    return;

  th_timeline_set_current (self->timeline, lane);
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static guint
find_part (ThRecording *recording,
           ThRecording *part)
{
  guint i = 0;

  while (i + 1 < th_recording_get_n_parts (recording) &&
         th_recording_get_part (recording, i) != part)
    i++;

  return i;
}

/* Adds the name of the recording to @detail, which is taken, if there are several. */
static char *
name_part (ThRecording *recording,
           guint        part,
           char        *detail)
{
  g_autofree char *own = detail, *name = NULL;

  if (th_recording_get_n_parts (recording) == 1)
    return g_steal_pointer (&own);

  name =
    th_display_text_make_valid (th_recording_get_name (th_recording_get_part (recording, part)));
  return g_strjoin (" · ", name, own[0] != '\0' ? own : NULL, NULL);
}

static void
add_lane (ThChooser    *chooser,
          ThRecording  *recording,
          const ThLane *lane)
{
  guint part = lane->kind == TH_LANE_CPU
               ? find_part (recording, th_recording_get_stream_part (recording, lane->stream))
                                         : th_results_get_part (lane->results);
  g_autofree char *detail = name_part (recording, part, g_strdup (lane->detail));

  th_chooser_add (chooser, &(ThChoice) { lane->title, detail, NULL, lane_id (lane->name), FALSE });
}

/* Appends to @detail, which is taken, when the task lived. */
static char *
append_life (ThDocument *document,
             guint32     task,
             char       *detail)
{
  g_autofree char *own = detail, *from = NULL, *to = NULL;
  gint64 first, last;

  if (!th_scene_get_task_range (th_document_get_scene (document), task, &first, &last))
    return g_steal_pointer (&own);

  from = th_document_format_time (document, first);
  to = th_document_format_time (document, last);
  /* Translators: the number of a task, and the times at which it was seen first and last */
  return g_strdup_printf (_("%s · %s to %s"), own, from, to);
}

/* The number of tasks with a lane that have each name. */
static GHashTable *
count_names (ThScene *scene,
             ThTasks *tasks)
{
  GHashTable *counts = g_hash_table_new (th_string_hash, g_str_equal);

  for (guint32 i = 0; i < th_tasks_get_n (tasks); i++)
    {
      const char *name = th_tasks_get_name (tasks, i, G_MAXINT64);
      guint n;

      if (th_scene_get_task_name (scene, i) == NULL)
        continue;
      n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
      g_hash_table_insert (counts, (char *) name, GUINT_TO_POINTER (n + 1));
    }

  return counts;
}

/* A shell, a server or a benchmark starts many tasks with the same name.  The chooser says when
 * each of them ran, as few users know their pids. */
static void
add_tasks (LaneChooser *self,
           ThChooser   *chooser)
{
  ThScene *scene = th_document_get_scene (self->document);
  ThRecording *recording = th_document_get_recording (self->document);
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autoptr(GHashTable) counts = count_names (scene, tasks);

  for (guint32 i = 0; i < th_tasks_get_n (tasks); i++)
    {
      const char *lane = th_scene_get_task_name (scene, i);
      const char *name = th_tasks_get_name (tasks, i, G_MAXINT64);
      g_autofree char *title = NULL, *detail = NULL;

      if (lane == NULL)
        continue;

      title = th_display_text_make_valid (name);
      detail = th_scene_dup_task_number (scene, i);
      if (GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) > 1)
        detail = append_life (self->document, i, detail);
      detail = name_part (recording, th_tasks_get_source (tasks, i), detail);
      th_chooser_add (chooser, &(ThChoice) { title, detail, NULL, lane_id (lane), FALSE });
    }
}

static void
add_lanes (LaneChooser *self,
           ThChooser   *chooser)
{
  ThScene *scene = th_document_get_scene (self->document);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if ((lane->kind == TH_LANE_CPU || lane->kind == TH_LANE_TRACK ||
           lane->kind == TH_LANE_FLOW) && lane->name != NULL)
        add_lane (chooser, th_document_get_recording (self->document), lane);
      else if (lane->kind == TH_LANE_SECTION)
        th_chooser_add (chooser,
                        &(ThChoice) { lane->title, _("section"), NULL, lane_id (lane->name),
                                      FALSE });
    }
}

static void
lane_chooser_free (gpointer data)
{
  LaneChooser *self = data;

  g_clear_weak_pointer (&self->document);
  g_clear_weak_pointer (&self->timeline);
  g_free (self);
}

ThChooser *
th_lane_chooser_new (GtkWindow  *parent,
                     ThDocument *document,
                     ThTimeline *timeline)
{
  LaneChooser *self = g_new0 (LaneChooser, 1);
  ThChooser *chooser = th_chooser_new (parent, _("Go to a lane"), lane_chosen, self);

  g_set_weak_pointer (&self->document, document);
  g_set_weak_pointer (&self->timeline, timeline);
  g_object_set_data_full (G_OBJECT (chooser), "th-lane-chooser", self, lane_chooser_free);
  add_lanes (self, chooser);
  add_tasks (self, chooser);

  return chooser;
}
