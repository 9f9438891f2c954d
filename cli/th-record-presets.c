/* th-record-presets.c - the lists of `thresh record`: presets, and the events of a target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-presets.h"

#include <string.h>

#include <glib/gi18n-lib.h>

void
th_record_each_missing (const ThPresetMatch   *match,
                        ThRecordMissingFunc    func)
{
  for (guint i = 0; i < match->missing->len; )
    {
      const ThPresetMissing *first = match->missing->pdata[i];
      g_autoptr(GString) names = g_string_new (first->name);

      while (++i < match->missing->len)
        {
          const ThPresetMissing *next = match->missing->pdata[i];

          if (strcmp (next->without, first->without) != 0 ||
              g_strcmp0 (next->since, first->since) != 0)
            break;
          g_string_append_printf (names, ", %s", next->name);
        }
      func (names->str, first->since, first->without);
    }
}

static void
print_missing (const char *names,
               const char *since,
               const char *without)
{
  g_print ("%16s%s: %s\n", "", names, without);
}

static void
print_match (ThPresets           *presets,
             const ThPreset      *preset,
             const ThTargetFacts *facts)
{
  const char *const ids[] = { preset->id, NULL };
  g_autoptr(ThPresetMatch) match = th_preset_match (presets, ids, &facts->preset);

  g_print (_("%16s%u of %u events"), "", match->choices->len, match->n_wanted);
  if (match->n_probes_wanted > 0)
    g_print (_(", %u of %u probes"), match->probes->len, match->n_probes_wanted);
  g_print ("\n");
  th_record_each_missing (match, print_missing);
}

void
th_record_print_presets (ThPresets           *presets,
                         const ThTargetFacts *facts)
{
  for (guint i = 0; i < th_presets_get_n (presets); i++)
    {
      const ThPreset *preset = th_presets_get (presets, i);

      g_print ("%-15s %s: %s\n", preset->id, th_preset_translate (preset->title),
               th_preset_translate (preset->text));
      if (facts != NULL)
        print_match (presets, preset, facts);
    }
}

void
th_record_print_events (const ThTargetFacts *facts)
{
  for (guint i = 0; facts->preset.events != NULL && facts->preset.events[i] != NULL; i++)
    g_print ("%s\n", facts->preset.events[i]);
}
