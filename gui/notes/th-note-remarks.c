/* th-note-remarks.c - says which entries of a review are left out, and why
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-remarks.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-number-format.h"

/* Takes ownership of @text; NULL adds nothing. */
static void
add (GString *remarks,
     char    *text)
{
  g_autofree char *safe = text != NULL ? th_display_text_make_valid (text) : NULL;

  if (safe != NULL)
    g_string_append_printf (remarks, "%s%s", remarks->len > 0 ? "\n" : "", safe);
  g_free (text);
}

static char *
dup_refused (ThNotes *notes)
{
  guint n = th_notes_get_n_refused (notes);
  g_autofree char *count = th_format_count (n), *most = th_format_count (TH_NOTES_MAX_ENTRIES);

  if (n == 0)
    return NULL;

  /* Translators: the first %s is how many entries, the second the maximum */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s entry was left out: more than %s, or more than %u MiB, "
                                       "are not shown.",
                                       "%s entries were left out: more than %s, or more than %u "
                                       "MiB, are not shown.", n),
                          count, most, TH_NOTES_MAX_BYTES >> 20);
}

static char *
dup_invalid (ThNotes *notes)
{
  guint n = th_notes_get_n_invalid (notes);
  const char *path = th_notes_get_invalid_file (notes);
  g_autofree char *count = th_format_count (n);
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : g_strdup ("?");

  if (n == 0)
    return NULL;

  /* Translators: the first %s is how many lines, the second the name of a file */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s line is not a note: it is torn or damaged, in “%s”.",
                                       "%s lines are not notes: they are torn or damaged, the "
                                       "first in “%s”.", n), count, name);
}

static char *
dup_unknown (ThNotes *notes)
{
  guint n = th_notes_get_n_unknown (notes);
  g_autofree char *count = th_format_count (n);

  if (n == 0)
    return NULL;

  /* Translators: %s is how many lines */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s line was written by a later version.",
                                       "%s lines were written by a later version.", n), count);
}

static char *
dup_conflicts (ThNotes *notes)
{
  guint n = th_notes_get_n_conflicts (notes);
  g_autofree char *count = th_format_count (n);

  if (n == 0)
    return NULL;

  /* Translators: %s is how many ids */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s note has two contents; one of them is shown.",
                                       "%s notes have two contents; one of each is shown.", n),
                          count);
}

char *
th_note_remarks_dup (ThNoteStore *store)
{
  ThNotes *notes = th_note_store_get_notes (store);
  GString *remarks = g_string_new (NULL);

  add (remarks, g_strdup (th_note_store_get_error (store)));
  add (remarks, dup_refused (notes));
  add (remarks, dup_invalid (notes));
  add (remarks, dup_unknown (notes));
  add (remarks, dup_conflicts (notes));

  return g_string_free (remarks, remarks->len == 0);
}
