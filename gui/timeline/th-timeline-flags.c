/* th-timeline-flags.c - draws the flags of notes on the ruler and on lanes, and finds them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-theme.h"
#include "th-timeline-private.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-style.h"

#define FLAG_HEIGHT 15
#define FLAG_PAD    5
#define POLE_PX     5  /* below the flag */
#define POLE_WIDTH  1
#define APART_PX    4  /* flags of a lane that are closer would only cover each other */
#define OPEN_COLOR  1u /* of bookmarks: amber */
#define TEXT_CHARS  48

static ThTheme *
get_theme (ThTimeline *self)
{
  return th_scene_get_theme (th_document_get_scene (self->document));
}

static PangoLayout *
get_number (ThTimeline   *self,
            const ThFlag *flag)
{
  g_autofree char *number = g_strdup_printf ("%u", flag->number);

  return th_theme_get_layout (get_theme (self), number, 0.85, TRUE);
}

/* The width of a number as that of its digits: laying out each flag of a long review in each frame
 * would take too long. */
static double
get_width (ThTimeline   *self,
           const ThFlag *flag)
{
  PangoLayout *digit = th_theme_get_layout (get_theme (self), "0", 0.85, TRUE);
  int width, height, n = 1;

  for (guint rest = flag->number; rest >= 10; rest /= 10)
    n++;
  pango_layout_get_pixel_size (digit, &width, &height);
  return MAX (n * width + 2 * th_style_grow (FLAG_PAD), th_style_grow (FLAG_HEIGHT));
}

/* --- positions ---------------------------------------------------------------- */

/* The lane that has the flag, if it is in view; NULL for the ruler, which has the flags of lanes
 * that are not shown.  FALSE if the lane is scrolled out of view. */
static gboolean
find_lane (ThTimeline    *self,
           const ThFlag  *flag,
           const ThLane **lane,
           double        *top)
{
  ThScene *scene = th_timeline_get_scene (self);
  guint index = flag->lane != NULL ? th_scene_find_name (scene, flag->lane) : G_MAXUINT;
  double first = th_timeline_get_lanes_top ();

  *lane = index != G_MAXUINT ? th_scene_get_lane (scene, index) : NULL;
  if (*lane == NULL || (*lane)->height <= 0)
    {
      *lane = NULL;
      *top = th_timeline_get_overview_height () + 3;
      return TRUE;
    }

  if (!(*lane)->pinned)
    first += th_timeline_get_viewport (self).pinned;
  *top = th_timeline_lane_top (self, *lane) + 1;
  return *top + th_style_grow (FLAG_HEIGHT) > first &&
         *top < gtk_widget_get_height (GTK_WIDGET (self));
}

static double
get_pole_x (ThTimeline   *self,
            const ThFlag *flag)
{
  return floor (self->time_x +
                th_view_time_to_x (th_document_get_view (self->document), flag->time));
}

/* Sets the rectangle of the flag; FALSE if it is not in view. */
static gboolean
find_bounds (ThTimeline      *self,
             const ThFlag    *flag,
             graphene_rect_t *bounds)
{
  const ThView *view = th_document_get_view (self->document);
  double size = th_style_grow (FLAG_HEIGHT), x, top, width;
  const ThLane *lane;

  if (flag->time != TH_TIME_NONE && (flag->time < view->from || flag->time > view->to))
    return FALSE;
  if (!find_lane (self, flag, &lane, &top) || (flag->time == TH_TIME_NONE && lane == NULL))
    return FALSE;

  width = get_width (self, flag);
  if (flag->time != TH_TIME_NONE)
    x = th_timeline_place_flag (self, get_pole_x (self, flag), POLE_WIDTH, width);
  else
    x = self->time_x > 0 ? self->time_x - width - 6 : view->width + 6;
  graphene_rect_init (bounds, x, top + (flag->time == TH_TIME_NONE ? 3 : 0), width, size);

  return TRUE;
}

/* Flags that are drawn later cover earlier ones, so the search runs backwards; the selected one is
 * drawn last. */
static guint
find_flag (ThTimeline *self,
           double      x,
           double      y)
{
  ThFlags *flags = self->document != NULL ? th_document_get_flags (self->document) : NULL;
  graphene_rect_t bounds;
  guint found = G_MAXUINT;

  if (flags == NULL || th_timeline_get_scene (self) == NULL)
    return G_MAXUINT;

  for (guint i = th_flags_get_n (flags); i > 0; i--)
    {
      const ThFlag *flag = th_flags_get (flags, i - 1);

      if ((found == G_MAXUINT || flag->is_selected) && find_bounds (self, flag, &bounds) &&
          graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT (x, y)))
        found = i - 1;
    }

  return found;
}

gboolean
th_timeline_click_flag (ThTimeline *self,
                        double      x,
                        double      y)
{
  guint index = find_flag (self, x, y);

  if (index == G_MAXUINT)
    return FALSE;

  th_flags_activate (th_document_get_flags (self->document), index);
  return TRUE;
}

const char *
th_timeline_find_flag_text (ThTimeline *self,
                            double      x,
                            double      y)
{
  guint index = find_flag (self, x, y);

  return index != G_MAXUINT ? th_flags_get (th_document_get_flags (self->document), index)->text
                            : NULL;
}

char *
th_timeline_dup_selected_flag (ThTimeline *self)
{
  ThFlags *flags = self->document != NULL ? th_document_get_flags (self->document) : NULL;

  for (guint i = 0; flags != NULL && i < th_flags_get_n (flags); i++)
    if (th_flags_get (flags, i)->is_selected)
      /* Translators: number and text of a note */
      return g_strdup_printf (_("Note %u: %s"), th_flags_get (flags, i)->number,
                              th_flags_get (flags, i)->text);

  return NULL;
}

/* --- drawing ------------------------------------------------------------------ */

static GdkRGBA
to_rgba (ThColor color)
{
  return (GdkRGBA) { color.red, color.green, color.blue, 1 };
}

static void
append_layout (GtkSnapshot *snapshot,
               PangoLayout *layout,
               double       x,
               double       y,
               ThColor      ink)
{
  GdkRGBA rgba = to_rgba (ink);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, &rgba);
  gtk_snapshot_restore (snapshot);
}

static void
append_box (GtkSnapshot           *snapshot,
            const graphene_rect_t *bounds,
            ThColor                fill,
            ThColor                edge)
{
  GdkRGBA rgba = to_rgba (fill), line = to_rgba (edge);
  GskRoundedRect box;

  gsk_rounded_rect_init_from_rect (&box, bounds, 3);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, &rgba, bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &box, (float[4]) { 1, 1, 1, 1 },
                              (GdkRGBA[4]) { line, line, line, line });
}

static char *
dup_short (const char *text)
{
  g_autofree char *begin = NULL;

  if (g_utf8_strlen (text, -1) <= TEXT_CHARS)
    return g_strdup (text);

  begin = g_utf8_substring (text, 0, TEXT_CHARS);
  return g_strconcat (begin, "…", NULL);
}

/* The text of the selected note, after its flag, or before it if there is no room. */
static void
snapshot_text (ThTimeline            *self,
               GtkSnapshot           *snapshot,
               const ThFlag          *flag,
               const graphene_rect_t *bounds,
               ThColor                edge)
{
  ThTheme *theme = get_theme (self);
  g_autofree char *text = dup_short (flag->text);
  PangoLayout *layout = th_theme_get_layout (theme, text, 0.85, TRUE);
  graphene_rect_t box;
  int width, height;
  double x;

  pango_layout_get_pixel_size (layout, &width, &height);
  width += 2 * th_style_grow (FLAG_PAD);
  x = bounds->origin.x + bounds->size.width + 4;
  if (x + width > self->time_x + th_document_get_view (self->document)->width)
    x = bounds->origin.x - 4 - width;
  graphene_rect_init (&box, x, bounds->origin.y, width, bounds->size.height);
  append_box (snapshot, &box, th_theme_get_color (theme, TH_COLOR_BACKGROUND), edge);
  append_layout (snapshot, layout, box.origin.x + th_style_grow (FLAG_PAD),
                 box.origin.y + (box.size.height - height) / 2,
                 th_theme_get_color (theme, TH_COLOR_INK));
}

static void
snapshot_flag (ThTimeline            *self,
               GtkSnapshot           *snapshot,
               const ThFlag          *flag,
               const graphene_rect_t *bounds)
{
  ThTheme *theme = get_theme (self);
  ThColor open = th_theme_get_bookmark_color (theme, OPEN_COLOR);
  ThColor fill = flag->is_open ? open : th_theme_get_color (theme, TH_COLOR_IDLE);
  ThColor edge = th_theme_get_color (theme, flag->is_selected ? TH_COLOR_INK : TH_COLOR_INK_DIM);
  PangoLayout *layout = get_number (self, flag);
  GdkRGBA pole = to_rgba (edge);
  int width, height;

  if (flag->time != TH_TIME_NONE)
    gtk_snapshot_append_color (snapshot, &pole,
                               &GRAPHENE_RECT_INIT (get_pole_x (self, flag), bounds->origin.y,
                                                    POLE_WIDTH, bounds->size.height + POLE_PX));
  append_box (snapshot, bounds, fill, edge);
  pango_layout_get_pixel_size (layout, &width, &height);
  append_layout (snapshot, layout, bounds->origin.x + (bounds->size.width - width) / 2,
                 bounds->origin.y + (bounds->size.height - height) / 2,
                 th_theme_get_ink_on (theme, fill));
  if (flag->is_selected && flag->time != TH_TIME_NONE)
    snapshot_text (self, snapshot, flag, bounds, open);
}

/* Whether a flag that is nearly at the same place was drawn already; adds this one to @drawn. */
static gboolean
is_covered (GHashTable            *drawn,
            const graphene_rect_t *bounds)
{
  guint x = (guint) MAX (bounds->origin.x, 0) / APART_PX;
  guint y = (guint) MAX (bounds->origin.y, 0);

  return !g_hash_table_add (drawn, GUINT_TO_POINTER (y << 16 | (x & 0xffff)));
}

void
th_timeline_snapshot_flags (ThTimeline  *self,
                            GtkSnapshot *snapshot,
                            gboolean     on_labels)
{
  ThFlags *flags = th_document_get_flags (self->document);
  g_autoptr(GHashTable) drawn = g_hash_table_new (NULL, NULL);
  graphene_rect_t bounds, chosen;
  const ThFlag *selected = NULL;

  for (guint i = 0; i < th_flags_get_n (flags); i++)
    {
      const ThFlag *flag = th_flags_get (flags, i);

      if ((flag->time == TH_TIME_NONE) != on_labels || !find_bounds (self, flag, &bounds))
        continue;
      if (flag->is_selected)
        {
          selected = flag;
          chosen = bounds;
        }
      else if (!is_covered (drawn, &bounds))
        snapshot_flag (self, snapshot, flag, &bounds);
    }
  if (selected != NULL)
    snapshot_flag (self, snapshot, selected, &chosen);
}
