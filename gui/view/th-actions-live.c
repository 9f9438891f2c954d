/* th-actions-live.c - actions on a document whose file is being recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

static gboolean
is_live (ThDocumentView *self)
{
  return self->document != NULL && th_document_is_live (self->document);
}

static void
follow_present_cb (GSimpleAction *action,
                   GVariant      *value,
                   gpointer       data)
{
  ThDocumentView *self = data;

  if (!is_live (self))
    return;

  if (g_variant_get_boolean (value))
    th_document_follow_present (self->document);
  else
    th_document_leave_present (self->document);
}

static void
pause_picture_cb (GSimpleAction *action,
                  GVariant      *value,
                  gpointer       data)
{
  ThDocumentView *self = data;

  if (is_live (self))
    th_document_set_paused (self->document, g_variant_get_boolean (value));
}

static const ThViewAction actions[] = {
  { { "follow-present", NULL, NULL, "false", follow_present_cb }, is_live },
  { { "pause-picture", NULL, NULL, "false", pause_picture_cb }, is_live },
};

void
th_view_add_live_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}

static void
set_state (ThDocumentView *self,
           const char     *name,
           gboolean        state)
{
  g_simple_action_set_state (th_view_actions_find (self, name), g_variant_new_boolean (state));
}

void
th_view_update_live_states (ThDocumentView *self)
{
  gboolean live = is_live (self);

  if (self->actions == NULL) /* disposed of */
    return;

  set_state (self, "follow-present", live && th_document_is_following (self->document) &&
                                     !th_document_is_paused (self->document));
  set_state (self, "pause-picture", live && th_document_is_paused (self->document));
}
