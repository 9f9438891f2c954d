/* th-filter-store.h - filters saved under a name, and recent filters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * They are kept as strings in the user's settings (th-settings.h), which are written
 * atomically and shared by all windows.  Without settings, they are kept until the program
 * exits.  Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-filter-state.h"

G_BEGIN_DECLS

/* Limits: more saved filters are refused; the oldest recent ones are dropped. */
#define TH_FILTER_STORE_MAX    200
#define TH_FILTER_STORE_RECENT 20

#define TH_TYPE_SAVED_FILTER (th_saved_filter_get_type ())
G_DECLARE_FINAL_TYPE (ThSavedFilter, th_saved_filter, TH, SAVED_FILTER, GObject)

/* Both never change and are owned by @self. */
const char    *th_saved_filter_get_name  (ThSavedFilter *self);
ThFilterState *th_saved_filter_get_state (ThSavedFilter *self);

/* An array of ThSavedFilter, sorted by name; free with g_ptr_array_unref(). */
GPtrArray  *th_filter_store_list        (void);
/* Saves @state, to which it takes a reference, and replaces a filter of the same name.  FALSE if
 * the name is empty or there are too many filters. */
gboolean    th_filter_store_save        (const char          *name,
                                         ThFilterState       *state);
/* FALSE if there is no filter @name, or @new_name is empty or taken. */
gboolean    th_filter_store_rename      (const char          *name,
                                         const char          *new_name);
void        th_filter_store_remove      (const char          *name);

/* An array of ThFilterState, the latest first; free with g_ptr_array_unref(). */
GPtrArray  *th_filter_store_list_recent (void);
/* Makes @state the latest of the recent filters. */
void        th_filter_store_note        (const ThFilterState *state);

G_END_DECLS
