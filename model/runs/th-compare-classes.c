/* th-compare-classes.c - finds the class that a sample belongs to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A class is identified by the cells of its class columns.  Tasks are identified by their
 * names at the time of the sample, as pids differ between recordings.
 */
#include "config.h"

#include <string.h>

#include "th-compare-take-private.h"
#include "th-hash.h"
#include "th-printable.h"

#define MAX_COLUMNS 7

/* @names: bit i is set if cell i is the address of a task's name. */
typedef struct
{
  gint64  cells[MAX_COLUMNS];
  guint64 names;
} Key;

typedef struct
{
  const ThClassColumn *declared; /* NULL for the task of the sample */
  guint                column;
  ThColumnKind         kind;
} Column;

struct _Classes
{
  const Source *source;
  Column        columns[MAX_COLUMNS];
  guint         n_columns;
  GHashTable   *by_key;  /* Key → number */
  GHashTable   *by_name; /* name → number */
  GPtrArray    *names;
  GPtrArray    *bases;   /* names without the columns of which only the presence counts */
};

static guint
hash_key (gconstpointer key)
{
  return th_bytes_hash (key, sizeof (Key));
}

static gboolean
equal_keys (gconstpointer a,
            gconstpointer b)
{
  return memcmp (a, b, sizeof (Key)) == 0;
}

static void
add_declared (Classes             *self,
              const ThClassColumn *declared)
{
  const ThTableInfo *info = th_table_get_info (self->source->table);

  for (guint i = 0; i < info->n_columns && self->n_columns < MAX_COLUMNS - 1; i++)
    if (strcmp (info->columns[i].id, declared->column) == 0)
      self->columns[self->n_columns++] = (Column) { declared, i, info->columns[i].kind };
}

Classes *
th_compare_classes_new (const Source *source)
{
  Classes *self = g_new0 (Classes, 1);

  self->source = source;
  self->by_key = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  self->by_name = g_hash_table_new (th_string_hash, g_str_equal);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->bases = g_ptr_array_new_with_free_func (g_free);
  for (const ThClassColumn *declared = source->table != NULL ? source->info->class_columns : NULL;
       declared != NULL && declared->column != NULL; declared++)
    add_declared (self, declared);
  if (source->info->class_by_task)
    self->columns[self->n_columns++] = (Column) { NULL, 0, TH_COLUMN_TASK };
  return self;
}

void
th_compare_classes_free (Classes *self)
{
  g_hash_table_unref (self->by_key);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->bases);
  g_free (self);
}

/* The name that @task had when the sample was taken; owned by the tasks. */
static const char *
get_task_name (const Classes *self,
               guint32        task,
               const Picked  *picked)
{
  return th_tasks_get_name (th_recording_get_tasks (self->source->taking->recording), task,
                            picked->time != TH_TIME_NONE ? picked->time : G_MAXINT64);
}

static void
read_cell (const Classes *self,
           guint          number,
           guint32        row,
           const Picked  *picked,
           Key           *key)
{
  const Column *column = &self->columns[number];
  gint64 cell;

  if (column->declared == NULL)
    cell = picked->sample.task != 0 ? (gint64) picked->sample.task - 1 : TH_CELL_NONE;
  else
    cell = th_table_get_cell (self->source->table, row, column->column);

  if (column->declared != NULL && column->declared->kind == TH_CLASS_PRESENCE)
    key->cells[number] = cell != TH_CELL_NONE;
  else if (column->kind == TH_COLUMN_TASK && cell != TH_CELL_NONE && !th_cell_is_word (cell))
    {
      key->cells[number] = (gint64) (gintptr) get_task_name (self, cell, picked);
      key->names |= G_GUINT64_CONSTANT (1) << number;
    }
  else
    key->cells[number] = cell;
}

/* FALSE if a required cell is empty. */
static gboolean
read_key (const Classes *self,
          const Picked  *picked,
          Key           *key)
{
  guint32 row = self->source->table != NULL && self->source->info->class_columns != NULL
                ? th_measure_get_row (self->source->measure, picked->index) : 0;

  memset (key, 0, sizeof *key);
  for (guint i = 0; i < self->n_columns; i++)
    {
      const Column *column = &self->columns[i];

      read_cell (self, i, row, picked, key);
      if (column->declared != NULL && column->declared->kind == TH_CLASS_REQUIRED &&
          key->cells[i] == TH_CELL_NONE)
        return FALSE;
    }
  return TRUE;
}

static char *
describe_cell (const Classes *self,
               const Key     *key,
               guint          number)
{
  const Column *column = &self->columns[number];
  gint64 cell = key->cells[number];

  if (key->names >> number & 1)
    return th_printable_line ((const char *) (gintptr) cell);
  if (column->declared != NULL && column->declared->kind == TH_CLASS_PRESENCE)
    return g_strconcat (cell != 0 ? "" : "no ", column->declared->column, NULL);
  if (cell == TH_CELL_NONE)
    return g_strdup ("–");
  if (column->kind == TH_COLUMN_TEXT)
    return th_printable_line (th_results_get_word (self->source->results, cell));
  if (column->kind == TH_COLUMN_TASK)
    return th_printable_line (th_results_get_word (self->source->results,
                                                   th_cell_to_word (cell)));

  return g_strdup_printf ("%" G_GINT64_FORMAT, cell);
}

static char *
describe_key (const Classes *self,
              const Key     *key,
              gboolean       with_presence)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n_columns; i++)
    {
      const Column *column = &self->columns[i];
      g_autofree char *cell = NULL;

      if (!with_presence && column->declared != NULL &&
          column->declared->kind == TH_CLASS_PRESENCE)
        continue;
      cell = describe_cell (self, key, i);
      g_string_append_printf (text, "%s%s", text->len > 0 ? ":" : "", cell);
    }
  return g_string_free (text, FALSE);
}

/* Keys may differ while their names are equal: they are one class. */
static guint
add_class (Classes   *self,
           const Key *key)
{
  g_autofree char *name = describe_key (self, key, TRUE);
  gpointer number;

  if (!g_hash_table_lookup_extended (self->by_name, name, NULL, &number))
    {
      number = GUINT_TO_POINTER (self->names->len);
      g_ptr_array_add (self->bases, describe_key (self, key, FALSE));
      g_ptr_array_add (self->names, g_steal_pointer (&name));
      g_hash_table_insert (self->by_name, g_ptr_array_index (self->names, self->names->len - 1),
                           number);
    }
  g_hash_table_insert (self->by_key, g_memdup2 (key, sizeof *key), number);
  return GPOINTER_TO_UINT (number);
}

guint
th_compare_classes_get (Classes      *self,
                        const Picked *picked)
{
  gpointer number;
  Key key;

  if (!read_key (self, picked, &key))
    return G_MAXUINT;
  if (g_hash_table_lookup_extended (self->by_key, &key, NULL, &number))
    return GPOINTER_TO_UINT (number);

  return add_class (self, &key);
}

guint
th_compare_classes_find (const Classes *self,
                         const char    *name)
{
  gpointer number;

  return g_hash_table_lookup_extended (self->by_name, name, NULL, &number)
         ? GPOINTER_TO_UINT (number) : G_MAXUINT;
}

ThCompareClass *
th_compare_classes_make (const Classes *self,
                         guint          number)
{
  const ThMeasureInfo *info = self->source->info;
  ThCompareClass *class = th_compare_class_new ();

  class->analysis = g_strdup (th_results_get_id (self->source->results));
  class->measure = th_printable_line (info->id);
  class->title = th_printable_line (info->title);
  class->name = g_strdup (g_ptr_array_index (self->names, number));
  class->base = g_strdup (g_ptr_array_index (self->bases, number));
  class->table = g_strdup (info->table != NULL ? info->table : "");
  class->begins = g_strdup ("");
  class->ends = g_strdup ("");
  class->unit = info->unit;
  class->is_whole_flow = info->is_whole_flow;
  return class;
}
