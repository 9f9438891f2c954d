/* th-recording-chooser.h - the dialog that chooses recordings to open or to append
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-file-dialog.h"

G_BEGIN_DECLS

/* Shows the dialog, modal over @parent, for one file or several, with the filters of all
 * loaders; it starts in the folder of @beside, if that is not %NULL.  Calls @chosen for each
 * file.  Keeps the dialog in @chooser, a field of @data, until it is answered: does nothing
 * while there is one, and whoever clears the field closes the dialog. */
void th_recording_chooser_open (GtkFileChooserNative **chooser,
                                GtkWindow             *parent,
                                const char            *title,
                                const char            *accept,
                                GFile                 *beside,
                                ThFileChosenFunc       chosen,
                                gpointer               data);

G_END_DECLS
