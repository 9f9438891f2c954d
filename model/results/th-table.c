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

/* The position of a column's cells in a row. */
typedef struct
{
  guint16  offset;
  guint8   size;     /* 0: derived */
  gboolean is_small; /* a word, a task or a CPU */
} Place;

struct _ThTable
{
  const ThTableInfo *info;
  ThSeries           rows;  /* ThRef, cells of 8 bytes, cells of 4, cells of 3; not aligned */
  ThOddValues        odd;   /* cells that do not fit, by row and column */
  Place             *places;
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
  size = place_columns (self, 3, size);
  th_series_init (&self->rows, arena, size, CHUNK_SHIFT);
  th_odd_values_init (&self->odd, arena);
  return self;
}

void
th_table_free (ThTable *self)
{
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
  for (guint i = 0; i < size; i++)
    cell[i] = value >> 8 * i;
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

void
th_table_append (ThTable      *self,
                 ThRef         anchor,
                 const gint64 *cells)
{
  guint8 *row;

  if (self->rows.n_written == G_MAXUINT32 - 1)
    return;

  row = th_series_append (&self->rows);
  memcpy (row, &anchor, sizeof anchor);
  for (guint i = 0; i < self->info->n_columns; i++)
    {
      const Place *place = &self->places[i];

      if (place->size == 8)
        memcpy (row + place->offset, &cells[i], sizeof cells[i]);
      else if (place->size > 0)
        append_narrow (self, i, cells[i], row + place->offset);
    }
}

void
th_table_publish (ThTable *self)
{
  th_odd_values_publish (&self->odd);
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
  cell = (const guint8 *) th_series_get (&self->rows, row) + place->offset;
  if (place->size == 0)
    return self->derive != NULL ? self->derive (self->data, row, column) : TH_CELL_NONE;
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
