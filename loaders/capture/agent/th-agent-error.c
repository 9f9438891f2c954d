/* th-agent-error.c - why the agent refuses a request
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-agent-error.h"

G_DEFINE_QUARK (th-agent-error-quark, th_agent_error)

const char *
th_agent_error_get_code (const GError *error)
{
  static const char *const codes[] = {
    "order", "version", "request", "tracefs", "instance", "clock",
    "memory", "tracer", "in-use", "nothing", "disk", "resume", "busy",
  };

  if (error->domain != TH_AGENT_ERROR || error->code >= (int) G_N_ELEMENTS (codes))
    return "request";
  return codes[error->code];
}
