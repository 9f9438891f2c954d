/* th-alignment-bar.c - how the sides of a comparison are aligned, and whether they are linked
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-alignment-bar.h"

#include <glib/gi18n-lib.h>

#include "th-literals.h"
#include "th-shortcuts.h"
#include "th-widgets.h"

struct _ThAlignmentBar
{
  GtkBox         parent;

  GtkDropDown   *mode;
  GtkEntry      *filter;
  GtkEntry      *offset;
  GtkWidget     *reset;
  GtkWidget     *error;
  GtkWidget     *linked;
  GtkWidget     *swap;
  GtkWidget     *filter_place;
  GtkWidget     *close;

  ThViewLink    *link;           /* or NULL */
  GBindingGroup *link_bindings;
  GSignalGroup  *alignment_signals;
  gboolean       syncing;        /* the widgets are being set */
};

G_DEFINE_FINAL_TYPE (ThAlignmentBar, th_alignment_bar, GTK_TYPE_BOX)

static ThTimeAlignment *
get_alignment (ThAlignmentBar *self)
{
  return self->link != NULL ? th_view_link_get_alignment (self->link) : NULL;
}

static gboolean
counts_ticks (ThAlignmentBar *self)
{
  ThDocumentPair *pair = th_time_alignment_get_pair (get_alignment (self));
  ThDocument *document = th_document_pair_get (pair, TH_SIDE_A);

  return document != NULL && th_document_counts_ticks (document);
}

/* --- showing the alignment -------------------------------------------------------- */

static void
show_error (ThAlignmentBar *self,
            const char     *error,
            gboolean        is_waiting)
{
  const char *classes[] = { is_waiting ? "dim-label" : "error", NULL };

  gtk_widget_set_css_classes (self->error, classes);
  th_label_set_text (self->error, error != NULL ? error : "");
  gtk_widget_set_tooltip_text (self->error, error);
}

static void
update_cb (ThAlignmentBar *self)
{
  ThTimeAlignment *alignment = get_alignment (self);
  ThAlignMode mode = th_time_alignment_get_mode (alignment);
  g_autofree char *offset = th_offset_format (th_time_alignment_get_offset (alignment),
                                              counts_ticks (self));

  self->syncing = TRUE;
  gtk_drop_down_set_selected (self->mode, mode);
  gtk_widget_set_visible (GTK_WIDGET (self->filter), mode == TH_ALIGN_BY_MATCH);
  gtk_editable_set_text (GTK_EDITABLE (self->offset), offset);
  gtk_widget_set_visible (self->reset, mode == TH_ALIGN_BY_HAND);
  show_error (self, th_time_alignment_get_error (alignment),
              th_time_alignment_is_waiting (alignment));
  self->syncing = FALSE;
}

/* --- changing it -------------------------------------------------------------------- */

static void
mode_cb (ThAlignmentBar *self)
{
  if (self->syncing || self->link == NULL)
    return;

  th_time_alignment_set_mode (get_alignment (self), gtk_drop_down_get_selected (self->mode));
  if (gtk_widget_get_visible (GTK_WIDGET (self->filter)))
    gtk_widget_grab_focus (GTK_WIDGET (self->filter));
}

static void
filter_cb (ThAlignmentBar *self)
{
  if (self->link != NULL)
    th_time_alignment_set_filter (get_alignment (self),
                                  gtk_editable_get_text (GTK_EDITABLE (self->filter)));
}

static void
offset_cb (ThAlignmentBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->offset));
  gint64 offset;

  if (self->link == NULL)
    return;

  if (th_time_parse (text, counts_ticks (self), 0, &offset))
    th_time_alignment_set_offset (get_alignment (self), offset);
  else
    show_error (self, _("That is not an offset: use a form like +12.5ms, -3s or 7ns"), FALSE);
}

static void
reset_cb (ThAlignmentBar *self)
{
  if (self->link != NULL)
    th_time_alignment_set_mode (get_alignment (self), TH_ALIGN_BY_FIRST_EVENT);
}

GtkBox *
th_alignment_bar_get_filter_place (ThAlignmentBar *self)
{
  g_return_val_if_fail (TH_IS_ALIGNMENT_BAR (self), NULL);

  return GTK_BOX (self->filter_place);
}

void
th_alignment_bar_set_link (ThAlignmentBar *self,
                           ThViewLink     *link)
{
  g_return_if_fail (TH_IS_ALIGNMENT_BAR (self));

  g_set_object (&self->link, link);
  g_binding_group_set_source (self->link_bindings, link);
  g_signal_group_set_target (self->alignment_signals, get_alignment (self));
  if (link != NULL)
    update_cb (self);
}

/* --- class ---------------------------------------------------------------------------- */

static void
th_alignment_bar_dispose (GObject *object)
{
  ThAlignmentBar *self = TH_ALIGNMENT_BAR (object);

  g_clear_object (&self->link_bindings);
  g_clear_object (&self->alignment_signals);
  g_clear_object (&self->link);

  G_OBJECT_CLASS (th_alignment_bar_parent_class)->dispose (object);
}

static void
th_alignment_bar_class_init (ThAlignmentBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_alignment_bar_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-alignment-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ThAlignmentBar, mode);
  gtk_widget_class_bind_template_child (widget_class, ThAlignmentBar, filter);
  gtk_widget_class_bind_template_child (widget_class, ThAlignmentBar, offset);
  gtk_widget_class_bind_template_child (widget_class, ThAlignmentBar, reset);
  gtk_widget_class_bind_template_child (widget_class, ThAlignmentBar, error);
  gtk_widget_class_bind_template_child (widget_class, ThAlignmentBar, linked);
  gtk_widget_class_bind_template_child (widget_class, ThAlignmentBar, swap);
  gtk_widget_class_bind_template_child (widget_class, ThAlignmentBar, filter_place);
  gtk_widget_class_bind_template_child (widget_class, ThAlignmentBar, close);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
}

static void
th_alignment_bar_init (ThAlignmentBar *self)
{
  static const char *const properties[] = { "mode", "offset", "error" };

  gtk_widget_init_template (GTK_WIDGET (self));
  th_widget_set_code (GTK_WIDGET (self->filter));
  th_widget_set_code (GTK_WIDGET (self->offset));
  th_shortcuts_set_tooltip (self->swap, "win.swap-sides");
  th_shortcuts_set_tooltip (self->close, "win.close-comparison");
  self->link_bindings = g_binding_group_new ();
  g_binding_group_bind (self->link_bindings, "linked", self->linked, "active",
                        G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  self->alignment_signals = g_signal_group_new (TH_TYPE_TIME_ALIGNMENT);
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      g_autofree char *signal = g_strconcat ("notify::", properties[i], NULL);

      g_signal_group_connect_swapped (self->alignment_signals, signal, G_CALLBACK (update_cb),
                                      self);
    }
  g_signal_connect_swapped (self->mode, "notify::selected", G_CALLBACK (mode_cb), self);
  g_signal_connect_swapped (self->filter, "activate", G_CALLBACK (filter_cb), self);
  g_signal_connect_swapped (self->offset, "activate", G_CALLBACK (offset_cb), self);
}
