/* th-side-view.c - one side of a comparison: which run is shown, and its view
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-side-view.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-compare-baseline.h"
#include "th-event-search.h"
#include "th-flow-follower.h"
#include "th-journey-text.h"
#include "th-printable.h"
#include "th-shortcuts.h"
#include "th-widgets.h"

/* More runs than this are chosen in a drop-down. */
#define MAX_BUTTONS 12

struct _ThSideView
{
  GtkBox             parent;

  /* From the template */
  GtkWidget         *bar;
  GtkWidget         *badge;
  GtkWidget         *name;
  GtkWidget         *runs;
  GtkWidget         *facts;
  GtkWidget         *flow;
  GtkWidget         *previous;
  GtkWidget         *next;
  GtkWidget         *counterpart;
  GtkStack          *pages;
  ThDocumentView    *view;

  guint              side;
  guint              run;
  ThComparisonSides *sides;   /* NULL without a comparison */
  GSignalGroup      *signals; /* of the document */
  gboolean           shares_filter;
  gboolean           syncing; /* the buttons are being set */
  gboolean           had_focus; /* before another run was opened */
};

enum
{
  PROP_0,
  PROP_SIDE,
  PROP_RUN,
  PROP_VIEW,
  PROP_DOCUMENT,
  N_PROPS
};

enum
{
  SIGNAL_STEP,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThSideView, th_side_view, GTK_TYPE_BOX)

ThDocument *
th_side_view_get_document (ThSideView *self)
{
  g_return_val_if_fail (TH_IS_SIDE_VIEW (self), NULL);

  /* The view keeps its last document while a baseline hides it. */
  return g_str_equal (gtk_stack_get_visible_child_name (self->pages), "view")
         ? th_document_view_get_document (self->view) : NULL;
}

/* --- texts ----------------------------------------------------------------- */

static void
show_facts (ThSideView *self)
{
  ThDocument *document = th_side_view_get_document (self);
  const char *facts = document != NULL ? th_document_get_facts (document) : NULL;
  g_autofree char *text = NULL;

  if (document != NULL)
    text = facts != NULL && *facts != '\0'
           ? g_strdup_printf ("%s · %s", th_document_get_title (document), facts)
           : g_strdup (th_document_get_title (document));
  th_label_set_text (self->facts, text);
  gtk_widget_set_tooltip_text (self->facts, text);
}

/* The followed flow; or why there is none, as a comparison has no status bar. */
static char *
describe_flow (ThDocument *document)
{
  ThFlowFollower *follower = th_document_get_follower (document);
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (follower, &row);
  const char *lookup = th_flow_follower_describe (follower);
  g_autofree char *noun = NULL, *name = NULL, *total = NULL;
  ThFlows *flows;
  const ThFlow *flow;

  if (lookup != NULL || results == NULL)
    return g_strdup (lookup);

  flows = th_results_get_flows (results);
  flow = th_flows_get (flows, row);
  noun = th_journey_dup_noun (flows);
  name = th_journey_dup_name (flow);
  total = th_document_format_duration (document, flow->last - flow->first);
  return g_strdup_printf ("%s %s · %s", noun, name, total);
}

static void
show_flow (ThSideView *self)
{
  ThDocument *document = th_side_view_get_document (self);
  g_autofree char *text = document != NULL ? describe_flow (document) : NULL;

  th_label_set_text (self->flow, text);
  gtk_widget_set_visible (self->flow, text != NULL);
  gtk_widget_set_visible (self->counterpart, document != NULL &&
                          (th_flow_follower_get_followed (th_document_get_follower (document),
                                                          NULL) != NULL ||
                           !th_ref_is_none (th_document_get_selected (document))));
}

static void
show_bars (ThSideView *self)
{
  ThDocument *document = th_side_view_get_document (self);
  ThEventSearch *search = document != NULL ? th_document_get_search (document) : NULL;
  gboolean is_finding = self->side == 0 && search != NULL &&
                        (th_event_search_get_label (search) != NULL ||
                         *th_event_search_get_text (search) != '\0');

  g_object_set (self->view, "show-bars", !self->shares_filter || is_finding, NULL);
}

void
th_side_view_set_shares_filter (ThSideView *self,
                                gboolean    shares)
{
  g_return_if_fail (TH_IS_SIDE_VIEW (self));

  self->shares_filter = shares;
  show_bars (self);
}

static void
document_cb (ThSideView *self)
{
  g_signal_group_set_target (self->signals, th_side_view_get_document (self));
  show_facts (self);
  show_flow (self);
  show_bars (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

static GtkWidget *
get_focus (ThSideView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return root != NULL ? gtk_root_get_focus (root) : NULL;
}

static gboolean
is_typing (GtkWidget *focus)
{
  return GTK_IS_TEXT (focus) && *gtk_editable_get_text (GTK_EDITABLE (focus)) != '\0';
}

/* The view gets back the focus that it lost when it opened another run.  At the beginning,
 * the view of A gets the focus. */
static void
page_cb (ThSideView *self)
{
  GtkWidget *focus = get_focus (self);
  gboolean is_free = focus == NULL || !gtk_widget_get_mapped (focus);

  if (self->sides == NULL || !g_str_equal (th_document_view_get_page (self->view), "recording"))
    return;

  if ((self->had_focus && !is_typing (focus)) || (self->side == 0 && is_free))
    gtk_widget_grab_focus (GTK_WIDGET (th_document_view_get_timeline (self->view)));
  self->had_focus = FALSE;
}

/* --- choosing a run ---------------------------------------------------------- */

static const ThComparedFile *
get_file (ThSideView *self)
{
  return th_comparison_sides_get (self->sides, self->side, self->run);
}

static gboolean
shows_path (ThSideView *self,
            const char *path)
{
  ThDocument *document = th_document_view_get_document (self->view);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  return document != NULL && g_file_equal (file, th_document_get_file (document));
}

/* What to show of a file: the part that the command line names, or what a session file says. */
static ThOpenOptions *
make_options (const ThComparedFile *file)
{
  ThOpenOptions *options;
  g_auto(GStrv) ends = NULL;

  if (file->options != NULL)
    return th_open_options_copy (file->options);
  if (file->range == NULL)
    return NULL;

  options = g_new0 (ThOpenOptions, 1);
  ends = g_strsplit (file->range, "..", 2);
  options->from = ends[0] != NULL && *ends[0] != '\0' ? g_strdup (ends[0]) : NULL;
  options->to = ends[0] != NULL && ends[1] != NULL && *ends[1] != '\0' ? g_strdup (ends[1]) : NULL;
  return options;
}

static void
open_run (ThSideView *self)
{
  const ThComparedFile *file = get_file (self);
  g_autoptr(GFile) location = g_file_new_for_path (file->path);
  g_autoptr(ThOpenOptions) options = make_options (file);
  gboolean is_baseline = th_compare_baseline_detect (file->path);

  gtk_stack_set_visible_child_name (self->pages, is_baseline ? "baseline" : "view");
  if (!is_baseline && (!shows_path (self, file->path) || options != NULL))
    th_document_view_open (self->view, location, options);
  document_cb (self);
}

static void
show_run (ThSideView *self)
{
  GtkWidget *button = gtk_widget_get_first_child (self->runs);

  self->syncing = TRUE;
  if (GTK_IS_DROP_DOWN (button))
    gtk_drop_down_set_selected (GTK_DROP_DOWN (button), self->run);
  else
    {
      for (guint i = 0; i < self->run && button != NULL; i++)
        button = gtk_widget_get_next_sibling (button);
      if (button != NULL)
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
    }
  self->syncing = FALSE;
}

void
th_side_view_set_run (ThSideView *self,
                      guint       run)
{
  g_return_if_fail (TH_IS_SIDE_VIEW (self));

  if (self->sides == NULL || run >= th_comparison_sides_get_n (self->sides, self->side))
    return;

  self->run = run;
  self->had_focus = get_focus (self) != NULL &&
                    gtk_widget_is_ancestor (get_focus (self), GTK_WIDGET (self));
  show_run (self);
  open_run (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN]);
}

static void
toggled_cb (ThSideView      *self,
            GtkToggleButton *button)
{
  guint run = 0;

  if (self->syncing || !gtk_toggle_button_get_active (button))
    return;

  for (GtkWidget *one = gtk_widget_get_first_child (self->runs); one != GTK_WIDGET (button);
       one = gtk_widget_get_next_sibling (one))
    run++;
  th_side_view_set_run (self, run);
}

static void
selected_cb (ThSideView  *self,
             GParamSpec  *pspec G_GNUC_UNUSED,
             GtkDropDown *runs)
{
  if (!self->syncing && gtk_drop_down_get_selected (runs) != self->run)
    th_side_view_set_run (self, gtk_drop_down_get_selected (runs));
}

static char *
dup_run_name (ThSideView *self,
              guint       run)
{
  const ThComparedFile *file = th_comparison_sides_get (self->sides, self->side, run);
  g_autofree char *argument = g_strjoin ("@", file->path, file->range, NULL);
  g_autofree char *name = g_filename_display_basename (argument);

  return th_printable_dup (name);
}

static void
add_drop_down (ThSideView *self,
               guint       n)
{
  g_autoptr(GtkStringList) names = gtk_string_list_new (NULL);
  GtkWidget *runs;

  for (guint i = 0; i < n; i++)
    gtk_string_list_take (names, dup_run_name (self, i));
  runs = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&names)), NULL);
  g_signal_connect_swapped (runs, "notify::selected", G_CALLBACK (selected_cb), self);
  gtk_box_append (GTK_BOX (self->runs), runs);
}

static void
add_buttons (ThSideView *self,
             guint       n)
{
  GtkWidget *first = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i + 1), *name = dup_run_name (self, i);
      GtkWidget *button = gtk_toggle_button_new_with_label (number);

      gtk_widget_set_tooltip_text (button, name);
      gtk_widget_add_css_class (button, "run");
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                      -1);
      if (first != NULL)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (first));
      else
        first = button;
      g_signal_connect_swapped (button, "toggled", G_CALLBACK (toggled_cb), self);
      gtk_box_append (GTK_BOX (self->runs), button);
    }
}

static void
rebuild_runs (ThSideView *self)
{
  guint n = self->sides != NULL ? th_comparison_sides_get_n (self->sides, self->side) : 0;
  GtkWidget *child;

  self->syncing = TRUE;
  while ((child = gtk_widget_get_first_child (self->runs)) != NULL)
    gtk_box_remove (GTK_BOX (self->runs), child);
  if (n > MAX_BUTTONS)
    add_drop_down (self, n);
  else if (n > 1)
    add_buttons (self, n);
  self->syncing = FALSE;
  gtk_widget_set_visible (self->runs, n > 1);
}

/* The run that the view shows already, or else the first. */
static guint
find_run (ThSideView *self)
{
  for (guint i = 0; i < th_comparison_sides_get_n (self->sides, self->side); i++)
    if (shows_path (self, th_comparison_sides_get (self->sides, self->side, i)->path))
      return i;
  return 0;
}

static void
show_name (ThSideView *self)
{
  g_autofree char *name = th_comparison_sides_name (self->sides, self->side);
  guint n = th_comparison_sides_get_n (self->sides, self->side);
  g_autofree char *text =
    n > 1 ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s · %u run", "%s · %u runs", n), name,
                             n)
          : g_strdup (name);

  th_label_set_text (self->name, text);
}

void
th_side_view_set_sides (ThSideView        *self,
                        ThComparisonSides *sides)
{
  g_return_if_fail (TH_IS_SIDE_VIEW (self));

  g_clear_pointer (&self->sides, th_comparison_sides_unref);
  self->sides = sides != NULL ? th_comparison_sides_ref (sides) : NULL;
  gtk_widget_set_visible (self->bar, sides != NULL);
  g_object_set (self->view, "compact", sides != NULL, NULL);
  rebuild_runs (self);
  if (sides == NULL)
    {
      gtk_stack_set_visible_child_name (self->pages, "view");
      return;
    }

  show_name (self);
  th_side_view_set_run (self, find_run (self));
  /* GTK focuses the first widget of a window, which is the filter entry, but keys should reach the
   * timeline. */
  if (self->side == 0)
    self->had_focus = TRUE;
}

guint
th_side_view_get_run (ThSideView *self)
{
  return self->run;
}

ThDocumentView *
th_side_view_get_view (ThSideView *self)
{
  return self->view;
}

/* --- samples ----------------------------------------------------------------- */

static void
previous_cb (ThSideView *self)
{
  g_signal_emit (self, signals[SIGNAL_STEP], 0, -1);
}

static void
next_cb (ThSideView *self)
{
  g_signal_emit (self, signals[SIGNAL_STEP], 0, 1);
}

void
th_side_view_set_steps (ThSideView *self,
                        gboolean    can_step)
{
  g_return_if_fail (TH_IS_SIDE_VIEW (self));

  gtk_widget_set_sensitive (self->previous, can_step);
  gtk_widget_set_sensitive (self->next, can_step);
}

/* --- class ------------------------------------------------------------------- */

static void
th_side_view_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  ThSideView *self = TH_SIDE_VIEW (object);

  switch (id)
    {
    case PROP_SIDE: g_value_set_uint (value, self->side); break;
    case PROP_RUN: g_value_set_uint (value, self->run); break;
    case PROP_VIEW: g_value_set_object (value, self->view); break;
    case PROP_DOCUMENT: g_value_set_object (value, th_side_view_get_document (self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_side (ThSideView *self,
          guint       side)
{
  self->side = side;
  gtk_label_set_text (GTK_LABEL (self->badge), side == 0 ? "A" : "B");
  gtk_widget_add_css_class (GTK_WIDGET (self), side == 0 ? "side-a" : "side-b");
  gtk_button_set_label (GTK_BUTTON (self->counterpart),
                        side == 0 ? _("Counterpart in B") : _("Counterpart in A"));
}

static void
th_side_view_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  ThSideView *self = TH_SIDE_VIEW (object);

  switch (id)
    {
    case PROP_SIDE: set_side (self, g_value_get_uint (value)); break;
    case PROP_RUN: th_side_view_set_run (self, g_value_get_uint (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_side_view_dispose (GObject *object)
{
  ThSideView *self = TH_SIDE_VIEW (object);

  g_clear_object (&self->signals);
  g_clear_pointer (&self->sides, th_comparison_sides_unref);

  G_OBJECT_CLASS (th_side_view_parent_class)->dispose (object);
}

static void
th_side_view_class_init (ThSideViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_side_view_get_property;
  object_class->set_property = th_side_view_set_property;
  object_class->dispose = th_side_view_dispose;
  properties[PROP_SIDE] = g_param_spec_uint ("side", NULL, NULL, 0, 1, 0,
                                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY |
                                             G_PARAM_STATIC_STRINGS);
  properties[PROP_RUN] = g_param_spec_uint ("run", NULL, NULL, 0, G_MAXUINT, 0,
                                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                            G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, TH_TYPE_DOCUMENT_VIEW,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TH_TYPE_DOCUMENT,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_STEP] = g_signal_new ("step", TH_TYPE_SIDE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_INT);

  g_type_ensure (TH_TYPE_DOCUMENT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-side-view.ui");
  gtk_widget_class_bind_template_child (widget_class, ThSideView, bar);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, badge);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, name);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, runs);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, facts);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, flow);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, previous);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, next);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, counterpart);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, pages);
  gtk_widget_class_bind_template_child (widget_class, ThSideView, view);
  gtk_widget_class_bind_template_callback (widget_class, previous_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
}

static void
th_side_view_init (ThSideView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_widget_set_code (self->flow);
  th_shortcuts_set_tooltip (self->counterpart, "win.counterpart");
  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "notify::title", G_CALLBACK (show_facts), self);
  g_signal_group_connect_swapped (self->signals, "notify::facts", G_CALLBACK (show_facts), self);
  g_signal_group_connect_swapped (self->signals, "follow-changed", G_CALLBACK (show_flow), self);
  g_signal_group_connect_swapped (self->signals, "find-changed", G_CALLBACK (show_bars), self);
  g_signal_group_connect_swapped (self->signals, "selection-changed", G_CALLBACK (show_flow), self);
  g_signal_connect_swapped (self->view, "notify::document", G_CALLBACK (document_cb), self);
  g_signal_connect_swapped (self->view, "notify::page", G_CALLBACK (page_cb), self);
}
