/* th-review-bar.c - says which recording of a review is missing or has changed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-bar.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-gtk48.h"

struct _ThReviewBar
{
  GtkBox        parent;

  GtkLabel     *text;

  ThOpenReview *review;  /* or NULL */
  GSignalGroup *signals;
};

G_DEFINE_FINAL_TYPE (ThReviewBar, th_review_bar, GTK_TYPE_BOX)

guint
th_review_bar_find (ThOpenReview *review)
{
  for (guint i = 0; i < th_open_review_get_n_recordings (review); i++)
    if (th_open_review_get_state (review, i) != TH_REVIEW_PRESENT)
      return i;

  return G_MAXUINT;
}

static char *
dup_sentence (ThOpenReview *review,
              guint         index)
{
  g_autoptr(GFile) file = th_open_review_get_file (review, index);
  g_autofree char *path = g_file_get_parse_name (file);
  g_autofree char *safe = th_display_text_make_valid (path);

  if (th_open_review_get_state (review, index) == TH_REVIEW_MISSING)
    return g_strdup_printf (_("%s, a recording of this review, cannot be read. If it was moved, "
                              "“Locate…” lets you choose it where it is now."), safe);

  return g_strdup_printf (_("%s has other contents than the recording of this review, so notes may "
                            "not find their places. “Locate…” lets you choose the right one."),
                          safe);
}

static void
update (ThReviewBar *self)
{
  guint index = self->review != NULL ? th_review_bar_find (self->review) : G_MAXUINT;
  g_autofree char *text = index != G_MAXUINT ? dup_sentence (self->review, index) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
  gtk_label_set_text (self->text, text != NULL ? text : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
}

void
th_review_bar_set_review (ThReviewBar  *self,
                          ThOpenReview *review)
{
  g_return_if_fail (TH_IS_REVIEW_BAR (self));

  g_set_object (&self->review, review);
  g_signal_group_set_target (self->signals, review);
  update (self);
}

static void
th_review_bar_dispose (GObject *object)
{
  ThReviewBar *self = TH_REVIEW_BAR (object);

  g_clear_object (&self->signals);
  g_clear_object (&self->review);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_REVIEW_BAR);

  G_OBJECT_CLASS (th_review_bar_parent_class)->dispose (object);
}

static void
th_review_bar_class_init (ThReviewBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_review_bar_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-review-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ThReviewBar, text);
}

static void
th_review_bar_init (ThReviewBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (TH_TYPE_OPEN_REVIEW);
  g_signal_group_connect_swapped (self->signals, "recordings-changed", G_CALLBACK (update), self);
  th_buttons_name (GTK_WIDGET (self));
}
