/* th-window-link.c - copies the command line that shows this view again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-document-parts.h"
#include "th-event-filter.h"
#include "th-literals.h"
#include "th-time-span.h"

static void
append_quoted (GString    *command,
               const char *option,
               const char *value)
{
  g_autofree char *quoted = g_shell_quote (value);

  g_string_append_printf (command, " %s%s", option, quoted);
}

static void
append_view (GString        *command,
             ThDocumentView *shown)
{
  ThDocument *document = th_document_view_get_document (shown);
  ThView view = th_timeline_get_target (th_document_view_get_timeline (shown));
  g_autofree char *span = th_time_span_format (th_document_get_recording (document), view.from,
                                               view.to);
  char *dots = strstr (span, "..");

  if (dots == NULL)
    return;
  *dots = '\0';
  append_quoted (command, "--from=", span);
  append_quoted (command, "--to=", dots + 2);
}

static void
append_parts (GString    *command,
              ThDocument *document)
{
  for (guint i = 1; i < th_recording_get_n_parts (th_document_get_recording (document)); i++)
    {
      ThRecording *part = th_recording_get_part (th_document_get_recording (document), i);
      gboolean ticks = th_stream_get_clock (th_recording_get_stream (part, 0))->ticks;
      g_autofree char *path = g_file_get_path (th_document_get_file_of (document, i));
      g_autofree char *offset = th_offset_format (th_recording_get_shift (part), ticks);
      g_autofree char *argument = g_strdup_printf ("%s@%s", path != NULL ? path : "", offset);

      append_quoted (command, "--append=", argument);
    }
}

static char *
make_link (ThDocumentView *shown)
{
  ThDocument *document = th_document_view_get_document (shown);
  g_autofree char *path = g_file_get_path (th_document_get_file (document));
  ThFilterState *state = th_event_filter_get_state (th_document_get_filter (document));
  g_autofree char *filter = th_filter_state_to_string (state);
  GString *command = g_string_new ("thresher");

  if (path == NULL)
    return g_string_free (command, TRUE);

  append_view (command, shown);
  append_quoted (command, "--filter=", filter);
  append_parts (command, document);
  append_quoted (command, "", path);
  return g_string_free (command, FALSE);
}

void
th_window_copy_link (ThWindow *self)
{
  ThDocument *document = th_document_view_get_document (self->view);
  g_autofree char *link = NULL;

  if (th_comparison_view_get_sides (self->comparison) != NULL)
    link = th_comparison_sides_format_link (th_comparison_view_get_sides (self->comparison));
  else if (document != NULL && th_document_get_recording (document) != NULL)
    link = make_link (self->view);
  if (link == NULL)
    return;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), link);
  th_document_view_say (self->view, _("The command that shows this view was copied"));
}
