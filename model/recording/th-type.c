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

static inline gboolean
is_text (const ThField *field)
{
  return field->kind == TH_FIELD_STRING || field->kind == TH_FIELD_DYNAMIC_STRING;
}

/* Truncates the bytes to the record. */
static inline gboolean
find_bytes (const ThField   *field,
            const ThPayload *payload,
            gsize           *offset,
            gsize           *size)
{
  gboolean dynamic = field->kind == TH_FIELD_DYNAMIC_STRING ||
                     field->kind == TH_FIELD_DYNAMIC_ARRAY;

  *offset = field->offset;
  *size = field->size;
  if (dynamic && !th_field_follow (field, payload, offset, size))
    return FALSE;
  if (payload->data == NULL || *offset > payload->size)
    return FALSE;

  *size = MIN (*size, payload->size - *offset);
  return TRUE;
}

gboolean
th_field_find_text (const ThField   *field,
                    const ThPayload *payload,
                    gsize           *offset,
                    gsize           *size)
{
  return is_text (field) && find_bytes (field, payload, offset, size);
}

gboolean
th_field_read_bytes (const ThField   *field,
                     const ThPayload *payload,
                     const guint8   **bytes,
                     gsize           *size)
{
  gsize offset;

  if (!find_bytes (field, payload, &offset, size))
    return FALSE;

  *bytes = payload->data + offset;
  if (is_text (field))
    *size = strnlen ((const char *) *bytes, *size);

  return TRUE;
}
