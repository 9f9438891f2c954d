/* th-agent-names.h - which texts of a window may reach the kernel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A window is not trusted: what it sends becomes part of paths of tracefs and of lines that are
 * written into its files.  Each kind of text has a check here; what passes can neither leave the
 * agent's instance nor be more than one line of the kind that is meant.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_AGENT_MAX_FILTER 4000
#define TH_AGENT_MAX_PROBE 2000

/* A name of a system, an event, a clock or a tracer: one part of a path. */
gboolean th_agent_is_word      (const char *text);
/* One line of at most @max bytes without control characters; not empty. */
gboolean th_agent_is_line      (const char *text,
                                gsize       max);
/* A pattern of function names.  Commands of set_ftrace_filter ("schedule:traceoff") are none. */
gboolean th_agent_is_functions (const char *text);
/* "system:event" in its parts; FALSE unless each is a word. */
gboolean th_agent_split_event  (const char  *text,
                                char       **system,
                                char       **event);
/* The line for dynamic_events: "p NAME SYMBOL ARGS" becomes "p:@group/NAME SYMBOL ARGS".  Kinds
 * are p, r (also r64: with its greatest number of instances), f and t.  NULL if it is no such line,
 * has a group already, or names a file (uprobe).  @name: the event's name; both to be freed. */
char    *th_agent_dup_probe    (const char  *line,
                                const char  *group,
                                char       **name);

G_END_DECLS
