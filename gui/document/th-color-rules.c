/* th-color-rules.c - the user's rules for the colors of events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-color-rules.h"

#include "th-scene-filter.h"
#include "th-settings.h"

#define KEY "color-rules"

/* Holds the rules if there are no settings. */
static GVariant *memory;

/* --- one rule ------------------------------------------------------------ */

struct _ThColorRule
{
  GObject  parent;

  char    *expression;
  char    *color;
};

G_DEFINE_FINAL_TYPE (ThColorRule, th_color_rule, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_EXPRESSION,
  PROP_COLOR,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static char **
find_property (ThColorRule *self,
               guint        prop_id)
{
  return prop_id == PROP_EXPRESSION ? &self->expression : &self->color;
}

static void
th_color_rule_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  g_value_set_string (value, *find_property (TH_COLOR_RULE (object), prop_id));
}

static void
th_color_rule_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  char **text = find_property (TH_COLOR_RULE (object), prop_id);
  const char *new_text = g_value_get_string (value) != NULL ? g_value_get_string (value) : "";

  if (g_strcmp0 (*text, new_text) == 0)
    return;

  g_free (*text);
  *text = g_strdup (new_text);
  g_object_notify_by_pspec (object, properties[prop_id]);
}

static void
th_color_rule_finalize (GObject *object)
{
  ThColorRule *self = TH_COLOR_RULE (object);

  g_free (self->expression);
  g_free (self->color);

  G_OBJECT_CLASS (th_color_rule_parent_class)->finalize (object);
}

static void
th_color_rule_class_init (ThColorRuleClass *klass)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_color_rule_get_property;
  object_class->set_property = th_color_rule_set_property;
  object_class->finalize = th_color_rule_finalize;
  properties[PROP_EXPRESSION] = g_param_spec_string ("expression", NULL, NULL, "", flags);
  properties[PROP_COLOR] = g_param_spec_string ("color", NULL, NULL, "", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_color_rule_init (ThColorRule *self)
{
  self->expression = g_strdup ("");
  self->color = g_strdup ("");
}

ThColorRule *
th_color_rule_new (const char *expression,
                   const char *color)
{
  return g_object_new (TH_TYPE_COLOR_RULE, "expression", expression, "color", color, NULL);
}

const char *
th_color_rule_get_expression (const ThColorRule *self)
{
  return self->expression;
}

const char *
th_color_rule_get_color (const ThColorRule *self)
{
  return self->color;
}

gboolean
th_color_rule_parse (const ThColorRule *self,
                     ThColor           *color)
{
  const char *text = self->color;
  guint64 value;

  if (text[0] != '#' || strlen (text) != 7 ||
      !g_ascii_string_to_unsigned (text + 1, 16, 0, 0xffffff, &value, NULL))
    return FALSE;

  *color = (ThColor) { (value >> 16) / 255.0, (value >> 8 & 0xff) / 255.0, (value & 0xff) / 255.0 };
  return TRUE;
}

/* --- the list ------------------------------------------------------------ */

GPtrArray *
th_color_rules_new (void)
{
  return g_ptr_array_new_with_free_func (g_object_unref);
}

void
th_color_rules_add (GPtrArray  *rules,
                    const char *expression,
                    const char *color)
{
  if (rules->len < TH_SCENE_MAX_RULES)
    g_ptr_array_add (rules, th_color_rule_new (expression, color));
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

      g_variant_builder_add (&builder, "(ss)", th_color_rule_get_expression (rule),
                             th_color_rule_get_color (rule));
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
