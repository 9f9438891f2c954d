/* th-paned-bin.c - the parent of a GtkPaned, which places its divider
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-paned-bin.h"

enum
{
  PROP_0,
  PROP_PANED,
  PROP_SIZE,
  PROP_NARROW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

struct _ThPanedBin
{
  GtkWidget   parent;

  GtkPaned   *paned;
  ThPanedFunc func;
  gpointer    data;
  ThPanedFunc narrow_func; /* or NULL: never narrow */
  gpointer    narrow_data;
  gboolean    is_narrow;
  gboolean    is_waiting; /* to place the divider */
  gboolean    is_moved;   /* by the user, since the reset */
  int         placed;     /* position after the last allocation; -1: none since the reset */
  int         size;       /* of the last allocation; 0: none */
};

G_DEFINE_FINAL_TYPE (ThPanedBin, th_paned_bin, GTK_TYPE_WIDGET)

static gboolean
shows (GtkWidget *child)
{
  return child != NULL && gtk_widget_get_visible (child);
}

static GtkSizeRequestMode
th_paned_bin_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (GTK_WIDGET (TH_PANED_BIN (widget)->paned));
}

static GtkOrientation
get_orientation (ThPanedBin *self)
{
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned));
}

/* A widget must not be measured for less than its minimum, but right before the bin becomes narrow
 * it gets less than the paned needs. */
static int
grow_for_paned (ThPanedBin     *self,
                GtkOrientation  orientation,
                int             for_size)
{
  int least;

  if (for_size < 0 || self->narrow_func == NULL || orientation == get_orientation (self))
    return for_size;

  gtk_widget_measure (GTK_WIDGET (self->paned), get_orientation (self), -1, &least, NULL, NULL,
                      NULL);
  return MAX (for_size, least);
}

static void
th_paned_bin_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  ThPanedBin *self = TH_PANED_BIN (widget);
  GtkWidget *start = gtk_paned_get_start_child (self->paned);

  gtk_widget_measure (GTK_WIDGET (self->paned), orientation,
                      grow_for_paned (self, orientation, for_size), minimum, natural,
                      minimum_baseline, natural_baseline);
  if (orientation == get_orientation (self) && self->narrow_func != NULL && !self->is_narrow &&
      start != NULL && gtk_widget_get_visible (start))
    gtk_widget_measure (start, orientation, for_size, minimum, NULL, NULL, NULL);
}

static void
update_narrow (ThPanedBin *self,
               int         size)
{
  gboolean narrow = self->narrow_func != NULL &&
                    size < self->narrow_func (size, self->narrow_data);

  if (narrow == self->is_narrow)
    return;

  self->is_narrow = narrow;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW]);
}

/* Places the divider of the paned, which is about to be allocated with @size. */
static void
place (ThPanedBin    *self,
       GtkAllocation *space,
       int            size)
{
  /* A GtkPaned whose size changes stretches its position, too, so it gets the size first. */
  if (self->size > 0 && self->size != size)
    gtk_widget_size_allocate (GTK_WIDGET (self->paned), space, -1);
  gtk_paned_set_position (self->paned, self->func (size, self->data));
  self->is_waiting = FALSE;
}

static void
allocate_both (ThPanedBin    *self,
               GtkAllocation *space,
               int            size)
{
  if (self->placed >= 0 && gtk_paned_get_position (self->paned) != self->placed)
    self->is_moved = TRUE;
  self->is_waiting |= self->func != NULL && self->size > 0 && self->size != size;
  if (self->is_waiting && !self->is_moved)
    place (self, space, size);
  gtk_widget_size_allocate (GTK_WIDGET (self->paned), space, -1);
  self->placed = gtk_paned_get_position (self->paned);
  if (self->size == size)
    return;

  self->size = size;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZE]);
}

static void
th_paned_bin_size_allocate (GtkWidget *widget,
                            int        width,
                            int        height,
                            int        baseline)
{
  ThPanedBin *self = TH_PANED_BIN (widget);
  GtkAllocation space = { 0, 0, width, height };
  int size = get_orientation (self) == GTK_ORIENTATION_HORIZONTAL ? width : height;

  update_narrow (self, size);
  if (shows (gtk_paned_get_start_child (self->paned)) &&
      shows (gtk_paned_get_end_child (self->paned)))
    allocate_both (self, &space, size);
  else
    gtk_widget_size_allocate (GTK_WIDGET (self->paned), &space, -1);
}

static void
th_paned_bin_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  ThPanedBin *self = TH_PANED_BIN (object);

  switch (id)
    {
    case PROP_SIZE: g_value_set_int (value, self->size); break;
    case PROP_NARROW: g_value_set_boolean (value, self->is_narrow); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_paned_bin_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  ThPanedBin *self = TH_PANED_BIN (object);

  switch (id)
    {
    case PROP_PANED:
      self->paned = g_value_get_object (value);
      gtk_widget_set_parent (GTK_WIDGET (self->paned), GTK_WIDGET (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_paned_bin_dispose (GObject *object)
{
  g_clear_pointer ((GtkWidget **) &TH_PANED_BIN (object)->paned, gtk_widget_unparent);

  G_OBJECT_CLASS (th_paned_bin_parent_class)->dispose (object);
}

static void
th_paned_bin_class_init (ThPanedBinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_paned_bin_get_property;
  object_class->set_property = th_paned_bin_set_property;
  object_class->dispose = th_paned_bin_dispose;
  widget_class->get_request_mode = th_paned_bin_get_request_mode;
  widget_class->measure = th_paned_bin_measure;
  widget_class->size_allocate = th_paned_bin_size_allocate;

  properties[PROP_PANED] = g_param_spec_object ("paned", NULL, NULL, GTK_TYPE_PANED,
                                                G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY |
                                                G_PARAM_STATIC_STRINGS);
  properties[PROP_SIZE] = g_param_spec_int ("size", NULL, NULL, 0, G_MAXINT, 0,
                                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_paned_bin_init (ThPanedBin *self)
{
  self->placed = -1;
}

void
th_paned_bin_set_func (ThPanedBin  *self,
                       ThPanedFunc  func,
                       gpointer     data)
{
  g_return_if_fail (TH_IS_PANED_BIN (self));

  self->func = func;
  self->data = data;
}

void
th_paned_bin_set_narrow_func (ThPanedBin  *self,
                              ThPanedFunc  func,
                              gpointer     data)
{
  g_return_if_fail (TH_IS_PANED_BIN (self));

  self->narrow_func = func;
  self->narrow_data = data;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

gboolean
th_paned_bin_is_narrow (ThPanedBin *self)
{
  g_return_val_if_fail (TH_IS_PANED_BIN (self), FALSE);

  return self->is_narrow;
}

void
th_paned_bin_place (ThPanedBin *self)
{
  g_return_if_fail (TH_IS_PANED_BIN (self) && self->func != NULL);

  self->is_waiting = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
th_paned_bin_reset (ThPanedBin *self)
{
  self->is_moved = FALSE;
  self->placed = -1;
  th_paned_bin_place (self);
}
