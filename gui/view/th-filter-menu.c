/* th-filter-menu.c - the menu of the filter bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-menu.h"

#include <glib/gi18n-lib.h>

#include "th-filter-state.h"
#include "th-filter-store.h"
#include "th-popup.h"

/* Maximum length of a label. */
#define MAX_CHARS 48

struct _ThFilterMenu
{
  GObject  parent;

  GMenu   *model;
  GMenu   *saved;
  GMenu   *recent;
};

G_DEFINE_FINAL_TYPE (ThFilterMenu, th_filter_menu, G_TYPE_OBJECT)

/* --- labels --------------------------------------------------- */

static char *
dup_label (const char *text)
{
  glong length = g_utf8_strlen (text, -1);
  g_autofree char *cut = g_utf8_substring (text, 0, MIN (length, MAX_CHARS));
  g_autofree char *all = g_strconcat (cut, length > MAX_CHARS ? "…" : "", NULL);

  return th_popup_escape (all);
}

/* Returns the titles of the chips, followed by the text. */
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

/* Takes ownership of @label. */
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

/* --- filling ------------------------------------------------------------ */

void
th_filter_menu_update (ThFilterMenu *self)
{
  g_autoptr(GPtrArray) saved = th_filter_store_list ();
  g_autoptr(GPtrArray) recent = th_filter_store_list_recent ();

  g_menu_remove_all (self->saved);
  g_menu_remove_all (self->recent);
  for (guint i = 0; i < saved->len; i++)
    {
      ThSavedFilter *filter = saved->pdata[i];

      append_pick (self->saved, dup_label (th_saved_filter_get_name (filter)),
                   th_saved_filter_get_state (filter));
    }
  for (guint i = 0; i < recent->len; i++)
    append_pick (self->recent, dup_state_label (recent->pdata[i]), recent->pdata[i]);
}

GMenuModel *
th_filter_menu_get_model (ThFilterMenu *self)
{
  return G_MENU_MODEL (self->model);
}

/* --- class -------------------------------------------------------------- */

static void
th_filter_menu_dispose (GObject *object)
{
  ThFilterMenu *self = TH_FILTER_MENU (object);

  g_clear_object (&self->model);
  g_clear_object (&self->saved);
  g_clear_object (&self->recent);

  G_OBJECT_CLASS (th_filter_menu_parent_class)->dispose (object);
}

static void
th_filter_menu_class_init (ThFilterMenuClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_filter_menu_dispose;
}

static void
th_filter_menu_init (ThFilterMenu *self)
{
  g_autoptr(GMenu) more = g_menu_new (), scope = g_menu_new ();
  g_autoptr(GMenu) hides = g_menu_new (), others = g_menu_new ();

  self->model = g_menu_new ();
  self->saved = g_menu_new ();
  self->recent = g_menu_new ();
  g_menu_append_section (self->model, _("Saved Filters"), G_MENU_MODEL (self->saved));
  g_menu_append (more, _("_Manage Filters…"), "win.saved-filters");
  g_menu_append_submenu (more, _("_Recent Filters"), G_MENU_MODEL (self->recent));
  g_menu_append_section (self->model, NULL, G_MENU_MODEL (more));
  g_menu_append (scope, _("Lanes _and Table"), "win.filter-scope::both");
  g_menu_append (scope, _("_Lanes Only"), "win.filter-scope::lanes");
  g_menu_append (scope, _("_Table Only"), "win.filter-scope::table");
  g_menu_append_section (self->model, _("Filter"), G_MENU_MODEL (scope));
  g_menu_append (hides, _("_Hide Non-Matching Events"), "win.filter-hides");
  g_menu_append_section (self->model, NULL, G_MENU_MODEL (hides));
  g_menu_append (others, _("Event _Colors…"), "win.color-rules");
  g_menu_append (others, _("_Convert Chips to Text"), "win.chips-to-text");
  g_menu_append (others, _("Filter _Syntax"), "win.filter-help");
  g_menu_append_section (self->model, NULL, G_MENU_MODEL (others));
}

ThFilterMenu *
th_filter_menu_new (void)
{
  return g_object_new (TH_TYPE_FILTER_MENU, NULL);
}
