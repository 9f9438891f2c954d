/* th-parts-list.c - the parts that moved the mean of a row, as a bar and a list
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-parts-list.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-compare-colors.h"
#include "th-comparison-text.h"
#include "th-draw.h"
#include "th-parts-bar.h"
#include "th-style.h"
#include "th-widgets.h"

#define BAR_PX 13
#define SWATCH_PX 10
/* Any further parts are summed up in one row. */
#define MAX_SHOWN 8

struct _ThPartsList
{
  GtkWidget     parent;

  GtkWidget    *box;
  GtkWidget    *choice;     /* selects the dimension */
  GtkWidget    *bar;
  GtkWidget    *list;
  GtkWidget    *sum_share;
  GtkWidget    *sum_time;

  ThComparison *comparison; /* or NULL */
  guint         index;
  GPtrArray    *dimensions; /* of the row, owned by the comparison */
  char         *chosen;     /* by the user; or NULL */
  gint          part;
  gboolean      filling;
};

enum
{
  PROP_0,
  PROP_PART,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThPartsList, th_parts_list, GTK_TYPE_WIDGET)

static const ThComparisonRow *
get_row (ThPartsList *self)
{
  return th_comparison_get_row (self->comparison, self->index);
}

static const ThComparisonPart *
get_part (ThPartsList *self,
          guint        part)
{
  return &g_array_index (get_row (self)->parts, ThComparisonPart, part);
}

/* The dimension that is shown, owned by the comparison; NULL if the row has no parts. */
static const char *
get_dimension (ThPartsList *self)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));

  return selected < self->dimensions->len ? self->dimensions->pdata[selected] : NULL;
}

/* --- texts -------------------------------------------------------------------------- */

static char *
dup_tip (ThPartsList            *self,
         const ThComparisonPart *part)
{
  g_autofree char *a = th_comparison_format_value (get_row (self), part->a);
  g_autofree char *b = th_comparison_format_value (get_row (self), part->b);
  g_autofree char *values = th_comparison_format_moved (get_row (self), part->values);
  g_autofree char *mix = th_comparison_format_moved (get_row (self), part->mix);

  if (part->mix == 0)
    return g_strdup_printf (_("Of the mean: %s in A, %s in B"), a, b);

  return g_strdup_printf (_("Of the mean: %s in A, %s in B\nBecause values changed: %s\n"
                            "Because those above or below the mean became more or less frequent: "
                            "%s"), a, b, values, mix);
}

/* --- rows --------------------------------------------------------------------------- */

static void
draw_swatch_cb (GtkDrawingArea *area,
                cairo_t        *cr,
                int             width,
                int             height,
                gpointer        data)
{
  ThPartsList *self = data;
  gint part = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (area), "part"));
  ThTheme *theme = th_style_get_theme (th_style_get_default ());
  int size = MIN (th_style_grow (SWATCH_PX), MIN (width, height));

  if (self->comparison == NULL || part >= (gint) get_row (self)->parts->len)
    return;

  th_draw_color (cr, part >= 0 ? th_compare_get_part_color (theme, get_part (self, part))
                               : th_theme_get_color (theme, TH_COLOR_TICK));
  cairo_rectangle (cr, (width - size) / 2, (height - size) / 2, size, size);
  cairo_fill (cr);
}

static GtkWidget *
swatch_new (ThPartsList *self,
            gint         part)
{
  GtkWidget *swatch = gtk_drawing_area_new ();

  g_object_set_data (G_OBJECT (swatch), "part", GINT_TO_POINTER (part));
  gtk_widget_set_size_request (swatch, th_style_grow (SWATCH_PX), th_style_grow (SWATCH_PX));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch_cb, self, NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (swatch), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  return swatch;
}

static GtkWidget *
number_new (const char *text,
            const char *css_class)
{
  GtkWidget *label = th_label_new (text, css_class);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_add_css_class (label, "value");
  return label;
}

/* @part is -1 for the sum of the smallest parts. */
static void
append_row (ThPartsList *self,
            gint         part,
            const char  *name,
            double       moved)
{
  g_autofree char *share = th_comparison_format_share (get_row (self), moved);
  g_autofree char *time = th_comparison_format_moved (get_row (self), moved);
  g_autofree char *tip = part >= 0 ? dup_tip (self, get_part (self, part)) : NULL;
  g_autofree char *text = g_strdup_printf ("%s: %s, %s", name, share, time);
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = th_paragraph_new (name, NULL);

  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), swatch_new (self, part));
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), number_new (share, "dim-label"));
  gtk_box_append (GTK_BOX (box), number_new (time, "time"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), part >= 0);
  gtk_widget_set_tooltip_text (row, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_object_set_data (G_OBJECT (row), "part", GINT_TO_POINTER (part));
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void set_part (ThPartsList *self,
                      gint         part);

static void
show_sum (ThPartsList *self)
{
  double moved = get_row (self)->mean_b - get_row (self)->mean_a;
  g_autofree char *share = th_comparison_format_share (get_row (self), moved);
  g_autofree char *time = th_comparison_format_moved (get_row (self), moved);

  gtk_label_set_text (GTK_LABEL (self->sum_share), share);
  gtk_label_set_text (GTK_LABEL (self->sum_time), time);
}

static void
fill_rows (ThPartsList *self,
           const char  *dimension)
{
  guint begin, end, shown;
  double rest = 0;

  th_parts_bar_find_dimension (get_row (self), dimension, &begin, &end);
  /* A single small part is shown rather than a sum of one. */
  shown = end - begin > MAX_SHOWN + 1 ? begin + MAX_SHOWN : end;
  for (guint i = begin; i < end; i++)
    {
      const ThComparisonPart *part = get_part (self, i);
      g_autofree char *name = th_comparison_format_part (part);

      if (i < shown)
        append_row (self, i, name, th_parts_bar_get_moved (part));
      else
        rest += th_parts_bar_get_moved (part);
    }
  if (shown < end)
    {
      g_autofree char *name = g_strdup_printf (ngettext ("%u other", "%u others", end - shown),
                                               end - shown);

      append_row (self, -1, name, rest);
    }
}

static void
show (ThPartsList *self)
{
  const char *dimension = get_dimension (self);

  self->filling = TRUE;
  th_widget_clear (self->list);
  if (self->comparison != NULL && dimension != NULL)
    {
      fill_rows (self, dimension);
      show_sum (self);
    }
  self->filling = FALSE;
  set_part (self, -1);
  gtk_widget_queue_draw (self->bar);
}

/* --- selection ---------------------------------------------------------------------- */

static gint
get_row_part (GtkListBoxRow *row)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "part"));
}

gint
th_parts_list_get_part (ThPartsList *self)
{
  return self->part;
}

static void
selected_cb (ThPartsList   *self,
             GtkListBoxRow *row)
{
  gint part = row != NULL ? get_row_part (row) : -1;

  if (self->filling || self->part == part)
    return;

  self->part = part;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PART]);
}

/* Selects a part; -1 for none.  A part that was summed up with others cannot be selected. */
static void
set_part (ThPartsList *self,
          gint         part)
{
  GtkListBoxRow *row = NULL;

  for (guint i = 0; part >= 0; i++)
    {
      row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i);
      if (row == NULL || get_row_part (row) == part)
        break;
    }
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  selected_cb (self, row);
}

/* --- dimensions --------------------------------------------------------------------- */

static void
dimension_cb (ThPartsList *self)
{
  if (self->filling)
    return;

  g_free (self->chosen);
  self->chosen = g_strdup (get_dimension (self));
  show (self);
}

/* Whether the row has several parts of this dimension; a single one explains nothing. */
static gboolean
divides (ThPartsList *self,
         const char  *dimension)
{
  guint begin, end;

  return th_parts_bar_find_dimension (get_row (self), dimension, &begin, &end) && end > begin + 1;
}

/* The dimension that the user has chosen; or else the first that divides the difference. */
static guint
find_selected (ThPartsList *self)
{
  for (guint i = 0; i < self->dimensions->len; i++)
    if (g_strcmp0 (self->chosen, self->dimensions->pdata[i]) == 0)
      return i;
  for (guint i = 0; i < self->dimensions->len; i++)
    if (divides (self, self->dimensions->pdata[i]))
      return i;
  return 0;
}

static void
fill_dimensions (ThPartsList *self)
{
  GtkStringList *titles = gtk_string_list_new (NULL);

  g_ptr_array_set_size (self->dimensions, 0);
  for (guint i = 0; self->comparison != NULL && i < get_row (self)->parts->len; i++)
    {
      const char *dimension = get_part (self, i)->dimension;

      if (i > 0 && strcmp (get_part (self, i - 1)->dimension, dimension) == 0)
        continue;
      g_ptr_array_add (self->dimensions, (gpointer) dimension);
      gtk_string_list_take (titles, th_comparison_format_dimension (dimension));
    }
  self->filling = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->choice), G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), find_selected (self));
  self->filling = FALSE;
  gtk_widget_set_visible (self->choice, self->dimensions->len > 1);
  g_object_unref (titles);
}

void
th_parts_list_set (ThPartsList  *self,
                   ThComparison *comparison,
                   guint         index)
{
  ThComparison *old = self->comparison;

  g_return_if_fail (TH_IS_PARTS_LIST (self));

  self->comparison = comparison != NULL ? th_comparison_ref (comparison) : NULL;
  self->index = index;
  fill_dimensions (self);
  show (self);
  g_clear_pointer (&old, th_comparison_unref);
  gtk_widget_set_visible (GTK_WIDGET (self), self->dimensions->len > 0);
}

/* --- the bar ------------------------------------------------------------------------ */

static void
draw_bar_cb (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        data)
{
  ThPartsList *self = data;
  const char *dimension = get_dimension (self);

  if (self->comparison != NULL && dimension != NULL)
    th_parts_bar_draw (th_style_get_theme (th_style_get_default ()), get_row (self), dimension,
                       width, height, cr);
}

static gint
find_at (ThPartsList *self,
         double       x)
{
  const char *dimension = get_dimension (self);

  if (self->comparison == NULL || dimension == NULL)
    return -1;

  return th_parts_bar_find_part (get_row (self), dimension, gtk_widget_get_width (self->bar), x);
}

static void
bar_pressed_cb (ThPartsList *self,
                int          n_press,
                double       x)
{
  set_part (self, find_at (self, x));
}

static gboolean
bar_tip_cb (ThPartsList *self,
            int          x,
            int          y,
            gboolean     by_keyboard,
            GtkTooltip  *tooltip)
{
  gint part = by_keyboard ? -1 : find_at (self, x);
  g_autofree char *name = part >= 0 ? th_comparison_format_part (get_part (self, part)) : NULL;
  g_autofree char *tip = part >= 0 ? dup_tip (self, get_part (self, part)) : NULL;
  g_autofree char *text = g_strjoin ("\n", name, tip, NULL);

  gtk_tooltip_set_text (tooltip, text);
  return part >= 0;
}

static void
style_changed_cb (ThPartsList *self)
{
  gint part = self->part;

  show (self);
  set_part (self, part);
}

static GtkWidget *
bar_new (ThPartsList *self)
{
  GtkWidget *bar = gtk_drawing_area_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_size_request (bar, -1, th_style_grow (BAR_PX));
  gtk_widget_set_has_tooltip (bar, TRUE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bar), draw_bar_cb, self, NULL);
  /* Hidden from assistive technology, because the list shows the same parts. */
  gtk_accessible_update_state (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (bar_pressed_cb), self);
  g_signal_connect_swapped (bar, "query-tooltip", G_CALLBACK (bar_tip_cb), self);
  gtk_widget_add_controller (bar, GTK_EVENT_CONTROLLER (click));
  return bar;
}

/* --- class -------------------------------------------------------------------------- */

static void
th_parts_list_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  g_assert (id == PROP_PART);
  g_value_set_int (value, TH_PARTS_LIST (object)->part);
}

static void
th_parts_list_set_property (GObject      *object,
                            guint         id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  g_assert (id == PROP_PART);
  set_part (TH_PARTS_LIST (object), g_value_get_int (value));
}

static void
th_parts_list_dispose (GObject *object)
{
  ThPartsList *self = TH_PARTS_LIST (object);

  self->filling = TRUE;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->comparison, th_comparison_unref);
  g_clear_pointer (&self->dimensions, g_ptr_array_unref);
  g_clear_pointer (&self->chosen, g_free);

  G_OBJECT_CLASS (th_parts_list_parent_class)->dispose (object);
}

static void
th_parts_list_class_init (ThPartsListClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = th_parts_list_get_property;
  G_OBJECT_CLASS (klass)->set_property = th_parts_list_set_property;
  G_OBJECT_CLASS (klass)->dispose = th_parts_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "partslist");
  properties[PROP_PART] = g_param_spec_int ("part", NULL, NULL, -1, G_MAXINT, -1,
                                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                            G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}

static GtkWidget *
sum_new (ThPartsList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = th_label_new (_("Sum"), "time");

  self->sum_share = number_new ("", "dim-label");
  self->sum_time = number_new ("", "time");
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (box, "sum");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), self->sum_share);
  gtk_box_append (GTK_BOX (box), self->sum_time);
  return box;
}

static void
th_parts_list_init (ThPartsList *self)
{
  self->dimensions = g_ptr_array_new ();
  self->part = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->choice = gtk_drop_down_new (NULL, NULL);
  self->bar = bar_new (self);
  self->list = gtk_list_box_new ();
  gtk_widget_set_halign (self->choice, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Parts of the difference"), -1);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), self->choice);
  gtk_box_append (GTK_BOX (self->box), self->list);
  gtk_box_append (GTK_BOX (self->box), sum_new (self));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  th_inner_button_name (self->choice, _("Parts to show"));
  g_signal_connect_object (self->choice, "notify::selected", G_CALLBACK (dimension_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "row-selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (style_changed_cb), self,
                           G_CONNECT_SWAPPED);
}
