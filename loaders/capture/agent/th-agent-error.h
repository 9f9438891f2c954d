/* th-agent-error.h - why the agent refuses a request
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_AGENT_ERROR (th_agent_error_quark ())
GQuark th_agent_error_quark (void);

typedef enum
{
  TH_AGENT_ERROR_ORDER,      /* the frame does not belong here */
  TH_AGENT_ERROR_VERSION,
  TH_AGENT_ERROR_REQUEST,    /* a key with a value that is not allowed */
  TH_AGENT_ERROR_TRACEFS,    /* none, or no right to use it */
  TH_AGENT_ERROR_INSTANCE,   /* the kernel refused one, or a setting of it */
  TH_AGENT_ERROR_CLOCK,
  TH_AGENT_ERROR_MEMORY,     /* for the buffers */
  TH_AGENT_ERROR_TRACER,
  TH_AGENT_ERROR_IN_USE,     /* another program uses what belongs to all */
  TH_AGENT_ERROR_NOTHING,    /* nothing of what was wanted exists here */
  TH_AGENT_ERROR_DISK,       /* no place to hold pages */
  TH_AGENT_ERROR_RESUME,     /* there is no such recording to take up */
  TH_AGENT_ERROR_BUSY        /* it cannot be taken up now, but perhaps soon */
} ThAgentError;

/* The code of a REFUSAL frame. */
const char *th_agent_error_get_code (const GError *error);

G_END_DECLS
