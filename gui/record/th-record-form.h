/* th-record-form.h - chooses what to record on a connected target, how long and how much
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Properties (with notify)
 *   "problem" (string): why the plan cannot be recorded; NULL if it can
 */
#pragma once

#include <gtk/gtk.h>

#include "th-record-plan.h"
#include "th-target-link.h"

G_BEGIN_DECLS

#define TH_TYPE_RECORD_FORM (th_record_form_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordForm, th_record_form, TH, RECORD_FORM, GtkWidget)

/* Shows the choices for @link, which must be READY, beginning with those of @settings (as
 * th-known-targets.h stores them, or NULL).  @presets must outlive the form. */
void       th_record_form_set_link (ThRecordForm *self,
                                    ThTargetLink *link,
                                    ThPresets    *presets,
                                    const char   *settings);
/* The targets that are recorded at the same time, for the command line (element-type
 * ThTargetLink). */
void       th_record_form_set_further (ThRecordForm *self,
                                       GPtrArray    *links);
/* The present choices; owned by @self, valid until they change. */
const ThRecordPlan *th_record_form_get_plan (ThRecordForm *self);
const char *th_record_form_get_problem      (ThRecordForm *self);
/* NULL if the target has the processes of the plan, as far as is known; see
 * th_target_link_refresh(). */
char       *th_record_form_check_processes  (ThRecordForm *self);
/* Shows a sentence about the last attempt to record, until the plan changes. */
void        th_record_form_set_message      (ThRecordForm *self,
                                             const char   *message);
/* The configuration for the agent; NULL while there is a problem, or a process is missing.
 * @command: the pid of the plan's command on the target; 0: it has none. */
GVariant   *th_record_form_dup_configuration (ThRecordForm *self,
                                              GPid          command);

G_END_DECLS
