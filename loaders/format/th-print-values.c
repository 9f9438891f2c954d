/* th-print-values.c - the values that a record gives to the arguments of a print format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers are unsigned 64-bit throughout and fields are not sign-extended;
 * the conversion decides, as in libtraceevent.  Every read is checked against the
 * record; what is outside reads as 0.
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-print-tree.h"
#include "th-print-values.h"

guint64
th_run_read (ThRun *self,
             gsize  offset,
             gsize  size)
{
  const guint8 *data;
  guint16 v16;
  guint32 v32;
  guint64 v64;

  if (G_UNLIKELY (offset > self->size || size > self->size - offset))
    return 0;

  data = self->data + offset;
  switch (size)
    {
    case 1:
      return data[0];
    case 2:
      memcpy (&v16, data, sizeof v16);
      return self->big_endian ? GUINT16_FROM_BE (v16) : GUINT16_FROM_LE (v16);
    case 4:
      memcpy (&v32, data, sizeof v32);
      return self->big_endian ? GUINT32_FROM_BE (v32) : GUINT32_FROM_LE (v32);
    case 8:
      memcpy (&v64, data, sizeof v64);
      return self->big_endian ? GUINT64_FROM_BE (v64) : GUINT64_FROM_LE (v64);
    default:
      return 0;
    }
}

/* Reads offset and length of a dynamic field; it is empty if it is outside of the record. */
void
th_run_locate (ThRun               *self,
               const ThFormatField *field,
               gsize               *offset,
               gsize               *length)
{
  guint64 location;
  gsize at;
  gsize n;

  *offset = *length = 0;
  if (field == NULL || field->offset > self->size || field->size > self->size - field->offset)
    return;

  location = th_run_read (self, field->offset, field->size);
  at = location & 0xffff;
  if (field->size == 2)
    n = at <= self->size ? self->size - at : 0;
  else
    n = location >> 16 & 0xffff;

  *length = at + n > self->size ? 0 : n;
  *offset = at > self->size ? 0 : at;
  if (field->flags & TH_FORMAT_FIELD_RELATIVE)
    *offset += (gsize) field->offset + field->size;
  *offset = MIN (*offset, self->size);
  *length = MIN (*length, self->size - *offset);
}

/* Evaluates x[i] of an array field, or of a dynamic array with a cast. */
static guint64
eval_index (ThRun        *self,
            const ThNode *node)
{
  guint64 index = th_run_eval (self, node->right);
  const ThNode *array = node->left;
  const ThNode *cast = NULL;
  gsize size = self->long_size;
  gsize offset, length;
  guint64 value;

  for (; array->type == TH_NODE_CAST; array = array->left)
    if (cast == NULL)
      cast = array;
  if (index > TH_FORMAT_MAX_OFFSET)
    return 0;

  if (array->type == TH_NODE_DYNAMIC_ARRAY)
    {
      /* the index is in bytes, as in libtraceevent */
      th_run_locate (self, array->field, &offset, &length);
      offset += index;
      if (array->field->element_size != 0)
        size = array->field->element_size;
    }
  else if (array->type == TH_NODE_FIELD && array->field != NULL)
    {
      size = array->field->element_size;
      offset = array->field->offset + index * size;
    }
  else
    return 0;

  value = th_run_read (self, offset, size);

  return cast != NULL ? value & th_cast_mask (cast->text, TRUE) : value;
}

static guint64
eval_op (ThRun        *self,
         const ThNode *node)
{
  guint64 left, right;

  if (node->left == NULL || node->right == NULL)
    return 0;
  if (node->op == TH_OP_INDEX)
    return eval_index (self, node);
  if (node->op == TH_OP_CONDITION)
    {
      const ThNode *both = node->right;

      left = th_run_eval (self, node->left);
      if (both->left == NULL || both->right == NULL)
        return 0;
      return th_run_eval (self, left ? both->left : both->right);
    }

  left = th_run_eval (self, node->left);
  right = th_run_eval (self, node->right);
  switch ((ThOp) node->op)
    {
    case TH_OP_NOT:           return !right;
    case TH_OP_COMPLEMENT:    return ~right;
    case TH_OP_MULTIPLY:      return left * right;
    case TH_OP_DIVIDE:        return right ? left / right : 0;
    case TH_OP_REMAINDER:     return right ? left % right : 0;
    case TH_OP_ADD:           return left + right;
    case TH_OP_SUBTRACT:      return left - right;
    case TH_OP_SHIFT_LEFT:    return left << (right & 63);
    case TH_OP_SHIFT_RIGHT:   return left >> (right & 63);
    case TH_OP_LESS:          return left < right;
    case TH_OP_GREATER:       return left > right;
    case TH_OP_LESS_EQUAL:    return left <= right;
    case TH_OP_GREATER_EQUAL: return left >= right;
    case TH_OP_EQUAL:         return left == right;
    case TH_OP_UNEQUAL:       return left != right;
    case TH_OP_AND:           return left & right;
    case TH_OP_OR:            return left | right;
    case TH_OP_BOTH:          return left && right;
    case TH_OP_EITHER:        return left || right;
    default:                  return 0; /* also for XOR, which libtraceevent does not have */
    }
}

guint64
th_run_eval (ThRun        *self,
             const ThNode *node)
{
  gsize offset, length;

  switch (node->type)
    {
    case TH_NODE_FIELD:
      return th_run_read (self, node->offset, node->size);

    case TH_NODE_ATOM:
      return node->value;

    case TH_NODE_CAST:
      return th_run_eval (self, node->left) & node->value;

    case TH_NODE_OP:
      return eval_op (self, node);

    case TH_NODE_DYNAMIC_ARRAY_LEN:
      th_run_locate (self, node->field, &offset, &length);
      return length;

    case TH_NODE_DYNAMIC_ARRAY:
      /* the offset in the record, as an address in our memory would be meaningless */
      th_run_locate (self, node->field, &offset, &length);
      return offset;

    case TH_NODE_ARGUMENT:
      return node->value < self->n_args ? self->args[node->value].value : 0;

    default:
      return 0;
    }
}
