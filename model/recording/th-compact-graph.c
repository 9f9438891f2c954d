/* th-compact-graph.c - the compact texts of function_graph events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compact-graph.h"
#include "th-compact-values.h"
#include "th-number-format.h"

#define SPACES_PER_LEVEL 4
/* The kernel records no deeper calls (FTRACE_RETFUNC_DEPTH in include/linux/ftrace.h), but a file
 * may have any number. */
#define MAX_LEVELS 50

gboolean
th_compact_graph_init (ThCompactGraph     *self,
                       ThRecording        *recording,
                       const char         *system,
                       const char         *name,
                       const ThFieldTable *fields)
{
  gboolean is_exit = g_str_equal (name, "funcgraph_exit");

  if (!g_str_equal (system, "ftrace") ||
      !(is_exit || g_str_equal (name, "funcgraph_entry") ||
        g_str_equal (name, "fgraph_retaddr_entry")))
    return FALSE;

  *self = (ThCompactGraph) {
    .recording = recording,
    .is_exit = is_exit,
    .function = th_field_table_find (fields, "func"),
    .depth = th_field_table_find (fields, "depth"),
    .arguments = th_field_table_find (fields, "arguments"),
    .result = th_field_table_find (fields, "retval"),
    .leaf = th_field_table_find (fields, "leaf"),
    .duration = th_field_table_find (fields, "duration"),
    .begin = th_field_table_find (fields, "calltime"),
    .end = th_field_table_find (fields, "rettime")
  };
  return self->function != NULL && self->depth != NULL;
}

static gboolean
is_text (const ThField *field)
{
  return field->kind == TH_FIELD_STRING || field->kind == TH_FIELD_DYNAMIC_STRING;
}

static gboolean
append_function (const ThCompactGraph *self,
                 const ThPayload      *payload,
                 GString              *text)
{
  const char *name;
  guint64 address, offset;

  if (is_text (self->function))
    return th_compact_append_text (self->function, payload, text);
  if (!th_field_read_u64 (self->function, payload, &address))
    return FALSE;

  name = th_recording_get_symbol (self->recording, address, &offset);
  if (name != NULL)
    g_string_append (text, name);
  else
    th_compact_append_hex (text, address);
  return TRUE;
}

/* The tracer records a 64-bit register; if the function returns an int, the upper half may be 0. */
static void
append_result (const ThCompactGraph *self,
               const ThPayload      *payload,
               GString              *text)
{
  guint64 value;

  if (self->result == NULL || !th_field_read_u64 (self->result, payload, &value))
    return;
  if (value <= G_MAXUINT32 && (gint32) value < 0 && (gint32) value >= -TH_MAX_ERRNO)
    value = (guint64) (gint64) (gint32) value;

  g_string_append (text, " = ");
  th_compact_append_result ((gint64) value, text);
}

static guint64
read_number (const ThField   *field,
             const ThPayload *payload)
{
  guint64 value;

  return field != NULL && th_field_read_u64 (field, payload, &value) ? value : 0;
}

/* Returns 0 if the duration is not known.  A text has only the duration itself. */
static gint64
get_duration (const ThCompactGraph *self,
              const ThPayload      *payload)
{
  guint64 begin = read_number (self->begin, payload);
  guint64 end = read_number (self->end, payload);
  guint64 duration = begin > 0 && end > begin ? end - begin
                                              : read_number (self->duration, payload);

  return duration <= G_MAXINT64 ? (gint64) duration : 0;
}

static void
append_duration (const ThCompactGraph *self,
                 const ThPayload      *payload,
                 GString              *text)
{
  gint64 ns = get_duration (self, payload);
  g_autofree char *duration = th_format_duration (ns, TH_RESOLUTION_NS, 0);

  if (ns == 0)
    return;

  g_string_append (text, "  ");
  g_string_append (text, duration);
}

static gboolean
append_exit (const ThCompactGraph *self,
             const ThPayload      *payload,
             GString              *text)
{
  gsize length;

  g_string_append (text, "} ");
  length = text->len;
  if (!append_function (self, payload, text))
    return FALSE;
  /* A text may omit the name. */
  if (text->len == length)
    g_string_truncate (text, length - 1);
  append_result (self, payload, text);
  append_duration (self, payload, text);

  return TRUE;
}

static gboolean
append_entry (const ThCompactGraph *self,
              const ThPayload      *payload,
              GString              *text)
{
  if (!append_function (self, payload, text))
    return FALSE;
  g_string_append_c (text, '(');
  if (self->arguments != NULL)
    th_compact_append_text (self->arguments, payload, text);
  g_string_append_c (text, ')');
  if (read_number (self->leaf, payload) == 0)
    {
      g_string_append (text, " {");
      return TRUE;
    }

  append_result (self, payload, text);
  append_duration (self, payload, text);
  return TRUE;
}

gboolean
th_compact_graph_append (const ThCompactGraph *self,
                         const ThPayload      *payload,
                         GString              *text)
{
  guint64 depth;

  if (!th_field_read_u64 (self->depth, payload, &depth))
    return FALSE;

  for (guint i = 0; i < MIN (depth, MAX_LEVELS) * SPACES_PER_LEVEL; i++)
    g_string_append_c (text, ' ');
  return self->is_exit ? append_exit (self, payload, text) : append_entry (self, payload, text);
}
