/* th-verdict-pill.c - shows a verdict as a sign and a word on a colored background
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-verdict-pill.h"

#include "th-comparison-text.h"
#include "th-widgets.h"

struct _ThVerdictPill
{
  GtkWidget  parent;

  GtkWidget *pill;
  GtkWidget *sign;
  GtkWidget *word;
};

G_DEFINE_FINAL_TYPE (ThVerdictPill, th_verdict_pill, GTK_TYPE_WIDGET)

static const char *const classes[] = {
  [TH_VERDICT_NONE] = NULL, [TH_VERDICT_SLOWER] = "slower", [TH_VERDICT_FASTER] = "faster",
  [TH_VERDICT_SAME] = "same", [TH_VERDICT_CANT_TELL] = "cant-tell", [TH_VERDICT_ONLY_A] = "only",
  [TH_VERDICT_ONLY_B] = "only"
};

void
th_verdict_pill_set_class (GtkWidget             *widget,
                           const ThComparisonRow *row)
{
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (classes[i] != NULL)
      gtk_widget_remove_css_class (widget, classes[i]);
  if (row != NULL && classes[row->verdict] != NULL)
    gtk_widget_add_css_class (widget, classes[row->verdict]);
}

void
th_verdict_pill_set_row (ThVerdictPill         *self,
                         const ThComparisonRow *row)
{
  gboolean is_judged = row != NULL && row->verdict != TH_VERDICT_NONE;
  g_autofree char *word = is_judged ? th_comparison_format_verdict_title (row) : g_strdup ("");

  th_verdict_pill_set_class (self->pill, row);
  gtk_label_set_text (GTK_LABEL (self->sign), is_judged ? th_comparison_get_sign (row) : "");
  gtk_label_set_text (GTK_LABEL (self->word), word);
  gtk_widget_set_visible (self->pill, is_judged);
  th_widget_set_class (GTK_WIDGET (self), "pale", row != NULL && !row->is_tested);
}

static void
th_verdict_pill_dispose (GObject *object)
{
  g_clear_pointer (&TH_VERDICT_PILL (object)->pill, gtk_widget_unparent);

  G_OBJECT_CLASS (th_verdict_pill_parent_class)->dispose (object);
}

static void
th_verdict_pill_class_init (ThVerdictPillClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_verdict_pill_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "verdict");
}

static void
th_verdict_pill_init (ThVerdictPill *self)
{
  self->pill = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->sign = th_label_new ("", "sign");
  self->word = th_label_new ("", NULL);
  gtk_widget_add_css_class (self->pill, "pill");
  gtk_widget_set_halign (self->pill, GTK_ALIGN_START);
  gtk_widget_set_valign (self->pill, GTK_ALIGN_CENTER);
  /* Hidden from assistive technology, because the word says the same. */
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->sign), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_box_append (GTK_BOX (self->pill), self->sign);
  gtk_box_append (GTK_BOX (self->pill), self->word);
  gtk_widget_set_parent (self->pill, GTK_WIDGET (self));
}

GtkWidget *
th_verdict_pill_new (void)
{
  return g_object_new (TH_TYPE_VERDICT_PILL, NULL);
}
