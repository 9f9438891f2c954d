/* th-window-actions.c - what the actions of a window do
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-hit.h"
#include "th-scene-times.h"
#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-actions.h"
#include "th-analysis-dialog.h"
#include "th-event-search.h"
#include "th-follow.h"
#include "th-shortcut-preferences.h"
#include "th-settings.h"
#include "th-shortcuts-window.h"
#include "th-style.h"
#include "th-widgets.h"

#define KEY_ZOOM 1.6
#define KEY_PAN  0.2

#define DEFINE_ACTION(name) \
  static void \
  name##_cb (GSimpleAction *action, \
             GVariant      *parameter, \
             gpointer       data)

/* --- recording ---------------------------------------------------------- */

DEFINE_ACTION (open)
{
  th_window_choose_file (data);
}

DEFINE_ACTION (open_uri)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  th_window_open_file (data, file);
}

DEFINE_ACTION (open_sample)
{
  g_autoptr(GFile) file = th_settings_find_sample ();

  if (file != NULL)
    th_window_open_file (data, file);
}

DEFINE_ACTION (reload)
{
  ThWindow *self = data;

  th_problem_bar_set_closed (self->problem_bar, FALSE);
  if (self->document != NULL)
    th_document_reload (self->document);
}

DEFINE_ACTION (cancel)
{
  ThWindow *self = data;

  if (self->document == NULL)
    return;

  if (th_document_cancel_follow (self->document) || th_document_cancel (self->document))
    return;

  if (th_document_is_finding (self->document))
    th_document_set_find (self->document, "");
  else
    {
      th_document_clear_selection (self->document);
      th_document_unfollow (self->document);
    }
}

DEFINE_ACTION (close_bar)
{
  ThWindow *self = data;

  th_problem_bar_set_closed (self->problem_bar, TRUE);
}

DEFINE_ACTION (save_picture)
{
  th_window_save_picture (data);
}

DEFINE_ACTION (copy_picture)
{
  th_window_copy_picture (data);
}

/* --- time --------------------------------------------------------------- */

DEFINE_ACTION (zoom_in)
{
  ThWindow *self = data;

  th_timeline_zoom (self->timeline, KEY_ZOOM);
}

DEFINE_ACTION (zoom_out)
{
  ThWindow *self = data;

  th_timeline_zoom (self->timeline, 1 / KEY_ZOOM);
}

DEFINE_ACTION (pan_left)
{
  ThWindow *self = data;

  th_timeline_pan (self->timeline, -KEY_PAN);
}

DEFINE_ACTION (pan_right)
{
  ThWindow *self = data;

  th_timeline_pan (self->timeline, KEY_PAN);
}

static void
fit (ThWindow *self)
{
  ThView view;

  if (self->document == NULL)
    return;

  view = th_document_get_fit (self->document);
  th_timeline_go (self->timeline, view.from, view.to);
}

DEFINE_ACTION (fit)
{
  fit (data);
}

/* The span; else the run of the task at the event, or a little around it. */
static gboolean
get_focus_span (ThWindow *self,
                gint64   *from,
                gint64   *to)
{
  ThRef ref = th_document_get_selected (self->document);
  ThRecording *recording = th_document_get_recording (self->document);
  gint64 margin, time;
  ThStream *stream;
  guint32 index;
  ThCpu *cpu;
  ThRun run;

  if (!th_document_get_span (self->document, from, to))
    {
      if (th_ref_is_none (ref))
        return FALSE;

      time = th_recording_get_time (recording, ref);
      *from = *to = time;
      stream = th_recording_get_stream (recording, ref.stream);
      cpu = th_recording_get_runs_cpu (recording, stream, th_stream_get_cpu (stream, ref.cpu));
      if (cpu != NULL && (index = th_cpu_find_run (cpu, time)) != G_MAXUINT32)
        {
          run = th_cpu_get_run (cpu, index);
          *from = MIN (run.begin, time);
          *to = MAX (run.end, time);
        }
    }

  margin = MAX ((*to - *from) / 10, 50);
  *from -= margin;
  *to += margin;
  return TRUE;
}

DEFINE_ACTION (focus)
{
  ThWindow *self = data;
  ThView target;
  gint64 from, to, slack;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return;

  target = th_timeline_get_target (self->timeline);
  slack = (target.to - target.from) / 20;
  if (!get_focus_span (self, &from, &to) ||
      (ABS (target.from - from) <= slack && ABS (target.to - to) <= slack))
    fit (self);
  else
    th_timeline_go (self->timeline, from, to);
}

DEFINE_ACTION (center)
{
  ThWindow *self = data;
  gint64 from, to;
  ThRef ref;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return;

  ref = th_document_get_selected (self->document);
  if (th_document_get_span (self->document, &from, &to))
    th_timeline_center (self->timeline, from + (to - from) / 2);
  else if (!th_ref_is_none (ref))
    th_timeline_center (self->timeline,
                        th_recording_get_time (th_document_get_recording (self->document), ref));
}

/* The span in view as two times; the way for whoever knows them. */
DEFINE_ACTION (show_span)
{
  ThWindow *self = data;
  gint64 from, to;

  g_variant_get (parameter, "(xx)", &from, &to);
  if (self->document != NULL && from < to)
    th_timeline_go (self->timeline, from, to);
}

static void
step_view (ThWindow *self,
           gboolean  forward)
{
  ThView view;

  if (self->document != NULL && th_document_step_history (self->document, forward, &view))
    th_timeline_go (self->timeline, view.from, view.to);
}

DEFINE_ACTION (view_back)
{
  step_view (data, FALSE);
}

DEFINE_ACTION (view_forward)
{
  step_view (data, TRUE);
}

/* The action's states. */
static const char *const time_formats[TH_N_TIME_FORMATS] = { "absolute", "relative", "since-marker",
                                                             "since-before" };

ThTimeFormat
th_window_find_time_format (const char *name)
{
  for (guint i = 0; i < TH_N_TIME_FORMATS; i++)
    if (g_str_equal (time_formats[i], name))
      return i;

  return TH_TIME_ABSOLUTE;
}

static void
set_time_format (ThWindow     *self,
                 ThTimeFormat  format)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "time-format");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (time_formats[format]));
  if (self->document != NULL)
    th_document_set_time_format (self->document, format);
}

static void
time_setting_cb (ThWindow *self)
{
  set_time_format (self, (ThTimeFormat) g_settings_get_enum (th_settings_get (), "time-format"));
}

DEFINE_ACTION (time_format)
{
  set_time_format (data, th_window_find_time_format (g_variant_get_string (parameter, NULL)));
}

DEFINE_ACTION (next_time_format)
{
  ThWindow *self = data;

  if (self->document != NULL)
    set_time_format (self, (th_document_get_time_format (self->document) + 1) % TH_N_TIME_FORMATS);
}

/* --- events ------------------------------------------------------------- */

/* The first one in view of the lane that keys act on, or nearest to the
 * event that is selected in another lane. */
static ThRef
first_in_lane (ThWindow *self,
               int       step)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThScene *scene = th_document_get_scene (self->document);
  guint index = th_timeline_get_current (self->timeline);
  ThRef selected = th_document_get_selected (self->document);
  const ThView *view = th_document_get_view (self->document);
  const ThLane *lane;
  guint32 n_rows, row;
  gint64 time;
  ThCpu *cpu;

  if (index >= th_scene_get_n_lanes (scene))
    return TH_REF_NONE;

  time = !th_ref_is_none (selected) ? th_recording_get_time (recording, selected) : step > 0
         ? view->from : view->to;
  lane = th_scene_get_lane (scene, index);
  if (lane->kind != TH_LANE_CPU)
    return th_scene_step_lane (scene, index, time, step);
  if (lane->stream == selected.stream && lane->cpu == selected.cpu)
    return th_document_get_neighbour (self->document, selected, step);

  cpu = th_stream_get_cpu (th_recording_get_stream (recording, lane->stream), lane->cpu);
  n_rows = th_cpu_get_n_rows (cpu);
  row = th_cpu_lower_bound (cpu, n_rows, time);
  if (step < 0)
    row = row > 0 ? row - 1 : n_rows;

  return row < n_rows ? (ThRef) { lane->stream, lane->cpu, row } : TH_REF_NONE;
}

static void
step_event (ThWindow *self,
            int       step)
{
  ThRef ref;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return;

  ref = first_in_lane (self, step);
  if (!th_ref_is_none (ref))
    th_document_select (self->document, ref);
}

DEFINE_ACTION (next_event)
{
  step_event (data, 1);
}

DEFINE_ACTION (previous_event)
{
  step_event (data, -1);
}

/* From where the span began, or the event that is selected. */
static void
extend (ThWindow *self,
        int       step)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;
  ThRef before = recording != NULL ? th_document_get_selected (self->document) : TH_REF_NONE;
  gint64 from, to, time, anchor;
  ThRef after;

  if (th_ref_is_none (before))
    return;

  time = th_recording_get_time (recording, before);
  anchor = time;
  if (th_document_get_span (self->document, &from, &to) && (time == from || time == to))
    anchor = time == to ? from : to;
  after = th_scene_lane_has (th_document_get_scene (self->document),
                             th_timeline_get_current (self->timeline), before)
              ? first_in_lane (self, step)
                : th_document_get_neighbour (self->document, before, step);
  if (th_ref_is_none (after))
    return;

  th_document_select (self->document, after);
  th_document_select_span (self->document, anchor, th_recording_get_time (recording, after));
}

DEFINE_ACTION (extend_next)
{
  extend (data, 1);
}

DEFINE_ACTION (extend_previous)
{
  extend (data, -1);
}

DEFINE_ACTION (select)
{
  ThWindow *self = data;
  guint32 stream, cpu, row;

  g_variant_get (parameter, "(uuu)", &stream, &cpu, &row);
  if (self->document != NULL && stream < G_MAXUINT16 && cpu < G_MAXUINT16)
    th_document_select (self->document, (ThRef) { stream, cpu, row });
}

DEFINE_ACTION (select_span)
{
  ThWindow *self = data;
  gint64 from, to;

  g_variant_get (parameter, "(xx)", &from, &to);
  if (self->document != NULL && th_document_get_recording (self->document) != NULL)
    th_document_select_span (self->document, from, to);
}

DEFINE_ACTION (fit_run)
{
  ThWindow *self = data;

  th_timeline_fit_run (self->timeline);
}

/* --- lanes -------------------------------------------------------------- */

DEFINE_ACTION (lane_up)
{
  ThWindow *self = data;

  th_timeline_move_current (self->timeline, -1);
}

DEFINE_ACTION (lane_down)
{
  ThWindow *self = data;

  th_timeline_move_current (self->timeline, 1);
}

DEFINE_ACTION (lanes_page_up)
{
  ThWindow *self = data;

  th_timeline_scroll_pages (self->timeline, -1);
}

DEFINE_ACTION (lanes_page_down)
{
  ThWindow *self = data;

  th_timeline_scroll_pages (self->timeline, 1);
}

/* Of the lane that keys act on: itself, else the heading above it. */
DEFINE_ACTION (fold)
{
  ThWindow *self = data;
  ThScene *scene = self->document != NULL ? th_document_get_scene (self->document) : NULL;
  guint lane = th_timeline_get_current (self->timeline);

  if (scene == NULL || lane >= th_scene_get_n_lanes (scene))
    return;

  while (lane > 0 && !th_lane_is_heading (th_scene_get_lane (scene, lane)))
    lane--;
  if (!th_lane_is_heading (th_scene_get_lane (scene, lane)))
    return;

  th_timeline_set_current (self->timeline, lane);
  th_document_fold (self->document, lane, !th_scene_get_lane (scene, lane)->folded);
}

/* --- filter ------------------------------------------------------------- */

DEFINE_ACTION (next_tab)
{
  ThWindow *self = data;

  th_table_pane_step (self->table_pane, 1);
}

DEFINE_ACTION (previous_tab)
{
  ThWindow *self = data;

  th_table_pane_step (self->table_pane, -1);
}

/* --- window ------------------------------------------------------------- */

DEFINE_ACTION (inspector)
{
  ThWindow *self = data;
  gboolean visible = !gtk_widget_get_visible (GTK_WIDGET (self->inspector));

  gtk_widget_set_visible (GTK_WIDGET (self->inspector), visible);
  g_simple_action_set_state (action, g_variant_new_boolean (visible));
}

DEFINE_ACTION (fullscreen)
{
  GtkWindow *window = data;

  if (gtk_window_is_fullscreen (window))
    gtk_window_unfullscreen (window);
  else
    gtk_window_fullscreen (window);
}

static void
popup (GtkMenuButton *button)
{
  th_popover_give_back_focus (gtk_menu_button_get_popover (button));
  gtk_menu_button_popup (button);
}

DEFINE_ACTION (menu)
{
  ThWindow *self = data;

  popup (self->menu);
}

DEFINE_ACTION (status)
{
  ThWindow *self = data;

  th_status_bar_open (self->status_bar);
}

DEFINE_ACTION (palette)
{
  th_window_open_palette (data);
}

DEFINE_ACTION (add_analysis)
{
  ThWindow *self = data;

  if (self->document != NULL && th_document_get_recording (self->document) != NULL &&
      !th_dialog_present (GTK_WINDOW (self), TH_TYPE_ANALYSIS_DIALOG))
    gtk_window_present (GTK_WINDOW (th_analysis_dialog_new (data, self->document)));
}

DEFINE_ACTION (find_lane)
{
  th_window_open_lane_finder (data);
}

DEFINE_ACTION (go_to)
{
  th_window_open_go_to (data);
}

DEFINE_ACTION (shortcuts)
{
  if (!th_dialog_present (data, GTK_TYPE_SHORTCUTS_WINDOW))
    gtk_window_present (GTK_WINDOW (th_shortcuts_window_new (data)));
}

DEFINE_ACTION (keys)
{
  if (!th_dialog_present (data, TH_TYPE_SHORTCUT_PREFERENCES))
    gtk_window_present (GTK_WINDOW (th_shortcut_preferences_new (data)));
}

DEFINE_ACTION (recording)
{
  ThWindow *self = data;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return;

  if (self->recording_window == NULL)
    {
      self->recording_window = TH_RECORDING_WINDOW (th_recording_window_new (GTK_WINDOW (self)));
      gtk_window_set_hide_on_close (GTK_WINDOW (self->recording_window), TRUE);
    }
  th_recording_window_fill (self->recording_window, self->document);
  gtk_window_present (GTK_WINDOW (self->recording_window));
}

DEFINE_ACTION (close)
{
  gtk_window_close (data);
}

static const GActionEntry entries[] = {
  { "open", open_cb },
  { "open-uri", open_uri_cb, "s" },
  { "open-sample", open_sample_cb },
  { "reload", reload_cb },
  { "cancel", cancel_cb },
  { "close-bar", close_bar_cb },
  { "save-picture", save_picture_cb },
  { "copy-picture", copy_picture_cb },
  { "zoom-in", zoom_in_cb },
  { "zoom-out", zoom_out_cb },
  { "pan-left", pan_left_cb },
  { "pan-right", pan_right_cb },
  { "fit", fit_cb },
  { "focus", focus_cb },
  { "center", center_cb },
  { "show-span", show_span_cb, "(xx)" },
  { "view-back", view_back_cb },
  { "view-forward", view_forward_cb },
  { "time-format", time_format_cb, "s", "'absolute'" },
  { "next-time-format", next_time_format_cb },
  { "next-event", next_event_cb },
  { "previous-event", previous_event_cb },
  { "extend-next", extend_next_cb },
  { "extend-previous", extend_previous_cb },
  { "select", select_cb, "(uuu)" },
  { "select-span", select_span_cb, "(xx)" },
  { "fit-run", fit_run_cb },
  { "lane-up", lane_up_cb },
  { "lane-down", lane_down_cb },
  { "lanes-page-up", lanes_page_up_cb },
  { "lanes-page-down", lanes_page_down_cb },
  { "fold", fold_cb },
  { "next-tab", next_tab_cb },
  { "previous-tab", previous_tab_cb },
  { "inspector", inspector_cb, NULL, "true" },
  { "fullscreen", fullscreen_cb },
  { "menu", menu_cb },
  { "status", status_cb },
  { "palette", palette_cb },
  { "find-lane", find_lane_cb },
  { "go-to", go_to_cb },
  { "add-analysis", add_analysis_cb },
  { "shortcuts", shortcuts_cb },
  { "keys", keys_cb },
  { "recording", recording_cb },
  { "close", close_cb },
};

void
th_window_add_actions (ThWindow *self)
{
  g_autoptr(GPropertyAction) tab = g_property_action_new ("tab", self->table_pane, "tab");

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (tab));
  if (th_settings_get () != NULL)
    {
      g_signal_connect_object (th_settings_get (), "changed::time-format",
                               G_CALLBACK (time_setting_cb), self, G_CONNECT_SWAPPED);
      time_setting_cb (self);
    }
  th_window_add_marks (self);
  th_window_add_follow (self);
  th_window_add_search (self);
  th_window_add_chips (self);
  th_window_add_sift (self);
  th_window_add_table (self);
  th_window_add_lanes (self);
  th_window_add_session (self);
  th_window_add_append (self);
  th_window_update_actions (self);
}

/* Buttons and menus grey out by themselves. */
void
th_window_update_actions (ThWindow *self)
{
  static const char *const with_events[] = {
    "zoom-in", "zoom-out", "pan-left", "pan-right", "fit", "focus", "center", "show-span",
    "next-event", "previous-event",
    "lane-up", "lane-down", "lanes-page-up", "lanes-page-down", "fold", "select", "select-span",
    "next-time-format",
    "filter", "set-filter", "clear-filter", "find", "set-find", "clear-find", "next-tab",
    "previous-tab", "find-lane",
    "go-to", "add-analysis", "fit-run", "inspector",
    "complete", "pick-filter", "saved-filters", "filter-hides", "filter-scope", "next-filter-scope",
    "span-statistics", "color-rules",
  };
  static const char *const with_selected[] = { "extend-next", "extend-previous" };
  gint64 first, last;
  gboolean has_events = self->document != NULL &&
                        th_document_get_range (self->document, &first, &last);
  gboolean selected = has_events && !th_ref_is_none (th_document_get_selected (self->document));

  for (guint i = 0; i < G_N_ELEMENTS (with_events); i++)
    th_action_enable (G_ACTION_MAP (self), with_events[i], has_events);
  for (guint i = 0; i < G_N_ELEMENTS (with_selected); i++)
    th_action_enable (G_ACTION_MAP (self), with_selected[i], selected);
  th_action_enable (G_ACTION_MAP (self), "view-back",
                    has_events && th_document_can_step (self->document, FALSE));
  th_action_enable (G_ACTION_MAP (self), "view-forward",
                    has_events && th_document_can_step (self->document, TRUE));
  /* Of one without events it tells why. */
  th_action_enable (G_ACTION_MAP (self), "recording",
                    self->document != NULL && th_document_get_recording (self->document) != NULL);
  th_action_enable (G_ACTION_MAP (self), "reload", self->document != NULL);
  th_action_enable (G_ACTION_MAP (self), "cancel", self->document != NULL);
  th_window_update_chip_actions (self);
  th_window_update_marks (self);
  th_window_update_follow (self);
  th_window_update_table (self);
  th_window_update_lanes (self);
  th_window_update_saved_views (self);
  th_window_update_append (self);
}
