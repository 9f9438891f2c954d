/* th-tracedat-layout.h - the layout of the records of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

#define TH_TD_MAX_NAMES 2

/* The fields of an event type with the name of a task. */
typedef struct
{
  guint16 pid;
  guint16 name;
  guint16 end; /* the first byte after both */
} ThTdName;

typedef struct
{
  guint    n_names;
  ThTdName names[TH_TD_MAX_NAMES];
  gboolean is_switch; /* names[1] is the next task */
} ThTdSpecial;

/* What an event id stands for.  @special: TH_TD_UNDESCRIBED, TH_TD_PLAIN, or TH_TD_SPECIAL + index
 * in the special types of the layout. */
typedef struct
{
  guint16 type; /* if it is described */
  guint16 special;
} ThTdKind;

/* The layout that a walk needs; shared by all workers. */
typedef struct
{
  gboolean    big_endian;
  guint       commit_size;
  guint       id_offset;  /* of common_type, u16 */
  guint       pid_offset; /* of common_pid, s32 */
  guint       min_record;
  ThTdKind   *kinds;      /* by event id */
  guint16    *unknown;    /* by event id: type + 1 of undescribed ids that occurred; atomic */
  ThTdSpecial special[16];
  guint       n_special;
} ThTdLayout;

/* Zero, so that the pages of the table for ids without a description, which are most of
 * them, are never touched and need no memory. */
#define TH_TD_UNDESCRIBED 0
#define TH_TD_PLAIN 1
#define TH_TD_SPECIAL 2
#define TH_TD_N_IDS 65536

ThTdLayout   *th_td_layout_new   (ThTdFile         *file);
void          th_td_layout_free  (ThTdLayout       *self);

G_END_DECLS
