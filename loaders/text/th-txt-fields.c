/* th-txt-fields.c - builds field tables from texts, and records in their layout
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The layout of a record is ours: u32 pid, u32 padding, then 8 bytes per field in the
 * order of the table (a number, or the u16 offset and u16 length of a text), then the
 * texts.  A field that an event does not have is 0 or "".
 */
#include "config.h"

#include <string.h>

#include "th-txt-fields.h"
#include "th-txt-token.h"
#include "th-txt-values.h"

#define HEAD_SIZE 8
#define FIELD_SIZE 8

ThTxtTable *
th_txt_table_new (void)
{
  ThTxtTable *self = g_new0 (ThTxtTable, 1);
  ThField pid = { .name = g_strdup ("common_pid"), .type_name = "int", .size = 4,
                  .kind = TH_FIELD_INT, .flags = TH_FIELD_SIGNED | TH_FIELD_COMMON };

  self->fields = g_array_new (FALSE, FALSE, sizeof (ThField));
  g_array_append_val (self->fields, pid);
  return self;
}

void
th_txt_table_free (ThTxtTable *self)
{
  for (guint i = 0; i < self->fields->len; i++)
    g_free ((char *) g_array_index (self->fields, ThField, i).name);
  g_array_unref (self->fields);
  g_free (self);
}

static guint
find_name (const GArray *fields,
           ThTxtPart     name)
{
  for (guint i = 1; i < fields->len; i++)
    {
      const char *own = g_array_index (fields, ThField, i).name;

      if (strncmp (own, name.text, name.size) == 0 && own[name.size] == '\0')
        return i;
    }
  return 0;
}

static void
make_words (ThField *field)
{
  field->kind = TH_FIELD_DYNAMIC_STRING;
  field->type_name = "char[]";
  field->size = 4;
  field->flags = 0;
  field->values = NULL;
  field->n_values = 0;
}

static void
fit_kind (ThField          *field,
          const ThTxtValue *value)
{
  if (field->kind == TH_FIELD_DYNAMIC_STRING)
    return;
  if (value->kind == TH_TXT_WORDS)
    make_words (field);
  else if (value->kind == TH_TXT_ADDRESS && field->kind == TH_FIELD_INT &&
           !(field->flags & TH_FIELD_SIGNED))
    field->kind = TH_FIELD_POINTER;
  else if (value->kind == TH_TXT_HEX && field->flags & TH_FIELD_SIGNED)
    field->flags = TH_FIELD_HEX;
}

static void
add_field (GArray           *fields,
           const ThTxtValue *value)
{
  ThField field = { .label = value->label, .size = FIELD_SIZE, .type_name = "long",
                    .kind = TH_FIELD_INT };

  field.offset = HEAD_SIZE + (fields->len - 1) * FIELD_SIZE;
  field.name = g_strndup (value->name.text, value->name.size);
  if (value->kind == TH_TXT_WORDS)
    make_words (&field);
  else if (value->kind == TH_TXT_ADDRESS)
    {
      field.kind = TH_FIELD_POINTER;
      field.type_name = "void *";
    }
  else
    field.flags = value->kind == TH_TXT_HEX ? TH_FIELD_HEX : TH_FIELD_SIGNED;

  if (value->n_names > 0)
    {
      field.values = value->names;
      field.n_values = value->n_names;
      field.flags |= TH_FIELD_SYMBOLIC;
    }
  g_array_append_val (fields, field);
}

void
th_txt_table_add (ThTxtTable   *self,
                  const GArray *values)
{
  for (guint i = 0; i < values->len; i++)
    {
      const ThTxtValue *value = &g_array_index (values, ThTxtValue, i);
      guint at;

      /* A name must be UTF-8 without NUL. */
      if (!g_utf8_validate (value->name.text, (gssize) value->name.size, NULL))
        continue;
      at = find_name (self->fields, value->name);
      if (at > 0)
        fit_kind (&g_array_index (self->fields, ThField, at), value);
      else if (self->fields->len < 128)
        add_field (self->fields, value);
    }
}

void
th_txt_table_seal (ThTxtTable *self)
{
  self->table.fields = (const ThField *) (gpointer) self->fields->data;
  self->table.n_fields = self->fields->len;
}

gboolean
th_txt_table_equal (const ThTxtTable *self,
                    const ThTxtTable *other)
{
  if (self->table.n_fields != other->table.n_fields)
    return FALSE;

  for (guint i = 0; i < self->table.n_fields; i++)
    {
      const ThField *left = &self->table.fields[i];
      const ThField *right = &other->table.fields[i];

      if (strcmp (left->name, right->name) != 0 || left->kind != right->kind ||
          left->flags != right->flags)
        return FALSE;
    }
  return TRUE;
}

static void
put_words (const ThField *field,
           ThTxtPart      text,
           GByteArray    *record)
{
  gsize offset = record->len;
  guint32 location;

  text.size = MIN (text.size, G_MAXUINT16 - MIN (offset, G_MAXUINT16));
  location = GUINT32_TO_LE ((guint32) offset | (guint32) text.size << 16);
  if (offset > G_MAXUINT16)
    return;
  g_byte_array_append (record, (const guint8 *) text.text, text.size);
  memcpy (record->data + field->offset, &location, sizeof location);
}

void
th_txt_table_build (const ThTxtTable *self,
                    gint32            pid,
                    const GArray     *values,
                    GByteArray       *record)
{
  guint32 raw_pid = GUINT32_TO_LE ((guint32) pid);

  g_byte_array_set_size (record, HEAD_SIZE + (self->table.n_fields - 1) * FIELD_SIZE);
  memset (record->data, 0, record->len);
  memcpy (record->data, &raw_pid, sizeof raw_pid);
  for (guint i = 0; i < values->len; i++)
    {
      const ThTxtValue *value = &g_array_index (values, ThTxtValue, i);
      guint at = find_name (self->fields, value->name);
      const ThField *field = &self->table.fields[at];
      guint64 number = GUINT64_TO_LE (value->number);

      if (at == 0)
        continue;
      if (field->kind == TH_FIELD_DYNAMIC_STRING)
        put_words (field, value->text, record);
      else if (value->kind != TH_TXT_WORDS)
        memcpy (record->data + field->offset, &number, sizeof number);
    }
}
