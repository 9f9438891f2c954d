/* th-context-colors.c - contexts and stages whose colors can be chosen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-context-colors.h"

#include <glib/gi18n-lib.h>

#include "th-settings.h"

/* A color that is legible on white may not be on black, so each style has its own. */
#define KEY(dark) ((dark) ? "context-colors-dark" : "context-colors")

static const ThContextName names[] = {
  { TH_CONTEXT_RUNNING, "running", N_("Running") },
  { TH_CONTEXT_RUNNABLE, "runnable", N_("Waiting for a CPU") },
  { TH_CONTEXT_BLOCKED, "blocked", N_("Sleeping") },
  { TH_CONTEXT_BLOCKED_HARD, "blocked-hard", N_("Uninterruptible sleep (D)") },
  { TH_CONTEXT_IRQ, "irq", N_("Interrupt") },
  { TH_CONTEXT_SOFTIRQ, "softirq", N_("Softirq") },
  { TH_CONTEXT_NAPI, "napi", N_("NAPI poll") },
  { TH_CONTEXT_GRO, "gro", N_("GRO") },
  { TH_CONTEXT_STACK, "stack", N_("Network stack") },
  { TH_CONTEXT_QUEUE, "queue", N_("Socket queue") },
  { TH_CONTEXT_WAKEUP, "wakeup", N_("Wakeup") },
  { TH_CONTEXT_READER, "reader", N_("Reader") },
  { TH_CONTEXT_COPY, "copy", N_("Copy") },
  { TH_CONTEXT_SEND, "send", N_("Send") },
  { TH_CONTEXT_QDISC, "qdisc", N_("Queueing discipline") },
  { TH_CONTEXT_DRIVER, "driver", N_("Driver") },
  { TH_CONTEXT_COMPLETION, "completion", N_("Completion") },
  { TH_CONTEXT_WIRE, "wire", N_("Wire between machines") },
  { TH_CONTEXT_SYSCALL, "syscall", N_("System call") },
  { TH_CONTEXT_DROP, "drop", N_("Drop") },
  { TH_CONTEXT_GUEST, "guest", N_("vCPU in guest") },
  { TH_CONTEXT_EXIT, "exit", N_("vCPU out of guest") },
};

const ThContextName *
th_context_colors_list (guint *n)
{
  *n = G_N_ELEMENTS (names);

  return names;
}

static gboolean
get_color (const char *id,
           gboolean    dark,
           GdkRGBA    *color)
{
  g_autoptr(GVariant) colors = th_settings_get () != NULL
                               ? g_settings_get_value (th_settings_get (), KEY (dark)) : NULL;
  const char *text;

  return colors != NULL && g_variant_lookup (colors, id, "&s", &text) &&
         gdk_rgba_parse (color, text);
}

void
th_context_colors_set (const char    *id,
                       gboolean       dark,
                       const GdkRGBA *color)
{
  GVariantBuilder builder;

  if (th_settings_get () == NULL)
    return;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gboolean is_it = g_str_equal (names[i].id, id);
      GdkRGBA kept = is_it && color != NULL ? *color : (GdkRGBA) { 0 };
      g_autofree char *text = NULL;

      if (is_it ? color == NULL : !get_color (names[i].id, dark, &kept))
        continue;
      text = g_strdup_printf ("#%02x%02x%02x", (guint) (kept.red * 255 + .5),
                              (guint) (kept.green * 255 + .5),
                              (guint) (kept.blue * 255 + .5));
      g_variant_builder_add (&builder, "{ss}", names[i].id, text);
    }
  g_settings_set_value (th_settings_get (), KEY (dark), g_variant_builder_end (&builder));
}

void
th_context_colors_apply (ThTheme *theme)
{
  GdkRGBA color;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (get_color (names[i].id, th_theme_is_dark (theme), &color))
      th_theme_set_context_color (theme, names[i].context,
                                  (ThColor) { color.red, color.green, color.blue });
}
