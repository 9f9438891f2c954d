/* th-perfdata-attr.h - one event that perf recorded: struct perf_event_attr
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-byte-cursor.h"

G_BEGIN_DECLS

#define TH_PF_NO_FORMAT G_MAXUINT32

/* enum perf_event_sample_format */
enum
{
  TH_PF_S_IP = 1 << 0,
  TH_PF_S_TID = 1 << 1,
  TH_PF_S_TIME = 1 << 2,
  TH_PF_S_ADDR = 1 << 3,
  TH_PF_S_READ = 1 << 4,
  TH_PF_S_CALLCHAIN = 1 << 5,
  TH_PF_S_ID = 1 << 6,
  TH_PF_S_CPU = 1 << 7,
  TH_PF_S_PERIOD = 1 << 8,
  TH_PF_S_STREAM_ID = 1 << 9,
  TH_PF_S_RAW = 1 << 10,
  TH_PF_S_BRANCH_STACK = 1 << 11,
  TH_PF_S_REGS_USER = 1 << 12,
  TH_PF_S_STACK_USER = 1 << 13,
  TH_PF_S_IDENTIFIER = 1 << 16
};

/* Offsets of the parts of a sample, from the start of its record. */
#define TH_PF_ABSENT 0

/* An event that was recorded: struct perf_event_attr, and data derived from it. */
typedef struct
{
  guint32  type;
  guint64  config;
  guint64  sample_type;
  guint64  read_format;
  guint64  branch_sample_type;
  guint64  user_registers; /* bits of enum perf_event_…_regs of the processor */
  gboolean sample_id_all;
  gboolean use_clockid;
  gint32   clockid;
  char    *name;         /* its name in perf, or NULL */

  guint16  event_type;   /* in the recording */
  guint32  format;       /* id in the formats, or TH_PF_NO_FORMAT */
  gboolean is_switch;
  guint32  next_pid, next_comm; /* in the raw record */

  guint8   ip, tid, time, addr, id, cpu, period;
  guint8   fixed;        /* offset of the first part without a fixed offset */
  guint8   trail;        /* size of the sample_id at the end of other records, then */
  guint8   trail_time;   /* the offsets of its parts from the end */
  guint8   trail_tid;
  guint8   trail_id;
  guint8   trail_cpu;
} ThPfAttr;

/* Reads the attribute at the cursor, at most @size bytes; NULL if it is invalid. */
ThPfAttr   *th_pf_attr_read           (ThByteCursor *cursor,
                                       guint64       size);
void        th_pf_attr_free           (ThPfAttr        *self);

G_END_DECLS
