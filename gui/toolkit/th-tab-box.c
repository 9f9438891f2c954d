/* th-tab-box.c - a row of tabs, and a menu of all of them if they do not fit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tab-box.h"

struct _ThTabBox
{
  GtkBox             parent;

  GtkScrolledWindow *scroller;
  GtkBox            *tabs;
  GtkMenuButton     *more;        /* shown if not all tabs fit */
  ThTabMenuFunc      menu;        /* or NULL */
  gpointer           menu_data;
  GSimpleAction     *show;        /* what the menu activates without @menu; its state is the tab */
  GtkWidget         *revealed;    /* weak: the tab that was revealed last; or NULL */
  gboolean           scrolls;     /* whether the next frame scrolls to @revealed */
  guint              cut_tabs_id; /* tick callback that hides partly visible tabs; or 0 */
};

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ThTabBox, th_tab_box, GTK_TYPE_BOX,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static GtkBuildableIface *parent_buildable;

/* The first tab or that after @tab; NULL if there is none. */
static GtkWidget *
next_tab (ThTabBox  *self,
          GtkWidget *tab)
{
  return tab != NULL ? gtk_widget_get_next_sibling (tab)
                     : gtk_widget_get_first_child (GTK_WIDGET (self->tabs));
}

/* --- room --------------------------------------------------------------------- */

/* A tab that was added in this frame has not been allocated yet.  The row gets longer when it is,
 * and a later frame tries again. */
static void
scroll_to_revealed (ThTabBox *self)
{
  GtkWidget *tab = self->revealed;
  graphene_rect_t bounds;

  if (!self->scrolls || tab == NULL || gtk_widget_get_width (tab) == 0)
    return;

  self->scrolls = FALSE;
  if (gtk_widget_compute_bounds (tab, GTK_WIDGET (self->tabs), &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_hadjustment (self->scroller),
                               bounds.origin.x, bounds.origin.x + bounds.size.width);
}

static gboolean
hide_cut_tabs_cb (GtkWidget     *widget,
                  GdkFrameClock *clock,
                  gpointer       data)
{
  ThTabBox *self = TH_TAB_BOX (widget);
  GtkAdjustment *room = gtk_scrolled_window_get_hadjustment (self->scroller);
  double from, to;

  self->cut_tabs_id = 0;
  scroll_to_revealed (self);
  from = gtk_adjustment_get_value (room);
  to = from + gtk_adjustment_get_page_size (room);
  for (GtkWidget *tab = next_tab (self, NULL); tab != NULL; tab = next_tab (self, tab))
    {
      graphene_rect_t bounds;
      gboolean whole = gtk_widget_compute_bounds (tab, GTK_WIDGET (self->tabs), &bounds) &&
                       bounds.origin.x >= from - 1 &&
                       bounds.origin.x + bounds.size.width <= to + 1;

      gtk_widget_set_opacity (tab, whole ? 1 : 0);
      gtk_widget_set_can_target (tab, whole);
    }

  return G_SOURCE_REMOVE;
}

static void
queue_hide_cut_tabs (ThTabBox *self)
{
  if (self->cut_tabs_id == 0)
    self->cut_tabs_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), hide_cut_tabs_cb, NULL,
                                                      NULL);
}

static void
scrolled_cb (ThTabBox *self)
{
  if (self->more == NULL) /* disposed of */
    return;

  /* The tabs are allocated after this, so they are checked in the next frame. */
  queue_hide_cut_tabs (self);
}

/* The row of tabs or the space for it has changed, for instance because the page of the revealed
 * tab has buttons beside the tabs.  That tab stays visible. */
static void
room_cb (ThTabBox      *self,
         GtkAdjustment *room)
{
  if (self->more == NULL) /* disposed of */
    return;

  gtk_widget_set_child_visible (GTK_WIDGET (self->more),
                                gtk_adjustment_get_upper (room) >
                                gtk_adjustment_get_page_size (room) + 1);
  self->scrolls = TRUE;
  queue_hide_cut_tabs (self);
}

void
th_tab_box_reveal (ThTabBox  *self,
                   GtkWidget *tab)
{
  g_return_if_fail (TH_IS_TAB_BOX (self) && GTK_IS_WIDGET (tab));

  g_set_weak_pointer (&self->revealed, tab);
  self->scrolls = TRUE;
  queue_hide_cut_tabs (self);
}

/* --- the menu ------------------------------------------------------------------ */

static void
show_cb (ThTabBox *self,
         GVariant *index)
{
  GtkWidget *tab = next_tab (self, NULL);

  for (gint32 i = g_variant_get_int32 (index); i > 0 && tab != NULL; i--)
    tab = next_tab (self, tab);
  if (tab != NULL)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (tab), TRUE);
}

static GMenuModel *
list_tabs (ThTabBox *self)
{
  GMenu *menu = g_menu_new ();
  gint32 index = 0;

  for (GtkWidget *tab = next_tab (self, NULL); tab != NULL; tab = next_tab (self, tab), index++)
    {
      g_autoptr(GMenuItem) item = g_menu_item_new (gtk_button_get_label (GTK_BUTTON (tab)), NULL);

      g_menu_item_set_action_and_target (item, "tabs.show", "i", index);
      g_menu_append_item (menu, item);
      if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (tab)))
        g_simple_action_set_state (self->show, g_variant_new_int32 (index));
    }
  return G_MENU_MODEL (menu);
}

static void
opening_more_cb (GtkMenuButton *button,
                 gpointer       data)
{
  ThTabBox *self = data;
  g_autoptr(GMenuModel) menu = self->menu != NULL ? self->menu (self->menu_data)
                                                  : list_tabs (self);

  gtk_menu_button_set_menu_model (button, menu);
}

void
th_tab_box_set_menu (ThTabBox      *self,
                     ThTabMenuFunc  func,
                     gpointer       data)
{
  g_return_if_fail (TH_IS_TAB_BOX (self));

  self->menu = func;
  self->menu_data = data;
}

GtkBox *
th_tab_box_get_tabs (ThTabBox *self)
{
  g_return_val_if_fail (TH_IS_TAB_BOX (self), NULL);

  return self->tabs;
}

/* --- keyboard ------------------------------------------------------------------- */

static gboolean
has_focus (ThTabBox  *self,
           GtkWidget *widget)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

static gboolean
focus_active (ThTabBox *self)
{
  GtkWidget *tab = next_tab (self, NULL);

  while (tab != NULL && !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (tab)))
    tab = next_tab (self, tab);
  if (tab == NULL)
    tab = next_tab (self, NULL);

  return tab != NULL && gtk_widget_grab_focus (tab);
}

/* While all tabs fit, the button is not there, but GTK would focus it all the same. */
static gboolean
focus_more (ThTabBox         *self,
            GtkDirectionType  direction)
{
  return gtk_widget_get_child_visible (GTK_WIDGET (self->more)) &&
         gtk_widget_child_focus (GTK_WIDGET (self->more), direction);
}

/* The Tab key: the tabs, then the button with the menu. */
static gboolean
th_tab_box_focus (GtkWidget        *widget,
                  GtkDirectionType  direction)
{
  ThTabBox *self = TH_TAB_BOX (widget);
  gboolean in_tabs = has_focus (self, GTK_WIDGET (self->tabs));
  gboolean in_more = has_focus (self, GTK_WIDGET (self->more));

  if (direction == GTK_DIR_TAB_FORWARD)
    return !in_more && ((!in_tabs && focus_active (self)) || focus_more (self, direction));
  if (direction == GTK_DIR_TAB_BACKWARD)
    return !in_tabs && ((!in_more && focus_more (self, direction)) || focus_active (self));

  return GTK_WIDGET_CLASS (th_tab_box_parent_class)->focus (widget, direction);
}

/* Focuses the next visible tab after @tab in the direction of @step. */
static gboolean
focus_beside (ThTabBox  *self,
              GtkWidget *tab,
              int        step)
{
  do
    tab = step > 0 ? gtk_widget_get_next_sibling (tab) : gtk_widget_get_prev_sibling (tab);
  while (tab != NULL && !gtk_widget_get_visible (tab));

  return tab != NULL && gtk_widget_grab_focus (tab);
}

/* @args: the number of tabs to the right, and whether to go on to the end. */
static gboolean
move_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  ThTabBox *self = TH_TAB_BOX (widget);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  gboolean to_end;
  int step;

  if (!has_focus (self, GTK_WIDGET (self->tabs)))
    return FALSE;

  g_variant_get (args, "(ib)", &step, &to_end);
  if (!to_end && gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    step = -step;
  while (focus_beside (self, focus, step) && to_end)
    focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  return TRUE;
}

static void
add_keys (GtkWidgetClass *class)
{
  static const struct { guint key; int step; gboolean to_end; } keys[] = {
    { GDK_KEY_Left, -1, FALSE }, { GDK_KEY_KP_Left, -1, FALSE }, { GDK_KEY_Right, 1, FALSE },
    { GDK_KEY_KP_Right, 1, FALSE }, { GDK_KEY_Home, -1, TRUE }, { GDK_KEY_KP_Home, -1, TRUE },
    { GDK_KEY_End, 1, TRUE }, { GDK_KEY_KP_End, 1, TRUE }
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (class, keys[i].key, 0, move_cb, "(ib)", keys[i].step,
                                  keys[i].to_end);
}

/* --- class --------------------------------------------------------------------- */

/* The children of the template come before @tabs is known, those of other files after it. */
static void
add_child (GtkBuildable *buildable,
           GtkBuilder   *builder,
           GObject      *child,
           const char   *type)
{
  ThTabBox *self = TH_TAB_BOX (buildable);

  if (self->tabs != NULL && GTK_IS_WIDGET (child))
    gtk_box_append (self->tabs, GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = add_child;
}

static void
th_tab_box_dispose (GObject *object)
{
  ThTabBox *self = TH_TAB_BOX (object);

  g_clear_weak_pointer (&self->revealed);
  g_clear_object (&self->show);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_TAB_BOX);

  G_OBJECT_CLASS (th_tab_box_parent_class)->dispose (object);
}

static void
th_tab_box_class_init (ThTabBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_tab_box_dispose;
  widget_class->focus = th_tab_box_focus;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-tab-box.ui");
  gtk_widget_class_bind_template_child (widget_class, ThTabBox, scroller);
  gtk_widget_class_bind_template_child (widget_class, ThTabBox, tabs);
  gtk_widget_class_bind_template_child (widget_class, ThTabBox, more);
  add_keys (widget_class);
}

static void
add_action (ThTabBox *self)
{
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();

  self->show = g_simple_action_new_stateful ("show", G_VARIANT_TYPE_INT32,
                                             g_variant_new_int32 (0));
  g_signal_connect_object (self->show, "change-state", G_CALLBACK (show_cb), self,
                           G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->show));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "tabs", G_ACTION_GROUP (group));
}

static void
th_tab_box_init (ThTabBox *self)
{
  GtkAdjustment *room;

  gtk_widget_init_template (GTK_WIDGET (self));
  add_action (self);
  room = gtk_scrolled_window_get_hadjustment (self->scroller);
  g_signal_connect_object (room, "changed", G_CALLBACK (room_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (room, "value-changed", G_CALLBACK (scrolled_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_menu_button_set_create_popup_func (self->more, opening_more_cb, self, NULL);
  room_cb (self, room);
}
