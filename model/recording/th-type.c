/* th-type.c - reads the fields of a record, with every offset checked
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-type.h"

gboolean
th_type_matches (const char *pattern,
                 const char *system,
                 const char *name)
{
  const char *colon = strchr (pattern, ':');
  g_autofree char *full = NULL;

  if (colon == NULL || *system == '\0')
    return g_pattern_match_simple (colon != NULL ? colon + 1 : pattern, name);
  if (strchr (pattern, '*') == NULL)
    return strncmp (pattern, system, colon - pattern) == 0 && system[colon - pattern] == '\0' &&
           strcmp (colon + 1, name) == 0;

  full = g_strconcat (system, ":", name, NULL);
  return g_pattern_match_simple (pattern, full);
}

gboolean
th_field_is_plain (const ThField *field)
{
  return field->n_values == 0 && (field->flags & TH_FIELD_BOOL) == 0 &&
         (field->kind == TH_FIELD_INT || field->kind == TH_FIELD_DOUBLE);
}

const ThField *
th_field_table_find (const ThFieldTable *table,
                     const char         *name)
{
  for (guint i = 0; i < table->n_fields; i++)
    if (strcmp (table->fields[i].name, name) == 0)
      return &table->fields[i];

  for (guint i = 0; i < table->n_fields; i++)
    if (g_strcmp0 (table->fields[i].label, name) == 0)
      return &table->fields[i];

  return NULL;
}

gboolean
th_payload_read_uint (const ThPayload *payload,
                      gsize            offset,
                      gsize            size,
                      guint64         *value)
{
  const guint8 *data;
  guint16 v16;
  guint32 v32;
  guint64 v64;

  if (payload->data == NULL || offset > payload->size || size > payload->size - offset)
    return FALSE;

  data = payload->data + offset;
  switch (size)
    {
    case 1:
      *value = data[0];
      return TRUE;

    case 2:
      memcpy (&v16, data, sizeof v16);
      *value = payload->big_endian ? GUINT16_FROM_BE (v16) : GUINT16_FROM_LE (v16);
      return TRUE;

    case 4:
      memcpy (&v32, data, sizeof v32);
      *value = payload->big_endian ? GUINT32_FROM_BE (v32) : GUINT32_FROM_LE (v32);
      return TRUE;

    case 8:
      memcpy (&v64, data, sizeof v64);
      *value = payload->big_endian ? GUINT64_FROM_BE (v64) : GUINT64_FROM_LE (v64);
      return TRUE;

    default:
      return FALSE;
    }
}

gboolean
th_field_read_u64 (const ThField   *field,
                   const ThPayload *payload,
                   guint64         *value)
{
  if (!th_payload_read_uint (payload, field->offset, field->size, value))
    return FALSE;

  if (field->flags & TH_FIELD_SIGNED && field->size < 8)
    {
      guint64 sign = G_GUINT64_CONSTANT (1) << (field->size * 8 - 1);

      *value = (*value ^ sign) - sign;
    }

  return TRUE;
}

/* Where a `__data_loc` or `__rel_loc` field points to. */
static gboolean
th_field_follow (const ThField   *field,
                 const ThPayload *payload,
                 gsize           *offset,
                 gsize           *size)
{
  guint64 location;

  if (!th_payload_read_uint (payload, field->offset, 4, &location))
    return FALSE;

  *offset = location & 0xffff;
  *size = location >> 16;
  if (field->flags & TH_FIELD_RELATIVE)
    *offset += (gsize) field->offset + field->size;

  return TRUE;
}

gboolean
th_field_read_bytes (const ThField   *field,
                     const ThPayload *payload,
                     const guint8   **bytes,
                     gsize           *size)
{
  gsize offset = field->offset;
  gsize length = field->size;
  gboolean dynamic = field->kind == TH_FIELD_DYNAMIC_STRING ||
                     field->kind == TH_FIELD_DYNAMIC_ARRAY;

  if (dynamic && !th_field_follow (field, payload, &offset, &length))
    return FALSE;
  if (payload->data == NULL || offset > payload->size)
    return FALSE;

  *bytes = payload->data + offset;
  *size = MIN (length, payload->size - offset);
  if (field->kind == TH_FIELD_STRING || field->kind == TH_FIELD_DYNAMIC_STRING)
    *size = strnlen ((const char *) *bytes, *size);

  return TRUE;
}
