/* th-timeline-pointer.c - the item under the pointer, and what a click or a menu does with it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-draw.h"
#include "th-scene-hit.h"
#include "th-timeline-private.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-context-menus.h"

/* --- positions ---------------------------------------------------------- */

gboolean
th_timeline_get_pointer_time (ThTimeline *self,
                              gint64     *time)
{
  if (self->document == NULL || !th_timeline_in_time (self, self->pointer_x) ||
      self->pointer_y < th_timeline_get_overview_height ())
    return FALSE;

  *time = th_timeline_snap (self, self->pointer_x, self->pointer_y);
  return TRUE;
}

static ThHit
hit_at (ThTimeline *self,
        double      x,
        double      y)
{
  if (!th_timeline_in_lanes (self, x, y) || !th_timeline_in_time (self, x))
    return (ThHit) { G_MAXUINT, TH_REF_NONE, G_MAXUINT32, 0, G_MAXUINT32 };

  return th_scene_hit (th_timeline_get_scene (self), th_document_get_view (self->document),
                       x - self->time_x, th_timeline_scene_y (self, y));
}

/* The ruler counts, but not the overview, which shows other times. */
static gint64
get_pointer_time (ThTimeline *self)
{
  return th_timeline_in_time (self, self->pointer_x) &&
         self->pointer_y >= th_timeline_get_overview_height ()
         ? th_timeline_time_at (self, self->pointer_x) : TH_TIME_NONE;
}

void
th_timeline_set_pointer (ThTimeline *self,
                         double      x,
                         double      y)
{
  self->pointer_x = x;
  self->pointer_y = y;
  if (self->document == NULL)
    return;

  th_document_set_pointer_time (self->document, get_pointer_time (self));
  self->hit = hit_at (self, x, y);
  if (self->dragging)
    self->hit.lane = G_MAXUINT;
  if (self->keys_lead || (self->menu != NULL && gtk_widget_get_mapped (self->menu)))
    gtk_widget_set_visible (self->card, FALSE);
  else
    th_hover_card_show (TH_HOVER_CARD (self->card), &self->hit,
                        self->hit.lane != G_MAXUINT ? th_timeline_time_at (self, x) : 0);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The distance from the edge where reading starts. */
static double
label_x (ThTimeline *self,
         double      x)
{
  return self->time_x > 0 ? x : gtk_widget_get_width (GTK_WIDGET (self)) - x;
}

void
th_timeline_click (ThTimeline *self,
                   double      x,
                   double      y)
{
  ThScene *scene = th_timeline_get_scene (self);
  const ThLane *lane;
  ThHit hit;
  guint index;

  if (th_timeline_click_flag (self, x, y))
    return;
  if (!th_timeline_in_lanes (self, x, y))
    {
      if (scene != NULL)
        th_document_clear_span (self->document);
      return;
    }

  index = th_scene_find_lane (scene, th_timeline_scene_y (self, y));
  if (index == G_MAXUINT)
    {
      th_document_clear_selection (self->document);
      return;
    }

  lane = th_scene_get_lane (scene, index);
  th_timeline_set_current (self, index);
  if (th_lane_is_heading (lane) ||
      (!th_timeline_in_time (self, x) && th_scene_is_arrow (scene, index, label_x (self, x))))
    {
      th_document_fold (self->document, index, !lane->folded);
      return;
    }
  if (!th_timeline_in_time (self, x))
    return;

  hit = hit_at (self, x, y);
  th_document_clear_span (self->document);
  th_document_select (self->document, hit.ref);
}

static gboolean
fit_leg (ThTimeline *self)
{
  const ThLane *lane = th_scene_get_lane (th_timeline_get_scene (self), self->hit.lane);
  ThFlows *flows = th_results_get_flows (lane->results);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, th_flows_get (flows, lane->flow));
  const ThLeg *leg;
  gint64 margin;

  if (self->hit.leg >= legs->len)
    return FALSE;

  leg = &g_array_index (legs, ThLeg, self->hit.leg);
  margin = MAX (ABS (leg->end - leg->begin) / 20, 10);
  th_timeline_go (self, MIN (leg->begin, leg->end) - margin, MAX (leg->begin, leg->end) + margin);
  return TRUE;
}

static gboolean
fit_slice (ThTimeline *self)
{
  ThSlices *slices = th_track_get_slices (self->hit.track);
  const ThSlice *slice;
  gint64 margin;

  if (slices == NULL || self->hit.slice >= th_slices_get_n (slices, self->hit.depth))
    return FALSE;

  slice = th_slices_get (slices, self->hit.depth, self->hit.slice);
  margin = MAX ((slice->end - slice->begin) / 20, 10);
  th_timeline_go (self, slice->begin - margin, slice->end + margin);
  return TRUE;
}

gboolean
th_timeline_fit_run (ThTimeline *self)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;
  ThRef ref = self->document != NULL ? th_document_get_selected (self->document) : TH_REF_NONE;
  gint64 margin, time;
  ThStream *stream;
  guint32 index;
  ThCpu *cpu;
  ThRun run;

  if (recording == NULL)
    return FALSE;

  if (self->hit.track != NULL)
    return fit_slice (self);
  if (self->hit.lane < th_scene_get_n_lanes (th_timeline_get_scene (self)) &&
      th_scene_get_lane (th_timeline_get_scene (self), self->hit.lane)->kind == TH_LANE_FLOW)
    return fit_leg (self);
  if (self->hit.run != G_MAXUINT32 && self->hit.lane != G_MAXUINT)
    {
      const ThLane *lane = th_scene_get_lane (th_timeline_get_scene (self), self->hit.lane);

      ref = (ThRef) { lane->stream, lane->cpu, 0 };
      time = th_timeline_time_at (self, self->pointer_x);
    }
  else if (!th_ref_is_none (ref))
    time = th_recording_get_time (recording, ref);
  else
    return FALSE;

  stream = th_recording_get_stream (recording, ref.stream);
  cpu = th_recording_get_runs_cpu (recording, stream, th_stream_get_cpu (stream, ref.cpu));
  index = th_cpu_find_run (cpu, time);
  if (index == G_MAXUINT32)
    return FALSE;

  run = th_cpu_get_run (cpu, index);
  margin = MAX ((run.end - run.begin) / 20, 10);
  th_timeline_go (self, run.begin - margin, run.end + margin);
  return TRUE;
}

/* --- menus -------------------------------------------------------------- */

static void
menu_mapped_cb (ThTimeline *self)
{
  gtk_widget_set_visible (self->card, FALSE);
}

/* An open menu grabs the pointer, so its position is queried when the menu closes. */
static void
menu_unmapped_cb (ThTimeline *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self));
  GdkDevice *pointer = gdk_seat_get_pointer (gdk_display_get_default_seat (display));
  GtkWidget *under = NULL;
  double x, y, dx, dy;

  if (native != NULL && pointer != NULL && gtk_native_get_surface (native) != NULL &&
      gdk_surface_get_device_position (gtk_native_get_surface (native), pointer, &x, &y, NULL))
    {
      gtk_native_get_surface_transform (native, &dx, &dy);
      under = gtk_widget_pick (GTK_WIDGET (native), x - dx, y - dy, GTK_PICK_DEFAULT);
    }
  if (under != NULL &&
      (under == GTK_WIDGET (self) || gtk_widget_is_ancestor (under, GTK_WIDGET (self))) &&
      gtk_widget_translate_coordinates (GTK_WIDGET (native), GTK_WIDGET (self), x - dx, y - dy, &x,
                                        &y))
    th_timeline_set_pointer (self, x, y);
  else
    th_timeline_set_pointer (self, -1, -1);
}

/* Hides the hover card, which would overlap the menu or stay at the old position. */
static void
show_menu (ThTimeline *self,
           double      x,
           double      y,
           GMenuModel *model)
{
  GtkWidget *menu = th_context_menu_popup (GTK_WIDGET (self), x, y, model);

  g_set_weak_pointer (&self->menu, menu);
  g_signal_connect_object (menu, "map", G_CALLBACK (menu_mapped_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (menu, "unmap", G_CALLBACK (menu_unmapped_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

/* The menu of an event, with a submenu of its lane. */
static GMenuModel *
menu_of_both (ThTimeline *self,
              guint       lane)
{
  GMenuModel *menu = th_context_menu_for_event (self->document);
  g_autoptr(GMenuModel) more = th_context_menu_for_lane (self->document, lane);

  /* Translators: what can be done with the lane under the pointer */
  g_menu_append_submenu (G_MENU (menu), _("_Lane"), more);
  return menu;
}

static gboolean
is_on_ruler (ThTimeline *self,
             double      x,
             double      y)
{
  return th_timeline_in_time (self, x) && y >= th_timeline_get_overview_height () &&
         y < th_timeline_get_lanes_top ();
}

/* On a label, opens the menu of the lane; in the time area, that of the event, too; on the ruler,
 * that of a bookmark or of the time. */
void
th_timeline_popup_menu_at (ThTimeline *self,
                           double      x,
                           double      y)
{
  ThScene *scene = th_timeline_get_scene (self);
  guint index = scene != NULL && th_timeline_in_lanes (self, x, y)
                ? th_scene_find_lane (scene, th_timeline_scene_y (self, y)) : G_MAXUINT;
  guint bookmark = scene != NULL ? th_timeline_find_bookmark (self, x, y) : G_MAXUINT;
  const ThLane *lane;
  ThHit hit;

  if (bookmark != G_MAXUINT)
    show_menu (self, x, y, th_context_menu_for_bookmark (bookmark));
  else if (scene != NULL && is_on_ruler (self, x, y))
    show_menu (self, x, y, th_context_menu_for_ruler (th_timeline_snap (self, x, y)));
  if (index == G_MAXUINT || bookmark != G_MAXUINT)
    return;

  th_timeline_set_current (self, index);
  lane = th_scene_get_lane (scene, index);
  hit = hit_at (self, x, y);
  if (lane->kind == TH_LANE_FLOW)
    {
      show_menu (self, x, y, th_context_menu_for_flow (self->document, lane->results, lane->flow));
      return;
    }
  if (!th_timeline_in_time (self, x) || (th_lane_is_heading (lane) || th_ref_is_none (hit.ref)))
    {
      GMenuModel *menu = th_context_menu_for_lane (self->document, index);

      if (th_timeline_in_time (self, x))
        th_context_menu_insert_markers (G_MENU (menu), 0, th_timeline_snap (self, x, y));
      show_menu (self, x, y, menu);
      return;
    }

  th_document_select (self->document, hit.ref);
  show_menu (self, x, y, menu_of_both (self, index));
}

void
th_timeline_popup_lane_menu (ThTimeline *self)
{
  ThScene *scene = th_timeline_get_scene (self);
  double y;

  if (scene == NULL || self->current >= th_scene_get_n_lanes (scene))
    return;

  th_timeline_show_current (self);
  y = th_timeline_lane_top (self, th_scene_get_lane (scene, self->current)) + 14;
  show_menu (self, self->time_x > 0 ? 24 : gtk_widget_get_width (GTK_WIDGET (self)) - 24,
             CLAMP (y, th_timeline_get_lanes_top (), gtk_widget_get_height (GTK_WIDGET (self))),
                 th_context_menu_for_lane (self->document, self->current));
}

void
th_timeline_popup_menu (ThTimeline *self)
{
  ThScene *scene = th_timeline_get_scene (self);
  ThRef ref = scene != NULL ? th_document_get_selected (self->document) : TH_REF_NONE;
  double x = self->time_x, y = th_timeline_get_lanes_top ();
  guint index;

  if (scene == NULL)
    return;
  if (th_ref_is_none (ref))
    {
      th_timeline_popup_lane_menu (self);
      return;
    }

  index = th_scene_find_cpu (scene, ref.stream, ref.cpu);
  x += CLAMP (th_view_time_to_x (th_document_get_view (self->document),
                                 th_recording_get_time (th_scene_get_recording (scene), ref)),
              0, th_document_get_view (self->document)->width);
  if (index == G_MAXUINT)
    {
      show_menu (self, x, y, th_context_menu_for_event (self->document));
      return;
    }

  y = CLAMP (th_timeline_lane_top (self, th_scene_get_lane (scene, index)) + 20,
             th_timeline_get_lanes_top (), gtk_widget_get_height (GTK_WIDGET (self)));
  show_menu (self, x, y, menu_of_both (self, self->current));
}
