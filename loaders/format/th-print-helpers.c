/* th-print-helpers.c - __print_flags() and its relatives in print formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-format-fields.h"
#include "th-pool.h"
#include "th-print-constants.h"
#include "th-print-helpers.h"
#include "th-print-lex.h"
#include "th-print-parser.h"
#include "th-print-tree.h"

/* --- lists of values --------------------------------------------------- */

/* Parses "{ 1, "name" }".  The lexer is at the brace. */
static gboolean
parse_value (ThPrintParser *self,
             ThNodeValue   *value)
{
  ThLexer *lexer = &self->lexer;
  ThNode *node = th_print_node (self, TH_NODE_NULL);
  const char *text;

  if (!self->parse_arg (self, node))
    return FALSE;
  if (lexer->type == TH_TOKEN_OP && !self->parse_op (self, node))
    return FALSE;
  if (!th_lexer_is (lexer, TH_TOKEN_DELIM, ","))
    return th_print_fail (self, "a value without a name");
  if ((text = th_print_constant (lexer->pool, node)) == NULL)
    return th_print_fail (self, "a value that is no constant");
  th_node_value_set (value, text);

  node = th_print_node (self, TH_NODE_NULL);
  if (!self->parse_arg (self, node))
    return FALSE;
  if (!th_lexer_is (lexer, TH_TOKEN_OP, "}"))
    return th_print_fail (self, "a list of values without its }");
  if ((value->name = th_print_constant (lexer->pool, node)) == NULL)
    return th_print_fail (self, "a name that is no text");

  return TRUE;
}

static gboolean
parse_values (ThPrintParser *self,
              ThNode        *node)
{
  ThLexer *lexer = &self->lexer;
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (ThNodeValue));

  do
    {
      ThNodeValue value = { 0 };

      th_lexer_next_item (lexer);
      if (!th_lexer_is (lexer, TH_TOKEN_OP, "{"))
        break;
      if (!parse_value (self, &value))
        return FALSE;
      g_array_append_val (values, value);
      th_lexer_next_item (lexer);
    }
  while (th_lexer_is (lexer, TH_TOKEN_DELIM, ","));

  if (!th_lexer_is (lexer, TH_TOKEN_DELIM, ")"))
    return th_print_fail (self, "a list of values without its )");
  node->n_values = values->len;
  node->values = th_pool_alloc (lexer->pool, values->len * sizeof (ThNodeValue));
  if (values->len > 0)
    memcpy (node->values, values->data, values->len * sizeof (ThNodeValue));
  th_lexer_next_item (lexer);

  return TRUE;
}

/* Parses the first parameter of __print_flags() or __print_symbolic(), up to the comma. */
static gboolean
parse_flag_field (ThPrintParser *self,
                  ThNode        *node,
                  ThNodeType     type)
{
  ThLexer *lexer = &self->lexer;

  node->type = type;
  node->left = th_print_node (self, TH_NODE_NULL);
  if (!self->parse_arg (self, node->left))
    return FALSE;
  while (lexer->type == TH_TOKEN_OP)
    if (!self->parse_op (self, node->left))
      return FALSE;
  if (!th_lexer_is (lexer, TH_TOKEN_DELIM, ","))
    return th_print_fail (self, "no comma behind the flags");

  return TRUE;
}

static gboolean
parse_flags (ThPrintParser *self,
             ThNode        *node)
{
  ThLexer *lexer = &self->lexer;

  if (!parse_flag_field (self, node, TH_NODE_FLAGS))
    return FALSE;
  th_lexer_next_item (lexer);
  if (lexer->type >= TH_TOKEN_ITEM)
    {
      node->text = lexer->token;
      th_lexer_next_item (lexer);
    }
  if (!th_lexer_is (lexer, TH_TOKEN_DELIM, ","))
    return th_print_fail (self, "no comma behind the separator");

  return parse_values (self, node);
}

static gboolean
parse_symbolic (ThPrintParser *self,
                ThNode        *node)
{
  return parse_flag_field (self, node, TH_NODE_SYMBOL) && parse_values (self, node);
}

/* --- other helpers ----------------------------------------------------- */

/* Parses one parameter up to @end; NULL if that fails. */
static ThNode *
parse_parameter (ThPrintParser *self,
                 const char    *end)
{
  ThNode *node = th_print_node (self, TH_NODE_NULL);

  if (!self->parse_arg (self, node))
    return NULL;
  if (self->lexer.type == TH_TOKEN_OP)
    {
      if (!self->parse_op (self, node))
        return NULL;
      th_node_fold (self->lexer.pool, node);
    }
  if (!th_lexer_is (&self->lexer, TH_TOKEN_DELIM, end))
    {
      th_print_fail (self, "a helper with other parameters than expected");
      return NULL;
    }

  return node;
}

/* Parses a helper that dumps a field or a dynamic array, possibly with casts. */
static gboolean
parse_dump (ThPrintParser *self,
            ThNode        *node,
            ThNodeType     type)
{
  node->type = type;
  if ((node->left = parse_parameter (self, ",")) == NULL)
    return FALSE;
  while (node->left->type == TH_NODE_CAST)
    node->left = node->left->left;
  if (node->left->type != TH_NODE_FIELD && node->left->type != TH_NODE_DYNAMIC_ARRAY)
    {
      /* libtraceevent would treat any node as a field and read out of bounds */
      self->unsafe = TRUE;
      return th_print_fail (self, "a dump of what is no field");
    }
  if ((node->right = parse_parameter (self, type == TH_NODE_INT_ARRAY ? "," : ")")) == NULL)
    return FALSE;
  if (type == TH_NODE_INT_ARRAY && (node->third = parse_parameter (self, ")")) == NULL)
    return FALSE;
  th_lexer_next_item (&self->lexer);

  return TRUE;
}

/* Parses __get_str (name) and other helpers with the name of a field. */
static gboolean
parse_named (ThPrintParser *self,
             ThNode        *node,
             ThNodeType     type)
{
  ThLexer *lexer = &self->lexer;
  gboolean array = type == TH_NODE_DYNAMIC_ARRAY || type == TH_NODE_DYNAMIC_ARRAY_LEN;

  node->type = type;
  th_lexer_next (lexer);
  if (lexer->type != TH_TOKEN_ITEM)
    return th_print_fail (self, "a helper without the name of a field");
  node->text = lexer->token;
  node->field = th_format_find_field (self->event, lexer->token, !array);
  if (array && node->field == NULL)
    return th_print_fail (self, "a dynamic array that is not among the fields");
  if (!th_lexer_expect (lexer, TH_TOKEN_DELIM, ")"))
    return th_print_fail (self, "a helper with more than the name of a field");

  if (type != TH_NODE_DYNAMIC_ARRAY)
    {
      th_lexer_next (lexer);
      return TRUE;
    }
  th_lexer_next_item (lexer);
  if (th_lexer_is (lexer, TH_TOKEN_OP, "["))
    return th_print_fail (self, "an index right behind a dynamic array");

  return TRUE;
}

static gboolean
parse_expect (ThPrintParser *self,
              ThNode        *node)
{
  ThLexer *lexer = &self->lexer;

  if (!self->parse_arg (self, node))
    return FALSE;
  if (!th_lexer_is (lexer, TH_TOKEN_DELIM, ",") || !th_lexer_expect (lexer, TH_TOKEN_ITEM, NULL) ||
      !th_lexer_expect (lexer, TH_TOKEN_DELIM, ")"))
    return th_print_fail (self, "__builtin_expect() of other than two operands");
  th_lexer_next_item (lexer);

  return TRUE;
}

/* Parses sizeof (REC->name); returns 0 if the size is unknown. */
static guint
size_of_field (ThPrintParser *self)
{
  const ThFormatField *field;

  th_lexer_next_item (&self->lexer);
  if (!th_lexer_is (&self->lexer, TH_TOKEN_OP, "->"))
    return 0;
  th_lexer_next (&self->lexer);
  if (self->lexer.type != TH_TOKEN_ITEM)
    return 0;
  field = th_format_find_field (self->event, self->lexer.token, TRUE);

  return field != NULL && !(field->flags & TH_FORMAT_FIELD_ARRAY) ? field->size : 0;
}

static guint
size_of_type (const char *type)
{
  static const struct { const char *type; guint size; } sizes[] = {
    { "int", 4 }, { "u64", 8 }, { "s64", 8 }, { "u32", 4 }, { "s32", 4 },
    { "u16", 2 }, { "s16", 2 }, { "u8", 1 }, { "s8", 1 },
    { "__u64", 8 }, { "__s64", 8 }, { "__u32", 4 }, { "__s32", 4 },
    { "__u16", 2 }, { "__s16", 2 }, { "__u8", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (strcmp (type, sizes[i].type) == 0)
      return sizes[i].size;

  return 0;
}

static gboolean
parse_sizeof (ThPrintParser *self,
              ThNode        *node)
{
  ThLexer *lexer = &self->lexer;
  gboolean is_unsigned;
  gboolean at_end = FALSE;
  guint size;

  th_lexer_next_item (lexer);
  is_unsigned = strcmp (lexer->token, "unsigned") == 0;
  if (is_unsigned)
    {
      th_lexer_next_item (lexer);
      at_end = lexer->type != TH_TOKEN_ITEM;
    }

  if (at_end)
    size = 4;
  else if (strcmp (lexer->token, "long") == 0)
    {
      th_lexer_next_item (lexer);
      at_end = strcmp (lexer->token, "long") != 0;
      size = at_end ? self->long_size : 8;
    }
  else if (strcmp (lexer->token, "REC") == 0)
    size = size_of_field (self);
  else
    size = size_of_type (lexer->token);

  if (!at_end)
    th_lexer_next_item (lexer);
  if (size == 0 || !th_lexer_is (lexer, TH_TOKEN_DELIM, ")"))
    return th_print_fail (self, "sizeof() of an unknown type");
  th_node_set_atom (node, th_print_number (lexer->pool, size));
  th_lexer_next_item (lexer);

  return TRUE;
}

gboolean
th_print_parse_call (ThPrintParser *self,
                     ThNode        *node,
                     const char    *name)
{
  static const struct { const char *name; ThNodeType type; } named[] = {
    { "__get_str", TH_NODE_STRING },                { "__get_rel_str", TH_NODE_STRING },
    { "__get_bitmask", TH_NODE_BITMASK },           { "__get_rel_bitmask", TH_NODE_BITMASK },
    { "__get_cpumask", TH_NODE_CPUMASK },           { "__get_rel_cpumask", TH_NODE_CPUMASK },
    { "__get_dynamic_array", TH_NODE_DYNAMIC_ARRAY },
    { "__get_rel_dynamic_array", TH_NODE_DYNAMIC_ARRAY },
    { "__get_sockaddr", TH_NODE_DYNAMIC_ARRAY },    { "__get_sockaddr_rel", TH_NODE_DYNAMIC_ARRAY },
    { "__get_dynamic_array_len", TH_NODE_DYNAMIC_ARRAY_LEN },
    { "__get_rel_dynamic_array_len", TH_NODE_DYNAMIC_ARRAY_LEN },
  };

  if (strcmp (name, "__print_flags") == 0)
    return parse_flags (self, node);
  if (strcmp (name, "__print_symbolic") == 0)
    return parse_symbolic (self, node);
  if (strcmp (name, "__print_hex") == 0)
    return parse_dump (self, node, TH_NODE_HEX);
  if (strcmp (name, "__print_hex_str") == 0)
    return parse_dump (self, node, TH_NODE_HEX_STR);
  if (strcmp (name, "__print_array") == 0)
    return parse_dump (self, node, TH_NODE_INT_ARRAY);
  if (strcmp (name, "__builtin_expect") == 0)
    return parse_expect (self, node);
  if (strcmp (name, "sizeof") == 0)
    return parse_sizeof (self, node);
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    if (strcmp (name, named[i].name) == 0)
      return parse_named (self, node, named[i].type);

  return th_print_fail (self, "a function that is not known");
}
