/* th-reader.c - reads the payload of an event from its source, and formats its fields
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-compact-info.h"
#include "th-reader.h"
#include "th-recording-private.h"

/* The number of array elements to show. */
#define MAX_ELEMENTS 64

/* The reader of one part. */
typedef struct
{
  ThRecording    *recording;
  const ThSource *vtable;
  gpointer        reader;
} Part;

struct _ThReader
{
  ThRecording *recording;
  /* ThCompact by event type, or no_compact; NULL: not looked up yet */
  GPtrArray   *compacts;
  Part        *current;   /* the part of the event read last */
  guint        n_parts;
  Part         parts[];
};

/* Marks types without a compact text. */
static char no_compact;

ThReader *
th_reader_new (ThRecording *recording)
{
  guint n_parts = th_recording_get_n_parts (recording);
  ThReader *self = g_malloc0 (sizeof (ThReader) + MAX (n_parts, 1) * sizeof (Part));

  self->recording = th_recording_ref (recording);
  self->n_parts = n_parts;
  self->current = self->parts;
  for (guint i = 0; i < n_parts; i++)
    {
      Part *part = &self->parts[i];
      gpointer source;

      part->recording = th_recording_get_part (recording, i);
      part->vtable = th_recording_peek_source (part->recording, &source);
      if (part->vtable != NULL && part->vtable->reader_new != NULL)
        part->reader = part->vtable->reader_new (source);
    }

  return self;
}

void
th_reader_free (ThReader *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].reader != NULL && self->parts[i].vtable->reader_free != NULL)
      self->parts[i].vtable->reader_free (self->parts[i].reader);
  for (guint i = 0; self->compacts != NULL && i < self->compacts->len; i++)
    if (self->compacts->pdata[i] != &no_compact)
      g_free (self->compacts->pdata[i]);
  g_clear_pointer (&self->compacts, g_ptr_array_unref);
  th_recording_unref (self->recording);
  g_free (self);
}

/* NULL if @ref cannot be read. */
static const Part *
reader_turn_to (ThReader *self,
                ThRef     ref)
{
  if (G_UNLIKELY (self->n_parts > 1))
    {
      if (ref.stream >= th_recording_get_n_streams (self->recording))
        return NULL;
      self->current =
        &self->parts[th_recording_get_index (th_recording_get_stream_part (self->recording,
                                                                           ref.stream))];
    }

  return self->current->reader != NULL ? self->current : NULL;
}

gboolean
th_reader_get_payload (ThReader  *self,
                       ThRef      ref,
                       ThPayload *payload)
{
  const Part *part = reader_turn_to (self, ref);

  return part != NULL && part->vtable->payload != NULL &&
         part->vtable->payload (part->reader, ref, payload);
}

guint64
th_reader_get_payloads (ThReader  *self,
                        ThRef      first,
                        guint64    rows,
                        ThPayload *payloads,
                        guint64   *good)
{
  const Part *part = reader_turn_to (self, first);
  guint i = __builtin_ctzll (rows);
  guint64 bit = G_GUINT64_CONSTANT (1) << i;

  if (part != NULL && part->vtable->payloads != NULL)
    return part->vtable->payloads (part->reader, first, rows, payloads, good);

  first.row += i;
  *good = th_reader_get_payload (self, first, &payloads[i]) ? bit : 0;
  return bit;
}

gboolean
th_reader_get_text (ThReader *self,
                    ThRef     ref,
                    gboolean  raw,
                    GString  *text)
{
  const Part *part = reader_turn_to (self, ref);

  return part != NULL && part->vtable->text != NULL &&
         part->vtable->text (part->reader, ref, raw, text);
}

/* The parts of a joined recording may come from different machines. */
static ThCompact *
compact_new (ThReader *self,
             ThRef     ref,
             guint     type)
{
  const Part *part = reader_turn_to (self, ref);

  if (part == NULL)
    return NULL;

  return th_compact_new (part->recording, th_recording_get_type_system (self->recording, type),
                         th_recording_get_type_name (self->recording, type),
                         th_recording_get_fields (self->recording, type),
                         th_syscall_names_find (th_recording_get_fact (part->recording,
                                                                       "machine")));
}

static const ThCompact *
find_compact (ThReader *self,
              ThRef     ref)
{
  guint type = th_recording_get_type (self->recording, ref);
  gpointer *slot;

  if (self->compacts == NULL)
    self->compacts = g_ptr_array_new ();
  if (type >= self->compacts->len)
    g_ptr_array_set_size (self->compacts, type + 1);
  slot = &self->compacts->pdata[type];
  if (*slot == NULL)
    *slot = compact_new (self, ref, type);
  if (*slot == NULL)
    *slot = &no_compact;

  return *slot != &no_compact ? *slot : NULL;
}

gboolean
th_reader_get_compact_text (ThReader *self,
                            ThRef     ref,
                            GString  *text)
{
  const ThCompact *compact = find_compact (self, ref);
  ThPayload payload;

  if (compact != NULL && th_reader_get_payload (self, ref, &payload) &&
      th_compact_append (compact, &payload, text))
    return TRUE;

  return th_reader_get_text (self, ref, FALSE, text);
}

gboolean
th_reader_get_stack (ThReader *self,
                     ThRef     ref,
                     GArray   *frames)
{
  const Part *part = reader_turn_to (self, ref);

  return part != NULL && part->vtable->stack != NULL &&
         part->vtable->stack (part->reader, ref, frames);
}

gboolean
th_reader_get_recorded_stack (ThReader *self,
                              ThRef     ref,
                              GArray   *frames)
{
  const Part *part = reader_turn_to (self, ref);

  return part != NULL && part->vtable->recorded_stack != NULL
         ? part->vtable->recorded_stack (part->reader, ref, frames)
         : th_reader_get_stack (self, ref, frames);
}

char *
th_reader_dup_stack_end (ThReader *self)
{
  const Part *part = self->current;

  return part->reader != NULL && part->vtable->stack_end != NULL
         ? part->vtable->stack_end (part->reader) : NULL;
}

const guint8 *
th_reader_get_frame (ThReader *self,
                     ThRef     ref,
                     gsize     max,
                     gsize    *size)
{
  const Part *part = reader_turn_to (self, ref);

  *size = 0;
  return part != NULL && part->vtable->frame != NULL
         ? part->vtable->frame (part->reader, ref, max, size) : NULL;
}

/* --- formatting -------------------------------------------------------- */

static void
append_address (ThReader *self,
                guint64   address,
                GString  *text)
{
  gsize end;

  g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x ", address);
  end = text->len;
  if (self->current->recording == NULL ||
      !th_recording_append_function (self->current->recording, address, text))
    g_string_truncate (text, end - 1);
}

static gboolean
append_function (ThReader        *self,
                 const ThField   *field,
                 const ThPayload *payload,
                 GString         *text)
{
  guint64 address;

  if (!th_field_read_u64 (field, payload, &address))
    return FALSE;

  if (self->current->recording == NULL ||
      !th_recording_append_function (self->current->recording, address, text))
    g_string_append (text, TH_FUNCTION_UNKNOWN);
  return TRUE;
}

static void
append_flags (const ThField *field,
              guint64        value,
              GString       *text)
{
  const char *separator = "";

  for (guint i = 0; i < field->n_values && value != 0; i++)
    {
      guint64 bits = field->values[i].value;

      if (bits == 0 || (value & bits) != bits)
        continue;
      g_string_append_printf (text, "%s%s", separator, field->values[i].name);
      separator = field->separator != NULL ? field->separator : "|";
      value &= ~bits;
    }

  if (value != 0)
    g_string_append_printf (text, "%s0x%" G_GINT64_MODIFIER "x", separator, value);
}

/* Shows both the name and the number: one to read, the other to filter by. */
static gboolean
append_named (const ThField *field,
              guint64        value,
              GString       *text)
{
  if (field->flags & TH_FIELD_FLAGS && value != 0)
    {
      append_flags (field, value, text);
      g_string_append_printf (text, " (0x%" G_GINT64_MODIFIER "x)", value);
      return TRUE;
    }

  for (guint i = 0; i < field->n_values; i++)
    if (field->values[i].value == value)
      {
        g_string_append_printf (text, "%s (%" G_GINT64_FORMAT ")", field->values[i].name,
                                (gint64) value);
        return TRUE;
      }

  return FALSE;
}

static void
append_integer (const ThField *field,
                guint64        value,
                GString       *text)
{
  if (field->flags & TH_FIELD_BOOL)
    g_string_append (text, value != 0 ? "true" : "false");
  else if (field->flags & TH_FIELD_HEX)
    g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", value);
  else if (field->flags & TH_FIELD_SIGNED)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) value);
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, value);
}

static void
append_array (const ThField   *field,
              const ThPayload *payload,
              const guint8    *bytes,
              gsize            size,
              GString         *text)
{
  gsize element = field->element_size == 2 || field->element_size == 4 || field->element_size == 8
                  ? field->element_size : 1;
  gsize n = size / element;
  ThPayload inside = { bytes, size, payload->big_endian };

  g_string_append_c (text, '[');
  for (gsize i = 0; i < MIN (n, MAX_ELEMENTS); i++)
    {
      guint64 value = 0;

      th_payload_read_uint (&inside, i * element, element, &value);
      g_string_append_printf (text, "%s%0*" G_GINT64_MODIFIER "x", i > 0 ? " " : "",
                              (int) element * 2, value);
    }
  g_string_append (text, n > MAX_ELEMENTS ? " …]" : "]");
}

static gboolean
append_double (const ThField   *field,
               const ThPayload *payload,
               GString         *text)
{
  guint64 bits;
  double value;
  float small;
  guint32 bits32;

  if (!th_payload_read_uint (payload, field->offset, field->size, &bits))
    return FALSE;

  if (field->size == sizeof (float))
    {
      bits32 = bits;
      memcpy (&small, &bits32, sizeof small);
      value = small;
    }
  else
    memcpy (&value, &bits, sizeof value);

  g_string_append_printf (text, "%.9g", value);
  return TRUE;
}

static gboolean
append_number (ThReader        *self,
               const ThField   *field,
               const ThPayload *payload,
               GString         *text)
{
  guint64 value;

  if (!th_field_read_u64 (field, payload, &value))
    return FALSE;

  /* Kernels before 6.2 print where a packet was freed as a bare address. */
  if (field->kind == TH_FIELD_SYMBOL || field->kind == TH_FIELD_POINTER)
    append_address (self, value, text);
  else if (!append_named (field, value, text))
    append_integer (field, value, text);

  return TRUE;
}

gboolean
th_reader_format_field (ThReader        *self,
                        const ThField   *field,
                        const ThPayload *payload,
                        GString         *text)
{
  const guint8 *bytes;
  gsize size;

  switch (field->kind)
    {
    case TH_FIELD_INT:
    case TH_FIELD_POINTER:
    case TH_FIELD_SYMBOL:
      return append_number (self, field, payload, text);

    case TH_FIELD_DOUBLE:
      return append_double (field, payload, text);

    case TH_FIELD_STRING:
    case TH_FIELD_DYNAMIC_STRING:
      {
        g_autofree char *valid = NULL;

        if (!th_field_read_bytes (field, payload, &bytes, &size))
          return FALSE;
        valid = g_utf8_make_valid ((const char *) bytes, size);
        g_string_append (text, valid);
        return TRUE;
      }

    case TH_FIELD_ARRAY:
    case TH_FIELD_DYNAMIC_ARRAY:
      if (!th_field_read_bytes (field, payload, &bytes, &size))
        return FALSE;
      append_array (field, payload, bytes, size, text);
      return TRUE;

    case TH_FIELD_FUNCTION:
      return append_function (self, field, payload, text);

    default:
      return FALSE;
    }
}
