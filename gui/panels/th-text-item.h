/* th-text-item.h - an item of a list of texts that change
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Property "text" (string).  Unlike that of a GtkStringObject it can be set again, so the row of
 * the item stays, with its focus and its selection.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TH_TYPE_TEXT_ITEM (th_text_item_get_type ())
G_DECLARE_FINAL_TYPE (ThTextItem, th_text_item, TH, TEXT_ITEM, GObject)

/* Creates an empty list. */
GListStore *th_text_items_new (void);
/* Makes the items of @list those of @texts, a NULL-terminated array.  An item that was in the list
 * keeps its place and gets another text. */
void        th_text_items_set (GListStore        *list,
                               const char *const *texts);

G_END_DECLS
