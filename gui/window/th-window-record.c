/* th-window-record.c - a window that records: the dialog, the recording, and its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-actions.h"
#include "th-held-page.h"
#include "th-live-status.h"
#include "th-record-dialog.h"
#include "th-record-question.h"
#include "th-recording-page.h"
#include "th-widgets.h"

#define KEEP_SECONDS 10

/* --- the recording ----------------------------------------------------------- */

static gboolean
is_recording (ThWindow *self)
{
  return self->recording != NULL && th_live_recording_is_active (self->recording);
}

static void
update_actions (ThWindow *self)
{
  static const char *const names[] = { "stop-recording", "stop-keep-last", "mark-moment" };
  gboolean active = is_recording (self);
  gboolean recording = active &&
                       th_capture_get_state (th_live_recording_get_capture (self->recording)) ==
                       TH_CAPTURE_RECORDING;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    th_action_enable (G_ACTION_MAP (self), names[i], recording);
  th_action_enable (G_ACTION_MAP (self), "discard-recording", active);
}

static void
show_end (ThWindow *self)
{
  g_autofree char *outcome = th_live_recording_dup_outcome (self->recording);

  if (outcome == NULL || self->recording_view == NULL)
    return;
  if (th_live_recording_had_trouble (self->recording))
    th_record_bar_set_text (self->record_bar, outcome);
  else
    th_document_view_say (self->recording_view, outcome);
}

/* The view is empty again if nothing was kept, or if nothing could be opened. */
static void
close_view (ThWindow *self)
{
  ThDocument *document = th_live_recording_get_document (self->recording);
  gboolean was_kept = th_capture_get_path (th_live_recording_get_capture (self->recording)) != NULL;

  if (self->recording_view == NULL || document == NULL)
    return;
  if (was_kept)
    th_document_view_set_live (self->recording_view, NULL, self->recording_page);
  else
    th_document_view_clear (self->recording_view);
}

static void
ended_cb (ThWindow *self)
{
  gboolean closes = self->closes_when_recorded;

  g_object_set (self->title, "recording", NULL, NULL);
  th_record_controls_set_recording (self->record_controls, NULL);
  close_view (self);
  show_end (self);
  g_signal_group_set_target (self->recording_signals, NULL);
  g_clear_weak_pointer (&self->recording_view);
  g_clear_weak_pointer (&self->recording_page);
  g_clear_object (&self->recording);
  update_actions (self);
  if (closes)
    gtk_window_close (GTK_WINDOW (self));
}

/* The further targets may have had trouble after the end of the first. */
static void
finished_cb (ThWindow        *self,
             ThLiveRecording *recording)
{
  g_autofree char *outcome = th_live_recording_dup_outcome (recording);

  if (outcome != NULL && th_live_recording_had_trouble (recording))
    th_record_bar_set_text (self->record_bar, outcome);
}

static void
show_title (ThWindow        *self,
            ThLiveRecording *recording)
{
  /* Translators: %s is the name of a machine */
  g_autofree char *title = g_strdup_printf (_("Recording %s"),
                                            th_live_recording_get_host (recording));

  g_object_set (self->title, "recording", title, NULL);
}

static void
begin (ThWindow        *self,
       ThLiveRecording *recording)
{
  ThCapture *capture = th_live_recording_get_capture (recording);
  g_autoptr(GFile) file = g_file_new_for_path (th_capture_get_path (capture));
  ThOpenOptions options = { .feed = th_capture_get_feed (capture) };
  GtkWidget *page = th_recording_page_new (recording);
  const ThRecordPlan *plan = th_live_recording_get_plan (recording);

  g_set_object (&self->recording, recording);
  g_set_weak_pointer (&self->recording_view, self->view);
  th_record_bar_set_text (self->record_bar, NULL);
  th_document_view_open (self->view, file, &options);
  g_signal_group_set_target (self->recording_signals, recording);
  g_signal_connect_object (recording, "finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  th_live_recording_set_document (recording, th_document_view_get_document (self->view));
  th_document_view_set_live (self->view, th_live_status_new (recording), page);
  th_document_view_show_page (self->view, "recording");
  if (plan->ring_mb > 0 || plan->hold)
    th_document_view_set_cover (self->view, th_held_page_new (recording));
  show_title (self, recording);
  g_set_weak_pointer (&self->recording_page, page);
  th_record_controls_set_recording (self->record_controls, recording);
  update_actions (self);
}

static gboolean
is_empty (ThWindow *self)
{
  return th_comparison_view_get_sides (self->comparison) == NULL &&
         (th_document_view_get_document (self->view) == NULL ||
          g_str_equal (th_document_view_get_page (self->view), "refused"));
}

/* A document that is open stays: then another window shows the recording. */
static void
show_recording (ThWindow        *self,
                ThLiveRecording *recording)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  ThWindow *window = is_empty (self) ? self : g_object_new (G_OBJECT_TYPE (self), "application",
                                                            application, NULL);

  begin (window, recording);
  gtk_window_present (GTK_WINDOW (window));
}

static void
recording_cb (ThWindow           *self,
              ThCapture          *capture,
              const ThRecordPlan *plan,
              ThHeldCommand      *command,
              ThCompanions       *companions)
{
  g_autoptr(ThLiveRecording) recording = th_live_recording_new (capture, plan, command);

  if (companions != NULL)
    th_live_recording_set_companions (recording, companions);
  show_recording (self, recording);
}

void
th_window_record (ThWindow *self)
{
  ThRecordDialog *dialog;

  if (th_dialog_present (GTK_WINDOW (self), TH_TYPE_RECORD_DIALOG))
    return;

  dialog = th_record_dialog_new (GTK_WINDOW (self));
  g_signal_connect_object (dialog, "recording", G_CALLBACK (recording_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
problem_cb (ThWindow *self)
{
  g_autofree char *problem = NULL;

  g_object_get (self->recording, "problem", &problem, NULL);
  if (problem == NULL && th_capture_get_n_resumed (
                           th_live_recording_get_capture (self->recording)) > 0)
    th_document_view_say (self->recording_view, _("The connection is back."));
  th_record_bar_set_text (self->record_bar, problem);
}

void
th_window_init_recording (ThWindow *self)
{
  self->recording_signals = g_signal_group_new (TH_TYPE_LIVE_RECORDING);
  g_signal_group_connect_swapped (self->recording_signals, "ended", G_CALLBACK (ended_cb), self);
  g_signal_group_connect_swapped (self->recording_signals, "notify::state",
                                  G_CALLBACK (update_actions), self);
  g_signal_group_connect_swapped (self->recording_signals, "notify::problem",
                                  G_CALLBACK (problem_cb), self);
  update_actions (self);
}

/* --- its end, as asked for ------------------------------------------------------- */

void
th_window_stop_recording (ThWindow *self,
                          gboolean  keeps_last)
{
  if (self->recording != NULL)
    th_live_recording_stop (self->recording, keeps_last ? KEEP_SECONDS : 0);
}

static void
discard (gpointer data)
{
  ThWindow *self = data;

  if (self->recording != NULL)
    th_live_recording_discard (self->recording);
}

void
th_window_discard_recording (ThWindow *self)
{
  if (is_recording (self))
    th_record_ask_discard (GTK_WINDOW (self), _("The recording will stop, and everything that was "
                                                "recorded will be deleted."), discard, self);
}

void
th_window_mark_moment (ThWindow *self)
{
  if (!is_recording (self) || self->recording_page == NULL)
    return;

  th_document_view_show_page (self->recording_view, "recording");
  th_recording_page_ask_mark (TH_RECORDING_PAGE (self->recording_page));
}

/* --- closing the window ------------------------------------------------------------ */

static void
close_after (ThWindow *self)
{
  if (is_recording (self))
    self->closes_when_recorded = TRUE;
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
keep_and_close (gpointer data)
{
  th_window_stop_recording (data, FALSE);
  close_after (data);
}

static void
discard_and_close (gpointer data)
{
  discard (data);
  close_after (data);
}

gboolean
th_window_ask_close (ThWindow *self)
{
  if (!is_recording (self))
    return FALSE;

  if (!th_dialog_present (GTK_WINDOW (self), GTK_TYPE_MESSAGE_DIALOG))
    th_record_ask_close (GTK_WINDOW (self), keep_and_close, discard_and_close, self);
  return TRUE;
}

void
th_window_forget_recording (ThWindow *self)
{
  g_clear_object (&self->recording_signals);
  g_clear_weak_pointer (&self->recording_view);
  g_clear_weak_pointer (&self->recording_page);
  g_clear_object (&self->recording);
}
