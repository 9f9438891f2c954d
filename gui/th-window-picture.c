/* th-window-picture.c - the window as a picture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-workers.h"

GdkTexture *
th_window_render (ThWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  int scale = gtk_widget_get_scale_factor (widget);
  GskRenderer *renderer = gtk_native_get_renderer (GTK_NATIVE (self));
  g_autoptr(GdkPaintable) paintable = NULL;
  g_autoptr(GskRenderNode) node = NULL;
  graphene_rect_t bounds;
  GtkSnapshot *snapshot;

  if (renderer == NULL || width < 1 || height < 1 || !gtk_widget_compute_bounds (widget, widget, &bounds))
    return NULL;

  paintable = gtk_widget_paintable_new (widget);
  snapshot = gtk_snapshot_new ();
  gtk_snapshot_scale (snapshot, scale, scale);
  /* With the frame that a window has without a compositor: else it would be made smaller. */
  gdk_paintable_snapshot (paintable, snapshot, bounds.size.width, bounds.size.height);
  node = gtk_snapshot_free_to_node (snapshot);

  if (node == NULL)
    return NULL;

  return gsk_renderer_render_texture (renderer, node, &GRAPHENE_RECT_INIT (-bounds.origin.x * scale, -bounds.origin.y * scale,
                                                                          width * scale, height * scale));
}

static void
save_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_autoptr(GBytes) png = gdk_texture_save_to_png_bytes (g_object_get_data (G_OBJECT (task), "texture"));
  GError *error = NULL;

  if (g_file_replace_contents (data, g_bytes_get_data (png, NULL), g_bytes_get_size (png), NULL, FALSE,
                               G_FILE_CREATE_NONE, NULL, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  ThWindow *self = TH_WINDOW (source);
  g_autoptr(GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error) || self->status_right == NULL)
    return;

  th_window_say (self, error->message);
}

static void
response_cb (ThWindow *self,
             int       response)
{
  g_autoptr(GdkTexture) texture = th_window_render (self);

  if (response == GTK_RESPONSE_ACCEPT && texture != NULL)
    {
      g_autoptr(GTask) task = g_task_new (self, NULL, saved_cb, NULL);

      g_task_set_task_data (task, gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser)), g_object_unref);
      g_object_set_data_full (G_OBJECT (task), "texture", g_steal_pointer (&texture), g_object_unref);
      th_workers_run (task, save_worker);
    }

  g_clear_object (&self->chooser);
}

void
th_window_save_picture (ThWindow *self)
{
  if (self->chooser != NULL)
    return;

  self->chooser = gtk_file_chooser_native_new (_("Save a Picture"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), _("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), _("thresher.png"));
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* While widgets wait for their places, as when a menu was just left, there is
 * nothing to render. */
static gboolean
copy_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       data)
{
  g_autoptr(GdkTexture) texture = th_window_render (TH_WINDOW (widget));

  if (texture == NULL)
    return G_SOURCE_CONTINUE;

  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), texture);
  return G_SOURCE_REMOVE;
}

void
th_window_copy_picture (ThWindow *self)
{
  gtk_widget_add_tick_callback (GTK_WIDGET (self), copy_cb, NULL, NULL);
}
