/* th-window-share.c - packs the open review for somebody else, and merges the answers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-job.h"
#include "th-number-format.h"
#include "th-refusal.h"
#include "th-review-merging.h"
#include "th-review-opening.h"
#include "th-share-dialog.h"
#include "th-widgets.h"

/* The view of A: that of B ends with the comparison. */
static ThDocumentView *
get_view (ThWindow *self)
{
  return th_side_view_get_view (th_comparison_view_get_side (self->comparison, 0));
}

static void
share_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       data)
{
  ThWindow *self = data;

  if (!th_dialog_present (GTK_WINDOW (self), TH_TYPE_SHARE_DIALOG))
    gtk_window_present (GTK_WINDOW (th_share_dialog_new (GTK_WINDOW (self), self->review,
                                                         get_view (self))));
}

/* --- merging ---------------------------------------------------------------- */

static char *
describe (const ThReviewMerging *merging)
{
  guint n = merging->n_notes > 0 ? merging->n_notes : merging->n_entries;
  g_autofree char *count = th_format_count (n);

  if (merging->n_notes > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Merged: %s new note",
                                         "Merged: %s new notes", n), count);
  if (merging->n_entries > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Merged: no new notes, but %s change",
                                         "Merged: no new notes, but %s changes", n), count);
  return g_strdup (_("Merged: nothing in it is new"));
}

static void
reopened_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr(ThWindow) self = data;
  ThOpenedReview *opened = th_review_opening_finish (result, NULL);

  if (self->review == NULL)
    g_clear_pointer (&opened, th_opened_review_free);
  else if (opened != NULL)
    th_open_review_replace (self->review, opened);
}

static void
merged_cb (GtkWidget    *owner,
           gboolean      succeeded,
           const GError *error,
           gpointer      data)
{
  ThWindow *self = TH_WINDOW (gtk_widget_get_root (owner));
  g_autofree char *message = NULL;

  if (self->review == NULL)
    return;
  if (error != NULL)
    {
      th_refusal_show (GTK_WINDOW (self), _("The answers were not merged"), error->message);
      return;
    }

  message = succeeded ? describe (data) : g_strdup (_("Cancelled; nothing was merged"));
  th_document_view_say (get_view (self), message);
  th_note_store_look (th_open_review_get_store (self->review));
  th_review_opening_open_async (self->review_folder, reopened_cb, g_object_ref (self));
}

static void
merge (gpointer  data,
       GFile    *file)
{
  ThWindow *self = data;
  g_autoptr(GFile) folder = th_review_opening_find_folder (file);
  g_autofree char *path = g_file_get_path (folder != NULL ? folder : file), *own = NULL;

  if (self->review == NULL)
    return;
  if (path == NULL)
    {
      th_refusal_show (GTK_WINDOW (self), _("The answers were not merged"),
                       _("The archive must be local: copy it"));
      return;
    }

  own = g_file_get_path (self->review_folder);
  th_job_run (GTK_WIDGET (self->pages), _("Merge Answers"), _("Merging the answers"),
              th_review_merging_run, th_review_merging_new (own, path),
              (GDestroyNotify) th_review_merging_free, merged_cb);
}

/* A dialog that opens files does not choose folders, but the manifest in one. */
static void
merge_answers_cb (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       data)
{
  static const char *const patterns[] = { "*.review.tar.zst", "review.json", NULL };
  ThWindow *self = data;
  ThFileKind kind = { _("Reviews"), patterns };

  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN,
                                         _("Merge Answers"), _("_Merge"),
                                         .beside = self->review_folder, .kinds = &kind,
                                         .n_kinds = 1 },
                       merge, self);
}

static void
merge_answers_from_cb (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       data)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  merge (data, file);
}

void
th_window_init_share (ThWindow *self)
{
  static const GActionEntry entries[] = {
    { "share", share_cb },
    { "merge-answers", merge_answers_cb },
    { "merge-answers-from", merge_answers_from_cb, "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
