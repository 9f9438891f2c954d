/* th-task-cell.c - a cell with the name of a task and a dot in its color
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-task-cell.h"

#include "th-column-view-util.h"
#include "th-style.h"

#define DOT 9
#define GAP 6

struct _ThTaskCell
{
  GtkWidget  parent;

  GtkWidget *text;
  GdkRGBA    color;
  gboolean   has_color;
};

G_DEFINE_FINAL_TYPE (ThTaskCell, th_task_cell, GTK_TYPE_WIDGET)

static void
th_task_cell_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  int room = orientation == GTK_ORIENTATION_HORIZONTAL ? th_style_grow (DOT + GAP) : 0;

  if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
    for_size = MAX (for_size - th_style_grow (DOT + GAP), 0);
  gtk_widget_measure (TH_TASK_CELL (widget)->text, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
  *minimum += room;
  *natural += room;
}

static void
th_task_cell_size_allocate (GtkWidget *widget,
                            int        width,
                            int        height,
                            int        baseline)
{
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int room = th_style_grow (DOT + GAP);

  gtk_widget_size_allocate (TH_TASK_CELL (widget)->text,
                            &(GtkAllocation) { rtl ? 0 : room, 0, MAX (width - room, 0), height },
                            baseline);
}

static void
th_task_cell_snapshot (GtkWidget   *widget,
                       GtkSnapshot *snapshot)
{
  ThTaskCell *self = TH_TASK_CELL (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int size = th_style_grow (DOT);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (rtl ? gtk_widget_get_width (widget) - size : 0,
                                               (gtk_widget_get_height (widget) - size) / 2, size,
                                               size);
  GskRoundedRect dot;

  if (self->has_color)
    {
      gsk_rounded_rect_init_from_rect (&dot, &bounds, size / 2.0);
      gtk_snapshot_push_rounded_clip (snapshot, &dot);
      gtk_snapshot_append_color (snapshot, &self->color, &bounds);
      gtk_snapshot_pop (snapshot);
    }

  gtk_widget_snapshot_child (widget, self->text, snapshot);
}

static void
th_task_cell_dispose (GObject *object)
{
  g_clear_pointer (&TH_TASK_CELL (object)->text, gtk_widget_unparent);

  G_OBJECT_CLASS (th_task_cell_parent_class)->dispose (object);
}

static void
th_task_cell_class_init (ThTaskCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_task_cell_dispose;
  widget_class->measure = th_task_cell_measure;
  widget_class->size_allocate = th_task_cell_size_allocate;
  widget_class->snapshot = th_task_cell_snapshot;
  gtk_widget_class_set_css_name (widget_class, "taskcell");
}

static void
th_task_cell_init (ThTaskCell *self)
{
  self->text = gtk_inscription_new (NULL);
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
}

GtkWidget *
th_task_cell_new (void)
{
  return g_object_new (TH_TYPE_TASK_CELL, NULL);
}

GtkWidget *
th_task_cell_get_text (ThTaskCell *self)
{
  return self->text;
}

void
th_task_cell_set (ThTaskCell    *self,
                  const char    *name,
                  const ThColor *color)
{
  th_column_view_set_text (GTK_INSCRIPTION (self->text), name, FALSE);
  self->has_color = color != NULL;
  if (color != NULL)
    self->color = (GdkRGBA) { color->red, color->green, color->blue, 1 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
