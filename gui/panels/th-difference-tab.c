/* th-difference-tab.c - how the functions of two sides of recordings differ
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-difference-tab.h"

#include <glib/gi18n-lib.h>

#include "th-difference-table.h"
#include "th-display-text.h"
#include "th-flame-chart.h"
#include "th-widgets.h"

struct _ThDifferenceTab
{
  GtkWidget         parent;

  GtkLabel         *reason; /* why there is nothing */
  GtkLabel         *note;
  ThCallDifference *difference; /* or NULL */
  gboolean          filling;    /* the list of trees is being changed */
  GtkStringList    *titles;
  GtkWidget        *pages;      /* stack: nothing to show, or the content */
  GtkWidget        *trees;
  GtkWidget        *views;      /* stack: the graph, or the table */
  GtkWidget        *graph_tools;
  GtkWidget        *from_a;
  GtkWidget        *icicle;
  GtkWidget        *found;
  GtkWidget        *search;
  GtkWidget        *sides;
  GtkWidget        *chart;
  GtkWidget        *table;
  GtkWidget        *facts;
  GtkWidget        *legend;
};

G_DEFINE_FINAL_TYPE (ThDifferenceTab, th_difference_tab, GTK_TYPE_WIDGET)

static gboolean
shows_graph (ThDifferenceTab *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->views)), "graph") == 0;
}

/* The tree that is chosen; NULL if there is none. */
static const ThCallDifferenceTree *
get_tree (ThDifferenceTab *self,
          guint           *index)
{
  *index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->trees));
  return self->difference != NULL && *index < th_call_difference_get_n (self->difference)
         ? th_call_difference_get (self->difference, *index) : NULL;
}

/* --- texts ------------------------------------------------------------- */

static void
show_facts (ThDifferenceTab *self)
{
  ThFlameChart *chart = TH_FLAME_CHART (self->chart);
  guint32 frame = th_flame_chart_get_pointed (chart);
  g_autofree char *text = NULL;

  if (!shows_graph (self))
    text = th_difference_table_describe (TH_DIFFERENCE_TABLE (self->table));
  else if (th_flame_chart_get_flame (chart) != NULL)
    text = th_flame_chart_describe (chart, frame != G_MAXUINT32
                                    ? frame : th_flame_chart_get_selected (chart));
  th_label_set_text (self->facts, text != NULL ? text : "");
}

/* Only the graph counts matches; the table shows nothing else. */
static void
show_found (ThDifferenceTab *self)
{
  g_autofree char *text = th_flame_chart_describe_matches (TH_FLAME_CHART (self->chart));

  gtk_label_set_text (GTK_LABEL (self->found), shows_graph (self) ? text : "");
}

/* Returns text like "A: 3 recordings, Samples 1 234"; free with g_free(). */
static char *
dup_side (const ThCallDifferenceTree *tree,
          ThCallSide                  side)
{
  guint n = tree->n_runs[side];
  const char *name = side == TH_CALL_A ? _("A") : _("B");
  g_autofree char *weight = th_call_difference_format_total (tree, side, 0);

  if (n == 0)
    /* Translators: side A or side B of a comparison */
    return g_strdup_printf (_("%s: no such call chains"), name);
  if (n == 1)
    /* Translators: side A or side B of a comparison, what was counted, and how much: “A: Samples
     * 1 234” */
    return g_strdup_printf (_("%s: %s %s"), name, _(tree->weight->title), weight);

  /* Translators: side A or side B of a comparison, its number of recordings, what was counted,
   * and how much in the mean: “A: 3 recordings, mean Samples 1 234” */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %u recording, mean %s %s",
                                       "%s: %u recordings, mean %s %s", n),
                          name, n, _(tree->weight->title), weight);
}

static void
show_sides (ThDifferenceTab            *self,
            const ThCallDifferenceTree *tree)
{
  g_autofree char *a = dup_side (tree, TH_CALL_A), *b = dup_side (tree, TH_CALL_B);
  gboolean is_cut = tree->n_left_out > 0 || tree->is_full;
  g_autofree char *text = g_strdup_printf ("%s · %s%s%s", a, b, is_cut ? " · " : "",
                                           is_cut ? _("the smallest branches are summed up as …")
                                                  : "");

  th_label_set_text (self->sides, text);
}

/* --- showing ------------------------------------------------------------ */

static void
lay_out (ThDifferenceTab *self)
{
  guint index;
  const ThCallDifferenceTree *tree = get_tree (self, &index);
  gboolean from_a = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->from_a));

  if (tree == NULL)
    th_flame_chart_take (TH_FLAME_CHART (self->chart), NULL);
  else
    th_flame_chart_lay_out (TH_FLAME_CHART (self->chart),
                            th_call_difference_get_results (self->difference), tree->tree,
                            from_a ? TH_CALL_A : TH_CALL_B, TRUE);
}

static void
show_tree (ThDifferenceTab *self)
{
  guint index;
  const ThCallDifferenceTree *tree = get_tree (self, &index);

  lay_out (self);
  th_difference_table_set (TH_DIFFERENCE_TABLE (self->table), tree != NULL ? self->difference
                                                                           : NULL, index);
  if (tree != NULL)
    show_sides (self, tree);
}

static void
chosen_cb (ThDifferenceTab *self)
{
  if (!self->filling)
    show_tree (self);
}

static void
view_cb (ThDifferenceTab *self)
{
  gtk_widget_set_visible (self->graph_tools, shows_graph (self));
  gtk_widget_set_visible (self->legend, shows_graph (self));
  show_found (self);
  show_facts (self);
}

static void
changed_cb (ThDifferenceTab *self)
{
  show_found (self);
  show_facts (self);
}

static void
icicle_cb (ThDifferenceTab *self)
{
  th_flame_chart_set_icicle (TH_FLAME_CHART (self->chart),
                             gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->icicle)));
}

/* --- searching ----------------------------------------------------------- */

static void
search_cb (ThDifferenceTab *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  th_flame_chart_search (TH_FLAME_CHART (self->chart), text);
  th_difference_table_search (TH_DIFFERENCE_TABLE (self->table), text);
}

/* Enter in the search entry selects the first match. */
static void
search_done_cb (ThDifferenceTab *self)
{
  search_cb (self);
  gtk_widget_child_focus (self->views, GTK_DIR_TAB_FORWARD);
  if (shows_graph (self))
    th_flame_chart_next_match (TH_FLAME_CHART (self->chart), FALSE);
}

static void
search_stopped_cb (ThDifferenceTab *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_child_focus (self->views, GTK_DIR_TAB_FORWARD);
}

/* A function that was activated in the table is searched for in the graph. */
static void
activated_cb (ThDifferenceTab *self,
              const char      *name)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), name);
  gtk_stack_set_visible_child_name (GTK_STACK (self->views), "graph");
  search_done_cb (self);
}

static void
find_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  gtk_widget_grab_focus (TH_DIFFERENCE_TAB (widget)->search);
}

/* --- the difference -------------------------------------------------------- */

/* Returns text like "skb:kfree_skb · Events"; free with g_free(). */
static char *
dup_title (const ThCallDifferenceTree *tree)
{
  g_autofree char *title = th_display_text_make_valid (tree->title);

  return g_strdup_printf (_("%s · %s"), title, _(tree->weight->title));
}

static void
fill_trees (ThDifferenceTab *self,
            const char      *former)
{
  guint n = self->difference != NULL ? th_call_difference_get_n (self->difference) : 0, chosen = 0;
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) titles = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title = dup_title (th_call_difference_get (self->difference, i));

      g_strv_builder_add (builder, title);
      chosen = g_strcmp0 (title, former) == 0 ? i : chosen;
    }
  titles = g_strv_builder_end (builder);
  self->filling = TRUE;
  gtk_string_list_splice (self->titles, 0, g_list_model_get_n_items (G_LIST_MODEL (self->titles)),
                          (const char *const *) titles);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->trees), n > 0 ? chosen
                                                                 : GTK_INVALID_LIST_POSITION);
  self->filling = FALSE;
}

/* Says which sides have baselines; NULL if none has. */
static char *
dup_missing (const guint n[TH_N_CALL_SIDES])
{
  if (n[TH_CALL_A] > 0 && n[TH_CALL_B] > 0)
    return g_strdup (_("Both sides have runs of baselines, which keep no call chains. To compare "
                       "the functions of these, compare the recordings themselves."));
  if (n[TH_CALL_A] > 0)
    return g_strdup (_("Side A has runs of a baseline, which keeps no call chains. To compare the "
                       "functions of these, compare the recordings themselves."));
  if (n[TH_CALL_B] > 0)
    return g_strdup (_("Side B has runs of a baseline, which keeps no call chains. To compare the "
                       "functions of these, compare the recordings themselves."));
  return NULL;
}

void
th_difference_tab_set_baselines (ThDifferenceTab *self,
                                 const guint      n[TH_N_CALL_SIDES])
{
  g_autofree char *missing = dup_missing (n);
  g_autofree char *note =
    g_strjoin (" ", _("Shares of functions have no verdict: how they differ between runs is not "
                      "considered."), missing, NULL);

  g_return_if_fail (TH_IS_DIFFERENCE_TAB (self));

  gtk_label_set_text (self->note, note);
  gtk_label_set_text (self->reason, missing != NULL ? missing
    : _("These recordings have no call chains, so their functions cannot be compared. Record both "
        "sides with call chains (perf record -g), with stack traces (trace-cmd record -T), or with "
        "the function_graph tracer (trace-cmd record -p function_graph)."));
}

void
th_difference_tab_set (ThDifferenceTab  *self,
                       ThCallDifference *difference)
{
  guint selected;
  g_autofree char *former = NULL;

  g_return_if_fail (TH_IS_DIFFERENCE_TAB (self));

  selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->trees));
  former = g_strdup (gtk_string_list_get_string (self->titles, selected));
  if (difference != NULL)
    th_call_difference_ref (difference);
  g_clear_pointer (&self->difference, th_call_difference_unref);
  self->difference = difference;

  fill_trees (self, former);
  show_tree (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages),
                                    difference != NULL && th_call_difference_get_n (difference) > 0
                                    ? "content" : "nothing");
}

/* --- class -------------------------------------------------------------- */

static void
th_difference_tab_dispose (GObject *object)
{
  ThDifferenceTab *self = TH_DIFFERENCE_TAB (object);

  g_clear_pointer (&self->pages, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_DIFFERENCE_TAB);
  g_clear_pointer (&self->difference, th_call_difference_unref);

  G_OBJECT_CLASS (th_difference_tab_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, reason);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, note);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, titles);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, pages);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, trees);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, views);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, graph_tools);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, from_a);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, icicle);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, found);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, search);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, sides);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, chart);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, table);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, facts);
  gtk_widget_class_bind_template_child (widget_class, ThDifferenceTab, legend);
}

static void
th_difference_tab_class_init (ThDifferenceTabClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_difference_tab_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "flametab");
  g_type_ensure (TH_TYPE_FLAME_CHART);
  g_type_ensure (TH_TYPE_DIFFERENCE_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-difference-tab.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_cb);
  gtk_widget_class_bind_template_callback (widget_class, lay_out);
  gtk_widget_class_bind_template_callback (widget_class, icicle_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_done_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_stopped_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_facts);
  gtk_widget_class_install_action (widget_class, "difference.find", NULL, find_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_slash, 0, "difference.find", NULL);
}

static void
th_difference_tab_init (ThDifferenceTab *self)
{
  static const guint none[TH_N_CALL_SIDES] = { 0 };

  gtk_widget_init_template (GTK_WIDGET (self));
  th_difference_tab_set_baselines (self, none);
  th_inner_button_name (self->trees, _("Call chains to show"));
}
