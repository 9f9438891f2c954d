/* th-completion-list.c - collects completions that match the word at the caret
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-completion-private.h"
#include "th-hash.h"
#include "th-quote.h"

static void
completion_free (gpointer data)
{
  ThCompletion *completion = data;

  g_free (completion->text);
  g_free (completion->detail);
  g_free (completion);
}

void
completion_offer_init (CompletionOffer *offer,
                       ThCompleter     *completer,
                       const char      *text,
                       guint            caret,
                       guint            max)
{
  *offer = (CompletionOffer) { .completer = completer, .max = max };
  offer->begin = g_ptr_array_new_with_free_func (completion_free);
  offer->inside = g_ptr_array_new_with_free_func (completion_free);
  offer->known = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  caret_context_init (&offer->context, completer->recording, text, caret);
}

GPtrArray *
completion_offer_end (CompletionOffer *offer)
{
  while (offer->begin->len < offer->max && offer->inside->len > 0)
    g_ptr_array_add (offer->begin, g_ptr_array_steal_index (offer->inside, 0));

  caret_context_clear (&offer->context);
  g_hash_table_unref (offer->known);
  g_ptr_array_unref (offer->inside);
  return offer->begin;
}

/* Returns the position of @word in @text, ignoring the case of ASCII letters, or -1. */
static int
find_word (const char *text,
           const char *word)
{
  gsize length = strlen (word);

  for (const char *at = text; *at != '\0'; at++)
    if (g_ascii_strncasecmp (at, word, length) == 0)
      return at - text;

  return length == 0 ? 0 : -1;
}

gboolean
completion_is_full (const CompletionOffer *offer)
{
  return offer->begin->len >= offer->max;
}

void
completion_offer (CompletionOffer  *offer,
                  ThCompletionKind  kind,
                  const char       *text,
                  const char       *key,
                  const char       *other,
                  const char       *detail)
{
  int at = completion_is_full (offer) ? -1 : find_word (key, offer->context.word);
  int other_at = at == 0 || completion_is_full (offer) || other == NULL
                 ? -1 : find_word (other, offer->context.word);
  GPtrArray *list = at == 0 || other_at == 0 ? offer->begin : offer->inside;
  ThCompletion *completion;

  if ((at < 0 && other_at < 0) || list->len >= offer->max || !g_utf8_validate (text, -1, NULL) ||
      !g_hash_table_add (offer->known, g_strdup (text)))
    return;

  completion = g_new0 (ThCompletion, 1);
  completion->kind = kind;
  completion->text = g_strdup (text);
  completion->detail = detail != NULL && g_utf8_validate (detail, -1, NULL) ? g_strdup (detail)
                                                                            : g_strdup ("");
  g_ptr_array_add (list, completion);
}

void
completion_offer_quoted (CompletionOffer *offer,
                         const char      *word,
                         const char      *detail)
{
  g_autofree char *quoted = g_utf8_validate (word, -1, NULL) ? th_quote_dup_filter (word) : NULL;

  if (quoted != NULL)
    completion_offer (offer, TH_COMPLETION_VALUE, quoted, word, NULL, detail);
}

void
completion_offer_number (CompletionOffer *offer,
                         gint64           number,
                         const char      *detail)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  /* A pid is also found by the name of its task. */
  completion_offer (offer, TH_COMPLETION_VALUE, text, text, detail, detail);
}
