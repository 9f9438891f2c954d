/* th-related-flows.c - the flows that a flow came from, continued in, consists of, or is a part of
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-related-flows.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-gtk48.h"
#include "th-journey-others.h"
#include "th-journey-text.h"
#include "th-widgets.h"

/* A malicious file can give a flow any number of parts, each of which needs widgets. */
#define MAX_PARTS 400
/* Number of links per line of an expanded group of parts. */
#define LINKS_A_LINE 2

struct _ThRelatedFlows
{
  GtkWidget   parent;

  GtkWidget  *grid;
  ThDocument *document; /* not owned */
  ThResults  *results;  /* not owned */
  GArray     *related;  /* of ThRelatedFlow */
  int         n_lines;
};

G_DEFINE_FINAL_TYPE (ThRelatedFlows, th_related_flows, GTK_TYPE_WIDGET)

static GtkWidget *
link_new (ThRelatedFlows *self,
          ThResults      *results,
          guint32         row)
{
  g_autofree char *name = th_journey_dup_name (th_flows_get (th_results_get_flows (results), row));
  GtkWidget *button = gtk_button_new_with_label (name);
  guint index = 0;

  g_ptr_array_find ((GPtrArray *) th_document_get_results (self->document), results, &index);
  gtk_widget_add_css_class (button, "link");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.follow-flow");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(uu)", index, row);

  return button;
}

static void
add_link (ThRelatedFlows *self,
          const char     *what,
          ThResults      *results,
          guint32         row)
{
  GtkWidget *label = th_paragraph_new (what, NULL);

  gtk_widget_set_hexpand (label, TRUE);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, self->n_lines, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), link_new (self, results, row), 1, self->n_lines++, 1, 1);
}

/* Adds the flows of other analyses, such as the transit that a packet is a part of. */
static void
add_others (ThRelatedFlows *self,
            guint32         row)
{
  ThRecording *recording = th_document_get_recording (self->document);
  const GPtrArray *all = th_document_get_results (self->document);
  g_autoptr(GArray) others = th_journey_list_others (recording, all, self->results, row);

  for (guint i = 0; i < others->len; i++)
    {
      const ThOtherFlow *other = &g_array_index (others, ThOtherFlow, i);
      g_autofree char *what = th_journey_dup_other (recording, all, other->results);
      g_autofree char *valid = th_display_text_make_valid (what);

      add_link (self, valid, other->results, other->row);
    }
}

static gboolean
is_like (const ThRelatedFlow *a,
         const ThRelatedFlow *b)
{
  return a->is_part && b->is_part && a->kind == b->kind && a->confidence == b->confidence;
}

/* Creates the links of a group when it is expanded for the first time, which is rare. */
static void
expanded_cb (ThRelatedFlows   *self,
             GParamSpec       *property,
             GtkExpander      *expander)
{
  guint first = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (expander), "first")), n = 0;
  GtkWidget *links;

  if (!gtk_expander_get_expanded (expander) || gtk_expander_get_child (expander) != NULL)
    return;

  links = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (links), 12);
  gtk_widget_set_halign (links, GTK_ALIGN_START);
  for (guint i = first; i < self->related->len; i++)
    if (is_like (&g_array_index (self->related, ThRelatedFlow, first),
                 &g_array_index (self->related, ThRelatedFlow, i)))
      {
        gtk_grid_attach (GTK_GRID (links),
                         link_new (self, self->results,
                                   g_array_index (self->related, ThRelatedFlow, i).row),
                         n % LINKS_A_LINE, n / LINKS_A_LINE, 1, 1);
        n++;
      }
  gtk_expander_set_child (expander, links);
}

static void
add_parts (ThRelatedFlows *self,
           guint           first,
           guint           n)
{
  const ThRelatedFlow *part = &g_array_index (self->related, ThRelatedFlow, first);
  g_autofree char *text = th_journey_dup_parts (th_results_get_flows (self->results), part, n);
  GtkWidget *expander = gtk_expander_new (text);

  g_object_set_data (G_OBJECT (expander), "first", GUINT_TO_POINTER (first));
  g_object_set (gtk_expander_get_label_widget (GTK_EXPANDER (expander)), "wrap", TRUE, "wrap-mode",
                PANGO_WRAP_WORD_CHAR, "xalign", 0.0,
                "hexpand", TRUE, NULL);
  gtk_widget_set_hexpand (expander, TRUE);
  th_expander_take_enter (GTK_EXPANDER (expander));
  g_signal_connect_object (expander, "notify::expanded", G_CALLBACK (expanded_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_grid_attach (GTK_GRID (self->grid), expander, 0, self->n_lines++, 2, 1);
}

/* Adds a related flow, or its group if it is the first member of one. */
static void
add_related (ThRelatedFlows *self,
             guint           index)
{
  const ThRelatedFlow *flow = &g_array_index (self->related, ThRelatedFlow, index);
  guint n = 0;

  for (guint i = 0; i < self->related->len; i++)
    if (is_like (flow, &g_array_index (self->related, ThRelatedFlow, i)))
      {
        if (i < index)
          return;
        n++;
      }

  if (n > 1)
    add_parts (self, index, n);
  else
    add_link (self, flow->what, self->results, flow->row);
}

void
th_related_flows_show (ThRelatedFlows  *self,
                       ThDocument      *document,
                       ThResults       *results,
                       guint32          row)
{
  guint n_left_out = 0;

  th_widget_clear (self->grid);
  g_clear_pointer (&self->related, g_array_unref);
  self->n_lines = 0;
  self->document = document;
  self->results = results;
  if (results == NULL)
    return;

  /* In GTK 4.8 a hidden widget would keep its old size while it is filled. */
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  add_others (self, row);
  self->related = th_journey_list_related (th_results_get_flows (results), row, MAX_PARTS,
                                           &n_left_out);
  for (guint i = 0; i < self->related->len; i++)
    add_related (self, i);
  if (n_left_out > 0)
    {
      g_autofree char *count = th_format_count (n_left_out);
      g_autofree char *more = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %s more",
                                                            "and %s more", n_left_out), count);

      gtk_grid_attach (GTK_GRID (self->grid), th_paragraph_new (more, "dim-label"), 0,
                       self->n_lines++, 2, 1);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->n_lines > 0);
}

/* --- class -------------------------------------------------------------- */

static void
th_related_flows_dispose (GObject *object)
{
  ThRelatedFlows *self = TH_RELATED_FLOWS (object);

  g_clear_pointer (&self->related, g_array_unref);
  g_clear_pointer (&self->grid, gtk_widget_unparent);

  G_OBJECT_CLASS (th_related_flows_parent_class)->dispose (object);
}

static void
th_related_flows_class_init (ThRelatedFlowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_related_flows_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "relatedflows");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
th_related_flows_init (ThRelatedFlows *self)
{
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 6);
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));
  /* Translators: other packets that a packet came from, continued in, or consists of */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Related"), -1);
}
