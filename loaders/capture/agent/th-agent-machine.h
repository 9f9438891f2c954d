/* th-agent-machine.h - what the agent has to know about the machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-agent-file.h"

G_BEGIN_DECLS

/* The numbers of the CPUs that have a ring buffer below @folder, ascending; of guint32. */
GArray  *th_agent_list_cpus         (const char          *folder);
/* The words of a file like available_tracers or trace_clock, without brackets; never NULL. */
char   **th_agent_read_words        (const char          *folder,
                                     const char          *file);
guint64  th_agent_read_available_kb (const ThAgentPlaces *places);
/* Buffers of each CPU: 8 MiB, but no more than 1/16 of the free memory together; and the most
 * that may be asked for, half of it. */
guint64  th_agent_get_default_buffer_kb (guint64          available_kb,
                                         guint            n_cpus);
guint64  th_agent_get_max_buffer_kb (guint64              available_kb,
                                     guint                n_cpus);
/* The size of a sub-buffer, from the text of header_page; 0 if that is damaged. */
guint    th_agent_parse_page_size   (const char          *header_page);
/* The present time of a clock of tracefs; FALSE if user space cannot read it. */
gboolean th_agent_read_clock        (const char          *name,
                                     gint64              *ns);

G_END_DECLS
