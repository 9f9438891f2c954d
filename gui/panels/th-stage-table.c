/* th-stage-table.c - the time that a flow spent in each stage
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-stage-table.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-flow-facts.h"
#include "th-journey-handlers.h"
#include "th-journey-text.h"
#include "th-path.h"
#include "th-style.h"
#include "th-display-text.h"
#include "th-widgets.h"
#include "th-thread-pool.h"

#define BAR_HEIGHT 13
#define SWATCH_PX 10
/* Maximum number of stages, as a stage map may define many, each of which needs widgets. */
#define MAX_STAGES 60

enum
{
  COLUMN_SWATCH,
  COLUMN_STAGE,
  COLUMN_TIME,
  COLUMN_SHARE,
  COLUMN_P99,
  N_COLUMNS
};

struct _ThStageTable
{
  GtkWidget     parent;

  GtkWidget    *box;
  GtkWidget    *total;
  GtkWidget    *bar;
  GtkWidget    *grid;
  GtkWidget    *p99_title;
  GPtrArray    *p99;         /* labels, one per stage; owned by @grid */

  ThDocument   *document;    /* not owned */
  ThResults    *results;     /* not owned */
  guint32       row;
  GArray       *stages;      /* of ThLeg */
  GCancellable *cancellable; /* of the percentiles being computed */
};

G_DEFINE_FINAL_TYPE (ThStageTable, th_stage_table, GTK_TYPE_WIDGET)

static const ThFlow *
get_flow (ThStageTable *self,
          ThFlows     **flows)
{
  *flows = th_results_get_flows (self->results);

  return th_flows_get (*flows, self->row);
}

static ThTheme *
get_theme (ThStageTable *self)
{
  return th_scene_get_theme (th_document_get_scene (self->document));
}

static gboolean
can_draw (ThStageTable *self)
{
  return self->results != NULL && th_document_get_scene (self->document) != NULL;
}

/* --- percentiles -------------------------------------------------------- */

typedef struct
{
  ThResults *results;
  guint      n;
  ThMeasure *measures[MAX_STAGES]; /* NULL if the stage has none */
  gint64     p99[MAX_STAGES];      /* TH_CELL_NONE if not known */
} Percentiles;

static void
percentiles_free (Percentiles *percentiles)
{
  th_results_unref (percentiles->results);
  g_free (percentiles);
}

/* Returns the measure of a stage, whose name it has, as in "packet.wakeup"; or NULL. */
static ThMeasure *
find_measure (ThResults     *results,
              const ThFlows *flows,
              guint          stage)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);

  for (guint i = 0; stage < info->n_stages && i < th_results_get_n_measures (results); i++)
    {
      ThMeasure *measure = th_results_get_measure (results, i);
      const char *id = th_measure_get_info (measure)->id;
      const char *dot = strrchr (id, '.');

      if (g_str_equal (dot != NULL ? dot + 1 : id, info->stages[stage].id))
        return measure;
    }

  return NULL;
}

/* Computing a percentile sorts all samples of a stage. */
static void
percentiles_worker (GTask        *task,
                    gpointer      source,
                    gpointer      data,
                    GCancellable *cancellable)
{
  Percentiles *percentiles = data;

  for (guint i = 0; i < percentiles->n && !g_cancellable_is_cancelled (cancellable); i++)
    {
      ThSummary summary = { 0, };

      if (percentiles->measures[i] != NULL)
        th_measure_summarize (percentiles->measures[i], &summary);
      percentiles->p99[i] = summary.n > 0 ? summary.p99 : TH_CELL_NONE;
    }
  g_task_return_boolean (task, TRUE);
}

static void
show_percentiles (ThStageTable      *self,
                  const Percentiles *percentiles)
{
  gboolean any = FALSE;

  for (guint i = 0; i < MIN (percentiles->n, self->p99->len); i++)
    {
      g_autofree char *text = NULL;

      if (percentiles->p99[i] == TH_CELL_NONE)
        continue;
      text = th_document_format_duration (self->document, percentiles->p99[i]);
      gtk_label_set_text (self->p99->pdata[i], text);
      any = TRUE;
    }
  gtk_label_set_text (GTK_LABEL (self->p99_title), any ? _("p99") : "");
}

static void
percentiles_done_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      data)
{
  const Percentiles *percentiles = g_task_get_task_data (G_TASK (result));
  ThStageTable *self = data;

  if (!g_task_propagate_boolean (G_TASK (result), NULL)) /* cancelled: @self may be gone */
    return;

  g_clear_object (&self->cancellable);
  show_percentiles (self, percentiles);
}

static void
stop_percentiles (ThStageTable *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
start_percentiles (ThStageTable *self)
{
  g_autoptr(GTask) task = NULL;
  Percentiles *percentiles = g_new0 (Percentiles, 1);

  percentiles->results = th_results_ref (self->results);
  percentiles->n = MIN (self->stages->len, MAX_STAGES);
  for (guint i = 0; i < percentiles->n; i++)
    percentiles->measures[i] = find_measure (self->results, th_results_get_flows (self->results),
                                             g_array_index (self->stages, ThLeg, i).stage);

  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, percentiles_done_cb, self);
  g_task_set_task_data (task, percentiles, (GDestroyNotify) percentiles_free);
  th_thread_pool_run (task, percentiles_worker);
}

/* --- drawings ----------------------------------------------------------- */

static void
draw_bar_cb (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        data)
{
  ThStageTable *self = data;
  const ThFlow *flow;
  ThFlows *flows;

  if (!can_draw (self))
    return;

  flow = get_flow (self, &flows);
  th_path_draw_bar (get_theme (self), flows, flow, width, height, cr);
}

static void
draw_swatch_cb (GtkDrawingArea *area,
                cairo_t        *cr,
                int             width,
                int             height,
                gpointer        data)
{
  ThStageTable *self = data;
  guint stage = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (area), "stage"));
  int size = MIN (th_style_grow (SWATCH_PX), MIN (width, height));
  ThColor color;

  if (!can_draw (self))
    return;

  color = th_path_get_color (get_theme (self), th_results_get_flows (self->results), stage);
  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
  cairo_rectangle (cr, floor ((width - size) / 2.0), floor ((height - size) / 2.0), size, size);
  cairo_fill (cr);
}

/* --- rows --------------------------------------------------------------- */

static GtkWidget *
attach (ThStageTable *self,
        const char   *text,
        const char   *css_class,
        int           column,
        int           row)
{
  GtkWidget *label = th_label_new (text, css_class);

  gtk_widget_set_hexpand (label, column == COLUMN_STAGE);
  if (column > COLUMN_STAGE)
    {
      gtk_label_set_xalign (GTK_LABEL (label), 1);
      th_widget_set_code (label);
    }
  gtk_grid_attach (GTK_GRID (self->grid), label, column, row, 1, 1);

  return label;
}

static void
add_titles (ThStageTable *self)
{
  attach (self, _("Stage"), "title", COLUMN_STAGE, 0);
  attach (self, _("Time"), "title", COLUMN_TIME, 0);
  attach (self, _("Share"), "title", COLUMN_SHARE, 0);
  self->p99_title = attach (self, "", "title", COLUMN_P99, 0);
  gtk_widget_set_tooltip_text (self->p99_title,
                               /* xgettext:no-c-format */
                               _("In this recording, 99 % of the packets spent at most this long "
                                 "in the stage."));
}

static void
add_swatch (ThStageTable *self,
            guint         stage,
            int           row)
{
  int size = th_style_grow (SWATCH_PX);
  GtkWidget *swatch = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role",
                                    GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                    "content-width", size, "content-height", size, NULL);

  g_object_set_data (G_OBJECT (swatch), "stage", GUINT_TO_POINTER (stage));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch_cb, self, NULL);
  gtk_grid_attach (GTK_GRID (self->grid), swatch, COLUMN_SWATCH, row, 1, 1);
}

static void
add_stage (ThStageTable *self,
           const ThLeg  *stage,
           guint         percent,
           gboolean      longest,
           int           row)
{
  ThFlows *flows = th_results_get_flows (self->results);
  const ThFlowsInfo *info = th_flows_get_info (flows);
  const char *title = th_flows_get_stage_title (flows, stage->stage);
  const char *css_class = longest ? "longest" : NULL;
  g_autofree char *time = th_document_format_duration (self->document, stage->end);
  g_autofree char *share = g_strdup_printf (_("%u %%"), percent);
  GtkWidget *name, *p99;

  add_swatch (self, stage->stage, row);
  name = attach (self, title, css_class, COLUMN_STAGE, row);
  if (stage->stage < info->n_stages)
    gtk_widget_set_tooltip_text (name, _(info->stages[stage->stage].text));
  th_label_place (attach (self, time, css_class, COLUMN_TIME, row), title, _("Time"));
  th_label_place (attach (self, share, css_class, COLUMN_SHARE, row), title, _("Share"));
  p99 = attach (self, "", "dim-label", COLUMN_P99, row);
  th_label_place (p99, title, _("p99"));
  g_ptr_array_add (self->p99, p99);
}

static char *
format_duration (gpointer data,
                 gint64   duration)
{
  return th_document_format_duration (data, duration);
}

static int
add_line (ThStageTable *self,
          const char   *line, /* or NULL */
          int           row)
{
  g_autofree char *valid = line != NULL ? th_display_text_make_valid (line) : NULL;

  if (valid == NULL)
    return row;

  gtk_grid_attach (GTK_GRID (self->grid), th_paragraph_new (valid, "detail"), COLUMN_STAGE, row,
                   N_COLUMNS - COLUMN_STAGE, 1);
  return row + 1;
}

/* Adds the tasks and handlers that ran during a stage in which the flow waits.  Returns the
 * next free row. */
static int
add_meanwhile (ThStageTable *self,
               const GArray *legs,
               guint         stage,
               int           row)
{
  const ThJourneyFormat format = { NULL, format_duration, self->document,
                                   th_document_get_resolution (self->document) };
  ThRecording *recording = th_document_get_recording (self->document);
  ThFlows *flows;
  const ThFlow *flow = get_flow (self, &flows);
  const ThFlowsInfo *info = th_flows_get_info (flows);

  for (guint i = 0; stage < info->n_stages && info->stages[stage].waits && i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      g_autofree char *tasks = NULL, *handlers = NULL;

      if (leg->stage != stage)
        continue;
      tasks = th_journey_dup_meanwhile (recording, flows, flow, leg, &format);
      handlers = th_journey_dup_handlers (th_document_get_results (self->document), recording,
                                          flows, flow, leg, &format);
      row = add_line (self, tasks, row);
      row = add_line (self, handlers, row);
    }

  return row;
}

static void
add_stages (ThStageTable *self,
            const GArray *legs)
{
  g_autofree guint *percents = g_new0 (guint, self->stages->len + 1);
  guint longest = th_journey_find_longest (self->stages);
  int row = 1;

  th_journey_share (self->stages, percents);
  for (guint i = 0; i < MIN (self->stages->len, MAX_STAGES); i++)
    {
      const ThLeg *stage = &g_array_index (self->stages, ThLeg, i);

      add_stage (self, stage, percents[i], i == longest, row++);
      row = add_meanwhile (self, legs, stage->stage, row);
    }
}

static void
show_total (ThStageTable *self,
            ThFlows      *flows,
            const ThFlow *flow)
{
  g_autofree char *total =
    th_document_format_duration (self->document, th_journey_get_total (self->results, self->row));
  g_autofree char *tooltip = th_flow_facts_dup_stages (self->document, flows, flow);

  gtk_label_set_text (GTK_LABEL (self->total), total);
  gtk_widget_set_tooltip_text (self->bar, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  tooltip, -1);
  gtk_widget_queue_draw (self->bar);
}

static void
clear (ThStageTable *self)
{
  stop_percentiles (self);
  g_clear_pointer (&self->stages, g_array_unref);
  g_ptr_array_set_size (self->p99, 0);
  self->p99_title = NULL;
  th_widget_clear (self->grid);
}

void
th_stage_table_show (ThStageTable *self,
                     ThDocument   *document,
                     ThResults    *results,
                     guint32       row)
{
  g_autoptr(GArray) legs = NULL;
  const ThFlow *flow;
  ThFlows *flows;

  clear (self);
  self->document = document;
  self->results = results;
  self->row = row;
  if (results == NULL)
    return;

  flow = get_flow (self, &flows);
  legs = th_flows_list_legs (flows, flow);
  self->stages = th_journey_sum_stages (legs);
  gtk_widget_set_visible (GTK_WIDGET (self), self->stages->len > 0);
  if (self->stages->len == 0)
    return;

  show_total (self, flows, flow);
  add_titles (self);
  add_stages (self, legs);
  start_percentiles (self);
}

gboolean
th_stage_table_is_busy (ThStageTable *self)
{
  return self->cancellable != NULL;
}

/* --- class -------------------------------------------------------------- */

static void
th_stage_table_dispose (GObject *object)
{
  ThStageTable *self = TH_STAGE_TABLE (object);

  self->results = NULL;
  if (self->box != NULL)
    clear (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->p99, g_ptr_array_unref);

  G_OBJECT_CLASS (th_stage_table_parent_class)->dispose (object);
}

static void
th_stage_table_class_init (ThStageTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_stage_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "stagetable");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
add_head (ThStageTable *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = th_paragraph_new (_("Where the time went"), "heading");

  self->total = th_label_new ("", "total");
  th_widget_set_code (self->total);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), self->total);
  gtk_box_append (GTK_BOX (self->box), head);
}

static void
th_stage_table_init (ThStageTable *self)
{
  self->p99 = g_ptr_array_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  add_head (self);
  self->bar = g_object_new (GTK_TYPE_DRAWING_AREA, "content-height", th_style_grow (BAR_HEIGHT),
                            "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->bar), draw_bar_cb, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Where the time went"), -1);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 7);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 3);
  gtk_box_append (GTK_BOX (self->box), self->grid);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Where the time went"), -1);
}
