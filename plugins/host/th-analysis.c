/* th-analysis.c - reads the fields of an event for an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-analysis.h"

gboolean
th_analysis_is_automatic (const ThAnalysis *analysis)
{
  for (const ThParam *param = analysis->params; param != NULL && param->id != NULL; param++)
    if (param->value == NULL)
      return FALSE;

  return !analysis->only_needed;
}

gboolean
th_event_get_uint (const ThEvent *event,
                   guint          index,
                   guint64       *value)
{
  const ThField *field = event->fields[index];

  return field != NULL && event->payload.data != NULL &&
         th_field_read_u64 (field, &event->payload, value);
}

gboolean
th_event_get_int (const ThEvent *event,
                  guint          index,
                  gint64        *value)
{
  guint64 bits;

  if (!th_event_get_uint (event, index, &bits))
    return FALSE;

  *value = bits;
  return TRUE;
}

gboolean
th_event_get_text (const ThEvent  *event,
                   guint           index,
                   const char    **text,
                   gsize          *length)
{
  const ThField *field = event->fields[index];
  const guint8 *bytes;

  if (field == NULL || event->payload.data == NULL ||
      (field->kind != TH_FIELD_STRING && field->kind != TH_FIELD_DYNAMIC_STRING) ||
      !th_field_read_bytes (field, &event->payload, &bytes, length))
    return FALSE;

  *text = (const char *) bytes;
  return TRUE;
}
