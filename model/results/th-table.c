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
/* The number of recent combinations that are looked up.  An older one is stored again if it
 * recurs. */
#define N_RECENT 256

/* The position of a column's cells in a row, or in a combination. */
typedef struct
{
  guint16  column;
  guint16  offset;
  guint32  limit;     /* the lowest number that a narrow cell cannot hold */
  guint8   size;      /* 0: derived */
  gboolean is_small;  /* a word, a task or a CPU */
  gboolean is_shared; /* the cells are in combinations */
} Place;

struct _ThTable
{
  const ThTableInfo *info;
  ThSeries           rows;  /* ThRef, cells of 8 bytes, cells of 4, and cells of 3 or the number
                             * of their combination; not aligned */
  ThOddValues        odd;   /* cells that do not fit, by row and column */
  Place             *places;
  Place             *stored; /* those of the columns that are not derived */
  guint              n_stored;
  ThSeries           combinations; /* cells of 4 bytes; none if @number is 0 */
  guint              number;  /* where a row has the number of its combination */
  guint              n_pairs; /* half the number of cells of a combination, rounded up */
  guint64           *cells;   /* the combination that is being appended, in pairs of cells */
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

/* Narrow cells are little-endian.  All ones: empty; one less: the cell is among the odd ones. */
static guint32
narrow_none (guint size)
{
  return G_MAXUINT32 >> (32 - 8 * MIN (size, sizeof (guint32)));
}

static guint
place_columns (ThTable *self,
               guint    size,
               guint    offset)
{
  for (guint i = 0; i < self->info->n_columns; i++)
    if (column_size (&self->info->columns[i]) == size)
      {
        self->places[i] = (Place) { i, offset, narrow_none (size) - 1, size,
                                    is_small (&self->info->columns[i]), FALSE };
        offset += size;
      }

  return offset;
}

static gboolean
can_share (const ThTable *self,
           guint          column)
{
  return !self->info->columns[column].derived && is_small (&self->info->columns[column]);
}

static guint
count_shareable (const ThTable *self)
{
  guint n = 0;

  for (guint i = 0; i < self->info->n_columns; i++)
    n += can_share (self, i);
  return n;
}

/* Gives the columns of words, tasks and CPUs their places in a combination, and its number a place
 * after the @size bytes that a row has so far.  Returns the new size of a row. */
static guint
share_columns (ThTable *self,
               ThArena *arena,
               guint    size)
{
  guint n = 0;

  for (guint i = 0; i < self->info->n_columns; i++)
    if (can_share (self, i))
      self->places[i] = (Place) { i, sizeof (guint32) * n++, narrow_none (sizeof (guint32)) - 1,
                                  sizeof (guint32), TRUE, TRUE };

  self->n_pairs = (n + 1) / 2;
  th_series_init (&self->combinations, arena, self->n_pairs * sizeof (guint64),
                  COMBINATIONS_SHIFT);
  self->cells = g_new0 (guint64, self->n_pairs);
  self->recent = g_new0 (guint32, N_RECENT);
  self->number = size;
  return size + sizeof (guint32);
}

static void
list_stored (ThTable *self)
{
  self->stored = g_new (Place, self->info->n_columns);
  for (guint i = 0; i < self->info->n_columns; i++)
    if (self->places[i].size > 0)
      self->stored[self->n_stored++] = self->places[i];
}

ThTable *
th_table_new (ThArena           *arena,
              const ThTableInfo *info)
{
  ThTable *self = g_new0 (ThTable, 1);
  guint size;

  self->info = info;
  self->places = g_new0 (Place, info->n_columns);
  size = place_columns (self, 8, sizeof (ThRef));
  size = place_columns (self, 4, size);
  size = count_shareable (self) >= MIN_SHARED ? share_columns (self, arena, size)
         : place_columns (self, 3, size);
  list_stored (self);
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

static void
write_narrow (guint8 *cell,
              guint   size,
              guint32 value)
{
  guint32 bytes = GUINT32_TO_LE (value);

  if (size == sizeof bytes)
    memcpy (cell, &bytes, sizeof bytes);
  else
    memcpy (cell, &bytes, 3);
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

/* Returns the number that represents a @value at or above the limit of @place. */
static guint32
pack_unusual (ThTable     *self,
              const Place *place,
              gint64       value)
{
  if (value == TH_CELL_NONE || (place->is_small && (value < 0 || value >= G_MAXUINT32)))
    return place->limit + 1;

  th_odd_values_append (&self->odd, odd_key (self->rows.n_written - 1, place->column), value);
  return place->limit;
}

/* Returns the number that represents @value in a cell of fewer than 8 bytes. */
static inline guint32
pack_narrow (ThTable     *self,
             const Place *place,
             gint64       value)
{
  if (G_LIKELY ((guint64) value < place->limit))
    return value;
  return value == TH_CELL_NONE ? place->limit + 1 : pack_unusual (self, place, value);
}

/* Returns the number of the combination in @self->cells, whose hash is @hash.  Stores it first
 * unless it is one of the recent combinations. */
static inline guint32
append_combination (ThTable *self,
                    guint64  hash)
{
  guint32 *recent = &self->recent[(hash >> 32) % N_RECENT];
  const guint64 *known = *recent == 0 ? NULL : th_series_get (&self->combinations, *recent - 1);
  guint64 differ = known == NULL;

  for (guint i = 0; i < self->n_pairs && known != NULL; i++)
    differ |= known[i] ^ self->cells[i];
  if (G_UNLIKELY (differ != 0))
    {
      memcpy (th_series_append (&self->combinations), self->cells,
              self->n_pairs * sizeof (guint64));
      *recent = self->combinations.n_written;
    }
  return *recent - 1;
}

void
th_table_append (ThTable      *self,
                 ThRef         anchor,
                 const gint64 *cells)
{
  const Place *end = self->stored + self->n_stored;
  guint8 *combination = (guint8 *) self->cells;
  guint64 hash = 0;
  guint32 number;
  guint8 *row;

  if (self->rows.n_written == G_MAXUINT32 - 1)
    return;

  row = th_series_append (&self->rows);
  memcpy (row, &anchor, sizeof anchor);
  for (const Place *place = self->stored; place < end; place++)
    {
      gint64 value = cells[place->column];

      if (place->is_shared)
        {
          number = pack_narrow (self, place, value);
          memcpy (combination + place->offset, &number, sizeof number);
          hash = (hash ^ number) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
        }
      else if (place->size == sizeof value)
        {
          memcpy (row + place->offset, &value, sizeof value);
        }
      else
        {
          write_narrow (row + place->offset, place->size, pack_narrow (self, place, value));
        }
    }
  if (self->number > 0)
    {
      number = append_combination (self, hash);
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
  if (place->is_shared)
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
