/* th-perfdata-file.c - the description of a perf.data file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-perfdata-again.h"
#include "th-perfdata-attr.h"
#include "th-perfdata-file.h"
#include "th-perfdata-maps.h"
#include "th-perfdata-symbols.h"
#include "th-perfdata-unwind.h"

ThPfFile *
th_pf_file_new (ThBytes     *bytes,
                ThRecording *recording)
{
  ThPfFile *self = g_new0 (ThPfFile, 1);

  self->base.bytes = th_bytes_ref (bytes);
  self->base.recording = recording;
  self->attrs = g_ptr_array_new_with_free_func ((GDestroyNotify) th_pf_attr_free);
  self->attr_of_type = g_hash_table_new (NULL, NULL);
  self->symbols = th_pf_symbols_new ();
  self->tables = g_hash_table_new (NULL, NULL);
  self->maps = th_pf_maps_new ();
  self->unwind = th_pf_unwind_new (self->maps);
  self->modules = th_pf_modules_new (self->maps);
  self->wall_offset = TH_TIME_NONE;
  self->id_hash = th_hash_keys ();
  g_mutex_init (&self->lock);
  self->sideband = th_load_options_get_sideband ();
  return self;
}

void
th_pf_file_free (ThPfFile *self)
{
  GHashTableIter iter;
  gpointer table;

  g_hash_table_iter_init (&iter, self->tables);
  while (g_hash_table_iter_next (&iter, NULL, &table))
    {
      g_free ((gpointer) ((ThFieldTable *) table)->fields);
      g_free (table);
    }
  g_clear_pointer (&self->again, th_pf_again_free);
  g_hash_table_unref (self->tables);
  g_hash_table_unref (self->attr_of_type);
  th_pf_symbols_free (self->symbols);
  th_pf_modules_free (self->modules);
  th_pf_unwind_free (self->unwind);
  th_pf_maps_free (self->maps);
  g_clear_pointer (&self->base.formats, th_formats_free);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_clear_pointer (&self->spool, th_spool_free);
  g_ptr_array_unref (self->attrs);
  g_free (self->ids);
  g_mutex_clear (&self->lock);
  th_bytes_unref (self->base.bytes);
  g_free (self);
}

ThByteCursor
th_pf_file_cursor (ThPfFile *self,
                   guint64   offset,
                   guint64   size)
{
  guint64 all = th_bytes_get_size (self->base.bytes);
  guint64 end = offset <= all ? offset + MIN (size, all - offset) : offset;

  return (ThByteCursor) { self->base.bytes, offset, end, self->big_endian, FALSE };
}

/* --- attributes and their ids ------------------------------------------ */

gboolean
th_pf_file_add_attr (ThPfFile *self,
                     ThPfAttr *attr)
{
  if (self->attrs->len >= TH_PF_MAX_ATTRS)
    {
      th_pf_attr_free (attr);
      return FALSE;
    }

  g_ptr_array_add (self->attrs, attr);
  return TRUE;
}

/* --- by id ------------------------------------------------------------- */

static void
grow_ids (ThPfFile *self)
{
  guint32 size = MAX (self->ids_size * 2, 64);
  ThPfId *ids = g_new0 (ThPfId, size);

  for (guint32 i = 0; i < self->ids_size; i++)
    if (self->ids[i].attr != 0)
      *th_pf_id_slot (self, ids, size, self->ids[i].id) = self->ids[i];
  g_free (self->ids);
  self->ids = ids;
  self->ids_size = size;
}

gboolean
th_pf_file_add_id (ThPfFile *self,
                   guint64   id,
                   guint32   attr)
{
  ThPfId *slot;

  /* A limit, as overlapping lists could repeat the same bytes endlessly. */
  if (self->n_ids_read >= MIN (TH_PF_MAX_IDS, th_bytes_get_size (self->base.bytes) / sizeof id))
    return FALSE;

  self->n_ids_read++;
  if (self->n_ids >= self->ids_size / 2)
    grow_ids (self);

  slot = th_pf_id_slot (self, self->ids, self->ids_size, id);
  self->n_ids += slot->attr == 0;
  *slot = (ThPfId) { id, attr + 1 };
  return TRUE;
}
