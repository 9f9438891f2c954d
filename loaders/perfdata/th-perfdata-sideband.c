/* th-perfdata-sideband.c - sideband records as events: switches, namespaces, losses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Switches and namespaces are recorded on request (perf record --switch-events,
 * --namespaces), so they are always events.  Records that are in every recording provide
 * names, processes and gaps; they are events only on request (ThSideband), as in perf
 * script.  Layouts: linux/perf_event.h, enum perf_event_type.
 */
#include "config.h"

#include <stddef.h>
#include <string.h>

#include "th-byte-cursor.h"
#include "th-perfdata-file.h"
#include "th-perfdata-record.h"
#include "th-perfdata-sample.h"
#include "th-perfdata-sideband.h"
#include "th-source.h"

/* PERF_RECORD_MISC_SWITCH_OUT, …_PREEMPT */
#define MISC_OUT (1 << 13)
#define MISC_PREEMPT (1 << 14)
#define MISC_EXEC (1 << 13)     /* of COMM */
#define COMM_SIZE 16
#define FIRST_NAMESPACE 24 /* u64 device, u64 inode, each */

#define FIELD(field_name, member, c_type, field_flags) \
  { .name = field_name, .type_name = c_type, .offset = offsetof (ThPfSideband, member), \
    .size = sizeof ((ThPfSideband *) 0)->member, .kind = TH_FIELD_INT, .flags = field_flags }

static const ThField in_fields[] = {
  FIELD ("prev_pid", pid, "int", TH_FIELD_SIGNED),
  FIELD ("prev_tid", tid, "int", TH_FIELD_SIGNED),
};
static const ThField out_fields[] = {
  FIELD ("preempt", preempt, "bool", TH_FIELD_BOOL),
  FIELD ("next_pid", pid, "int", TH_FIELD_SIGNED),
  FIELD ("next_tid", tid, "int", TH_FIELD_SIGNED),
};
#define ADDRESS(field_name, member) \
  { .name = field_name, .type_name = "u64", .offset = offsetof (ThPfSideband, member), .size = 8, \
    .kind = TH_FIELD_INT, .flags = TH_FIELD_HEX }
#define TEXT(field_name) \
  { .name = field_name, .type_name = "char[]", .offset = offsetof (ThPfSideband, name), \
    .size = TH_PF_SIDEBAND_NAME, .kind = TH_FIELD_STRING }

/* In the order of the kernel's enum of namespaces (NET_NS_INDEX …). */
static const ThField namespace_fields[] = {
  FIELD ("pid", pid, "int", TH_FIELD_SIGNED),          FIELD ("tid", tid, "int", TH_FIELD_SIGNED),
  FIELD ("net_ns", words[0], "u64", 0),           FIELD ("uts_ns", words[1], "u64", 0),
  FIELD ("ipc_ns", words[2], "u64", 0),           FIELD ("pid_ns", words[3], "u64", 0),
  FIELD ("user_ns", words[4], "u64", 0),          FIELD ("mnt_ns", words[5], "u64", 0),
  FIELD ("cgroup_ns", words[6], "u64", 0),
};

static const ThField comm_fields[] = {
  FIELD ("pid", pid, "int", TH_FIELD_SIGNED),
  FIELD ("tid", tid, "int", TH_FIELD_SIGNED),
  FIELD ("exec", exec, "bool", TH_FIELD_BOOL),
  TEXT ("comm"),
};
static const ThField fork_fields[] = {
  FIELD ("pid", pid, "int", TH_FIELD_SIGNED),
  FIELD ("tid", tid, "int", TH_FIELD_SIGNED),
  FIELD ("ppid", parent_pid, "int", TH_FIELD_SIGNED),
  FIELD ("ptid", parent_tid, "int", TH_FIELD_SIGNED),
};
static const ThField mmap_fields[] = {
  FIELD ("pid", pid, "int", TH_FIELD_SIGNED), FIELD ("tid", tid, "int", TH_FIELD_SIGNED),
  ADDRESS ("addr", words[0]),                 ADDRESS ("len", words[1]),
  ADDRESS ("pgoff", words[2]),                TEXT ("filename"),
};
static const ThFieldValue protections[] = { { 1, "READ" }, { 2, "WRITE" }, { 4, "EXEC" } };
static const ThField mmap2_fields[] = {
  FIELD ("pid", pid, "int", TH_FIELD_SIGNED),
  FIELD ("tid", tid, "int", TH_FIELD_SIGNED),
  ADDRESS ("addr", words[0]),
  ADDRESS ("len", words[1]),
  ADDRESS ("pgoff", words[2]),
  { .name = "prot", .type_name = "u32", .offset = offsetof (ThPfSideband, prot), .size = 4,
    .kind = TH_FIELD_INT,
    .flags = TH_FIELD_FLAGS, .values = protections, .n_values = G_N_ELEMENTS (protections),
    .separator = "|" },
  TEXT ("filename"),
};

static const ThField lost_fields[] = { FIELD ("lost", words[0], "u64", 0),
                                       FIELD ("id", words[1], "u64", 0) };
static const ThField throttle_fields[] = { FIELD ("id", words[0], "u64", 0),
                                           FIELD ("stream_id", words[1], "u64", 0) };

enum
{
  SWITCH_IN,
  SWITCH_OUT,
  NAMESPACES,
  COMM,
  FORK,
  EXIT,
  MMAP,
  MMAP2,
  LOST,
  LOST_SAMPLES,
  THROTTLE,
  UNTHROTTLE
};

static const struct
{
  const char  *name;
  ThFieldTable fields;
} kinds[TH_PF_N_SIDEBAND] = {
  [SWITCH_IN] = { "switch_in", { in_fields, G_N_ELEMENTS (in_fields) } },
  [SWITCH_OUT] = { "switch_out", { out_fields, G_N_ELEMENTS (out_fields) } },
  [NAMESPACES] = { "namespaces", { namespace_fields, G_N_ELEMENTS (namespace_fields) } },
  [COMM] = { "comm", { comm_fields, G_N_ELEMENTS (comm_fields) } },
  [FORK] = { "fork", { fork_fields, G_N_ELEMENTS (fork_fields) } },
  [EXIT] = { "exit", { fork_fields, G_N_ELEMENTS (fork_fields) } },
  [MMAP] = { "mmap", { mmap_fields, G_N_ELEMENTS (mmap_fields) } },
  [MMAP2] = { "mmap2", { mmap2_fields, G_N_ELEMENTS (mmap2_fields) } },
  [LOST] = { "lost", { lost_fields, G_N_ELEMENTS (lost_fields) } },
  [LOST_SAMPLES] = { "lost_samples", { lost_fields, 1 } },
  [THROTTLE] = { "throttle", { throttle_fields, G_N_ELEMENTS (throttle_fields) } },
  [UNTHROTTLE] = { "unthrottle", { throttle_fields, G_N_ELEMENTS (throttle_fields) } },
};

gboolean
th_pf_is_sideband (guint32    record_type,
                   ThSideband sideband)
{
  switch (record_type)
    {
    case TH_PF_SWITCH:
    case TH_PF_SWITCH_CPU_WIDE:
    case TH_PF_NAMESPACES:
      return TRUE;
    case TH_PF_LOST:
    case TH_PF_LOST_SAMPLES:
    case TH_PF_THROTTLE:
    case TH_PF_UNTHROTTLE:
      return (sideband & TH_SIDEBAND_LOST) != 0;
    case TH_PF_COMM:
    case TH_PF_FORK:
    case TH_PF_EXIT:
      return (sideband & TH_SIDEBAND_TASKS) != 0;
    case TH_PF_MMAP:
    case TH_PF_MMAP2:
      return (sideband & TH_SIDEBAND_MMAPS) != 0;
    default:
      return FALSE;
    }
}

static guint
kind_of (const guint8 *record,
         gboolean      big_endian)
{
  switch (th_pf_record_type (record, big_endian))
    {
    case TH_PF_NAMESPACES:
      return NAMESPACES;
    case TH_PF_COMM:
      return COMM;
    case TH_PF_FORK:
      return FORK;
    case TH_PF_EXIT:
      return EXIT;
    case TH_PF_MMAP:
      return MMAP;
    case TH_PF_MMAP2:
      return MMAP2;
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
th_pf_sideband_type (ThPfFile     *file,
                     const guint8 *record)
{
  guint kind = kind_of (record, file->big_endian);
  gint type = g_atomic_int_get (&file->sideband_types[kind]);

  if (type == 0)
    {
      type = (gint) MIN (th_recording_intern_type (file->base.recording, "perf", kinds[kind].name),
                         TH_TYPE_OTHER) + 1;
      g_atomic_int_set (&file->sideband_types[kind], type);
    }
  return type - 1;
}

const ThFieldTable *
th_pf_sideband_fields (ThPfFile *file,
                       guint     type)
{
  for (guint i = 0; i < TH_PF_N_SIDEBAND; i++)
    if (g_atomic_int_get (&file->sideband_types[i]) == (gint) type + 1)
      return &kinds[i].fields;
  return NULL;
}

/* LOST begins with the id, which is not first in @words; THROTTLE begins with its time. */
static gsize
fill_words (const guint8 *record,
            guint32       size,
            gboolean      big_endian,
            guint         kind,
            ThPfSideband *sideband)
{
  guint n = MIN ((size - TH_PF_HEADER) / 8, 3);
  guint64 words[3] = { 0 };

  for (guint i = 0; i < n; i++)
    words[i] = th_bytes_u64 (record + TH_PF_HEADER + i * 8, big_endian);
  if (kind == LOST_SAMPLES)
    sideband->words[0] = words[0];
  else
    {
      sideband->words[0] = words[1];
      sideband->words[1] = kind == LOST ? words[0] : words[2];
    }
  return n >= (kind == LOST_SAMPLES ? 1 : kind == LOST ? 2 : 3) ? sizeof *sideband
                                                                : offsetof (ThPfSideband, words);
}

static gsize
fill_namespaces (const guint8 *record,
                 guint32       size,
                 gboolean      big_endian,
                 ThPfSideband *sideband)
{
  guint64 n = MIN (th_bytes_u64 (record + 16, big_endian), (size - FIRST_NAMESPACE) / 16);

  n = MIN (n, G_N_ELEMENTS (sideband->words));
  for (guint i = 0; i < n; i++)
    sideband->words[i] = th_bytes_u64 (record + FIRST_NAMESPACE + i * 16 + 8, big_endian);
  return offsetof (ThPfSideband, words) + n * sizeof sideband->words[0];
}

/* FORK and EXIT have pid, ppid, tid, ptid. */
static gsize
fill_fork (const guint8 *record,
           guint32       size,
           gboolean      big_endian,
           ThPfSideband *sideband)
{
  if (size < 24)
    return offsetof (ThPfSideband, tid);
  sideband->tid = (gint32) th_bytes_u32 (record + 16, big_endian);
  sideband->parent_pid = (gint32) th_bytes_u32 (record + 12, big_endian);
  sideband->parent_tid = (gint32) th_bytes_u32 (record + 20, big_endian);
  return offsetof (ThPfSideband, exec);
}

/* Copies the name at the end of a record, at most @room bytes. */
static gsize
fill_name (const guint8 *record,
           guint32       size,
           guint32       at,
           guint32       room,
           ThPfSideband *sideband)
{
  gsize length = size > at ? strnlen ((const char *) record + at, MIN (size - at, room)) : 0;

  memcpy (sideband->name, record + MIN (at, size), length);
  return offsetof (ThPfSideband, name) + length;
}

static gsize
fill_mmap (const guint8 *record,
           guint32       size,
           gboolean      big_endian,
           guint         kind,
           ThPfSideband *sideband)
{
  guint32 name = kind == MMAP2 ? 72 : 40;

  if (size < name)
    return offsetof (ThPfSideband, parent_pid);
  for (guint i = 0; i < 3; i++)
    sideband->words[i] = th_bytes_u64 (record + 16 + i * 8, big_endian);
  if (kind == MMAP2)
    sideband->prot = th_bytes_u32 (record + 64, big_endian);
  return fill_name (record, size, name, TH_PF_SIDEBAND_NAME, sideband);
}

/* Fields that are outside of the record are beyond the returned size. */
gsize
th_pf_sideband_fill (const ThPfFile *file,
                     const guint8   *record,
                     guint32         size,
                     ThPfSideband   *sideband)
{
  gboolean big_endian = file->big_endian;
  guint kind = kind_of (record, big_endian), misc = th_bytes_u16 (record + 4, big_endian);

  size -= th_pf_trail_read (file, record, size).size;
  memset (sideband, 0, offsetof (ThPfSideband, name));
  sideband->preempt = (misc & MISC_PREEMPT) != 0;
  if (kind >= LOST)
    return fill_words (record, size, big_endian, kind, sideband);
  if (size < 16)
    return offsetof (ThPfSideband, pid);

  sideband->pid = (gint32) th_bytes_u32 (record + 8, big_endian);
  sideband->tid = (gint32) th_bytes_u32 (record + 12, big_endian);
  switch (kind)
    {
    case NAMESPACES:
      return size < FIRST_NAMESPACE ? offsetof (ThPfSideband, parent_pid)
                                    : fill_namespaces (record, size, big_endian, sideband);
    case COMM:
      sideband->exec = (misc & MISC_EXEC) != 0;
      return fill_name (record, size, 16, COMM_SIZE, sideband);
    case FORK:
    case EXIT:
      return fill_fork (record, size, big_endian, sideband);
    case MMAP:
    case MMAP2:
      return fill_mmap (record, size, big_endian, kind, sideband);
    default:
      return offsetof (ThPfSideband, parent_pid);
    }
}

static void
print_field (const ThField   *field,
             const ThPayload *payload,
             GString         *text)
{
  const guint8 *bytes;
  gsize size;
  guint64 value;

  if (field->kind == TH_FIELD_STRING)
    {
      g_autofree char *valid = NULL;

      if (!th_field_read_bytes (field, payload, &bytes, &size))
        return;
      valid = g_utf8_make_valid ((const char *) bytes, size);
      g_string_append_printf (text, " %s=%s", field->name, valid);
    }
  else if (!th_field_read_u64 (field, payload, &value))
    return;
  else if ((field->flags & (TH_FIELD_HEX | TH_FIELD_FLAGS)) != 0)
    g_string_append_printf (text, " %s=0x%" G_GINT64_MODIFIER "x", field->name, value);
  else
    g_string_append_printf (text, " %s=%" G_GINT64_FORMAT, field->name, (gint64) value);
}

void
th_pf_sideband_print (const ThPfFile  *file,
                      const guint8    *record,
                      const ThPayload *sideband,
                      GString         *text)
{
  const ThFieldTable *fields = &kinds[kind_of (record, file->big_endian)].fields;
  gsize start = text->len;

  for (guint i = 0; i < fields->n_fields; i++)
    print_field (&fields->fields[i], sideband, text);
  if (text->len > start)
    g_string_erase (text, start, 1);
}
