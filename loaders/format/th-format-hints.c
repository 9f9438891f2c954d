/* th-format-hints.c - ThField tables, with hints from the print format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-format-fields.h"
#include "th-format-hints.h"
#include "th-pool.h"
#include "th-print-program.h"
#include "th-print-tree.h"

#define LABEL_MAX 48

/* Returns the size of an element if the format does not have it. */
static guint
guess_element (const char *type,
               guint       long_size)
{
  if (strstr (type, "64") != NULL || strstr (type, "long long") != NULL)
    return 8;
  if (strstr (type, "long") != NULL || strstr (type, "size_t") != NULL ||
      strchr (type, '*') != NULL)
    return long_size;
  if (strstr (type, "32") != NULL || strstr (type, "int[") != NULL ||
      strstr (type, "unsigned[") != NULL)
    return 4;
  if (strstr (type, "16") != NULL || strstr (type, "short") != NULL)
    return 2;

  return 1;
}

static void
set_kind (ThField             *field,
          const ThFormatField *source,
          guint                long_size)
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

  if (field->kind == TH_FIELD_INT || field->kind == TH_FIELD_POINTER ||
      field->kind == TH_FIELD_DOUBLE)
    field->element_size = 0;
  else if (field->element_size == 0)
    field->element_size = guess_element (source->type, long_size);
}

static void
set_field (ThField             *field,
           const ThFormatField *source,
           const ThEventFormat *event,
           guint                long_size)
{
  field->name = source->name;
  field->type_name = source->type;
  field->offset = source->offset;
  field->size = source->size;
  set_kind (field, source, long_size);
  if (source->flags & TH_FORMAT_FIELD_SIGNED)
    field->flags |= TH_FIELD_SIGNED;
  if (source->flags & TH_FORMAT_FIELD_RELATIVE)
    field->flags |= TH_FIELD_RELATIVE;
  if (source < event->fields + event->n_common)
    field->flags |= TH_FIELD_COMMON;
  if (event->is_bprint && strcmp (source->name, "ip") == 0)
    field->kind = TH_FIELD_SYMBOL;
  if (strcmp (source->type, "bool") == 0)
    field->flags |= TH_FIELD_BOOL;

  /* An array without a size, and the kernel stack regardless of its size, extend to the end
   * of the record, where readers truncate them. */
  if (source->flags & TH_FORMAT_FIELD_ARRAY && !(source->flags & TH_FORMAT_FIELD_DYNAMIC) &&
      (source->size == 0 ||
       (event->is_ftrace && strcmp (event->name, "kernel_stack") == 0 &&
        strcmp (source->name, "caller") == 0)))
    field->size = G_MAXINT32;
}

/* --- hints ------------------------------------------------------------- */

static inline gboolean
is_label_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.' || c == '-';
}

/* Returns the label before a conversion, "dev" of "… dev=", or NULL. */
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

/* Returns the helper within "x ? __print_flags(x, …) : "R"", or @node without casts. */
static const ThNode *
shown_node (const ThNode *node)
{
  node = th_node_skip_casts (node);
  if (node->type == TH_NODE_OP && node->op == TH_OP_CONDITION && node->right != NULL)
    {
      const ThNode *yes = node->right->left;
      const ThNode *no = node->right->right;

      if (yes != NULL && (yes->type == TH_NODE_FLAGS || yes->type == TH_NODE_SYMBOL))
        return yes;
      if (no != NULL && (no->type == TH_NODE_FLAGS || no->type == TH_NODE_SYMBOL))
        return no;
    }

  return node;
}

/* Returns the field that @node prints, or NULL if there is not exactly one. */
static const ThFormatField *
shown_field (const ThNode *node)
{
  node = shown_node (node);
  switch (node->type)
    {
    case TH_NODE_FLAGS:
      /* the flags among the bits of a field */
      if (node->left->type == TH_NODE_OP && node->left->op == TH_OP_AND &&
          node->left->right->type == TH_NODE_ATOM)
        return shown_field (node->left->left);
      G_GNUC_FALLTHROUGH;
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

  node = shown_node (node);
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

  if (!number || th_node_skip_casts (piece->arg)->type != TH_NODE_FIELD)
    return;
  if (piece->kind == TH_PIECE_NUMBER && (piece->conversion == 'x' || piece->conversion == 'X'))
    field->flags |= TH_FIELD_HEX;
  else if (piece->kind == TH_PIECE_POINTER && piece->text[0] != '\0' &&
           strchr ("sSfF", piece->text[0]))
    field->kind = TH_FIELD_SYMBOL;
  else if (piece->kind == TH_PIECE_POINTER && piece->text[0] == '\0')
    field->kind = TH_FIELD_POINTER;
}

/* Whether the label is the name of a field, which would hide it. */
static gboolean
is_name (const ThEventFormat *event,
         const char          *label)
{
  return th_format_find_field (event, label, TRUE) != NULL;
}

static void
hint_piece (ThEventFormat *event,
            ThField       *fields,
            gboolean      *seen,
            const ThPiece *piece,
            const ThPiece *before)
{
  const ThFormatField *source = piece->arg != NULL ? shown_field (piece->arg) : NULL;
  ThField *field;
  gboolean again;
  char *label;

  if (source == NULL)
    return;
  field = &fields[source - event->fields];
  hint_kind (field, piece);
  hint_values (event->pool, field, piece->arg);

  /* a number shown twice has its first label */
  again = seen[source - event->fields] && piece->kind == TH_PIECE_NUMBER;
  seen[source - event->fields] = TRUE;
  if (again || field->label != NULL || before == NULL || before->kind != TH_PIECE_TEXT)
    return;
  label = find_label (event->pool, before);
  if (label != NULL && !is_name (event, label))
    field->label = label;
}

void
th_format_make_table (ThEventFormat *event,
                      guint          long_size)
{
  ThField *fields = th_pool_alloc (event->pool, event->n_fields * sizeof *fields);
  gboolean *seen = th_pool_alloc (event->pool, event->n_fields * sizeof *seen);

  for (guint i = 0; i < event->n_fields; i++)
    set_field (&fields[i], &event->fields[i], event, long_size);

  if (event->program != NULL)
    for (guint i = 0; i < event->program->n_pieces; i++)
      hint_piece (event, fields, seen, &event->program->pieces[i],
                  i > 0 ? &event->program->pieces[i - 1] : NULL);

  event->table.fields = fields;
  event->table.n_fields = event->n_fields;
}
