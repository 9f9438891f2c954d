/* th-txt-names.h - tasks that an event names
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

/* Who leaves and who comes; FALSE if the line does not tell. */
gboolean    th_txt_switch_tasks (ThTxtPart       info,
                                 ThTxtTask      *prev,
                                 ThTxtTask      *next);
/* Who is woken. */
gboolean    th_txt_woken_task   (ThTxtPart       info,
                                 ThTxtTask      *task);

G_END_DECLS
