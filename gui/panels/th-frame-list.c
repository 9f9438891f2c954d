/* th-frame-list.c - the frames of captures that belong to a flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-frame-list.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-journey-links.h"
#include "th-widgets.h"

/* A packet of GRO or GSO has at most about 45 frames, but a malicious file any number. */
#define MAX_FRAMES 1000
/* Shows the first ones only: the journey as text has all. */
#define MAX_ROWS   12

struct _ThFrameList
{
  GtkWidget   parent;

  GtkWidget  *box;
  GtkWidget  *list;
  GtkWidget  *more;     /* says how many more frames there are */
  ThDocument *document; /* not owned */
  GArray     *refs;     /* of ThRef, by the index of the row */
};

G_DEFINE_FINAL_TYPE (ThFrameList, th_frame_list, GTK_TYPE_WIDGET)

/* The packet in the recordings of other machines. */
static void
add_same (ThFrameList        *self,
          GtkBox             *box,
          const ThEventLinks *links,
          const ThEventLink  *link)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autoptr(GArray) same = th_journey_list_same (links, link);

  for (guint i = 0; i < same->len; i++)
    {
      const ThEventLink *other = &g_array_index (same, ThEventLink, i);
      gint64 delay = th_journey_get_delay (recording, link, other);
      g_autofree char *duration = th_document_format_duration (self->document, ABS (delay));
      g_autofree char *text = th_journey_dup_same (recording, link, other, duration);
      g_autofree char *valid = th_display_text_make_valid (text);

      gtk_box_append (box, th_paragraph_new (valid, NULL));
    }
}

static void
add_frame (ThFrameList        *self,
           ThReader           *reader,
           const ThEventLinks *links,
           const ThEventLink  *link)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *what = th_journey_dup_link (th_document_get_recording (self->document), links,
                                               link);
  g_autofree char *valid = th_display_text_make_valid (what);
  g_autofree char *event = th_journey_dup_linked (reader, link);
  g_autofree char *valid_event = th_display_text_make_valid (event);

  g_array_append_val (self->refs, link->event);
  gtk_box_append (GTK_BOX (box), th_paragraph_new (valid, NULL));
  gtk_box_append (GTK_BOX (box), th_paragraph_new (valid_event, "detail"));
  add_same (self, GTK_BOX (box), links, link);
  gtk_list_box_append (GTK_LIST_BOX (self->list), box);
}

static void
show_more (ThFrameList *self,
           guint        n)
{
  g_autofree char *count = th_format_count (n);
  g_autofree char *text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %s more",
                                                        "and %s more", n), count);

  gtk_label_set_text (GTK_LABEL (self->more), text);
  gtk_widget_set_visible (self->more, n > 0);
}

static void
row_activated_cb (ThFrameList   *self,
                  GtkListBoxRow *row)
{
  guint index = gtk_list_box_row_get_index (row);

  if (index < self->refs->len)
    th_document_select (self->document, g_array_index (self->refs, ThRef, index));
}

void
th_frame_list_show (ThFrameList *self,
                    ThDocument  *document,
                    ThResults   *results,
                    guint32      row)
{
  const ThEventLinks *links = results != NULL
                                ? th_results_find_links (th_document_get_results (document)) : NULL;
  ThFlows *flows = results != NULL ? th_results_get_flows (results) : NULL;
  g_autoptr(GArray) found = NULL;
  g_autoptr(ThReader) reader = NULL;

  self->document = document;
  g_array_set_size (self->refs, 0);
  for (GtkWidget *child; (child = gtk_widget_get_first_child (self->list)) != NULL;)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  if (links != NULL)
    {
      found = th_journey_list_links (flows, th_flows_get (flows, row), links, MAX_FRAMES);
      reader = th_reader_new (th_document_get_recording (document));
    }
  /* In GTK 4.8 a hidden widget would keep its old size while it is filled. */
  gtk_widget_set_visible (GTK_WIDGET (self), found != NULL && found->len > 0);
  for (guint i = 0; found != NULL && i < MIN (found->len, MAX_ROWS); i++)
    add_frame (self, reader, links, g_array_index (found, ThJourneyLink, i).link);
  show_more (self, found != NULL && found->len > MAX_ROWS ? found->len - MAX_ROWS : 0);
}

/* --- class -------------------------------------------------------------- */

static void
th_frame_list_dispose (GObject *object)
{
  ThFrameList *self = TH_FRAME_LIST (object);

  g_clear_pointer (&self->refs, g_array_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (th_frame_list_parent_class)->dispose (object);
}

static void
th_frame_list_class_init (ThFrameListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_frame_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "framelist");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
head_new (void)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = th_paragraph_new (_("Frames of captures"), "heading");
  GtkWidget *open = gtk_button_new_with_label (_("Wireshark"));

  gtk_widget_set_hexpand (title, TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open-in-wireshark");
  gtk_widget_set_tooltip_text (open, _("Open these frames in Wireshark"));
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), open);
  return head;
}

static void
th_frame_list_init (ThFrameList *self)
{
  self->refs = g_array_new (FALSE, FALSE, sizeof (ThRef));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), head_new ());
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Frames of captures"), -1);
  gtk_box_append (GTK_BOX (self->box), self->list);
  self->more = th_paragraph_new (NULL, "dim-label");
  gtk_box_append (GTK_BOX (self->box), self->more);
}
