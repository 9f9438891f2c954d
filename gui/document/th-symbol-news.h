/* th-symbol-news.h - tells when more names of functions are known
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The main thread does not wait for files with symbols (th-load-options.h): it shows texts without
 * those names, and updates them on this signal.
 *
 * Signal "symbols-changed": more names are known, of any recording.
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TH_TYPE_SYMBOL_NEWS (th_symbol_news_get_type ())
G_DECLARE_FINAL_TYPE (ThSymbolNews, th_symbol_news, TH, SYMBOL_NEWS, GObject)

/* The first call must be on the main thread, which from then on does not wait for symbols.  Owned
 * by the library. */
ThSymbolNews *th_symbol_news_get_default (void);

G_END_DECLS
