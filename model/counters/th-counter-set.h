/* th-counter-set.h - the counters of a machine at one moment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A counter is known by its source ("TcpExt", "softnet", "eth0"), its item within that ("CPU 2"; ""
 * for most) and its name ("time_squeeze").  The counters keep the order in which they were
 * added.  Some names are read as counters though they are levels (CurrEstab): these may go
 * down.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The number of counters of one set is bounded; further ones are dropped. */
#define TH_COUNTER_SET_MAX (1 << 18)

typedef struct
{
  const char *source;
  const char *item;
  const char *name;
  gint64      value;  /* of a setting: 0 */
  const char *text;   /* of a setting ("4096", "on"); NULL for a counter */
  guint       bits;   /* 32 if it wraps at 2^32, else 64 */
} ThCounter;

typedef struct _ThCounterSet ThCounterSet;

ThCounterSet    *th_counter_set_new       (void);
void             th_counter_set_free      (ThCounterSet *self);
/* Copies all strings.  A second value of the same counter is ignored. */
void             th_counter_set_add       (ThCounterSet *self,
                                           const char   *source,
                                           const char   *item,
                                           const char   *name,
                                           gint64        value,
                                           guint         bits);
void             th_counter_set_add_setting (ThCounterSet *self,
                                             const char   *source,
                                             const char   *item,
                                             const char   *name,
                                             const char   *text);
guint            th_counter_set_get_n     (ThCounterSet *self);
const ThCounter *th_counter_set_get       (ThCounterSet *self,
                                           guint         index);
/* NULL if there is none of that name. */
const ThCounter *th_counter_set_find      (ThCounterSet *self,
                                           const char   *source,
                                           const char   *item,
                                           const char   *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCounterSet, th_counter_set_free)

G_END_DECLS
