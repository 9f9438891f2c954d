/* th-target-list.c - the machines on which recordings can be made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-target-list.h"

#include <string.h>

#include "th-known-targets.h"

static void
append (GListStore *list,
        ThTarget   *target,
        const char *name,
        gint64      used,
        const char *settings)
{
  g_autoptr(ThTargetLink) link = th_target_link_new (target, name, used, settings);

  g_list_store_append (list, link);
}

/* Returns the position of the target of that text, or the number of targets if there is none. */
static guint
find (GListStore *list,
      const char *target)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(ThTargetLink) link = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (strcmp (th_target_get_text (th_target_link_get_target (link)), target) == 0)
        return i;
    }
  return n;
}

guint
th_target_list_add (GListStore *list,
                    ThTarget   *target)
{
  guint position = find (list, th_target_get_text (target));

  if (position == g_list_model_get_n_items (G_LIST_MODEL (list)))
    append (list, target, NULL, 0, "");
  return position;
}

gboolean
th_target_list_forget (GListStore  *list,
                       const char  *target,
                       GError     **error)
{
  guint position = find (list, target);
  g_autoptr(ThTargetLink) link = g_list_model_get_item (G_LIST_MODEL (list), position);

  if (link == NULL || !th_known_targets_forget (th_target_link_get_target (link), error))
    return FALSE;

  g_list_store_remove (list, position);
  return TRUE;
}

/* This computer has its settings if it was recorded from. */
GListStore *
th_target_list_new (void)
{
  GListStore *list = g_list_store_new (TH_TYPE_TARGET_LINK);
  g_autoptr(GPtrArray) known = th_known_targets_list ();
  g_autoptr(ThTarget) local = th_target_parse ("local:", NULL);
  const ThKnownTarget *here = NULL;

  for (guint i = 0; i < known->len; i++)
    if (th_target_get_kind (((ThKnownTarget *) known->pdata[i])->target) == TH_TARGET_LOCAL)
      here = known->pdata[i];
  append (list, local, NULL, here != NULL ? here->used : 0, here != NULL ? here->settings : "");
  for (guint i = 0; i < known->len; i++)
    {
      const ThKnownTarget *one = known->pdata[i];

      if (one != here)
        append (list, one->target, one->name, one->used, one->settings);
    }
  return list;
}
