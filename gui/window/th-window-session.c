/* th-window-session.c - saves what the window shows as a session file, and opens such files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-printable.h"
#include "th-refusal.h"
#include "th-shared-session-file.h"

/* --- what the window shows --------------------------------------------------- */

static guint
add_recording (ThSharedSession *session,
               GFile           *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  return th_shared_session_add_recording (session, uri);
}

/* Adds all runs of a side, and what the one that is shown shows. */
static void
add_side (ThWindow        *self,
          ThSharedSession *session,
          guint            side)
{
  ThComparisonSides *sides = th_comparison_view_get_sides (self->comparison);
  ThSideView *view = th_comparison_view_get_side (self->comparison, side);

  for (guint i = 0; i < th_comparison_sides_get_n (sides, side); i++)
    {
      const ThComparedFile *file = th_comparison_sides_get (sides, side, i);
      g_autoptr(GFile) location = g_file_new_for_path (file->path);
      ThSharedRun *run = th_shared_session_add_run (session, side,
                                                    add_recording (session, location), file->range);

      if (i == th_side_view_get_run (view) && th_side_view_get_document (view) != NULL)
        run->session = th_document_view_dup_session (th_side_view_get_view (view));
    }
}

static void
add_comparison (ThWindow        *self,
                ThSharedSession *session)
{
  g_autoptr(ThComparisonMemory) settings = th_comparison_view_dup_settings (self->comparison);
  ThSharedComparison *comparison = th_shared_session_need_comparison (session);

  for (guint side = 0; side < 2; side++)
    {
      add_side (self, session, side);
      comparison->shown[side] = settings->runs[side];
    }
  comparison->align = settings->mode;
  comparison->filter = g_strdup (settings->filter);
  comparison->offset = settings->offset;
  comparison->linked = settings->linked;
  comparison->side_by_side = settings->side_by_side;
  comparison->row = g_strdup (settings->row);
}

static void
add_document (ThWindow        *self,
              ThSharedSession *session)
{
  ThDocument *document = th_document_view_get_document (self->view);
  guint index = add_recording (session, th_document_get_file (document));

  th_shared_session_get_recording (session, index)->session =
    th_document_view_dup_session (self->view);
}

/* NULL while there is nothing to save. */
static ThSharedSession *
collect (ThWindow *self)
{
  g_autoptr(ThSharedSession) session = th_shared_session_new ();

  if (th_comparison_view_get_sides (self->comparison) != NULL)
    add_comparison (self, session);
  else if (th_document_view_get_document (self->view) != NULL)
    add_document (self, session);

  return session->recordings->len > 0 ? g_steal_pointer (&session) : NULL;
}

/* --- saving ------------------------------------------------------------------- */

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr(ThWindow) self = data;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  if (th_shared_session_file_save_finish (result, &error) || self->view == NULL)
    return;

  /* Translators: %s says why */
  text = g_strdup_printf (_("The view was not saved: %s"), error->message);
  th_document_view_say (self->view, text);
}

void
th_window_save_view_as (ThWindow *self,
                        GFile    *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *whole = g_strconcat (name, TH_SHARED_SESSION_SUFFIX, NULL);
  g_autoptr(GFile) folder = g_file_get_parent (file);
  g_autoptr(GFile) target = th_shared_session_file_is_one (file) || folder == NULL
                            ? g_object_ref (file) : g_file_get_child (folder, whole);
  ThSharedSession *session = collect (self);

  if (session != NULL)
    th_shared_session_file_save_async (target, session, NULL, saved_cb, g_object_ref (self));
}

static void
save_cb (gpointer  window,
         GFile    *file)
{
  th_window_save_view_as (window, file);
}

/* A file in the folder where the view is to be saved: that of the sessions of the review, so that
 * it is packed with it, or that of the recording. */
static GFile *
dup_neighbour (ThWindow   *self,
               GFile      *recording,
               const char *name)
{
  g_autoptr(GFile) sessions = NULL;

  if (self->review == NULL)
    return g_object_ref (recording);

  sessions = g_file_get_child (th_open_review_get_folder (self->review), "sessions");
  g_file_make_directory (sessions, NULL, NULL); /* most often it exists */
  return g_file_get_child (sessions, name);
}

void
th_window_save_view (ThWindow *self)
{
  ThDocument *document = th_document_view_get_document (self->view);
  g_autoptr(GFile) beside = NULL;
  g_autofree char *name = NULL;

  if (document == NULL || th_document_get_file (document) == NULL)
    return;

  name = th_file_dialog_suggest_name (th_document_get_file (document), TH_SHARED_SESSION_SUFFIX);
  beside = dup_neighbour (self, th_document_get_file (document), name);
  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _("Save the View"), _("_Save"), name, beside },
                       save_cb, self);
}

/* --- showing a session ---------------------------------------------------------- */

/* What to show of a recording: @session, which is number @part of the file. */
static ThOpenOptions *
make_options (const ThOpenedSession *opened,
              const ThSession       *session,
              guint                  part)
{
  ThOpenOptions *options;

  if (session == NULL)
    return NULL;

  options = g_new0 (ThOpenOptions, 1);
  options->session = th_session_to_text (session);
  options->left_out = g_strdup (opened->left_out);
  options->session_file = g_object_ref (opened->file);
  options->session_part = part;
  return options;
}

static void
show_comparison (ThWindow              *self,
                 const ThOpenedSession *opened)
{
  const ThSharedComparison *comparison = opened->session->comparison;
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  ThComparisonMemory settings = {
    comparison->align, comparison->filter, comparison->offset, comparison->linked,
    comparison->side_by_side, { comparison->shown[0], comparison->shown[1] }, comparison->row
  };

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < comparison->runs[side]->len; i++)
      {
        const ThSharedRun *run = &g_array_index (comparison->runs[side], ThSharedRun, i);
        g_autoptr(ThOpenOptions) options = make_options (opened, run->session, 1 + 2 * i + side);
        g_autoptr(GFile) file =
          g_file_new_for_uri (th_shared_session_get_recording (opened->session,
                                                               run->recording)->uri);
        g_autofree char *path = g_file_get_path (file);

        if (path != NULL)
          th_comparison_sides_add_with_options (sides, side, path, run->range, options);
      }
  if (th_comparison_sides_get_n (sides, 0) > 0 && th_comparison_sides_get_n (sides, 1) > 0)
    th_comparison_view_restore (self->comparison, sides, &settings);
}

static void
show (ThWindow              *self,
      const ThOpenedSession *opened)
{
  const ThSharedRecording *recording = th_shared_session_get_recording (opened->session, 0);
  g_autoptr(ThOpenOptions) options = make_options (opened, recording->session, 0);
  g_autoptr(GFile) file = g_file_new_for_uri (recording->uri);

  if (opened->session->comparison != NULL)
    {
      show_comparison (self, opened);
      return;
    }

  th_document_view_open (self->view, file, options);
}

/* --- recordings that are missing or have changed ----------------------------------- */

enum
{
  RESPONSE_ANYWAY = 1,
  RESPONSE_CHOOSE
};

/* A session file that is being opened. */
typedef struct
{
  ThWindow             *window;
  ThOpenedSession      *opened;
  guint                 index;   /* of the recording that is asked about */
  GtkFileChooserNative *chooser;
} Opening;

static void check (Opening *opening);

static void
opening_free (Opening *opening)
{
  g_clear_object (&opening->chooser);
  th_opened_session_free (opening->opened);
  g_object_unref (opening->window);
  g_free (opening);
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  th_opened_session_check_finish (result);
  check (data);
}

static void
chosen_cb (GtkNativeDialog *dialog,
           int              response,
           Opening         *opening)
{
  g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT
                          ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;

  g_clear_object (&opening->chooser);
  if (file == NULL)
    {
      opening_free (opening);
      return;
    }

  th_opened_session_relocate (opening->opened, opening->index, file);
  th_opened_session_check_async (opening->opened, checked_cb, opening);
}

static void
choose (Opening *opening)
{
  opening->chooser = gtk_file_chooser_native_new (_("Choose the Recording"),
                                                  GTK_WINDOW (opening->window),
                                                  GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"),
                                                  _("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (opening->chooser), TRUE);
  g_signal_connect (opening->chooser, "response", G_CALLBACK (chosen_cb), opening);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (opening->chooser));
}

static void
answered_cb (GtkDialog *dialog,
             int        response,
             Opening   *opening)
{
  gtk_window_destroy (GTK_WINDOW (dialog));
  if (response == RESPONSE_CHOOSE)
    choose (opening);
  else if (response == RESPONSE_ANYWAY)
    {
      opening->opened->states[opening->index] = TH_SHARED_FOUND;
      check (opening);
    }
  else
    opening_free (opening);
}

static void
ask (Opening *opening)
{
  const ThOpenedSession *opened = opening->opened;
  gboolean is_missing = opened->states[opening->index] == TH_SHARED_MISSING;
  g_autoptr(GFile) file =
    g_file_new_for_uri (th_shared_session_get_recording (opened->session, opening->index)->uri);
  g_autofree char *name = g_file_get_parse_name (file), *safe = th_printable_dup (name);
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (opening->window),
                                              GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_QUESTION, GTK_BUTTONS_CANCEL, "%s",
                                              is_missing ? _("A recording of this view is missing")
                                                         : _("A recording of this view has "
                                                             "changed"));

  gtk_message_dialog_format_secondary_text
    (GTK_MESSAGE_DIALOG (dialog),
     is_missing ? _("%s cannot be read. If it was moved, choose it where it is now.")
                : _("%s has other contents than when the view was saved. Times and selections may "
                    "not match."), safe);
  if (!is_missing)
    gtk_dialog_add_button (GTK_DIALOG (dialog), _("Open _Anyway"), RESPONSE_ANYWAY);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _("C_hoose the Recording…"), RESPONSE_CHOOSE);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), RESPONSE_CHOOSE);
  g_signal_connect (dialog, "response", G_CALLBACK (answered_cb), opening);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Asks about the first recording that is not as it was, or shows the session. */
static void
check (Opening *opening)
{
  for (guint i = 0; i < opening->opened->session->recordings->len; i++)
    if (opening->opened->states[i] != TH_SHARED_FOUND)
      {
        opening->index = i;
        ask (opening);
        return;
      }

  if (opening->window->view != NULL)
    show (opening->window, opening->opened);
  opening_free (opening);
}

/* --- opening -------------------------------------------------------------------- */

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr(ThWindow) self = data;
  g_autoptr(GError) error = NULL;
  ThOpenedSession *opened = th_shared_session_file_open_finish (result, &error);
  Opening *opening;

  if (self->view == NULL) /* the window was closed */
    {
      g_clear_pointer (&opened, th_opened_session_free);
      return;
    }
  if (opened == NULL)
    {
      th_refusal_show (GTK_WINDOW (self), _("The saved view cannot be opened"), error->message);
      return;
    }

  opening = g_new0 (Opening, 1);
  opening->window = g_object_ref (self);
  opening->opened = opened;
  check (opening);
}

void
th_window_open_session (ThWindow *self,
                        GFile    *file)
{
  th_shared_session_file_open_async (file, NULL, opened_cb, g_object_ref (self));
}
