/* th-format-hints.c - ThField tables: what a print format tells of its fields
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-format-private.h"

#define LABEL_MAX 48

static void
set_kind (ThField             *field,
          const ThFormatField *source)
{
  gboolean text = strstr (source->type, "char") != NULL;

  field->element_size = source->element_size;
  if (source->flags & TH_FORMAT_FIELD_DYNAMIC)
    field->kind = text ? TH_FIELD_DYNAMIC_STRING : TH_FIELD_DYNAMIC_ARRAY;
  else if (source->flags & TH_FORMAT_FIELD_ARRAY)
    field->kind = text ? TH_FIELD_STRING : TH_FIELD_ARRAY;
  else if (source->flags & TH_FORMAT_FIELD_POINTER)
    field->kind = TH_FIELD_POINTER;
  else if (strcmp (source->type, "double") == 0)
    field->kind = TH_FIELD_DOUBLE;
  else
    field->kind = TH_FIELD_INT;

  if (field->kind == TH_FIELD_INT || field->kind == TH_FIELD_POINTER || field->kind == TH_FIELD_DOUBLE)
    field->element_size = 0;
  else if (field->element_size == 0)
    field->element_size = 1;
}

static void
set_field (ThField             *field,
           const ThFormatField *source,
           const ThEventFormat *event,
           gboolean             common)
{
  field->name = source->name;
  field->type_name = source->type;
  field->offset = source->offset;
  field->size = source->size;
  set_kind (field, source);
  if (source->flags & TH_FORMAT_FIELD_SIGNED)
    field->flags |= TH_FIELD_SIGNED;
  if (source->flags & TH_FORMAT_FIELD_RELATIVE)
    field->flags |= TH_FIELD_RELATIVE;
  if (common)
    field->flags |= TH_FIELD_COMMON;
  if (strcmp (source->type, "bool") == 0)
    field->flags |= TH_FIELD_BOOL;

  /* An array without a size, and the kernel's stack whatever size it gives,
   * go on to the end of the record; readers cut it there. */
  if (source->flags & TH_FORMAT_FIELD_ARRAY && !(source->flags & TH_FORMAT_FIELD_DYNAMIC) &&
      (source->size == 0 ||
       (event->is_ftrace && strcmp (event->name, "kernel_stack") == 0 && strcmp (source->name, "caller") == 0)))
    field->size = G_MAXINT32;
}

/* --- hints ------------------------------------------------------------- */

static inline gboolean
is_label_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.' || c == '-';
}

/* "… dev=" before a conversion says that its field is called dev. */
static char *
find_label (ThPool        *pool,
            const ThPiece *text)
{
  const char *start = text->text;
  const char *end;
  const char *p = start + text->length;

  if (p - start >= 2 && p[-1] == 'x' && p[-2] == '0')
    p -= 2;
  while (p > start && strchr ("[(\"'<{ ", p[-1]) != NULL && p[-1] != '\0')
    p--;
  if (p == start || (p[-1] != '=' && p[-1] != ':'))
    return NULL;
  for (p--; p > start && p[-1] == ' '; p--)
    ;
  for (end = p; p > start && is_label_char (p[-1]); p--)
    ;
  while (p < end && !g_ascii_isalpha (*p) && *p != '_')
    p++;
  if (p == end || end - p > LABEL_MAX)
    return NULL;

  return th_pool_strndup (pool, p, end - p);
}

static const ThNode *
skip_casts (const ThNode *node)
{
  while (node->type == TH_NODE_CAST)
    node = node->left;

  return node;
}

/* The one field that @node shows, or NULL. */
static const ThFormatField *
shown_field (const ThNode *node)
{
  node = skip_casts (node);
  switch (node->type)
    {
    case TH_NODE_FLAGS:
    case TH_NODE_SYMBOL:
    case TH_NODE_HEX:
    case TH_NODE_HEX_STR:
    case TH_NODE_INT_ARRAY:
      return shown_field (node->left);

    case TH_NODE_FIELD:
    case TH_NODE_STRING:
    case TH_NODE_BITMASK:
    case TH_NODE_CPUMASK:
    case TH_NODE_DYNAMIC_ARRAY:
      return node->field;

    default:
      return NULL;
    }
}

static void
hint_values (ThPool       *pool,
             ThField      *field,
             const ThNode *node)
{
  ThFieldValue *values;

  node = skip_casts (node);
  if ((node->type != TH_NODE_FLAGS && node->type != TH_NODE_SYMBOL) || field->values != NULL)
    return;

  values = th_pool_alloc (pool, node->n_values * sizeof *values);
  for (guint i = 0; i < node->n_values; i++)
    if (node->values[i].is_exact)
      {
        values[field->n_values].value = node->values[i].exact;
        values[field->n_values++].name = node->values[i].name;
      }
  if (field->n_values == 0)
    return;
  field->values = values;
  field->flags |= node->type == TH_NODE_FLAGS ? TH_FIELD_FLAGS : TH_FIELD_SYMBOLIC;
  if (node->type == TH_NODE_FLAGS)
    field->separator = node->text != NULL ? node->text : "";
}

static void
hint_kind (ThField       *field,
           const ThPiece *piece)
{
  gboolean number = field->kind == TH_FIELD_INT || field->kind == TH_FIELD_POINTER;

  if (!number || skip_casts (piece->arg)->type != TH_NODE_FIELD)
    return;
  if (piece->kind == TH_PIECE_NUMBER && (piece->conversion == 'x' || piece->conversion == 'X'))
    field->flags |= TH_FIELD_HEX;
  else if (piece->kind == TH_PIECE_POINTER && piece->text[0] != '\0' && strchr ("sSfF", piece->text[0]))
    field->kind = TH_FIELD_SYMBOL;
  else if (piece->kind == TH_PIECE_POINTER && piece->text[0] == '\0')
    field->kind = TH_FIELD_POINTER;
}

static void
hint_piece (ThEventFormat *event,
            ThField       *fields,
            const ThPiece *piece,
            const ThPiece *before)
{
  const ThFormatField *source = piece->arg != NULL ? shown_field (piece->arg) : NULL;
  ThField *field;
  char *label;

  if (source == NULL)
    return;
  field = &fields[source - event->fields];
  hint_kind (field, piece);
  hint_values (event->pool, field, piece->arg);

  if (field->label != NULL || before == NULL || before->kind != TH_PIECE_TEXT)
    return;
  label = find_label (event->pool, before);
  if (label != NULL && strcmp (label, field->name) != 0)
    field->label = label;
}

void
th_format_make_table (ThEventFormat *event)
{
  ThField *fields = th_pool_alloc (event->pool, event->n_fields * sizeof *fields);

  for (guint i = 0; i < event->n_fields; i++)
    set_field (&fields[i], &event->fields[i], event, i < event->n_common);

  if (event->program != NULL)
    for (guint i = 0; i < event->program->n_pieces; i++)
      hint_piece (event, fields, &event->program->pieces[i], i > 0 ? &event->program->pieces[i - 1] : NULL);

  event->table.fields = fields;
  event->table.n_fields = event->n_fields;
}
