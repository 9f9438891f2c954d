/* th-filter-parser.c - parses the tokens of an expression into its tree
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The grammar is in th-filter.h.  In trace-cmd's syntax, "&&" and "||" have the same precedence
 * and are applied from left to right, as trace-cmd does.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-filter-arith.h"
#include "th-filter-error.h"
#include "th-filter-private.h"
#include "th-tracecmd-syntax.h"

typedef struct
{
  ThFilter *filter;
  GArray   *tokens;
  guint     at;
  guint     depth;
  guint    *begin;
  guint    *end;
  GError  **error;
} Parser;

static FilterNode *parse_or (Parser *parser);

/* --- tokens ------------------------------------------------------------ */

static const FilterToken *
peek (const Parser *parser)
{
  return &g_array_index (parser->tokens, FilterToken, parser->at);
}

static const FilterToken *
take (Parser *parser)
{
  return &g_array_index (parser->tokens, FilterToken, parser->at++);
}

static gpointer
fail (Parser            *parser,
      const FilterToken *token,
      const char        *message)
{
  filter_fail (parser->begin, parser->end, parser->error, TH_FILTER_ERROR_SYNTAX, token->begin,
               token->end, "%s", message);
  return NULL;
}

static gpointer
fail_at (Parser            *parser,
         const FilterToken *token,
         const char        *wanted)
{
  g_autofree char *message = NULL;

  if (token->kind == TOKEN_END)
    message = g_strdup_printf (_("%s is missing at the end"), wanted);
  else
    message = g_strdup_printf (_("%s is missing before “%.*s”"), wanted,
                               (int) (token->end - token->begin),
                               parser->filter->text + token->begin);

  return fail (parser, token, message);
}

/* Two conditions need a word between them, but a unit may be meant: 1 ms. */
static gpointer
fail_between (Parser            *parser,
              const FilterToken *token)
{
  g_autofree char *message = NULL;

  if (parser->at == 0 || token->kind != TOKEN_WORD || !filter_is_unit (token->text) ||
      token[-1].kind != TOKEN_NUMBER)
    return fail_at (parser, token, _("“and” or “or”"));

  message = g_strdup_printf (_("Write the unit “%s” directly after the number"), token->text);
  return fail (parser, token, message);
}

/* --- tests ------------------------------------------------------------- */

static void
take_operand (Parser        *parser,
              FilterOperand *operand)
{
  const FilterToken *token = take (parser);
  const char *digits = parser->filter->text + token->begin;

  operand->kind = token->kind == TOKEN_WORD ? OPERAND_WORD : token->kind == TOKEN_NUMBER
                  ? OPERAND_NUMBER : OPERAND_TEXT;
  operand->begin = token->begin;
  operand->end = token->end;
  operand->text = g_strdup (token->text);
  operand->quote = token->quote;
  operand->number = token->number;
  /* trace-cmd reads octal numbers, as C does. */
  if (parser->filter->is_tracecmd && token->kind == TOKEN_NUMBER && digits[0] == '0' &&
      g_ascii_isdigit (digits[1]))
    operand->number.whole = g_ascii_strtoull (digits, NULL, 8);
}

/* --- arithmetic --------------------------------------------------------- */

/* The precedence of an operator; 0 for any other token.  Operators of the same precedence are
 * applied from left to right. */
static guint
binds (const FilterToken *token)
{
  if (token->kind != TOKEN_ARITHMETIC)
    return 0;

  switch (token->arith)
    {
    case ARITH_OR:
      return 1;
    case ARITH_XOR:
      return 2;
    case ARITH_AND:
      return 3;
    case ARITH_LEFT:
    case ARITH_RIGHT:
      return 4;
    case ARITH_ADD:
    case ARITH_SUBTRACT:
      return 5;
    default:
      return 6;
    }
}

#define UNARY 7

static FilterArith *parse_arith (Parser *parser,
                                 guint   tighter);

static FilterArith *
parse_value (Parser *parser)
{
  const FilterToken *token = peek (parser);
  FilterArith *arith;

  if (!filter_token_is_operand (token))
    return fail_at (parser, token, _("A value"));

  arith = filter_arith_new (ARITH_VALUE, NULL, NULL);
  arith->begin = token->begin;
  arith->end = token->end;
  take_operand (parser, &arith->operand);
  return arith;
}

static FilterArith *
parse_arith_group (Parser *parser)
{
  const FilterToken *open = take (parser);
  FilterArith *arith = parse_arith (parser, 0);

  if (arith == NULL)
    return NULL;
  if (peek (parser)->kind == TOKEN_CLOSE)
    {
      arith->begin = open->begin;
      arith->end = take (parser)->end;
      return arith;
    }

  filter_arith_free (arith);
  if (peek (parser)->kind == TOKEN_END)
    return fail (parser, open, _("This “(” is not closed"));
  return fail_at (parser, peek (parser), _("“)”"));
}

/* "-" and "~" before a value. */
static gboolean
is_unary (const FilterToken *token)
{
  return (token->kind == TOKEN_ARITHMETIC && token->arith == ARITH_SUBTRACT) ||
         (token->kind == TOKEN_COMPARE && token->op == OP_GLOB);
}

static FilterArith *
parse_term (Parser *parser)
{
  const FilterToken *token = peek (parser);
  FilterArith *arith;

  if (parser->depth >= FILTER_MAX_DEPTH)
    return fail (parser, token, _("This is nested too deeply"));

  parser->depth++;
  if (is_unary (token))
    {
      take (parser);
      arith = parse_arith (parser, UNARY);
      if (arith != NULL)
        {
          arith = filter_arith_new (token->kind == TOKEN_COMPARE ? ARITH_INVERT : ARITH_NEGATE,
                                    arith, NULL);
          arith->begin = token->begin;
          if (!parser->filter->is_tracecmd)
            filter_arith_fold (arith);
        }
    }
  else
    arith = token->kind == TOKEN_OPEN ? parse_arith_group (parser) : parse_value (parser);
  parser->depth--;

  return arith;
}

static FilterArith *
parse_arith (Parser *parser,
             guint   tighter)
{
  FilterArith *arith = parse_term (parser);

  while (arith != NULL && binds (peek (parser)) > tighter)
    {
      const FilterToken *sign = take (parser);
      FilterArith *right = parse_arith (parser, binds (sign));

      if (right == NULL)
        {
          filter_arith_free (arith);
          return NULL;
        }
      arith = filter_arith_new (sign->arith, arith, right);
      if (!parser->filter->is_tracecmd)
        filter_arith_fold (arith);
    }

  return arith;
}

/* Moves a single value out of its tree and frees the tree; FALSE if the tree is not a single
 * value. */
static gboolean
take_value (FilterArith   *arith,
            FilterOperand *operand)
{
  if (arith->kind != ARITH_VALUE)
    return FALSE;

  *operand = arith->operand;
  arith->operand.text = NULL;
  filter_arith_free (arith);
  return TRUE;
}

/* Parses a value of a list; arithmetic on constants only is folded into one value. */
static gboolean
parse_listed (Parser        *parser,
              FilterOperand *operand)
{
  const FilterToken *token = peek (parser);
  FilterArith *arith = parse_arith (parser, 0);

  if (arith == NULL)
    return FALSE;
  if (take_value (arith, operand))
    return TRUE;

  filter_arith_free (arith);
  return fail (parser, token, _("A list can only have single values and ranges")) != NULL;
}

static gboolean
begins_arith (const FilterToken *token)
{
  return filter_token_is_operand (token) || is_unary (token) || token->kind == TOKEN_OPEN;
}

/* "{" value [".." value] { "," … } "}" */
static gboolean
parse_list (Parser     *parser,
            FilterLeaf *leaf)
{
  if (peek (parser)->kind != TOKEN_OPEN_LIST)
    return fail_at (parser, peek (parser), _("A list in { }")) != NULL;

  do
    {
      FilterOperand low = { 0, }, high = { 0, };

      take (parser);
      if (!parse_listed (parser, &low))
        return FALSE;
      g_array_append_val (leaf->operands, low);

      if (peek (parser)->kind == TOKEN_RANGE)
        {
          take (parser);
          if (!begins_arith (peek (parser)))
            return fail_at (parser, peek (parser), _("The end of the range")) != NULL;
          if (!parse_listed (parser, &high))
            return FALSE;
        }
      g_array_append_val (leaf->operands, high);
    }
  while (peek (parser)->kind == TOKEN_COMMA);

  if (peek (parser)->kind != TOKEN_CLOSE_LIST)
    return fail_at (parser, peek (parser), _("“,” or “}”")) != NULL;

  leaf->end = take (parser)->end;
  return TRUE;
}

/* A regular expression is written between slashes or, as in trace-cmd, in quotes.  "!~" is
 * trace-cmd's operator for regular expressions, and ours for globs. */
static gboolean
parse_regex (Parser     *parser,
             FilterLeaf *leaf)
{
  const FilterToken *token = peek (parser);

  if (token->kind != TOKEN_REGEX && token->kind != TOKEN_TEXT)
    return fail_at (parser, token, _("A regular expression like /re/")) != NULL;

  leaf->is_basic = token->kind == TOKEN_TEXT && parser->filter->is_tracecmd;
  leaf->ignore_case = token->ignore_case || leaf->is_basic;
  leaf->right = (FilterOperand) { OPERAND_TEXT, token->begin, token->end, g_strdup (token->text) };
  leaf->end = take (parser)->end;
  return TRUE;
}

/* Two single values are compared as such; anything else is compared as arithmetic. */
static gboolean
parse_right_arith (Parser     *parser,
                   FilterLeaf *leaf)
{
  FilterArith *arith = parse_arith (parser, 0);

  if (arith == NULL)
    return FALSE;

  leaf->end = arith->end;
  if (leaf->arith == NULL && take_value (arith, &leaf->right))
    return TRUE;

  if (leaf->arith == NULL)
    {
      leaf->arith = filter_arith_new (ARITH_VALUE, NULL, NULL);
      leaf->arith->operand = leaf->left;
      leaf->arith->begin = leaf->left.begin;
      leaf->arith->end = leaf->left.end;
      leaf->left = (FilterOperand) { .begin = leaf->left.begin, .end = leaf->left.end };
    }
  leaf->other = arith;
  return TRUE;
}

static gboolean
parse_right (Parser     *parser,
             FilterLeaf *leaf)
{
  const FilterToken *token = peek (parser);

  if (leaf->op == OP_NOT_GLOB && (token->kind == TOKEN_REGEX || parser->filter->is_tracecmd))
    leaf->op = OP_NOT_REGEX;
  if (leaf->op == OP_REGEX || leaf->op == OP_NOT_REGEX)
    return parse_regex (parser, leaf);
  if (leaf->op == OP_IN)
    return parse_list (parser, leaf);

  if (!begins_arith (token))
    return fail_at (parser, token, _("A value")) != NULL;
  if ((leaf->op == OP_GLOB || leaf->op == OP_NOT_GLOB || leaf->op == OP_CONTAINS) &&
      token->kind != TOKEN_TEXT)
    return fail_at (parser, token, _("Text in quotes")) != NULL;

  return parse_right_arith (parser, leaf);
}

static FilterNode *
parse_types (Parser *parser)
{
  const FilterToken *token = take (parser);
  FilterLeaf *leaf = filter_leaf_new (OP_TYPES, token->begin, token->end);
  g_auto(GStrv) parts = g_strsplit (token->text, ":", 2);
  FilterTypes types = { filter_text_new (TEXT_GLOB, FALSE, parts[0]),
                        filter_text_new (TEXT_GLOB, FALSE, parts[1]), FALSE };

  leaf->left = (FilterOperand) { OPERAND_WORD, token->begin, token->end, g_strdup (token->text) };
  leaf->left.subject = SUBJECT_TYPES;
  g_array_append_val (leaf->types, types);
  return filter_leaf_node (parser->filter, leaf);
}

/* "a & b" without a comparison tests for a common bit; b may be the name of a flag. */
static gboolean
is_any_bit (const Parser *parser)
{
  const FilterToken *token = peek (parser);

  return filter_token_is_operand (token) && token[1].kind == TOKEN_ARITHMETIC &&
         token[1].arith == ARITH_AND && filter_token_is_operand (&token[2]) &&
         token[3].kind != TOKEN_ARITHMETIC && token[3].kind != TOKEN_COMPARE;
}

/* A single value goes to leaf->left, any other arithmetic to leaf->arith. */
static void
leaf_take_left (FilterLeaf  *leaf,
                FilterArith *arith)
{
  if (take_value (arith, &leaf->left))
    return;

  leaf->arith = arith;
  leaf->left = (FilterOperand) { .begin = arith->begin, .end = arith->end };
}

static gboolean
parse_left (Parser     *parser,
            FilterLeaf *leaf)
{
  const FilterToken *token = peek (parser);
  FilterArith *arith;

  if (is_any_bit (parser))
    {
      take_operand (parser, &leaf->left);
      leaf->op = OP_ANY;
      take (parser);
      take_operand (parser, &leaf->right);
      leaf->end = leaf->right.end;
      return TRUE;
    }

  arith = parse_arith (parser, 0);
  if (arith == NULL)
    return FALSE;

  leaf->begin = MIN (token->begin, arith->begin);
  leaf->end = arith->end;
  leaf_take_left (leaf, arith);
  return TRUE;
}

static FilterNode *
parse_test (Parser *parser)
{
  const FilterToken *token = peek (parser);
  FilterLeaf *leaf;
  FilterNode *node;

  if (token->kind == TOKEN_TYPES)
    return parse_types (parser);
  if (!begins_arith (token))
    return fail_at (parser, token, _("A condition"));

  leaf = filter_leaf_new (OP_THERE, token->begin, token->end);
  node = filter_leaf_node (parser->filter, leaf);
  if (!parse_left (parser, leaf))
    {
      filter_node_free (node);
      return NULL;
    }
  if (leaf->op == OP_ANY)
    return node;
  if (peek (parser)->kind != TOKEN_COMPARE)
    {
      if (leaf->arith != NULL || leaf->left.kind == OPERAND_WORD)
        return node;
      filter_node_free (node);
      return fail_at (parser, peek (parser), _("A comparison"));
    }

  leaf->op = take (parser)->op;
  if (parse_right (parser, leaf))
    return node;

  filter_node_free (node);
  return NULL;
}

/* --- and, or, not ------------------------------------------------------ */

static FilterNode *
parse_group (Parser *parser)
{
  const FilterToken *open = take (parser);
  FilterNode *node = parse_or (parser);

  if (node == NULL)
    return NULL;
  if (peek (parser)->kind == TOKEN_CLOSE)
    {
      take (parser);
      return node;
    }

  filter_node_free (node);
  if (peek (parser)->kind == TOKEN_END)
    return fail (parser, open, _("This “(” is not closed"));
  return fail_between (parser, peek (parser));
}

/* Whether the parentheses contain arithmetic rather than conditions. */
static gboolean
is_arith_group (const Parser *parser)
{
  const FilterToken *token = peek (parser);
  guint depth = 0;

  do
    {
      depth += token->kind == TOKEN_OPEN ? 1 : 0;
      depth -= token->kind == TOKEN_CLOSE ? 1 : 0;
      token++;
    }
  while (depth > 0 && token->kind != TOKEN_END);

  return depth == 0 && (token->kind == TOKEN_ARITHMETIC || token->kind == TOKEN_COMPARE);
}

static FilterNode *
parse_not (Parser *parser)
{
  FilterNode *node, *child;

  if (parser->depth >= FILTER_MAX_DEPTH)
    return fail (parser, peek (parser), _("This is nested too deeply"));

  parser->depth++;
  if (peek (parser)->kind == TOKEN_NOT)
    {
      take (parser);
      child = parse_not (parser);
      node = child != NULL ? filter_node_new (NODE_NOT) : NULL;
      if (node != NULL)
        g_ptr_array_add (node->children, child);
    }
  else if (peek (parser)->kind == TOKEN_OPEN && !is_arith_group (parser))
    node = parse_group (parser);
  else
    node = parse_test (parser);
  parser->depth--;

  return node;
}

static FilterNode *
parse_and (Parser *parser)
{
  FilterNode *node = parse_not (parser);

  while (node != NULL && peek (parser)->kind == TOKEN_AND)
    {
      take (parser);
      node = filter_node_join (NODE_AND, node, parse_not (parser));
    }

  return node;
}

/* A node in parentheses that happens to have the same kind is joined, too, which does not change
 * the meaning. */
static FilterNode *
parse_left_to_right (Parser *parser)
{
  FilterNode *node = parse_not (parser);

  while (node != NULL && (peek (parser)->kind == TOKEN_AND || peek (parser)->kind == TOKEN_OR))
    {
      FilterNodeKind kind = take (parser)->kind == TOKEN_AND ? NODE_AND : NODE_OR;

      node = filter_node_join (kind, node, parse_not (parser));
    }

  return node;
}

static FilterNode *
parse_or (Parser *parser)
{
  FilterNode *node;

  if (parser->filter->is_tracecmd)
    return parse_left_to_right (parser);

  node = parse_and (parser);
  while (node != NULL && peek (parser)->kind == TOKEN_OR)
    {
      take (parser);
      node = filter_node_join (NODE_OR, node, parse_and (parser));
    }

  return node;
}

/* --- all --------------------------------------------------------------- */

static gboolean
has_words (GArray *tokens)
{
  for (guint i = 0; i < tokens->len; i++)
    if (g_array_index (tokens, FilterToken, i).in_words)
      return TRUE;

  return FALSE;
}

static FilterNode *
parse_expression (Parser *parser)
{
  FilterNode *node = parse_or (parser);
  const FilterToken *token;

  if (node == NULL || peek (parser)->kind == TOKEN_END)
    return node;

  filter_node_free (node);
  token = peek (parser);
  if (token->kind == TOKEN_CLOSE)
    return fail (parser, token, _("This “)” has no matching “(”"));
  return fail_between (parser, token);
}

static FilterNode *
parse_prefixed (Parser *parser,
                GArray *types,
                guint   from)
{
  FilterLeaf *leaf = filter_leaf_new (OP_TYPES, 0, from);
  FilterNode *node = filter_leaf_node (parser->filter, leaf);

  leaf->left = (FilterOperand) { OPERAND_WORD, 0, from, g_strndup (parser->filter->text, from) };
  leaf->left.subject = SUBJECT_TYPES;
  g_array_append_vals (leaf->types, types->data, types->len);
  g_array_set_clear_func (types, NULL); /* now owned by the leaf */

  if (peek (parser)->kind == TOKEN_END)
    return node;
  return filter_node_join (NODE_AND, node, parse_expression (parser));
}

/* Parses an expression that consists of a single value. */
static FilterNode *
parse_value_alone (Parser *parser)
{
  g_autoptr(GError) ignored = NULL;
  GError **error = parser->error;
  FilterLeaf *leaf;
  FilterArith *arith;

  parser->error = &ignored;
  arith = parse_arith (parser, 0);
  parser->error = error;
  if (arith == NULL || peek (parser)->kind != TOKEN_END ||
      (arith->kind == ARITH_VALUE && arith->operand.kind != OPERAND_WORD))
    {
      filter_arith_free (arith);
      parser->at = 0;
      return NULL;
    }

  leaf = filter_leaf_new (OP_THERE, arith->begin, arith->end);
  leaf_take_left (leaf, arith);
  parser->filter->value = leaf;
  return filter_leaf_node (parser->filter, leaf);
}

gboolean
filter_parse (ThFilter  *self,
              guint     *begin,
              guint     *end,
              GError   **error)
{
  g_autoptr(GArray) types = g_array_new (FALSE, TRUE, sizeof (FilterTypes));
  g_autoptr(GArray) tokens = NULL;
  g_autoptr(GError) wrong = NULL;
  Parser parser = { .filter = self, .begin = begin, .end = end, .error = error };
  guint from;

  g_array_set_clear_func (types, (GDestroyNotify) filter_types_clear);
  from = filter_find_prefix (self->recording, self->text, types, begin, end, &wrong);
  if (wrong != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&wrong));
      return FALSE;
    }

  parser.tokens = tokens = filter_lex (self->recording, self->text, from, begin, end, error);
  if (tokens == NULL)
    return FALSE;

  self->is_tracecmd = from > 0 && !has_words (tokens);
  if (from > 0)
    self->root = parse_prefixed (&parser, types, from);
  else if (self->of_value)
    {
      self->root = parse_value_alone (&parser);
      if (self->root == NULL)
        self->root = parse_expression (&parser);
    }
  else if (tokens->len > 1)
    self->root = parse_expression (&parser);
  else
    return TRUE;

  return self->root != NULL;
}
