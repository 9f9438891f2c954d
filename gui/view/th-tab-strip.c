/* th-tab-strip.c - the row of tabs above the tables
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tab-strip.h"

#include "th-display-text.h"
#include "th-gtk48.h"
#include "th-tab-box.h"

/* Number of characters that are kept at both ends of a long name. */
#define NAME_END 6

typedef struct
{
  char      *name;
  char      *title;
  char      *recording; /* its valid name; or NULL */
  guint      part;      /* index of the recording on the timeline; G_MAXUINT: all of them */
  GtkWidget *button;    /* owned by the ThTabBox */
} Tab;

struct _ThTabStrip
{
  GtkBox     parent;

  ThTabBox  *box;
  GPtrArray *tabs; /* Tab, from left to right */
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
  gtk_box_insert_child_after (th_tab_box_get_tabs (self->box), tab->button,
                              place > 0 ? get_tab (self, place - 1)->button : NULL);
  g_ptr_array_insert (self->tabs, place, tab);
}

void
th_tab_strip_remove (ThTabStrip *self,
                     guint       index)
{
  gtk_box_remove (th_tab_box_get_tabs (self->box), get_tab (self, index)->button);
  g_ptr_array_remove_index (self->tabs, index);
}

void
th_tab_strip_clear (ThTabStrip *self)
{
  th_widget_clear (GTK_WIDGET (th_tab_box_get_tabs (self->box)));
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

void
th_tab_strip_reveal (ThTabStrip *self,
                     const char *name)
{
  for (guint i = 0; i < self->tabs->len; i++)
    if (g_strcmp0 (get_tab (self, i)->name, name) == 0)
      th_tab_box_reveal (self->box, get_tab (self, i)->button);
}

/* The menu of all tabs, with a section for each recording. */
static GMenuModel *
list_tabs (gpointer data)
{
  ThTabStrip *self = data;
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) section = NULL;
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
  return G_MENU_MODEL (menu);
}

/* --- class -------------------------------------------------------------- */

static void
th_tab_strip_finalize (GObject *object)
{
  g_ptr_array_unref (TH_TAB_STRIP (object)->tabs);

  G_OBJECT_CLASS (th_tab_strip_parent_class)->finalize (object);
}

static void
th_tab_strip_class_init (ThTabStripClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_tab_strip_finalize;
}

static void
th_tab_strip_init (ThTabStrip *self)
{
  self->tabs = g_ptr_array_new_with_free_func (tab_free);
  self->box = g_object_new (TH_TYPE_TAB_BOX, NULL);
  th_tab_box_set_menu (self->box, list_tabs, self);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->box));
}
