/* th-flame-tab.c - the call trees of all analyses, one at a time as a flame graph
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flame-tab.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-event-filter.h"
#include "th-widgets.h"

/* Maximum number of callers of the focus that have a button, besides “all”. */
#define MAX_STEPS 4
#define STEP_CHARS 24

/* A tree with one of its weights, which the user can choose. */
typedef struct
{
  ThResults  *results;
  ThCallTree *tree;
  guint       weight;
} Choice;

struct _ThFlameTab
{
  GtkWidget     parent;

  ThDocument   *document;
  GArray       *choices;     /* of Choice, in the order of the list */
  guint         shown;       /* index of the choice laid out last */
  guint         generation;  /* generation of its results at that time */
  GtkStringList *titles;
  GtkWidget    *box;
  GtkWidget    *trees;
  GtkWidget    *search;
  GtkWidget    *found;
  GtkWidget    *icicle;
  GtkWidget    *path;
  GtkWidget    *chart;
  GtkWidget    *facts;
};

G_DEFINE_FINAL_TYPE (ThFlameTab, th_flame_tab, GTK_TYPE_WIDGET)

static ThFlame *
get_flame (ThFlameTab *self)
{
  return th_flame_chart_get_flame (TH_FLAME_CHART (self->chart));
}

/* --- the path from “all” to the focus ------------------------------------- */

static void
step_cb (ThFlameTab *self,
         GtkWidget  *button)
{
  th_flame_chart_set_focus (TH_FLAME_CHART (self->chart),
                            GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "frame")));
  gtk_widget_grab_focus (self->chart);
}

static void
add_step (ThFlameTab *self,
          guint32     frame)
{
  const ThFlameFrame *at = th_flame_get (get_flame (self), frame);
  g_autofree char *name = th_display_text_make_valid (at->name);
  GtkWidget *button = gtk_button_new_with_label (name);
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), STEP_CHARS);
  gtk_widget_add_css_class (button, "step");
  gtk_widget_set_tooltip_text (button, name);
  gtk_widget_set_sensitive (button,
                            frame != th_flame_chart_get_focus (TH_FLAME_CHART (self->chart)));
  g_object_set_data (G_OBJECT (button), "frame", GUINT_TO_POINTER (frame));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (step_cb), self);
  if (gtk_widget_get_first_child (self->path) != NULL)
    gtk_box_append (GTK_BOX (self->path), gtk_label_new ("›"));
  gtk_box_append (GTK_BOX (self->path), button);
}

static void
show_path (ThFlameTab *self)
{
  ThFlame *flame = get_flame (self);
  guint32 focus = th_flame_chart_get_focus (TH_FLAME_CHART (self->chart));
  g_autoptr(GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint32));

  th_widget_clear (self->path);

  for (guint32 frame = focus; frame != 0; frame = th_flame_get (flame, frame)->caller)
    g_array_prepend_val (steps, frame);
  add_step (self, 0);
  if (steps->len > MAX_STEPS)
    gtk_box_append (GTK_BOX (self->path), gtk_label_new ("› …"));
  for (guint i = steps->len > MAX_STEPS ? steps->len - MAX_STEPS : 0; i < steps->len; i++)
    add_step (self, g_array_index (steps, guint32, i));
}

/* --- facts --------------------------------------------------------------- */

static void
show_facts (ThFlameTab *self)
{
  ThFlameChart *chart = TH_FLAME_CHART (self->chart);
  guint32 frame = th_flame_chart_get_pointed (chart);
  g_autofree char *text = NULL;

  if (get_flame (self) == NULL)
    return;

  text = th_flame_chart_describe (chart, frame != G_MAXUINT32
                                  ? frame : th_flame_chart_get_selected (chart));
  th_label_set_text (self->facts, text);
}

static void
show_found (ThFlameTab *self)
{
  g_autofree char *text = th_flame_chart_describe_matches (TH_FLAME_CHART (self->chart));

  gtk_label_set_text (GTK_LABEL (self->found), text);
}

/* Returns a filter for the events of the tree, or only those of the selected function if the
 * events name it.  Free with g_free(); NULL if no filter matches them. */
static char *
filter_text (ThFlameTab *self)
{
  ThFlame *flame = get_flame (self);
  const ThCallTreeInfo *info = th_flame_get_info (flame);
  const char *name =
    th_flame_get (flame, th_flame_chart_get_selected (TH_FLAME_CHART (self->chart)))->name;

  if (info->events == NULL)
    return NULL;
  if (!info->named || th_flame_chart_get_selected (TH_FLAME_CHART (self->chart)) == 0 ||
      strpbrk (name, "\"\\") != NULL)
    return g_strdup (info->events);

  return g_strdup_printf ("%s and info contains \"%s\"", info->events, name);
}

static void
changed_cb (ThFlameTab *self)
{
  ThFlame *flame = get_flame (self);
  guint32 selected = th_flame_chart_get_selected (TH_FLAME_CHART (self->chart));

  show_path (self);
  show_facts (self);
  show_found (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flametab.filter",
                                 th_flame_get_info (flame)->events != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flametab.go",
                                 !th_ref_is_none (th_flame_get (flame, selected)->anchor));
}

/* --- actions -------------------------------------------------------------- */

static void
search_cb (ThFlameTab *self)
{
  th_flame_chart_search (TH_FLAME_CHART (self->chart),
                         gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

/* Enter in the search entry: selects the first match. */
static void
search_done_cb (ThFlameTab *self)
{
  gtk_widget_grab_focus (self->chart);
  th_flame_chart_next_match (TH_FLAME_CHART (self->chart), FALSE);
}

static void
search_stopped_cb (ThFlameTab *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (self->chart);
}

static void
icicle_cb (ThFlameTab *self)
{
  th_flame_chart_set_icicle (TH_FLAME_CHART (self->chart),
                             gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->icicle)));
}

static void
find_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  gtk_widget_grab_focus (TH_FLAME_TAB (widget)->search);
}

static void
filter_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  ThFlameTab *self = TH_FLAME_TAB (widget);
  g_autofree char *text = get_flame (self) != NULL ? filter_text (self) : NULL;

  if (text != NULL)
    th_event_filter_set_text (th_document_get_filter (self->document), text);
}

static void
go_action (GtkWidget  *widget,
           const char *name,
           GVariant   *parameter)
{
  ThFlameTab *self = TH_FLAME_TAB (widget);
  ThFlame *flame = get_flame (self);
  guint32 selected = th_flame_chart_get_selected (TH_FLAME_CHART (self->chart));

  if (flame != NULL)
    th_document_lead_to (self->document, th_flame_get (flame, selected)->anchor);
}

/* --- trees ---------------------------------------------------------------- */

static void
lay_out (ThFlameTab *self,
         guint       index)
{
  const Choice *choice = &g_array_index (self->choices, Choice, index);

  self->shown = index;
  self->generation = th_results_get_generation (choice->results);
  th_flame_chart_lay_out (TH_FLAME_CHART (self->chart), choice->results, choice->tree,
                          choice->weight, FALSE);
}

static void
chosen_cb (ThFlameTab *self)
{
  guint index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->trees));

  if (index < self->choices->len && index != self->shown)
    lay_out (self, index);
}

static gboolean
is_known (ThFlameTab *self,
          ThCallTree *tree)
{
  for (guint i = 0; i < self->choices->len; i++)
    if (g_array_index (self->choices, Choice, i).tree == tree)
      return TRUE;

  return FALSE;
}

/* Adds a choice for each weight of a tree.  Choices are never removed. */
static void
add_choices (ThFlameTab *self,
             ThResults  *results,
             ThCallTree *tree)
{
  const ThCallTreeInfo *info = th_call_tree_get_info (tree);

  for (guint weight = 0; weight < info->n_weights; weight++)
    {
      Choice choice = { th_results_ref (results), tree, weight };
      g_autofree char *title = th_display_text_make_valid (info->title);
      /* Translators: a call tree and what it counts: "skb:kfree_skb · Events" */
      g_autofree char *text = g_strdup_printf (_("%s · %s"), title,
                                               _(info->weights[weight].title));

      g_array_append_val (self->choices, choice);
      gtk_string_list_append (self->titles, text);
    }
}

void
th_flame_tab_update (ThFlameTab *self)
{
  const GPtrArray *all = th_document_get_results (self->document);

  for (guint i = 0; i < all->len; i++)
    for (guint j = 0; j < th_results_get_n_trees (all->pdata[i]); j++)
      {
        ThCallTree *tree = th_results_get_tree (all->pdata[i], j);

        if (th_call_tree_get_n (tree) > 1 && !is_known (self, tree))
          add_choices (self, all->pdata[i], tree);
      }

  if (self->choices->len == 0 || th_flame_chart_is_busy (TH_FLAME_CHART (self->chart)))
    return;
  if (self->shown >= self->choices->len ||
      self->generation != th_results_get_generation (g_array_index (self->choices, Choice,
                                                                    self->shown).results))
    lay_out (self, self->shown < self->choices->len ? self->shown : 0);
}

/* --- class ---------------------------------------------------------------- */

static void
choice_clear (gpointer data)
{
  th_results_unref (((Choice *) data)->results);
}

static void
th_flame_tab_dispose (GObject *object)
{
  ThFlameTab *self = TH_FLAME_TAB (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_FLAME_TAB);
  g_clear_pointer (&self->choices, g_array_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_flame_tab_parent_class)->dispose (object);
}

static void
th_flame_tab_class_init (ThFlameTabClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_flame_tab_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "flametab");
  g_type_ensure (TH_TYPE_FLAME_CHART);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-flame-tab.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFlameTab, titles);
  gtk_widget_class_bind_template_child (widget_class, ThFlameTab, box);
  gtk_widget_class_bind_template_child (widget_class, ThFlameTab, trees);
  gtk_widget_class_bind_template_child (widget_class, ThFlameTab, search);
  gtk_widget_class_bind_template_child (widget_class, ThFlameTab, found);
  gtk_widget_class_bind_template_child (widget_class, ThFlameTab, icicle);
  gtk_widget_class_bind_template_child (widget_class, ThFlameTab, path);
  gtk_widget_class_bind_template_child (widget_class, ThFlameTab, chart);
  gtk_widget_class_bind_template_child (widget_class, ThFlameTab, facts);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, icicle_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_done_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_stopped_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_facts);
  gtk_widget_class_install_action (widget_class, "flametab.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "flametab.filter", NULL, filter_action);
  gtk_widget_class_install_action (widget_class, "flametab.go", NULL, go_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_slash, 0, "flametab.find", NULL);
}

static void
th_flame_tab_init (ThFlameTab *self)
{
  self->shown = G_MAXUINT;
  self->choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  g_array_set_clear_func (self->choices, choice_clear);
  gtk_widget_init_template (GTK_WIDGET (self));
  th_inner_button_name (self->trees, _("Call chains to show"));
}

GtkWidget *
th_flame_tab_new (ThDocument *document)
{
  ThFlameTab *self = g_object_new (TH_TYPE_FLAME_TAB, NULL);

  self->document = g_object_ref (document);
  th_flame_chart_set_document (TH_FLAME_CHART (self->chart), document);

  return GTK_WIDGET (self);
}
