/* th-note-menu.c - the menu of a note or a reply
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-menu.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-popup.h"

static void
append (GMenu      *menu,
        const char *label,
        const char *action,
        const char *id)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", id);
  g_menu_append_item (menu, item);
}

static void
append_labels (GMenu        *menu,
               const ThNote *note)
{
  g_autoptr(GMenu) labels = g_menu_new ();

  for (guint i = 0; i < note->labels->len; i++)
    {
      g_autofree char *valid = th_display_text_make_valid (note->labels->pdata[i]);
      g_autofree char *label = th_popup_escape (valid);
      g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "notes.remove-label", "(ss)", note->entry->id,
                                         note->labels->pdata[i]);
      g_menu_append_item (labels, item);
    }
  if (note->labels->len > 0)
    g_menu_append_submenu (menu, _("Remove _Label"), G_MENU_MODEL (labels));
}

GMenuModel *
th_note_menu_new (ThOpenReview *review,
                  const ThNote *note)
{
  GMenu *menu = g_menu_new ();
  const char *id = note->entry->id;

  if (note->number > 0)
    {
      append (menu, _("_Reply"), "notes.reply", id);
      if (note->resolved != NULL)
        append (menu, _("Re_open"), "notes.reopen", id);
      else
        append (menu, _("Re_solve"), "notes.resolve", id);
      append (menu, _("_Add Label…"), "notes.add-label", id);
      append_labels (menu, note);
    }
  append (menu, _("_Copy Text"), "notes.copy", id);
  if (th_open_review_is_own (review, note) && !note->deleted)
    {
      append (menu, _("_Edit"), "notes.edit", id);
      append (menu, _("_Delete"), "notes.delete", id);
    }

  return G_MENU_MODEL (menu);
}
