/* th-bookmark-popover.c - an entry that names a bookmark at its flag
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-bookmark-popover.h"

#include <glib/gi18n-lib.h>

#include "th-context-menus.h"
#include "th-popup.h"
#include "th-display-text.h"

typedef struct
{
  ThMarkers *marks;
  gint64   time;
} Naming;

static void
naming_free (gpointer  data,
             GClosure *closure)
{
  Naming *naming = data;

  g_object_unref (naming->marks);
  g_free (naming);
}

static const ThBookmark *
find (const Naming *naming,
      guint        *index)
{
  for (*index = 0; *index < th_markers_get_n_bookmarks (naming->marks); (*index)++)
    if (th_markers_get_bookmark (naming->marks, *index)->time == naming->time)
      return th_markers_get_bookmark (naming->marks, *index);

  return NULL;
}

/* Ignores an empty name, which would make a flag without text. */
static void
changed_cb (GtkEditable *entry,
            Naming      *naming)
{
  const char *name = gtk_editable_get_text (entry);
  const ThBookmark *bookmark;
  guint index;

  bookmark = find (naming, &index);
  if (bookmark != NULL && name[0] != '\0')
    th_markers_edit_bookmark (naming->marks, index, name, bookmark->color);
}

static GtkWidget *
entry_new (const char *text)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *name = th_display_text_make_valid (text);

  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_entry_set_max_length (GTK_ENTRY (entry), TH_TEXT_MAX);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 24);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Bookmark name"), -1);

  return entry;
}

void
th_bookmark_popover_open (GtkWidget *parent,
                          double     x,
                          double     y,
                          ThMarkers *marks,
                          gint64     time)
{
  Naming *naming = g_new (Naming, 1);
  const ThBookmark *bookmark;
  GtkWidget *popover, *entry;
  guint index;

  *naming = (Naming) { g_object_ref (marks), time };
  bookmark = find (naming, &index);
  if (bookmark == NULL)
    {
      naming_free (naming, NULL);
      return;
    }

  popover = gtk_popover_new ();
  entry = entry_new (bookmark->name);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  g_signal_connect_data (entry, "changed", G_CALLBACK (changed_cb), naming, naming_free, 0);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (gtk_popover_popdown), popover);
  th_popup_widget (parent, x, y, popover);
}
