/* th-perfdata-notes.c - records that are no samples and yet events: switches, namespaces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * They are in a recording whose maker asked for them (perf record
 * --switch-events, --namespaces).  COMM, FORK and EXIT are in every recording
 * and are no events, as in what perf script prints: they name the tasks.
 */
#include "config.h"

#include <stddef.h>

#include "th-recording-private.h"
#include "th-perfdata.h"

/* PERF_RECORD_MISC_SWITCH_OUT, …_PREEMPT */
#define MISC_OUT (1 << 13)
#define MISC_PREEMPT (1 << 14)
#define FIRST_NAMESPACE 24 /* u64 device, u64 inode, each */

#define FIELD(field_name, member, c_type, field_flags) \
  { .name = field_name, .type_name = c_type, .offset = offsetof (ThPfNote, member), \
    .size = sizeof ((ThPfNote *) 0)->member, .kind = TH_FIELD_INT, .flags = field_flags }

static const ThField in_fields[] = {
  FIELD ("prev_pid", pid, "int", TH_FIELD_SIGNED),
  FIELD ("prev_tid", tid, "int", TH_FIELD_SIGNED),
};
static const ThField out_fields[] = {
  FIELD ("preempt", preempt, "bool", TH_FIELD_BOOL),
  FIELD ("next_pid", pid, "int", TH_FIELD_SIGNED),
  FIELD ("next_tid", tid, "int", TH_FIELD_SIGNED),
};
/* In the order of the kernel's enum of namespaces (NET_NS_INDEX …). */
static const ThField namespace_fields[] = {
  FIELD ("pid", pid, "int", TH_FIELD_SIGNED),          FIELD ("tid", tid, "int", TH_FIELD_SIGNED),
  FIELD ("net_ns", namespaces[0], "u64", 0),           FIELD ("uts_ns", namespaces[1], "u64", 0),
  FIELD ("ipc_ns", namespaces[2], "u64", 0),           FIELD ("pid_ns", namespaces[3], "u64", 0),
  FIELD ("user_ns", namespaces[4], "u64", 0),          FIELD ("mnt_ns", namespaces[5], "u64", 0),
  FIELD ("cgroup_ns", namespaces[6], "u64", 0),
};

static const struct
{
  const char  *name;
  ThFieldTable fields;
} kinds[TH_PF_N_NOTES] = {
  { "switch_in", { in_fields, G_N_ELEMENTS (in_fields) } },
  { "switch_out", { out_fields, G_N_ELEMENTS (out_fields) } },
  { "namespaces", { namespace_fields, G_N_ELEMENTS (namespace_fields) } },
};

static guint
kind_of (const guint8 *record,
         gboolean      big_endian)
{
  if (th_pf_record_type (record, big_endian) == TH_PF_NAMESPACES)
    return 2;
  return (th_td_u16 (record + 4, big_endian) & MISC_OUT) != 0 ? 1 : 0;
}

guint16
th_pf_note_type (ThPfFile     *file,
                 const guint8 *record)
{
  guint kind = kind_of (record, file->big_endian);
  gint type = g_atomic_int_get (&file->note_types[kind]);

  if (type == 0)
    {
      type = (gint) MIN (th_recording_intern_type (file->recording, "perf", kinds[kind].name), TH_TYPE_OTHER) + 1;
      g_atomic_int_set (&file->note_types[kind], type);
    }
  return type - 1;
}

const ThFieldTable *
th_pf_note_fields (ThPfFile *file,
                   guint     type)
{
  for (guint i = 0; i < TH_PF_N_NOTES; i++)
    if (g_atomic_int_get (&file->note_types[i]) == (gint) type + 1)
      return &kinds[i].fields;
  return NULL;
}

/* What lies outside of the record lies outside of what is filled. */
gsize
th_pf_note_fill (const ThPfFile *file,
                 const guint8   *record,
                 guint32         size,
                 ThPfNote       *note)
{
  const ThPfAttr *attr = th_pf_trail_attr (file, record, size);
  gboolean big_endian = file->big_endian;
  guint64 n;

  size -= attr != NULL ? attr->trail : 0;
  *note = (ThPfNote) { .preempt = (th_td_u16 (record + 4, big_endian) & MISC_PREEMPT) != 0 };
  if (size < 16)
    return offsetof (ThPfNote, pid);

  note->pid = (gint32) th_td_u32 (record + 8, big_endian);
  note->tid = (gint32) th_td_u32 (record + 12, big_endian);
  if (size < FIRST_NAMESPACE || kind_of (record, big_endian) != 2)
    return offsetof (ThPfNote, namespaces);

  n = MIN (th_td_u64 (record + 16, big_endian), (size - FIRST_NAMESPACE) / 16);
  n = MIN (n, G_N_ELEMENTS (note->namespaces));
  for (guint i = 0; i < n; i++)
    note->namespaces[i] = th_td_u64 (record + FIRST_NAMESPACE + i * 16 + 8, big_endian);
  return offsetof (ThPfNote, namespaces) + n * sizeof note->namespaces[0];
}

void
th_pf_note_print (const ThPfFile *file,
                  const guint8   *record,
                  guint32         size,
                  GString        *text)
{
  ThPfNote note;
  ThPayload payload = { (const guint8 *) &note, th_pf_note_fill (file, record, size, &note), G_BYTE_ORDER == G_BIG_ENDIAN };
  const ThFieldTable *fields = &kinds[kind_of (record, file->big_endian)].fields;
  guint64 value;

  for (guint i = 0; i < fields->n_fields; i++)
    if (th_field_read_u64 (&fields->fields[i], &payload, &value))
      g_string_append_printf (text, "%s%s=%" G_GINT64_FORMAT, i > 0 ? " " : "", fields->fields[i].name, (gint64) value);
}
