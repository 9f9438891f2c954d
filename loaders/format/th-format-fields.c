/* th-format-fields.c - the fields of an event, from its format text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-format-fields.h"
#include "th-pool.h"
#include "th-print-lex.h"
#include "th-print-parser.h"

/* Reads "offset:8;" and the like. */
static gboolean
read_number (ThLexer    *lexer,
             const char *name,
             guint32    *value)
{
  guint64 number;

  if (!th_lexer_expect (lexer, TH_TOKEN_ITEM, name) || !th_lexer_expect (lexer, TH_TOKEN_OP, ":"))
    return FALSE;
  th_lexer_next (lexer);
  if (lexer->type != TH_TOKEN_ITEM)
    return FALSE;

  number = g_ascii_strtoull (lexer->token, NULL, 0);
  if (number > TH_FORMAT_MAX_OFFSET || !th_lexer_expect (lexer, TH_TOKEN_OP, ";"))
    return FALSE;
  *value = (guint32) number;

  return TRUE;
}

/* Appends __attribute__((…)) to the type. */
static gboolean
read_attribute (ThLexer       *lexer,
                ThFormatField *field,
                const char   **last)
{
  int depth = 1;
  const char *between = " ";

  field->type = th_pool_concat (lexer->pool, field->type, " ", *last);
  field->type = th_pool_concat (lexer->pool, field->type, "", "(");
  for (;;)
    {
      th_lexer_next (lexer);
      if (lexer->type == TH_TOKEN_NONE || strlen (field->type) > TH_FORMAT_MAX_TYPE)
        return FALSE;
      if (lexer->type == TH_TOKEN_DELIM)
        {
          depth += lexer->token[0] == '(' ? 1 : lexer->token[0] == ')' ? -1 : 0;
          if (depth == 0)
            return TRUE;
          between = "";
        }
      field->type = th_pool_concat (lexer->pool, field->type, between, lexer->token);
      between = lexer->type == TH_TOKEN_DELIM ? "" : " ";
      *last = lexer->token;
    }
}

/* Reads the words of the type, up to the name. */
static gboolean
read_type (ThLexer       *lexer,
           ThFormatField *field,
           gboolean       is_ftrace)
{
  const char *last = lexer->token;

  for (;;)
    {
      th_lexer_next (lexer);
      if (lexer->type == TH_TOKEN_ITEM || th_lexer_is (lexer, TH_TOKEN_OP, "*") ||
          (is_ftrace && th_lexer_is (lexer, TH_TOKEN_OP, ".")))
        {
          if (lexer->token[0] == '*')
            field->flags |= TH_FORMAT_FIELD_POINTER;
          field->type = field->type != NULL ? th_pool_concat (lexer->pool, field->type, " ", last)
                                            : last;
          last = lexer->token;
          if (strlen (field->type) > TH_FORMAT_MAX_TYPE)
            return FALSE;
        }
      else if (field->type != NULL && strcmp (last, "__attribute__") == 0 &&
               th_lexer_is (lexer, TH_TOKEN_DELIM, "("))
        {
          if (!read_attribute (lexer, field, &last))
            return FALSE;
        }
      else
        break;
    }
  field->name = last;

  return field->type != NULL && lexer->type == TH_TOKEN_OP;
}

static guint
type_size (const char *type)
{
  static const struct { const char *type; guint size; } sizes[] = {
    { "u8", 1 }, { "s8", 1 }, { "char", 1 }, { "u16", 2 }, { "s16", 2 },
    { "u32", 4 }, { "s32", 4 }, { "u64", 8 }, { "s64", 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (strcmp (type, sizes[i].type) == 0)
      return sizes[i].size;

  return 0;
}

/* Reads "[16]", "[NAME]", or "[]" between type and name.  The lexer is at "[". */
static gboolean
read_brackets (ThLexer       *lexer,
               ThFormatField *field,
               guint         *dynamic_size)
{
  const char *brackets = "[";
  ThTokenType last = TH_TOKEN_OP;

  field->flags |= TH_FORMAT_FIELD_ARRAY;
  th_lexer_next (lexer);
  while (strcmp (lexer->token, "]") != 0)
    {
      gboolean words = last == TH_TOKEN_ITEM && lexer->type == TH_TOKEN_ITEM;

      if (lexer->type == TH_TOKEN_NONE || strlen (brackets) > TH_FORMAT_MAX_TYPE)
        return FALSE;
      brackets = th_pool_concat (lexer->pool, brackets, words ? " " : "", lexer->token);
      field->array_length = (guint32) MIN (g_ascii_strtoull (lexer->token, NULL, 0), G_MAXINT32);
      last = lexer->type;
      th_lexer_next (lexer);
    }
  brackets = th_pool_concat (lexer->pool, brackets, "", "]");

  th_lexer_next (lexer);
  if (lexer->type == TH_TOKEN_ITEM)
    {
      field->type = th_pool_concat (lexer->pool, field->type, " ", field->name);
      *dynamic_size = type_size (field->name);
      field->name = lexer->token;
      th_lexer_next (lexer);
    }
  field->type = th_pool_concat (lexer->pool, field->type, "", brackets);

  return TRUE;
}

static void
classify (ThFormatField *field)
{
  if (field->flags & TH_FORMAT_FIELD_ARRAY &&
      (strstr (field->type, "char") || strstr (field->type, "u8") || strstr (field->type, "s8")))
    field->flags |= TH_FORMAT_FIELD_STRING;
  if (g_str_has_prefix (field->type, "__data_loc"))
    field->flags |= TH_FORMAT_FIELD_DYNAMIC;
  if (g_str_has_prefix (field->type, "__rel_loc"))
    field->flags |= TH_FORMAT_FIELD_DYNAMIC | TH_FORMAT_FIELD_RELATIVE;
  if (strstr (field->type, "long"))
    field->flags |= TH_FORMAT_FIELD_LONG;
}

static void
set_element_size (ThFormatField *field,
                  guint          dynamic_size,
                  guint          long_size)
{
  /* Before 2.6.33 a dynamic field was the 2-byte offset of a text. */
  if (field->flags & TH_FORMAT_FIELD_DYNAMIC && field->size == 2)
    field->flags |= TH_FORMAT_FIELD_STRING | TH_FORMAT_FIELD_ARRAY;

  if (!(field->flags & (TH_FORMAT_FIELD_ARRAY | TH_FORMAT_FIELD_DYNAMIC)))
    field->element_size = field->size;
  else if (field->array_length > 0)
    field->element_size = field->size / field->array_length;
  else if (field->flags & TH_FORMAT_FIELD_DYNAMIC)
    field->element_size = dynamic_size;
  else if (field->flags & TH_FORMAT_FIELD_STRING)
    field->element_size = 1;
  else if (field->flags & TH_FORMAT_FIELD_LONG)
    field->element_size = long_size;
}

/* Reads "signed:1;", which old kernels do not have. */
static gboolean
read_signed (ThLexer       *lexer,
             ThFormatField *field)
{
  guint32 is_signed;

  th_lexer_next (lexer);
  if (lexer->type == TH_TOKEN_NEWLINE)
    return TRUE;
  if (!th_lexer_is (lexer, TH_TOKEN_ITEM, "signed") || !th_lexer_expect (lexer, TH_TOKEN_OP, ":"))
    return FALSE;
  th_lexer_next (lexer);
  if (lexer->type != TH_TOKEN_ITEM)
    return FALSE;
  is_signed = g_ascii_strtoull (lexer->token, NULL, 0) != 0;
  if (is_signed)
    field->flags |= TH_FORMAT_FIELD_SIGNED;

  return th_lexer_expect (lexer, TH_TOKEN_OP, ";") &&
         th_lexer_expect (lexer, TH_TOKEN_NEWLINE, NULL);
}

/* Reads a field after the word "field". */
static gboolean
read_field (ThLexer       *lexer,
            ThFormatField *field,
            gboolean       is_ftrace,
            guint          long_size)
{
  guint dynamic_size = 0;

  th_lexer_next (lexer);
  if (is_ftrace && th_lexer_is (lexer, TH_TOKEN_ITEM, "special"))
    th_lexer_next (lexer);
  if (!th_lexer_is (lexer, TH_TOKEN_OP, ":"))
    return FALSE;
  th_lexer_next (lexer);
  if (lexer->type != TH_TOKEN_ITEM || !read_type (lexer, field, is_ftrace))
    return FALSE;
  if (strcmp (lexer->token, "[") == 0 && !read_brackets (lexer, field, &dynamic_size))
    return FALSE;
  classify (field);
  if (!th_lexer_is (lexer, TH_TOKEN_OP, ";") ||
      !read_number (lexer, "offset", &field->offset) ||
      !read_number (lexer, "size", &field->size) ||
      !read_signed (lexer, field))
    return FALSE;
  set_element_size (field, dynamic_size, long_size);

  return TRUE;
}

/* Reads fields up to an empty line. */
static gboolean
read_fields (ThEventFormat *event,
             ThLexer       *lexer,
             GArray        *fields,
             guint          long_size)
{
  for (;;)
    {
      ThFormatField field = { 0 };

      th_lexer_next (lexer);
      if (lexer->type == TH_TOKEN_NEWLINE)
        return TRUE;
      if (!th_lexer_is (lexer, TH_TOKEN_ITEM, "field") || fields->len >= TH_FORMAT_MAX_FIELDS ||
          !read_field (lexer, &field, event->is_ftrace, long_size))
        return FALSE;
      g_array_append_val (fields, field);
    }
}

/* Skips "name: x", "ID: n" and "format:". */
static gboolean
read_head (ThLexer *lexer)
{
  static const char *const words[] = { "name", "ID" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      th_lexer_next_item (lexer);
      if (!th_lexer_is (lexer, TH_TOKEN_ITEM, words[i]) ||
          !th_lexer_expect (lexer, TH_TOKEN_OP, ":"))
        return FALSE;
      th_lexer_next (lexer);
      if (lexer->type != TH_TOKEN_ITEM)
        return FALSE;
    }
  th_lexer_next_item (lexer);

  return th_lexer_is (lexer, TH_TOKEN_ITEM, "format") &&
         th_lexer_expect (lexer, TH_TOKEN_OP, ":") &&
         th_lexer_expect (lexer, TH_TOKEN_NEWLINE, NULL);
}

gboolean
th_format_read_fields (ThEventFormat *event,
                       ThLexer       *lexer,
                       guint          long_size)
{
  g_autoptr(GArray) fields = g_array_new (FALSE, TRUE, sizeof (ThFormatField));

  if (!read_head (lexer) || !read_fields (event, lexer, fields, long_size))
    return FALSE;
  event->n_common = fields->len;
  if (!read_fields (event, lexer, fields, long_size))
    return FALSE;

  event->n_fields = fields->len;
  event->fields = th_pool_alloc (event->pool, fields->len * sizeof (ThFormatField));
  if (fields->len > 0)
    memcpy (event->fields, fields->data, fields->len * sizeof (ThFormatField));

  return TRUE;
}

const ThFormatField *
th_format_find_field (const ThEventFormat *event,
                      const char          *name,
                      gboolean             with_common)
{
  for (guint i = with_common ? 0 : event->n_common; i < event->n_fields; i++)
    if (strcmp (event->fields[i].name, name) == 0)
      return &event->fields[i];

  return NULL;
}
