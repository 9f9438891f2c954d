/* th-filter-store.h - filters that were saved under a name, and those used lately
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Kept in the user's settings (th-settings.h), which are written atomically; all
 * windows share them.
 * Without settings they live as long as the program.  A filter is a state of
 * th-filter-state.h: text and chips.  Main thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* More are refused; of those used lately the oldest go. */
#define TH_FILTER_STORE_MAX    200
#define TH_FILTER_STORE_RECENT 20

typedef struct
{
  char *name;
  char *state;
} ThSavedFilter;

/* Elements are ThSavedFilter, by name.  Free with g_ptr_array_unref(). */
GPtrArray  *th_filter_store_list        (void);
/* In place of one of that name.  FALSE for a name of nothing, and if there are too many. */
gboolean    th_filter_store_save        (const char *name,
                                         const char *state);
/* FALSE if there is no @name, or another is called @new_name. */
gboolean    th_filter_store_rename      (const char *name,
                                         const char *new_name);
void        th_filter_store_remove      (const char *name);

/* States, the latest first.  Free with g_strfreev(). */
char      **th_filter_store_list_recent (void);
void        th_filter_store_note        (const char *state);

G_END_DECLS
