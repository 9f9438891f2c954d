/* th-filter-types.c - patterns of event types, as in sched:*
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-types.h"

void
filter_types_clear (FilterTypes *types)
{
  g_clear_pointer (&types->system, filter_text_free);
  g_clear_pointer (&types->event, filter_text_free);
}

gboolean
filter_types_match (const FilterTypes *types,
                    const char        *system,
                    const char        *name)
{
  FilterPatience patience = { 0, };
  gboolean in_system = types->system == NULL ||
                       filter_text_match (types->system, system, strlen (system), &patience);
  gboolean is_event = types->event == NULL ||
                      filter_text_match (types->event, name, strlen (name), &patience);

  return types->either ? in_system || is_event : in_system && is_event;
}

gboolean
filter_types_match_type (const FilterTypes *types,
                         ThRecording       *recording,
                         guint              type)
{
  return filter_types_match (types, th_recording_get_type_system (recording, type),
                             th_recording_get_type_name (recording, type));
}

gboolean
filter_types_match_any (const FilterTypes *types,
                        ThRecording       *recording)
{
  for (guint i = 0; i < th_recording_get_n_types (recording); i++)
    if (filter_types_match_type (types, recording, i))
      return TRUE;

  return FALSE;
}
