/* th-perfdata-fields.c - fields and text of samples without an event format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stddef.h>

#include "th-perfdata-attr.h"
#include "th-perfdata-fields.h"
#include "th-perfdata-file.h"

/* PERF_RECORD_MISC_CPUMODE_MASK */
static const ThFieldValue modes[] = {
  { 1, "kernel" }, { 2, "user" }, { 3, "hypervisor" }, { 4, "guest-kernel" }, { 5, "guest-user" },
};

#define FIELD(member, c_type, field_kind, field_flags) \
  { .name = #member, .type_name = c_type, .offset = offsetof (ThPfRecord, member), \
    .size = sizeof ((ThPfRecord *) 0)->member, .kind = field_kind, .flags = field_flags }

/* All fields, each with the part of the sample that it needs; 0: always available. */
static const struct
{
  guint64 needs;
  ThField field;
} all[] = {
  { TH_PF_S_TID, FIELD (pid, "int", TH_FIELD_INT, TH_FIELD_SIGNED) },
  { TH_PF_S_TID, FIELD (tid, "int", TH_FIELD_INT, TH_FIELD_SIGNED) },
  { TH_PF_S_IP, FIELD (ip, "unsigned long", TH_FIELD_SYMBOL, TH_FIELD_HEX) },
  { TH_PF_S_IP, FIELD (sym, "unsigned long", TH_FIELD_FUNCTION, 0) },
  { TH_PF_S_IP, FIELD (dso, "char[]", TH_FIELD_STRING, 0) },
  { TH_PF_S_ADDR, FIELD (addr, "unsigned long", TH_FIELD_POINTER, TH_FIELD_HEX) },
  { TH_PF_S_PERIOD, FIELD (period, "u64", TH_FIELD_INT, 0) },
  { TH_PF_S_CPU, FIELD (cpu, "unsigned int", TH_FIELD_INT, 0) },
  { 0,
    { .name = "mode", .type_name = "unsigned int", .offset = offsetof (ThPfRecord, mode), .size = 4,
      .kind = TH_FIELD_INT,
      .flags = TH_FIELD_SYMBOLIC, .values = modes, .n_values = G_N_ELEMENTS (modes) } },
};

const ThFieldTable *
th_pf_fields_for (ThPfFile       *self,
                  const ThPfAttr *attr)
{
  ThFieldTable *table;
  ThField *fields;

  g_mutex_lock (&self->lock);
  table = g_hash_table_lookup (self->tables, attr);
  if (table == NULL)
    {
      table = g_new0 (ThFieldTable, 1);
      table->fields = fields = g_new0 (ThField, G_N_ELEMENTS (all));
      for (guint i = 0; i < G_N_ELEMENTS (all); i++)
        if (all[i].needs == 0 || (attr->sample_type & all[i].needs) != 0)
          fields[table->n_fields++] = all[i].field;
      g_hash_table_insert (self->tables, (gpointer) attr, table);
    }
  g_mutex_unlock (&self->lock);

  return table;
}

static const char *
mode_name (guint32 mode)
{
  return mode >= 1 && mode <= G_N_ELEMENTS (modes) ? modes[mode - 1].name : NULL;
}

void
th_pf_record_print (const ThPfRecord *record,
                    const ThPfAttr   *attr,
                    gboolean          raw,
                    GString          *text)
{
  const char *mode = mode_name (record->mode);

  if (raw && attr->tid != TH_PF_ABSENT)
    g_string_append_printf (text, " pid=%d tid=%d", record->pid, record->tid);
  if (attr->ip != TH_PF_ABSENT)
    g_string_append_printf (text, " ip=0x%" G_GINT64_MODIFIER "x", record->ip);
  if (attr->addr != TH_PF_ABSENT && (raw || record->addr != 0))
    g_string_append_printf (text, " addr=0x%" G_GINT64_MODIFIER "x", record->addr);
  if (attr->period != TH_PF_ABSENT)
    g_string_append_printf (text, " period=%" G_GUINT64_FORMAT, record->period);
  if (raw && attr->cpu != TH_PF_ABSENT)
    g_string_append_printf (text, " cpu=%u", record->cpu);
  if (raw)
    g_string_append_printf (text, " mode=%u", record->mode);
  else if (mode != NULL)
    g_string_append_printf (text, " mode=%s", mode);
}
