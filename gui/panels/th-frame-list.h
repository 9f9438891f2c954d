/* th-frame-list.h - the frames of captures that belong to a flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A line for each frame with its headers; activating it selects the frame.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_FRAME_LIST (th_frame_list_get_type ())
G_DECLARE_FINAL_TYPE (ThFrameList, th_frame_list, TH, FRAME_LIST, GtkWidget)

/* Shows the frames of flow @row of @results; nothing if @results is NULL.  @document must stay
 * valid until the next call.  Hides the widget if there are none. */
void       th_frame_list_show  (ThFrameList  *self,
                                ThDocument   *document,
                                ThResults    *results,
                                guint32       row);

G_END_DECLS
