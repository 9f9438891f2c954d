/* th-drops-table.c - dropped packets as a table: one line per reason, place and device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-text-values.h"
#include "th-drops-table.h"

gboolean
th_drops_find (ThDrops     *self,
               ThRecording *recording,
               GPtrArray   *all)
{
  *self = (ThDrops) { .recording = recording };
  self->table = th_results_find_table_in (all, "drops", &self->results);
  return self->table != NULL;
}

static gint
find_column (const ThTable *table,
             const char    *id)
{
  const ThTableInfo *info = th_table_get_info (table);

  for (guint i = 0; i < info->n_columns; i++)
    if (strcmp (info->columns[i].id, id) == 0)
      return i;

  return -1;
}

gint64
th_drops_get_cell (const ThDrops *self,
                   guint32        row,
                   const char    *id)
{
  gint column = find_column (self->table, id);

  return column >= 0 ? th_table_get_cell (self->table, row, column) : TH_CELL_NONE;
}

gboolean
th_drops_is_purge (const ThDrops *self,
                   guint32        row)
{
  gint64 kind = th_drops_get_cell (self, row, "kind");

  return kind != TH_CELL_NONE && strcmp (th_results_get_word (self->results, kind), "purge") == 0;
}

ThTextTable *
th_drops_make_table (const ThDrops *self,
                     gboolean       purged,
                     gint64        *n_packets)
{
  const ThTableInfo *info = th_table_get_info (self->table);
  gint kind = find_column (self->table, "kind");
  ThTextTable *lines;
  g_autoptr(GString) alignment = g_string_new (NULL);

  for (guint i = 0; i < info->n_columns; i++)
    if ((gint) i != kind)
      g_string_append_c (alignment, info->columns[i].kind == TH_COLUMN_TEXT ? 'l' : 'r');
  *n_packets = 0;
  lines = th_text_table_new (alignment->str);
  for (guint i = 0; i < info->n_columns; i++)
    if ((gint) i != kind)
      th_text_table_add (lines, _(info->columns[i].title));

  for (guint32 row = 0; row < th_table_get_n (self->table); row++)
    {
      if (th_drops_is_purge (self, row) != purged)
        continue;
      *n_packets += MAX (th_drops_get_cell (self, row, "count"), 0);
      for (guint i = 0; i < info->n_columns; i++)
        if ((gint) i != kind)
          th_text_table_take (lines,
                             th_text_format_cell (self->recording, self->results, self->table, row,
                                                 i));
    }

  return lines;
}
