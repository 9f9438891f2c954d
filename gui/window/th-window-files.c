/* th-window-files.c - files that are chosen in a dialog or dropped on the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-recording-chooser.h"

void
th_window_open_file (ThWindow *self,
                     GFile    *file)
{
  GApplication *application = G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));

  /* The application knows whether it is open already. */
  g_application_open (application, &file, 1, "");
}

/* --- dialog ------------------------------------------------------------- */

static void
chosen_cb (gpointer  window,
           GFile    *file)
{
  th_window_open_file (window, file);
}

/* A file in the folder where the user probably looks for a recording: that of the open one, or the
 * folder that was opened instead of a recording; NULL if neither is known. */
static GFile *
dup_neighbor (ThWindow *self)
{
  ThDocument *document = th_document_view_get_document (self->view);
  GFile *file = document != NULL ? th_document_get_file (document) : NULL;

  if (file == NULL)
    return NULL;
  if (g_file_is_native (file) &&
      g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_DIRECTORY)
    return g_file_get_child (file, "recording");
  return g_object_ref (file);
}

void
th_window_choose_file (ThWindow *self)
{
  g_autoptr(GFile) neighbor = dup_neighbor (self);

  th_recording_chooser_open (&self->chooser, GTK_WINDOW (self), _("Open a Recording"), _("_Open"),
                             neighbor, chosen_cb, self);
}

/* --- drop --------------------------------------------------------------- */

static gboolean
shows_recording (ThWindow *self)
{
  return g_str_equal (th_document_view_get_page (self->view), "recording");
}

/* Whether files dropped at @y are compared with the open recording. */
static gboolean
is_compare_zone (ThWindow *self,
                 double    y)
{
  return shows_recording (self) &&
         y >= gtk_widget_get_height (GTK_WIDGET (self->pages)) / 2.0;
}

/* The sides of the comparison, or else the open recording as A. */
static ThComparisonSides *
copy_sides (ThWindow *self)
{
  ThComparisonSides *sides = th_comparison_view_get_sides (self->comparison);
  g_autofree char *path = NULL;

  if (sides != NULL)
    return th_comparison_sides_copy (sides);

  sides = th_comparison_sides_new ();
  path = g_file_get_path (th_document_get_file (th_document_view_get_document (self->view)));
  if (path != NULL)
    th_comparison_sides_add (sides, 0, path);
  return sides;
}

static void
compare_files (ThWindow *self,
               GSList   *files)
{
  g_autoptr(ThComparisonSides) sides = copy_sides (self);

  for (GSList *link = files; link != NULL; link = link->next)
    {
      g_autofree char *path = g_file_get_path (link->data);

      if (path != NULL)
        th_comparison_sides_add (sides, 1, path);
    }
  if (th_comparison_sides_get_n (sides, 0) > 0 && th_comparison_sides_get_n (sides, 1) > 0)
    th_comparison_view_compare (self->comparison, sides);
}

/* Opens files (a GdkFileList) that are dropped at the height @y of the views.  On the lower half it
 * compares them with the open recording, as further recordings of B during a comparison.  With
 * GDK_ACTION_LINK (Control and Shift) it appends them to the timeline.  Returns FALSE if @value is
 * something else. */
static gboolean
take_drop (ThWindow     *self,
           const GValue *value,
           double        y,
           GdkDragAction actions)
{
  gboolean append = actions == GDK_ACTION_LINK;
  GSList *files;

  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;

  files = gdk_file_list_get_files (g_value_get_boxed (value));
  if (!append && is_compare_zone (self, y))
    compare_files (self, files);
  else
    for (GSList *link = files; link != NULL; link = link->next)
      if (append)
        th_document_view_append (self->view, link->data);
      else
        th_window_open_file (self, link->data);
  g_slist_free (files);

  return TRUE;
}

static void
show_zones (ThWindow *self,
            double    y)
{
  gboolean compare = is_compare_zone (self, y);

  gtk_widget_set_visible (self->drop_zones, shows_recording (self));
  gtk_widget_set_state_flags (compare ? self->compare_zone : self->open_zone,
                              GTK_STATE_FLAG_SELECTED, FALSE);
  gtk_widget_unset_state_flags (compare ? self->open_zone : self->compare_zone,
                                GTK_STATE_FLAG_SELECTED);
}

/* What is dropped without a pointer allows whatever the target takes. */
static GdkDragAction
get_actions (GtkDropTarget *target)
{
  GdkDrop *drop = gtk_drop_target_get_current_drop (target);

  return drop != NULL ? gdk_drop_get_actions (drop) : gtk_drop_target_get_actions (target);
}

static GdkDragAction
motion_cb (ThWindow      *self,
           double         x,
           double         y,
           GtkDropTarget *target)
{
  GdkDragAction actions = get_actions (target);

  if (actions == GDK_ACTION_LINK)
    gtk_widget_hide (self->drop_zones);
  else
    show_zones (self, y);
  return actions & GDK_ACTION_COPY ? GDK_ACTION_COPY : actions;
}

static gboolean
drop_cb (ThWindow      *self,
         const GValue  *value,
         double         x,
         double         y,
         GtkDropTarget *target)
{
  gtk_widget_hide (self->drop_zones);
  return take_drop (self, value, y, get_actions (target));
}

void
th_window_add_drop_target (ThWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST,
                                               GDK_ACTION_COPY | GDK_ACTION_LINK);

  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  g_signal_connect_swapped (target, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (target, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (target, "leave", G_CALLBACK (gtk_widget_hide), self->drop_zones);
  gtk_widget_add_controller (GTK_WIDGET (self->pages), GTK_EVENT_CONTROLLER (target));
}
