/* th-type.h - event types and their fields, as plain data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A type is `system:name`.  Types are numbered densely and append-only per
 * recording, and the columns hold the number.  Beyond TH_TYPE_MAX all further types
 * share the number TH_TYPE_OTHER.
 *
 * A field describes the position and the meaning of a value in a record.  The field
 * table comes from a loader: those of trace.dat and perf.data parse the format files
 * of the recording, text loaders build it.  Offsets and sizes come from a file and
 * must only be used through the th_field_read functions, which check them against
 * the record.
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

#define TH_TYPE_OTHER 65535u
#define TH_TYPE_NONE  G_MAXUINT32
#define TH_TYPE_MAX   65534u

/**
 * ThFieldKind:
 * @TH_FIELD_INT: an integer, a boolean or an enum
 * @TH_FIELD_POINTER: an address; shown in hexadecimal
 * @TH_FIELD_SYMBOL: an address of code; shown as symbol+offset
 * @TH_FIELD_STRING: text of fixed size in the record, NUL-terminated if shorter
 * @TH_FIELD_DYNAMIC_STRING: u32 {u16 offset, u16 length} (`__data_loc`) to a text
 * @TH_FIELD_ARRAY: fixed array of @element_size integers (or raw bytes, 1)
 * @TH_FIELD_DYNAMIC_ARRAY: the same by `__data_loc`
 * @TH_FIELD_DOUBLE: IEEE 754
 * @TH_FIELD_FUNCTION: an address of code, which may be made up (th-reader.h) and is never shown;
 *   shown as symbol+offset, and compared as the text of the symbol.  0: unknown
 */
typedef enum
{
  TH_FIELD_INT,
  TH_FIELD_POINTER,
  TH_FIELD_SYMBOL,
  TH_FIELD_STRING,
  TH_FIELD_DYNAMIC_STRING,
  TH_FIELD_ARRAY,
  TH_FIELD_DYNAMIC_ARRAY,
  TH_FIELD_DOUBLE,
  TH_FIELD_FUNCTION
} ThFieldKind;

typedef enum
{
  TH_FIELD_SIGNED   = 1 << 0,
  TH_FIELD_HEX      = 1 << 1, /* the print format shows it in hexadecimal */
  TH_FIELD_COMMON   = 1 << 2, /* common_type, common_pid, …: in every type */
  TH_FIELD_FLAGS    = 1 << 3, /* @values are bits that can be combined */
  TH_FIELD_SYMBOLIC = 1 << 4, /* @values are names of whole values */
  TH_FIELD_RELATIVE = 1 << 5, /* `__rel_loc`: offset counts from the end of the field */
  TH_FIELD_BOOL     = 1 << 6
} ThFieldFlags;

/* A named value of __print_symbolic() or __print_flags(). */
typedef struct
{
  guint64     value;
  const char *name;
} ThFieldValue;

/**
 * ThField:
 * @name: the name in the format
 * @label: the name before `=` or `:` in the print format, if it differs (`dev` for
 *   `name`); else %NULL.  An alias for the user
 * @type_name: the C type, as the format gives it
 * @offset: byte offset in the record
 * @size: bytes at @offset (4 for a `__data_loc`)
 * @element_size: for arrays, bytes of an element
 * @values: @n_values names of values, or %NULL
 * @separator: between flag names, usually "|"
 */
typedef struct
{
  const char         *name;
  const char         *label;
  const char         *type_name;
  guint32             offset;
  guint32             size;
  guint32             element_size;
  ThFieldKind         kind;
  ThFieldFlags        flags;
  const ThFieldValue *values;
  guint               n_values;
  const char         *separator;
} ThField;

/* The text of a TH_FIELD_FUNCTION that is unknown, as in perf script. */
#define TH_FUNCTION_UNKNOWN "[unknown]"

/**
 * ThFieldTable:
 * @fields: in the order of the format, common fields first
 *
 * Owned by the source that made it; lives as long as the recording.
 */
typedef struct
{
  const ThField *fields;
  guint          n_fields;
} ThFieldTable;

/* Whether @pattern, "system:name" or just "name", matches the type @system:@name; "*"
 * matches any text.  A source without systems has "". */
gboolean       th_type_matches        (const char         *pattern,
                                       const char         *system,
                                       const char         *name);

/* Whether the value is a plain number without a name. */
gboolean       th_field_is_plain      (const ThField      *field);
/* Finds a field by name or label; names take precedence.  NULL if there is none. */
const ThField *th_field_table_find    (const ThFieldTable *table,
                                       const char         *name);

/**
 * ThPayload:
 * @data: the record, starting with common_type
 * @size: its size in bytes
 * @big_endian: the byte order of its numbers
 *
 * The bytes of one event, valid until the next call on its reader.
 */
typedef struct
{
  const guint8 *data;
  gsize         size;
  gboolean      big_endian;
} ThPayload;

/* Finds the bytes of a text field in the record, including those after a NUL.  Returns FALSE if the
 * field is not a text or is outside the record. */
gboolean       th_field_find_text     (const ThField      *field,
                                       const ThPayload    *payload,
                                       gsize              *offset,
                                       gsize              *size);
/* Reads the bytes of a text or array field, fixed or dynamic, truncated to the record.
 * A text ends at its first NUL.  FALSE if it is outside the record. */
gboolean       th_field_read_bytes    (const ThField      *field,
                                       const ThPayload    *payload,
                                       const guint8      **bytes,
                                       gsize              *size);

/* Reads a number of @size bytes (1, 2, 4 or 8) in the byte order of the payload. */
static inline gboolean
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

/* Reads the integer at @field (sign-extended if signed); FALSE if it is outside the
 * record or not an integer of 1, 2, 4 or 8 bytes. */
static inline gboolean
th_field_read_u64 (const ThField   *field,
                   const ThPayload *payload,
                   guint64         *value)
{
  /* Such a field has the place of its contents in the record. */
  if (field->kind == TH_FIELD_DYNAMIC_STRING || field->kind == TH_FIELD_DYNAMIC_ARRAY)
    return FALSE;
  if (!th_payload_read_uint (payload, field->offset, field->size, value))
    return FALSE;

  if (field->flags & TH_FIELD_SIGNED && field->size < 8)
    {
      guint64 sign = G_GUINT64_CONSTANT (1) << (field->size * 8 - 1);

      *value = (*value ^ sign) - sign;
    }

  return TRUE;
}

G_END_DECLS
