/* fuzz-notes.c - notes that others wrote: lines of entries, their threads and texts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-target.h"
#include "th-note-text.h"
#include "th-notes.h"

#include <string.h>

/* Blocks and spans are parts of the text, and follow each other. */
static void
read_text (const char *text)
{
  g_autoptr(GArray) blocks = th_note_text_list_blocks (text);
  g_autoptr(GArray) spans = th_note_text_list_spans (text);
  gsize size = strlen (text);
  guint at = 0;

  for (guint i = 0; i < blocks->len; i++)
    {
      const ThNoteBlock *block = &g_array_index (blocks, ThNoteBlock, i);

      g_assert_cmpuint (block->begin, >=, at);
      g_assert_cmpuint (block->end, >=, block->begin);
      at = block->end;
    }
  g_assert_cmpuint (at, <=, size);
  at = 0;
  for (guint i = 0; i < spans->len; i++)
    {
      const ThNoteSpan *span = &g_array_index (spans, ThNoteSpan, i);

      g_assert_cmpuint (span->begin, >=, at);
      g_assert_cmpuint (span->end, >=, span->begin);
      at = span->end;
    }
  g_assert_cmpuint (at, <=, size);
  g_free (th_note_text_dup_line (text));
}

/* An entry that was accepted can be written, and reads as the same. */
static void
read_line (const char *text,
           gsize       size)
{
  g_autoptr(ThNoteEntry) entry = NULL, again = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *line = NULL, *same = NULL;

  if (th_note_entry_from_line (text, size, &entry) != TH_NOTE_LINE_ENTRY)
    return;

  line = th_note_entry_to_line (entry, &error);
  g_assert_no_error (error);
  g_assert_cmpint (th_note_entry_from_line (line, strlen (line), &again), ==, TH_NOTE_LINE_ENTRY);
  same = th_note_entry_to_line (again, NULL);
  g_assert_cmpstr (line, ==, same);
  if (entry->text != NULL)
    read_text (entry->text);
}

static void
read_lines (const char *text,
            gsize       size)
{
  g_autoptr(ThNotes) notes = th_notes_new ();
  GPtrArray *all;

  th_notes_add_lines (notes, text, size);
  all = th_notes_get_all (notes);
  for (guint i = 0; i < all->len; i++)
    {
      const ThNote *note = g_ptr_array_index (all, i);

      g_assert_cmpuint (note->number, ==, i + 1);
      g_assert_true (th_notes_get_top (notes, note) != NULL);
      g_assert_cmpuint (note->labels->len, <=, TH_NOTES_MAX_LABELS);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  const char *text = (const char *) data;

  read_lines (text, size);
  while (size > 0)
    {
      const char *end = memchr (text, '\n', size);
      gsize length = end != NULL ? (gsize) (end - text) : size;

      read_line (text, length);
      length += end != NULL ? 1 : 0;
      text += length;
      size -= length;
    }
  return 0;
}
