/* th-notes-open.c - opens a review with all of its notes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-note-file.h"
#include "th-notes-open.h"
#include "th-review-open.h"

/* Prints how many lines and ids could not be used, which does not affect the others. */
static void
report_remarks (const char *command,
                ThNotes    *notes)
{
  guint n_invalid = th_notes_get_n_invalid (notes), n_unknown = th_notes_get_n_unknown (notes);
  guint n_conflicts = th_notes_get_n_conflicts (notes);

  if (n_invalid > 0)
    g_printerr (ngettext ("thresh %s: %u line is not a note: it is torn or damaged, in “%s”.\n",
                          "thresh %s: %u lines are not notes: they are torn or damaged, the first "
                          "in “%s”.\n", n_invalid),
                command, n_invalid, th_notes_get_invalid_file (notes));
  if (n_unknown > 0)
    g_printerr (ngettext ("thresh %s: %u line was written by a later version.\n",
                          "thresh %s: %u lines were written by a later version.\n",
                          n_unknown), command, n_unknown);
  if (n_conflicts > 0)
    g_printerr (ngettext ("thresh %s: %u id has two contents; one of them is shown.\n",
                          "thresh %s: %u ids have two contents; one of each is shown.\n",
                          n_conflicts), command, n_conflicts);
  if (th_notes_get_n_refused (notes) > 0)
    g_printerr (_("thresh %s: there are more than %u entries, or more than %u MiB of them; the "
                  "others were left out.\n"), command, TH_NOTES_MAX_ENTRIES,
                TH_NOTES_MAX_BYTES >> 20);
}

ThNotes *
th_notes_read (const char     *command,
               const ThReview *review,
               ThExit         *status)
{
  ThNotes *notes = th_notes_new ();
  g_autofree char *folder = th_review_dup_notes (review);
  g_autoptr(GError) error = NULL;

  if (!th_note_folder_read (folder, notes, &error))
    {
      g_printerr ("thresh %s: %s\n", command, error->message);
      *status = TH_EXIT_PART;
    }
  report_remarks (command, notes);
  return notes;
}

ThExit
th_notes_get_exit (ThNotes *notes)
{
  return th_notes_get_n_invalid (notes) > 0 || th_notes_get_n_refused (notes) > 0
         ? TH_EXIT_PART : TH_EXIT_WHOLE;
}

ThExit
th_notes_open (const char *command,
               const char *path,
               ThReview  **review,
               ThNotes   **notes)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = th_review_open_argument (command, path, TRUE);
  ThExit status = TH_EXIT_WHOLE;

  *notes = NULL;
  *review = NULL;
  if (folder == NULL)
    return TH_EXIT_REFUSED;
  if ((*review = th_review_open (folder, &error)) == NULL)
    {
      g_printerr ("thresh %s: %s\n", command, error->message);
      return TH_EXIT_REFUSED;
    }

  *notes = th_notes_read (command, *review, &status);
  return status;
}
