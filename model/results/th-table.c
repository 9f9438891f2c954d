/* th-table.c - rows with typed columns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-series.h"
#include "th-table.h"

#define CHUNK_SHIFT 7

#define NONE_32 G_MAXUINT32

/* The position of a column's cells in a row. */
typedef struct
{
  guint16 offset;
  guint16 size;   /* 0: derived */
} Place;

struct _ThTable
{
  const ThTableInfo *info;
  ThSeries           rows;  /* ThRef, cells of 8 bytes, cells of 4 */
  Place             *places;
  ThCellFunc         derive;
  gconstpointer      data;
  ThRowFlowsFunc     flows;
  gpointer           flows_data;
};

static guint
column_size (const ThColumn *column)
{
  if (column->derived)
    return 0;

  return column->kind == TH_COLUMN_TEXT || column->kind == TH_COLUMN_TASK ||
         column->kind == TH_COLUMN_CPU ? 4 : 8;
}

static guint
place_columns (ThTable *self,
               guint    size,
               guint    offset)
{
  for (guint i = 0; i < self->info->n_columns; i++)
    if (column_size (&self->info->columns[i]) == size)
      {
        self->places[i] = (Place) { offset, size };
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
  th_series_init (&self->rows, arena, size, CHUNK_SHIFT);
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
      else if (place->size == 4)
        *(guint32 *) (row + place->offset) = cells[i] >= 0 && cells[i] < NONE_32 ? cells[i]
                                                                                 : NONE_32;
    }
}

void
th_table_publish (ThTable *self)
{
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
  guint32 small;

  g_return_val_if_fail (row < th_table_get_n (self) && column < self->info->n_columns,
                        TH_CELL_NONE);

  place = &self->places[column];
  cell = (const guint8 *) th_series_get (&self->rows, row) + place->offset;
  if (place->size == 0)
    return self->derive != NULL ? self->derive (self->data, row, column) : TH_CELL_NONE;
  if (place->size == 4)
    {
      memcpy (&small, cell, sizeof small);
      return small == NONE_32 ? TH_CELL_NONE : small;
    }

  memcpy (&value, cell, sizeof value);
  return value;
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
