/* th-filter-store.h - filters that were saved under a name, and the recent ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * They are kept as strings in the user's settings (th-settings.h), which are written
 * atomically and shared by all windows.  If there are no settings, they are kept as
 * long as the program runs.  Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-filter-state.h"

G_BEGIN_DECLS

/* More saved filters are refused; of the recent ones the oldest are dropped. */
#define TH_FILTER_STORE_MAX    200
#define TH_FILTER_STORE_RECENT 20

#define TH_TYPE_SAVED_FILTER (th_saved_filter_get_type ())
G_DECLARE_FINAL_TYPE (ThSavedFilter, th_saved_filter, TH, SAVED_FILTER, GObject)

/* Both lent; they never change. */
const char    *th_saved_filter_get_name  (ThSavedFilter *self);
ThFilterState *th_saved_filter_get_state (ThSavedFilter *self);

/* Elements are ThSavedFilter, sorted by name.  Free with g_ptr_array_unref(). */
GPtrArray  *th_filter_store_list        (void);
/* Replaces a filter of that name; takes a reference to @state.  FALSE if the name is
 * empty or there are too many. */
gboolean    th_filter_store_save        (const char          *name,
                                         ThFilterState       *state);
/* FALSE if there is no filter @name, or @new_name is empty or taken. */
gboolean    th_filter_store_rename      (const char          *name,
                                         const char          *new_name);
void        th_filter_store_remove      (const char          *name);

/* Elements are ThFilterState, the latest first.  Free with g_ptr_array_unref(). */
GPtrArray  *th_filter_store_list_recent (void);
/* Makes @state the latest. */
void        th_filter_store_note        (const ThFilterState *state);

G_END_DECLS
