/* th-completion.c - what may be written at a place of an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-completion-private.h"
#include "th-quote.h"

static void
completion_free (gpointer data)
{
  ThCompletion *completion = data;

  g_free (completion->text);
  g_free (completion->detail);
  g_free (completion);
}

/* --- offering ----------------------------------------------------------- */

/* Where @text has @word, whatever the case of ASCII letters; -1: nowhere. */
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

/* @key: what is typed to get @text; @other: what may be typed instead, or NULL. */
void
completion_offer (CompletionOffer  *offer,
                  ThCompletionKind  kind,
                  const char       *text,
                  const char       *key,
                  const char       *other,
                  const char       *detail)
{
  int at = completion_is_full (offer) ? -1 : find_word (key, offer->spot.word);
  int other_at = at == 0 || completion_is_full (offer) || other == NULL ? -1 : find_word (other, offer->spot.word);
  GPtrArray *list = at == 0 || other_at == 0 ? offer->begin : offer->inside;
  ThCompletion *completion;

  if ((at < 0 && other_at < 0) || list->len >= offer->max || !g_utf8_validate (text, -1, NULL) ||
      !g_hash_table_add (offer->known, g_strdup (text)))
    return;

  completion = g_new0 (ThCompletion, 1);
  completion->kind = kind;
  completion->text = g_strdup (text);
  completion->detail = detail != NULL && g_utf8_validate (detail, -1, NULL) ? g_strdup (detail) : g_strdup ("");
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

  /* A pid is also found by its task's name. */
  completion_offer (offer, TH_COMPLETION_VALUE, text, text, detail, detail);
}

/* --- conditions --------------------------------------------------------- */

static const struct
{
  const char *name;
  const char *detail;
  gboolean    is_number;
} builtins[] = {
  { "task", N_("task name"), FALSE },
  { "pid", N_("PID of the task"), TRUE },
  { "cpu", N_("CPU number"), TRUE },
  { "ts", N_("event time"), TRUE },
  { "event", N_("event name"), FALSE },
  { "system", N_("system of the event"), FALSE },
  { "info", N_("event text"), FALSE },
  { "tgid", N_("PID of the process"), TRUE },
  { "type", N_("system:event"), FALSE },
  { "stream", N_("buffer name"), FALSE },
  { "recording", N_("a recording on the timeline"), FALSE },
};

static void
add_types (CompletionOffer *offer,
           gboolean         seen)
{
  ThRecording *recording = offer->completer->recording;

  for (guint i = 0; i < th_recording_get_n_types (recording) && !completion_is_full (offer); i++)
    {
      const char *system = th_recording_get_type_system (recording, i);
      const char *name = th_recording_get_type_name (recording, i);
      g_autofree char *text = NULL, *all = NULL;

      if (filter_seen_has_type (offer->completer->seen, i) != seen || !filter_spot_has_type (&offer->spot, recording, i))
        continue;

      text = system[0] != '\0' ? g_strconcat (system, ":", name, NULL) : g_strdup (name);
      all = g_strconcat (system, ":*", NULL);
      completion_offer (offer, TH_COMPLETION_TYPE, text, text, name, _("event"));
      /* Once one types the system. */
      if (system[0] != '\0' && offer->spot.word[0] != '\0')
        completion_offer (offer, TH_COMPLETION_TYPE, all, all, NULL, _("all events of the system"));
    }
}

static gboolean
is_number (const ThField *field)
{
  return field->kind == TH_FIELD_INT || field->kind == TH_FIELD_POINTER || field->kind == TH_FIELD_SYMBOL;
}

static void
add_type_fields (CompletionOffer *offer,
                 guint            type)
{
  gboolean numbers = offer->spot.place == SPOT_TERM;
  const ThFieldTable *table = th_recording_get_fields (offer->completer->recording, type);

  for (guint i = 0; i < table->n_fields; i++)
    {
      const ThField *field = &table->fields[i];

      if ((field->flags & TH_FIELD_COMMON && !g_str_has_prefix (offer->spot.word, "com")) || (numbers && !is_number (field)))
        continue;
      completion_offer (offer, TH_COMPLETION_FIELD, field->name, field->name, NULL, field->type_name);
      if (field->label != NULL)
        completion_offer (offer, TH_COMPLETION_FIELD, field->label, field->label, NULL, field->type_name);
    }
}

static void
add_fields (CompletionOffer *offer)
{
  ThRecording *recording = offer->completer->recording;

  for (guint i = 0; i < th_recording_get_n_types (recording) && !completion_is_full (offer); i++)
    if (filter_spot_has_type (&offer->spot, recording, i) &&
        (offer->spot.types->len > 0 || filter_seen_has_type (offer->completer->seen, i)))
      add_type_fields (offer, i);
}

static void
add_builtins (CompletionOffer *offer)
{
  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    completion_offer (offer, TH_COMPLETION_FIELD, builtins[i].name, builtins[i].name, NULL, _(builtins[i].detail));
}

/* What can be computed with. */
static void
add_terms (CompletionOffer *offer)
{
  if (offer->spot.quoted)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (builtins[i].is_number)
      completion_offer (offer, TH_COMPLETION_FIELD, builtins[i].name, builtins[i].name, NULL, _(builtins[i].detail));
  add_fields (offer);
  completion_add_flow_fields (offer);
}

static void
add_conditions (CompletionOffer *offer)
{
  if (offer->spot.quoted)
    return;

  if (strpbrk (offer->spot.word, ":/") != NULL)
    {
      g_strdelimit (offer->spot.word, "/", ':');
      add_types (offer, TRUE);
      add_types (offer, FALSE);
      return;
    }

  if (strchr (offer->spot.word, '.') != NULL)
    {
      completion_add_flow_fields (offer);
      return;
    }

  /* Beside types that are named one wants their fields. */
  if (offer->spot.types->len > 0)
    add_fields (offer);
  add_builtins (offer);
  if (offer->spot.types->len == 0)
    {
      add_types (offer, TRUE);
      add_fields (offer);
    }
  completion_add_flow_fields (offer);
  completion_offer (offer, TH_COMPLETION_WORD, "not", "not", NULL, _("negation"));
  if (offer->spot.types->len == 0)
    add_types (offer, FALSE);
}

/* --- operators ---------------------------------------------------------- */

static void
add_operator (CompletionOffer *offer,
              const char      *sign,
              const char      *detail)
{
  completion_offer (offer, TH_COMPLETION_OPERATOR, sign, sign, NULL, detail);
}

static void
add_joints (CompletionOffer *offer)
{
  completion_offer (offer, TH_COMPLETION_WORD, "and", "and", NULL, _("both"));
  completion_offer (offer, TH_COMPLETION_WORD, "or", "or", NULL, _("either"));
  if (offer->spot.depth > 0 && offer->spot.word[0] == '\0')
    completion_offer (offer, TH_COMPLETION_WORD, ")", ")", NULL, "");
}

static void
add_operators (CompletionOffer *offer)
{
  FieldNature nature = offer->spot.in_sum ? (FieldNature) { .number = TRUE } : completion_get_nature (offer);
  gboolean any = !nature.text && !nature.number && !nature.many;

  if (nature.text || nature.number || any)
    {
      add_operator (offer, "==", _("equal to"));
      add_operator (offer, "!=", _("not equal to"));
    }
  if (nature.number || any)
    {
      add_operator (offer, "<", _("less than"));
      add_operator (offer, "<=", _("at most"));
      add_operator (offer, ">", _("more than"));
      add_operator (offer, ">=", _("at least"));
      add_operator (offer, "&", _("has any of these bits"));
    }
  if (nature.text || nature.number || any)
    add_operator (offer, "in", _("in a list, such as {1, 3..5}"));
  if (nature.text || nature.named || nature.code || any)
    {
      add_operator (offer, "~", _("matches a pattern with * and ?"));
      add_operator (offer, "!~", _("does not match the pattern"));
      add_operator (offer, "=~", _("matches a regular expression, such as /^a/"));
      add_operator (offer, "contains", _("contains text"));
    }
  if (offer->spot.field != NULL || offer->spot.in_sum)
    add_joints (offer);
}

/* --- all ---------------------------------------------------------------- */

static void
fill (CompletionOffer *offer)
{
  switch (offer->spot.place)
    {
    case SPOT_CONDITION:
      add_conditions (offer);
      break;
    case SPOT_OPERATOR:
      add_operators (offer);
      break;
    case SPOT_TERM:
      add_terms (offer);
      break;
    case SPOT_VALUE:
    case SPOT_LIST_VALUE:
      completion_add_values (offer);
      break;
    case SPOT_LIST:
      completion_offer (offer, TH_COMPLETION_WORD, "{", "{", NULL, _("a list, such as {1, 3..5}"));
      break;
    case SPOT_LIST_NEXT:
      completion_offer (offer, TH_COMPLETION_WORD, ",", ",", NULL, _("another value"));
      completion_offer (offer, TH_COMPLETION_WORD, "}", "}", NULL, _("end of the list"));
      break;
    case SPOT_NEXT:
      add_joints (offer);
      break;
    default:
      break;
    }
}

static void
ensure_seen (ThCompleter *self)
{
  if (self->seen != NULL && filter_seen_is_old (self->seen))
    g_clear_pointer (&self->seen, filter_seen_free);
  if (self->seen == NULL)
    self->seen = filter_seen_new (self->recording);
}

GPtrArray *
th_completer_list (ThCompleter *self,
                   const char  *text,
                   guint        caret,
                   guint        max,
                   guint       *begin,
                   guint       *end)
{
  CompletionOffer offer = { .completer = self, .max = max };

  g_return_val_if_fail (caret <= strlen (text), NULL);

  ensure_seen (self);
  offer.begin = g_ptr_array_new_with_free_func (completion_free);
  offer.inside = g_ptr_array_new_with_free_func (completion_free);
  offer.known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  filter_spot_init (&offer.spot, self->recording, text, caret);
  *begin = offer.spot.begin;
  *end = offer.spot.end;
  if (strlen (text) <= FILTER_MAX_TEXT)
    fill (&offer);

  while (offer.begin->len < max && offer.inside->len > 0)
    g_ptr_array_add (offer.begin, g_ptr_array_steal_index (offer.inside, 0));
  filter_spot_clear (&offer.spot);
  g_hash_table_unref (offer.known);
  g_ptr_array_unref (offer.inside);

  return offer.begin;
}

char *
th_completion_apply (const ThCompletion *completion,
                     const char         *text,
                     guint               begin,
                     guint               end,
                     guint              *caret)
{
  gboolean spaced = text[end] == ' ' || text[end] == ')' || text[end] == ',' || text[end] == '}';
  const char *after = spaced ? "" : " ";
  gboolean glued = completion->kind == TH_COMPLETION_VALUE && begin > 0 && strchr (" {", text[begin - 1]) == NULL;
  const char *before = glued ? " " : "";

  *caret = begin + strlen (before) + strlen (completion->text) + (text[end] == ' ' ? 1 : strlen (after));
  return g_strdup_printf ("%.*s%s%s%s%s", (int) begin, text, before, completion->text, after, text + end);
}

GArray *
th_completer_list_types (ThCompleter *self,
                         guint       *n_seen)
{
  guint n_types = th_recording_get_n_types (self->recording);
  GArray *types = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_types);

  ensure_seen (self);
  for (guint type = 0; type < n_types; type++)
    if (filter_seen_has_type (self->seen, type))
      g_array_append_val (types, type);
  *n_seen = types->len;
  for (guint type = 0; type < n_types; type++)
    if (!filter_seen_has_type (self->seen, type))
      g_array_append_val (types, type);

  return types;
}

ThCompleter *
th_completer_new (ThRecording *recording)
{
  ThCompleter *self = g_new0 (ThCompleter, 1);

  self->recording = th_recording_ref (recording);
  return self;
}

void
th_completer_free (ThCompleter *self)
{
  if (self == NULL)
    return;

  filter_seen_free (self->seen);
  g_clear_pointer (&self->stages, g_hash_table_unref);
  th_recording_unref (self->recording);
  g_free (self);
}
