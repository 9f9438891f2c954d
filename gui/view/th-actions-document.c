/* th-actions-document.c - actions on the whole document, and actions that show its contents
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include "th-analysis-dialog.h"
#include "th-event-search.h"
#include "th-flow-follower.h"
#include "th-go-to.h"
#include "th-lane-chooser.h"

TH_DEFINE_VIEW_ACTION (reload)
{
  ThDocumentView *self = data;

  th_problem_bar_set_closed (self->problem_bar, FALSE);
  if (self->document != NULL)
    th_document_reload (self->document);
}

/* Cancels the running operation, or else the search, or else clears the selection.  The load of a
 * recording in progress is no operation: it ends with the recording. */
TH_DEFINE_VIEW_ACTION (cancel)
{
  ThDocumentView *self = data;
  ThEventSearch *search;

  if (self->document == NULL)
    return;

  if (th_flow_follower_cancel (th_document_get_follower (self->document)) ||
      (!th_document_is_live (self->document) && th_document_cancel (self->document)))
    return;

  search = th_document_get_search (self->document);
  if (th_event_search_is_running (search) || th_event_search_get_label (search) != NULL)
    th_event_search_clear (search);
  else
    {
      th_document_clear_selection (self->document);
      th_document_unfollow (self->document);
    }
}

TH_DEFINE_VIEW_ACTION (close_bar)
{
  th_problem_bar_set_closed (TH_DOCUMENT_VIEW (data)->problem_bar, TRUE);
}

TH_DEFINE_VIEW_ACTION (status)
{
  th_status_bar_open (TH_DOCUMENT_VIEW (data)->status_bar);
}

TH_DEFINE_VIEW_ACTION (inspector)
{
  ThDocumentView *self = data;

  th_view_set_inspector (self, !gtk_widget_get_visible (GTK_WIDGET (self->inspector)));
}

/* --- dialogs ------------------------------------------------------------ */

TH_DEFINE_VIEW_ACTION (add_analysis)
{
  ThDocumentView *self = data;

  if (th_view_has_recording (self) && !th_view_present_dialog (self, TH_TYPE_ANALYSIS_DIALOG))
    th_view_add_dialog (self, th_analysis_dialog_new (th_view_get_window (self), self->document));
}

TH_DEFINE_VIEW_ACTION (find_lane)
{
  ThDocumentView *self = data;

  if (self->document != NULL && th_document_get_scene (self->document) != NULL)
    th_view_add_dialog (self, th_lane_chooser_new (th_view_get_window (self), self->document,
                                                   self->timeline));
}

TH_DEFINE_VIEW_ACTION (go_to)
{
  ThDocumentView *self = data;

  if (th_view_has_events (self))
    th_view_add_dialog (self, th_go_to_new (th_view_get_window (self), self->document,
                                            self->timeline));
}

TH_DEFINE_VIEW_ACTION (recording)
{
  ThDocumentView *self = data;

  if (!th_view_has_recording (self))
    return;

  if (self->recording_window == NULL)
    {
      GtkWidget *window = th_recording_window_new (th_view_get_window (self));

      g_set_weak_pointer (&self->recording_window, TH_RECORDING_WINDOW (window));
      gtk_window_set_hide_on_close (GTK_WINDOW (window), TRUE);
    }
  th_recording_window_fill (self->recording_window, self->document);
  gtk_window_present (GTK_WINDOW (self->recording_window));
}

static gboolean
has_status (ThDocumentView *self)
{
  return !self->compact && !th_status_bar_is_empty (self->status_bar);
}

/* Whether the user stopped reading a pipe: what it would have sent next is lost. */
static gboolean
is_cut_off (ThDocument *document)
{
  ThRecording *recording = th_document_get_recording (document);

  return recording != NULL && th_document_is_pipe (document) &&
         th_recording_get_state (recording) == TH_LOAD_CANCELLED;
}

/* The file of a live document is loaded again when the recording has ended. */
static gboolean
can_reload (ThDocumentView *self)
{
  return self->document != NULL && !th_document_is_live (self->document) &&
         !is_cut_off (self->document);
}

static const ThViewAction actions[] = {
  { { "reload", reload_cb }, can_reload },
  { { "cancel", cancel_cb }, th_view_has_document },
  { { "close-bar", close_bar_cb } },
  { { "status", status_cb }, has_status },
  { { "inspector", inspector_cb, NULL, "true" }, th_view_has_events },
  { { "add-analysis", add_analysis_cb }, th_view_has_events },
  { { "find-lane", find_lane_cb }, th_view_has_events },
  { { "go-to", go_to_cb }, th_view_has_events },
  /* The window also explains why a recording has no events. */
  { { "recording", recording_cb }, th_view_has_recording },
};

void
th_view_add_document_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
