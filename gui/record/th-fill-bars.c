/* th-fill-bars.c - how full the ring buffer of each CPU is, as a row of small bars
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-fill-bars.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-style.h"

#define SLOT_PX 44
#define BAR_PX 20
#define BAR_HEIGHT 8
#define TEXT_SCALE 0.86
/* A buffer that is so full may soon overflow. */
#define FULL 0.8

typedef struct
{
  guint  number;
  guint  percent;
} Fill;

struct _ThFillBars
{
  GtkWidget  parent;

  GArray    *fills; /* Fill */
};

G_DEFINE_FINAL_TYPE (ThFillBars, th_fill_bars, GTK_TYPE_WIDGET)

/* --- which CPUs ------------------------------------------------------------ */

static int
compare_percents (gconstpointer a,
                  gconstpointer b)
{
  const Fill *first = a, *second = b;

  return first->percent != second->percent ? (int) second->percent - (int) first->percent
                                           : (int) first->number - (int) second->number;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  return (int) ((const Fill *) a)->number - (int) ((const Fill *) b)->number;
}

/* Free with g_array_unref(). */
static GArray *
list_shown (ThFillBars *self)
{
  guint room = (guint) MAX (gtk_widget_get_width (GTK_WIDGET (self)) / th_style_grow (SLOT_PX), 0);
  GArray *shown = g_array_copy (self->fills);

  if (room < shown->len)
    {
      g_array_sort (shown, compare_percents);
      g_array_set_size (shown, room);
      g_array_sort (shown, compare_numbers);
    }
  return shown;
}

static void
describe (ThFillBars *self)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->fills->len; i++)
    {
      const Fill *fill = &g_array_index (self->fills, Fill, i);

      /* Translators: number of a CPU, and how full its buffer is */
      g_string_append_printf (text, _("%sCPU %u: %u %%"), i > 0 ? ", " : "", fill->number,
                              fill->percent);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text->str, -1);
}

static gboolean
are_equal (const GArray *a,
           const GArray *b)
{
  for (guint i = 0; a->len == b->len && i < a->len; i++)
    {
      const Fill *first = &g_array_index (a, Fill, i), *second = &g_array_index (b, Fill, i);

      if (first->number != second->number || first->percent != second->percent)
        return FALSE;
    }
  return a->len == b->len;
}

void
th_fill_bars_set_status (ThFillBars            *self,
                         const ThCaptureStatus *status)
{
  g_autoptr(GArray) fills = g_array_new (FALSE, FALSE, sizeof (Fill));
  gboolean resize;

  for (guint i = 0; status != NULL && i < status->n_cpus; i++)
    {
      Fill fill = { status->cpus[i].number,
                    (guint) lround (CLAMP (status->cpus[i].fill, 0, 1) * 100) };

      g_array_append_val (fills, fill);
    }
  if (are_equal (fills, self->fills))
    return;

  resize = fills->len != self->fills->len;
  g_array_unref (self->fills);
  self->fills = g_steal_pointer (&fills);
  describe (self);
  if (resize)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  else
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- drawing ----------------------------------------------------------------- */

static void
snapshot_bar (GtkSnapshot *snapshot,
              const Fill  *fill,
              double       x,
              double       height)
{
  double width = th_style_grow (BAR_PX), bar = th_style_grow (BAR_HEIGHT);
  double y = floor ((height - bar) / 2);
  GdkRGBA back = th_style_get_rgba (TH_COLOR_INK_DIM);
  GdkRGBA color = th_style_get_rgba (fill->percent >= FULL * 100 ? TH_COLOR_ERROR
                                                                  : TH_COLOR_SELECTION);

  back.alpha = .25f;
  gtk_snapshot_append_color (snapshot, &back, &GRAPHENE_RECT_INIT (x, y, width, bar));
  if (fill->percent > 0)
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT (x, y, MAX (width * fill->percent / 100, 1),
                                                    bar));
}

static void
th_fill_bars_snapshot (GtkWidget   *widget,
                       GtkSnapshot *snapshot)
{
  ThFillBars *self = TH_FILL_BARS (widget);
  g_autoptr(GArray) shown = list_shown (self);
  ThTheme *theme = th_style_get_theme (th_style_get_default ());
  double height = gtk_widget_get_height (widget), x = 0;
  GdkRGBA ink = th_style_get_rgba (TH_COLOR_INK_DIM);

  for (guint i = 0; i < shown->len; i++, x += th_style_grow (SLOT_PX))
    {
      const Fill *fill = &g_array_index (shown, Fill, i);
      g_autofree char *number = g_strdup_printf ("%u", fill->number);
      PangoLayout *layout = th_theme_get_layout (theme, number, TEXT_SCALE, FALSE);
      double bar_x = x + th_style_grow (SLOT_PX) - th_style_grow (BAR_PX) - 4;
      int width, text_height;

      pango_layout_get_pixel_size (layout, &width, &text_height);
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (MAX (bar_x - 4 - width, x),
                                                              floor ((height - text_height) / 2)));
      gtk_snapshot_append_layout (snapshot, layout, &ink);
      gtk_snapshot_restore (snapshot);
      snapshot_bar (snapshot, fill, bar_x, height);
    }
}

static void
th_fill_bars_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  ThFillBars *self = TH_FILL_BARS (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = self->fills->len > 0 ? th_style_grow (SLOT_PX) : 0;
      *natural = (int) MIN (self->fills->len, 64) * th_style_grow (SLOT_PX);
    }
  else
    *minimum = *natural = th_style_grow (BAR_HEIGHT);
}

/* --- class --------------------------------------------------------------------- */

static void
th_fill_bars_finalize (GObject *object)
{
  g_array_unref (TH_FILL_BARS (object)->fills);

  G_OBJECT_CLASS (th_fill_bars_parent_class)->finalize (object);
}

static void
th_fill_bars_class_init (ThFillBarsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = th_fill_bars_finalize;
  widget_class->measure = th_fill_bars_measure;
  widget_class->snapshot = th_fill_bars_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
th_fill_bars_init (ThFillBars *self)
{
  self->fills = g_array_new (FALSE, FALSE, sizeof (Fill));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Buffer fill"), -1);
  th_style_redraw (GTK_WIDGET (self));
}
