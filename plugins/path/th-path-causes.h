/* th-path-causes.h - what happens on each CPU outside of tasks, which may wake tasks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A wakeup within an interrupt or a softirq has a cause: the timer that expired there, the request
 * of a block device that was completed, the packet that was received; else the interrupt or the
 * softirq itself.
 */
#pragma once

#include "th-analysis.h"
#include "th-path-history.h"

G_BEGIN_DECLS

typedef struct _ThPathCauses ThPathCauses;

typedef enum
{
  TH_LEVEL_TASK,
  TH_LEVEL_SOFTIRQ,
  TH_LEVEL_HARDIRQ,
  TH_N_LEVELS
} ThLevel;

/* The subscriptions of an analysis that uses this.  Field 1 of each event is common_flags. */
#define TH_PATH_CAUSE_SUBSCRIPTIONS \
  { "irq:irq_handler_entry", NULL, { "?irq", "?common_flags", "?name" } }, \
  { "irq:irq_handler_exit", NULL, { NULL } }, \
  { "irq:softirq_entry", NULL, { "?vec" } }, \
  { "irq:softirq_exit", NULL, { NULL } }, \
  { "irq_vectors:*_entry", NULL, { NULL } }, \
  { "irq_vectors:*_exit", NULL, { NULL } }, \
  { "timer:hrtimer_expire_entry", NULL, { "?function", "?common_flags" } }, \
  { "timer:hrtimer_expire_exit", NULL, { "?common_pid", "?common_flags" } }, \
  { "timer:timer_expire_entry", NULL, { "?function", "?common_flags" } }, \
  { "timer:timer_expire_exit", NULL, { "?common_pid", "?common_flags" } }, \
  { "block:block_rq_issue", NULL, { "?dev", "?common_flags", "?sector" } }, \
  { "block:block_rq_complete", NULL, { "?dev", "?common_flags", "?sector", "?rwbs" } }, \
  { "net:netif_receive_skb", NULL, { "?skbaddr", "?common_flags" } }, \
  { "napi:napi_poll", NULL, { NULL } }

/* @first: the index of the first of these subscriptions. */
ThPathCauses *th_path_causes_new       (ThResults          *results,
                                        ThPathHistory      *history,
                                        guint               first);
void          th_path_causes_free      (ThPathCauses       *self);

void          th_path_causes_event     (ThPathCauses       *self,
                                        const ThEvent      *event);
/* Everything on @cpu has ended: a task was switched in, or events were lost. */
void          th_path_causes_leave     (ThPathCauses       *self,
                                        guint               cpu);

/* Returns where @event happened, by field @flags, its common_flags. */
ThLevel       th_path_causes_get_level (const ThPathCauses *self,
                                        const ThEvent      *event,
                                        guint               flags);
/* Returns the waker (th_path_history_get_waker()) of the task that @event wakes; TH_NO_WAKER if a
 * task wakes it, or if it is not known.  @is_remote: it may have been asked for by another CPU, so
 * that the interrupt itself is no cause. */
guint32       th_path_causes_find      (ThPathCauses       *self,
                                        const ThEvent      *event,
                                        guint               flags,
                                        gboolean            is_remote);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThPathCauses, th_path_causes_free)

G_END_DECLS
