/* th-actions-parts.c - actions that append recordings to the timeline and align them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <glib/gi18n-lib.h>

#include "th-document-parts.h"
#include "th-display-text.h"
#include "th-offsets-dialog.h"
#include "th-packet-alignment.h"
#include "th-recording-chooser.h"

/* Says that a guest is aligned with its host, where nobody had to shift it. */
void
th_view_say_guests (ThDocumentView *self)
{
  ThRecording *recording = th_document_get_recording (self->document);

  for (guint i = 1; i < th_recording_get_n_parts (recording); i++)
    {
      gboolean aligned;
      g_autofree char *text = th_appended_file_describe_guest (recording, i, &aligned);

      if (text == NULL || !aligned ||
          th_recording_get_shift (th_recording_get_part (recording, i)) != 0)
        continue;
      th_status_bar_say (self->status_bar, text);
      return;
    }
}

/* --- appending ---------------------------------------------------------- */

void
th_document_view_append (ThDocumentView *self,
                         GFile          *file)
{
  g_autofree char *uri = NULL;

  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self) && G_IS_FILE (file));

  if (self->document != NULL && th_document_get_state (self->document) != TH_DOCUMENT_FAILED)
    {
      th_document_append (self->document, file, TH_ALIGN_SHIFT, 0);
      return;
    }

  uri = g_file_get_uri (file);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-uri", "s", uri);
}

static void
chosen_cb (gpointer  view,
           GFile    *file)
{
  th_document_view_append (view, file);
}

static void
append_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       data)
{
  ThDocumentView *self = data;

  th_recording_chooser_open (&self->chooser, th_view_get_window (self),
                             _("Append a Recording to This Timeline"), _("_Append"),
                             th_document_get_file (self->document), chosen_cb, self);
}

static void
append_uri_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  th_document_view_append (data, file);
}

static void
offsets_cb (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       data)
{
  ThDocumentView *self = data;

  if (th_view_has_recording (self) &&
      !th_view_present_dialog (self, TH_TYPE_OFFSETS_DIALOG))
    th_view_add_dialog (self,
                        th_offsets_dialog_new (th_view_get_window (self), self->document));
}

/* --- aligning ----------------------------------------------------------- */

/* Finds how @part can be aligned with @first.  Returns %FALSE if there is no way. */
static gboolean
find_alignment (ThRecording *first,
                ThRecording *part,
                ThAlign     *align,
                gint64      *shift)
{
  *align = TH_ALIGN_WALL;
  if (th_align_find (first, part, TH_ALIGN_WALL, shift))
    return TRUE;

  *align = TH_ALIGN_FIRST;
  return th_align_find (first, part, TH_ALIGN_FIRST, shift);
}

/* Says which recordings were shifted by how much; of several each has a line. */
static void
say_shifted (ThDocumentView  *self,
             const GPtrArray *names,
             const GPtrArray *shifts,
             gboolean         by_wall) /* the last one was aligned by time of day */
{
  g_autoptr(GString) text = g_string_new (NULL);

  if (names->len == 1)
    g_string_printf (text, by_wall ? _("%s was shifted by %s to align by time of day. “Offsets…” "
                                       "in the Open menu undoes it.")
                                   : _("%s was shifted by %s to align the first events. "
                                       "“Offsets…” in the Open menu undoes it."),
                     (const char *) names->pdata[0], (const char *) shifts->pdata[0]);
  else
    g_string_printf (text, g_dngettext (GETTEXT_PACKAGE, "%u recording was shifted. “Offsets…” in "
                                                         "the Open menu undoes it.",
                                        "%u recordings were shifted. “Offsets…” in the Open menu "
                                        "undoes it.", names->len), names->len);
  for (guint i = 0; names->len > 1 && i < names->len; i++)
    {
      g_string_append_c (text, '\n');
      /* Translators: the name of a recording, and by how much it was moved */
      g_string_append_printf (text, _("%s by %s"), (const char *) names->pdata[i],
                              (const char *) shifts->pdata[i]);
    }

  th_status_bar_say (self->status_bar, text->str);
}

static void
packets_done_cb (GtkWidget  *view,
                 gboolean    found,
                 const char *text)
{
  th_status_bar_say (TH_DOCUMENT_VIEW (view)->status_bar, text);
}

void
th_view_align_by_packets (ThDocumentView *self)
{
  guint part = th_document_take_part_by_packets (self->document);

  if (part != 0)
    th_packet_alignment_run (GTK_WIDGET (self), self->document, part, packets_done_cb);
}

/* Aligns all recordings that do not overlap with the first one: a capture by its packets, another
 * one by time of day if both know it, or else by their first events. */
static void
align_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       data)
{
  ThDocumentView *self = data;
  g_autoptr(ThRecording) recording = th_recording_ref (th_document_get_recording (self->document));
  ThRecording *first = th_recording_get_part (recording, 0);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GPtrArray) shifts = g_ptr_array_new_with_free_func (g_free);
  ThAlign align = TH_ALIGN_WALL;

  for (guint i = 0; (i = th_align_find_apart (recording, i)) != 0;)
    {
      ThRecording *part = th_recording_get_part (recording, i);
      gint64 shift;

      if (th_packet_alignment_can_run (recording, i))
        {
          th_packet_alignment_run (GTK_WIDGET (self), self->document, i, packets_done_cb);
          continue;
        }
      if (!find_alignment (first, part, &align, &shift))
        continue;

      g_ptr_array_add (names, th_display_text_make_valid (th_recording_get_name (part)));
      g_ptr_array_add (shifts, th_document_format_duration (self->document, shift));
      th_document_align (self->document, i, align, 0);
    }

  if (names->len > 0)
    say_shifted (self, names, shifts, align == TH_ALIGN_WALL);
}

static gboolean
can_align (ThDocumentView *self)
{
  return th_view_has_recording (self) &&
         th_align_find_apart (th_document_get_recording (self->document), 0) != 0;
}

static const ThViewAction actions[] = {
  { { "append", append_cb }, th_view_has_recording },
  { { "align", align_cb }, can_align },
  { { "append-uri", append_uri_cb, "s" }, th_view_has_recording },
  { { "offsets", offsets_cb }, th_view_has_recording },
};

void
th_view_add_part_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
