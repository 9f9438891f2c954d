/* th-capture-error.h - why a capture failed, in sentences that say what to do
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All errors are of TH_CAPTURE_ERROR.  Words of ssh, sudo and the kernel are quoted, made safe to
 * show.
 */
#pragma once

#include "th-capture.h"

G_BEGIN_DECLS

/* NULL if this build speaks a version from @min to @max. */
GError *th_capture_error_new_version  (guint64       min,
                                       guint64       max);
/* NULL unless the HELLO of the target says that it cannot record at all. */
GError *th_capture_error_new_limits   (GVariant     *hello);
/* Takes an error of TH_WIRE_ERROR. */
GError *th_capture_error_new_protocol (GError       *error);
/* The error for an agent that ended the recording unasked, made of its END. */
GError *th_capture_error_new_end      (GVariant     *end);
GError *th_capture_error_new_silence  (guint         seconds);
/* The sentence of a REFUSAL, with the kernel's words. */
char   *th_capture_error_describe_refusal (GVariant     *refusal);
/* The last line of @log that is not empty, fit to be shown; "" if there is none. */
char   *th_capture_error_dup_last_line    (const char   *log);
/* @reason: why the connection broke, or NULL; @retried: whether others were tried;
 * @has_file: whether there is a file with what had arrived. */
char   *th_capture_error_describe_break    (const char   *reason,
                                            gboolean      retried,
                                            gboolean      has_file);

/**
 * th_capture_error_new_reach:
 * @status: the exit status of the command that should have started an agent, as of waitpid()
 * @log: what it wrote to standard error
 * @noise: what it wrote to standard output, which was not an agent's
 *
 * The command ended before an agent said hello.
 */
GError *th_capture_error_new_reach    (ThTarget     *target,
                                       int           status,
                                       const char   *log,
                                       const char   *noise);
/* The command could not be started; @error is of G_SPAWN_ERROR. */
GError *th_capture_error_new_spawn    (ThTarget     *target,
                                       const char   *program,
                                       const GError *error);

G_END_DECLS
