/* th-event-conditions.c - lists conditions that a given event meets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-names.h"
#include "th-filter-state.h"
#include "th-quote.h"

/* A longer text is truncated, and the condition compares its beginning. */
#define MAX_TEXT 200

static char *
test_of_task (ThRecording *recording,
              guint32      task,
              gint64       time)
{
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autofree char *quoted = NULL;
  const char *name;

  if (task == TH_TASK_NONE)
    return NULL;

  name = th_tasks_get_name (tasks, task, time);
  /* The name is unknown. */
  if (strcmp (name, "<...>") == 0 || !g_utf8_validate (name, -1, NULL) ||
      strchr (name, '\n') != NULL)
    return g_strdup_printf ("pid == %d", th_tasks_get_pid (tasks, task));

  quoted = th_quote_dup_filter (name);
  return g_strdup_printf ("task == %s", quoted);
}

static gboolean
is_word (const char *text)
{
  return text[0] != '\0' &&
         text[strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
           '\0';
}

static char *
test_of_type (ThRecording *recording,
              guint        type)
{
  const char *system = th_recording_get_type_system (recording, type);
  const char *name = th_recording_get_type_name (recording, type);
  g_autofree char *full = g_strconcat (system, ":", name, NULL), *quoted = NULL;

  if (is_word (system) && is_word (name))
    return g_steal_pointer (&full);
  if (!g_utf8_validate (full, -1, NULL) || strchr (full, '\n') != NULL)
    return NULL;

  quoted = th_quote_dup_filter (full);
  return g_strdup_printf ("type == %s", quoted);
}

char *
th_filter_test_of_event (ThRecording *recording,
                         ThRef        ref,
                         ThEventPart  part)
{
  guint32 task = th_recording_get_task (recording, ref);
  guint cpu = th_cpu_get_number (th_recording_get_cpu (recording, ref));

  switch (part)
    {
    case TH_EVENT_TASK:
      return test_of_task (recording, task, th_recording_get_time (recording, ref));
    case TH_EVENT_TYPE:
      return test_of_type (recording, th_recording_get_type (recording, ref));
    case TH_EVENT_CPU:
      return cpu != G_MAXUINT ? g_strdup_printf ("cpu == %u", cpu) : NULL;
    case TH_EVENT_PID:
      return task != TH_TASK_NONE
             ? g_strdup_printf ("pid == %d",
                                th_tasks_get_pid (th_recording_get_tasks (recording), task)) : NULL;
    default:
      return NULL;
    }
}

/* --- fields ------------------------------------------------------------- */

static char *
test_of_text (const char   *name,
              const guint8 *bytes,
              gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) bytes, size), *quoted = NULL;

  if (!g_utf8_validate (text, -1, NULL) || strchr (text, '\n') != NULL)
    return NULL;
  if (strlen (text) <= MAX_TEXT)
    {
      quoted = th_quote_dup_filter (text);
      return g_strdup_printf ("%s == %s", name, quoted);
    }

  *g_utf8_find_prev_char (text, text + MAX_TEXT) = '\0';
  quoted = th_quote_dup_filter (text);
  return g_strdup_printf ("%s contains %s", name, quoted);
}

/* The name of the whole value, if it has one that needs no quotes. */
static const char *
find_name (const ThField *field,
           guint64        value)
{
  for (guint i = 0; i < field->n_values; i++)
    if (field->values[i].value == value && is_word (field->values[i].name) &&
        !g_ascii_isdigit (field->values[i].name[0]))
      return field->values[i].name;

  return NULL;
}

static char *
test_of_number (const char      *name,
                const ThField   *field,
                const ThPayload *payload)
{
  guint64 value;

  if (!th_field_read_u64 (field, payload, &value))
    return NULL;
  if (find_name (field, value) != NULL)
    return g_strdup_printf ("%s == %s", name, find_name (field, value));
  if (field->kind != TH_FIELD_INT || field->flags & TH_FIELD_HEX)
    return g_strdup_printf ("%s == 0x%" G_GINT64_MODIFIER "x", name, value);
  if (field->flags & TH_FIELD_SIGNED)
    return g_strdup_printf ("%s == %" G_GINT64_FORMAT, name, (gint64) value);

  return g_strdup_printf ("%s == %" G_GUINT64_FORMAT, name, value);
}

static char *
test_of_function (ThRecording     *part,
                  const char      *name,
                  const ThField   *field,
                  const ThPayload *payload)
{
  const char *symbol = NULL;
  guint64 address, offset;

  if (th_field_read_u64 (field, payload, &address) && address != 0)
    symbol = th_recording_get_symbol (part, address, &offset);
  return symbol != NULL ? test_of_text (name, (const guint8 *) symbol, strlen (symbol)) : NULL;
}

char *
th_filter_test_of_field (ThRecording     *part,
                         const ThField   *field,
                         const ThPayload *payload)
{
  g_autofree char *name = g_strconcat (filter_name_is_builtin (field->name) ? "field." : "",
                                       field->name, NULL);
  const guint8 *bytes;
  gsize size;

  if (!is_word (field->name) || g_ascii_isdigit (field->name[0]))
    return NULL;

  switch (field->kind)
    {
    case TH_FIELD_INT:
    case TH_FIELD_POINTER:
    case TH_FIELD_SYMBOL:
      return test_of_number (name, field, payload);
    case TH_FIELD_FUNCTION:
      return test_of_function (part, name, field, payload);
    case TH_FIELD_STRING:
    case TH_FIELD_DYNAMIC_STRING:
      return th_field_read_bytes (field, payload, &bytes, &size) ? test_of_text (name, bytes, size)
                                                                 : NULL;
    default:
      return NULL;
    }
}
