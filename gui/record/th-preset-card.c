/* th-preset-card.c - a preset to choose, and how much of it the target supports
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-preset-card.h"

#include <glib/gi18n-lib.h>

#include "th-widgets.h"

struct _ThPresetCard
{
  GtkToggleButton parent;

  GtkImage       *icon;
  GtkWidget      *title;
  GtkWidget      *share;
  GtkWidget      *text;

  const ThPreset *preset;
};

G_DEFINE_FINAL_TYPE (ThPresetCard, th_preset_card, GTK_TYPE_TOGGLE_BUTTON)

/* Icons of the Adwaita theme; presets of the user have a document. */
static const struct
{
  const char *id;
  const char *icon;
} icons[] = {
  { "packets", "network-transmit-receive-symbolic" },
  { "packets-calls", "network-workgroup-symbolic" },
  { "deep", "edit-find-symbolic" },
  { "sched", "preferences-system-time-symbolic" },
  { "interrupts", "weather-storm-symbolic" },
  { "block", "drive-harddisk-symbolic" },
  { "function-graph", "view-list-bullet-symbolic" },
  { "process", "avatar-default-symbolic" },
};

static const char *
get_icon (const ThPreset *preset)
{
  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    if (g_str_equal (icons[i].id, preset->id))
      return icons[i].icon;
  return "text-x-generic-symbolic";
}

static const char *
translate (const ThPreset *preset,
           const char     *text)
{
  return preset->is_own ? text : th_preset_translate (text);
}

static char *
describe_match (const ThPreset      *preset,
                const ThPresetMatch *match)
{
  if (preset->tracer != NULL)
    return g_strdup (match->tracer != NULL ? _("tracer available") : _("tracer not available"));
  if (match->n_probes_wanted > 0)
    return g_strdup_printf (_("%u of %u events, %u of %u probes"), match->choices->len,
                            match->n_wanted, match->probes->len, match->n_probes_wanted);
  if (match->choices->len == match->n_wanted)
    return g_strdup_printf (ngettext ("%u event", "%u events", match->n_wanted), match->n_wanted);
  return g_strdup_printf (_("%u of %u events"), match->choices->len, match->n_wanted);
}

void
th_preset_card_set_match (ThPresetCard        *self,
                          const ThPresetMatch *match)
{
  g_autofree char *share = match != NULL ? describe_match (self->preset, match) : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (self->share), share);
  gtk_widget_set_sensitive (GTK_WIDGET (self), match == NULL || match->choices->len > 0 ||
                                                 match->tracer != NULL);
}

const ThPreset *
th_preset_card_get_preset (ThPresetCard *self)
{
  return self->preset;
}

static void
th_preset_card_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TH_TYPE_PRESET_CARD);

  G_OBJECT_CLASS (th_preset_card_parent_class)->dispose (object);
}

static void
th_preset_card_class_init (ThPresetCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_preset_card_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-preset-card.ui");
  gtk_widget_class_bind_template_child (widget_class, ThPresetCard, icon);
  gtk_widget_class_bind_template_child (widget_class, ThPresetCard, title);
  gtk_widget_class_bind_template_child (widget_class, ThPresetCard, share);
  gtk_widget_class_bind_template_child (widget_class, ThPresetCard, text);
}

static void
th_preset_card_init (ThPresetCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
th_preset_card_new (const ThPreset *preset)
{
  ThPresetCard *self = g_object_new (TH_TYPE_PRESET_CARD, NULL);

  self->preset = preset;
  gtk_image_set_from_icon_name (self->icon, get_icon (preset));
  th_label_set_text (self->title, translate (preset, preset->title));
  th_label_set_text (self->text, translate (preset, preset->text));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  translate (preset, preset->title),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  translate (preset, preset->text), -1);
  return GTK_WIDGET (self);
}
