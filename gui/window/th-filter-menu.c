/* th-filter-menu.c - the menu of the filter: saved ones, and what it acts on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-popup.h"
#include "th-window-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-chips.h"
#include "th-filter-dialog.h"
#include "th-filter-help.h"
#include "th-filter-store.h"
#include "th-context-menus.h"
#include "th-color-rules.h"
#include "th-color-rules-dialog.h"
#include "th-settings.h"
#include "th-span-window.h"
#include "th-widgets.h"

#define MAX_CHARS 48

/* --- saved, and lately --------------------------------------------------- */

static char *
dup_label (const char *text)
{
  glong length = g_utf8_strlen (text, -1);
  g_autofree char *cut = g_utf8_substring (text, 0, MIN (length, MAX_CHARS));
  g_autofree char *all = g_strconcat (cut, length > MAX_CHARS ? "…" : "", NULL);

  return th_popup_escape (all);
}

/* The titles of the chips, and then the text. */
static char *
dup_state_label (const ThFilterState *state)
{
  GString *all = g_string_new (NULL);
  g_autofree char *owned = NULL;
  const ThFilterChip *condition;

  for (guint i = 0; (condition = th_filter_state_get_chip (state, i)) != NULL; i++)
    {
      g_autofree char *title = th_filter_chip_dup_title (condition->test);
      g_autofree char *chip = condition->excluded ? g_strdup_printf (_("not %s"), title)
                                                  : g_strdup (title);

      g_string_append_printf (all, "%s · ", chip);
    }
  g_string_append (all, th_filter_state_get_text (state));
  if (g_str_has_suffix (all->str, " · "))
    g_string_truncate (all, all->len - strlen (" · "));

  owned = g_string_free (all, FALSE);
  return dup_label (owned);
}

/* @label is taken. */
static void
append_pick (GMenu               *menu,
             char                *label,
             const ThFilterState *state)
{
  g_autofree char *owned = label, *string = th_filter_state_to_string (state);
  g_autoptr(GMenuItem) item = g_menu_item_new (owned, NULL);

  g_menu_item_set_action_and_target (item, "win.pick-filter", "s", string);
  g_menu_append_item (menu, item);
}

void
th_window_fill_filters (ThWindow *self)
{
  g_autoptr(GPtrArray) saved = th_filter_store_list ();
  g_autoptr(GPtrArray) recent = th_filter_store_list_recent ();

  g_menu_remove_all (self->saved_menu);
  g_menu_remove_all (self->recent_filters);
  for (guint i = 0; i < saved->len; i++)
    {
      ThSavedFilter *filter = saved->pdata[i];

      append_pick (self->saved_menu, dup_label (th_saved_filter_get_name (filter)),
                   th_saved_filter_get_state (filter));
    }
  for (guint i = 0; i < recent->len; i++)
    append_pick (self->recent_filters, dup_state_label (recent->pdata[i]), recent->pdata[i]);
}

static void
pick_filter_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  ThWindow *self = data;
  g_autoptr(ThFilterState) state = th_filter_state_parse (g_variant_get_string (parameter, NULL));

  th_filter_bar_set_state (self->filter_bar, state);
}

static void
open_dialog (ThWindow *self)
{
  th_expression_bar_apply (TH_EXPRESSION_BAR (self->filter_bar));
  gtk_window_present (GTK_WINDOW (th_filter_dialog_new (GTK_WINDOW (self),
                                                        th_document_get_filter_state (self->document))));
}

static void
saved_filters_cb (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       data)
{
  open_dialog (data);
}

/* --- what it acts on ----------------------------------------------------- */

static const char *const scopes[] = { "both", "lanes", "table" };

static guint
find_scope (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    if (strcmp (scopes[i], name) == 0)
      return i;

  return 0;
}

static GSimpleAction *
find_action (ThWindow   *self,
             const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

/* To the document, and kept for the next one. */
static void
apply_ways (ThWindow *self)
{
  g_autoptr(GVariant) hides = g_action_get_state (G_ACTION (find_action (self, "filter-hides")));
  g_autoptr(GVariant) scope = g_action_get_state (G_ACTION (find_action (self, "filter-scope")));
  GSettings *settings = th_settings_get ();

  if (self->document != NULL)
    th_document_set_filter_ways (self->document, g_variant_get_boolean (hides),
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
  apply_ways (data);
}

static void
set_scope (ThWindow *self,
           guint     scope)
{
  g_simple_action_set_state (find_action (self, "filter-scope"),
                             g_variant_new_string (scopes[scope]));
  apply_ways (self);
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
  ThWindow *self = data;
  g_autoptr(GVariant) state = g_action_get_state (G_ACTION (find_action (self, "filter-scope")));

  set_scope (self, (find_scope (g_variant_get_string (state, NULL)) + 1) % G_N_ELEMENTS (scopes));
}

static void
renew_rules (ThWindow *self)
{
  g_autoptr(GPtrArray) rules = NULL;

  if (self->document == NULL)
    return;

  rules = th_color_rules_load ();
  th_document_set_rules (self->document, rules);
}

void
th_window_renew_ways (ThWindow *self)
{
  if (self->document == NULL)
    return;

  apply_ways (self);
  renew_rules (self);
}

/* --- colours -------------------------------------------------------------- */

static void
color_rules_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  ThWindow *self = data;

  if (self->document != NULL && th_document_get_recording (self->document) != NULL &&
      !th_dialog_present (GTK_WINDOW (self), TH_TYPE_COLOR_RULES_DIALOG))
    gtk_window_present (GTK_WINDOW (th_color_rules_dialog_new (GTK_WINDOW (self), self->document)));
}

/* --- statistics ---------------------------------------------------------- */

static void
span_statistics_cb (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       data)
{
  ThWindow *self = data;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return;

  if (!th_dialog_present (GTK_WINDOW (self), TH_TYPE_SPAN_WINDOW))
    gtk_window_present (GTK_WINDOW (th_span_window_new (GTK_WINDOW (self), self->document)));
}

/* --- all ----------------------------------------------------------------- */

static void
filter_help_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  if (!th_dialog_present (data, TH_TYPE_FILTER_HELP))
    gtk_window_present (GTK_WINDOW (th_filter_help_new (data)));
}

static const GActionEntry entries[] = {
  { "pick-filter", pick_filter_cb, "s" },
  { "saved-filters", saved_filters_cb },
  { "filter-help", filter_help_cb },
  { "filter-hides", filter_hides_cb, NULL, "false" },
  { "filter-scope", filter_scope_cb, "s", "'both'" },
  { "next-filter-scope", next_scope_cb },
  { "span-statistics", span_statistics_cb },
  { "color-rules", color_rules_cb },
};

static GMenuModel *
build_menu (ThWindow *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) more = g_menu_new (), ways = g_menu_new (), scope = g_menu_new (),
  chips = g_menu_new ();

  self->saved_menu = g_menu_new ();
  self->recent_filters = g_menu_new ();
  g_menu_append_section (menu, _("Saved Filters"), G_MENU_MODEL (self->saved_menu));
  g_menu_append (more, _("_Manage Filters…"), "win.saved-filters");
  g_menu_append_submenu (more, _("_Recent Filters"), G_MENU_MODEL (self->recent_filters));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
  g_menu_append (scope, _("Lanes _and Table"), "win.filter-scope::both");
  g_menu_append (scope, _("_Lanes Only"), "win.filter-scope::lanes");
  g_menu_append (scope, _("_Table Only"), "win.filter-scope::table");
  g_menu_append_section (menu, _("Filter"), G_MENU_MODEL (scope));
  g_menu_append (ways, _("_Hide Non-Matching Events"), "win.filter-hides");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (ways));
  g_menu_append (chips, _("Event _Colors…"), "win.color-rules");
  g_menu_append (chips, _("_Convert Chips to Text"), "win.chips-to-text");
  g_menu_append (chips, _("Filter _Syntax"), "win.filter-help");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (chips));

  return G_MENU_MODEL (menu);
}

void
th_window_add_sift (ThWindow *self)
{
  GSettings *settings = th_settings_get ();
  GtkMenuButton *button = th_filter_bar_get_menu_button (self->filter_bar);
  g_autoptr(GMenuModel) menu = build_menu (self);
  g_autofree char *scope = NULL;

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  gtk_menu_button_set_menu_model (button, menu);
  th_menu_button_take_back_focus (button);
  /* Another window may have saved one.  GTK 4.8 calls a function to create the menu only
   * where there is none yet. */
  g_signal_connect_object (gtk_menu_button_get_popover (button), "show",
                           G_CALLBACK (th_window_fill_filters), self, G_CONNECT_SWAPPED);
  if (settings == NULL)
    return;

  g_simple_action_set_state (find_action (self, "filter-hides"),
                             g_settings_get_value (settings, "filter-hides"));
  g_signal_connect_object (settings, "changed::color-rules", G_CALLBACK (renew_rules), self,
                           G_CONNECT_SWAPPED);
  scope = g_settings_get_string (settings, "filter-scope");
  g_simple_action_set_state (find_action (self, "filter-scope"),
                             g_variant_new_string (scopes[find_scope (scope)]));
}

void
th_window_clear_sift (ThWindow *self)
{
  g_clear_pointer (&self->row_flows, g_free);
  g_clear_object (&self->saved_menu);
  g_clear_object (&self->recent_filters);
}
