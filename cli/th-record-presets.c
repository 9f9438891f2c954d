/* th-record-presets.c - the lists of `thresh record`: presets, and the events of a target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-presets.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-output.h"

void
th_record_each_missing (const ThPresetMatch   *match,
                        ThRecordMissingFunc    func,
                        gpointer               data)
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
      func (names->str, first->since, first->without, data);
    }
}

static void
append_missing (const char *names,
                const char *since,
                const char *without,
                gpointer    text)
{
  g_string_append_printf (text, "%16s%s: %s\n", "", names, without);
}

static void
append_match (ThPresets           *presets,
              const ThPreset      *preset,
              const ThTargetFacts *facts,
              GString             *text)
{
  const char *const ids[] = { preset->id, NULL };
  g_autoptr(ThPresetMatch) match = th_preset_match (presets, ids, &facts->preset);

  g_string_append_printf (text, _("%16s%u of %u events"), "", match->choices->len,
                          match->n_wanted);
  if (match->n_probes_wanted > 0)
    g_string_append_printf (text, _(", %u of %u probes"), match->probes->len,
                            match->n_probes_wanted);
  g_string_append_c (text, '\n');
  th_record_each_missing (match, append_missing, text);
}

ThExit
th_record_print_presets (ThPresets           *presets,
                         const ThTargetFacts *facts)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < th_presets_get_n (presets); i++)
    {
      const ThPreset *preset = th_presets_get (presets, i);

      g_string_append_printf (text, "%-15s %s: %s\n", preset->id,
                              th_preset_translate (preset->title),
                              th_preset_translate (preset->text));
      if (facts != NULL)
        append_match (presets, preset, facts, text);
    }
  return th_cli_output_print (text->str);
}

ThExit
th_record_print_events (const ThTargetFacts *facts)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; facts->preset.events != NULL && facts->preset.events[i] != NULL; i++)
    g_string_append_printf (text, "%s\n", facts->preset.events[i]);
  return th_cli_output_print (text->str);
}
