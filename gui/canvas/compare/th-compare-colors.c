/* th-compare-colors.c - the colors of comparisons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-color.h"
#include "th-compare-colors.h"

#define MARGIN_SHARE .16
#define PILL_SHARE .15
#define CANT_TELL_COLOR 0xf2b600
#define CANT_TELL_SHARE .25
#define MARGIN_SHARE_HIGH_CONTRAST .3

/* Indexed by the flags of the theme. */
static const guint32 sides[4][2] = {
  [0] = { 0x1c62b8, 0xb5470f },
  [TH_THEME_DARK] = { 0x78aeed, 0xff9f5f },
  [TH_THEME_HIGH_CONTRAST] = { 0x0b4fa8, 0x8f3300 },
  [TH_THEME_DARK | TH_THEME_HIGH_CONTRAST] = { 0x99c1f1, 0xffbe6f },
};

/* The words in the names of measures and stages. */
static const struct
{
  const char *name;
  ThContext   context;
} contexts[] = {
  { "irq", TH_CONTEXT_IRQ }, { "softirq", TH_CONTEXT_SOFTIRQ },
  { "softirq_latency", TH_CONTEXT_SOFTIRQ }, { "napi", TH_CONTEXT_NAPI },
  { "gro", TH_CONTEXT_GRO }, { "stack", TH_CONTEXT_STACK }, { "queue", TH_CONTEXT_QUEUE },
  { "wakeup", TH_CONTEXT_WAKEUP }, { "wait", TH_CONTEXT_RUNNABLE },
  { "run", TH_CONTEXT_RUNNING }, { "reader", TH_CONTEXT_READER }, { "copy", TH_CONTEXT_COPY },
  { "send", TH_CONTEXT_SEND }, { "qdisc", TH_CONTEXT_QDISC }, { "driver", TH_CONTEXT_DRIVER },
  { "completion", TH_CONTEXT_COMPLETION }, { "syscall", TH_CONTEXT_SYSCALL },
  { "wire", TH_CONTEXT_WIRE }, { "total", TH_CONTEXT_OTHER }, { "idle", TH_CONTEXT_IDLE }
};

ThColor
th_compare_get_side_color (ThTheme *theme,
                           guint    side)
{
  guint flags = (th_theme_is_dark (theme) ? TH_THEME_DARK : 0) |
                (th_theme_has_high_contrast (theme) ? TH_THEME_HIGH_CONTRAST : 0);

  return th_color_unpack (sides[flags][side]);
}

ThColor
th_compare_get_verdict_color (ThTheme   *theme,
                              ThVerdict  verdict)
{
  if (verdict == TH_VERDICT_SLOWER)
    return th_theme_get_color (theme, TH_COLOR_ERROR);
  if (verdict == TH_VERDICT_FASTER)
    return th_theme_get_color (theme, TH_COLOR_MARKER_B);

  return th_theme_get_color (theme, TH_COLOR_INK_DIM);
}

ThColor
th_compare_get_pill_color (ThTheme               *theme,
                           const ThComparisonRow *row)
{
  ThColor ground = th_theme_get_color (theme, TH_COLOR_BACKGROUND_LABEL);
  ThColor color = row->verdict == TH_VERDICT_CANT_TELL
                  ? th_color_unpack (CANT_TELL_COLOR)
                  : th_compare_get_verdict_color (theme, row->verdict);

  return th_color_mix (ground, color, row->verdict == TH_VERDICT_CANT_TELL &&
                                      !th_theme_is_dark (theme) ? CANT_TELL_SHARE : PILL_SHARE);
}

ThColor
th_compare_get_pill_ink (ThTheme               *theme,
                         const ThComparisonRow *row)
{
  gboolean is_colored = row->verdict == TH_VERDICT_SLOWER || row->verdict == TH_VERDICT_FASTER;
  ThColor color = th_compare_get_verdict_color (theme, row->verdict);
  ThColor ground = th_compare_get_pill_color (theme, row);
  double least = th_theme_has_high_contrast (theme) ? 7 : 4.5;

  return is_colored && th_color_contrast (color, ground) >= least
         ? color : th_theme_get_color (theme, TH_COLOR_INK);
}

ThColor
th_compare_get_margin_color (ThTheme *theme)
{
  gboolean high = th_theme_has_high_contrast (theme);

  return th_color_mix (th_theme_get_color (theme, TH_COLOR_BACKGROUND_LABEL),
                       th_theme_get_color (theme, TH_COLOR_SELECTION),
                       high ? MARGIN_SHARE_HIGH_CONTRAST : MARGIN_SHARE);
}

static gboolean
find_context (const char *name,
              gsize       length,
              ThContext  *context)
{
  for (guint i = 0; i < G_N_ELEMENTS (contexts); i++)
    if (strlen (contexts[i].name) == length && strncmp (contexts[i].name, name, length) == 0)
      {
        *context = contexts[i].context;
        return TRUE;
      }

  return FALSE;
}

/* Measures are called "run", "packet.reader" or "softirq.NET_RX". */
ThColor
th_compare_get_row_color (ThTheme               *theme,
                          const ThComparisonRow *row)
{
  const char *dot = strchr (row->measure, '.');
  ThContext context;

  if (dot != NULL && find_context (dot + 1, strlen (dot + 1), &context))
    return th_theme_get_context_color (theme, context);
  if (find_context (row->measure, dot != NULL ? (gsize) (dot - row->measure)
                                              : strlen (row->measure), &context))
    return th_theme_get_context_color (theme, context);

  return th_theme_get_task_color (theme, row->measure);
}

ThColor
th_compare_get_part_color (ThTheme                *theme,
                           const ThComparisonPart *part)
{
  gboolean is_task = strcmp (part->dimension, "task") == 0;
  ThContext context;

  if (!is_task && find_context (part->key, strlen (part->key), &context))
    return th_theme_get_context_color (theme, context);

  return th_theme_get_task_color (theme, part->key);
}
