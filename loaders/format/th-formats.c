/* th-formats.c - the event formats of one file, parsed on first use
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An event is looked up without a lock, since the table of events does not change once
 * the file is open.  Its first use takes @lock; after @ready is set it is read-only.
 * Symbols and printk formats are needed while @lock is held, so they are read under
 * g_once_init_enter() instead.  If another text replaces them, the old ones are kept for
 * threads that use them.
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-format-fields.h"
#include "th-format-hints.h"
#include "th-format.h"
#include "th-formats-private.h"
#include "th-pool.h"
#include "th-print-compile.h"
#include "th-print-lex.h"
#include "th-print-parse.h"
#include "th-print-program.h"
#include "th-print-tree.h"
#include "th-print-values.h"
#include "th-printk-formats.h"
#include "th-symbols.h"

#define MAX_ID 65535

typedef struct
{
  ThTextFunc func;
  gpointer   data;
  gsize      ready; /* for g_once_init_enter() */
} ThText;

struct _ThFormats
{
  gboolean        big_endian;
  guint           long_size;
  ThEventFormat **events; /* by id */
  guint           n_slots;
  GArray         *ids;
  gboolean        ids_sorted;
  GMutex          lock;

  ThText          kallsyms;
  ThText          printk;
  ThSymbols      *symbols;     /* atomic pointer, as is the next */
  ThPrintks      *printks;
  GPtrArray      *old_symbols; /* replaced ones; under @lock, as are the next */
  GPtrArray      *old_printks;
};

ThFormats *
th_formats_new (gboolean big_endian,
                guint    long_size)
{
  ThFormats *self = g_new0 (ThFormats, 1);

  self->big_endian = big_endian != FALSE;
  self->long_size = long_size == 4 ? 4 : 8;
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_mutex_init (&self->lock);

  return self;
}

static void
event_free (ThEventFormat *event)
{
  th_pool_free (event->pool);
  g_free (event->system);
  g_free (event->name);
  g_free (event->text);
  g_free (event);
}

void
th_formats_free (ThFormats *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->n_slots; i++)
    if (self->events[i] != NULL)
      event_free (self->events[i]);
  g_free (self->events);
  g_array_unref (self->ids);
  th_symbols_free (self->symbols);
  th_printks_free (self->printks);
  g_clear_pointer (&self->old_symbols, g_ptr_array_unref);
  g_clear_pointer (&self->old_printks, g_ptr_array_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
th_formats_set_kallsyms (ThFormats  *self,
                         ThTextFunc  func,
                         gpointer    data)
{
  self->kallsyms.func = func;
  self->kallsyms.data = data;
}

void
th_formats_set_printk (ThFormats  *self,
                       ThTextFunc  func,
                       gpointer    data)
{
  self->printk.func = func;
  self->printk.data = data;
}

/* --- adding ------------------------------------------------------------ */

/* Returns the word after "@key:" at the start of a line, or NULL. */
static char *
find_line (const char *text,
           gsize       size,
           const char *key)
{
  gsize length = strlen (key);
  const char *end = text + size;

  for (const char *line = text; line != NULL && line < end;)
    {
      const char *newline = memchr (line, '\n', end - line);
      const char *stop = newline != NULL ? newline : end;
      const char *p = line;

      if ((gsize) (stop - line) > length && memcmp (line, key, length) == 0 && line[length] == ':')
        {
          for (p += length + 1; p < stop && (*p == ' ' || *p == '\t'); p++)
            ;
          for (line = p; p < stop && (g_ascii_isalnum (*p) || *p == '_'); p++)
            ;
          return p > line ? g_strndup (line, p - line) : NULL;
        }
      line = newline != NULL ? newline + 1 : NULL;
    }

  return NULL;
}

static void
formats_insert (ThFormats     *self,
                ThEventFormat *event)
{
  if (event->id >= self->n_slots)
    {
      guint n = MAX (event->id + 1, MIN (self->n_slots * 2, MAX_ID + 1));

      self->events = g_renew (ThEventFormat *, self->events, n);
      memset (self->events + self->n_slots, 0, (n - self->n_slots) * sizeof *self->events);
      self->n_slots = n;
    }
  self->events[event->id] = event;
  g_array_append_val (self->ids, event->id);
  self->ids_sorted = FALSE;
}

gint
th_formats_add (ThFormats  *self,
                const char *system,
                const char *text,
                gsize       size)
{
  g_autofree char *name = find_line (text, size, "name");
  g_autofree char *number = find_line (text, size, "ID");
  ThEventFormat *event;
  guint64 id;

  if (name == NULL || number == NULL || !g_ascii_isdigit (number[0]))
    return -1;
  id = g_ascii_strtoull (number, NULL, 0);
  if (id > MAX_ID)
    return -1;
  /* if an id occurs twice, the first one is used */
  if (id < self->n_slots && self->events[id] != NULL)
    return (gint) id;

  event = g_new0 (ThEventFormat, 1);
  event->id = (guint) id;
  event->system = g_strdup (system);
  event->name = g_steal_pointer (&name);
  event->text = g_strndup (text, size);
  event->size = size;
  event->is_ftrace = strcmp (system, "ftrace") == 0;
  event->is_bprint = event->is_ftrace && strcmp (event->name, "bprint") == 0;
  formats_insert (self, event);

  return (gint) id;
}

static gint
compare_ids (gconstpointer a,
             gconstpointer b)
{
  guint left = *(const guint *) a;
  guint right = *(const guint *) b;

  return (left > right) - (left < right);
}

guint
th_formats_get_n (ThFormats *self)
{
  return self->ids->len;
}

const guint *
th_formats_peek_ids (ThFormats *self)
{
  g_mutex_lock (&self->lock);
  if (!self->ids_sorted)
    g_array_sort (self->ids, compare_ids);
  self->ids_sorted = TRUE;
  g_mutex_unlock (&self->lock);

  return (const guint *) (gpointer) self->ids->data;
}

static ThEventFormat *
formats_peek (ThFormats *self,
              guint      id)
{
  return id < self->n_slots ? self->events[id] : NULL;
}

const char *
th_formats_get_system (ThFormats *self,
                       guint      id)
{
  const ThEventFormat *event = formats_peek (self, id);

  return event != NULL ? event->system : NULL;
}

const char *
th_formats_get_name (ThFormats *self,
                     guint      id)
{
  const ThEventFormat *event = formats_peek (self, id);

  return event != NULL ? event->name : NULL;
}

/* --- symbols and printk formats ---------------------------------------- */

static char *
text_get (ThText *text,
          gsize  *size)
{
  *size = 0;

  return text->func != NULL ? text->func (text->data, size) : NULL;
}

ThSymbols *
th_formats_get_symbols (ThFormats *self)
{
  if (g_once_init_enter (&self->kallsyms.ready))
    {
      gsize size;
      char *text = text_get (&self->kallsyms, &size);

      if (text != NULL)
        self->symbols = th_symbols_new (text, size);
      g_once_init_leave (&self->kallsyms.ready, 1);
    }

  return g_atomic_pointer_get (&self->symbols);
}

const ThPrintks *
th_formats_get_printks (ThFormats *self)
{
  if (g_once_init_enter (&self->printk.ready))
    {
      gsize size;
      char *text = text_get (&self->printk, &size);

      if (text != NULL)
        self->printks = th_printks_new (text, size);
      g_once_init_leave (&self->printk.ready, 1);
    }

  return g_atomic_pointer_get (&self->printks);
}

/* Keeps what was replaced, if anything was. */
static void
keep_old (ThFormats      *self,
          GPtrArray     **kept,
          gpointer        old,
          GDestroyNotify  destroy)
{
  if (old == NULL)
    return;

  g_mutex_lock (&self->lock);
  if (*kept == NULL)
    *kept = g_ptr_array_new_with_free_func (destroy);
  g_ptr_array_add (*kept, old);
  g_mutex_unlock (&self->lock);
}

void
th_formats_take_kallsyms (ThFormats *self,
                          char      *text,
                          gsize      size)
{
  ThSymbols *symbols = th_symbols_new (text, size);
  ThSymbols *old = th_formats_get_symbols (self); /* nobody reads the first text after this */

  g_atomic_pointer_set (&self->symbols, symbols);
  keep_old (self, &self->old_symbols, old, (GDestroyNotify) th_symbols_free);
}

void
th_formats_take_printk (ThFormats *self,
                        char      *text,
                        gsize      size)
{
  ThPrintks *printks = th_printks_new (text, size);
  gpointer old = (gpointer) th_formats_get_printks (self);

  g_atomic_pointer_set (&self->printks, printks);
  keep_old (self, &self->old_printks, old, (GDestroyNotify) th_printks_free);
}

/* --- first use --------------------------------------------------------- */

static gboolean
is_constant (const ThNode *node)
{
  if (node == NULL || node->type == TH_NODE_NULL || node->type == TH_NODE_ATOM)
    return node != NULL;
  if (node->type == TH_NODE_CAST)
    return is_constant (node->left);

  return node->type == TH_NODE_OP && node->op < TH_OP_CONDITION && node->op != TH_OP_NONE &&
         is_constant (node->left) && is_constant (node->right);
}

/* Replaces a constant operand by its value.  It reads no field, so it needs no record. */
static void
fold_operand (ThNode *node)
{
  guint64 value;

  if (node == NULL || node->type == TH_NODE_ATOM || node->type == TH_NODE_NULL ||
      !is_constant (node))
    return;
  value = th_run_eval (NULL, node);
  memset (node, 0, sizeof *node);
  node->type = TH_NODE_ATOM;
  node->text = "";
  node->value = value;
}

/* Replaces the names of symbols, where a number is expected, by their addresses. */
static void
resolve_number (ThFormats *self,
                ThNode    *node)
{
  ThSymbols *symbols;

  if (node == NULL)
    return;
  if (node->type == TH_NODE_ATOM && node->value == 0 && !g_ascii_isdigit (node->text[0]))
    {
      symbols = th_formats_get_symbols (self);
      if (symbols != NULL)
        node->value = th_symbols_find_address (symbols, node->text);
    }
  else if (node->type == TH_NODE_CAST || node->type == TH_NODE_OP)
    {
      resolve_number (self, node->left);
      resolve_number (self, node->right);
      if (node->type == TH_NODE_OP && node->op != TH_OP_INDEX)
        {
          fold_operand (node->left);
          fold_operand (node->right);
        }
    }
}

static void
resolve_text (ThFormats *self,
              ThNode    *node)
{
  if (node == NULL)
    return;
  switch (node->type)
    {
    case TH_NODE_OP:
      resolve_number (self, node->left);
      if (node->op == TH_OP_CONDITION && node->right != NULL)
        {
          resolve_text (self, node->right->left);
          resolve_text (self, node->right->right);
        }
      break;

    case TH_NODE_FLAGS:
    case TH_NODE_SYMBOL:
      resolve_number (self, node->left);
      break;

    case TH_NODE_HEX:
    case TH_NODE_HEX_STR:
    case TH_NODE_INT_ARRAY:
      resolve_number (self, node->right);
      resolve_number (self, node->third);
      break;

    default:
      break;
    }
}

static void
resolve_words (ThFormats       *self,
               const ThProgram *program)
{
  for (guint i = 0; i < program->n_pieces; i++)
    {
      const ThPiece *piece = &program->pieces[i];

      resolve_number (self, piece->star);
      if (piece->kind == TH_PIECE_STRING)
        resolve_text (self, piece->arg);
      else
        resolve_number (self, piece->arg);
    }
}

static void
event_compile (ThFormats     *self,
               ThEventFormat *event,
               ThPrintParser *parser)
{
  ThProgram *program = th_pool_alloc (event->pool, sizeof *program);
  ThParseResult result = th_print_parse (parser);

  event->why = parser->why;
  event->tep_safe = result != TH_PARSE_UNSAFE;
  if (result == TH_PARSE_OK && !event->is_bprint)
    {
      result = th_program_compile (event->pool, parser->format,
                                   (ThNode *const *) parser->args->pdata,
                                   parser->args->len, program, &event->why);
      event->tep_safe &= result != TH_PARSE_UNSAFE;
      if (result == TH_PARSE_OK)
        {
          resolve_words (self, program);
          event->program = program;
        }
    }
  event->kind = result == TH_PARSE_OK ? TH_FORMAT_COMPILED : TH_FORMAT_RAW;
}

static void
event_parse (ThFormats     *self,
             ThEventFormat *event)
{
  ThPrintParser parser = { .event = event, .long_size = self->long_size };

  event->pool = th_pool_new ();
  th_lexer_init (&parser.lexer, event->pool, event->text, event->size);
  event->has_fields = event->size <= TH_FORMAT_MAX_TEXT &&
                      th_format_read_fields (event, &parser.lexer, self->long_size);
  if (!event->has_fields)
    {
      event->kind = TH_FORMAT_RAW;
      event->why = "the fields cannot be read";
      return;
    }

  parser.args = g_ptr_array_new ();
  event_compile (self, event, &parser);
  g_ptr_array_unref (parser.args);
  th_format_make_table (event, self->long_size);
}

ThEventFormat *
th_formats_lookup (ThFormats *self,
                   guint      id)
{
  ThEventFormat *event = formats_peek (self, id);

  if (event == NULL || G_LIKELY (g_atomic_int_get (&event->ready)))
    return event;

  g_mutex_lock (&self->lock);
  if (!event->ready)
    {
      event_parse (self, event);
      g_atomic_int_set (&event->ready, 1);
    }
  g_mutex_unlock (&self->lock);

  return event;
}

const ThFieldTable *
th_formats_get_fields (ThFormats *self,
                       guint      id)
{
  static const ThFieldTable empty;
  const ThEventFormat *event = th_formats_lookup (self, id);

  return event != NULL ? &event->table : &empty;
}

ThFormatKind
th_formats_get_kind (ThFormats   *self,
                     guint        id,
                     const char **why)
{
  const ThEventFormat *event = th_formats_lookup (self, id);

  if (why != NULL)
    *why = event != NULL ? event->why : NULL;

  return event != NULL ? event->kind : TH_FORMAT_NONE;
}

guint
th_formats_get_long_size (ThFormats *self)
{
  return self->long_size;
}

gboolean
th_formats_get_big_endian (ThFormats *self)
{
  return self->big_endian;
}
