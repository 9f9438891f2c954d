/* th-window-export.c - saves and copies the window as a picture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <cairo-svg.h>
#include <glib/gi18n-lib.h>

#include "th-thread-pool.h"

/* Draws the window into a node; @area is the part of the node without the frame around the
 * window, which must be drawn too, as the window would be scaled otherwise.  Returns %NULL
 * while widgets have no allocation. */
static GskRenderNode *
make_node (ThWindow        *self,
           int              scale,
           graphene_rect_t *area)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autoptr(GdkPaintable) paintable = NULL;
  graphene_rect_t bounds;
  GtkSnapshot *snapshot;

  if (width < 1 || height < 1 || !gtk_widget_compute_bounds (widget, widget, &bounds))
    return NULL;

  paintable = gtk_widget_paintable_new (widget);
  snapshot = gtk_snapshot_new ();
  gtk_snapshot_scale (snapshot, scale, scale);
  gdk_paintable_snapshot (paintable, snapshot, bounds.size.width, bounds.size.height);
  *area = GRAPHENE_RECT_INIT (-bounds.origin.x * scale, -bounds.origin.y * scale, width * scale,
                              height * scale);

  return gtk_snapshot_free_to_node (snapshot);
}

GdkTexture *
th_window_render (ThWindow *self)
{
  GskRenderer *renderer = gtk_native_get_renderer (GTK_NATIVE (self));
  g_autoptr(GskRenderNode) node = NULL;
  graphene_rect_t area;

  if (renderer == NULL ||
      (node = make_node (self, gtk_widget_get_scale_factor (GTK_WIDGET (self)), &area)) == NULL)
    return NULL;

  return gsk_renderer_render_texture (renderer, node, &area);
}

static cairo_status_t
take_svg_cb (void                *data,
             const unsigned char *bytes,
             unsigned int         length)
{
  g_byte_array_append (data, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

static GBytes *
render_svg (ThWindow *self)
{
  graphene_rect_t area;
  g_autoptr(GskRenderNode) node = make_node (self, 1, &area);
  GByteArray *bytes;
  cairo_surface_t *surface;
  cairo_t *cr;

  if (node == NULL)
    return NULL;

  bytes = g_byte_array_new ();
  surface = cairo_svg_surface_create_for_stream (take_svg_cb, bytes, area.size.width,
                                                 area.size.height);
  cr = cairo_create (surface);
  cairo_translate (cr, -area.origin.x, -area.origin.y);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);

  return g_byte_array_free_to_bytes (bytes);
}

/* --- saving ----------------------------------------------------------------- */

typedef struct
{
  GFile      *file;
  GdkTexture *texture;  /* to be saved as PNG; or NULL */
  GBytes     *svg;
  gboolean    renamed;  /* ".png" was added, so do not replace @file */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_object_unref (picture->file);
  g_clear_object (&picture->texture);
  g_clear_pointer (&picture->svg, g_bytes_unref);
  g_free (picture);
}

static const char *const png_patterns[] = { "*.png", NULL };
static const char *const svg_patterns[] = { "*.svg", NULL };

enum
{
  KIND_PNG,
  KIND_SVG,
  N_KINDS
};

static const ThFileKind kinds[N_KINDS] = {
  [KIND_PNG] = { "PNG", png_patterns },
  [KIND_SVG] = { "SVG", svg_patterns },
};

/* Renders the picture.  Adds ".png" to a name without a known suffix: "win.jpg" becomes
 * "win.jpg.png". */
static Picture *
picture_new (ThWindow *self,
             GFile    *chosen)
{
  Picture *picture = g_new0 (Picture, 1);
  g_autofree char *name = g_file_get_basename (chosen), *whole = g_strconcat (name, ".png", NULL);
  g_autoptr(GFile) folder = g_file_get_parent (chosen);
  int kind = th_file_kinds_find (kinds, N_KINDS, name);

  if (kind == KIND_SVG)
    picture->svg = render_svg (self);
  else
    picture->texture = th_window_render (self);
  picture->renamed = folder != NULL && kind < 0;
  picture->file = picture->renamed ? g_file_get_child (folder, whole) : g_object_ref (chosen);

  return picture;
}

static void
save_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  const Picture *picture = data;
  g_autoptr(GBytes) bytes = picture->svg != NULL ? g_bytes_ref (picture->svg)
                                                 : gdk_texture_save_to_png_bytes (picture->texture);
  g_autoptr(GFileOutputStream) stream = NULL;
  GError *error = NULL;

  stream = picture->renamed ? g_file_create (picture->file, G_FILE_CREATE_NONE, cancellable, &error)
                            : g_file_replace (picture->file, NULL, FALSE, G_FILE_CREATE_NONE,
                                              cancellable, &error);
  if (stream != NULL &&
      g_output_stream_write_all (G_OUTPUT_STREAM (stream), g_bytes_get_data (bytes, NULL),
                                 g_bytes_get_size (bytes), NULL, cancellable, &error) &&
      g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  ThWindow *self = (ThWindow *) source;
  const Picture *picture = g_task_get_task_data (G_TASK (result));
  g_autoptr(GError) error = NULL;
  g_autofree char *name = g_file_get_basename (picture->file), *text = NULL;

  if (self->view == NULL) /* the window was closed */
    return;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    th_document_view_say (self->view, error->message);
  else if (picture->renamed)
    {
      /* Translators: %s is the name of a file */
      text = g_strdup_printf (_("The picture is a PNG and was saved as “%s”"), name);
      th_document_view_say (self->view, text);
    }
}

/* After a change, for example when a menu was closed, widgets have no allocation until the next
 * frame.  So this tries in each frame until there is a picture. */
static gboolean
save_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       file)
{
  Picture *picture = picture_new ((ThWindow *) widget, file);
  g_autoptr(GTask) task = NULL;

  if (picture->texture == NULL && picture->svg == NULL)
    {
      picture_free (picture);
      return G_SOURCE_CONTINUE;
    }

  task = g_task_new (widget, NULL, saved_cb, NULL);
  g_task_set_task_data (task, picture, picture_free);
  th_thread_pool_run (task, save_worker);
  return G_SOURCE_REMOVE;
}

void
th_window_save_picture_as (ThWindow *self,
                           GFile    *file)
{
  gtk_widget_add_tick_callback (GTK_WIDGET (self), save_cb, g_object_ref (file), g_object_unref);
}

static void
chosen_cb (gpointer  window,
           GFile    *file)
{
  th_window_save_picture_as (window, file);
}

void
th_window_save_picture (ThWindow *self)
{
  ThDocument *document = th_document_view_get_document (self->view);
  GFile *recording = document != NULL ? th_document_get_file (document) : NULL;
  g_autofree char *name = recording != NULL ? th_file_dialog_suggest_name (recording, ".png")
                                            : g_strdup (_("thresher.png"));

  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _("Save a Picture"), _("_Save"), name, recording, kinds,
                                         N_KINDS },
                       chosen_cb, self);
}

/* --- copying ---------------------------------------------------------------- */

/* Tries in each frame, like save_cb(). */
static gboolean
copy_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       data)
{
  g_autoptr(GdkTexture) texture = th_window_render ((ThWindow *) widget);

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
