/* th-picture-file.c - draws pictures in the formats of files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>

#include "th-atomic-file.h"
#include "th-picture-file.h"
#include "th-printable.h"

/* The greatest size of a cairo image. */
#define MAX_IMAGE_PX 32767

typedef enum
{
  FORMAT_NONE,
  FORMAT_PNG,
  FORMAT_SVG,
  FORMAT_PDF
} Format;

/* What is drawn, and how. */
typedef struct
{
  Format         format;
  double         width;
  double         scale;
  ThPictureFunc  func;
  gconstpointer  data;
} Drawing;

static Format
format_of (const char *path)
{
  static const struct { const char *suffix; Format format; } formats[] = {
    { ".png", FORMAT_PNG }, { ".svg", FORMAT_SVG }, { ".pdf", FORMAT_PDF }
  };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i].suffix))
      return formats[i].format;

  return FORMAT_NONE;
}

gboolean
th_picture_file_has_format (const char *path)
{
  return path != NULL && format_of (path) != FORMAT_NONE;
}

/* --- drawing ----------------------------------------------------------- */

static cairo_status_t
write_cb (void                *closure,
          const unsigned char *data,
          unsigned int         length)
{
  g_byte_array_append (closure, data, length);

  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
surface_new (const Drawing *drawing,
             double         height,
             GByteArray    *bytes)
{
  double scale = drawing->scale, width = drawing->width * scale;
  cairo_surface_t *surface;

  if (drawing->format == FORMAT_SVG)
    return cairo_svg_surface_create_for_stream (write_cb, bytes, width, height * scale);
  if (drawing->format == FORMAT_PDF)
    return cairo_pdf_surface_create_for_stream (write_cb, bytes, width, height * scale);

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, ceil (width), ceil (height * scale));
  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

static cairo_status_t
draw (const Drawing *drawing,
      double         height,
      GByteArray    *bytes)
{
  gboolean is_png = drawing->format == FORMAT_PNG;
  cairo_surface_t *surface = surface_new (drawing, height, bytes);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  if (!is_png)
    cairo_scale (cr, drawing->scale, drawing->scale);
  drawing->func (drawing->data, cr, is_png ? TH_RENDER_PIXELS : TH_RENDER_VECTOR);
  status = cairo_status (cr);
  cairo_destroy (cr);

  if (status == CAIRO_STATUS_SUCCESS && is_png)
    status = cairo_surface_write_to_png_stream (surface, write_cb, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  /* A finished surface is the normal end, not an error. */
  return status == CAIRO_STATUS_SURFACE_FINISHED ? CAIRO_STATUS_SUCCESS : status;
}

GByteArray *
th_picture_file_draw (const char    *path,
                      double         width,
                      double         scale,
                      ThPictureFunc  func,
                      gconstpointer  data,
                      GError       **error)
{
  Drawing drawing = { format_of (path), width, scale, func, data };
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  g_autofree char *shown = g_filename_display_name (path), *name = th_printable_line (shown);
  double height = func (data, NULL, TH_RENDER_VECTOR);
  cairo_status_t status;

  if (drawing.format == FORMAT_PNG && MAX (height, width) * scale > MAX_IMAGE_PX)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                   _("%s: the picture would be larger than %d pixels; use .svg or .pdf, or a "
                     "smaller scale."), name, MAX_IMAGE_PX);
      return NULL;
    }

  status = draw (&drawing, height, bytes);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", name,
                   cairo_status_to_string (status));
      return NULL;
    }

  return g_steal_pointer (&bytes);
}

gboolean
th_picture_file_write (const char    *path,
                       double         width,
                       double         scale,
                       ThPictureFunc  func,
                       gconstpointer  data,
                       GError       **error)
{
  g_autoptr(GByteArray) bytes = th_picture_file_draw (path, width, scale, func, data, error);
  g_auto(ThAtomicFile) file = TH_ATOMIC_FILE_INIT;

  return bytes != NULL &&
         ((th_atomic_file_begin_output (&file, path) &&
           th_write_all (file.fd, bytes->data, bytes->len) && th_atomic_file_commit (&file)) ||
          th_atomic_file_fail (path, errno, error));
}
