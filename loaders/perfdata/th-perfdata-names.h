/* th-perfdata-names.h - names of tasks, put in order of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tasks.h"

G_BEGIN_DECLS

/* What the records tell about names, put in order of time before the task
 * table hears of it: a child has its parent's name. */
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
/* Those up to @until, of which none may come later. */
void        th_pf_names_apply         (ThPfNames       *self,
                                       gint64           until);

G_END_DECLS
