/* th-filter-eval-row.c - evaluates the tests that need the payload of a row
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-eval-state.h"

static ThRef
run_ref (const ThFilterEvaluator *self)
{
  return (ThRef) { self->stream, self->cpu_index, self->row };
}

/* Reads the payloads of those of @rows that the reader returns at once. */
static void
run_ask_payloads (ThFilterEvaluator *self,
                  guint64            rows)
{
  self->tried = th_reader_get_payloads (self->reader,
                                        (ThRef) { self->stream, self->cpu_index, self->first_row },
                                        rows, self->payloads, &self->good);
}

const ThPayload *
filter_evaluator_get_payload (ThFilterEvaluator *self)
{
  guint i = self->row - self->first_row;

  if ((self->tried >> i & 1) == 0)
    run_ask_payloads (self, G_GUINT64_CONSTANT (1) << i);

  return self->good >> i & 1 ? &self->payloads[i] : NULL;
}

/* --- texts ------------------------------------------------------------- */

static gboolean
match_info (ThFilterEvaluator *self,
            const FilterLeaf  *leaf)
{
  g_string_truncate (self->info, 0);
  /* The payloads are valid only until the next call of the reader. */
  self->tried = 0;

  return th_reader_get_text (self->reader, run_ref (self), FALSE, self->info) &&
         filter_text_match (leaf->text, self->info->str, self->info->len, &self->patience);
}

/* Matches the names of the value; of flags, one that is set suffices. */
static gboolean
match_names (ThFilterEvaluator *self,
             const FilterLeaf  *leaf,
             const ThField     *field,
             guint64            value)
{
  FilterText text = *leaf->text;
  gboolean flags = field->flags & TH_FIELD_FLAGS;
  gboolean found = FALSE;

  text.negate = FALSE;
  for (guint i = 0; i < field->n_values && !found; i++)
    {
      guint64 bits = field->values[i].value;

      if (flags && bits != 0 ? (value & bits) == bits : value == bits)
        found = filter_text_match (&text, field->values[i].name, strlen (field->values[i].name),
                                   &self->patience);
    }

  return found != leaf->text->negate;
}

static gboolean
match_name (ThFilterEvaluator *self,
            const FilterLeaf  *leaf,
            const ThField     *field,
            guint64            address)
{
  gboolean is_function = field->kind == TH_FIELD_FUNCTION;
  const char *name = NULL;
  char number[32];
  guint64 offset;

  if (!is_function || address != 0)
    name = th_recording_get_symbol (self->part, address, &offset);
  if (is_function && leaf->op == OP_THERE)
    return name != NULL;
  if (name == NULL && !is_function)
    {
      g_snprintf (number, sizeof number, "0x%" G_GINT64_MODIFIER "x", address);
      name = number;
    }
  name = name != NULL ? name : TH_FUNCTION_UNKNOWN;

  return filter_text_match (leaf->text, name, strlen (name), &self->patience);
}

/* Searching all symbols costs more than the rest, and a trace has few different addresses. */
static gboolean
match_symbol (ThFilterEvaluator *self,
              const FilterLeaf  *leaf,
              const ThField     *field,
              guint64            address)
{
  LeafState *state = &self->leaves[leaf->index];
  SymbolSlot *slot;

  if (state->symbols == NULL)
    state->symbols = g_new0 (SymbolSlot, N_SYMBOL_SLOTS);
  slot = &state->symbols[(address ^ address >> 8 ^ address >> 16) & (N_SYMBOL_SLOTS - 1)];

  if (slot->says == SAYS_UNKNOWN || slot->address != address)
    {
      slot->address = address;
      slot->says = match_name (self, leaf, field, address) ? SAYS_YES : SAYS_NO;
    }

  return slot->says == SAYS_YES;
}

/* --- numbers ----------------------------------------------------------- */

static gboolean
compare (FilterOp op,
         int      order)
{
  switch (op)
    {
    case OP_NE:
      return order != 0;
    case OP_LT:
      return order < 0;
    case OP_LE:
      return order <= 0;
    case OP_GT:
      return order > 0;
    case OP_GE:
      return order >= 0;
    default:
      return order == 0;
    }
}

static gboolean
match_double (const FilterLeaf *leaf,
              const ThField    *field,
              const ThPayload  *payload)
{
  guint64 bits;
  guint32 bits32;
  double value, wanted;
  float small;

  if (!th_payload_read_uint (payload, field->offset, field->size, &bits) ||
      field->size < sizeof small)
    return FALSE;

  bits32 = bits;
  memcpy (&small, &bits32, sizeof small);
  memcpy (&value, &bits, sizeof value);
  if (field->size == sizeof small)
    value = small;
  if (leaf->op == OP_THERE)
    return value != 0;

  wanted = g_array_index (leaf->items, FilterItem, 0).low.real;
  if (value != value)
    return leaf->op == OP_NE;
  return compare (leaf->op, (value > wanted) - (value < wanted));
}

/* --- pairs ------------------------------------------------------------- */

static gboolean
read_int (ThFilterEvaluator *self,
          FilterSubject      subject,
          const ThField     *field,
          guint64           *value,
          gboolean          *negative)
{
  guint index = self->row - self->first_row;
  const ThPayload *payload = field != NULL ? filter_evaluator_get_payload (self) : NULL;
  gboolean is_signed = field == NULL ? subject != SUBJECT_CPU
                                     : (field->flags & TH_FIELD_SIGNED) != 0;

  if (field != NULL)
    {
      if (payload == NULL || !th_field_read_u64 (field, payload, value))
        return FALSE;
    }
  else if (subject == SUBJECT_TIME)
    *value = th_cpu_block_get_time (&self->block, index);
  else if (subject == SUBJECT_CPU)
    *value = th_cpu_get_number (self->cpu);
  else if (subject == SUBJECT_PID)
    *value = (gint64) th_tasks_get_pid (self->tasks, th_cpu_block_get_task (&self->block, index));
  else
    *value = (gint64) th_tasks_get_tgid (self->tasks, th_cpu_block_get_task (&self->block, index));

  *negative = is_signed && (gint64) *value < 0;
  return TRUE;
}

static gboolean
match_pair_int (ThFilterEvaluator     *self,
                const FilterLeaf      *leaf,
                const FilterPredicate *predicate)
{
  guint64 left, right;
  gboolean left_negative, right_negative;
  int order;

  if (!read_int (self, leaf->left.subject, predicate->field, &left, &left_negative) ||
      !read_int (self, leaf->right.subject, predicate->other, &right, &right_negative))
    return FALSE;
  if (leaf->op == OP_ANY)
    return (left & right) != 0;

  order = left_negative != right_negative && !leaf->is_unsigned ? (left_negative ? -1 : 1)
                                                                : (left > right) - (left < right);
  return compare (leaf->op, order);
}

gboolean
filter_evaluator_read_step (const FilterStep *step,
                            __int128         *value,
                            gpointer          data)
{
  ThFilterEvaluator *self = data;
  gboolean negative;
  guint64 number;

  if (!read_int (self, step->subject, step->field, &number, &negative))
    return FALSE;
  if (((step->subject == SUBJECT_TGID || step->subject == SUBJECT_PID) && negative) ||
      (step->subject == SUBJECT_CPU && number == G_MAXUINT))
    return FALSE; /* unknown */

  *value = negative ? (__int128) (gint64) number : number;
  return TRUE;
}

/* Returns the text, free with g_free(); NULL if there is none. */
static char *
read_text (ThFilterEvaluator *self,
           FilterSubject      subject,
           const ThField     *field)
{
  guint index = self->row - self->first_row;
  guint type = th_cpu_block_get_type (&self->block, index);
  guint32 task = th_cpu_block_get_task (&self->block, index);
  const ThPayload *payload;
  const guint8 *bytes;
  gsize size;

  switch (subject)
    {
    case SUBJECT_TASK:
      return g_strdup (th_tasks_get_name (self->tasks, task,
                                          th_cpu_block_get_time (&self->block, index)));
    case SUBJECT_SAVED:
      return g_strdup (th_tasks_get_saved (self->tasks, task));
    case SUBJECT_EVENT:
      return g_strdup (th_recording_get_type_name (self->recording, type));
    case SUBJECT_SYSTEM:
      return g_strdup (th_recording_get_type_system (self->recording, type));
    case SUBJECT_TYPE:
      return g_strdup_printf ("%s:%s", th_recording_get_type_system (self->recording, type),
                              th_recording_get_type_name (self->recording, type));
    case SUBJECT_STREAM:
      return g_strdup (th_stream_get_name (th_recording_get_stream (self->recording,
                                                                    self->stream)));
    case SUBJECT_RECORDING:
      return g_strdup (th_recording_get_name (self->part));
    case SUBJECT_INFO:
      g_string_truncate (self->info, 0);
      self->tried = 0;
      return th_reader_get_text (self->reader, run_ref (self), FALSE, self->info)
             ? g_strdup (self->info->str) : NULL;
    default:
      payload = filter_evaluator_get_payload (self);
      if (payload == NULL || !th_field_read_bytes (field, payload, &bytes, &size))
        return NULL;
      return g_strndup ((const char *) bytes, size);
    }
}

char *
filter_evaluator_dup_text (ThFilterEvaluator *self,
                           FilterSubject      subject)
{
  return read_text (self, subject, NULL);
}

static gboolean
match_pair_text (ThFilterEvaluator     *self,
                 const FilterLeaf      *leaf,
                 const FilterPredicate *predicate)
{
  g_autofree char *left = read_text (self, leaf->left.subject, predicate->field);
  g_autofree char *right = read_text (self, leaf->right.subject, predicate->other);

  return left != NULL && right != NULL && (strcmp (left, right) == 0) == (leaf->op == OP_EQ);
}

/* --- all --------------------------------------------------------------- */

static gboolean
match_predicate (ThFilterEvaluator     *self,
                 const FilterLeaf      *leaf,
                 const FilterPredicate *predicate)
{
  const ThPayload *payload;
  const guint8 *bytes;
  guint64 value;
  gsize size;

  if (predicate->kind == PREDICATE_PAIR_INT)
    return match_pair_int (self, leaf, predicate);
  if (predicate->kind == PREDICATE_PAIR_TEXT)
    return match_pair_text (self, leaf, predicate);
  if (predicate->kind == PREDICATE_ARITH)
    return filter_arith_test_match (predicate->arith, filter_evaluator_read_step, self);
  payload = filter_evaluator_get_payload (self);
  if (payload == NULL)
    return FALSE;
  if (predicate->kind == PREDICATE_DOUBLE)
    return match_double (leaf, predicate->field, payload);
  if (predicate->kind == PREDICATE_BYTES)
    return th_field_read_bytes (predicate->field, payload, &bytes, &size) && size > 0;
  if (predicate->kind == PREDICATE_TEXT)
    return th_field_read_bytes (predicate->field, payload, &bytes, &size) &&
           filter_text_match (leaf->text, (const char *) bytes, size, &self->patience);

  if (!th_field_read_u64 (predicate->field, payload, &value))
    return FALSE;
  if (predicate->kind == PREDICATE_NAMES)
    return match_names (self, leaf, predicate->field, value);
  if (predicate->kind == PREDICATE_SYMBOL)
    return match_symbol (self, leaf, predicate->field, value);
  return filter_int_test (&predicate->test, value);
}

static guint64
match_infos (ThFilterEvaluator *self,
             const FilterLeaf  *leaf,
             guint64            rows)
{
  guint64 bits = 0;

  for (; rows != 0; rows &= rows - 1)
    {
      self->row = self->first_row + __builtin_ctzll (rows);
      bits |= match_info (self, leaf) ? rows & -rows : 0;
    }

  return bits;
}

static guint64
match_predicates (ThFilterEvaluator *self,
                  const FilterLeaf  *leaf,
                  guint64            rows)
{
  const LeafState *state = &self->leaves[leaf->index];
  const FilterPredicate *predicate = NULL;
  guint last = G_MAXUINT;
  guint64 bits = 0;

  for (; rows != 0; rows &= rows - 1)
    {
      guint i = __builtin_ctzll (rows);
      guint type = run_type (self, i);
      guint64 value;
      gboolean passes;

      if (type != last)
        predicate = state->by_type[type] == SAYS_OPEN ? &state->predicates[type] : NULL;
      last = type;
      if (predicate == NULL)
        continue;

      /* The fast path: most tests compare a number whose payload was read with the others. */
      self->row = self->first_row + i;
      if (predicate->kind == PREDICATE_INT && self->good >> i & 1)
        passes = th_field_read_u64 (predicate->field, &self->payloads[i], &value) &&
                 filter_int_test (&predicate->test, value);
      else
        passes = match_predicate (self, leaf, predicate);
      bits |= (guint64) passes << i;
    }

  return bits;
}

/* Tests of columns have stored their bits before. */
static guint64
match_leaf (ThFilterEvaluator *self,
            const FilterLeaf  *leaf,
            guint64            rows)
{
  if (leaf->op != OP_TYPES && (leaf->is_pair || leaf->left.subject == SUBJECT_FIELD))
    return match_predicates (self, leaf, rows);
  if (leaf->op != OP_TYPES && leaf->left.subject == SUBJECT_INFO)
    return match_infos (self, leaf, rows);

  return self->leaves[leaf->index].bits & rows;
}

static guint64
match_node (ThFilterEvaluator *self,
            const FilterNode  *node,
            guint64            rows)
{
  guint64 yes = 0;

  if (node->kind == NODE_LEAF)
    return match_leaf (self, node->leaf, rows);
  if (node->kind == NODE_NOT)
    return rows & ~match_node (self, g_ptr_array_index (node->children, 0), rows);

  for (guint i = 0; i < node->children->len && rows != 0; i++)
    {
      guint64 child = match_node (self, g_ptr_array_index (node->children, i), rows);

      if (node->kind == NODE_AND)
        rows &= child;
      else
        {
          yes |= child;
          rows &= ~child;
        }
    }

  return node->kind == NODE_AND ? rows : yes;
}

guint64
filter_evaluator_open (ThFilterEvaluator *self,
                       guint64            open)
{
  guint64 bits = 0;

  while (open != 0)
    {
      guint64 rows = self->row_by_row ? open & -open : open;

      self->tried = 0;
      if (self->reads_fields && !self->row_by_row)
        {
          run_ask_payloads (self, rows);
          rows = self->tried;
        }
      bits |= match_node (self, self->filter->root, rows);
      open &= ~rows;
    }

  return bits;
}
