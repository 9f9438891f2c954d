/* th-bookmark-popover.c - an entry that names a bookmark at its flag
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-bookmark-popover.h"

#include "th-display-text.h"
#include "th-popup.h"

struct _ThBookmarkPopover
{
  GtkPopover parent;

  ThMarkers *markers;
  gint64     time;    /* of the bookmark */
  GtkWidget *entry;
};

G_DEFINE_FINAL_TYPE (ThBookmarkPopover, th_bookmark_popover, GTK_TYPE_POPOVER)

/* Returns NULL if no bookmark is at @time. */
static const ThBookmark *
find_bookmark (ThMarkers *markers,
               gint64     time,
               guint     *index)
{
  for (*index = 0; *index < th_markers_get_n_bookmarks (markers); (*index)++)
    if (th_markers_get_bookmark (markers, *index)->time == time)
      return th_markers_get_bookmark (markers, *index);

  return NULL;
}

/* Ignores an empty name, which would make a flag without text. */
static void
changed_cb (ThBookmarkPopover *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  const ThBookmark *bookmark;
  guint index;

  if (self->markers == NULL || name[0] == '\0')
    return;

  bookmark = find_bookmark (self->markers, self->time, &index);
  if (bookmark != NULL)
    th_markers_edit_bookmark (self->markers, index, name, bookmark->color);
}

/* --- class -------------------------------------------------------------- */

static void
th_bookmark_popover_dispose (GObject *object)
{
  ThBookmarkPopover *self = TH_BOOKMARK_POPOVER (object);

  g_clear_object (&self->markers);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_BOOKMARK_POPOVER);

  G_OBJECT_CLASS (th_bookmark_popover_parent_class)->dispose (object);
}

static void
th_bookmark_popover_class_init (ThBookmarkPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_bookmark_popover_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-bookmark-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, ThBookmarkPopover, entry);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popdown);
}

static void
th_bookmark_popover_init (ThBookmarkPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_entry_set_max_length (GTK_ENTRY (self->entry), TH_TEXT_MAX);
}

void
th_bookmark_popover_open (GtkWidget *parent,
                          double     x,
                          double     y,
                          ThMarkers *markers,
                          gint64     time)
{
  guint index;
  const ThBookmark *bookmark = find_bookmark (markers, time, &index);
  g_autofree char *name = NULL;
  ThBookmarkPopover *self;

  if (bookmark == NULL)
    return;

  self = g_object_new (TH_TYPE_BOOKMARK_POPOVER, NULL);
  name = th_display_text_make_valid (bookmark->name);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), name);
  self->markers = g_object_ref (markers);
  self->time = time;
  th_popup_widget (parent, x, y, GTK_WIDGET (self));
}
