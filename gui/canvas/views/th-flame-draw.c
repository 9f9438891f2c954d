/* th-flame-draw.c - the bars of a flame graph: drawing and hitting
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-color.h"
#include "th-draw.h"
#include "th-flame-private.h"

#define GAP_PX 1
#define PADDING_PX 4
#define MIN_CHARS 2
#define MARGIN_PX 10
/* Narrower bars get no text. */
#define MIN_TEXT_PX 16
#define TEXT_SCALE 0.85
/* The share of the background in the colors of frames that do not match, and of callers. */
#define FADED 0.72
#define DIMMED 0.45

typedef struct
{
  ThFlame           *flame;
  ThTheme           *theme;
  const ThFlameView *view;
  cairo_t           *cr;
  gint64             from;     /* weight at the left edge */
  double             scale;    /* pixels for each weight */
  double             row;      /* height of a row */
  guint              n_depths;
} Picture;

double
th_flame_get_row_height (ThTheme *theme)
{
  return ceil (th_theme_get_line_height (theme)) + 1 + GAP_PX;
}

static void
picture_init (Picture           *self,
              ThFlame           *flame,
              ThTheme           *theme,
              const ThFlameView *view,
              cairo_t           *cr)
{
  const ThFlameFrame *focus = th_flame_get (flame, view->focus);

  *self = (Picture) { flame, theme, view, cr, focus->start, 0, th_flame_get_row_height (theme), 0 };
  self->scale = focus->total > 0 ? view->width / focus->total : 0;
  self->n_depths = th_flame_get_depths (flame, view->focus);
}

double
th_flame_get_height (ThFlame           *self,
                     ThTheme           *theme,
                     const ThFlameView *view)
{
  return MAX (th_flame_get_depths (self, view->focus) * th_flame_get_row_height (theme),
              view->height);
}

/* The top edge of a depth. */
static double
row_y (const Picture *self,
       guint          depth)
{
  double height = MAX (self->n_depths * self->row, self->view->height);

  return (self->view->icicle ? depth * self->row
                             : height - (depth + 1) * self->row) - self->view->scroll;
}

/* --- bars -------------------------------------------------------------- */

static ThColor
bar_color (const Picture *self,
           guint32        index)
{
  const ThFlameFrame *frame = th_flame_get (self->flame, index);
  ThColor background = th_theme_get_color (self->theme, TH_COLOR_BACKGROUND);
  ThColor color;

  if (index == 0)
    color = th_theme_get_color (self->theme, TH_COLOR_IDLE);
  else if (self->flame->is_difference)
    color = th_theme_get_change_color (self->theme, th_flame_get_change (self->flame, index));
  else if (th_flame_is_match (self->flame, index))
    return th_theme_get_color (self->theme, TH_COLOR_SELECTION);
  else
    color = th_theme_get_call_color (self->theme, frame->name, frame->kind);

  /* In a difference, matches keep their colors, which show the change. */
  if (self->flame->matches != NULL && !th_flame_is_match (self->flame, index))
    return th_color_mix (color, background, FADED);
  return frame->depth < th_flame_get (self->flame, self->view->focus)->depth
         ? th_color_mix (color, background, DIMMED) : color;
}

/* Returns the name, and in a difference also the change: "▲ e1000_clean +2.81". */
static char *
dup_text (const Picture *self,
          guint32        index)
{
  const char *name = th_flame_get (self->flame, index)->name;
  double change = th_flame_get_change (self->flame, index);
  g_autofree char *points = NULL;

  if (index == 0 || !self->flame->is_difference)
    return g_strdup (name);

  points = th_format_points (th_flame_get_share (self->flame, index, 1) -
                             th_flame_get_share (self->flame, index, 0), 0);
  return g_strdup_printf ("%s%s  %s", change > 0 ? "▲ " : change < 0 ? "▼ " : "", name, points);
}

static void
draw_bar (const Picture *self,
          guint32        index,
          double         x,
          double         width)
{
  g_autofree char *text = NULL;
  const ThFlameFrame *frame = th_flame_get (self->flame, index);
  ThColor color = bar_color (self, index);
  double y = row_y (self, frame->depth), height = self->row - GAP_PX;

  th_draw_color (self->cr, color);
  cairo_rectangle (self->cr, x, y, MAX (width - (width > 3 ? GAP_PX : 0), 1), height);
  cairo_fill (self->cr);
  if (width < MIN_TEXT_PX)
    return;

  text = dup_text (self, index);
  th_draw_color (self->cr, th_theme_get_ink_on (self->theme, color));
  th_draw_text_fit (self->cr, self->theme, text, TEXT_SCALE, FALSE, x + PADDING_PX,
                    y + height / 2, width - 2 * PADDING_PX - GAP_PX, MIN_CHARS);
}

/* Draws several bars that share pixels as one. */
static void
draw_together (const Picture *self,
               guint          depth,
               guint32        lead,
               double         x,
               double         width)
{
  ThColor color = th_color_mix (bar_color (self, lead),
                                th_theme_get_color (self->theme, TH_COLOR_BACKGROUND), 0.25);

  th_draw_color (self->cr, color);
  cairo_rectangle (self->cr, x, row_y (self, depth), width, self->row - GAP_PX);
  cairo_fill (self->cr);
}

/* Whether two frames of a depth may be drawn as one: not if they differ in being a match or in
 * their change. */
static gboolean
look_alike (const Picture *self,
            guint32        a,
            guint32        b)
{
  return th_flame_is_match (self->flame, a) == th_flame_is_match (self->flame, b) &&
         (!self->flame->is_difference ||
          th_color_pack (bar_color (self, a)) == th_color_pack (bar_color (self, b)));
}

static gboolean
is_seen (const Picture *self,
         guint          depth)
{
  double y = row_y (self, depth);

  return y + self->row > 0 && y < self->view->height;
}

/* Bars narrower than a pixel are represented by the first one in that pixel; adjacent pixels
 * that look the same are drawn as one rectangle. */
static void
draw_depth (const Picture *self,
            guint          depth)
{
  const GArray *row = self->flame->depths->pdata[depth];
  const ThFlameFrame *focus = th_flame_get (self->flame, self->view->focus);
  gint64 until = focus->start + focus->total;
  double dense_from = -1, dense_to = -1;
  guint32 lead = 0;

  for (guint i = th_flame_first_at (self->flame, depth, self->from); i < row->len;)
    {
      guint32 index = g_array_index (row, guint32, i);
      const ThFlameFrame *frame = th_flame_get (self->flame, index);
      double x = (frame->start - self->from) * self->scale, width = frame->total * self->scale;

      if (frame->start >= until)
        break;
      if (width >= 1)
        {
          draw_bar (self, index, x, width);
          i++;
          continue;
        }
      x = floor (x);
      if (dense_from >= 0 &&
          (x > dense_to || !look_alike (self, lead, index)))
        {
          draw_together (self, depth, lead, dense_from, dense_to - dense_from);
          dense_from = -1;
        }
      if (dense_from < 0)
        {
          dense_from = x;
          lead = index;
        }
      dense_to = x + 1;
      /* Skip to the first frame that ends after this pixel. */
      i = MAX (th_flame_first_at (self->flame, depth,
                                  self->from + (gint64) ((x + 1) / self->scale)), i + 1);
    }
  if (dense_from >= 0)
    draw_together (self, depth, lead, dense_from, dense_to - dense_from);
}

static void
draw_callers (const Picture *self)
{
  guint32 frame = self->view->focus;

  for (;;)
    {
      if (is_seen (self, th_flame_get (self->flame, frame)->depth))
        draw_bar (self, frame, 0, self->view->width);
      if (frame == 0)
        return;
      frame = th_flame_get (self->flame, frame)->caller;
    }
}

void
th_flame_draw (ThFlame           *self,
               ThTheme           *theme,
               const ThFlameView *view,
               cairo_t           *cr)
{
  Picture picture;

  picture_init (&picture, self, theme, view, cr);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width, view->height);
  cairo_clip (cr);
  th_draw_color (cr, th_theme_get_color (theme, TH_COLOR_BACKGROUND));
  cairo_paint (cr);
  draw_callers (&picture);
  for (guint depth = th_flame_get (self, view->focus)->depth + 1; depth < picture.n_depths; depth++)
    if (is_seen (&picture, depth))
      draw_depth (&picture, depth);
  cairo_restore (cr);
}

double
th_flame_draw_picture (ThFlame      *self,
                       ThTheme      *theme,
                       const char   *title,
                       double        width,
                       gboolean      icicle,
                       ThResolution  resolution,
                       cairo_t      *cr)
{
  double line = ceil (th_theme_get_line_height (theme)), head = line + 12;
  ThFlameView view = { width - 2 * MARGIN_PX, 0, 0, 0, icicle };
  g_autofree char *value = th_flame_format_value (self, th_flame_get (self, 0)->total, resolution);
  g_autofree char *facts = NULL;
  PangoLayout *layout;
  double right;

  view.height = th_flame_get_height (self, theme, &view);
  if (cr == NULL || view.width <= 0)
    return head + view.height + 2 * MARGIN_PX;

  th_draw_color (cr, th_theme_get_color (theme, TH_COLOR_BACKGROUND));
  cairo_rectangle (cr, 0, 0, width, head + view.height + 2 * MARGIN_PX);
  cairo_fill (cr);
  th_draw_color (cr, th_theme_get_color (theme, TH_COLOR_BACKGROUND_ALT));
  cairo_rectangle (cr, 0, 0, width, head);
  cairo_fill (cr);

  /* Translators: what a picture shows, in what and how much of it: "Time in functions · Time 12.3
   * ms" */
  facts = g_strdup_printf (_("%s · %s %s"), th_flame_get_info (self)->title,
                           _(th_flame_get_info (self)->weights[self->weight].title), value);
  layout = th_theme_get_layout (theme, facts, 1, FALSE);
  right = MIN (th_draw_text_width (layout), width / 2);
  th_draw_color (cr, th_theme_get_color (theme, TH_COLOR_INK_DIM));
  th_draw_text_fit (cr, theme, facts, 1, FALSE, width - MARGIN_PX - right, head / 2, right + 1,
                    MIN_CHARS);
  th_draw_color (cr, th_theme_get_color (theme, TH_COLOR_INK));
  th_draw_text_fit (cr, theme, title, 1, TRUE, MARGIN_PX, head / 2, width - right - 4 * MARGIN_PX,
                    MIN_CHARS);

  cairo_save (cr);
  cairo_translate (cr, MARGIN_PX, head + MARGIN_PX);
  th_flame_draw (self, theme, &view, cr);
  cairo_restore (cr);
  return head + view.height + 2 * MARGIN_PX;
}

/* --- hitting ----------------------------------------------------------- */

guint32
th_flame_hit (ThFlame           *self,
              ThTheme           *theme,
              const ThFlameView *view,
              double             x,
              double             y)
{
  const ThFlameFrame *focus = th_flame_get (self, view->focus);
  guint32 frame = view->focus;
  const ThFlameFrame *found;
  const GArray *row;
  Picture picture;
  double depth;
  guint at;

  picture_init (&picture, self, theme, view, NULL);
  depth = floor (view->icicle ? (y + view->scroll) / picture.row
                              : (MAX (picture.n_depths * picture.row,
                                      view->height) - y - view->scroll) / picture.row);
  if (depth < 0 || depth >= picture.n_depths || x < 0 || x >= view->width || picture.scale <= 0)
    return G_MAXUINT32;
  if (depth <= focus->depth)
    {
      while (th_flame_get (self, frame)->depth > depth)
        frame = th_flame_get (self, frame)->caller;
      return frame;
    }

  row = self->depths->pdata[(guint) depth];
  at = th_flame_first_at (self, depth, focus->start + (gint64) (x / picture.scale));
  if (at == row->len)
    return G_MAXUINT32;
  frame = g_array_index (row, guint32, at);
  found = th_flame_get (self, frame);
  return found->start < focus->start + focus->total &&
         (found->start - focus->start) * picture.scale < floor (x) + 1 ? frame : G_MAXUINT32;
}

gboolean
th_flame_get_bar (ThFlame           *self,
                  ThTheme           *theme,
                  const ThFlameView *view,
                  guint32            frame,
                  double            *x,
                  double            *y,
                  double            *width)
{
  const ThFlameFrame *bar = th_flame_get (self, frame), *focus = th_flame_get (self, view->focus);
  Picture picture;

  picture_init (&picture, self, theme, view, NULL);
  *y = row_y (&picture, bar->depth);
  *x = 0;
  *width = view->width;
  if (bar->depth <= focus->depth)
    return bar->start <= focus->start && bar->start + bar->total >= focus->start + focus->total;

  *x = (bar->start - focus->start) * picture.scale;
  *width = MAX (bar->total * picture.scale, 1);
  return bar->start >= focus->start && bar->start < focus->start + focus->total;
}
