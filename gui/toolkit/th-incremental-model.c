/* th-incremental-model.c - a list model that exposes its rows a few per frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-incremental-model.h"

#define PORTION 20    /* rows, or fewer if they are wide */
#define PORTION_CELLS 200
#define VIEW_ROWS 200 /* GTK builds widgets for no more */

static guint
get_portion (GtkSliceListModel *self)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (self), "portion"));
}

static void
set_portion (GtkSliceListModel *self,
             guint              n_rows)
{
  g_object_set_data (G_OBJECT (self), "portion", GUINT_TO_POINTER (n_rows));
}

static gboolean
is_folding (GtkSliceListModel *self)
{
  return g_object_get_data (G_OBJECT (self), "folding") != NULL;
}

static gboolean
grow_cb (gpointer data)
{
  GtkSliceListModel *self = data;
  guint n = g_list_model_get_n_items (gtk_slice_list_model_get_model (self));
  guint size = gtk_slice_list_model_get_size (self);

  if (is_folding (self))
    return G_SOURCE_REMOVE;

  size = size >= VIEW_ROWS ? G_MAXUINT : size + get_portion (self);
  gtk_slice_list_model_set_size (self, size);

  return size >= n ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void
forget_cb (gpointer data)
{
  GObject *self = data;

  g_object_set_data (self, "growing", NULL);
  g_object_unref (self);
}

/* An idle handler runs after the frame that shows the rows so far. */
static void
changed_cb (GtkSliceListModel *self,
            guint              position,
            guint              n_removed,
            guint              n_added,
            GListModel        *list)
{
  guint n = g_list_model_get_n_items (list), size = gtk_slice_list_model_get_size (self);
  guint portion = get_portion (self), enough = MAX (n, portion);

  if (is_folding (self))
    return;

  /* The removed rows took their widgets along, so the new rows need as many again. */
  if (n < VIEW_ROWS && size > 0 && (portion == PORTION || size > enough))
    gtk_slice_list_model_set_size (self, enough);
  if (n <= gtk_slice_list_model_get_size (self) ||
      g_object_get_data (G_OBJECT (self), "growing") != NULL)
    return;

  g_object_set_data (G_OBJECT (self), "growing", self);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, grow_cb, g_object_ref (self), forget_cb);
}

void
th_incremental_model_set_n_columns (GtkSliceListModel *self,
                                    guint              n_columns)
{
  guint portion = CLAMP (PORTION_CELLS / MAX (n_columns, 1), 1, PORTION);

  g_return_if_fail (g_list_model_get_n_items (gtk_slice_list_model_get_model (self)) == 0);

  set_portion (self, portion);
  gtk_slice_list_model_set_size (self, portion);
}

void
th_incremental_model_delay (GtkSliceListModel *self)
{
  g_return_if_fail (g_list_model_get_n_items (gtk_slice_list_model_get_model (self)) == 0);

  gtk_slice_list_model_set_size (self, 0);
}

gboolean
th_incremental_model_reach (GtkSliceListModel *self,
                            guint              position)
{
  return position < gtk_slice_list_model_get_size (self) || is_folding (self);
}

gboolean
th_incremental_model_is_growing (GtkSliceListModel *self)
{
  return !is_folding (self) && gtk_slice_list_model_get_size (self) <
         g_list_model_get_n_items (gtk_slice_list_model_get_model (self));
}

void
th_incremental_model_expose (GtkSliceListModel *self,
                             guint              n)
{
  if (!is_folding (self) && gtk_slice_list_model_get_size (self) < n)
    gtk_slice_list_model_set_size (self, n);
}

void
th_incremental_model_expose_all (GtkSliceListModel *self)
{
  th_incremental_model_expose (self, G_MAXUINT);
}

gboolean
th_incremental_model_fold (GtkSliceListModel *self)
{
  guint n = MIN (g_list_model_get_n_items (G_LIST_MODEL (self)), VIEW_ROWS);
  guint portion = get_portion (self);

  g_object_set_data (G_OBJECT (self), "folding", self);
  gtk_slice_list_model_set_size (self, n > portion ? n - portion : 0);

  return n > portion;
}

GtkSliceListModel *
th_incremental_model_new (GListModel *list)
{
  GtkSliceListModel *self = gtk_slice_list_model_new (list, 0, PORTION);

  set_portion (self, PORTION);
  /* Connected after the slice model's own handler, which has notified the view by then. */
  g_signal_connect_object (list, "items-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self, 0, 0, g_list_model_get_n_items (list), list);

  return self;
}
