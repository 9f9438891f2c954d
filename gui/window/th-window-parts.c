/* th-window-parts.c - further recordings on the timeline of the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-actions.h"
#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-document-parts.h"
#include "th-display-text.h"
#include "th-offsets-dialog.h"
#include "th-widgets.h"

/* That a guest lies where it belongs, though nobody moved it. */
void
th_window_say_guests (ThWindow *self)
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

static void
append_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       data)
{
  th_window_choose_appended (data);
}

static void
append_uri_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  th_window_append_file (data, file);
}

static void
offsets_cb (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       data)
{
  ThWindow *self = data;

  if (self->document != NULL && th_document_get_recording (self->document) != NULL &&
      !th_dialog_present (GTK_WINDOW (self), TH_TYPE_OFFSETS_DIALOG))
    gtk_window_present (GTK_WINDOW (th_offsets_dialog_new (GTK_WINDOW (self), self->document)));
}

/* FALSE: nothing meets it, and nothing is known that could align it. */
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

/* Of several each is a line below how many they are. */
static void
say_moved (ThWindow        *self,
           const GPtrArray *names,
           const GPtrArray *ways,
           gboolean         by_wall) /* of the last */
{
  g_autoptr(GString) text = g_string_new (NULL);

  if (names->len == 1)
    g_string_printf (text, by_wall ? _("%s was shifted by %s to align by time of day. “Offsets…” "
                                       "in the Open menu undoes it.")
                                   : _("%s was shifted by %s to align the first events. "
                                       "“Offsets…” in the Open menu undoes it."),
                     (const char *) names->pdata[0], (const char *) ways->pdata[0]);
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
                              (const char *) ways->pdata[i]);
    }

  th_status_bar_say (self->status_bar, text->str);
}

/* What the bar offers: all that nothing meets, by the time of day where both know
 * it, else by the first events. */
static void
align_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       data)
{
  ThWindow *self = data;
  g_autoptr(ThRecording) recording = th_recording_ref (th_document_get_recording (self->document));
  ThRecording *first = th_recording_get_part (recording, 0);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free),
  ways = g_ptr_array_new_with_free_func (g_free);
  ThAlign align = TH_ALIGN_WALL;

  for (guint i = 0; (i = th_align_find_apart (recording, i)) != 0;)
    {
      ThRecording *part = th_recording_get_part (recording, i);
      gint64 shift;

      if (!find_alignment (first, part, &align, &shift))
        continue;

      g_ptr_array_add (names, th_display_text_make_valid (th_recording_get_name (part)));
      g_ptr_array_add (ways, th_document_format_duration (self->document, shift));
      th_document_align (self->document, i, align, 0);
    }

  if (names->len > 0)
    say_moved (self, names, ways, align == TH_ALIGN_WALL);
}

static const GActionEntry entries[] = {
  { "append", append_cb },
  { "align", align_cb },
  { "append-uri", append_uri_cb, "s" },
  { "offsets", offsets_cb },
};

void
th_window_add_append (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
th_window_update_append (ThWindow *self)
{
  gboolean there = self->document != NULL && th_document_get_recording (self->document) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    th_action_enable (G_ACTION_MAP (self), entries[i].name, there);
  th_action_enable (G_ACTION_MAP (self), "align", there &&
                    th_align_find_apart (th_document_get_recording (self->document), 0) != 0);
}
