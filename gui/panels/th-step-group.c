/* th-step-group.c - the steps that share a row of the step list, as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-step-group.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-journey-text.h"
#include "th-number-format.h"

ThStepGroup
th_step_group_get (ThDocument   *document,
                   ThResults    *results,
                   guint32       row,
                   const ThFold *fold)
{
  ThStepGroup group = { .results = results, .flows = th_results_get_flows (results),
                        .fold = *fold, .resolution = th_document_get_resolution (document) };

  group.flow = th_flows_get (group.flows, row);
  group.step = th_flows_get_step (group.flows, group.flow, fold->first);
  group.last = th_flows_get_step (group.flows, group.flow,
                                  fold->first + th_step_group_get_length (&group) - 1);

  return group;
}

guint32
th_step_group_get_length (const ThStepGroup *group)
{
  return group->fold.period * group->fold.n_times;
}

gboolean
th_step_group_contains (const ThStepGroup *group,
                        guint              step)
{
  return step >= group->fold.first &&
         step < group->fold.first + th_step_group_get_length (group);
}

static ThStep
get_step (const ThStepGroup *group,
          guint32            offset)
{
  return th_flows_get_step (group->flows, group->flow, group->fold.first + offset);
}

guint
th_step_group_get_stage (const ThStepGroup *group)
{
  if (group->fold.first == 0 && group->flow->n_steps > 1)
    return th_flows_get_step (group->flows, group->flow, 1).stage;

  return group->step.stage;
}

ThConfidence
th_step_group_get_confidence (const ThStepGroup *group)
{
  guint confidence = group->step.confidence;

  for (guint32 i = 1; i < group->fold.period; i++)
    confidence = MAX (confidence, get_step (group, i).confidence);

  return confidence;
}

/* --- texts -------------------------------------------------------------- */

static gboolean
counts_ticks (const ThStepGroup *group)
{
  return group->resolution == TH_RESOLUTION_TICKS;
}

char *
th_step_group_dup_name (const ThStepGroup *group)
{
  g_autoptr(GString) names = g_string_new (NULL);
  g_autofree char *count = NULL;

  for (guint32 i = 0; i < group->fold.period; i++)
    {
      const char *word = th_results_get_word (group->results, get_step (group, i).label);
      g_autofree char *name = th_display_text_make_valid (word);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  if (group->fold.n_times == 1)
    return g_strdup (names->str);

  count = th_format_count (group->fold.n_times);
  /* Translators: names of events, and how often they were repeated */
  return g_strdup_printf (_("%s ×%s"), names->str, count);
}

char *
th_step_group_dup_detail (const ThStepGroup *group)
{
  ThStep common = group->step;
  g_autofree char *detail = NULL;

  for (guint32 i = 1; i < th_step_group_get_length (group); i++)
    {
      ThStep step = get_step (group, i);

      common.detail = step.detail == common.detail ? common.detail : TH_STEP_NO_DETAIL;
      common.cpu = step.cpu == common.cpu ? common.cpu : G_MAXUINT16;
    }

  detail = th_journey_dup_detail (group->results, &common);
  return th_display_text_make_valid (detail);
}

char *
th_step_group_dup_time (const ThStepGroup *group)
{
  return th_format_offset (group->flow->first, group->step.time, group->resolution);
}

char *
th_step_group_dup_second_time (const ThStepGroup *group)
{
  g_autofree char *last = NULL;
  ThStep before;

  if (group->fold.n_times > 1)
    {
      last = th_format_offset (group->flow->first, group->last.time, group->resolution);
      /* Translators: the time of the last of some steps, after that of the first: "+2283.844 …
       * +2376.985" */
      return g_strdup_printf (_("… %s"), last);
    }
  if (group->fold.first == 0)
    return NULL;

  before = th_flows_get_step (group->flows, group->flow, group->fold.first - 1);
  return th_format_offset (before.time, group->step.time, group->resolution);
}

/* Returns the title of the stage that the first step belongs to; NULL if there is none. */
static const char *
get_stage_title (const ThStepGroup *group)
{
  return group->step.stage != TH_FLOW_NO_STAGE
         ? th_flows_get_stage_title (group->flows, group->step.stage) : NULL;
}

/* Returns "" for repeated steps, which may have several rules. */
static const char *
get_rule_text (const ThStepGroup *group)
{
  const ThFlowsInfo *info = th_flows_get_info (group->flows);

  return group->fold.period == 1 && group->step.rule < info->n_rules
         ? _(info->rules[group->step.rule].text) : "";
}

char *
th_step_group_dup_tooltip (const ThStepGroup *group,
                           gboolean           ends_longest)
{
  g_autofree char *name = th_step_group_dup_name (group);
  g_autofree char *second = th_step_group_dup_second_time (group);
  const char *stage = get_stage_title (group), *rule = get_rule_text (group);
  GString *text = g_string_new (name);

  if (second != NULL && group->fold.n_times == 1)
    /* Translators: %s is a time with its sign and unit: "+1.442 µs since the previous step" */
    g_string_append_printf (text, counts_ticks (group) ? _("\n%s since the previous step")
                                                        : _("\n%s µs since the previous step"),
                            second);
  g_string_append_printf (text, "\n%s%s%s%s%s", stage != NULL ? stage : "",
                          stage != NULL ? " · " : "",
                          th_confidence_get_word (th_step_group_get_confidence (group)),
                          *rule != '\0' ? ": " : "", rule);
  if (ends_longest)
    g_string_append_printf (text, "\n%s",
                            _("The time is red because the longest stage ends here."));

  return g_string_free (text, FALSE);
}

char *
th_step_group_dup_label (const ThStepGroup *group)
{
  g_autofree char *name = th_step_group_dup_name (group);
  g_autofree char *detail = th_step_group_dup_detail (group);
  g_autofree char *time = th_step_group_dup_time (group);
  const char *stage = get_stage_title (group);

  return g_strdup_printf ("%s, %s%s, %s%s%s%s%s", name, time, counts_ticks (group) ? "" : " µs",
                          stage != NULL ? stage : "", stage != NULL ? ", " : "",
                          detail, detail[0] != '\0' ? ", " : "",
                          th_confidence_get_word (th_step_group_get_confidence (group)));
}
