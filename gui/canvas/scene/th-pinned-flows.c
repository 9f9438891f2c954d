/* th-pinned-flows.c - flows that have a lane, and the one whose way is shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-journey.h"
#include "th-scene-private.h"

/* What is not on the way keeps this much of its colour. */
#define DIM_ALPHA 0.5

/* Room around the places of the flow that stay bright. */
#define BRIGHT_PAD_PX 3

#define MAX_STEPS 4096

static gint
find_place (ThScene   *self,
            ThResults *results,
            guint32    row)
{
  for (guint i = 0; i < self->flows->len; i++)
    {
      const ThFlowPlace *place = &g_array_index (self->flows, ThFlowPlace, i);

      if (place->results == results && place->row == row)
        return i;
    }

  return -1;
}

gboolean
th_scene_pin_flow (ThScene   *self,
                   ThResults *results,
                   guint32    row)
{
  ThFlowPlace place = { results, row };
  ThFlows *flows = th_results_get_flows (results);

  g_return_val_if_fail (flows != NULL && row < th_flows_get_n (flows), FALSE);

  if (find_place (self, results, row) >= 0)
    return TRUE;
  if (self->flows->len >= TH_SCENE_MAX_FLOWS)
    return FALSE;

  g_array_append_val (self->flows, place);
  th_lane_state_set (self->flow_section->state, TH_LANE_IS_FOLDED | TH_LANE_IS_HIDDEN, FALSE);
  th_scene_refresh (self);
  return TRUE;
}

void
th_scene_unpin_flow (ThScene   *self,
                     ThResults *results,
                     guint32    row)
{
  gint index = find_place (self, results, row);

  if (index < 0)
    return;

  g_array_remove_index (self->flows, index);
  th_scene_refresh (self);
}

void
th_scene_follow (ThScene   *self,
                 ThResults *results,
                 guint32    row,
                 gboolean   dim)
{
  self->followed = (ThFlowPlace) { results, row };
  self->dim = dim && results != NULL;
}

void
th_scene_forget_flows (ThScene   *self,
                       ThResults *results)
{
  for (guint i = self->flows->len; i-- > 0;)
    if (g_array_index (self->flows, ThFlowPlace, i).results == results)
      g_array_remove_index (self->flows, i);
  if (self->followed.results == results)
    th_scene_follow (self, NULL, 0, FALSE);
}

guint
th_scene_find_flow (ThScene   *self,
                    ThResults *results,
                    guint32    row)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const ThLane *lane = th_scene_get_lane (self, i);

      if (lane->kind == TH_LANE_FLOW && lane->results == results && lane->flow == row)
        return i;
    }

  return G_MAXUINT;
}

static const ThFlow *
followed_flow (ThScene  *self,
               ThFlows **flows)
{
  if (self->followed.results == NULL)
    return NULL;

  *flows = th_results_get_flows (self->followed.results);
  return th_flows_get (*flows, self->followed.row);
}

static void
take_in (const ThLane *lane,
         double       *top,
         double       *bottom)
{
  if (lane->height <= 0)
    return;

  *top = MIN (*top, lane->y);
  *bottom = MAX (*bottom, lane->y + lane->height);
}

gboolean
th_scene_get_followed_range (ThScene *self,
                             double  *top,
                             double  *bottom)
{
  ThFlows *flows;
  const ThFlow *flow = followed_flow (self, &flows);
  guint lane;

  *top = G_MAXDOUBLE;
  *bottom = 0;
  if (flow == NULL)
    return FALSE;

  for (guint32 i = 0; i < MIN (flow->n_steps, MAX_STEPS); i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      lane = th_scene_find_cpu (self, step.anchor.stream, step.anchor.cpu);
      if (lane != G_MAXUINT)
        take_in (th_scene_get_lane (self, lane), top, bottom);
    }
  lane = th_scene_find_flow (self, self->followed.results, self->followed.row);
  if (lane != G_MAXUINT)
    take_in (th_scene_get_lane (self, lane), top, bottom);

  return *top < *bottom;
}

/* --- lanes ------------------------------------------------------------- */

static char *
flow_detail (const ThFlowPlace *place)
{
  const char *device = th_journey_get_word (place->results, place->row, "device");
  gint64 length = th_journey_get_cell (place->results, place->row, "length");
  g_autofree char *bytes = length != TH_CELL_NONE && length >= 0 ? th_format_count (length) : NULL;

  if (bytes == NULL)
    return g_strdup (device != NULL ? device : "");
  if (device == NULL)
    /* Translators: bytes */
    return g_strdup_printf (_("%s B"), bytes);

  /* Translators: a network device, and the bytes of a packet */
  return g_strdup_printf (_("%s · %s B"), device, bytes);
}

static void
add_flow (ThScene           *self,
          const ThFlowPlace *place)
{
  ThLane lane = { TH_LANE_FLOW, .task = TH_TASK_NONE, .results = place->results, .flow = place->row };

  lane.title = th_scene_keep (self, th_journey_dup_name (th_flows_get (th_results_get_flows (place->results), place->row)));
  lane.detail = th_scene_keep (self, flow_detail (place));
  th_scene_add_lane (self, &lane, NULL, self->flow_section, th_lane_state_has (self->flow_section->state, TH_LANE_IS_FOLDED));
}

static char *
section_title (ThScene *self)
{
  ThResults *results = g_array_index (self->flows, ThFlowPlace, 0).results;
  guint table = th_flows_get_info (th_results_get_flows (results))->table;
  g_autofree char *plural = NULL;

  for (guint i = 1; i < self->flows->len; i++)
    if (g_array_index (self->flows, ThFlowPlace, i).results != results)
      return g_strdup (_("Followed"));
  if (table >= th_results_get_n_tables (results))
    return g_strdup (_("Followed"));

  if (self->flows->len == 1)
    /* Translators: %s is what is followed, as in "Followed packet" */
    return g_strdup_printf (_("Followed %s"), _(th_flows_get_info (th_results_get_flows (results))->noun));

  plural = g_utf8_strdown (_(th_table_get_info (th_results_get_table (results, table))->title), -1);
  /* Translators: %s are what is followed, as in "Followed packets" */
  return g_strdup_printf (_("Followed %s"), plural);
}

void
th_scene_add_flows (ThScene *self)
{
  g_autofree char *count = th_format_count (self->flows->len);
  ThLane heading = {
    TH_LANE_SECTION,
    .folded = th_lane_state_has (self->flow_section->state, TH_LANE_IS_FOLDED),
    .name = self->flow_section->state->name,
    .can_fold = TRUE,
    .task = TH_TASK_NONE
  };

  if (self->flows->len == 0 || th_lane_state_has (self->flow_section->state, TH_LANE_IS_HIDDEN))
    return;

  heading.title = th_scene_keep (self, section_title (self));
  heading.detail = th_scene_keep (self, g_steal_pointer (&count));
  th_scene_add_lane (self, &heading, NULL, self->flow_section, FALSE);
  for (guint i = 0; i < self->flows->len; i++)
    add_flow (self, &g_array_index (self->flows, ThFlowPlace, i));
}

/* --- what is not on the way -------------------------------------------- */

static void
wash (ThLaneDraw *draw,
      double      from,
      double      to)
{
  ThWash one = { from, to };

  if (to > from)
    g_array_append_val (draw->scene->washes, one);
}

static double
x_of (ThLaneDraw *draw,
      gint64      time)
{
  return th_grid_column (&draw->grid, time, 0, draw->grid.n) / draw->grid.scale;
}

/* Pale from *@done to @begin; what lies behind stays bright up to @end. */
static void
wash_before (ThLaneDraw *draw,
             gint64      begin,
             gint64      end,
             double     *done)
{
  wash (draw, *done, MIN (x_of (draw, begin) - BRIGHT_PAD_PX, draw->width));
  *done = MAX (*done, x_of (draw, end) + BRIGHT_PAD_PX);
}

/* From the first to the last of the steps that follow each other there. */
static void
dim_cpu (ThLaneDraw   *draw,
         const ThLane *lane,
         ThFlows      *flows,
         const ThFlow *flow)
{
  gint64 begin = 0, end = 0;
  gboolean there = FALSE;
  double done = 0;

  for (guint32 i = 0; i < MIN (flow->n_steps, MAX_STEPS); i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);
      gboolean here = step.anchor.stream == lane->stream && step.anchor.cpu == lane->cpu;

      if (here)
        {
          begin = there ? MIN (begin, step.time) : step.time;
          end = there ? MAX (end, step.time) : step.time;
        }
      else if (there)
        wash_before (draw, begin, end, &done);
      there = here;
    }
  if (there)
    wash_before (draw, begin, end, &done);

  wash (draw, done, draw->width);
}

static void
find_washes (ThLaneDraw   *draw,
             const ThLane *lane)
{
  ThFlows *flows;
  const ThFlow *flow = draw->scene->dim ? followed_flow (draw->scene, &flows) : NULL;
  double done = 0;

  g_array_set_size (draw->scene->washes, 0);
  if (flow == NULL || th_lane_is_heading (lane) || lane->kind == TH_LANE_FLOW)
    return;

  if (lane->kind == TH_LANE_CPU)
    {
      dim_cpu (draw, lane, flows, flow);
      return;
    }

  wash_before (draw, flow->first, flow->last, &done);
  wash (draw, done, draw->width);
}

void
th_lane_begin_dim (ThLaneDraw   *draw,
                   const ThLane *lane)
{
  cairo_surface_t *over;

  find_washes (draw, lane);
  draw->names = draw->cr;
  if (draw->scene->washes->len == 0)
    return;

  over = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  draw->names = cairo_create (over);
  cairo_surface_destroy (over);
}

void
th_lane_end_dim (ThLaneDraw *draw)
{
  ThColor back = th_theme_get_color (draw->scene->theme, TH_COLOR_BACKGROUND);

  if (draw->names == draw->cr)
    return;

  cairo_set_source_rgba (draw->cr, back.red, back.green, back.blue, DIM_ALPHA);
  for (guint i = 0; i < draw->scene->washes->len; i++)
    {
      const ThWash *one = &g_array_index (draw->scene->washes, ThWash, i);

      cairo_rectangle (draw->cr, one->from, 0, one->to - one->from, draw->height);
    }
  cairo_fill (draw->cr);

  cairo_set_source_surface (draw->cr, cairo_get_target (draw->names), 0, 0);
  cairo_rectangle (draw->cr, 0, 0, draw->width, draw->height);
  cairo_fill (draw->cr);
  cairo_destroy (draw->names);
  draw->names = draw->cr;
}

static guint32
pale_ink (ThScene *scene,
          guint32  fill)
{
  gpointer key = GUINT_TO_POINTER (fill & 0xffffff), ink = g_hash_table_lookup (scene->inks, key);
  ThColor pale = th_color_mix (th_color_unpack (fill), th_theme_get_color (scene->theme, TH_COLOR_BACKGROUND), DIM_ALPHA);

  if (ink == NULL)
    {
      ink = GUINT_TO_POINTER (th_color_pack (th_theme_get_dimmed_ink_on (scene->theme, pale)));
      g_hash_table_insert (scene->inks, key, ink);
    }

  return GPOINTER_TO_UINT (ink);
}

void
th_lane_set_ink (ThLaneDraw *draw,
                 guint32     fill,
                 double      x)
{
  ThScene *scene = draw->scene;
  guint32 ink = th_scene_get_ink (scene, fill);

  for (guint i = 0; draw->names != draw->cr && i < scene->washes->len; i++)
    {
      const ThWash *one = &g_array_index (scene->washes, ThWash, i);

      if (x >= one->from && x < one->to)
        ink = pale_ink (scene, fill);
    }

  th_draw_color (draw->names, th_color_unpack (ink));
}
