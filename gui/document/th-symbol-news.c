/* th-symbol-news.c - tells when more names of functions are known
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-symbol-news.h"

#include "th-load-options.h"

struct _ThSymbolNews
{
  GObject parent;
};

static guint changed_signal;
static gint is_told; /* atomic; an idle source is going to emit the signal */

G_DEFINE_FINAL_TYPE (ThSymbolNews, th_symbol_news, G_TYPE_OBJECT)

static gboolean
tell_cb (gpointer data G_GNUC_UNUSED)
{
  g_atomic_int_set (&is_told, FALSE);
  g_signal_emit (th_symbol_news_get_default (), changed_signal, 0);
  return G_SOURCE_REMOVE;
}

/* Any thread. */
static void
came (void)
{
  if (g_atomic_int_compare_and_exchange (&is_told, FALSE, TRUE))
    g_idle_add (tell_cb, NULL);
}

static void
th_symbol_news_class_init (ThSymbolNewsClass *klass)
{
  changed_signal = g_signal_new ("symbols-changed", TH_TYPE_SYMBOL_NEWS, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_symbol_news_init (ThSymbolNews *self)
{
  th_load_options_set_symbols_later (came);
}

ThSymbolNews *
th_symbol_news_get_default (void)
{
  static ThSymbolNews *self;

  if (self == NULL)
    self = g_object_new (TH_TYPE_SYMBOL_NEWS, NULL);
  return self;
}
