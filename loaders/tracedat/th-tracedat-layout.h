/* th-tracedat-layout.h - how the records of a trace.dat are laid out
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

#define TH_TD_MAX_NAMES 2

/* Where an event type tells the name of a task. */
typedef struct
{
  guint16 pid;
  guint16 name;
  guint16 name_size;
} ThTdName;

typedef struct
{
  guint    n_names;
  ThTdName names[TH_TD_MAX_NAMES];
  gboolean is_switch; /* names[1] is who comes */
} ThTdSpecial;

/* What a walk must know about records; shared by all workers. */
typedef struct
{
  gboolean    big_endian;
  guint       commit_size;
  guint       id_offset;  /* of common_type, u16 */
  guint       pid_offset; /* of common_pid, s32 */
  guint       min_record;
  /* by event id: TH_TD_UNDESCRIBED, TH_TD_PLAIN, or those + index into @special */
  guint8     *specials;
  guint16    *types;      /* by event id, where described */
  guint16    *unknown;    /* the same + 1 for the others, as they are met; atomic */
  ThTdSpecial special[16];
  guint       n_special;
} ThTdLayout;

/* Most ids are not described: so zero stands for that, and their part of the
 * tables costs no memory. */
#define TH_TD_UNDESCRIBED 0
#define TH_TD_PLAIN 1
#define TH_TD_SPECIAL 2
#define TH_TD_N_IDS 65536

ThTdLayout   *th_td_layout_new   (ThTdFile         *file);
void          th_td_layout_free  (ThTdLayout       *self);

G_END_DECLS
