/* th-cli-stack.c - the stack of an event as lines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-stack.h"

static void
append_frame (ThRecording   *part,
              const ThFrame *frame,
              GString       *text)
{
  gboolean has_symbol = !frame->user || th_address_is_made_up (frame->address);

  g_string_append_c (text, '\t');
  if (!has_symbol || !th_recording_append_function (part, frame->address, text))
    g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", frame->address);
  g_string_append_c (text, '\n');
}

void
th_cli_stack_append (ThRecording *recording,
                     ThReader    *reader,
                     ThRef        ref,
                     GString     *text)
{
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  ThRecording *part = th_recording_get_stream_part (recording, ref.stream);
  g_autofree char *end = NULL;

  th_reader_get_stack (reader, ref, frames);
  for (guint i = 0; i < frames->len; i++)
    append_frame (part, &g_array_index (frames, ThFrame, i), text);
  end = th_reader_dup_stack_end (reader);
  if (end != NULL)
    g_string_append_printf (text, "\t(%s)\n", end);
}
