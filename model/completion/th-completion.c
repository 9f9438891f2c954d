/* th-completion.c - lists what may be written at the caret of an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-completion-private.h"

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

      if (value_sampler_has_type (offer->completer->sampler, i) != seen ||
          !caret_context_has_type (&offer->context, recording, i))
        continue;

      text = system[0] != '\0' ? g_strconcat (system, ":", name, NULL) : g_strdup (name);
      all = g_strconcat (system, ":*", NULL);
      completion_offer (offer, TH_COMPLETION_TYPE, text, text, name, _("event"));
      /* Offers types by their full name once the user types the system. */
      if (system[0] != '\0' && offer->context.word[0] != '\0')
        completion_offer (offer, TH_COMPLETION_TYPE, all, all, NULL, _("all events of the system"));
    }
}

static gboolean
is_number (const ThField *field)
{
  return field->kind == TH_FIELD_INT || field->kind == TH_FIELD_POINTER ||
         field->kind == TH_FIELD_SYMBOL;
}

static void
add_type_fields (CompletionOffer *offer,
                 guint            type)
{
  gboolean numbers = offer->context.place == CARET_TERM;
  const ThFieldTable *table = th_recording_get_fields (offer->completer->recording, type);

  for (guint i = 0; i < table->n_fields; i++)
    {
      const ThField *field = &table->fields[i];

      if ((field->flags & TH_FIELD_COMMON && !g_str_has_prefix (offer->context.word, "com")) ||
          (numbers && !is_number (field)))
        continue;
      completion_offer (offer, TH_COMPLETION_FIELD, field->name, field->name, NULL,
                        field->type_name);
      if (field->label != NULL)
        completion_offer (offer, TH_COMPLETION_FIELD, field->label, field->label, NULL,
                          field->type_name);
    }
}

static void
add_fields (CompletionOffer *offer)
{
  ThRecording *recording = offer->completer->recording;

  for (guint i = 0; i < th_recording_get_n_types (recording) && !completion_is_full (offer); i++)
    if (caret_context_has_type (&offer->context, recording, i) &&
        (offer->context.types->len > 0 || value_sampler_has_type (offer->completer->sampler, i)))
      add_type_fields (offer, i);
}

static void
add_builtins (CompletionOffer *offer)
{
  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    completion_offer (offer, TH_COMPLETION_FIELD, builtins[i].name, builtins[i].name, NULL,
                      _(builtins[i].detail));
}

/* Offers the fields that arithmetic can use. */
static void
add_terms (CompletionOffer *offer)
{
  if (offer->context.quoted)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (builtins[i].is_number)
      completion_offer (offer, TH_COMPLETION_FIELD, builtins[i].name, builtins[i].name, NULL,
                        _(builtins[i].detail));
  add_fields (offer);
  completion_add_flow_fields (offer);
}

static void
add_conditions (CompletionOffer *offer)
{
  if (offer->context.quoted)
    return;

  if (strpbrk (offer->context.word, ":/") != NULL)
    {
      g_strdelimit (offer->context.word, "/", ':');
      add_types (offer, TRUE);
      add_types (offer, FALSE);
      return;
    }

  if (strchr (offer->context.word, '.') != NULL)
    {
      completion_add_flow_fields (offer);
      return;
    }

  /* If types are named, the user probably wants their fields. */
  if (offer->context.types->len > 0)
    add_fields (offer);
  add_builtins (offer);
  if (offer->context.types->len == 0)
    {
      add_types (offer, TRUE);
      add_fields (offer);
    }
  completion_add_flow_fields (offer);
  completion_offer (offer, TH_COMPLETION_WORD, "not", "not", NULL, _("negation"));
  if (offer->context.types->len == 0)
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
  if (offer->context.depth > 0 && offer->context.word[0] == '\0')
    completion_offer (offer, TH_COMPLETION_WORD, ")", ")", NULL, "");
}

static void
add_operators (CompletionOffer *offer)
{
  FieldNature nature = offer->context.in_arith ? (FieldNature) { .number = TRUE }
                                               : completion_get_nature (offer);
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
  if (offer->context.field != NULL || offer->context.in_arith)
    add_joints (offer);
}

/* --- all ---------------------------------------------------------------- */

static void
fill (CompletionOffer *offer)
{
  switch (offer->context.place)
    {
    case CARET_CONDITION:
      add_conditions (offer);
      break;
    case CARET_OPERATOR:
      add_operators (offer);
      break;
    case CARET_TERM:
      add_terms (offer);
      break;
    case CARET_VALUE:
    case CARET_LIST_VALUE:
      completion_add_values (offer);
      break;
    case CARET_LIST:
      completion_offer (offer, TH_COMPLETION_WORD, "{", "{", NULL, _("a list, such as {1, 3..5}"));
      break;
    case CARET_LIST_NEXT:
      completion_offer (offer, TH_COMPLETION_WORD, ",", ",", NULL, _("another value"));
      completion_offer (offer, TH_COMPLETION_WORD, "}", "}", NULL, _("end of the list"));
      break;
    case CARET_NEXT:
      add_joints (offer);
      break;
    default:
      break;
    }
}

static void
ensure_sampler (ThCompleter *self)
{
  if (self->sampler != NULL && value_sampler_is_old (self->sampler))
    g_clear_pointer (&self->sampler, value_sampler_free);
  if (self->sampler == NULL)
    self->sampler = value_sampler_new (self->recording);
}

GPtrArray *
th_completer_list (ThCompleter *self,
                   const char  *text,
                   guint        caret,
                   guint        max,
                   guint       *begin,
                   guint       *end)
{
  CompletionOffer offer;

  g_return_val_if_fail (caret <= strlen (text), NULL);

  ensure_sampler (self);
  completion_offer_init (&offer, self, text, caret, max);
  *begin = offer.context.begin;
  *end = offer.context.end;
  if (strlen (text) <= FILTER_MAX_TEXT)
    fill (&offer);

  return completion_offer_end (&offer);
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
  gboolean glued = completion->kind == TH_COMPLETION_VALUE && begin > 0 &&
                   strchr (" {", text[begin - 1]) == NULL;
  const char *before = glued ? " " : "";

  *caret = begin + strlen (before) + strlen (completion->text) + (text[end] == ' '
                                                                  ? 1 : strlen (after));
  return g_strdup_printf ("%.*s%s%s%s%s", (int) begin, text, before, completion->text, after,
                          text + end);
}

GArray *
th_completer_list_types (ThCompleter *self,
                         guint       *n_seen)
{
  guint n_types = th_recording_get_n_types (self->recording);
  GArray *types = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_types);

  ensure_sampler (self);
  for (guint type = 0; type < n_types; type++)
    if (value_sampler_has_type (self->sampler, type))
      g_array_append_val (types, type);
  *n_seen = types->len;
  for (guint type = 0; type < n_types; type++)
    if (!value_sampler_has_type (self->sampler, type))
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

  value_sampler_free (self->sampler);
  g_clear_pointer (&self->stages, g_hash_table_unref);
  th_recording_unref (self->recording);
  g_free (self);
}
