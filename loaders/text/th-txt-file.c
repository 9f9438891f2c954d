/* th-txt-file.c - an open text trace: its bytes, CPUs, types and symbols
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-hash.h"
#include "th-strings.h"
#include "th-txt-fields.h"
#include "th-txt-file.h"
#include "th-txt-types.h"

ThTxtFile *
th_txt_file_new (ThBytes     *bytes,
                 ThRecording *recording)
{
  ThTxtFile *self = g_new0 (ThTxtFile, 1);

  self->base.bytes = th_bytes_ref (bytes);
  self->base.recording = recording;
  self->types = th_txt_types_new (recording);
  self->cpus = g_array_new (FALSE, FALSE, sizeof (ThTxtCpu));
  self->names = th_strings_new ();
  self->symbols = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);
  self->made = g_hash_table_new (th_string_hash, g_str_equal);
  self->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) th_txt_table_free);
  self->table_of_type = g_hash_table_new (NULL, NULL);
  g_mutex_init (&self->symbol_lock);
  return self;
}

void
th_txt_file_free (ThTxtFile *self)
{
  g_mutex_clear (&self->symbol_lock);
  g_hash_table_unref (self->table_of_type);
  g_ptr_array_unref (self->tables);
  g_hash_table_unref (self->made);
  g_hash_table_unref (self->symbols);
  g_hash_table_unref (self->names);
  g_clear_pointer (&self->given, th_symbols_free);
  g_array_unref (self->cpus);
  th_txt_types_free (self->types);
  th_bytes_unref (self->base.bytes);
  g_free (self);
}

ThTxtCpu *
th_txt_file_cpu (ThTxtFile *self,
                 guint      number)
{
  guint index = self->cpu_index[number];

  return index > 0 ? &g_array_index (self->cpus, ThTxtCpu, index - 1) : NULL;
}
