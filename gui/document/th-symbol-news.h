/* th-symbol-news.h - tells that names of functions were read which a text lacked
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Texts on the main thread do not wait for files with symbols (th-load-options.h): they are made
 * without the names, and once more after this signal.
 *
 * Signal "came": more names are known, of any recording.
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TH_TYPE_SYMBOL_NEWS (th_symbol_news_get_type ())
G_DECLARE_FINAL_TYPE (ThSymbolNews, th_symbol_news, TH, SYMBOL_NEWS, GObject)

/* The first call, on the main thread, makes that a thread which does not wait.  Not owned by the
 * caller. */
ThSymbolNews *th_symbol_news_get_default (void);

G_END_DECLS
