/* th-actions-frame.c - the action that shows a frame of a capture in Wireshark
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <glib/gi18n-lib.h>

#include "th-document-parts.h"
#include "th-packet-frames.h"
#include "th-thread-pool.h"
#include "th-wireshark.h"

/* Of a packet; each is searched in the file. */
#define MAX_FRAMES 100

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

/* A frame or those of a packet, and the capture that has them. */
typedef struct
{
  ThRecording *recording;
  GArray      *refs;      /* of ThRef */
  gboolean     is_packet;
  char        *path;
} Frames;

static void
frames_free (gpointer data)
{
  Frames *frames = data;

  th_recording_unref (frames->recording);
  g_array_unref (frames->refs);
  g_free (frames->path);
  g_free (frames);
}

/* On a worker: to number a frame, the places of all others are read. */
static void
make_command (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  const Frames *frames = data;
  char **command = frames->is_packet
                     ? th_wireshark_dup_packet_command (frames->recording, frames->refs,
                                                        frames->path)
                     : th_wireshark_dup_command (frames->recording,
                                                 g_array_index (frames->refs, ThRef, 0),
                                                 frames->path);

  g_task_return_pointer (task, command, (GDestroyNotify) g_strfreev);
}

static void
start_wireshark_cb (GObject      *object,
                    GAsyncResult *result,
                    gpointer      data)
{
  ThDocumentView *self = TH_DOCUMENT_VIEW (object);
  g_auto(GStrv) command = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autofree char *program = g_find_program_in_path ("wireshark");
  g_autoptr(GError) error = NULL;

  if (gtk_widget_get_root (GTK_WIDGET (self)) == NULL) /* the window is gone */
    return;
  if (program == NULL)
    say_copied (self, command);
  else if (!g_spawn_async (NULL, command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &error))
    th_status_bar_say (self->status_bar, error->message);
}

/* Whether the selected event is a frame. */
static gboolean
is_frame_selected (ThDocumentView *self)
{
  return th_view_has_selected (self) &&
         th_wireshark_can_show (th_document_get_recording (self->document),
                                th_document_get_selected (self->document));
}

/* The selected frame, else those of a packet. */
TH_DEFINE_VIEW_ACTION (open_in_wireshark)
{
  ThDocumentView *self = data;
  ThRecording *recording = th_document_get_recording (self->document);
  gboolean is_packet = !is_frame_selected (self);
  GArray *refs = th_packet_frames_list (self->document, is_packet ? MAX_FRAMES : 0);
  ThRef selected = th_document_get_selected (self->document);
  Frames *frames;
  g_autoptr(GTask) task = NULL;
  guint part;

  if (!is_packet)
    g_array_append_val (refs, selected);
  part = th_recording_get_index (
    th_recording_get_stream_part (recording, g_array_index (refs, ThRef, 0).stream));
  frames = g_new0 (Frames, 1);
  frames->recording = th_recording_ref (recording);
  frames->refs = refs;
  frames->is_packet = is_packet;
  frames->path = g_file_get_path (th_document_get_file_of (self->document, part));
  task = g_task_new (self, NULL, start_wireshark_cb, NULL);
  g_task_set_task_data (task, frames, frames_free);
  th_thread_pool_run (task, make_command);
}

static gboolean
has_frame (ThDocumentView *self)
{
  g_autoptr(GArray) frames = NULL;

  if (self->document == NULL || is_frame_selected (self))
    return self->document != NULL;
  frames = th_packet_frames_list (self->document, 1);
  return frames->len > 0;
}

static const ThViewAction actions[] = {
  { { "open-in-wireshark", open_in_wireshark_cb }, has_frame },
};

void
th_view_add_frame_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
