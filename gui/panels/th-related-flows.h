/* th-related-flows.h - the flows that a flow came from, went on in, or is made of
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each is a link that follows it.  Several parts of one kind are one line, which
 * opens to their links: "44 frames merged by GRO (inferred)".
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_KIN_LIST (th_kin_list_get_type ())
G_DECLARE_FINAL_TYPE (ThKinList, th_kin_list, TH, KIN_LIST, GtkWidget)

GtkWidget *th_kin_list_new   (void);
/* Of flow @row of @results, which are lent until the next call; NULL: none.  It is
 * visible if there are any. */
void       th_kin_list_show  (ThKinList  *self,
                              ThDocument *document,
                              ThResults  *results,
                              guint32     row);

G_END_DECLS
