/* th-completion-values.c - completes the values that a field may be compared with
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-completion-private.h"
#include "th-filter-names.h"

/* --- the nature of a field ---------------------------------------------- */

static void
add_nature (FieldNature   *nature,
            const ThField *field)
{
  switch (field->kind)
    {
    case TH_FIELD_STRING:
    case TH_FIELD_DYNAMIC_STRING:
      nature->text = TRUE;
      break;
    case TH_FIELD_ARRAY:
    case TH_FIELD_DYNAMIC_ARRAY:
      nature->many = TRUE;
      break;
    case TH_FIELD_FUNCTION:
      nature->text = nature->code = TRUE;
      break;
    default:
      nature->number = TRUE;
      nature->named |= field->n_values > 0;
      nature->code |= field->kind == TH_FIELD_SYMBOL;
    }
}

static const char *
plain_name (const char *name)
{
  return g_str_has_prefix (name, "field.") ? name + strlen ("field.") : name;
}

FieldNature
completion_get_nature (CompletionOffer *offer)
{
  static const char *const numbers[] = { "pid", "cpu", "ts", "tgid", "CPU", NULL };
  ThRecording *recording = offer->completer->recording;
  const char *name = offer->context.field;
  FieldNature nature = { 0, };

  if (name != NULL && filter_name_is_builtin (name))
    {
      nature.number = g_strv_contains (numbers, name);
      nature.text = !nature.number;
      return nature;
    }
  if (completion_get_flow_nature (offer, &nature))
    return nature;

  for (guint i = 0; name != NULL && i < th_recording_get_n_types (recording); i++)
    {
      const ThField *field = NULL;

      if (caret_context_has_type (&offer->context, recording, i) &&
          (offer->context.types->len > 0 || value_sampler_has_type (offer->completer->sampler, i)))
        field = th_field_table_find (th_recording_get_fields (recording, i), plain_name (name));
      if (field != NULL)
        add_nature (&nature, field);
    }

  return nature;
}

/* --- values ------------------------------------------------------------- */

static void
add_type_names (CompletionOffer *offer,
                const char      *subject,
                gboolean         seen)
{
  ThRecording *recording = offer->completer->recording;

  for (guint i = 0; i < th_recording_get_n_types (recording) && !completion_is_full (offer); i++)
    {
      const char *system = th_recording_get_type_system (recording, i);
      const char *name = th_recording_get_type_name (recording, i);
      g_autofree char *full = g_strconcat (system, ":", name, NULL);

      if (value_sampler_has_type (offer->completer->sampler, i) == seen &&
          caret_context_has_type (&offer->context, recording, i))
        completion_offer_quoted (offer,
                                 subject[0] == 'e' ? name : subject[0] == 's' ? system : full, "");
    }
}

static void
add_streams (CompletionOffer *offer)
{
  ThRecording *recording = offer->completer->recording;

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    completion_offer_quoted (offer, th_stream_get_name (th_recording_get_stream (recording, s)),
                             "");
}

static void
add_recordings (CompletionOffer *offer)
{
  ThRecording *recording = offer->completer->recording;

  for (guint i = 0; i < th_recording_get_n_parts (recording); i++)
    completion_offer_quoted (offer, th_recording_get_name (th_recording_get_part (recording, i)),
                             "");
}

static gboolean
add_builtin_values (CompletionOffer *offer,
                    const char      *name)
{
  if (!filter_name_is_builtin (name))
    return FALSE;

  if (strcmp (name, "task") == 0 || strcmp (name, "COMM") == 0)
    completion_add_tasks (offer, FALSE);
  else if (strcmp (name, "pid") == 0)
    completion_add_tasks (offer, TRUE);
  else if (strcmp (name, "tgid") == 0)
    completion_add_processes (offer);
  else if (g_ascii_strcasecmp (name, "cpu") == 0)
    completion_add_cpus (offer);
  else if (strcmp (name, "stream") == 0)
    add_streams (offer);
  else if (strcmp (name, "recording") == 0)
    add_recordings (offer);
  else if (strcmp (name, "event") == 0 || strcmp (name, "system") == 0 ||
           strcmp (name, "type") == 0)
    {
      add_type_names (offer, name, TRUE);
      add_type_names (offer, name, FALSE);
    }

  return TRUE;
}

static gboolean
is_plain_word (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && *at != '_')
      return FALSE;

  return !g_ascii_isdigit (text[0]) && text[0] != '\0';
}

/* Offers the names of flags and of symbolic values, as bare words if possible. */
static void
add_names (CompletionOffer *offer,
           const ThField   *field,
           gboolean         quoted)
{
  for (guint i = 0; i < field->n_values && !completion_is_full (offer); i++)
    {
      const char *name = field->values[i].name;
      g_autofree char *value = g_strdup_printf ("%" G_GUINT64_FORMAT, field->values[i].value);

      if (quoted || !is_plain_word (name))
        completion_offer_quoted (offer, name, value);
      else
        completion_offer (offer, TH_COMPLETION_VALUE, name, name, NULL, value);
    }
  if (field->flags & TH_FIELD_BOOL)
    {
      completion_offer (offer, TH_COMPLETION_VALUE, "true", "true", NULL, "");
      completion_offer (offer, TH_COMPLETION_VALUE, "false", "false", NULL, "");
    }
}

static void
add_seen (CompletionOffer *offer,
          const char      *name,
          gboolean         texts)
{
  const GPtrArray *values = value_sampler_list_values (offer->completer->sampler, name);

  for (guint i = 0; i < values->len; i++)
    {
      const char *text = values->pdata[i];
      gboolean quoted = text[0] == '"';
      g_autofree char *key = quoted ? g_strndup (text + 1, strlen (text) - 2) : g_strdup (text);

      if (quoted || !texts)
        completion_offer (offer, TH_COMPLETION_VALUE, text, key, NULL, "");
    }
}

void
completion_add_values (CompletionOffer *offer)
{
  ThRecording *recording = offer->completer->recording;
  gboolean texts = filter_op_is_text (offer->context.op) || offer->context.quoted;
  FieldNature nature = completion_get_nature (offer);
  const char *name = offer->context.field;

  if (name == NULL || add_builtin_values (offer, name) || completion_add_flow_values (offer))
    return;

  name = plain_name (name);
  for (guint i = 0; i < th_recording_get_n_types (recording); i++)
    if (caret_context_has_type (&offer->context, recording, i) &&
        (offer->context.types->len > 0 || value_sampler_has_type (offer->completer->sampler, i)))
      {
        const ThField *field = th_field_table_find (th_recording_get_fields (recording, i), name);

        if (field != NULL)
          add_names (offer, field, texts);
      }
  if (nature.text && g_str_has_suffix (name, "comm"))
    completion_add_tasks (offer, FALSE);
  else if (nature.number && !texts && g_str_has_suffix (name, "pid"))
    completion_add_tasks (offer, TRUE);
  else if (nature.number && !texts && g_str_has_suffix (name, "cpu"))
    completion_add_cpus (offer);
  if (!nature.named && !nature.many)
    add_seen (offer, name, texts);
}
