/* th-file-list.c - chooses the recordings of one side of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-file-list.h"

#include <glib/gi18n-lib.h>

#include "th-file-row.h"
#include "th-recording-chooser.h"

struct _ThFileList
{
  GtkBox                parent;

  GtkLabel             *heading;
  GtkListBox           *list;
  GtkButton            *add;

  guint                 side;
  GListStore           *files;
  GListModel           *others;  /* files of the other side; or NULL */
  GtkFileChooserNative *chooser; /* while it is open */
};

enum
{
  PROP_0,
  PROP_SIDE,
  PROP_N_FILES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThFileList, th_file_list, GTK_TYPE_BOX)

/* --- the files ----------------------------------------------------------------- */

void
th_file_list_add (ThFileList *self,
                  GFile      *file)
{
  g_return_if_fail (TH_IS_FILE_LIST (self) && G_IS_FILE (file));

  if (!g_file_is_native (file) ||
      g_list_store_find_with_equal_func (self->files, file, (GEqualFunc) g_file_equal, NULL))
    return;

  g_list_store_append (self->files, file);
}

GListModel *
th_file_list_get_files (ThFileList *self)
{
  return G_LIST_MODEL (self->files);
}

/* The focus goes to the file that takes the place of the removed one, or to the last one. */
static void
removed_cb (ThFileList *self,
            ThFileRow  *row)
{
  GtkListBoxRow *next;
  guint position, n;

  if (!g_list_store_find (self->files, th_file_row_get_file (row), &position))
    return;

  g_list_store_remove (self->files, position);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->files));
  next = gtk_list_box_get_row_at_index (self->list, MIN (position, n - 1));
  if (n == 0 || !gtk_widget_child_focus (GTK_WIDGET (next), GTK_DIR_TAB_FORWARD))
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static GtkWidget *
create_row_cb (gpointer item,
               gpointer data)
{
  ThFileRow *row = th_file_row_new (item);

  g_signal_connect_object (row, "removed", G_CALLBACK (removed_cb), data, G_CONNECT_SWAPPED);
  return GTK_WIDGET (row);
}

static void
items_changed_cb (ThFileList *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_FILES]);
}

void
th_file_list_set_others (ThFileList *self,
                         ThFileList *other)
{
  g_return_if_fail (TH_IS_FILE_LIST (self) && TH_IS_FILE_LIST (other));

  g_set_object (&self->others, G_LIST_MODEL (other->files));
}

/* Returns a file in whose folder further recordings probably are; NULL if both sides are empty. */
static GFile *
dup_neighbor (ThFileList *self)
{
  GFile *file = g_list_model_get_item (G_LIST_MODEL (self->files), 0);

  if (file == NULL && self->others != NULL)
    file = g_list_model_get_item (self->others, 0);
  return file;
}

/* --- adding --------------------------------------------------------------------- */

static void
chosen_cb (gpointer  data,
           GFile    *file)
{
  th_file_list_add (data, file);
}

void
th_file_list_choose (ThFileList *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autoptr(GFile) beside = dup_neighbor (self);

  /* A name in the working directory: whoever starts the program from a shell is probably where
   * the recordings are. */
  if (beside == NULL)
    beside = g_file_new_for_path ("recording");
  th_recording_chooser_open (&self->chooser, GTK_WINDOW (root),
                             self->side == 0 ? _("Recordings of A, Before the Change")
                                             : _("Recordings of B, After the Change"),
                             _("_Add"), beside, chosen_cb, self);
}

static gboolean
drop_cb (ThFileList   *self,
         const GValue *value)
{
  GSList *files;

  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;

  files = gdk_file_list_get_files (g_value_get_boxed (value));
  for (GSList *link = files; link != NULL; link = link->next)
    th_file_list_add (self, link->data);
  g_slist_free (files);
  return TRUE;
}

/* --- class ------------------------------------------------------------------------ */

static void
set_side (ThFileList *self,
          guint       side)
{
  self->side = side;
  gtk_label_set_text (self->heading, side == 0 ? _("A, before") : _("B, after"));
  gtk_button_set_label (self->add, side == 0 ? _("Add to _A…") : _("Add to _B…"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  side == 0 ? _("Recordings of A") : _("Recordings of B"), -1);
}

/* Not the first button, which would remove a file. */
static gboolean
th_file_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TH_FILE_LIST (widget)->add));
}

static void
th_file_list_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  if (id == PROP_SIDE)
    set_side (TH_FILE_LIST (object), g_value_get_uint (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_file_list_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  ThFileList *self = TH_FILE_LIST (object);

  switch (id)
    {
    case PROP_SIDE: g_value_set_uint (value, self->side); break;
    case PROP_N_FILES:
      g_value_set_uint (value, g_list_model_get_n_items (G_LIST_MODEL (self->files)));
      break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_file_list_dispose (GObject *object)
{
  ThFileList *self = TH_FILE_LIST (object);

  g_clear_object (&self->chooser);
  g_clear_object (&self->files);
  g_clear_object (&self->others);

  G_OBJECT_CLASS (th_file_list_parent_class)->dispose (object);
}

static void
th_file_list_class_init (ThFileListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = th_file_list_set_property;
  object_class->get_property = th_file_list_get_property;
  object_class->dispose = th_file_list_dispose;
  widget_class->grab_focus = th_file_list_grab_focus;
  properties[PROP_SIDE] = g_param_spec_uint ("side", NULL, NULL, 0, 1, 0,
                                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT |
                                             G_PARAM_STATIC_STRINGS);
  properties[PROP_N_FILES] = g_param_spec_uint ("n-files", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-file-list.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFileList, heading);
  gtk_widget_class_bind_template_child (widget_class, ThFileList, list);
  gtk_widget_class_bind_template_child (widget_class, ThFileList, add);
}

static void
th_file_list_init (ThFileList *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->files = g_list_store_new (G_TYPE_FILE);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->files), create_row_cb, self, NULL);
  g_signal_connect_swapped (self->files, "items-changed", G_CALLBACK (items_changed_cb), self);
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (th_file_list_choose), self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
