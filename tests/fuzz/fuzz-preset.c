/* fuzz-preset.c - presets of others, and choices that were remembered
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-target.h"
#include "th-preset.h"
#include "th-record-plan.h"

/* Choices that were accepted can be written, and read as the same. */
static void
read_plan (const char *settings)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecordPlan) plan = th_record_plan_parse (settings, &error);
  g_autoptr(ThRecordPlan) again = NULL;
  g_autofree char *text = NULL;

  if (plan == NULL)
    {
      g_assert_nonnull (error);
      return;
    }

  text = th_record_plan_dup_settings (plan);
  again = th_record_plan_parse (text, &error);
  g_assert_no_error (error);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr(GError) error = NULL;
  ThPreset *preset = th_preset_parse ("x", (const char *) data, size, &error);

  g_assert_true ((preset == NULL) == (error != NULL));
  g_clear_pointer (&preset, th_preset_free);
  read_plan (text);
  return 0;
}
