/* th-window-unpack.c - asks where to unpack an archive of a review, unpacks and opens it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-job.h"
#include "th-refusal.h"
#include "th-review-unpacking.h"

static void
refuse (ThWindow   *self,
        const char *reason)
{
  th_refusal_show (GTK_WINDOW (self), _("The review was not unpacked"), reason);
}

static void
unpacked_cb (GtkWidget    *owner,
             gboolean      succeeded,
             const GError *error,
             gpointer      data)
{
  const ThReviewUnpacking *unpacking = data;
  ThWindow *self = TH_WINDOW (gtk_widget_get_root (owner));
  g_autoptr(GFile) folder = g_file_new_for_path (unpacking->folder);

  if (succeeded)
    th_window_open_file (self, folder);
  else if (error != NULL)
    refuse (self, error->message);
}

static void
unpack (ThWindow *self,
        GFile    *archive,
        GFile    *parent)
{
  ThReviewUnpacking *unpacking = th_review_unpacking_new (archive, parent);

  if (unpacking == NULL)
    refuse (self, _("The archive and the folder must be local: copy it"));
  else
    th_job_run (GTK_WIDGET (self->pages), _("Unpack the Review"), _("Unpacking the review"),
                th_review_unpacking_run, unpacking, (GDestroyNotify) th_review_unpacking_free,
                unpacked_cb);
}

static void
folder_chosen_cb (gpointer  data,
                  GFile    *parent)
{
  ThWindow *self = data;
  g_autoptr(GFile) archive = g_steal_pointer (&self->archive);

  unpack (self, archive, parent);
}

void
th_window_unpack_review (ThWindow *self,
                         GFile    *archive)
{
  if (self->chooser != NULL)
    return;

  g_set_object (&self->archive, archive);
  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                                         _("Unpack the Review Into a Folder"), _("_Unpack"),
                                         .beside = archive },
                       folder_chosen_cb, self);
}

/* The archive and the folder; for tests and scripts. */
static void
unpack_review_at_cb (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       data)
{
  const char *archive_uri, *parent_uri;
  g_autoptr(GFile) archive = NULL, parent = NULL;

  g_variant_get (parameter, "(&s&s)", &archive_uri, &parent_uri);
  archive = g_file_new_for_uri (archive_uri);
  parent = g_file_new_for_uri (parent_uri);
  unpack (data, archive, parent);
}

void
th_window_init_unpack (ThWindow *self)
{
  static const GActionEntry entries[] = {
    { "unpack-review-at", unpack_review_at_cb, "(ss)" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
