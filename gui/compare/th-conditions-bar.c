/* th-conditions-bar.c - the conditions of a comparison in one line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-conditions-bar.h"

#include <glib/gi18n-lib.h>

#include "th-conditions-grid.h"
#include "th-widgets.h"

#define GAP 20
/* The greatest number that fits the button. */
#define MAX_FOLDED 99

struct _ThConditionsBar
{
  GtkWidget     parent;

  GPtrArray    *items;    /* a widget for each condition; children of the bar */
  GtkWidget    *more;     /* a menu button; its popover lists all conditions */
  GtkWidget    *all;      /* the list in the popover */
  guint         n_folded;
};

G_DEFINE_FINAL_TYPE (ThConditionsBar, th_conditions_bar, GTK_TYPE_WIDGET)

/* --- items ---------------------------------------------------------------------------- */

static GtkWidget *
item_new (const ThCondition *condition)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *tip = th_condition_dup_warnings (condition);
  g_autofree char *text = g_strdup_printf ("%s: %s%s%s", condition->title, condition->value,
                                           *tip != '\0' ? ". " : "", tip);

  gtk_box_append (GTK_BOX (box), th_condition_icon_new (condition));
  gtk_box_append (GTK_BOX (box), th_label_new (condition->title, "dim-label"));
  gtk_box_append (GTK_BOX (box), th_label_new (condition->value, "condition"));
  if (condition->warnings->len > 0)
    gtk_widget_add_css_class (box, "caution");
  gtk_widget_set_tooltip_text (box, *tip != '\0' ? tip : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return box;
}

static void
clear_items (ThConditionsBar *self)
{
  for (guint i = 0; i < self->items->len; i++)
    gtk_widget_unparent (self->items->pdata[i]);
  g_ptr_array_set_size (self->items, 0);
}

void
th_conditions_bar_set_comparison (ThConditionsBar *self,
                                  ThComparison    *comparison)
{
  g_autoptr(GArray) list = comparison != NULL ? th_conditions_list (comparison) : NULL;

  g_return_if_fail (TH_IS_CONDITIONS_BAR (self));

  clear_items (self);
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      const ThCondition *condition = &g_array_index (list, ThCondition, i);
      GtkWidget *item = item_new (condition);

      gtk_widget_insert_before (item, GTK_WIDGET (self), self->more);
      g_ptr_array_add (self->items, item);
    }
  th_conditions_grid_set (self->all, list);
  gtk_widget_set_visible (self->more, self->items->len > 0);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* --- layout --------------------------------------------------------------------------- */

static int
get_natural_width (GtkWidget *widget)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static void
th_conditions_bar_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  ThConditionsBar *self = TH_CONDITIONS_BAR (widget);
  int least, wanted;

  gtk_widget_measure (self->more, orientation, -1, minimum, natural, NULL, NULL);
  for (guint i = 0; i < self->items->len; i++)
    {
      gtk_widget_measure (self->items->pdata[i], orientation, -1, &least, &wanted, NULL, NULL);
      if (orientation == GTK_ORIENTATION_HORIZONTAL)
        *natural += wanted + GAP;
      else
        {
          *minimum = MAX (*minimum, least);
          *natural = MAX (*natural, wanted);
        }
    }
}

static void
update_more (GtkWidget *widget)
{
  ThConditionsBar *self = TH_CONDITIONS_BAR (widget);
  g_autofree char *text = self->n_folded > 0
                          ? g_strdup_printf ("+%u", MIN (self->n_folded, MAX_FOLDED)) : NULL;
  g_autofree char *name = self->n_folded > 0
                          ? g_strdup_printf (ngettext ("All conditions, %u more",
                                                       "All conditions, %u more", self->n_folded),
                                             self->n_folded)
                          : g_strdup (_("All conditions"));

  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->more), text != NULL ? text : "…");
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (self->more)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
place (GtkWidget *self,
       GtkWidget *child,
       int        x,
       int        width,
       int        height)
{
  gboolean is_rtl = gtk_widget_get_direction (self) == GTK_TEXT_DIR_RTL;

  gtk_widget_size_allocate (child,
                            &(GtkAllocation) { is_rtl ? gtk_widget_get_width (self) - x - width : x,
                                               0, width, height }, -1);
}

/* Folds items from the end; room for the button is reserved at the end of the line. */
static void
th_conditions_bar_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  ThConditionsBar *self = TH_CONDITIONS_BAR (widget);
  int button = get_natural_width (self->more), x = 0;
  guint n_folded = 0;

  for (guint i = 0; i < self->items->len; i++)
    {
      int wanted = get_natural_width (self->items->pdata[i]);
      gboolean fits = n_folded == 0 && x + wanted + GAP + button <= width;

      gtk_widget_set_child_visible (self->items->pdata[i], fits);
      n_folded += !fits;
      place (widget, self->items->pdata[i], x, wanted, height);
      x += fits ? wanted + GAP : 0;
    }
  place (widget, self->more, MIN (x, MAX (width - button, 0)), button, height);
  if (n_folded == self->n_folded)
    return;

  self->n_folded = n_folded;
  th_widget_call_when_idle (widget, update_more); /* labels must not change during layout */
}

/* --- class ---------------------------------------------------------------------------- */

static void
th_conditions_bar_dispose (GObject *object)
{
  ThConditionsBar *self = TH_CONDITIONS_BAR (object);

  if (self->items != NULL)
    clear_items (self);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->more, gtk_widget_unparent);

  G_OBJECT_CLASS (th_conditions_bar_parent_class)->dispose (object);
}

static void
th_conditions_bar_class_init (ThConditionsBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_conditions_bar_dispose;
  widget_class->measure = th_conditions_bar_measure;
  widget_class->size_allocate = th_conditions_bar_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "conditionsbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
th_conditions_bar_init (ThConditionsBar *self)
{
  GtkWidget *popover = gtk_popover_new ();

  self->items = g_ptr_array_new ();
  self->all = th_conditions_grid_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), self->all);
  self->more = gtk_menu_button_new ();
  gtk_widget_set_valign (self->more, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->more, _("All conditions"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->more), popover);
  gtk_widget_set_parent (self->more, GTK_WIDGET (self));
  gtk_widget_set_visible (self->more, FALSE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Recording conditions"), -1);
  update_more (GTK_WIDGET (self));
}
