/* th-perfdata-notes.c - records that are no samples and yet events: switches, namespaces, losses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Switches and namespaces are in a recording whose maker asked for them (perf
 * record --switch-events, --namespaces).  Losses and throttling are gaps, and
 * events only on demand (th_loader_set_show_lost()), as perf script prints them
 * only then.  COMM, FORK and EXIT are in every recording and are no events, as in
 * what perf script prints: they name the tasks, and tell their processes.
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
  FIELD ("net_ns", words[0], "u64", 0),           FIELD ("uts_ns", words[1], "u64", 0),
  FIELD ("ipc_ns", words[2], "u64", 0),           FIELD ("pid_ns", words[3], "u64", 0),
  FIELD ("user_ns", words[4], "u64", 0),          FIELD ("mnt_ns", words[5], "u64", 0),
  FIELD ("cgroup_ns", words[6], "u64", 0),
};

static const ThField lost_fields[] = { FIELD ("lost", words[0], "u64", 0), FIELD ("id", words[1], "u64", 0) };
static const ThField throttle_fields[] = { FIELD ("id", words[0], "u64", 0), FIELD ("stream_id", words[1], "u64", 0) };

enum
{
  SWITCH_IN,
  SWITCH_OUT,
  NAMESPACES,
  LOST,
  LOST_SAMPLES,
  THROTTLE,
  UNTHROTTLE
};

static const struct
{
  const char  *name;
  ThFieldTable fields;
} kinds[TH_PF_N_NOTES] = {
  [SWITCH_IN] = { "switch_in", { in_fields, G_N_ELEMENTS (in_fields) } },
  [SWITCH_OUT] = { "switch_out", { out_fields, G_N_ELEMENTS (out_fields) } },
  [NAMESPACES] = { "namespaces", { namespace_fields, G_N_ELEMENTS (namespace_fields) } },
  [LOST] = { "lost", { lost_fields, G_N_ELEMENTS (lost_fields) } },
  [LOST_SAMPLES] = { "lost_samples", { lost_fields, 1 } },
  [THROTTLE] = { "throttle", { throttle_fields, G_N_ELEMENTS (throttle_fields) } },
  [UNTHROTTLE] = { "unthrottle", { throttle_fields, G_N_ELEMENTS (throttle_fields) } },
};

static guint
kind_of (const guint8 *record,
         gboolean      big_endian)
{
  switch (th_pf_record_type (record, big_endian))
    {
    case TH_PF_NAMESPACES:
      return NAMESPACES;
    case TH_PF_LOST:
      return LOST;
    case TH_PF_LOST_SAMPLES:
      return LOST_SAMPLES;
    case TH_PF_THROTTLE:
      return THROTTLE;
    case TH_PF_UNTHROTTLE:
      return UNTHROTTLE;
    default:
      return (th_bytes_u16 (record + 4, big_endian) & MISC_OUT) != 0 ? SWITCH_OUT : SWITCH_IN;
    }
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

/* LOST has its id first, THROTTLE its time. */
static gsize
fill_words (const guint8 *record,
            guint32       size,
            gboolean      big_endian,
            guint         kind,
            ThPfNote     *note)
{
  guint n = MIN ((size - TH_PF_HEADER) / 8, 3);
  guint64 words[3] = { 0 };

  for (guint i = 0; i < n; i++)
    words[i] = th_bytes_u64 (record + TH_PF_HEADER + i * 8, big_endian);
  if (kind == LOST_SAMPLES)
    note->words[0] = words[0];
  else
    {
      note->words[0] = words[1];
      note->words[1] = kind == LOST ? words[0] : words[2];
    }
  return n >= (kind == LOST_SAMPLES ? 1 : kind == LOST ? 2 : 3) ? sizeof *note : offsetof (ThPfNote, words);
}

static gsize
fill_namespaces (const guint8 *record,
                 guint32       size,
                 gboolean      big_endian,
                 ThPfNote     *note)
{
  guint64 n = MIN (th_bytes_u64 (record + 16, big_endian), (size - FIRST_NAMESPACE) / 16);

  n = MIN (n, G_N_ELEMENTS (note->words));
  for (guint i = 0; i < n; i++)
    note->words[i] = th_bytes_u64 (record + FIRST_NAMESPACE + i * 16 + 8, big_endian);
  return offsetof (ThPfNote, words) + n * sizeof note->words[0];
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
  guint kind = kind_of (record, big_endian);

  size -= attr != NULL ? attr->trail : 0;
  *note = (ThPfNote) { .preempt = (th_bytes_u16 (record + 4, big_endian) & MISC_PREEMPT) != 0 };
  if (kind >= LOST)
    return fill_words (record, size, big_endian, kind, note);
  if (size < 16)
    return offsetof (ThPfNote, pid);

  note->pid = (gint32) th_bytes_u32 (record + 8, big_endian);
  note->tid = (gint32) th_bytes_u32 (record + 12, big_endian);
  if (size < FIRST_NAMESPACE || kind != NAMESPACES)
    return offsetof (ThPfNote, words);
  return fill_namespaces (record, size, big_endian, note);
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
