/* th-recording-chooser.h - the dialog that chooses recordings to open or to append
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Modal over @parent, for one file or several, with the filters of all loaders.  It
 * starts in the folder of @beside, if that is not %NULL.  Owned by the caller, who shows
 * it. */
GtkFileChooserNative *th_recording_chooser_new (GtkWindow  *parent,
                                                const char *title,
                                                const char *accept,
                                                GFile      *beside);

G_END_DECLS
