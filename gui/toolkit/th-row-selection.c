/* th-row-selection.c - the selection of a long list, and the row that leads it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-row-selection.h"

#include "th-incremental-model.h"

struct _ThRowSelection
{
  GObject     parent;

  GListModel *model;
  GtkBitset  *selected;
  guint       lead;
  guint       anchor; /* the fixed end of a range */
  gboolean    takes_new; /* all rows were selected, but not all were exposed yet */
};

static guint lead_signal;

/* --- list model --------------------------------------------------------- */

static GType
th_row_selection_get_item_type (GListModel *model)
{
  return g_list_model_get_item_type (TH_ROW_SELECTION (model)->model);
}

static guint
th_row_selection_get_n_items (GListModel *model)
{
  return g_list_model_get_n_items (TH_ROW_SELECTION (model)->model);
}

static gpointer
th_row_selection_get_item (GListModel *model,
                           guint       position)
{
  return g_list_model_get_item (TH_ROW_SELECTION (model)->model, position);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = th_row_selection_get_item_type;
  iface->get_n_items = th_row_selection_get_n_items;
  iface->get_item = th_row_selection_get_item;
}

/* --- changing ----------------------------------------------------------- */

static void
set_lead (ThRowSelection *self,
          guint           lead)
{
  if (self->lead == lead)
    return;

  self->lead = lead;
  g_signal_emit (self, lead_signal, 0);
}

/* Takes ownership of @selected and emits "selection-changed" for the rows that differ. */
static void
take (ThRowSelection *self,
      GtkBitset      *selected,
      guint           lead)
{
  g_autoptr(GtkBitset) before = self->selected;
  g_autoptr(GtkBitset) changed = gtk_bitset_copy (before);
  guint first, last;

  self->takes_new = FALSE;
  gtk_bitset_difference (changed, selected);
  self->selected = selected;
  if (!gtk_bitset_is_empty (changed))
    {
      first = gtk_bitset_get_minimum (changed);
      last = gtk_bitset_get_maximum (changed);
      gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), first, last - first + 1);
    }
  set_lead (self, lead);
}

static GtkBitset *
base (ThRowSelection *self,
      gboolean        unselect_rest)
{
  return unselect_rest ? gtk_bitset_new_empty () : gtk_bitset_copy (self->selected);
}

static gboolean
th_row_selection_is_selected (GtkSelectionModel *model,
                              guint              position)
{
  return gtk_bitset_contains (TH_ROW_SELECTION (model)->selected, position);
}

static GtkBitset *
th_row_selection_get_selection_in_range (GtkSelectionModel *model,
                                         guint              position,
                                         guint              n_items)
{
  return gtk_bitset_ref (TH_ROW_SELECTION (model)->selected);
}

static gboolean
th_row_selection_select_item (GtkSelectionModel *model,
                              guint              position,
                              gboolean           unselect_rest)
{
  ThRowSelection *self = TH_ROW_SELECTION (model);
  GtkBitset *selected = base (self, unselect_rest);

  gtk_bitset_add (selected, position);
  self->anchor = position;
  take (self, selected, position);

  return TRUE;
}

static guint
any_of (const GtkBitset *selected)
{
  return gtk_bitset_is_empty (selected) ? GTK_INVALID_LIST_POSITION
                                        : gtk_bitset_get_minimum (selected);
}

static gboolean
th_row_selection_unselect_item (GtkSelectionModel *model,
                                guint              position)
{
  ThRowSelection *self = TH_ROW_SELECTION (model);
  GtkBitset *selected = base (self, FALSE);

  gtk_bitset_remove (selected, position);
  self->anchor = position;
  take (self, selected, self->lead == position ? any_of (selected) : self->lead);

  return TRUE;
}

static gboolean
th_row_selection_select_range (GtkSelectionModel *model,
                               guint              position,
                               guint              n_items,
                               gboolean           unselect_rest)
{
  ThRowSelection *self = TH_ROW_SELECTION (model);
  GtkBitset *selected = base (self, unselect_rest);

  gtk_bitset_add_range (selected, position, n_items);
  take (self, selected, position == self->anchor ? position + n_items - 1 : position);

  return TRUE;
}

static gboolean
th_row_selection_unselect_range (GtkSelectionModel *model,
                                 guint              position,
                                 guint              n_items)
{
  ThRowSelection *self = TH_ROW_SELECTION (model);
  GtkBitset *selected = base (self, FALSE);

  gtk_bitset_remove_range (selected, position, n_items);
  take (self, selected,
        gtk_bitset_contains (selected, self->lead) ? self->lead : any_of (selected));

  return TRUE;
}

/* Whether the model will expose further rows. */
static gboolean
is_growing (ThRowSelection *self)
{
  return GTK_IS_SLICE_LIST_MODEL (self->model) &&
         th_incremental_model_is_growing (GTK_SLICE_LIST_MODEL (self->model));
}

static gboolean
th_row_selection_select_all (GtkSelectionModel *model)
{
  ThRowSelection *self = TH_ROW_SELECTION (model);

  take (self, gtk_bitset_new_range (0, g_list_model_get_n_items (self->model)), self->lead);
  self->takes_new = is_growing (self);

  return TRUE;
}

static gboolean
th_row_selection_unselect_all (GtkSelectionModel *model)
{
  take (TH_ROW_SELECTION (model), gtk_bitset_new_empty (), GTK_INVALID_LIST_POSITION);

  return TRUE;
}

/* Only rows in @mask change. */
static gboolean
th_row_selection_set_selection (GtkSelectionModel *model,
                                GtkBitset         *selected,
                                GtkBitset         *mask)
{
  ThRowSelection *self = TH_ROW_SELECTION (model);
  GtkBitset *after = base (self, FALSE);
  g_autoptr(GtkBitset) wanted = gtk_bitset_copy (selected);

  gtk_bitset_intersect (wanted, mask);
  gtk_bitset_subtract (after, mask);
  gtk_bitset_union (after, wanted);
  take (self, after, gtk_bitset_contains (after, self->lead) ? self->lead : any_of (after));

  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = th_row_selection_is_selected;
  iface->get_selection_in_range = th_row_selection_get_selection_in_range;
  iface->select_item = th_row_selection_select_item;
  iface->unselect_item = th_row_selection_unselect_item;
  iface->select_range = th_row_selection_select_range;
  iface->unselect_range = th_row_selection_unselect_range;
  iface->select_all = th_row_selection_select_all;
  iface->unselect_all = th_row_selection_unselect_all;
  iface->set_selection = th_row_selection_set_selection;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (ThRowSelection, th_row_selection, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                      selection_model_init))

/* --- changes of the list ----------------------------------------------- */

static guint
moved (guint place,
       guint position,
       guint n_removed,
       guint n_added)
{
  if (place == GTK_INVALID_LIST_POSITION || place < position)
    return place;

  return place - position < n_removed ? GTK_INVALID_LIST_POSITION : place - n_removed + n_added;
}

static void
items_changed_cb (ThRowSelection *self,
                  guint           position,
                  guint           n_removed,
                  guint           n_added)
{
  guint lead = moved (self->lead, position, n_removed, n_added);
  gboolean takes = self->takes_new && n_removed == 0;

  gtk_bitset_splice (self->selected, position, n_removed, n_added);
  if (takes)
    gtk_bitset_add_range (self->selected, position, n_added);
  self->takes_new = takes && is_growing (self);
  self->anchor = moved (self->anchor, position, n_removed, n_added);
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
  if (takes)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), position, n_added);
  set_lead (self, lead);
}

/* --- class -------------------------------------------------------------- */

static void
th_row_selection_dispose (GObject *object)
{
  ThRowSelection *self = TH_ROW_SELECTION (object);

  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_object (&self->model);
  g_clear_pointer (&self->selected, gtk_bitset_unref);

  G_OBJECT_CLASS (th_row_selection_parent_class)->dispose (object);
}

static void
th_row_selection_class_init (ThRowSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_row_selection_dispose;
  lead_signal = g_signal_new ("lead-changed", TH_TYPE_ROW_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL,
                              NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_row_selection_init (ThRowSelection *self)
{
  self->selected = gtk_bitset_new_empty ();
  self->lead = self->anchor = GTK_INVALID_LIST_POSITION;
}

ThRowSelection *
th_row_selection_new (GListModel *model)
{
  ThRowSelection *self = g_object_new (TH_TYPE_ROW_SELECTION, NULL);

  self->model = model;
  g_signal_connect_swapped (model, "items-changed", G_CALLBACK (items_changed_cb), self);

  return self;
}

void
th_row_selection_set (ThRowSelection *self,
                      guint           position)
{
  g_return_if_fail (TH_IS_ROW_SELECTION (self));

  if (position >= g_list_model_get_n_items (self->model))
    th_row_selection_unselect_all (GTK_SELECTION_MODEL (self));
  else
    th_row_selection_select_item (GTK_SELECTION_MODEL (self), position, TRUE);
}

guint
th_row_selection_get_lead (ThRowSelection *self)
{
  return self->lead;
}

const GtkBitset *
th_row_selection_peek (ThRowSelection *self)
{
  return self->selected;
}

GtkBitset *
th_row_selection_dup (ThRowSelection *self)
{
  GListModel *rows;

  if (!self->takes_new)
    return gtk_bitset_copy (self->selected);

  rows = gtk_slice_list_model_get_model (GTK_SLICE_LIST_MODEL (self->model));
  return gtk_bitset_new_range (0, g_list_model_get_n_items (rows));
}
