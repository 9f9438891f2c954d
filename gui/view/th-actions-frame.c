/* th-actions-frame.c - the action that shows a frame of a capture in Wireshark
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <glib/gi18n-lib.h>

#include "th-document-parts.h"
#include "th-wireshark.h"

/* The command as one types it. */
static char *
quote (char **command)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; command[i] != NULL; i++)
    {
      g_autofree char *quoted = g_shell_quote (command[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                              i == 0 || command[i][0] == '-' ? command[i] : quoted);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
say_copied (ThDocumentView *self,
            char          **command)
{
  g_autofree char *text = quote (command);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  th_status_bar_say (self->status_bar,
                     _("Wireshark is not installed. The command that shows this frame was copied: "
                       "run it where Wireshark is."));
}

TH_DEFINE_VIEW_ACTION (open_in_wireshark)
{
  ThDocumentView *self = data;
  ThRecording *recording = th_document_get_recording (self->document);
  ThRef ref = th_document_get_selected (self->document);
  guint part = th_recording_get_index (th_recording_get_stream_part (recording, ref.stream));
  g_autofree char *path = g_file_get_path (th_document_get_file_of (self->document, part));
  g_autofree char *program = g_find_program_in_path ("wireshark");
  g_auto(GStrv) command = th_wireshark_dup_command (recording, ref, path);
  g_autoptr(GError) error = NULL;

  if (program == NULL)
    {
      say_copied (self, command);
      return;
    }
  if (!g_spawn_async (NULL, command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &error))
    th_status_bar_say (self->status_bar, error->message);
}

static gboolean
has_frame (ThDocumentView *self)
{
  return th_view_has_selected (self) &&
         th_wireshark_can_show (th_document_get_recording (self->document),
                                th_document_get_selected (self->document));
}

static const ThViewAction actions[] = {
  { { "open-in-wireshark", open_in_wireshark_cb }, has_frame },
};

void
th_view_add_frame_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
