/* th-note-facts.c - what a column of a table says about a note, and the order that it gives
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-facts.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-note-body.h"
#include "th-note-caption.h"
#include "th-note-message.h"
#include "th-number-format.h"

/* --- texts -------------------------------------------------------------------- */

static char *
dup_labels (const ThNote *note)
{
  GString *labels = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; i < note->labels->len; i++)
    g_string_append_printf (labels, "%s%s", i > 0 ? ", " : "",
                            (const char *) note->labels->pdata[i]);
  text = g_string_free (labels, FALSE);
  return th_display_text_make_valid (text);
}

static char *
dup_replies (const ThNote *note)
{
  return note->replies != NULL && note->replies->len > 0 ? th_format_count (note->replies->len)
                                                         : g_strdup ("");
}

static char *
dup_state (const ThNoteItem *item)
{
  const char *state = item->note->resolved != NULL ? _("✓ Resolved") : C_("note", "Open");

  /* Translators: the state of a note, "Open", which the user has not read */
  return item->is_unread ? g_strdup_printf (_("%s · new"), state) : g_strdup (state);
}

char *
th_note_fact_dup_text (const ThNoteItem *item,
                       ThNoteFact        fact,
                       ThNotePlaces     *places)
{
  const ThNote *note = item->note;

  switch (fact)
    {
    case TH_NOTE_FACT_NUMBER: return th_format_count (note->number);
    case TH_NOTE_FACT_AUTHOR: return th_display_text_make_valid (note->entry->author);
    case TH_NOTE_FACT_TIME: return th_note_caption_dup_time (places, note);
    case TH_NOTE_FACT_WHERE: return th_note_caption_dup_where (places, note);
    case TH_NOTE_FACT_TEXT: return th_note_body_dup_excerpt (note);
    case TH_NOTE_FACT_LABELS: return dup_labels (note);
    case TH_NOTE_FACT_REPLIES: return dup_replies (note);
    case TH_NOTE_FACT_STATE: return dup_state (item);
    case TH_NOTE_FACT_WRITTEN: return th_note_message_dup_time (note->entry);
    case TH_NOTE_N_FACTS:
    default: g_return_val_if_reached (g_strdup (""));
    }
}

/* --- the order ---------------------------------------------------------------- */

/* Texts are made and collated once for each note, and not for each comparison. */
typedef struct
{
  gpointer  item;
  guint     position; /* before sorting */
  char     *text;     /* made by g_utf8_collate_key_for_filename(), which sorts numbers by value */
  gint64    number;   /* the value of a numeric fact */
} SortKey;

static void
sort_key_clear (gpointer key)
{
  g_free (((SortKey *) key)->text);
}

static gint64
get_time (const ThNote *note,
          ThNotePlaces *places)
{
  const ThNoteAnchor *anchor = note->entry->anchor;
  ThNotePlace place;
  ThNoteFound found = th_note_places_get (places, note->entry->id, &place);
  gint64 time = found == TH_NOTE_FOUND || found == TH_NOTE_FOUND_ELSEWHERE ? place.from
                                                                           : TH_TIME_NONE;

  if (time == TH_TIME_NONE && anchor != NULL)
    time = anchor->time;
  return time != TH_TIME_NONE ? time : G_MAXINT64;
}

static gint64
get_number (const ThNoteItem *item,
            ThNoteFact        fact,
            ThNotePlaces     *places)
{
  const ThNote *note = item->note;

  switch (fact)
    {
    case TH_NOTE_FACT_TIME: return get_time (note, places);
    case TH_NOTE_FACT_REPLIES: return note->replies != NULL ? note->replies->len : 0;
    case TH_NOTE_FACT_STATE: return (note->resolved != NULL) * 2 + !item->is_unread;
    case TH_NOTE_FACT_WRITTEN: return note->entry->time;
    default: return note->number;
    }
}

static gboolean
is_text (ThNoteFact fact)
{
  return fact == TH_NOTE_FACT_AUTHOR || fact == TH_NOTE_FACT_WHERE || fact == TH_NOTE_FACT_TEXT ||
         fact == TH_NOTE_FACT_LABELS;
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      descending)
{
  const SortKey *first = a, *second = b;
  int order = first->text != NULL ? strcmp (first->text, second->text)
                                  : (first->number > second->number) -
                                    (first->number < second->number);

  if (order == 0)
    return (first->position > second->position) - (first->position < second->position);
  return GPOINTER_TO_INT (descending) ? -order : order;
}

static char *
make_text_key (const ThNoteItem *item,
               ThNoteFact        fact,
               ThNotePlaces     *places)
{
  g_autofree char *text = th_note_fact_dup_text (item, fact, places);

  return g_utf8_collate_key_for_filename (text, -1);
}

void
th_note_facts_sort (GPtrArray    *items,
                    ThNoteFact    fact,
                    gboolean      descending,
                    ThNotePlaces *places)
{
  g_autoptr(GArray) keys = g_array_sized_new (FALSE, TRUE, sizeof (SortKey), items->len);

  g_array_set_clear_func (keys, sort_key_clear);
  for (guint i = 0; i < items->len; i++)
    {
      SortKey key = { items->pdata[i], i, NULL, 0 };

      if (is_text (fact))
        key.text = make_text_key (key.item, fact, places);
      else
        key.number = get_number (key.item, fact, places);
      g_array_append_val (keys, key);
    }
  g_array_sort_with_data (keys, compare, GINT_TO_POINTER (descending));
  for (guint i = 0; i < items->len; i++)
    items->pdata[i] = g_array_index (keys, SortKey, i).item;
}

/* --- finding ------------------------------------------------------------------- */

static gboolean
contains (const char *text,
          const char *sought)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, sought) != NULL;
}

gboolean
th_note_facts_contain (const ThNoteItem *item,
                       const char       *sought,
                       ThNotePlaces     *places)
{
  static const ThNoteFact facts[] = { TH_NOTE_FACT_AUTHOR, TH_NOTE_FACT_WHERE,
                                      TH_NOTE_FACT_LABELS };
  const GPtrArray *replies = item->note->replies;

  if (contains (item->note->text, sought))
    return TRUE;
  for (guint i = 0; replies != NULL && i < replies->len; i++)
    if (contains (((const ThNote *) replies->pdata[i])->text, sought))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      g_autofree char *text = th_note_fact_dup_text (item, facts[i], places);

      if (contains (text, sought))
        return TRUE;
    }

  return FALSE;
}
