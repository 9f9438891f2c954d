/* th-comparison-selection.c - the selected row of a comparison, for a view
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-selection.h"

struct _ThComparisonSelection
{
  GObject           parent;

  ThComparisonList *list;
  GListModel       *model;
  gint              shown; /* the row that the view shows as selected, or -1 */
};

static void th_comparison_selection_list_init (GListModelInterface *iface);
static void th_comparison_selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ThComparisonSelection, th_comparison_selection, G_TYPE_OBJECT,
  G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, th_comparison_selection_list_init)
  G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, th_comparison_selection_model_init))

/* --- the list ------------------------------------------------------------------------- */

static GType
get_item_type (GListModel *model)
{
  return TH_TYPE_COMPARISON_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return g_list_model_get_n_items (TH_COMPARISON_SELECTION (model)->model);
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  return g_list_model_get_item (TH_COMPARISON_SELECTION (model)->model, position);
}

static void
th_comparison_selection_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* --- the selection ---------------------------------------------------------------------- */

static gboolean
is_selected (GtkSelectionModel *model,
             guint              position)
{
  ThComparisonList *list = TH_COMPARISON_SELECTION (model)->list;
  gint index = th_comparison_list_get_index (list, position);

  return index >= 0 && index == th_comparison_list_get_selected (list);
}

static gboolean
select_item (GtkSelectionModel *model,
             guint              position,
             gboolean           unselect_rest)
{
  ThComparisonList *list = TH_COMPARISON_SELECTION (model)->list;
  gint index = th_comparison_list_get_index (list, position);

  if (index < 0)
    return FALSE;

  th_comparison_list_select (list, index);
  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model,
               guint              position)
{
  return FALSE;
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model,
                        guint              position,
                        guint              n_items)
{
  ThComparisonList *list = TH_COMPARISON_SELECTION (model)->list;
  guint at = th_comparison_list_find (list, th_comparison_list_get_selected (list));
  GtkBitset *bits = gtk_bitset_new_empty ();

  if (at < get_n_items (G_LIST_MODEL (model)))
    gtk_bitset_add (bits, at);
  return bits;
}

static void
th_comparison_selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
  iface->get_selection_in_range = get_selection_in_range;
}

static void
tell (ThComparisonSelection *self,
      gint                   index)
{
  guint position = th_comparison_list_find (self->list, index);

  if (position < get_n_items (G_LIST_MODEL (self)))
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), position, 1);
}

static void
selected_cb (ThComparisonSelection *self)
{
  gint before = self->shown;

  self->shown = th_comparison_list_get_selected (self->list);
  tell (self, before);
  tell (self, self->shown);
}

/* --- class ------------------------------------------------------------------------------ */

static void
th_comparison_selection_finalize (GObject *object)
{
  ThComparisonSelection *self = TH_COMPARISON_SELECTION (object);

  g_object_unref (self->list);
  g_object_unref (self->model);

  G_OBJECT_CLASS (th_comparison_selection_parent_class)->finalize (object);
}

static void
th_comparison_selection_class_init (ThComparisonSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_comparison_selection_finalize;
}

static void
th_comparison_selection_init (ThComparisonSelection *self)
{
  self->shown = -1;
}

ThComparisonSelection *
th_comparison_selection_new (ThComparisonList *list,
                             GListModel       *model)
{
  ThComparisonSelection *self = g_object_new (TH_TYPE_COMPARISON_SELECTION, NULL);

  self->list = g_object_ref (list);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (g_list_model_items_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
