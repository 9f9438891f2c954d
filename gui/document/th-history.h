/* th-history.h - the spans of time that were looked at, to go back and forward
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A step has the filter and what is followed with it.  A plain list with a
 * position, as a browser has it: pushing after going back forgets what lay ahead.
 * Equal neighbours are kept once, and the oldest are forgotten past a bound.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThHistory ThHistory;

typedef struct
{
  gint64 from;
  gint64 to;
  const char *filter;   /* interned, or NULL */
  guint64     followed; /* 0: nothing */
} ThSpan;

ThHistory *th_history_new         (void);
void       th_history_free        (ThHistory *self);
/* All were of what is fitted, which is another span now; what was filtered and
 * followed is kept. */
void       th_history_move_all    (ThHistory *self,
                                   gint64     from,
                                   gint64     to);
void       th_history_push        (ThHistory *self,
                                   ThSpan     span);
/* FALSE while there is none. */
gboolean   th_history_peek        (ThHistory *self,
                                   ThSpan    *span);
/* FALSE at the end; nothing happens then. */
gboolean   th_history_back        (ThHistory *self,
                                   ThSpan    *span);
gboolean   th_history_forward     (ThHistory *self,
                                   ThSpan    *span);
gboolean   th_history_can_back    (ThHistory *self);
gboolean   th_history_can_forward (ThHistory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThHistory, th_history_free)

G_END_DECLS
