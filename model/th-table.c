/* th-table.c - rows with typed columns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-series.h"
#include "th-table.h"

#define CHUNK_SHIFT 7

struct _ThTable
{
  const ThTableInfo *info;
  ThSeries           rows;  /* ThRef, then the cells */
};

ThTable *
th_table_new (ThArena           *arena,
              const ThTableInfo *info)
{
  ThTable *self = g_new0 (ThTable, 1);

  self->info = info;
  th_series_init (&self->rows, arena, sizeof (ThRef) + info->n_columns * sizeof (gint64), CHUNK_SHIFT);
  return self;
}

void
th_table_free (ThTable *self)
{
  g_free (self);
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
  memcpy (row + sizeof anchor, cells, self->info->n_columns * sizeof (gint64));
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
  g_return_val_if_fail (row < th_table_get_n (self), TH_REF_NONE);

  return *(ThRef *) th_series_get (&self->rows, row);
}

gint64
th_table_get_cell (const ThTable *self,
                   guint32        row,
                   guint          column)
{
  const guint8 *cells;

  g_return_val_if_fail (row < th_table_get_n (self) && column < self->info->n_columns, TH_CELL_NONE);

  cells = th_series_get (&self->rows, row);
  return *(gint64 *) (cells + sizeof (ThRef) + column * sizeof (gint64));
}
