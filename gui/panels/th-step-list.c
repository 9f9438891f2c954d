/* th-step-list.c - the list of the steps of a flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-step-list.h"

#include "th-flow-follower.h"
#include "th-gtk48.h"
#include "th-journey.h"
#include "th-number-format.h"
#include "th-step-row.h"

/* Limits, as a flow can have any number of steps, and each row needs several widgets. */
#define MAX_STEPS 4096
#define MAX_ROWS 400
#define MAX_UNFOLDED 200
/* Number of rows that are created between two frames. */
#define PORTION 20

struct _ThStepList
{
  GtkWidget   parent;

  GtkWidget  *box;
  GtkWidget  *list;
  GtkWidget  *more;
  ThDocument *document; /* owned by the panel */
  ThResults  *results;  /* owned by the panel; NULL while the list is empty */
  guint32     row;
  guint       longest;  /* the step at the end of the longest leg */
  GArray     *folds;    /* ThFold, one per row */
  guint32     n_shown;  /* number of folds that have a row */
  guint32     wanted;   /* selected step, which may not have a row yet */
  guint       more_id;  /* idle source that adds rows */
  gboolean    syncing;  /* the list itself changes the selection */
};

G_DEFINE_FINAL_TYPE (ThStepList, th_step_list, GTK_TYPE_WIDGET)

static const ThFlow *
get_flow (ThStepList *self,
          ThFlows   **flows)
{
  *flows = th_results_get_flows (self->results);

  return th_flows_get (*flows, self->row);
}

/* --- folds -------------------------------------------------------------- */

static GtkWidget *
row_new (ThStepList   *self,
         const ThFold *fold)
{
  return th_step_row_new (self->document, self->results, self->row, fold, self->longest);
}

/* Returns the row that shows @step; NULL if it has none yet.  Skips the head of an expanded fold,
 * whose steps have rows of their own. */
static ThStepRow *
find_row (ThStepList *self,
          guint32     step)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    {
      guint32 first = th_step_row_get_first (TH_STEP_ROW (row));

      if (!th_step_row_is_expanded (TH_STEP_ROW (row)) && step >= first &&
          step - first < th_step_row_get_length (TH_STEP_ROW (row)))
        return TH_STEP_ROW (row);
    }

  return NULL;
}

static void
expand (ThStepList *self,
        ThStepRow  *row)
{
  guint32 first = th_step_row_get_first (row);
  guint32 n = MIN (th_step_row_get_length (row), MAX_UNFOLDED);
  int place = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));

  self->syncing = TRUE;
  th_step_row_set_expanded (row, TRUE);
  for (guint32 i = 0; i < n; i++)
    gtk_list_box_insert (GTK_LIST_BOX (self->list), row_new (self, &(ThFold) { first + i, 1, 1 }),
                         ++place);
  self->syncing = FALSE;
}

static void
collapse (ThStepList *self,
          ThStepRow  *row)
{
  guint32 n = MIN (th_step_row_get_length (row), MAX_UNFOLDED);
  int place = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) + 1;

  self->syncing = TRUE;
  for (guint32 i = 0; i < n; i++)
    gtk_list_box_remove (GTK_LIST_BOX (self->list),
                         GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list),
                                                                    place)));
  th_step_row_set_expanded (row, FALSE);
  self->syncing = FALSE;
}

static void
find_longest (ThStepList *self)
{
  ThFlows *flows;
  const ThFlow *flow = get_flow (self, &flows);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);
  guint longest = th_journey_find_longest (legs);

  self->longest = longest != G_MAXUINT ? g_array_index (legs, ThLeg, longest).end_step : G_MAXUINT;
}

static void
clear (ThStepList *self)
{
  self->syncing = TRUE;
  th_widget_clear (self->list);
  self->syncing = FALSE;
  g_clear_handle_id (&self->more_id, g_source_remove);
  g_clear_pointer (&self->folds, g_array_unref);
  self->n_shown = 0;
  self->wanted = G_MAXUINT32;
  gtk_widget_set_visible (self->more, FALSE);
}

static void
mark_selected (ThStepList *self)
{
  ThStepRow *row = self->wanted != G_MAXUINT32 ? find_row (self, self->wanted) : NULL;

  self->syncing = TRUE;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row != NULL ? GTK_LIST_BOX_ROW (row) : NULL);
  self->syncing = FALSE;
}

/* Selects the row of the wanted step; expands its fold if it is not the first step there. */
static void
show_selected (ThStepList *self)
{
  ThStepRow *row = self->wanted != G_MAXUINT32 ? find_row (self, self->wanted) : NULL;

  if (row != NULL && self->wanted != th_step_row_get_first (row) &&
      self->wanted - th_step_row_get_first (row) < MAX_UNFOLDED)
    expand (self, row);
  mark_selected (self);
}

/* Adds some rows.  Returns %TRUE if there are more. */
static gboolean
show_portion (ThStepList *self)
{
  guint32 n = MIN (self->folds->len, MAX_ROWS), begin = self->n_shown;

  for (; self->n_shown < MIN (begin + PORTION, n); self->n_shown++)
    gtk_list_box_append (GTK_LIST_BOX (self->list),
                         row_new (self, &g_array_index (self->folds, ThFold, self->n_shown)));
  if (self->wanted != G_MAXUINT32 &&
      self->wanted >= g_array_index (self->folds, ThFold, begin).first)
    show_selected (self);

  return self->n_shown < n;
}

static gboolean
more_cb (gpointer data)
{
  ThStepList *self = data;

  if (show_portion (self))
    return G_SOURCE_CONTINUE;

  self->more_id = 0;
  return G_SOURCE_REMOVE;
}

gboolean
th_step_list_is_busy (ThStepList *self)
{
  return self->more_id != 0;
}

/* Shows how many steps have no row. */
static void
show_left_out (ThStepList     *self,
               const ThFlow   *flow)
{
  const ThFold *next = self->folds->len > MAX_ROWS ? &g_array_index (self->folds, ThFold, MAX_ROWS)
                                                   : NULL;
  guint32 n = next != NULL ? flow->n_steps - next->first
                           : flow->n_steps - MIN (flow->n_steps, MAX_STEPS);
  g_autofree char *count = th_format_count (n);
  g_autofree char *more =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more step", "%s more steps", n), count);

  gtk_label_set_text (GTK_LABEL (self->more), more);
  gtk_widget_set_visible (self->more, n > 0);
}

void
th_step_list_show (ThStepList   *self,
                   ThDocument   *document,
                   ThResults    *results,
                   guint32       row)
{
  const ThFlow *flow;
  ThFlows *flows;

  clear (self);
  self->document = document;
  self->results = results;
  self->row = row;
  if (results == NULL)
    return;

  find_longest (self);
  flow = get_flow (self, &flows);
  self->folds = th_journey_list_folds (flows, flow, MAX_STEPS);
  if (show_portion (self))
    self->more_id = g_idle_add (more_cb, self);
  show_left_out (self, flow);
}

gboolean
th_step_list_select (ThStepList *self,
                     guint32     step)
{
  if (self->wanted == step)
    return FALSE;

  self->wanted = step;
  show_selected (self);
  return TRUE;
}

static void
selected_cb (ThStepList *self,
             ThStepRow  *row)
{
  if (!self->syncing && row != NULL)
    th_flow_follower_select_step (th_document_get_follower (self->document),
                                  th_step_row_get_first (row));
}

static void
activated_cb (ThStepList *self,
              ThStepRow  *row)
{
  if (th_step_row_get_length (row) == 1)
    return;

  if (th_step_row_is_expanded (row))
    collapse (self, row);
  else
    expand (self, row);
  mark_selected (self);
}

/* --- class -------------------------------------------------------------- */

static void
th_step_list_dispose (GObject *object)
{
  ThStepList *self = TH_STEP_LIST (object);

  if (self->box != NULL)
    clear (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_STEP_LIST);

  G_OBJECT_CLASS (th_step_list_parent_class)->dispose (object);
}

static void
th_step_list_class_init (ThStepListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_step_list_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "steplist");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-step-list.ui");
  gtk_widget_class_bind_template_child (widget_class, ThStepList, box);
  gtk_widget_class_bind_template_child (widget_class, ThStepList, list);
  gtk_widget_class_bind_template_child (widget_class, ThStepList, more);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static void
th_step_list_init (ThStepList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
