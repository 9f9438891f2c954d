/* th-incremental-model.c - a list reaches its view in portions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-incremental-model.h"

#define PORTION 20
#define VIEW_ROWS 200 /* more than that GTK does not make widgets for */

static gboolean
is_folding (GtkSliceListModel *self)
{
  return g_object_get_data (G_OBJECT (self), "folding") != NULL;
}

static gboolean
grow_cb (gpointer data)
{
  GtkSliceListModel *self = data;
  guint size = gtk_slice_list_model_get_size (self);

  if (is_folding (self))
    return G_SOURCE_REMOVE;

  size = size >= VIEW_ROWS ? G_MAXUINT : size + PORTION;
  gtk_slice_list_model_set_size (self, size);

  return size == G_MAXUINT ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void
forget_cb (gpointer data)
{
  GObject *self = data;

  g_object_set_data (self, "growing", NULL);
  g_object_unref (self);
}

/* An idle comes after the frame that shows what is there. */
static void
changed_cb (GtkSliceListModel *self,
            guint              position,
            guint              n_removed,
            guint              n_added,
            GListModel        *list)
{
  guint n = g_list_model_get_n_items (list);

  if (is_folding (self))
    return;

  /* Widgets of the rows that went are gone: those that come are many at once again. */
  if (n < VIEW_ROWS)
    gtk_slice_list_model_set_size (self, MAX (n, PORTION));
  if (n <= gtk_slice_list_model_get_size (self) ||
      g_object_get_data (G_OBJECT (self), "growing") != NULL)
    return;

  g_object_set_data (G_OBJECT (self), "growing", self);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, grow_cb, g_object_ref (self), forget_cb);
}

gboolean
th_incremental_model_reach (GtkSliceListModel *self,
                            guint              position)
{
  return position < gtk_slice_list_model_get_size (self) || is_folding (self);
}

void
th_incremental_model_hand_out (GtkSliceListModel *self)
{
  if (!is_folding (self))
    gtk_slice_list_model_set_size (self, G_MAXUINT);
}

gboolean
th_incremental_model_fold (GtkSliceListModel *self)
{
  guint n = MIN (g_list_model_get_n_items (G_LIST_MODEL (self)), VIEW_ROWS);

  g_object_set_data (G_OBJECT (self), "folding", self);
  gtk_slice_list_model_set_size (self, n > PORTION ? n - PORTION : 0);

  return n > PORTION;
}

GtkSliceListModel *
th_incremental_model_new (GListModel *list)
{
  GtkSliceListModel *self = gtk_slice_list_model_new (list, 0, PORTION);

  /* After the slice's own handler: it has told its view already. */
  g_signal_connect_object (list, "items-changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self, 0, 0, g_list_model_get_n_items (list), list);

  return self;
}
