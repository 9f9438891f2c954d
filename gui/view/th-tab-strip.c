/* th-tab-strip.c - the row of tabs above the tables
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tab-strip.h"

#include "th-display-text.h"
#include "th-widgets.h"

/* Number of characters that are kept at both ends of a long name. */
#define NAME_END 6

typedef struct
{
  char      *name;
  char      *title;
  char      *recording; /* its valid name; or NULL */
  guint      part;      /* index of the recording on the timeline; G_MAXUINT: all of them */
  GtkWidget *button;    /* owned by tabs_box */
} Tab;

struct _ThTabStrip
{
  GtkBox             parent;

  GtkScrolledWindow *scroller;
  GtkBox            *tabs_box;
  GtkMenuButton     *more;        /* shown if not all tabs fit */
  GPtrArray         *tabs;        /* Tab, from left to right */
  char              *revealed;    /* the tab to scroll to in the next frame; or NULL */
  guint              cut_tabs_id; /* tick callback that hides partly visible tabs; or 0 */
};

G_DEFINE_FINAL_TYPE (ThTabStrip, th_tab_strip, GTK_TYPE_BOX)

static void
tab_free (gpointer data)
{
  Tab *tab = data;

  g_free (tab->name);
  g_free (tab->title);
  g_free (tab->recording);
  g_free (tab);
}

static const Tab *
get_tab (ThTabStrip *self,
         guint       index)
{
  return index < self->tabs->len ? self->tabs->pdata[index] : NULL;
}

/* --- adding ------------------------------------------------------------- */

/* A file name may be long, and each tab of a further recording has it. */
static char *
dup_short (const char *name)
{
  glong n = g_utf8_strlen (name, -1);
  g_autofree char *begin = NULL, *end = NULL;

  if (n <= 2 * NAME_END + 1)
    return g_strdup (name);

  begin = g_utf8_substring (name, 0, NAME_END);
  end = g_utf8_substring (name, n - NAME_END, n);
  return g_strconcat (begin, "…", end, NULL);
}

static char *
dup_label (const char *title,
           const char *recording)
{
  return recording != NULL ? g_strdup_printf ("%s · %s", title, recording) : g_strdup (title);
}

static GtkWidget *
button_new (const Tab *tab)
{
  g_autofree char *brief = tab->recording != NULL ? dup_short (tab->recording) : NULL;
  g_autofree char *label = dup_label (tab->title, brief);
  g_autofree char *whole = dup_label (tab->title, tab->recording);
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  if (tab->recording != NULL)
    gtk_widget_set_tooltip_text (button, whole);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, whole,
                                  -1);
  gtk_widget_add_css_class (button, "tab");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.tab");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", tab->name);

  return button;
}

void
th_tab_strip_insert (ThTabStrip *self,
                     guint       place,
                     const char *name,
                     const char *title,
                     guint       part,
                     const char *recording)
{
  Tab *tab = g_new0 (Tab, 1);

  tab->name = g_strdup (name);
  tab->title = g_strdup (title);
  tab->part = part;
  tab->recording = recording != NULL ? th_display_text_make_valid (recording) : NULL;
  tab->button = button_new (tab);
  gtk_box_insert_child_after (self->tabs_box, tab->button,
                              place > 0 ? get_tab (self, place - 1)->button : NULL);
  g_ptr_array_insert (self->tabs, place, tab);
}

guint
th_tab_strip_add (ThTabStrip *self,
                  const char *name,
                  const char *title,
                  guint       part,
                  const char *recording)
{
  guint place = self->tabs->len;

  while (place > 0 && get_tab (self, place - 1)->part > part)
    place--;
  th_tab_strip_insert (self, place, name, title, part, recording);

  return place;
}

void
th_tab_strip_remove (ThTabStrip *self,
                     guint       index)
{
  gtk_box_remove (self->tabs_box, get_tab (self, index)->button);
  g_ptr_array_remove_index (self->tabs, index);
}

void
th_tab_strip_clear (ThTabStrip *self)
{
  th_widget_clear (GTK_WIDGET (self->tabs_box));
  g_ptr_array_set_size (self->tabs, 0);
}

const char *
th_tab_strip_get_name (ThTabStrip *self,
                       guint       index)
{
  const Tab *tab = get_tab (self, index);

  return tab != NULL ? tab->name : NULL;
}

const char *
th_tab_strip_get_title (ThTabStrip *self,
                        guint       index)
{
  const Tab *tab = get_tab (self, index);

  return tab != NULL ? tab->title : NULL;
}

/* --- tabs without room ------------------------------------------------------ */

static GtkWidget *
find_revealed (ThTabStrip *self)
{
  for (guint i = 0; i < self->tabs->len; i++)
    if (g_strcmp0 (get_tab (self, i)->name, self->revealed) == 0)
      return get_tab (self, i)->button;

  return NULL;
}

/* Scrolls to the tab, unless it was added in this frame and has no place yet: then the strip gets
 * longer, and the next frame tries again. */
static void
reveal (ThTabStrip *self)
{
  GtkWidget *button = find_revealed (self);
  graphene_rect_t bounds;

  if (button != NULL && gtk_widget_get_width (button) == 0)
    return;

  g_clear_pointer (&self->revealed, g_free);
  if (button != NULL && gtk_widget_compute_bounds (button, GTK_WIDGET (self->tabs_box), &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_hadjustment (self->scroller),
                               bounds.origin.x, bounds.origin.x + bounds.size.width);
}

static gboolean
reveal_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       data)
{
  reveal (TH_TAB_STRIP (widget));

  return G_SOURCE_REMOVE;
}

void
th_tab_strip_reveal (ThTabStrip *self,
                     const char *name)
{
  g_free (self->revealed);
  self->revealed = g_strdup (name);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), reveal_cb, NULL, NULL);
}

/* Hides tabs that are only partly visible, which would show a part of a word. */
static gboolean
hide_cut_tabs_cb (GtkWidget     *widget,
                  GdkFrameClock *clock,
                  gpointer       data)
{
  ThTabStrip *self = TH_TAB_STRIP (widget);
  GtkAdjustment *room = gtk_scrolled_window_get_hadjustment (self->scroller);
  double from, to;

  self->cut_tabs_id = 0;
  reveal (self);
  from = gtk_adjustment_get_value (room);
  to = from + gtk_adjustment_get_page_size (room);
  for (guint i = 0; i < self->tabs->len; i++)
    {
      GtkWidget *button = get_tab (self, i)->button;
      graphene_rect_t bounds;
      gboolean whole = gtk_widget_compute_bounds (button, GTK_WIDGET (self->tabs_box), &bounds) &&
                       bounds.origin.x >= from - 1 &&
                       bounds.origin.x + bounds.size.width <= to + 1;

      gtk_widget_set_opacity (button, whole ? 1 : 0);
      gtk_widget_set_can_target (button, whole);
    }

  return G_SOURCE_REMOVE;
}

static void
room_cb (GtkAdjustment *room,
         ThTabStrip    *self)
{
  if (self->more == NULL) /* disposed of */
    return;

  gtk_widget_set_child_visible (GTK_WIDGET (self->more),
                                gtk_adjustment_get_upper (room) >
                                gtk_adjustment_get_page_size (room) + 1);
  /* The tabs are allocated after this, so they are checked in the next frame. */
  if (self->cut_tabs_id == 0)
    self->cut_tabs_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), hide_cut_tabs_cb, NULL,
                                                      NULL);
}

static void
opening_more_cb (GtkMenuButton *button,
                 ThTabStrip    *self)
{
  g_autoptr(GMenu) menu = g_menu_new (), section = NULL;
  guint part = G_MAXUINT - 1;

  for (guint i = 0; i < self->tabs->len; i++)
    {
      const Tab *tab = get_tab (self, i);
      g_autoptr(GMenuItem) item = g_menu_item_new (tab->title, NULL);

      if (part != tab->part)
        {
          g_clear_object (&section);
          section = g_menu_new ();
          g_menu_append_section (menu, tab->recording, G_MENU_MODEL (section));
          part = tab->part;
        }
      g_menu_item_set_action_and_target (item, "win.tab", "s", tab->name);
      g_menu_append_item (section, item);
    }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* --- class -------------------------------------------------------------- */

static void
th_tab_strip_dispose (GObject *object)
{
  ThTabStrip *self = TH_TAB_STRIP (object);

  g_clear_pointer (&self->revealed, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_TAB_STRIP);

  G_OBJECT_CLASS (th_tab_strip_parent_class)->dispose (object);
}

static void
th_tab_strip_finalize (GObject *object)
{
  g_ptr_array_unref (TH_TAB_STRIP (object)->tabs);

  G_OBJECT_CLASS (th_tab_strip_parent_class)->finalize (object);
}

static void
th_tab_strip_class_init (ThTabStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_tab_strip_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_tab_strip_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-tab-strip.ui");
  gtk_widget_class_bind_template_child (widget_class, ThTabStrip, scroller);
  gtk_widget_class_bind_template_child (widget_class, ThTabStrip, tabs_box);
  gtk_widget_class_bind_template_child (widget_class, ThTabStrip, more);
}

static void
th_tab_strip_init (ThTabStrip *self)
{
  GtkAdjustment *room;

  self->tabs = g_ptr_array_new_with_free_func (tab_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  room = gtk_scrolled_window_get_hadjustment (self->scroller);
  g_signal_connect_object (room, "changed", G_CALLBACK (room_cb), self, 0);
  g_signal_connect_object (room, "value-changed", G_CALLBACK (room_cb), self, 0);
  gtk_menu_button_set_create_popup_func (self->more,
                                         (GtkMenuButtonCreatePopupFunc) opening_more_cb, self,
                                         NULL);
  room_cb (room, self);
}
