/* th-actions-filter.c - actions of the filter menu
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <string.h>

#include "th-filter-dialog.h"
#include "th-filter-help.h"
#include "th-color-rules.h"
#include "th-color-rules-dialog.h"
#include "th-event-coloring.h"
#include "th-event-filter.h"
#include "th-settings.h"
#include "th-span-window.h"
#include "th-widgets.h"

/* --- saved filters ------------------------------------------------------- */

static void
pick_filter_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  ThDocumentView *self = data;
  g_autoptr(ThFilterState) state = th_filter_state_parse (g_variant_get_string (parameter, NULL));

  th_filter_bar_set_state (self->filter_bar, state);
}

static void
open_dialog (ThDocumentView *self)
{
  ThEventFilter *filter = th_document_get_filter (self->document);
  ThFilterDialog *dialog;

  th_expression_bar_apply (TH_EXPRESSION_BAR (self->filter_bar));
  dialog = th_filter_dialog_new (th_view_get_window (self), th_event_filter_get_state (filter));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
saved_filters_cb (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       data)
{
  open_dialog (data);
}

/* --- scope ----------------------------------------------------- */

static const char *const scopes[] = { "both", "lanes", "table" };

static guint
find_scope (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    if (strcmp (scopes[i], name) == 0)
      return i;

  return 0;
}

static GVariant *
get_state (ThDocumentView *self,
           const char     *name)
{
  return g_action_get_state (G_ACTION (th_view_actions_find (self, name)));
}

/* Applies the states of the actions to the document and stores them in the settings. */
static void
apply_options (ThDocumentView *self)
{
  g_autoptr(GVariant) hides = get_state (self, "filter-hides");
  g_autoptr(GVariant) scope = get_state (self, "filter-scope");
  GSettings *settings = th_settings_get ();

  if (self->document != NULL)
    th_event_filter_set_ways (th_document_get_filter (self->document),
                              g_variant_get_boolean (hides),
                              find_scope (g_variant_get_string (scope, NULL)));
  if (settings == NULL)
    return;
  g_settings_set_boolean (settings, "filter-hides", g_variant_get_boolean (hides));
  g_settings_set_string (settings, "filter-scope", g_variant_get_string (scope, NULL));
}

static void
filter_hides_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  g_autoptr(GVariant) state = g_action_get_state (G_ACTION (action));

  g_simple_action_set_state (action, g_variant_new_boolean (!g_variant_get_boolean (state)));
  apply_options (data);
}

static void
set_scope (ThDocumentView *self,
           guint           scope)
{
  g_simple_action_set_state (th_view_actions_find (self, "filter-scope"),
                             g_variant_new_string (scopes[scope]));
  apply_options (self);
}

static void
filter_scope_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  set_scope (data, find_scope (g_variant_get_string (parameter, NULL)));
}

static void
next_scope_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  ThDocumentView *self = data;
  g_autoptr(GVariant) state = get_state (self, "filter-scope");

  set_scope (self, (find_scope (g_variant_get_string (state, NULL)) + 1) % G_N_ELEMENTS (scopes));
}

static void
load_color_rules (ThDocumentView *self)
{
  g_autoptr(GPtrArray) rules = NULL;

  if (self->document == NULL)
    return;

  rules = th_color_rules_load ();
  th_event_coloring_set_rules (th_document_get_coloring (self->document), rules);
}

void
th_view_apply_filter_options (ThDocumentView *self)
{
  if (self->document == NULL)
    return;

  apply_options (self);
  load_color_rules (self);
}

/* --- colors -------------------------------------------------------------- */

static void
color_rules_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  ThDocumentView *self = data;

  if (th_view_has_recording (self) &&
      !th_view_present_dialog (self, TH_TYPE_COLOR_RULES_DIALOG))
    th_view_add_dialog (self,
                        th_color_rules_dialog_new (th_view_get_window (self), self->document));
}

/* --- statistics ---------------------------------------------------------- */

static void
span_statistics_cb (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       data)
{
  ThDocumentView *self = data;

  if (!th_view_has_recording (self))
    return;

  if (!th_view_present_dialog (self, TH_TYPE_SPAN_WINDOW))
    th_view_add_dialog (self,
                        th_span_window_new (th_view_get_window (self), self->document));
}

/* --- help ----------------------------------------------------------------- */

static void
filter_help_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  GtkWindow *window = th_view_get_window (data);

  if (!th_dialog_present (window, TH_TYPE_FILTER_HELP))
    gtk_window_present (GTK_WINDOW (th_filter_help_new (window)));
}

static const ThViewAction actions[] = {
  { { "pick-filter", pick_filter_cb, "s" }, th_view_has_events },
  { { "saved-filters", saved_filters_cb }, th_view_has_events },
  { { "filter-help", filter_help_cb } },
  { { "filter-hides", filter_hides_cb, NULL, "false" }, th_view_has_events },
  { { "filter-scope", filter_scope_cb, "s", "'both'" }, th_view_has_events },
  { { "next-filter-scope", next_scope_cb }, th_view_has_events },
  { { "span-statistics", span_statistics_cb }, th_view_has_events },
  { { "color-rules", color_rules_cb }, th_view_has_events },
};

void
th_view_add_filter_actions (ThDocumentView *self)
{
  GSettings *settings = th_settings_get ();
  g_autofree char *scope = NULL;

  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
  if (settings == NULL)
    return;

  g_simple_action_set_state (th_view_actions_find (self, "filter-hides"),
                             g_settings_get_value (settings, "filter-hides"));
  g_signal_connect_object (settings, "changed::color-rules", G_CALLBACK (load_color_rules), self,
                           G_CONNECT_SWAPPED);
  scope = g_settings_get_string (settings, "filter-scope");
  g_simple_action_set_state (th_view_actions_find (self, "filter-scope"),
                             g_variant_new_string (scopes[find_scope (scope)]));
}
