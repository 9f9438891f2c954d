/* th-target.h - the machine to record on, and how to reach its agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * As text, a target is
 *   local:                          this machine, as root by pkexec (directly if we are root)
 *   ssh://[USER@]HOST[:PORT]        by ssh
 *   ssh+sudo://[USER@]HOST[:PORT]   by ssh, then sudo -n
 *   exec:COMMAND LINE               any command whose standard input and output are an agent's
 *
 * A target holds no secret: passwords are asked for by ssh and by polkit.  No part of it is ever
 * given to a shell here; arguments for the remote shell are quoted.  A host or user that begins
 * with "-" is refused, so that it cannot be an option of ssh.
 *
 * Does not change; references may be taken and dropped by any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TH_TARGET_LOCAL,
  TH_TARGET_SSH,
  TH_TARGET_SSH_SUDO,
  TH_TARGET_EXEC
} ThTargetKind;

typedef struct _ThTarget ThTarget;

/* NULL and a sentence in the domain G_OPTION_ERROR if @text is no target. */
ThTarget     *th_target_parse      (const char     *text,
                                    GError        **error);
ThTarget     *th_target_ref        (ThTarget       *self);
void          th_target_unref      (ThTarget       *self);
ThTargetKind  th_target_get_kind   (ThTarget       *self);
/* As th_target_parse() reads it. */
const char   *th_target_get_text   (ThTarget       *self);
/* As users see it: "This Computer", "ssh root@web-3". */
const char   *th_target_get_name   (ThTarget       *self);
/* As it is passed to ssh; NULL unless the target is reached by ssh. */
const char   *th_target_get_host   (ThTarget       *self);
/* Whether what is recorded crosses a network: pages are packed and sent in larger batches. */
gboolean      th_target_is_remote  (ThTarget       *self);
/* Whether the agent can only be started with root privileges that this process lacks, for which a
 * password may be asked.  This is so on this computer, unless root runs the program. */
gboolean      th_target_needs_root (ThTarget       *self);
/* The arguments that start the agent; @agent is its path on the target, NULL for the usual one.
 * Free with g_strfreev(). */
char        **th_target_dup_agent_argv   (ThTarget       *self,
                                          const char     *agent);
/* The arguments that start another command on the target (trace-cmd, a load to record), as the user
 * who logs in; NULL for TH_TARGET_EXEC. */
char        **th_target_dup_command_argv (ThTarget          *self,
                                          const char *const *command);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTarget, th_target_unref)

G_END_DECLS
