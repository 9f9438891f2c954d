/* th-offsets-dialog.c - the recordings on one timeline: set their offsets, remove one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-offsets-dialog.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-literals.h"
#include "th-display-text.h"
#include "th-packet-alignment.h"
#include "th-widgets.h"

#define OFFSET_CHARS 18

struct _ThOffsetsDialog
{
  GtkWindow   parent;

  ThDocument *document;
  GtkWidget  *grid;
  GPtrArray  *entries;  /* GtkEntry by part; NULL for the first */
  GtkWidget  *error;
  GtkWidget  *found;    /* what aligning by packets found */
};

G_DEFINE_FINAL_TYPE (ThOffsetsDialog, th_offsets_dialog, GTK_TYPE_WINDOW)

/* --- setting offsets -------------------------------------------------------------- */

static gboolean
counts_ticks (ThOffsetsDialog *self)
{
  ThRecording *recording = th_document_get_recording (self->document);

  return recording != NULL && th_recording_get_clock (recording)->ticks;
}

static void
show_text (GtkWidget  *label,
           const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_visible (label, text[0] != '\0');
}

/* What was found before is out of date then. */
static void
show_error (ThOffsetsDialog *self,
            const char      *text)
{
  show_text (self->error, text);
  show_text (self->found, "");
}

static gboolean
read_offset (ThOffsetsDialog *self,
             guint            part,
             gint64          *shift)
{
  gboolean read = th_time_parse (gtk_editable_get_text (self->entries->pdata[part]),
                                 counts_ticks (self), 0, shift);

  show_error (self, read ? "" : counts_ticks (self)
              ? _("An offset must be a whole number of ticks, like +500.")
                                                    : _("An offset must be a time with a sign and "
                                                        "a unit, like +12.5ms or -3s."));
  return read;
}

static guint
part_of (gpointer widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "part"));
}

static void
activate_cb (GtkWidget       *entry,
             ThOffsetsDialog *self)
{
  guint part = part_of (entry);
  gint64 shift;

  if (read_offset (self, part, &shift))
    th_document_align (self->document, part, TH_ALIGN_SHIFT, shift);
}

/* Applies the entries: the action of a button for users without an Enter key.  GTK 4.8 offers
 * "activate" of an entry to assistive technology, but it does nothing. */
static void
take_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ThOffsetsDialog *self = TH_OFFSETS_DIALOG (widget);
  g_autofree gint64 *shifts = g_new0 (gint64, self->entries->len);
  guint n = self->entries->len;

  for (guint i = 1; i < n; i++)
    if (!read_offset (self, i, &shifts[i]))
      return;
  /* Applying an offset rebuilds the entries. */
  for (guint i = 1; i < n; i++)
    if (shifts[i] != th_document_get_shift (self->document, i))
      th_document_align (self->document, i, TH_ALIGN_SHIFT, shifts[i]);
}

static void
first_cb (GtkWidget       *button,
          ThOffsetsDialog *self)
{
  show_error (self, "");
  th_document_align (self->document, part_of (button), TH_ALIGN_FIRST, 0);
}

static void
wall_cb (GtkWidget       *button,
         ThOffsetsDialog *self)
{
  show_error (self, "");
  th_document_align (self->document, part_of (button), TH_ALIGN_WALL, 0);
}

static void
packets_done_cb (GtkWidget  *grid,
                 gboolean    found,
                 const char *text)
{
  ThOffsetsDialog *self = TH_OFFSETS_DIALOG (gtk_widget_get_root (grid));

  show_error (self, found ? "" : text);
  show_text (self->found, found ? text : "");
}

static void
packets_cb (GtkWidget       *button,
            ThOffsetsDialog *self)
{
  show_error (self, "");
  th_packet_alignment_run (self->grid, self->document, part_of (button), packets_done_cb);
}

/* Shifts the recording so that marker B moves to the time of marker A. */
static void
markers_cb (GtkWidget       *button,
            ThOffsetsDialog *self)
{
  ThMarkers *marks = th_document_get_markers (self->document);
  gint64 a = th_markers_get_marker (marks, TH_MARKER_A);
  gint64 b = th_markers_get_marker (marks, TH_MARKER_B);
  gint64 shift;

  if (a == TH_TIME_NONE || b == TH_TIME_NONE || __builtin_sub_overflow (a, b, &shift) ||
      __builtin_add_overflow (shift, th_document_get_shift (self->document, part_of (button)),
                              &shift))
    return;

  show_error (self, "");
  th_document_align (self->document, part_of (button), TH_ALIGN_SHIFT, shift);
}

static void
remove_cb (GtkWidget       *button,
           ThOffsetsDialog *self)
{
  th_document_remove_appended (self->document, part_of (button));
}

/* --- building ----------------------------------------------------------- */

static GtkWidget *
add_button (ThOffsetsDialog *self,
            GtkWidget       *box,
            guint            part,
            const char      *text,
            const char      *tooltip,
            GCallback        clicked)
{
  GtkWidget *button = th_button_new (text);
  GtkWidget *label = gtk_grid_get_child_at (GTK_GRID (self->grid), 0, 2 * (int) part);

  th_button_name_of (button, gtk_label_get_text (GTK_LABEL (label)),
                     gtk_label_get_text (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)))));

  gtk_widget_set_tooltip_text (button, tooltip);
  g_object_set_data (G_OBJECT (button), "part", GUINT_TO_POINTER (part));
  g_signal_connect (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (box), button);

  return button;
}

static void
add_offset (ThOffsetsDialog *self,
            guint            part,
            const char      *name)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *text = th_offset_format (th_document_get_shift (self->document, part),
                                            counts_ticks (self));
  /* Translators: %s is the name of a recording */
  g_autofree char *label = g_strdup_printf (_("Offset of %s"), name);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), OFFSET_CHARS);
  gtk_entry_set_alignment (GTK_ENTRY (entry), 1);
  gtk_widget_set_tooltip_text (entry,
                               _("Shift all its times by this: +12.5ms, -3s. "
                                 "Press Enter to apply."));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data (G_OBJECT (entry), "part", GUINT_TO_POINTER (part));
  g_signal_connect (entry, "activate", G_CALLBACK (activate_cb), self);
  gtk_grid_attach (GTK_GRID (self->grid), entry, 1, 2 * (int) part, 1, 1);
  self->entries->pdata[part] = entry;
}

static void
add_ways (ThOffsetsDialog *self,
          guint            part)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThMarkers *marks = th_document_get_markers (self->document);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *button;
  gint64 shift, from, to;

  add_button (self, box, part, _("_First Events"), _("Align its first event with the first event "
                                                     "of the first recording"),
              G_CALLBACK (first_cb));
  button = add_button (self, box, part, _("_Time of Day"),
                       _("Align by time of day, if it is known for both"),
                       G_CALLBACK (wall_cb));
  gtk_widget_set_sensitive (button,
                            th_align_find (th_recording_get_part (recording, 0),
                                           th_recording_get_part (recording, part),
                                           TH_ALIGN_WALL, &shift));
  if (th_packet_alignment_can_run (recording, part))
    {
      button = add_button (self, box, part, _("By _Packets"),
                           _("Match the frames of the capture with packets of the trace"),
                           G_CALLBACK (packets_cb));
      gtk_widget_set_sensitive (button, th_document_get_state (self->document) ==
                                TH_DOCUMENT_LOADED);
    }
  button = add_button (self, box, part, _("_B onto A"),
                       _("Align marker B, in this recording, with marker A, in another"),
                       G_CALLBACK (markers_cb));
  gtk_widget_set_sensitive (button, th_markers_get_span (marks, &from, &to));
  add_button (self, box, part, _("_Remove"), _("Remove from Timeline (keeps the file)"),
              G_CALLBACK (remove_cb));
  gtk_grid_attach (GTK_GRID (self->grid), box, 2, 2 * (int) part, 1, 1);
}

/* Adds a text about the clocks of the recordings. */
static void
add_guest (ThOffsetsDialog *self,
           guint            part)
{
  ThRecording *recording = th_document_get_recording (self->document);
  gboolean aligned;
  g_autofree char *text = th_appended_file_describe_guest (recording, part, &aligned);
  GtkWidget *label;

  if (text == NULL)
    return;

  label = th_paragraph_new (text, "dim-label");
  gtk_label_set_max_width_chars (GTK_LABEL (label), 90);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, 2 * (int) part + 1, 3, 1);
}

static void
add_part (ThOffsetsDialog *self,
          guint            part)
{
  ThRecording *recording = th_recording_get_part (th_document_get_recording (self->document), part);
  const char *given = th_recording_get_name (recording);
  g_autofree char *name =
    th_display_text_make_valid (*given != '\0' ? given : th_document_get_title (self->document));
  GtkWidget *label = th_label_new (name, part == 0 ? "heading" : NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, 2 * (int) part, 1, 1);
  g_ptr_array_add (self->entries, NULL);
  if (part == 0)
    {
      gtk_grid_attach (GTK_GRID (self->grid), th_label_new (_("Reference"), "dim-label"), 1, 0, 2,
                       1);
      return;
    }
  add_guest (self, part);
  add_offset (self, part, name);
  add_ways (self, part);
}

/* Restores the focus to the same entry after a rebuild. */
static void
fill (ThOffsetsDialog *self)
{
  ThRecording *recording = th_document_get_recording (self->document);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  guint focused = 0;

  if (focus != NULL && gtk_widget_is_ancestor (focus, self->grid))
    for (GtkWidget *at = focus; at != self->grid && focused == 0; at = gtk_widget_get_parent (at))
      focused = part_of (at);

  g_ptr_array_set_size (self->entries, 0);
  th_widget_clear (self->grid);
  for (guint i = 0; recording != NULL && i < th_recording_get_n_parts (recording); i++)
    add_part (self, i);

  if (focused > 0 && self->entries->len > 1)
    gtk_widget_grab_focus (self->entries->pdata[MIN (focused, self->entries->len - 1)]);
}

static void
failed_cb (ThOffsetsDialog *self)
{
  show_error (self, th_document_get_append_error (self->document));
}

/* --- class -------------------------------------------------------------- */

static void
th_offsets_dialog_finalize (GObject *object)
{
  ThOffsetsDialog *self = TH_OFFSETS_DIALOG (object);

  g_ptr_array_unref (self->entries);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_offsets_dialog_parent_class)->finalize (object);
}

static void
th_offsets_dialog_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TH_TYPE_OFFSETS_DIALOG);

  G_OBJECT_CLASS (th_offsets_dialog_parent_class)->dispose (object);
}

static void
th_offsets_dialog_class_init (ThOffsetsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_offsets_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_offsets_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-offsets-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ThOffsetsDialog, grid);
  gtk_widget_class_bind_template_child (widget_class, ThOffsetsDialog, error);
  gtk_widget_class_bind_template_child (widget_class, ThOffsetsDialog, found);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_install_action (widget_class, "offsets.take", NULL, take_action);
}

static void
th_offsets_dialog_init (ThOffsetsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_dialog_add_header (GTK_WINDOW (self));
  th_buttons_name (GTK_WIDGET (self));
  self->entries = g_ptr_array_new ();
}

ThOffsetsDialog *
th_offsets_dialog_new (GtkWindow  *parent,
                       ThDocument *document)
{
  ThOffsetsDialog *self = th_dialog_new (TH_TYPE_OFFSETS_DIALOG, parent);

  self->document = g_object_ref (document);
  th_dialog_lend_actions (GTK_WINDOW (self), parent);
  fill (self);
  g_signal_connect_object (document, "recording-changed", G_CALLBACK (fill), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::state", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (th_document_get_markers (document), "changed", G_CALLBACK (fill), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "append-failed", G_CALLBACK (failed_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}
