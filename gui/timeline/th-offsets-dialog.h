/* th-offsets-dialog.h - the recordings on one timeline: set their offsets, remove one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stays open while a change is loaded, and then shows its result.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document-parts.h"

G_BEGIN_DECLS

#define TH_TYPE_OFFSETS_DIALOG (th_offsets_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThOffsetsDialog, th_offsets_dialog, TH, OFFSETS_DIALOG, GtkWindow)

/* Uses the actions of @parent; the caller presents it. */
ThOffsetsDialog *th_offsets_dialog_new (GtkWindow  *parent,
                                        ThDocument *document);

G_END_DECLS
