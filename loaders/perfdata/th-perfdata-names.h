/* th-perfdata-names.h - sorts the names of tasks by time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tasks.h"

G_BEGIN_DECLS

/* Names from records, sorted by time before they are passed to the task table, as a child
 * inherits the name of its parent. */
typedef struct
{
  ThTasks    *tasks;
  GArray     *events;
  GHashTable *names; /* pid → interned name */
} ThPfNames;

void        th_pf_names_init          (ThPfNames       *self,
                                       ThTasks         *tasks);
void        th_pf_names_clear         (ThPfNames       *self);
void        th_pf_names_comm          (ThPfNames       *self,
                                       gint64           time,
                                       gint32           pid,
                                       const guint8    *name,
                                       gsize            size);
void        th_pf_names_fork          (ThPfNames       *self,
                                       gint64           time,
                                       gint32           pid,
                                       gint32           parent);
/* Passes the names up to @until to the task table.  None of an earlier time may be added
 * afterwards. */
void        th_pf_names_apply         (ThPfNames       *self,
                                       gint64           until);

G_END_DECLS
