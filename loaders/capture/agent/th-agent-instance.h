/* th-agent-instance.h - the instance of tracefs in which the agent records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An instance is called thresher_PID and is private: its buffers, clock, events, filters and
 * tracer are nobody else's.  While it exists the agent holds a lock on its folder, by which other
 * agents see that it is in use, and its free_buffer, with which the kernel itself stops tracing
 * and shrinks the buffers when the agent dies.  A guardian removes it then.
 *
 * libtracefs does the writing; the functions that return FALSE leave errno.
 */
#pragma once

#include "th-agent-error.h"
#include "th-agent-guardian.h"

struct tracefs_instance;

G_BEGIN_DECLS

typedef struct _ThAgentInstance ThAgentInstance;

/* Creates an instance that does not trace.  TH_AGENT_ERROR_TRACEFS if that is not permitted. */
ThAgentInstance *th_agent_instance_new        (const ThAgentPlaces *places,
                                               GError             **error);
/* Declares that a file at the top of tracefs, which belongs to all instances, will be changed:
 * @text is written into it when the instance is removed, by the guardian if the agent cannot. */
void             th_agent_instance_restore_later (ThAgentInstance  *self,
                                                  const char       *file,
                                                  const char       *text);
/* Records at the top of tracefs from now on: all functions here go there.  Each first change of a
 * file is restored.  The instance itself holds the restoring texts in its own ring buffer, so
 * that a later agent finds them if this one and its guardian are killed.
 * TH_AGENT_ERROR_IN_USE if somebody else uses the top. */
gboolean         th_agent_instance_move_to_top (ThAgentInstance     *self,
                                                GError             **error);
/* Removes it, with the probes of its name.  Before this, what was opened in it must be closed.
 * What could not be restored is appended to @left (of strings), if that is not NULL. */
void             th_agent_instance_destroy    (ThAgentInstance     *self,
                                               GPtrArray           *left);
const char      *th_agent_instance_get_name   (ThAgentInstance     *self);
const char      *th_agent_instance_get_folder (ThAgentInstance     *self);
ThAgentGuardian *th_agent_instance_get_guardian (ThAgentInstance   *self);

/* Writes a file of the instance, or appends to a list of tasks. */
gboolean         th_agent_instance_write      (ThAgentInstance     *self,
                                               const char          *file,
                                               const char          *text);
gboolean         th_agent_instance_append_pid (ThAgentInstance     *self,
                                               const char          *file,
                                               int                  pid);
gboolean         th_agent_instance_has        (ThAgentInstance     *self,
                                               const char          *file);
/* The text of a file, without white space at the end; NULL if it cannot be read. */
char            *th_agent_instance_read       (ThAgentInstance     *self,
                                               const char          *file);
/* The last error that the kernel logged for this instance, or at the top of tracefs (where probes
 * are): its words, with a caret under the wrong one; "" if nothing. */
char            *th_agent_instance_dup_complaint (ThAgentInstance  *self,
                                                  gboolean          at_top);

G_END_DECLS
