/* fuzz-agent-plan.c - what a window asks an agent to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An agent may be root: whatever passes is a part of a path, or one line for a file of tracefs.
 */
#include <string.h>

#include "fuzz-target.h"
#include "th-agent-names.h"
#include "th-agent-plan.h"
#include "th-message.h"

static void
check_word (const char *word)
{
  g_assert_true (*word != '\0' && strchr (word, '/') == NULL && strchr (word, '\n') == NULL);
  g_assert_true (*word != '.' && strcmp (word, "..") != 0);
}

static void
check_event (const ThAgentEvent *event)
{
  check_word (event->system);
  check_word (event->name);
  if (event->filter != NULL)
    g_assert_null (strpbrk (event->filter, "\r\n"));
}

static void
check_probe (const char *line)
{
  g_autofree char *name = NULL;
  g_autofree char *made = th_agent_dup_probe (line, "thresher_1", &name);

  g_assert_nonnull (made);
  g_assert_null (strpbrk (made, "\r\n#"));
  g_assert_nonnull (strchr ("prft", made[0]));
  g_assert_true (g_str_has_prefix (strchr (made, ':'), ":thresher_1/"));
  check_word (name);
}

static void
check (const ThAgentPlan *plan)
{
  check_word (plan->clock);
  for (guint i = 0; i < plan->events->len; i++)
    check_event (plan->events->pdata[i]);
  if (plan->trigger != NULL)
    check_event (plan->trigger);
  for (guint i = 0; plan->functions[i] != NULL; i++)
    g_assert_null (strpbrk (plan->functions[i], ":! \n/|"));
  for (guint i = 0; i < plan->probes->len; i++)
    for (char **line = plan->probes->pdata[i]; *line != NULL; line++)
      check_probe (*line);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  ThWireFrame frame = { TH_WIRE_CONFIGURE, data, size };
  g_autoptr(GVariant) message = th_message_parse (&frame, NULL);
  g_autoptr(ThAgentPlan) plan = NULL;

  if (message == NULL)
    return 0;
  plan = th_agent_plan_parse (message, NULL);
  if (plan != NULL)
    check (plan);
  return 0;
}
