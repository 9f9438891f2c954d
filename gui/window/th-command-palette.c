/* th-command-palette.c - the command palette and the lane finder
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-state.h"
#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-shortcuts.h"
#include "th-lane-arrangement.h"
#include "th-chooser.h"
#include "th-display-text.h"

/* --- commands ----------------------------------------------------------- */

/* Ids above those of the table are quarks of detailed action names: what an id
 * means does not change while analyses come and go. */
static void
action_chosen (guint    id,
               gpointer data)
{
  const ThAction *actions;
  guint n;

  actions = th_actions_list (&n);
  if (id < n)
    {
      gtk_widget_activate_action_variant (data, actions[id].name, NULL);
    }
  else
    {
      g_autofree char *name = NULL;
      g_autoptr(GVariant) target = NULL;

      if (g_action_parse_detailed_name (g_quark_to_string (id - n), &name, &target, NULL))
        gtk_widget_activate_action_variant (data, name, target);
    }
}

static guint
detailed_id (guint       first_id,
             const char *name,
             GVariant   *target)
{
  g_autofree char *detailed = g_action_print_detailed_name (name, target);

  return first_id + g_quark_from_string (detailed);
}

static void
add_tabs (ThWindow  *self,
          ThChooser *finder,
          guint      first_id)
{
  const char *name, *title;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return;

  for (guint i = 0; (title = th_table_pane_get_title (self->table_pane, i, &name)) != NULL; i++)
    {
      g_autoptr(GVariant) target = g_variant_ref_sink (g_variant_new_string (name));

      th_chooser_add (finder,
                      &(ThChoice) { title, _("Table"), NULL,
                                    detailed_id (first_id, "win.tab", target), FALSE });
    }
}

/* "_Dark" of the menu "_Style" is "Style: Dark". */
static char *
join_label (const char *parent,
            const char *label)
{
  g_autofree char *joined = parent != NULL ? g_strconcat (parent, ": ", label, NULL)
                                           : g_strdup (label);
  g_auto(GStrv) parts = g_strsplit (joined, "_", -1);

  return g_strjoinv ("", parts);
}

/* The choices of menus: actions with a target, which the table does not list. */
static void
add_menu (ThChooser   *finder,
          GMenuModel  *menu,
          const char  *parent,
          guint        first_id)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr(GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autoptr(GVariant) target =
        g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autofree char *label = NULL, *action = NULL, *title = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      if (section != NULL)
        add_menu (finder, section, parent, first_id);
      else if (submenu != NULL)
        add_menu (finder, submenu, label, first_id);
      else if (label != NULL && action != NULL && target != NULL)
        {
          title = join_label (parent, label);
          th_chooser_add (finder,
                          &(ThChoice) { title, _("Menu"), NULL,
                                        detailed_id (first_id, action, target), FALSE });
        }
    }
}

static gboolean
is_enabled (ThWindow       *self,
            const ThAction *action)
{
  GActionGroup *group = g_str_has_prefix (action->name, "app.")
                        ? G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (self)))
                                                                : G_ACTION_GROUP (self);

  return group != NULL && g_action_group_get_action_enabled (group, action->name + strlen ("app."));
}

GtkWindow *
th_window_open_palette (ThWindow *self)
{
  ThChooser *finder = th_chooser_new (GTK_WINDOW (self), _("Type a command"), action_chosen, self);
  const ThAction *actions;
  guint n;

  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = th_shortcuts_dup_label (&actions[i]);

      th_chooser_add (finder,
                      &(ThChoice) { _(actions[i].label), _(actions[i].group), key, i,
                                    !is_enabled (self, &actions[i]),
                                   actions[i].keywords != NULL ? _(actions[i].keywords) : NULL });
    }
  add_tabs (self, finder, n);
  add_menu (finder, gtk_menu_button_get_menu_model (self->menu), NULL, n);
  th_chooser_set_none (finder, _("No matching commands"));
  gtk_window_present (GTK_WINDOW (finder));

  return GTK_WINDOW (finder);
}

/* --- lanes -------------------------------------------------------------- */

/* Lanes come and go while the list is open, so they are known by their names'
 * hash; those of tasks have none yet where they are not shown.  Names that a
 * recording saved of tasks that it never saw have no lane. */
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

/* Opens whatever hides it. */
static guint
reveal_lane (ThWindow *self,
             guint     id)
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
  ThWindow *self = data;
  guint lane;

  if (self->document == NULL || th_document_get_scene (self->document) == NULL)
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

/* @detail, taken, with the name of that part where there are several. */
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
add_lane (ThChooser     *finder,
          ThRecording   *recording,
          const ThLane  *lane)
{
  guint part = lane->kind == TH_LANE_CPU
               ? find_part (recording, th_recording_get_stream_part (recording, lane->stream))
                                         : th_results_get_part (lane->results);
  g_autofree char *detail = name_part (recording, part, g_strdup (lane->detail));

  th_chooser_add (finder, &(ThChoice) { lane->title, detail, NULL, lane_id (lane->name), FALSE });
}

static void
add_tasks (ThWindow  *self,
           ThChooser *finder)
{
  ThScene *scene = th_document_get_scene (self->document);
  ThRecording *recording = th_document_get_recording (self->document);
  ThTasks *tasks = th_recording_get_tasks (recording);

  for (guint32 i = 0; i < th_tasks_get_n (tasks); i++)
    {
      g_autofree char *name = th_display_text_make_valid (th_tasks_get_name (tasks, i, G_MAXINT64));
      g_autofree char *pid = name_part (recording, th_tasks_get_source (tasks, i),
                                        g_strdup_printf (_("pid %d"), th_tasks_get_pid (tasks, i)));
      const char *lane = th_scene_get_task_name (scene, i);

      if (lane != NULL)
        th_chooser_add (finder, &(ThChoice) { name, pid, NULL, lane_id (lane), FALSE });
    }
}

GtkWindow *
th_window_open_lane_finder (ThWindow *self)
{
  ThScene *scene = self->document != NULL ? th_document_get_scene (self->document) : NULL;
  ThChooser *finder;

  if (scene == NULL)
    return NULL;

  finder = th_chooser_new (GTK_WINDOW (self), _("Go to a lane"), lane_chosen, self);
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if ((lane->kind == TH_LANE_CPU || lane->kind == TH_LANE_TRACK ||
           lane->kind == TH_LANE_FLOW) && lane->name != NULL)
        add_lane (finder, th_document_get_recording (self->document), lane);
      else if (lane->kind == TH_LANE_SECTION)
        th_chooser_add (finder,
                        &(ThChoice) { lane->title, _("section"), NULL, lane_id (lane->name),
                                      FALSE });
    }
  add_tasks (self, finder);
  gtk_window_present (GTK_WINDOW (finder));

  return GTK_WINDOW (finder);
}
