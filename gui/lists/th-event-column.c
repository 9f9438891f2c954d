/* th-event-column.c - what a column of the event table says of an event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-column.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-expression.h"
#include "th-hash.h"
#include "th-irq-flags.h"
#include "th-display-text.h"
#include "th-scene-times.h"

#define FIELD_PREFIX "field:"
#define EXPRESSION_PREFIX "expr:"
#define MAX_FIELD_NAME 128
#define MAX_EXPRESSION 1024
/* Columns of fields and expressions are never freed, so their number is limited. */
#define MAX_NAMED_COLUMNS 1000

static const ThEventColumn columns[] = {
  { TH_EVENT_COLUMN_NUMBER, "number", N_("#"), N_("Number"), 9, 10, TRUE },
  { TH_EVENT_COLUMN_RECORDING, "recording", N_("Recording"), N_("Recording"), 8, 14, FALSE },
  { TH_EVENT_COLUMN_TIME, "time", N_("Time"), N_("Time"), 0, 16, TRUE },
  { TH_EVENT_COLUMN_DELTA, "delta", N_("Delta"), N_("Delta to the previous row"), 13, 13, TRUE },
  { TH_EVENT_COLUMN_CPU, "cpu", N_("CPU"), N_("CPU"), 3, 4, TRUE },
  { TH_EVENT_COLUMN_INTERFACE, "interface", N_("Interface"), N_("Interface"), 8, 12, FALSE },
  { TH_EVENT_COLUMN_TASK, "task", N_("Task"), N_("Task"), 9, 16, FALSE },
  { TH_EVENT_COLUMN_PID, "pid", N_("PID"), N_("PID"), 5, 6, TRUE },
  { TH_EVENT_COLUMN_TGID, "tgid", N_("TGID"), N_("TGID (process)"), 5, 6, TRUE },
  { TH_EVENT_COLUMN_LATENCY, "latency", N_("Flags"),
    N_("Flags: interrupts off, need-resched, context, preempt depth"), 5, 6, FALSE },
  { TH_EVENT_COLUMN_EVENT, "event", N_("Event"), N_("Event"), 14, 20, FALSE },
  { TH_EVENT_COLUMN_INFO, "info", N_("Info"), N_("Info"), 24, 0, FALSE },
};

/* --- which there are ---------------------------------------------------- */

const ThEventColumn *
th_event_column_list (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);

  return columns;
}

static gboolean
is_line (const char *text,
         gsize       max)
{
  if (*text == '\0' || strlen (text) > max || !g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (!g_unichar_isprint (g_utf8_get_char (at)))
      return FALSE;

  return TRUE;
}

static const ThEventColumn *
find_named (ThEventColumnKind  kind,
            const char        *id,
            const char        *name) /* points into @id */
{
  static GHashTable *named;
  ThEventColumn *column;

  if (named == NULL)
    named = g_hash_table_new (th_string_hash, g_str_equal);
  if ((column = g_hash_table_lookup (named, id)) != NULL)
    return column;
  if (!is_line (name, kind == TH_EVENT_COLUMN_FIELD ? MAX_FIELD_NAME : MAX_EXPRESSION) ||
      g_hash_table_size (named) >= MAX_NAMED_COLUMNS)
    return NULL;

  column = g_new0 (ThEventColumn, 1);
  column->kind = kind;
  column->id = g_strdup (id);
  column->title = column->name = column->id + (name - id);
  column->min_chars = 6;
  column->n_chars = CLAMP (g_utf8_strlen (name, -1) + 2, 8, 20);
  g_hash_table_insert (named, (gpointer) column->id, column);

  return column;
}

const ThEventColumn *
th_event_column_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (g_str_equal (columns[i].id, id))
      return &columns[i];

  if (g_str_has_prefix (id, FIELD_PREFIX))
    return find_named (TH_EVENT_COLUMN_FIELD, id, id + strlen (FIELD_PREFIX));

  return g_str_has_prefix (id, EXPRESSION_PREFIX)
         ? find_named (TH_EVENT_COLUMN_EXPRESSION, id, id + strlen (EXPRESSION_PREFIX)) : NULL;
}

const char *
th_event_column_get_name (const ThEventColumn *self)
{
  return self->kind == TH_EVENT_COLUMN_FIELD || self->kind == TH_EVENT_COLUMN_EXPRESSION
         ? self->name : _(self->name);
}

const ThEventColumn *
th_event_column_parse (ThRecording  *recording,
                       const char   *text,
                       guint        *begin,
                       guint        *end,
                       GError      **error)
{
  g_autofree char *line = g_strstrip (g_strdup (text)), *id = NULL;

  if (!th_expression_check (recording, text, begin, end, error))
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (g_str_equal (columns[i].id, line))
      return &columns[i];

  id = g_strconcat (th_recording_find_field (recording, line) != NULL
                    ? FIELD_PREFIX : EXPRESSION_PREFIX, line, NULL);
  return th_event_column_find (id);
}

static gboolean
has_tgid (ThTasks *tasks)
{
  for (guint32 i = 0; i < th_tasks_get_n (tasks); i++)
    if (th_tasks_get_tgid (tasks, i) >= 0)
      return TRUE;

  return FALSE;
}

/* Whether there are frames of captures, or else events of CPUs. */
static gboolean
has_streams (ThRecording *recording,
             gboolean     of_interfaces)
{
  guint n = th_recording_get_n_streams (recording);

  for (guint i = 0; i < n; i++)
    if (th_stream_is_interface (th_recording_get_stream (recording, i)) == of_interfaces)
      return TRUE;

  return n == 0 && !of_interfaces;
}

gboolean
th_event_column_is_there (const ThEventColumn *self,
                          ThRecording         *recording)
{
  switch (self->kind)
    {
    case TH_EVENT_COLUMN_RECORDING: return th_recording_get_n_parts (recording) > 1;
    case TH_EVENT_COLUMN_CPU:
    case TH_EVENT_COLUMN_TASK:
    case TH_EVENT_COLUMN_PID: return has_streams (recording, FALSE);
    case TH_EVENT_COLUMN_INTERFACE: return has_streams (recording, TRUE);
    case TH_EVENT_COLUMN_TGID: return has_tgid (th_recording_get_tasks (recording));
    case TH_EVENT_COLUMN_LATENCY: return th_recording_find_field (recording,
                                                                  "common_flags") != NULL;
    case TH_EVENT_COLUMN_FIELD: return th_recording_find_field (recording, self->title) != NULL;
    case TH_EVENT_COLUMN_EXPRESSION: return th_expression_check (recording, self->title, NULL, NULL,
                                                                 NULL);
    default: return TRUE;
    }
}

gboolean
th_event_column_is_right (const ThEventColumn *self,
                          ThRecording         *recording)
{
  const ThField *field;
  ThColumnKind unit;

  if (self->kind == TH_EVENT_COLUMN_EXPRESSION)
    return recording != NULL &&
           th_expression_get_kind (recording, self->title, &unit) == TH_VALUE_NUMBER;
  if (self->kind != TH_EVENT_COLUMN_FIELD)
    return self->right;

  field = recording != NULL ? th_recording_find_field (recording, self->title) : NULL;
  return field != NULL && th_field_is_plain (field);
}

guint
th_event_column_get_min_chars (const ThEventColumn *self,
                               ThDocument          *document)
{
  ThRecording *recording = document != NULL ? th_document_get_recording (document) : NULL;
  ThColumnKind unit = TH_COLUMN_DURATION;

  if (self->kind == TH_EVENT_COLUMN_TIME)
    return document != NULL ? th_document_get_time_chars (document) : self->min_chars;
  if (self->kind != TH_EVENT_COLUMN_EXPRESSION)
    return self->min_chars;

  if (recording != NULL &&
      th_expression_get_kind (recording, self->title, &unit) != TH_VALUE_NUMBER)
    return self->min_chars;
  switch (unit)
    {
    case TH_COLUMN_TIME: return th_document_get_time_chars (document);
    case TH_COLUMN_ADDRESS: return 18;
    default: return 11;
    }
}

/* --- values ------------------------------------------------------------- */

void
th_event_value_clear (ThEventValue *value)
{
  g_clear_pointer (&value->text, g_free);
  *value = (ThEventValue) { 0 };
}

static void
read_interface (const ThEventPlace *place,
                ThEventValue       *value)
{
  ThStream *stream = th_recording_get_stream (place->recording, place->ref.stream);
  const char *name = th_stream_get_name (stream);

  if (th_stream_is_interface (stream) && name != NULL && *name != '\0')
    value->text = th_display_text_make_valid (name);
}

static void
set_number (ThEventValue *value,
            gint64        number)
{
  value->has_number = TRUE;
  value->number = number;
}

static void
read_task (const ThEventColumn *self,
           const ThEventPlace  *place,
           ThEventValue        *value)
{
  ThTasks *tasks = th_recording_get_tasks (place->recording);
  guint32 task = th_recording_get_task (place->recording, place->ref);

  if (task == TH_TASK_NONE)
    return;

  if (self->kind == TH_EVENT_COLUMN_TASK)
    value->text =
      th_display_text_make_valid (th_tasks_get_name (tasks, task,
                                                     th_recording_get_time (place->recording,
                                                                            place->ref)));
  else if (self->kind == TH_EVENT_COLUMN_PID)
    set_number (value, th_tasks_get_pid (tasks, task));
  else if (th_tasks_get_tgid (tasks, task) >= 0)
    set_number (value, th_tasks_get_tgid (tasks, task));
}

static const ThFieldTable *
get_fields (const ThEventPlace *place)
{
  return th_recording_get_fields (place->recording,
                                  th_recording_get_type (place->recording, place->ref));
}

static void
read_latency (const ThEventPlace *place,
              ThEventValue       *value)
{
  const ThField *flags = th_field_table_find (get_fields (place), "common_flags");
  const ThField *count = th_field_table_find (get_fields (place), "common_preempt_count");
  guint64 flags_value, count_value;
  char text[TH_LATENCY_SIZE];
  ThPayload payload;

  if (flags == NULL || count == NULL ||
      !th_reader_get_payload (place->reader, place->ref, &payload) ||
      !th_field_read_u64 (flags, &payload, &flags_value) ||
      !th_field_read_u64 (count, &payload, &count_value))
    return;

  th_latency_format ((guint) flags_value, (guint) count_value, text);
  value->text = g_strdup (text);
}

static void
read_field (const ThEventColumn *self,
            const ThEventPlace  *place,
            gboolean             whole,
            ThEventValue        *value)
{
  const ThField *field = th_field_table_find (get_fields (place), self->title);
  GString *text;
  ThPayload payload;
  guint64 number;

  if (field == NULL || !th_reader_get_payload (place->reader, place->ref, &payload))
    return;

  text = g_string_new (NULL);
  if (!th_reader_format_field (place->reader, field, &payload, text))
    {
      g_string_free (text, TRUE);
      return;
    }
  if (field->kind != TH_FIELD_DOUBLE && field->kind != TH_FIELD_FUNCTION &&
      th_field_read_u64 (field, &payload, &number))
    {
      set_number (value, (gint64) number);
      value->is_unsigned = (field->flags & TH_FIELD_SIGNED) == 0;
    }
  value->text = whole ? th_display_text_take_whole (text) : th_display_text_take_string (text);
}

static void
read_expression (const ThEventColumn *self,
                 const ThEventPlace  *place,
                 gboolean             whole,
                 ThEventValue        *value)
{
  ThValue found;

  th_expressions_read (place->expressions, self->title, place->ref, &found);
  value->has_number = found.kind == TH_VALUE_NUMBER || found.kind == TH_VALUE_TRUTH;
  value->is_truth = found.kind == TH_VALUE_TRUTH;
  value->is_unsigned = found.is_unsigned;
  value->number = found.number;
  value->unit = found.unit;
  if (found.text != NULL)
    value->text = whole ? th_display_text_make_whole (found.text)
                        : th_display_text_make_valid (found.text);
  else if (found.kind == TH_VALUE_NUMBER && found.unit == TH_COLUMN_ADDRESS)
    value->text = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) found.number);
  th_value_clear (&found);
}

static void
read_delta (const ThEventPlace *place,
            ThEventValue       *value)
{
  if (!th_ref_is_none (place->before))
    set_number (value, (gint64) ((guint64) th_recording_get_time (place->recording, place->ref) -
                                 (guint64) th_recording_get_time (place->recording,
                                                                  place->before)));
}

void
th_event_column_get_value (const ThEventColumn *self,
                           const ThEventPlace  *place,
                           gboolean             whole,
                           ThEventValue        *value)
{
  ThRecording *part;
  guint number, type;

  *value = (ThEventValue) { .unit = TH_COLUMN_COUNT };
  switch (self->kind)
    {
    case TH_EVENT_COLUMN_NUMBER: set_number (value, (gint64) place->number + 1); break;
    case TH_EVENT_COLUMN_RECORDING:
      part = th_recording_get_stream_part (place->recording, place->ref.stream);
      value->text = th_display_text_make_valid (th_recording_get_name (part));
      break;
    case TH_EVENT_COLUMN_TIME: set_number (value,
                                           th_recording_get_time (place->recording,
                                                                  place->ref)); break;
    case TH_EVENT_COLUMN_DELTA: read_delta (place, value); break;
    case TH_EVENT_COLUMN_CPU:
      number = th_cpu_get_number (th_recording_get_cpu (place->recording, place->ref));
      if (number != G_MAXUINT)
        set_number (value, number);
      break;
    case TH_EVENT_COLUMN_INTERFACE: read_interface (place, value); break;
    case TH_EVENT_COLUMN_TASK:
    case TH_EVENT_COLUMN_PID:
    case TH_EVENT_COLUMN_TGID: read_task (self, place, value); break;
    case TH_EVENT_COLUMN_LATENCY: read_latency (place, value); break;
    case TH_EVENT_COLUMN_EVENT:
      type = th_recording_get_type (place->recording, place->ref);
      value->text = th_display_text_make_valid (th_recording_get_type_name (place->recording,
                                                                            type));
      break;
    case TH_EVENT_COLUMN_INFO:
      value->text = whole ? th_display_text_of_event_whole (place->reader, place->ref, FALSE)
                          : th_display_text_of_event (place->reader, place->ref);
      break;
    case TH_EVENT_COLUMN_FIELD: read_field (self, place, whole, value); break;
    case TH_EVENT_COLUMN_EXPRESSION: read_expression (self, place, whole, value); break;
    default: g_assert_not_reached ();
    }
}

/* --- cells -------------------------------------------------------------- */

/* The cell is empty if the event type lacks the field; an unknown CPU has a text of its own. */
static char *
dup_nothing (const ThEventColumn *self)
{
  return g_strdup (self->kind == TH_EVENT_COLUMN_FIELD ||
                   self->kind == TH_EVENT_COLUMN_EXPRESSION ||
                   self->kind == TH_EVENT_COLUMN_LATENCY ||
                   self->kind == TH_EVENT_COLUMN_INFO ? "" : "–");
}

/* The first row has no delta. */
static char *
dup_time (const ThEventPlace *place,
          ThDocument         *document,
          gint64              time)
{
  ThEventValue delta = { 0 };
  g_autofree char *text = NULL;

  if (th_document_get_time_format (document) == TH_TIME_SINCE_BEFORE)
    read_delta (place, &delta);
  if (!delta.has_number)
    return th_document_format_time (document, time);

  text = th_document_format_length (document, delta.number);
  return g_strconcat (delta.number >= 0 ? "+" : "", text, NULL);
}

static char *
dup_number (ThDocument         *document,
            const ThEventValue *value)
{
  if (value->is_truth)
    return g_strdup (value->number != 0 ? _("yes") : _("no"));

  switch (value->unit)
    {
    case TH_COLUMN_TIME: return th_document_format_time (document, value->number);
    case TH_COLUMN_DURATION: return th_document_format_length (document, value->number);
    case TH_COLUMN_BYTES: return g_strdup_printf ("%" G_GINT64_FORMAT " B", value->number);
    case TH_COLUMN_SHARE: return g_strdup_printf ("%.1f %%", value->number / 10.0);
    default:
      return value->is_unsigned ? g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) value->number)
                                : g_strdup_printf ("%" G_GINT64_FORMAT, value->number);
    }
}

static char *
dup_text (const ThEventColumn *self,
          ThDocument          *document,
          ThEventRow          *row,
          gboolean             whole)
{
  ThEventValue value;
  ThEventPlace place;
  char *text;

  th_event_row_get_place (row, &place);
  th_event_column_get_value (self, &place, whole, &value);
  if (value.text != NULL)
    text = g_steal_pointer (&value.text);
  else if (!value.has_number)
    text = dup_nothing (self);
  else if (self->kind == TH_EVENT_COLUMN_NUMBER)
    text = th_format_count ((guint64) value.number);
  else if (self->kind == TH_EVENT_COLUMN_TIME)
    text = dup_time (&place, document, value.number);
  else if (self->kind == TH_EVENT_COLUMN_DELTA)
    text = th_document_format_length (document, value.number);
  else
    text = dup_number (document, &value);
  th_event_value_clear (&value);

  return text;
}

char *
th_event_column_dup_text (const ThEventColumn *self,
                          ThDocument          *document,
                          ThEventRow          *row)
{
  return self->kind == TH_EVENT_COLUMN_INFO ? g_strdup (th_event_row_get_info (row))
                                            : dup_text (self, document, row, FALSE);
}

char *
th_event_column_dup_whole (const ThEventColumn *self,
                           ThDocument          *document,
                           ThEventRow          *row)
{
  return self->kind == TH_EVENT_COLUMN_INFO ? th_event_row_dup_whole_info (row)
                                            : dup_text (self, document, row, TRUE);
}
