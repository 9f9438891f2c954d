/* th-further-targets.c - which targets are to be recorded together with the selected one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-further-targets.h"

#include <glib/gi18n-lib.h>

#include "th-widgets.h"

#define MAX_HEIGHT 160

struct _ThFurtherTargets
{
  GtkWidget   parent;

  GtkWidget  *box;
  GtkWidget  *checks;  /* of the links, in their order */
  GPtrArray  *links;   /* ThTargetLink */
  GHashTable *chosen;  /* ThTargetLink, a set; those that are not offered included */
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThFurtherTargets, th_further_targets, GTK_TYPE_WIDGET)

static void
toggled_cb (GtkCheckButton   *check,
            ThFurtherTargets *self)
{
  ThTargetLink *link = g_object_get_data (G_OBJECT (check), "link");

  if (gtk_check_button_get_active (check))
    g_hash_table_add (self->chosen, g_object_ref (link));
  else
    g_hash_table_remove (self->chosen, link);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
add_check (ThFurtherTargets *self,
           ThTargetLink     *link)
{
  const char *name = th_target_link_get_name (link);
  GtkWidget *check = gtk_check_button_new (), *label = th_label_new (name, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                               g_hash_table_contains (self->chosen, link));
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), label);
  gtk_widget_set_tooltip_text (check, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (check), "link", g_object_ref (link), g_object_unref);
  g_signal_connect (check, "toggled", G_CALLBACK (toggled_cb), self);
  gtk_box_append (GTK_BOX (self->checks), check);
  g_ptr_array_add (self->links, g_object_ref (link));
}

void
th_further_targets_set (ThFurtherTargets *self,
                        GListModel       *list,
                        ThTargetLink     *selected)
{
  th_widget_clear (self->checks);
  g_ptr_array_set_size (self->links, 0);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr(ThTargetLink) link = g_list_model_get_item (list, i);

      if (link != selected)
        add_check (self, link);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->links->len > 0);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

GPtrArray *
th_further_targets_list (ThFurtherTargets *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->links->len; i++)
    if (g_hash_table_contains (self->chosen, self->links->pdata[i]))
      g_ptr_array_add (list, g_object_ref (self->links->pdata[i]));
  return list;
}

/* --- class ------------------------------------------------------------------------- */

static void
th_further_targets_dispose (GObject *object)
{
  ThFurtherTargets *self = TH_FURTHER_TARGETS (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (th_further_targets_parent_class)->dispose (object);
}

static void
th_further_targets_finalize (GObject *object)
{
  ThFurtherTargets *self = TH_FURTHER_TARGETS (object);

  g_ptr_array_unref (self->links);
  g_hash_table_unref (self->chosen);

  G_OBJECT_CLASS (th_further_targets_parent_class)->finalize (object);
}

static void
th_further_targets_class_init (ThFurtherTargetsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_further_targets_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_further_targets_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", TH_TYPE_FURTHER_TARGETS, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_further_targets_init (ThFurtherTargets *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkScrolledWindow *window = GTK_SCROLLED_WINDOW (scroller);
  const char *title = _("Also record on");

  self->links = g_ptr_array_new_with_free_func (g_object_unref);
  self->chosen = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->checks = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_scrolled_window_set_policy (window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (window, TRUE);
  gtk_scrolled_window_set_max_content_height (window, MAX_HEIGHT);
  gtk_scrolled_window_set_child (window, self->checks);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_append (GTK_BOX (self->box), th_label_new (title, "heading"));
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}
