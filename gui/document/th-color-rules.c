/* th-color-rules.c - which events have a colour of their own
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-color-rules.h"

#include "th-scene-filter.h"
#include "th-settings.h"

#define KEY "color-rules"

/* Without settings they live as long as the program. */
static GVariant *memory;

static void
rule_free (gpointer data)
{
  ThColorRule *rule = data;

  g_free (rule->expression);
  g_free (rule->color);
  g_free (rule);
}

GPtrArray *
th_color_rules_new (void)
{
  return g_ptr_array_new_with_free_func (rule_free);
}

void
th_color_rules_add (GPtrArray  *rules,
                    const char *expression,
                    const char *color)
{
  ThColorRule *rule;

  if (rules->len == TH_SCENE_MAX_RULES)
    return;

  rule = g_new0 (ThColorRule, 1);
  rule->expression = g_strdup (expression);
  rule->color = g_strdup (color);
  g_ptr_array_add (rules, rule);
}

GPtrArray *
th_color_rules_load (void)
{
  GSettings *settings = th_settings_get ();
  g_autoptr(GVariant) value = settings != NULL ? g_settings_get_value (settings, KEY)
                                               : memory != NULL ? g_variant_ref (memory) : NULL;
  GPtrArray *rules = th_color_rules_new ();
  const char *expression, *color;
  GVariantIter iter;

  if (value == NULL)
    return rules;

  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "(&s&s)", &expression, &color))
    th_color_rules_add (rules, expression, color);

  return rules;
}

void
th_color_rules_save (const GPtrArray *rules)
{
  GSettings *settings = th_settings_get ();
  g_autoptr(GVariant) value = NULL;
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; i < rules->len; i++)
    {
      const ThColorRule *rule = rules->pdata[i];

      g_variant_builder_add (&builder, "(ss)", rule->expression, rule->color);
    }

  value = g_variant_ref_sink (g_variant_builder_end (&builder));
  if (settings != NULL)
    {
      g_settings_set_value (settings, KEY, value);
      return;
    }
  g_clear_pointer (&memory, g_variant_unref);
  memory = g_steal_pointer (&value);
}

gboolean
th_color_rules_parse (const char *text,
                      ThColor    *color)
{
  guint64 value;

  if (text[0] != '#' || strlen (text) != 7 ||
      !g_ascii_string_to_unsigned (text + 1, 16, 0, 0xffffff, &value, NULL))
    return FALSE;

  *color = (ThColor) { (value >> 16) / 255.0, (value >> 8 & 0xff) / 255.0, (value & 0xff) / 255.0 };
  return TRUE;
}
