/* th-report-figure.c - draws the pictures of a report, for light and dark, or as files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-report-figure.h"

#include <string.h>

#include "th-picture-file.h"

#define FILE_SCALE 2

/* A picture with the theme that it is drawn with. */
typedef struct
{
  const ThReportFigure *figure;
  ThTheme              *theme;
} Drawing;

gboolean
th_report_has_room (ThReport *self)
{
  if (self->n_pictures < TH_REPORT_MAX_PICTURES && self->text->len < TH_REPORT_MAX_BYTES)
    return TRUE;

  self->n_left_out++;
  return FALSE;
}

static double
paint (gconstpointer    data,
       cairo_t         *cr,
       ThRenderBackend  backend)
{
  const Drawing *drawing = data;

  return drawing->figure->paint (drawing->figure->data, drawing->theme, cr, backend);
}

static GByteArray *
draw (ThReport             *self,
      const ThReportFigure *figure,
      guint                 theme,
      const char           *path,
      double                scale)
{
  Drawing drawing = { figure, self->themes[theme] };

  if (th_report_is_over (self))
    return NULL;

  return th_picture_file_draw (path, figure->width, scale, paint, &drawing, &self->error);
}

/* "x-1.png" beside "x.md".  NULL after an error. */
static char *
write_file (ThReport             *self,
            const ThReportFigure *figure)
{
  g_autofree char *base = g_strndup (self->about->path,
                                     strlen (self->about->path) - strlen (self->format->suffix));
  g_autofree char *path = g_strdup_printf ("%s-%u.png", base, self->n_pictures);
  g_autoptr(GByteArray) bytes = draw (self, figure, 0, path, FILE_SCALE);

  if (bytes == NULL ||
      !th_report_files_add (self->files, path, bytes->data, bytes->len, &self->error))
    return NULL;

  return g_path_get_basename (path);
}

void
th_report_picture_clear (ThReportPicture *self)
{
  g_clear_pointer (&self->light, g_byte_array_unref);
  g_clear_pointer (&self->dark, g_byte_array_unref);
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->description, g_free);
}

static void
init_picture (ThReportPicture      *picture,
              const ThReportFigure *figure,
              guint                 id)
{
  *picture = (ThReportPicture) { .id = id, .title = g_strdup (figure->title),
                                 .description = g_strdup (figure->description) };
}

void
th_report_draw_cell (ThReport             *self,
                     const ThReportFigure *figure,
                     ThReportPicture      *picture)
{
  init_picture (picture, figure, ++self->n_ids);
  picture->light = draw (self, figure, 0, "cell.svg", 1);
  picture->dark = draw (self, figure, 1, "cell.svg", 1);
}

void
th_report_add_figure (ThReport             *self,
                      const ThReportFigure *figure)
{
  ThReportPicture picture;

  self->n_pictures++;
  if (self->format->has_files)
    {
      init_picture (&picture, figure, ++self->n_ids);
      picture.file = write_file (self, figure);
    }
  else
    th_report_draw_cell (self, figure, &picture);
  if (!th_report_is_over (self))
    self->format->picture (self->text, &picture);
  th_report_picture_clear (&picture);
}
