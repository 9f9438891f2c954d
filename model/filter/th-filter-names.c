/* th-filter-names.c - resolves the names of an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-flow-names.h"
#include "th-filter-names.h"
#include "th-flow-registry.h"

static const struct
{
  const char   *name;
  FilterSubject subject;
} builtins[] = {
  { "ts", SUBJECT_TIME }, { "cpu", SUBJECT_CPU }, { "task", SUBJECT_TASK }, { "pid", SUBJECT_PID },
  { "tgid", SUBJECT_TGID }, { "event", SUBJECT_EVENT }, { "system", SUBJECT_SYSTEM },
  { "info", SUBJECT_INFO }, { "type", SUBJECT_TYPE }, { "stream", SUBJECT_STREAM },
  { "recording", SUBJECT_RECORDING },
  { "COMM", SUBJECT_SAVED }, { "CPU", SUBJECT_CPU }
};

FilterSubject
filter_find_builtin (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (strcmp (builtins[i].name, name) == 0)
      return builtins[i].subject;

  return SUBJECT_NONE;
}

gboolean
filter_name_is_builtin (const char *name)
{
  return filter_find_builtin (name) != SUBJECT_NONE;
}

gboolean
filter_name_is_type (ThRecording *recording,
                     const char  *system,
                     const char  *name)
{
  FilterTypes types = { filter_text_new (TEXT_GLOB, FALSE, system),
                        filter_text_new (TEXT_GLOB, FALSE, name), TRUE };
  gboolean found = filter_types_match_any (&types, recording);

  filter_types_clear (&types);
  return found;
}

gboolean
filter_name_is_of_flows (ThRecording *recording,
                         const char  *name)
{
  g_autoptr(GPtrArray) flows = th_flow_registry_list (recording);
  FilterFlowColumn found;
  ThColumnKind kind;

  for (guint i = 0; i < flows->len; i++)
    {
      const ThFlowsInfo *info = th_flows_get_info (th_results_get_flows (flows->pdata[i]));
      g_autofree char *full = g_strjoin (".", info->noun, name, NULL);

      if (filter_flow_find (flows->pdata[i], name, &found, &kind) ||
          filter_flow_find (flows->pdata[i], full, &found, &kind))
        return TRUE;
    }

  return FALSE;
}

gboolean
filter_name_is_value (ThRecording *recording,
                      const char  *name)
{
  return filter_name_is_builtin (name) || filter_name_is_of_flows (recording, name) ||
         th_recording_find_field (recording, name) != NULL;
}

gboolean
filter_is_quotient (ThRecording *recording,
                    const char  *text,
                    guint        slash)
{
  g_autofree char *left = g_strndup (text, slash);
  const char *value = left + strspn (left, "-~ ");

  g_strchomp (left);
  return g_ascii_isdigit (value[0]) ||
         (!filter_name_is_type (recording, value, value) &&
          filter_name_is_value (recording, value));
}
