/* th-perfdata-record.h - the record types of perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-byte-cursor.h"

G_BEGIN_DECLS

#define TH_PF_HEADER 8      /* header of a record: u32 type, u16 misc, u16 size */
#define TH_PF_MAX_RECORD 65536

/* enum perf_event_type, and the types that perf adds to it. */
enum
{
  TH_PF_MMAP = 1,
  TH_PF_LOST = 2,
  TH_PF_COMM = 3,
  TH_PF_EXIT = 4,
  TH_PF_THROTTLE = 5,
  TH_PF_UNTHROTTLE = 6,
  TH_PF_FORK = 7,
  TH_PF_SAMPLE = 9,
  TH_PF_MMAP2 = 10,
  TH_PF_AUX = 11,
  TH_PF_LOST_SAMPLES = 13,
  TH_PF_SWITCH = 14,
  TH_PF_SWITCH_CPU_WIDE = 15,
  TH_PF_NAMESPACES = 16,
  TH_PF_KSYMBOL = 17,
  TH_PF_HEADER_ATTR = 64,
  TH_PF_TRACING_DATA = 66,
  TH_PF_BUILD_ID = 67,
  TH_PF_FINISHED_ROUND = 68,
  TH_PF_AUXTRACE = 71,
  TH_PF_EVENT_UPDATE = 78,
  TH_PF_HEADER_FEATURE = 80,
  TH_PF_COMPRESSED = 81,
  TH_PF_COMPRESSED2 = 83
};

static inline guint32
th_pf_record_type (const guint8 *record,
                   gboolean      big_endian)
{
  return th_bytes_u32 (record, big_endian);
}

static inline guint32
th_pf_record_size (const guint8 *record,
                   gboolean      big_endian)
{
  return th_bytes_u16 (record + 6, big_endian);
}

G_END_DECLS
