/* th-offsets-dialog.h - the recordings on one timeline, where each lies, and away with one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stays open while what it asked for is loaded, and follows what came of it.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document-parts.h"

G_BEGIN_DECLS

#define TH_TYPE_OFFSETS_DIALOG (th_offsets_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThOffsetsDialog, th_offsets_dialog, TH, OFFSETS_DIALOG, GtkWindow)

/* Over @parent, whose actions it uses; presented by the caller. */
ThOffsetsDialog *th_offsets_dialog_new        (GtkWindow        *parent,
                                               ThDocument       *document);
/* As typing an offset and Enter do; FALSE if @text is no offset.  @part from 1. */
gboolean          th_offsets_dialog_set_offset (ThOffsetsDialog  *self,
                                                guint             part,
                                                const char       *text);
/* What its entry says; lent. */
const char       *th_offsets_dialog_get_offset (ThOffsetsDialog  *self,
                                                guint             part);
const char       *th_offsets_dialog_get_error  (ThOffsetsDialog *self);

G_END_DECLS
