/* th-target-link.h - the connection to a machine on which recordings can be made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A link starts an agent on the machine by means of a ThCapture, and asks it for the events and the
 * processes that the machine has.
 *
 * Properties (with notify)
 *   "state" (ThTargetState)
 *   "name" (string): as users see it
 *   "summary" (string): "Linux 6.1 · 4 CPUs", or when it was last used
 *
 * Signal "refreshed": see th_target_link_refresh()
 *
 * Main thread only.
 */
#pragma once

#include "th-capture.h"
#include "th-target-facts.h"

G_BEGIN_DECLS

typedef enum
{
  TH_TARGET_IDLE,       /* not connected */
  TH_TARGET_CONNECTING,
  TH_TARGET_READY,      /* the events are known */
  TH_TARGET_FAILED      /* see th_target_link_get_error() */
} ThTargetState;

#define TH_TYPE_TARGET_LINK (th_target_link_get_type ())
G_DECLARE_FINAL_TYPE (ThTargetLink, th_target_link, TH, TARGET_LINK, GObject)

/* @name: what the user calls the target; NULL for its own name.  @used: when it was last used, in
 * seconds since 1970; 0: never.  @settings: those of then (see th-record-plan.h), or "". */
ThTargetLink *th_target_link_new          (ThTarget      *target,
                                           const char    *name,
                                           gint64         used,
                                           const char    *settings);
ThTarget     *th_target_link_get_target   (ThTargetLink  *self);
ThTargetState th_target_link_get_state    (ThTargetLink  *self);
const char   *th_target_link_get_name     (ThTargetLink  *self);
const char   *th_target_link_get_settings (ThTargetLink  *self);
const char   *th_target_link_get_summary  (ThTargetLink  *self);
/* Connects; an existing connection is closed first. */
void          th_target_link_connect      (ThTargetLink  *self);
/* In READY: asks for the processes once more, since some may have started; the facts have them when
 * "refreshed" is emitted.  If the connection fails meanwhile, the state changes instead. */
void          th_target_link_refresh      (ThTargetLink  *self);
/* Why it failed; NULL unless FAILED.  Owned by @self. */
const GError *th_target_link_get_error    (ThTargetLink  *self);
/* What the command wrote to standard error. */
const char   *th_target_link_get_log      (ThTargetLink  *self);

/* What the agent said about the target, even if it cannot record there; NULL if none answered. */
GVariant     *th_target_link_get_hello    (ThTargetLink  *self);

/* In READY: the connection, and what is known about the machine.  Both are owned by @self; NULL in
 * other states. */
ThCapture           *th_target_link_get_capture (ThTargetLink *self);
const ThTargetFacts *th_target_link_get_facts   (ThTargetLink *self);

G_END_DECLS
