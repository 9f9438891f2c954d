/* th-print-parse.c - the arguments of a print format, as trees
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The grammar is that of libtraceevent, as printing the same text needs the same
 * trees.  It differs from C for successive operators of the same rank (a - b - c is
 * a - (b - c)), for an operand in parentheses that ranks lower than the operator
 * before it (a * (b + c) becomes (a * b) + c), and for chains of ?:.
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-format-fields.h"
#include "th-pool.h"
#include "th-print-constants.h"
#include "th-print-helpers.h"
#include "th-print-lex.h"
#include "th-print-parse.h"
#include "th-print-tree.h"

/* Rank 0 binds closest; -1: not an operator that may follow an operand. */
static const struct
{
  const char *text;
  gint8       op;
  gint8       rank;
} operators[] = {
  { "~", TH_OP_COMPLEMENT, 4 },    { "!", TH_OP_NOT, 4 },
  { "*", TH_OP_MULTIPLY, 6 },      { "/", TH_OP_DIVIDE, 6 },      { "%", TH_OP_REMAINDER, 6 },
  { "+", TH_OP_ADD, 7 },           { "-", TH_OP_SUBTRACT, 7 },
  { ">>", TH_OP_SHIFT_RIGHT, 8 },  { "<<", TH_OP_SHIFT_LEFT, 8 },
  { "<", TH_OP_LESS, 9 },          { ">", TH_OP_GREATER, 9 },
  { "<=", TH_OP_LESS_EQUAL, 9 },   { ">=", TH_OP_GREATER_EQUAL, 9 },
  { "==", TH_OP_EQUAL, 10 },       { "!=", TH_OP_UNEQUAL, 10 },
  { "&", TH_OP_AND, 11 },          { "^", TH_OP_XOR, 12 },        { "|", TH_OP_OR, 13 },
  { "&&", TH_OP_BOTH, 14 },        { "||", TH_OP_EITHER, 15 },    { "?", TH_OP_CONDITION, 16 },
  { "++", TH_OP_INCREMENT, 3 },    { "--", TH_OP_DECREMENT, 3 },
  { "[", TH_OP_INDEX, -1 },        { ":", TH_OP_COLON, -1 },
};

static int
operator_find (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (strcmp (operators[i].text, text) == 0)
      return (int) i;

  return -1;
}

static int
operator_rank (ThOp op)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (operators[i].op == op)
      return operators[i].rank;

  return -1;
}

static gboolean
is_item (ThLexer *lexer)
{
  return lexer->type >= TH_TOKEN_ITEM;
}

static gboolean
is_operator (ThLexer *lexer)
{
  return lexer->type == TH_TOKEN_OP && strcmp (lexer->token, ":") != 0;
}

/* Parses REC->name.  For "(REC)" it leaves a token ")" of the type ITEM, and
 * parse_paren() continues. */
static gboolean
parse_record (ThPrintParser *self,
              ThNode        *node)
{
  ThLexer *lexer = &self->lexer;

  th_lexer_next_item (lexer);
  if (th_lexer_is (lexer, TH_TOKEN_DELIM, ")"))
    {
      lexer->type = TH_TOKEN_ITEM;
      return TRUE;
    }
  if (!th_lexer_is (lexer, TH_TOKEN_OP, "->"))
    return th_print_fail (self, "REC without ->");
  th_lexer_next (lexer);
  if (lexer->type != TH_TOKEN_ITEM)
    return th_print_fail (self, "REC-> without a name");

  node->type = TH_NODE_FIELD;
  node->text = lexer->token;
  node->field = th_format_find_field (self->event, lexer->token, TRUE);
  if (node->field != NULL)
    {
      guint32 size = node->field->size;

      node->offset = node->field->offset;
      node->size = size == 1 || size == 2 || size == 4 || size == 8 ? (guint8) size : 0;
    }
  th_lexer_next (lexer);

  return TRUE;
}

static gboolean parse_operand (ThPrintParser *self,
                               ThNode        *node);
static gboolean parse_arg     (ThPrintParser *self,
                               ThNode        *node);
static gboolean parse_op      (ThPrintParser *self,
                               ThNode        *node);

/* Parses "(…)" or a cast.  The lexer is at the parenthesis. */
static gboolean
parse_paren (ThPrintParser *self,
             ThNode        *node)
{
  ThLexer *lexer = &self->lexer;

  if (!parse_arg (self, node))
    return FALSE;
  if (lexer->type == TH_TOKEN_OP && !parse_op (self, node))
    return FALSE;
  if (th_lexer_is (lexer, TH_TOKEN_ITEM, ")"))
    return parse_record (self, node);
  if (!th_lexer_is (lexer, TH_TOKEN_DELIM, ")"))
    return th_print_fail (self, "parenthesis not closed");

  th_lexer_next_item (lexer);
  if (is_item (lexer) || th_lexer_is (lexer, TH_TOKEN_DELIM, "("))
    {
      if (node->type != TH_NODE_ATOM)
        return th_print_fail (self, "cast to what is no type");
      node->type = TH_NODE_CAST;
      node->left = th_print_node (self, TH_NODE_NULL);
      node->value = th_cast_mask (node->text, FALSE);
      return parse_operand (self, node->left);
    }

  return TRUE;
}

static gboolean
parse_word (ThPrintParser *self,
            ThNode        *node)
{
  ThLexer *lexer = &self->lexer;
  const char *word = lexer->token;

  if (strcmp (word, "REC") == 0)
    return parse_record (self, node);

  th_lexer_next_item (lexer);
  if (th_lexer_is (lexer, TH_TOKEN_DELIM, "("))
    return th_print_parse_call (self, node, word);

  /* "unsigned long" is one word */
  for (guint n = 0; lexer->type == TH_TOKEN_ITEM; n++)
    {
      if (n > 16)
        return th_print_fail (self, "too many words in a row");
      word = th_pool_concat (lexer->pool, word, " ", lexer->token);
      th_lexer_next_item (lexer);
    }
  th_node_set_atom (node, word);

  return TRUE;
}

/* Parses one operand.  The lexer is at its first token. */
static gboolean
parse_operand (ThPrintParser *self,
               ThNode        *node)
{
  ThLexer *lexer = &self->lexer;
  gboolean good;

  if (self->depth >= TH_FORMAT_MAX_DEPTH || self->unsafe)
    {
      self->unsafe = TRUE;
      return th_print_fail (self, "nested too deeply");
    }

  self->depth++;
  switch (lexer->type)
    {
    case TH_TOKEN_ITEM:
      good = parse_word (self, node);
      break;

    case TH_TOKEN_SQUOTE:
      {
        g_autofree char *number = g_strdup_printf ("%d", lexer->token[0]);

        th_node_set_atom (node, th_pool_strndup (lexer->pool, number, strlen (number)));
        th_lexer_next_item (lexer);
        good = TRUE;
        break;
      }

    case TH_TOKEN_DQUOTE:
      th_node_set_atom (node, lexer->token);
      th_lexer_next_item (lexer);
      good = TRUE;
      break;

    case TH_TOKEN_DELIM:
      if (lexer->token[0] == '(')
        good = parse_paren (self, node);
      else
        good = th_print_fail (self, "an argument is missing");
      break;

    case TH_TOKEN_OP:
      {
        int found = operator_find (lexer->token);

        node->type = TH_NODE_OP;
        node->op = found >= 0 ? operators[found].op : TH_OP_NONE;
        good = parse_op (self, node);
        break;
      }

    case TH_TOKEN_NONE:
    case TH_TOKEN_NEWLINE:
    default:
      good = th_print_fail (self, "the print format ends too early");
      break;
    }
  self->depth--;

  return good;
}

static gboolean
parse_arg (ThPrintParser *self,
           ThNode        *node)
{
  th_lexer_next (&self->lexer);

  return parse_operand (self, node);
}

/* Parses "b : c" of "a ? b : c". */
static gboolean
parse_condition (ThPrintParser *self,
                 ThNode        *top)
{
  ThLexer *lexer = &self->lexer;
  ThNode *both = th_print_node (self, TH_NODE_OP);

  both->op = TH_OP_COLON;
  both->left = th_print_node (self, TH_NODE_NULL);
  both->right = th_print_node (self, TH_NODE_NULL);
  if (!parse_arg (self, both->left))
    return FALSE;
  while (is_operator (lexer))
    if (!parse_op (self, both->left))
      return FALSE;
  if (!th_lexer_is (lexer, TH_TOKEN_OP, ":"))
    return th_print_fail (self, "? without :");
  top->right = both;

  return parse_arg (self, both->right);
}

static gboolean
parse_index (ThPrintParser *self,
             ThNode        *top)
{
  top->right = th_print_node (self, TH_NODE_NULL);
  if (!parse_arg (self, top->right))
    return FALSE;
  if (!th_lexer_is (&self->lexer, TH_TOKEN_OP, "]"))
    return th_print_fail (self, "an index that is not one operand");
  th_lexer_next_item (&self->lexer);

  return TRUE;
}

static gboolean
parse_unary (ThPrintParser *self,
             ThNode        *node,
             ThNode       **right)
{
  const char *token = self->lexer.token;

  if (strchr ("~!+-", token[0]) == NULL || token[0] == '\0' || token[1] != '\0')
    return th_print_fail (self, "an operator without an operand before it");
  node->left = th_print_node (self, TH_NODE_NULL);
  node->right = *right = th_print_node (self, TH_NODE_NULL);

  return parse_arg (self, *right);
}

static ThNode *
push_down (ThPrintParser *self,
           ThNode        *node,
           ThOp           op)
{
  ThNode *left = th_print_node (self, TH_NODE_NULL);

  *left = *node;
  memset (node, 0, sizeof *node);
  node->type = TH_NODE_OP;
  node->op = op;
  node->left = left;

  return left;
}

/* Parses the right operand of @op; *@right is where an operator that binds closer continues. */
static gboolean
parse_binary (ThPrintParser *self,
              ThNode        *node,
              ThOp           op,
              ThNode       **right)
{
  ThLexer *lexer = &self->lexer;
  ThNode *left = push_down (self, node, op);

  node->priority = left->type == TH_NODE_NULL ? 0 : operator_rank (op);
  th_lexer_next_item (lexer);
  if (op == TH_OP_MULTIPLY && th_lexer_is (lexer, TH_TOKEN_DELIM, ")"))
    {
      if (left->type != TH_NODE_ATOM)
        return th_print_fail (self, "a pointer to what is no type");
      left->text = th_pool_concat (lexer->pool, left->text, " ", "*");
      *node = *left;
      return TRUE;
    }

  *right = th_print_node (self, TH_NODE_NULL);
  if (!parse_operand (self, *right))
    return FALSE;

  if ((*right)->type == TH_NODE_OP && operator_rank (op) < operator_rank ((*right)->op))
    {
      ThNode swap;

      node->right = (*right)->left;
      swap = *node;
      *node = **right;
      **right = swap;
      node->left = *right;
    }
  else
    node->right = *right;

  return TRUE;
}

/* The lexer is at an operator after (or before) the operand @node. */
static gboolean
parse_op (ThPrintParser *self,
          ThNode        *node)
{
  ThLexer *lexer = &self->lexer;
  ThNode *right = NULL;
  gboolean good;
  int found = operator_find (lexer->token);
  int rank = found >= 0 ? operators[found].rank : -1;

  if (self->depth >= TH_FORMAT_MAX_DEPTH || self->unsafe || node == NULL)
    {
      self->unsafe = TRUE;
      return th_print_fail (self, "nested too deeply");
    }

  self->depth++;
  if (node->type == TH_NODE_OP && node->left == NULL)
    good = parse_unary (self, node, &right);
  else if (strcmp (lexer->token, "?") == 0)
    {
      push_down (self, node, TH_OP_CONDITION);
      good = parse_condition (self, node);
    }
  else if (strcmp (lexer->token, "[") == 0)
    {
      push_down (self, node, TH_OP_INDEX);
      good = parse_index (self, node);
    }
  else if (rank >= 6)
    good = parse_binary (self, node, operators[found].op, &right);
  else
    good = th_print_fail (self, "an unknown operator");

  if (good && is_operator (lexer))
    {
      found = operator_find (lexer->token);
      rank = found >= 0 ? operators[found].rank : -1;
      if (rank < 0)
        good = th_print_fail (self, "an unknown operator");
      else
        good = parse_op (self, rank > node->priority ? node : right);
    }
  self->depth--;

  return good;
}

/* Parses the arguments after the print string. */
static gboolean
parse_args (ThPrintParser *self)
{
  ThLexer *lexer = &self->lexer;
  gboolean operated;

  lexer->type = TH_TOKEN_OP;
  do
    {
      ThNode *node;

      if (lexer->type == TH_TOKEN_NEWLINE)
        {
          th_lexer_next_item (lexer);
          continue;
        }
      node = th_print_node (self, TH_NODE_NULL);
      if (!parse_arg (self, node))
        return FALSE;
      operated = lexer->type == TH_TOKEN_OP;
      if (operated && !parse_op (self, node))
        return FALSE;
      if (operated)
        th_node_fold (lexer->pool, node);
      g_ptr_array_add (self->args, node);
      if (!operated && !th_lexer_is (lexer, TH_TOKEN_DELIM, ","))
        break;
    }
  while (lexer->type != TH_TOKEN_NONE);

  return TRUE;
}

static gboolean
parse_print (ThPrintParser *self)
{
  ThLexer *lexer = &self->lexer;
  guint n = 0;

  th_lexer_next_item (lexer);
  if (!th_lexer_is (lexer, TH_TOKEN_ITEM, "print") ||
      !th_lexer_expect (lexer, TH_TOKEN_ITEM, "fmt") ||
      !th_lexer_expect (lexer, TH_TOKEN_OP, ":") || !th_lexer_expect (lexer, TH_TOKEN_DQUOTE, NULL))
    return th_print_fail (self, "no print format");

  /* the lexer joins adjacent strings, but not with the macros of old kernels */
  self->format = lexer->token;
  for (th_lexer_next_item (lexer); lexer->type == TH_TOKEN_DQUOTE; th_lexer_next_item (lexer))
    {
      if (++n > 16)
        return th_print_fail (self, "too many strings in a row");
      self->format = th_pool_concat (lexer->pool, self->format, "", lexer->token);
    }
  if (lexer->type == TH_TOKEN_NONE)
    return TRUE;
  if (!th_lexer_is (lexer, TH_TOKEN_DELIM, ","))
    return th_print_fail (self, "no comma behind the print string");

  return parse_args (self);
}

ThParseResult
th_print_parse (ThPrintParser *self)
{
  self->parse_arg = parse_arg;
  self->parse_op = parse_op;
  if (!parse_print (self))
    return self->unsafe ? TH_PARSE_UNSAFE : TH_PARSE_FAILED;
  if (self->unsafe)
    {
      self->why = "the print format is too long";
      return TH_PARSE_UNSAFE;
    }

  /* old kernels: every field of ftrace's own events is an argument */
  if (self->args->len == 0 && self->event->is_ftrace)
    for (guint i = self->event->n_common; i < self->event->n_fields; i++)
      {
        const ThFormatField *field = &self->event->fields[i];
        ThNode *node = th_print_node (self, TH_NODE_FIELD);

        node->field = field;
        node->text = field->name;
        node->offset = field->offset;
        node->size = field->size == 1 || field->size == 2 || field->size == 4 || field->size == 8
                     ? field->size : 0;
        g_ptr_array_add (self->args, node);
      }

  return TH_PARSE_OK;
}
