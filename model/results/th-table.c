/* th-table.c - rows with typed columns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-odd-values.h"
#include "th-series.h"
#include "th-table.h"

#define CHUNK_SHIFT 7

/* Most rows have the same words, tasks and CPUs as an earlier row.  If a table has at least this
 * many such columns, a row stores the number of their combination instead of the cells. */
#define MIN_SHARED 4
#define COMBINATIONS_SHIFT 6
/* How many recent combinations are looked up.  An older one is stored again if it recurs. */
#define N_RECENT 256

/* The position of a column's cells in a row, or in a combination. */
typedef struct
{
  guint16  offset;
  guint8   size;     /* 0: derived */
  gboolean is_small; /* a word, a task or a CPU */
} Place;

struct _ThTable
{
  const ThTableInfo *info;
  ThSeries           rows;  /* ThRef, cells of 8 bytes, cells of 4, and cells of 3 or the number
                             * of their combination; not aligned */
  ThOddValues        odd;   /* cells that do not fit, by row and column */
  Place             *places;
  guint16           *stored; /* the columns that are not derived */
  guint              n_stored;
  ThSeries           combinations; /* cells of 3 bytes; none if @number is 0 */
  guint              number;  /* where a row has the number of its combination */
  guint64           *cells;   /* the combination that is being appended */
  guint32           *recent;  /* number + 1 of the latest combination with each hash */
  ThCellFunc         derive;
  gconstpointer      data;
  ThRowFlowsFunc     flows;
  gpointer           flows_data;
};

static gboolean
is_small (const ThColumn *column)
{
  return column->kind == TH_COLUMN_TEXT || column->kind == TH_COLUMN_TASK ||
         column->kind == TH_COLUMN_CPU;
}

static guint
column_size (const ThColumn *column)
{
  if (column->derived)
    return 0;
  if (is_small (column))
    return 3;

  return column->kind == TH_COLUMN_TIME || column->kind == TH_COLUMN_ADDRESS ||
         column->kind == TH_COLUMN_EVENT ? 8 : 4;
}

static guint
place_columns (ThTable *self,
               guint    size,
               guint    offset)
{
  for (guint i = 0; i < self->info->n_columns; i++)
    if (column_size (&self->info->columns[i]) == size)
      {
        self->places[i] = (Place) { offset, size, is_small (&self->info->columns[i]) };
        offset += size;
      }

  return offset;
}

static void
list_stored (ThTable *self)
{
  self->stored = g_new (guint16, self->info->n_columns);
  for (guint i = 0; i < self->info->n_columns; i++)
    if (column_size (&self->info->columns[i]) > 0)
      self->stored[self->n_stored++] = i;
}

static guint
count_small (const ThTable *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n_stored; i++)
    n += is_small (&self->info->columns[self->stored[i]]);
  return n;
}

/* Gives the columns of words, tasks and CPUs their places in a combination, and its number a place
 * after the @size bytes that a row has so far.  Returns the new size of a row. */
static guint
share_columns (ThTable *self,
               ThArena *arena,
               guint    size)
{
  guint n_words = (place_columns (self, 3, 0) + sizeof (guint64) - 1) / sizeof (guint64);

  th_series_init (&self->combinations, arena, n_words * sizeof (guint64), COMBINATIONS_SHIFT);
  self->cells = g_new0 (guint64, n_words);
  self->recent = g_new0 (guint32, N_RECENT);
  self->number = size;
  return size + sizeof (guint32);
}

ThTable *
th_table_new (ThArena           *arena,
              const ThTableInfo *info)
{
  ThTable *self = g_new0 (ThTable, 1);
  guint size;

  self->info = info;
  self->places = g_new0 (Place, info->n_columns);
  list_stored (self);
  size = place_columns (self, 8, sizeof (ThRef));
  size = place_columns (self, 4, size);
  size = count_small (self) >= MIN_SHARED ? share_columns (self, arena, size)
         : place_columns (self, 3, size);
  th_series_init (&self->rows, arena, size, CHUNK_SHIFT);
  th_odd_values_init (&self->odd, arena);
  return self;
}

void
th_table_free (ThTable *self)
{
  g_free (self->recent);
  g_free (self->cells);
  g_free (self->stored);
  g_free (self->places);
  g_free (self);
}

void
th_table_derive (ThTable       *self,
                 ThCellFunc     func,
                 gconstpointer  data)
{
  self->derive = func;
  self->data = data;
}

void
th_table_set_flows (ThTable        *self,
                    ThRowFlowsFunc  func,
                    gpointer        data)
{
  self->flows = func;
  self->flows_data = data;
}

char *
th_table_dup_flows (const ThTable *self,
                    guint32        row,
                    const char    *prefix)
{
  return self->flows != NULL ? self->flows (self, row, prefix, self->flows_data) : NULL;
}

/* --- cells --------------------------------------------------------------- */

/* Narrow cells are little-endian.  All ones: empty; one less: the cell is among the odd ones. */
static guint32
narrow_none (guint size)
{
  return G_MAXUINT32 >> (32 - 8 * size);
}

static void
write_narrow (guint8 *cell,
              guint   size,
              guint32 value)
{
  cell[0] = value;
  cell[1] = value >> 8;
  cell[2] = value >> 16;
  if (size == 4)
    cell[3] = value >> 24;
}

static guint32
read_narrow (const guint8 *cell,
             guint         size)
{
  guint32 value = cell[0] | cell[1] << 8 | cell[2] << 16;

  return size == 4 ? value | (guint32) cell[3] << 24 : value;
}

static guint64
odd_key (guint32 row,
         guint   column)
{
  return (guint64) row << 32 | column;
}

static void
append_narrow (ThTable     *self,
               guint        column,
               gint64       value,
               guint8      *cell)
{
  const Place *place = &self->places[column];
  guint32 none = narrow_none (place->size);

  if (value == TH_CELL_NONE || (place->is_small && (value < 0 || value >= G_MAXUINT32)))
    {
      write_narrow (cell, place->size, none);
      return;
    }
  if (value >= 0 && value < none - 1)
    {
      write_narrow (cell, place->size, value);
      return;
    }

  write_narrow (cell, place->size, none - 1);
  th_odd_values_append (&self->odd, odd_key (self->rows.n_written - 1, column), value);
}

/* Returns the number of the combination in @self->cells, which is stored unless it is a recent
 * one. */
static guint32
append_combination (ThTable *self)
{
  guint n_words = self->combinations.element_size / sizeof (guint64);
  guint64 hash = 0;
  guint32 *recent;

  for (guint i = 0; i < n_words; i++)
    hash = (hash ^ self->cells[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  recent = &self->recent[(hash >> 32) % N_RECENT];

  if (*recent == 0 || memcmp (th_series_get (&self->combinations, *recent - 1), self->cells,
                              self->combinations.element_size) != 0)
    {
      memcpy (th_series_append (&self->combinations), self->cells, self->combinations.element_size);
      *recent = self->combinations.n_written;
    }
  return *recent - 1;
}

void
th_table_append (ThTable      *self,
                 ThRef         anchor,
                 const gint64 *cells)
{
  guint8 *row, *small;

  if (self->rows.n_written == G_MAXUINT32 - 1)
    return;

  row = th_series_append (&self->rows);
  small = self->number > 0 ? (guint8 *) self->cells : row;
  memcpy (row, &anchor, sizeof anchor);
  for (guint i = 0; i < self->n_stored; i++)
    {
      guint column = self->stored[i];
      const Place *place = &self->places[column];

      if (place->size == 8)
        memcpy (row + place->offset, &cells[column], sizeof cells[column]);
      else
        append_narrow (self, column, cells[column],
                       (place->is_small ? small : row) + place->offset);
    }
  if (self->number > 0)
    {
      guint32 number = append_combination (self);

      memcpy (row + self->number, &number, sizeof number);
    }
}

void
th_table_publish (ThTable *self)
{
  th_odd_values_publish (&self->odd);
  th_series_publish (&self->combinations);
  th_series_publish (&self->rows);
}

const ThTableInfo *
th_table_get_info (const ThTable *self)
{
  return self->info;
}

guint32
th_table_get_n (const ThTable *self)
{
  return th_series_get_length (&self->rows);
}

ThRef
th_table_get_anchor (const ThTable *self,
                     guint32        row)
{
  ThRef anchor;

  g_return_val_if_fail (row < th_table_get_n (self), TH_REF_NONE);

  memcpy (&anchor, th_series_get (&self->rows, row), sizeof anchor);
  return anchor;
}

/* The cells of the combination that @row has. */
static const guint8 *
get_combination (const ThTable *self,
                 const guint8  *row)
{
  guint32 number;

  memcpy (&number, row + self->number, sizeof number);
  return th_series_get (&self->combinations, number);
}

gint64
th_table_get_cell (const ThTable *self,
                   guint32        row,
                   guint          column)
{
  const Place *place;
  const guint8 *cell;
  gint64 value;
  guint32 none, narrow;

  g_return_val_if_fail (row < th_table_get_n (self) && column < self->info->n_columns,
                        TH_CELL_NONE);

  place = &self->places[column];
  if (place->size == 0)
    return self->derive != NULL ? self->derive (self->data, row, column) : TH_CELL_NONE;

  cell = th_series_get (&self->rows, row);
  if (place->is_small && self->number > 0)
    cell = get_combination (self, cell);
  cell += place->offset;
  if (place->size == 8)
    {
      memcpy (&value, cell, sizeof value);
      return value;
    }

  none = narrow_none (place->size);
  narrow = read_narrow (cell, place->size);
  if (G_LIKELY (narrow < none - 1))
    return narrow;

  return narrow == none ? TH_CELL_NONE : th_odd_values_get (&self->odd, odd_key (row, column));
}

gint
th_table_find_column (const ThTable *self,
                      const char    *id)
{
  for (guint i = 0; i < self->info->n_columns; i++)
    if (strcmp (self->info->columns[i].id, id) == 0)
      return i;

  return -1;
}

gint64
th_table_get_cell_by_id (const ThTable *self,
                         guint32        row,
                         const char    *id)
{
  gint column = th_table_find_column (self, id);

  return column >= 0 ? th_table_get_cell (self, row, column) : TH_CELL_NONE;
}
