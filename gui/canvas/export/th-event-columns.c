/* th-event-columns.c - selected values of each event, one line per event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-columns.h"

#include <glib/gi18n-lib.h>

#include "th-expression.h"
#include "th-number-format.h"
#include "th-printable.h"
#include "th-quote.h"

struct _ThEventColumns
{
  ThRecording         *recording;
  ThExpressions       *expressions;
  char               **texts;
  ThEventColumnsStyle  style;
};

ThEventColumns *
th_event_columns_new (ThRecording          *recording,
                      char                **expressions,
                      ThEventColumnsStyle   style)
{
  ThEventColumns *self = g_new0 (ThEventColumns, 1);

  self->recording = th_recording_ref (recording);
  self->expressions = th_expressions_new (recording);
  self->texts = expressions;
  self->style = style;
  return self;
}

void
th_event_columns_free (ThEventColumns *self)
{
  th_expressions_free (self->expressions);
  th_recording_unref (self->recording);
  g_free (self);
}

/* --- values ------------------------------------------------------------- */

/* A plain number, without units or names. */
static char *
format_number (const ThValue *value)
{
  if (value->unit == TH_COLUMN_SHARE)
    return g_strdup_printf ("%.1f", value->number / 10.0);
  if (value->is_unsigned)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) value->number);

  return g_strdup_printf ("%" G_GINT64_FORMAT, value->number);
}

/* Each of several recordings has its own resolution. */
static ThResolution
get_resolution (ThEventColumns *self,
                ThRef           ref)
{
  return th_clock_get_resolution (th_stream_get_clock (th_recording_get_stream (self->recording,
                                                                                ref.stream)));
}

/* The value in readable form; "" if there is none. */
static char *
format_value (ThEventColumns *self,
              ThRef           ref,
              const ThValue  *value)
{
  gboolean plain = self->style != TH_EVENT_COLUMNS_TEXT;

  if (value->kind == TH_VALUE_NONE)
    return g_strdup ("");
  if (value->text != NULL)
    return self->style == TH_EVENT_COLUMNS_JSON ? g_strdup (value->text)
                                                : th_printable_line (value->text);
  if (value->kind == TH_VALUE_TRUTH && plain)
    return g_strdup (value->number != 0 ? "true" : "false");
  if (value->kind == TH_VALUE_TRUTH)
    return g_strdup (value->number != 0 ? _("yes") : _("no"));
  if (value->unit == TH_COLUMN_ADDRESS)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) value->number);
  if (!plain && value->unit == TH_COLUMN_TIME)
    return th_format_time (value->number, get_resolution (self, ref), TH_FORMAT_PLAIN);
  if (!plain && value->unit == TH_COLUMN_DURATION)
    return th_format_duration (value->number, get_resolution (self, ref), TH_FORMAT_PLAIN);

  return format_number (value);
}

/* A string needs quotes even if it looks like a number. */
static gboolean
is_bare (const ThValue *value)
{
  char *end;

  if (value->kind == TH_VALUE_TRUTH)
    return TRUE;
  if (value->kind != TH_VALUE_NUMBER || value->unit == TH_COLUMN_ADDRESS)
    return FALSE;
  if (value->text == NULL)
    return TRUE;

  /* The readable form is the number itself, not a name. */
  g_ascii_strtoll (value->text, &end, 10);
  return *end == '\0' && (value->text[0] != '0' || value->text[1] == '\0') &&
         value->text[0] != '+' && value->text[0] != '\0';
}

static void
append_value (ThEventColumns *self,
              ThRef           ref,
              const ThValue  *value,
              GString        *text)
{
  g_autofree char *formatted = format_value (self, ref, value);

  if (self->style == TH_EVENT_COLUMNS_CSV)
    th_quote_append_csv (text, formatted);
  else if (self->style == TH_EVENT_COLUMNS_JSON && value->kind == TH_VALUE_NONE)
    g_string_append (text, "null");
  else if (self->style == TH_EVENT_COLUMNS_JSON && !is_bare (value))
    th_quote_append_json (text, formatted);
  else
    g_string_append (text, formatted);
}

/* --- lines -------------------------------------------------------------- */

void
th_event_columns_append_head (ThEventColumns *self,
                              GString        *text)
{
  for (guint i = 0; self->style == TH_EVENT_COLUMNS_CSV && self->texts[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      th_quote_append_csv (text, self->texts[i]);
    }
  if (self->style == TH_EVENT_COLUMNS_CSV)
    g_string_append_c (text, '\n');
}

void
th_event_columns_append (ThEventColumns *self,
                         ThRef           ref,
                         GString        *text)
{
  static const char *const between[] = { "\t", ",", "," };

  if (self->style == TH_EVENT_COLUMNS_JSON)
    g_string_append_c (text, '{');
  for (guint i = 0; self->texts[i] != NULL; i++)
    {
      ThValue value;

      if (i > 0)
        g_string_append (text, between[self->style]);
      if (self->style == TH_EVENT_COLUMNS_JSON)
        {
          th_quote_append_json (text, self->texts[i]);
          g_string_append_c (text, ':');
        }
      th_expressions_read (self->expressions, self->texts[i], ref, &value);
      append_value (self, ref, &value, text);
      th_value_clear (&value);
    }
  g_string_append (text, self->style == TH_EVENT_COLUMNS_JSON ? "}\n" : "\n");
}
