/* th-theme.c - colors and fonts of all drawing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-color.h"
#include "th-printable.h"
#include "th-theme.h"

#define DEFAULT_FONT "Inter, Cantarell, Sans 10"

/* The height of a line of 10 pt text at 96 dpi. */
#define USUAL_LINE_PX 16

/* The cache holds two generations of this many layouts. */
#define CACHE_SIZE 512

/* A name from a file may have any length; more than this is never visible. */
#define MAX_TEXT 512

struct _ThTheme
{
  gint                  ref_count;
  ThThemeFlags          flags;
  ThColor               colors[TH_N_COLORS];
  ThColor               contexts[TH_N_CONTEXTS];
  PangoContext         *context;
  PangoFontDescription *font;
  double                line_height;

  /* When the young generation is full, the old one is dropped and the young one
   * becomes old, so layouts in use stay. */
  GHashTable           *young;
  GHashTable           *old;
};

typedef struct
{
  const char  *text;
  gint         size; /* scale × 1000, negative if bold */
  PangoLayout *layout;
} Entry;

/* --- palettes ---------------------------------------------------------- */

static const guint32 palettes[4][TH_N_COLORS] = {
  [0] = {
    [TH_COLOR_BACKGROUND] = 0xfafafa,
    [TH_COLOR_BACKGROUND_ALT] = 0xf4f3f2,
    [TH_COLOR_BACKGROUND_LABEL] = 0xffffff,
    [TH_COLOR_LINE] = 0xececec,
    [TH_COLOR_INK] = 0x222226,
    [TH_COLOR_INK_DIM] = 0x66646c,
    [TH_COLOR_TICK] = 0x828187,
    [TH_COLOR_IDLE] = 0xe3e3e3,
    [TH_COLOR_LOST] = 0xb3202f,
    [TH_COLOR_NOT_LOADED] = 0xd3d3d6,
    [TH_COLOR_SELECTION] = 0x3584e4,
    [TH_COLOR_CURSOR] = 0x3d3846,
    [TH_COLOR_MARKER_A] = 0x1c71d8,
    [TH_COLOR_MARKER_B] = 0x1f7a4d,
    [TH_COLOR_ERROR] = 0xa51022,
    [TH_COLOR_HIT] = 0xc64600,
    [TH_COLOR_KEYWORD] = 0x7a35b5,
  },
  [TH_THEME_DARK] = {
    [TH_COLOR_BACKGROUND] = 0x1e1e1e,
    [TH_COLOR_BACKGROUND_ALT] = 0x2a2a2a,
    [TH_COLOR_BACKGROUND_LABEL] = 0x242424,
    [TH_COLOR_LINE] = 0x303030,
    [TH_COLOR_INK] = 0xf2f2f2,
    [TH_COLOR_INK_DIM] = 0xb0aeac,
    [TH_COLOR_TICK] = 0x93918f,
    [TH_COLOR_IDLE] = 0x3a3a3a,
    [TH_COLOR_LOST] = 0xe2766b,
    [TH_COLOR_NOT_LOADED] = 0x3e3e3e,
    [TH_COLOR_SELECTION] = 0x62a0ea,
    [TH_COLOR_CURSOR] = 0xdeddda,
    [TH_COLOR_MARKER_A] = 0x78aeed,
    [TH_COLOR_MARKER_B] = 0x5bc98a,
    [TH_COLOR_ERROR] = 0xff938c,
    [TH_COLOR_HIT] = 0xffa348,
    [TH_COLOR_KEYWORD] = 0xcba6f2,
  },
  [TH_THEME_HIGH_CONTRAST] = {
    [TH_COLOR_BACKGROUND] = 0xffffff,
    [TH_COLOR_BACKGROUND_ALT] = 0xf0f0f0,
    [TH_COLOR_BACKGROUND_LABEL] = 0xffffff,
    [TH_COLOR_LINE] = 0x808080,
    [TH_COLOR_INK] = 0x000000,
    [TH_COLOR_INK_DIM] = 0x2c2c2c,
    [TH_COLOR_TICK] = 0x404040,
    [TH_COLOR_IDLE] = 0xbdbdbd,
    [TH_COLOR_LOST] = 0x8a0015,
    [TH_COLOR_NOT_LOADED] = 0x909090,
    [TH_COLOR_SELECTION] = 0x1a5fb4,
    [TH_COLOR_CURSOR] = 0x000000,
    [TH_COLOR_MARKER_A] = 0x0b4fa8,
    [TH_COLOR_MARKER_B] = 0x0b5a33,
    [TH_COLOR_ERROR] = 0x8a0015,
    [TH_COLOR_HIT] = 0x8f3300,
    [TH_COLOR_KEYWORD] = 0x56208c,
  },
  [TH_THEME_DARK | TH_THEME_HIGH_CONTRAST] = {
    [TH_COLOR_BACKGROUND] = 0x000000,
    [TH_COLOR_BACKGROUND_ALT] = 0x1a1a1a,
    [TH_COLOR_BACKGROUND_LABEL] = 0x000000,
    [TH_COLOR_LINE] = 0x8a8a8a,
    [TH_COLOR_INK] = 0xffffff,
    [TH_COLOR_INK_DIM] = 0xe0e0e0,
    [TH_COLOR_TICK] = 0xd0d0d0,
    [TH_COLOR_IDLE] = 0x4d4d4d,
    [TH_COLOR_LOST] = 0xff9a90,
    [TH_COLOR_NOT_LOADED] = 0x8a8a8a,
    [TH_COLOR_SELECTION] = 0x99c1f1,
    [TH_COLOR_CURSOR] = 0xffffff,
    [TH_COLOR_MARKER_A] = 0x99c1f1,
    [TH_COLOR_MARKER_B] = 0x8ff0a4,
    [TH_COLOR_ERROR] = 0xffb0a8,
    [TH_COLOR_HIT] = 0xffbe6f,
    [TH_COLOR_KEYWORD] = 0xdfc3ff,
  },
};

/* Blocked is as unobtrusive as idle, because most tasks are blocked most of the time;
 * waiting for a CPU and interrupts stand out. */
static const guint32 contexts[4][TH_N_CONTEXTS] = {
  [0] = {
    [TH_CONTEXT_IDLE] = 0xe3e3e3,
    [TH_CONTEXT_RUNNING] = 0x6aa5ee,
    [TH_CONTEXT_RUNNABLE] = 0x8f60cf,
    [TH_CONTEXT_BLOCKED] = 0xe3e3e3,
    [TH_CONTEXT_BLOCKED_HARD] = 0xb9b6bd,
    [TH_CONTEXT_IRQ] = 0xd71e2d,
    [TH_CONTEXT_SOFTIRQ] = 0xf78f44,
    [TH_CONTEXT_NAPI] = 0xe2b90c,
    [TH_CONTEXT_GRO] = 0x8eb334,
    [TH_CONTEXT_STACK] = 0x3fa873,
    [TH_CONTEXT_QUEUE] = 0x98a0ab,
    [TH_CONTEXT_WAKEUP] = 0x8f60cf,
    [TH_CONTEXT_READER] = 0x2fa6cb,
    [TH_CONTEXT_COPY] = 0x1c71d8,
    [TH_CONTEXT_SEND] = 0xc8558f,
    [TH_CONTEXT_QDISC] = 0xb07d52,
    [TH_CONTEXT_DRIVER] = 0x1c9a90,
    [TH_CONTEXT_COMPLETION] = 0x7689ad,
    [TH_CONTEXT_WIRE] = 0x4b4fb5,
    [TH_CONTEXT_SYSCALL] = 0x2fa6cb,
    [TH_CONTEXT_DROP] = 0xa51022,
    [TH_CONTEXT_GUEST] = 0x3fa99b,
    [TH_CONTEXT_EXIT] = 0xe8a33d,
    [TH_CONTEXT_OTHER] = 0xb0b4c0,
  },
  [TH_THEME_DARK] = {
    [TH_CONTEXT_IDLE] = 0x3a3a3a,
    [TH_CONTEXT_RUNNING] = 0x62a0ea,
    [TH_CONTEXT_RUNNABLE] = 0xb794f4,
    [TH_CONTEXT_BLOCKED] = 0x3a3a3a,
    [TH_CONTEXT_BLOCKED_HARD] = 0x5d5a62,
    [TH_CONTEXT_IRQ] = 0xfa6455,
    [TH_CONTEXT_SOFTIRQ] = 0xffa34a,
    [TH_CONTEXT_NAPI] = 0xf9e15e,
    [TH_CONTEXT_GRO] = 0xb5db6d,
    [TH_CONTEXT_STACK] = 0x59cc8b,
    [TH_CONTEXT_QUEUE] = 0x9a9fa8,
    [TH_CONTEXT_WAKEUP] = 0xb794f4,
    [TH_CONTEXT_READER] = 0x62c7e0,
    [TH_CONTEXT_COPY] = 0x78aeed,
    [TH_CONTEXT_SEND] = 0xef8fc0,
    [TH_CONTEXT_QDISC] = 0xd3a57c,
    [TH_CONTEXT_DRIVER] = 0x4fc9bf,
    [TH_CONTEXT_COMPLETION] = 0x9fb2d6,
    [TH_CONTEXT_WIRE] = 0x9398f5,
    [TH_CONTEXT_SYSCALL] = 0x62c7e0,
    [TH_CONTEXT_DROP] = 0xff8b80,
    [TH_CONTEXT_GUEST] = 0x56c9b9,
    [TH_CONTEXT_EXIT] = 0xe5b061,
    [TH_CONTEXT_OTHER] = 0x858a98,
  },
  [TH_THEME_HIGH_CONTRAST] = {
    [TH_CONTEXT_IDLE] = 0xbdbdbd,
    [TH_CONTEXT_RUNNING] = 0x7fb2f0,
    [TH_CONTEXT_RUNNABLE] = 0x6c36b5,
    [TH_CONTEXT_BLOCKED] = 0xbdbdbd,
    [TH_CONTEXT_BLOCKED_HARD] = 0xa19ea6,
    [TH_CONTEXT_IRQ] = 0xb0101f,
    [TH_CONTEXT_SOFTIRQ] = 0xf57a1f,
    [TH_CONTEXT_NAPI] = 0xe0b400,
    [TH_CONTEXT_GRO] = 0x7da51f,
    [TH_CONTEXT_STACK] = 0x0c5a35,
    [TH_CONTEXT_QUEUE] = 0xa9b0bb,
    [TH_CONTEXT_WAKEUP] = 0x6c36b5,
    [TH_CONTEXT_READER] = 0x4cc0e0,
    [TH_CONTEXT_COPY] = 0x0b4fa8,
    [TH_CONTEXT_SEND] = 0x9c1f63,
    [TH_CONTEXT_QDISC] = 0xc99a6c,
    [TH_CONTEXT_DRIVER] = 0x06574f,
    [TH_CONTEXT_COMPLETION] = 0x93a6d0,
    [TH_CONTEXT_WIRE] = 0x2f3390,
    [TH_CONTEXT_SYSCALL] = 0x4cc0e0,
    [TH_CONTEXT_DROP] = 0x8a0015,
    [TH_CONTEXT_GUEST] = 0x0b6156,
    [TH_CONTEXT_EXIT] = 0xe39a1f,
    [TH_CONTEXT_OTHER] = 0xa6abb8,
  },
  [TH_THEME_DARK | TH_THEME_HIGH_CONTRAST] = {
    [TH_CONTEXT_IDLE] = 0x4d4d4d,
    [TH_CONTEXT_RUNNING] = 0x8abcf5,
    [TH_CONTEXT_RUNNABLE] = 0xcdb0ff,
    [TH_CONTEXT_BLOCKED] = 0x4d4d4d,
    [TH_CONTEXT_BLOCKED_HARD] = 0x9c99a1,
    [TH_CONTEXT_IRQ] = 0xff7d70,
    [TH_CONTEXT_SOFTIRQ] = 0xffb469,
    [TH_CONTEXT_NAPI] = 0xffec80,
    [TH_CONTEXT_GRO] = 0xc8ec86,
    [TH_CONTEXT_STACK] = 0x78e2a5,
    [TH_CONTEXT_QUEUE] = 0xb8bdc6,
    [TH_CONTEXT_WAKEUP] = 0xcdb0ff,
    [TH_CONTEXT_READER] = 0x82dcf2,
    [TH_CONTEXT_COPY] = 0x99c1f1,
    [TH_CONTEXT_SEND] = 0xffa9d3,
    [TH_CONTEXT_QDISC] = 0xe6bf9b,
    [TH_CONTEXT_DRIVER] = 0x74e0d7,
    [TH_CONTEXT_COMPLETION] = 0xb9c9ea,
    [TH_CONTEXT_WIRE] = 0xb3b8ff,
    [TH_CONTEXT_SYSCALL] = 0x82dcf2,
    [TH_CONTEXT_DROP] = 0xffa198,
    [TH_CONTEXT_GUEST] = 0x7be3d5,
    [TH_CONTEXT_EXIT] = 0xffcf80,
    [TH_CONTEXT_OTHER] = 0xa4a9b8,
  },
};

/* --- the layout cache -------------------------------------------------- */

static guint
entry_hash (gconstpointer key)
{
  const Entry *entry = key;

  return g_str_hash (entry->text) * 31 + entry->size;
}

static gboolean
entry_equal (gconstpointer a,
             gconstpointer b)
{
  const Entry *left = a;
  const Entry *right = b;

  return left->size == right->size && strcmp (left->text, right->text) == 0;
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->layout);
  g_free ((char *) entry->text);
  g_free (entry);
}

static GHashTable *
cache_new (void)
{
  return g_hash_table_new_full (entry_hash, entry_equal, entry_free, NULL);
}

static void
cache_add (ThTheme *self,
           Entry   *entry)
{
  if (g_hash_table_size (self->young) >= CACHE_SIZE)
    {
      g_hash_table_unref (self->old);
      self->old = g_steal_pointer (&self->young);
      self->young = cache_new ();
    }

  g_hash_table_add (self->young, entry);
}

static PangoLayout *
layout_new (ThTheme    *self,
            const char *text,
            double      scale,
            gboolean    bold)
{
  PangoLayout *layout = pango_layout_new (self->context);
  g_autoptr(PangoFontDescription) font = pango_font_description_copy (self->font);
  g_autoptr(PangoAttrList) features = pango_attr_list_new ();
  g_autoptr(GString) shown = g_string_new (NULL);

  th_printable_append (shown, text, strnlen (text, MAX_TEXT));
  if (bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_SEMIBOLD);
  if (pango_font_description_get_size_is_absolute (font))
    pango_font_description_set_absolute_size (font, pango_font_description_get_size (font) * scale);
  else
    pango_font_description_set_size (font, pango_font_description_get_size (font) * scale);

  /* Contextual alternates turn the x of 0x into a multiplication sign (Inter). */
  pango_attr_list_insert (features, pango_attr_font_features_new ("calt=0"));
  pango_layout_set_attributes (layout, features);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, shown->str, (int) shown->len);

  return layout;
}

PangoLayout *
th_theme_get_layout (ThTheme    *self,
                     const char *text,
                     double      scale,
                     gboolean    bold)
{
  Entry key = { text, (gint) round (scale * 1000) * (bold ? -1 : 1), NULL };
  Entry *entry;

  g_return_val_if_fail (self != NULL && text != NULL, NULL);

  entry = g_hash_table_lookup (self->young, &key);
  if (entry == NULL && g_hash_table_steal_extended (self->old, &key, (gpointer *) &entry, NULL))
    cache_add (self, entry);
  if (entry == NULL)
    {
      entry = g_new (Entry, 1);
      *entry = (Entry) { g_strdup (text), key.size, layout_new (self, text, scale, bold) };
      cache_add (self, entry);
    }

  return entry->layout;
}

double
th_theme_get_line_height (ThTheme *self)
{
  return self->line_height;
}

int
th_theme_grow (ThTheme *self,
               double   px)
{
  return round (px * MAX (self->line_height / (double) USUAL_LINE_PX, 1));
}

/* --- colors ----------------------------------------------------------- */

gboolean
th_theme_is_dark (ThTheme *self)
{
  return (self->flags & TH_THEME_DARK) != 0;
}

gboolean
th_theme_has_high_contrast (ThTheme *self)
{
  return (self->flags & TH_THEME_HIGH_CONTRAST) != 0;
}

ThColor
th_theme_get_color (ThTheme     *self,
                    ThColorRole  role)
{
  g_return_val_if_fail (role < TH_N_COLORS, self->colors[TH_COLOR_INK]);

  return self->colors[role];
}

ThColor
th_theme_get_context_color (ThTheme   *self,
                            ThContext  context)
{
  if (context <= TH_CONTEXT_TASK || context >= TH_N_CONTEXTS)
    context = TH_CONTEXT_OTHER;

  return self->contexts[context];
}

/* The least contrast of text by WCAG 2.1: the enhanced one in high contrast. */
static double
least_contrast (ThTheme *self)
{
  return self->flags & TH_THEME_HIGH_CONTRAST ? 7 : 4.5;
}

/* Neither black nor white is legible on a color of medium lightness; such a color is
 * lightened until black is. */
static ThColor
make_readable (ThTheme *self,
               ThColor  color)
{
  static const ThColor black = { 0, 0, 0 }, white = { 1, 1, 1 };

  for (guint i = 0; i < 20 && th_color_contrast (color, black) < least_contrast (self) &&
       th_color_contrast (color, white) < least_contrast (self); i++)
    color = th_color_mix (color, white, 0.1);

  return color;
}

void
th_theme_set_context_color (ThTheme   *self,
                            ThContext  context,
                            ThColor    color)
{
  g_return_if_fail (context > TH_CONTEXT_TASK && context < TH_N_CONTEXTS);

  self->contexts[context] = make_readable (self, color);
}

/* Workers of one kind share a color: a suffix after a slash and a trailing number are
 * ignored (kworker/1:2, ksoftirqd/0, iperf3), unless nothing else remains. */
static gsize
name_stem (const char *name)
{
  const char *slash = strchr (name, '/');
  gsize length = slash != NULL ? slash - name : strlen (name);

  while (length > 0 && strchr ("0123456789:-_.# ", name[length - 1]) != NULL)
    length--;

  return length > 0 ? length : strlen (name);
}

/* FNV-1a, written out because the color of a task must not change with a library's
 * hash function; mixed, because similar names share high bits. */
static guint32
name_hash (const char *name)
{
  gsize length = name_stem (name);
  guint32 hash = 2166136261u;

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guint8) name[i]) * 16777619u;

  hash ^= hash >> 16;
  hash *= 0x85ebca6bu;
  hash ^= hash >> 13;
  hash *= 0xc2b2ae35u;
  hash ^= hash >> 16;
  return hash;
}

ThColor
th_theme_get_task_color (ThTheme    *self,
                         const char *name)
{
  guint32 hash = name_hash (name);
  double lightness = self->flags & TH_THEME_HIGH_CONTRAST ? 0.82 : th_theme_is_dark (self) ? 0.74
                                                                                           : 0.77;
  /* Hues near red are reserved for lost events and errors. */
  double hue = 48 + 312 * ((hash & 0xffff) / 65536.0);
  double chroma = hash & 0x10000 ? 0.125 : 0.085;

  if (strcmp (name, "<idle>") == 0)
    return self->colors[TH_COLOR_IDLE];

  return th_color_from_oklch (lightness, chroma, hue);
}

ThColor
th_theme_get_call_color (ThTheme    *self,
                         const char *name,
                         ThCallKind  kind)
{
  static const struct { double from, to; } hues[TH_N_CALL_KINDS] = {
    [TH_CALL_KERNEL] = { 56, 104 },
    [TH_CALL_MODULE] = { 290, 336 },
    [TH_CALL_USER] = { 160, 236 },
    [TH_CALL_TASK] = { 250, 276 },
  };
  guint32 hash = name_hash (name);
  double lightness = self->flags & TH_THEME_HIGH_CONTRAST ? 0.82 : th_theme_is_dark (self) ? 0.70
                                                                                           : 0.80;
  double share = (hash & 0xffff) / 65536.0;

  lightness += ((hash >> 16 & 0xff) / 255.0 - 0.5) * 0.07;
  return th_color_from_oklch (lightness, 0.1,
                              hues[kind].from + (hues[kind].to - hues[kind].from) * share);
}

ThColor
th_theme_get_change_color (ThTheme *self,
                           double   change)
{
  double lightness = self->flags & TH_THEME_HIGH_CONTRAST ? 0.82 : th_theme_is_dark (self) ? 0.70
                                                                                           : 0.80;
  ThColor neutral = th_color_from_oklch (th_theme_is_dark (self) ? 0.5 : 0.9, 0, 0);
  ThColor full = th_color_from_oklch (lightness, 0.14, change < 0 ? 250 : 58);

  return make_readable (self, th_color_mix (neutral, full, MIN (fabs (change), 1)));
}

ThColor
th_theme_get_ink_on (ThTheme *self,
                     ThColor  fill)
{
  static const ThColor black = { 0.09, 0.09, 0.1 };
  static const ThColor pure = { 0, 0, 0 };
  static const ThColor white = { 1, 1, 1 };
  ThColor ink = self->colors[TH_COLOR_INK];

  if (th_color_contrast (ink, fill) >= least_contrast (self))
    return ink;
  if (!(self->flags & TH_THEME_HIGH_CONTRAST) && th_color_contrast (black, fill) >= 4.5)
    return black;

  /* Pure black reaches a contrast of 4.58 wherever white does not. */
  return th_color_contrast (white, fill) >= th_color_contrast (pure, fill) ? white : pure;
}

ThColor
th_theme_get_dimmed_ink_on (ThTheme *self,
                            ThColor  fill)
{
  ThColor ink = th_theme_get_ink_on (self, fill);

  for (guint i = 5; i > 0; i--)
    {
      ThColor pale = th_color_mix (ink, fill, i * 0.1);

      /* The margin covers the tint of a selected span. */
      if (th_color_contrast (pale, fill) >= least_contrast (self) * 1.2)
        return pale;
    }

  return ink;
}

/* --- construction ------------------------------------------------------------ */

static PangoContext *
context_new (PangoFontMap *map)
{
  PangoContext *context = pango_font_map_create_context (map);
  cairo_font_options_t *options = cairo_font_options_create ();

  /* With whole-pixel advances, the width of a text would depend on the scale. */
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, FALSE);
  cairo_font_options_destroy (options);

  return context;
}

/* Shades of one hue: deeper idle states are darker, but stay light enough for text. */
static ThColor
rest_color (ThTheme *self,
            guint    level)
{
  double lightest = self->flags & TH_THEME_HIGH_CONTRAST ? 0.95 : th_theme_is_dark (self) ? 0.86
                                                                                          : 0.92;

  return th_color_from_oklch (lightest - 0.05 * level, 0.03 + 0.02 * level, 235);
}

/* Returns the height that a layout of one line has.  A layout would load thirty glyphs for it. */
static int
measure_line (ThTheme *self)
{
  g_autoptr(PangoFont) font = pango_context_load_font (self->context, self->font);
  PangoRectangle line = { 0 };

  if (font != NULL)
    pango_font_get_glyph_extents (font, PANGO_GLYPH_EMPTY, NULL, &line);

  return MAX (PANGO_PIXELS_CEIL (line.height), 1);
}

ThTheme *
th_theme_new (ThThemeFlags  flags,
              const char   *font,
              double        text_scale)
{
  ThTheme *self = g_new0 (ThTheme, 1);

  self->ref_count = 1;
  self->flags = flags & (TH_THEME_DARK | TH_THEME_HIGH_CONTRAST);
  for (guint i = 0; i < TH_N_COLORS; i++)
    self->colors[i] = th_color_unpack (palettes[self->flags][i]);
  for (guint i = 0; i < TH_N_CONTEXTS; i++)
    self->contexts[i] = i >= TH_CONTEXT_REST ? rest_color (self, i - TH_CONTEXT_REST)
                                             : th_color_unpack (contexts[self->flags][i]);

  self->font = pango_font_description_from_string (font != NULL ? font : DEFAULT_FONT);
  if (pango_font_description_get_size (self->font) <= 0)
    pango_font_description_set_size (self->font, 10 * PANGO_SCALE);

  self->context = context_new (pango_cairo_font_map_get_default ());
  self->young = cache_new ();
  self->old = cache_new ();

  text_scale = CLAMP (text_scale, 0.5, 4);
  if (pango_font_description_get_size_is_absolute (self->font))
    pango_font_description_set_absolute_size (self->font,
                                              pango_font_description_get_size (self->font) *
                                              text_scale);
  else
    pango_font_description_set_size (self->font,
                                     pango_font_description_get_size (self->font) * text_scale);

  self->line_height = measure_line (self);

  return self;
}

ThTheme *
th_theme_copy (ThTheme *self)
{
  ThTheme *copy = g_new0 (ThTheme, 1);
  /* The default font map may be in use by another thread. */
  g_autoptr(PangoFontMap) map = pango_cairo_font_map_new ();

  /* The caches are not copied: the thread that uses @self may be changing them. */
  copy->ref_count = 1;
  copy->flags = self->flags;
  memcpy (copy->colors, self->colors, sizeof copy->colors);
  memcpy (copy->contexts, self->contexts, sizeof copy->contexts);
  copy->line_height = self->line_height;
  copy->font = pango_font_description_copy (self->font);
  copy->context = context_new (map);
  copy->young = cache_new ();
  copy->old = cache_new ();

  return copy;
}

ThTheme *
th_theme_ref (ThTheme *self)
{
  g_atomic_int_inc (&self->ref_count);

  return self;
}

void
th_theme_unref (ThTheme *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_hash_table_unref (self->young);
  g_hash_table_unref (self->old);
  g_object_unref (self->context);
  pango_font_description_free (self->font);
  g_free (self);
}

ThColor
th_theme_get_bookmark_color (ThTheme *self,
                             guint    color)
{
  static const ThContext by_color[TH_N_BOOKMARK_COLORS] = {
    TH_CONTEXT_WAKEUP, TH_CONTEXT_NAPI, TH_CONTEXT_STACK, TH_CONTEXT_SOFTIRQ, TH_CONTEXT_READER,
    TH_CONTEXT_IRQ
  };

  return th_theme_get_context_color (self, by_color[color % TH_N_BOOKMARK_COLORS]);
}
