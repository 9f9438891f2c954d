/* th-recording-chooser.c - the dialog that chooses recordings to open or to append
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-chooser.h"

#include <glib/gi18n-lib.h>

#include "th-loaders.h"

void
th_recording_chooser_open (GtkFileChooserNative **chooser,
                           GtkWindow             *parent,
                           const char            *title,
                           const char            *accept,
                           GFile                 *beside,
                           ThFileChosenFunc       chosen,
                           gpointer               data)
{
  static const char *const all[] = { "*", NULL };
  g_autoptr(GArray) kinds = g_array_new (FALSE, FALSE, sizeof (ThFileKind));
  ThFileKind kind = { _("All files"), all };
  ThFileDialog dialog = { parent, GTK_FILE_CHOOSER_ACTION_OPEN, title, accept, .beside = beside,
                          .multiple = TRUE };

  /* The kinds only hide files in the dialog; the content decides what a file is. */
  g_array_append_val (kinds, kind);
  for (const ThLoader *const *loader = th_loaders_list (); *loader != NULL; loader++)
    {
      kind = (ThFileKind) { _((*loader)->name), (*loader)->patterns };
      if (kind.patterns != NULL)
        g_array_append_val (kinds, kind);
    }
  dialog.kinds = (const ThFileKind *) kinds->data;
  dialog.n_kinds = kinds->len;
  th_file_dialog_open (chooser, &dialog, chosen, data);
}
