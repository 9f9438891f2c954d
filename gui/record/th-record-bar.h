/* th-record-bar.h - says what went wrong with a recording, and what was kept
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Property "text" (string): NULL while the bar is hidden.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_RECORD_BAR (th_record_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThRecordBar, th_record_bar, TH, RECORD_BAR, GtkWidget)

void th_record_bar_set_text (ThRecordBar *self,
                             const char  *text);

G_END_DECLS
