/* th-txt-names.h - the tasks in the text of an event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-txt-token.h"

G_BEGIN_DECLS

typedef struct
{
  ThTxtPart comm;
  gint32    pid;
} ThTxtTask;

/* The previous and the next task of a switch; FALSE if the line lacks them. */
gboolean    th_txt_switch_tasks (ThTxtPart       info,
                                 ThTxtTask      *prev,
                                 ThTxtTask      *next);
/* The task that is woken. */
gboolean    th_txt_woken_task   (ThTxtPart       info,
                                 ThTxtTask      *task);

G_END_DECLS
