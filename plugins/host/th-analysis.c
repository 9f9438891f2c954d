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
