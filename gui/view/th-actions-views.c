/* th-actions-views.c - actions that save and restore views
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-event-filter.h"
#include "th-view-actions.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* Returns the index of the view from the name of the action: "store-view-1" …
 * "recall-view-5". */
static guint
get_index (GSimpleAction *action)
{
  const char *name = g_action_get_name (G_ACTION (action));

  return (guint) (name[strlen (name) - 1] - '1');
}

TH_DEFINE_VIEW_ACTION (store)
{
  ThDocumentView *self = data;
  guint index = get_index (action);
  g_autofree char *text = g_strdup_printf (_("View %u saved"), index + 1), *filter = NULL;
  ThFilterState *state;
  ThView view;

  if (!th_view_has_recording (self))
    return;

  view = th_timeline_get_target (self->timeline);
  state = th_event_filter_get_state (th_document_get_filter (self->document));
  filter = th_filter_state_to_string (state);
  th_session_sync_set_view (self->session, index, view.from, view.to, filter);
  th_status_bar_say (self->status_bar, text);
}

TH_DEFINE_VIEW_ACTION (recall)
{
  ThDocumentView *self = data;
  g_autoptr(ThFilterState) state = NULL;
  const char *filter;
  gint64 from, to;

  if (self->document == NULL ||
      !th_session_sync_get_view (self->session, get_index (action), &from, &to, &filter))
    return;

  state = filter != NULL ? th_filter_state_parse (filter) : NULL;
  th_event_filter_set_state (th_document_get_filter (self->document), state);
  th_timeline_go (self->timeline, from, to);
}

static gboolean
is_saved (ThDocumentView *self,
          guint           index)
{
  const char *filter;
  gint64 from, to;

  return th_view_has_recording (self) &&
         th_session_sync_get_view (self->session, index, &from, &to, &filter);
}

#define DEFINE_CONDITION(number) \
  static gboolean \
  is_saved_##number (ThDocumentView *self) \
  { \
    return is_saved (self, number - 1); \
  }

DEFINE_CONDITION (1)
DEFINE_CONDITION (2)
DEFINE_CONDITION (3)
DEFINE_CONDITION (4)
DEFINE_CONDITION (5)

static const ThViewAction actions[] = {
  { { "store-view-1", store_cb }, th_view_has_recording },
  { { "store-view-2", store_cb }, th_view_has_recording },
  { { "store-view-3", store_cb }, th_view_has_recording },
  { { "store-view-4", store_cb }, th_view_has_recording },
  { { "store-view-5", store_cb }, th_view_has_recording },
  { { "recall-view-1", recall_cb }, is_saved_1 },
  { { "recall-view-2", recall_cb }, is_saved_2 },
  { { "recall-view-3", recall_cb }, is_saved_3 },
  { { "recall-view-4", recall_cb }, is_saved_4 },
  { { "recall-view-5", recall_cb }, is_saved_5 },
};

void
th_view_add_saved_view_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
