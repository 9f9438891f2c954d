/* th-record-target.h - one target of `thresh record`, from the connection to the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Connects, asks what the target has, waits to be started, reports trouble on standard error, and
 * prints what was recorded.  The functions of its owner are called from the main loop.
 */
#pragma once

#include "th-capture.h"
#include "th-commands.h"
#include "th-record-plan.h"
#include "th-record-progress.h"
#include "th-record-run.h"

G_BEGIN_DECLS

typedef struct _ThRecordTarget ThRecordTarget;

/* What the targets of one command have in common. */
typedef struct
{
  const ThRecordPlan *plan;
  ThPresets          *presets;
  const char         *agent;      /* its path on the targets, or NULL */
  ThRecordMode        mode;
  gboolean            is_several; /* messages name the target */
  gboolean            is_interrupted; /* by the user */
  ThRecordProgress   *progress;
  gpointer            data;       /* of the functions */
  void (*ready)   (ThRecordTarget *target, /* it can be started */
                   gpointer        data);
  void (*held)    (ThRecordTarget *target, /* it has accepted everything; see th_capture_hold() */
                   gpointer        data);
  void (*begun)   (ThRecordTarget *target, /* it records, or measures */
                   gpointer        data);
  void (*status)  (ThRecordTarget *target, /* it has reported */
                   gpointer        data);
  void (*matched) (ThRecordTarget *target, /* the event of --until was at @time */
                   gint64          time,
                   gpointer        data);
  void (*ended)   (ThRecordTarget *target, /* see th_record_target_get_exit() */
                   gpointer        data);
} ThRecordShared;

/* Starts to connect.  @shared must outlive it. */
ThRecordTarget *th_record_target_new  (ThTarget             *target,
                                       const ThRecordShared *shared);
void            th_record_target_free (ThRecordTarget       *self);

/* Once it is ready.  @path: the file, unless the mode is an estimate; @command: the pid of a
 * command to record alone, or 0.  One of several waits for th_capture_release(). */
void            th_record_target_start (ThRecordTarget *self,
                                        const char     *path,
                                        GPid            command);

gboolean             th_record_target_is_ready    (ThRecordTarget *self);
gboolean             th_record_target_has_begun   (ThRecordTarget *self);
gboolean             th_record_target_has_ended   (ThRecordTarget *self);
ThExit               th_record_target_get_exit    (ThRecordTarget *self);
/* The target as users see it. */
const char          *th_record_target_get_name    (ThRecordTarget *self);
ThCapture           *th_record_target_get_capture (ThRecordTarget *self);
/* NULL before it is ready. */
const ThTargetFacts *th_record_target_get_facts   (ThRecordTarget *self);

G_END_DECLS
