/* th-txt-tables.c - the field table of each event type of a text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-txt-fields.h"
#include "th-txt-file.h"
#include "th-txt-tables.h"
#include "th-txt-types.h"
#include "th-txt-values.h"
#include "th-txt-window.h"

static void
add_sample (ThTxtWindow *window,
            ThTxtTable  *table,
            ThTxtType   *type,
            guint64      place)
{
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (ThTxtValue));

  if (!th_txt_window_read (window, place) ||
      th_txt_types_look_up (window->file->types, &window->line) != type)
    return;

  th_txt_parse_values (type->name, window->line.info, values);
  th_txt_table_add (table, values);
}

static ThTxtTable *
build_table (ThTxtFile *file,
             ThTxtType *type)
{
  g_autoptr(GArray) samples = th_txt_types_dup_samples (file->types, type);
  ThTxtTable *table = th_txt_table_new ();
  ThTxtWindow window;

  th_txt_window_init (&window, file);
  for (guint i = 0; i < samples->len; i++)
    add_sample (&window, table, type, g_array_index (samples, guint64, i));
  th_txt_window_clear (&window);
  th_txt_table_seal (table);
  return table;
}

const ThTxtTable *
th_txt_tables_get (ThTxtFile *file,
                   guint      number)
{
  ThTxtType *type = th_txt_types_get (file->types, number);
  ThTxtTable *table;

  g_mutex_lock (&file->symbol_lock);
  table = g_hash_table_lookup (file->table_of_type, GUINT_TO_POINTER (number + 1));
  g_mutex_unlock (&file->symbol_lock);
  if (table != NULL || type == NULL)
    return table;

  table = build_table (file, type);

  /* If another thread was faster, its table is used and ours is dropped. */
  g_mutex_lock (&file->symbol_lock);
  g_ptr_array_add (file->tables, table);
  if (!g_hash_table_contains (file->table_of_type, GUINT_TO_POINTER (number + 1)))
    g_hash_table_insert (file->table_of_type, GUINT_TO_POINTER (number + 1), table);
  table = g_hash_table_lookup (file->table_of_type, GUINT_TO_POINTER (number + 1));
  g_mutex_unlock (&file->symbol_lock);
  return table;
}

gboolean
th_txt_tables_lack (ThTxtFile *file)
{
  g_autoptr(GHashTable) used = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer number, table;
  gboolean lack = FALSE;

  g_mutex_lock (&file->symbol_lock);
  g_hash_table_iter_init (&iter, file->table_of_type);
  while (g_hash_table_iter_next (&iter, &number, &table))
    g_hash_table_insert (used, number, table);
  g_mutex_unlock (&file->symbol_lock);

  g_hash_table_iter_init (&iter, used);
  while (!lack && g_hash_table_iter_next (&iter, &number, &table))
    {
      ThTxtTable *now = build_table (file,
                                     th_txt_types_get (file->types, GPOINTER_TO_UINT (number) - 1));

      lack = !th_txt_table_equal (table, now);
      th_txt_table_free (now);
    }
  return lack;
}
