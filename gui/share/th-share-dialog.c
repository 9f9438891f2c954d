/* th-share-dialog.c - packs a review for somebody else, and asks what goes along
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-share-dialog.h"

#include <glib/gi18n-lib.h>

#include "th-archive.h"
#include "th-display-text.h"
#include "th-file-dialog.h"
#include "th-job.h"
#include "th-loader.h"
#include "th-number-format.h"
#include "th-review-sharing.h"
#include "th-share-row.h"
#include "th-time.h"
#include "th-widgets.h"

struct _ThShareDialog
{
  GtkWindow             parent;

  GtkWidget            *page;
  GtkListBox           *recordings;
  GtkSwitch            *sanitizes;
  GtkWidget            *explanation;
  GtkListBox           *kinds;
  GtkWidget            *problem;
  GtkWidget            *again;

  ThOpenReview         *review;
  ThDocumentView       *view;
  GtkFileChooserNative *chooser;   /* while it is open */
  guint                 open;      /* index of the recording that can be cut; or G_MAXUINT */
  gint64                from;      /* what was in view */
  gint64                to;
  ThPersonalChoice      choices[TH_PERSONAL_N];
  ThReviewSharing      *surveying; /* the last survey that was begun; owned by its job */
  GPtrArray            *found;     /* ThShareFound; NULL until the survey has ended */
};

enum
{
  PROP_0,
  PROP_READY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThShareDialog, th_share_dialog, GTK_TYPE_WINDOW)

static gboolean
is_ready (ThShareDialog *self)
{
  return !gtk_switch_get_active (self->sanitizes) || self->found != NULL;
}

static void
update (ThShareDialog *self)
{
  gboolean sanitizes = gtk_switch_get_active (self->sanitizes);

  gtk_widget_set_visible (GTK_WIDGET (self->kinds),
                          sanitizes && self->found != NULL && self->found->len > 0);
  gtk_widget_set_visible (self->again, !is_ready (self) && self->surveying == NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "share.choose", is_ready (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "share.to", is_ready (self));
  if (!sanitizes)
    th_label_set_text (self->explanation,
                       _("Names of people, programs and machines, and addresses and paths stay in "
                         "the recordings. Whoever receives them can answer, and you can merge the "
                         "answers."));
  else if (self->found != NULL && self->found->len == 0)
    th_label_set_text (self->explanation, _("No personal data was found."));
  else
    th_label_set_text (self->explanation,
                       _("This is on at first, because names, addresses and paths say who and "
                         "what was recorded. You can merge the answers here: the real names are "
                         "kept on this computer alone."));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_READY]);
}

static ThShareRow *
get_row (GtkListBox *list,
         guint       index)
{
  return TH_SHARE_ROW (gtk_list_box_get_row_at_index (list, (int) index));
}

/* --- recordings ------------------------------------------------------------------- */

/* The choices in the order of the row: a recording that cannot be cut has no span. */
static ThShareExtent
get_extent (ThShareDialog *self,
            guint          index)
{
  guint selected = th_share_row_get_selected (get_row (self->recordings, index));

  if (th_open_review_get_state (self->review, index) != TH_REVIEW_PRESENT)
    return TH_SHARE_LEFT_OUT;
  if (self->open != index && selected > 0)
    return TH_SHARE_LEFT_OUT;
  return (ThShareExtent) selected;
}

/* Like the span of an export, a cut is of one trace.dat (th-cut.h). */
static gboolean
can_cut (ThShareDialog *self,
         guint          index)
{
  ThDocument *document = th_document_view_get_document (self->view);
  ThRecording *recording = document != NULL ? th_document_get_recording (document) : NULL;
  g_autoptr(GFile) file = th_open_review_get_file (self->review, index);

  return recording != NULL && th_recording_get_state (recording) != TH_LOAD_RUNNING &&
         th_recording_get_n_parts (recording) == 1 &&
         g_strcmp0 (th_recording_get_format (recording), "trace.dat") == 0 &&
         g_file_equal (file, th_document_get_file (document));
}

static ThReviewSharing *
make_sharing (ThShareDialog *self)
{
  g_autofree char *folder = g_file_get_path (th_open_review_get_folder (self->review));
  ThReviewSharing *sharing = th_review_sharing_new (folder);

  sharing->sanitizes = gtk_switch_get_active (self->sanitizes);
  for (ThPersonalKind kind = 0; kind < TH_PERSONAL_N; kind++)
    sharing->choices[kind] = self->choices[kind];
  for (guint i = 0; i < th_open_review_get_n_recordings (self->review); i++)
    th_review_sharing_set_extent (sharing, th_open_review_get_key (self->review, i),
                                  get_extent (self, i));
  if (self->open != G_MAXUINT && can_cut (self, self->open))
    {
      ThDocument *document = th_document_view_get_document (self->view);

      sharing->recording = th_recording_ref (th_document_get_recording (document));
      sharing->from = self->from;
      sharing->to = self->to;
    }

  return sharing;
}

/* --- personal data ---------------------------------------------------------------- */

static void
chosen_cb (ThShareRow    *row,
           GParamSpec    *pspec,
           ThShareDialog *self)
{
  int index = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  const ThShareFound *found = g_ptr_array_index (self->found, index);

  self->choices[found->kind] = (ThPersonalChoice) th_share_row_get_selected (row);
}

static char *
describe (const ThShareFound *found)
{
  g_autofree char *count = th_format_count (found->n_places);
  g_autofree char *places = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s place", "%s places",
                                                          found->n_places), count);
  g_autofree char *samples = g_strjoinv (", ", found->samples);

  if (samples[0] == '\0')
    return g_steal_pointer (&places);
  /* Translators: in how many places personal data was found, and samples of it */
  return g_strdup_printf (found->n_names > g_strv_length (found->samples) ? _("%s: %s, …")
                                                                          : _("%s: %s"),
                          places, samples);
}

static void
show_found (ThShareDialog *self)
{
  const char *const choices[] = { _("Rename"), _("Remove"), _("Keep"), NULL };

  th_widget_clear (GTK_WIDGET (self->kinds));
  for (guint i = 0; i < self->found->len; i++)
    {
      const ThShareFound *found = g_ptr_array_index (self->found, i);
      g_autofree char *detail = describe (found);
      GtkWidget *row = th_share_row_new (th_personal_get_title (found->kind), detail, choices,
                                         self->choices[found->kind]);

      g_signal_connect (row, "notify::selected", G_CALLBACK (chosen_cb), self);
      gtk_list_box_append (self->kinds, row);
    }
}

/* Why the survey failed, and what to do about a recording that cannot be sanitized. */
static void
show_failure (ThShareDialog *self,
              const GError  *error)
{
  g_autofree char *text = NULL;

  if (error != NULL && error->domain == TH_LOADER_ERROR)
    text = g_strdup_printf ("%s %s", error->message,
                            _("Here you can leave that recording out above."));
  th_label_set_text (self->problem, text != NULL ? text : error != NULL ? error->message : "");
}

static void
surveyed_cb (GtkWidget    *owner,
             gboolean      succeeded,
             const GError *error,
             gpointer      data)
{
  ThShareDialog *self = TH_SHARE_DIALOG (gtk_widget_get_root (owner));
  ThReviewSharing *sharing = data;

  if (sharing != self->surveying) /* the choices changed meanwhile */
    return;

  self->surveying = NULL;
  show_failure (self, error);
  if (succeeded)
    {
      self->found = g_ptr_array_ref (sharing->found);
      show_found (self);
    }
  update (self);
}

static void
survey (ThShareDialog *self)
{
  self->surveying = make_sharing (self);
  th_label_set_text (self->problem, "");
  th_job_run (self->page, _("Personal Data"), _("Searching the review for personal data"),
              th_review_sharing_survey, self->surveying, (GDestroyNotify) th_review_sharing_free,
              surveyed_cb);
  update (self);
}

/* A recording was chosen or left out, or the switch was changed. */
static void
changed_cb (ThShareDialog *self)
{
  self->surveying = NULL;
  if (self->found != NULL)
    th_widget_clear (GTK_WIDGET (self->kinds));
  g_clear_pointer (&self->found, g_ptr_array_unref);
  th_label_set_text (self->problem, "");
  if (gtk_switch_get_active (self->sanitizes))
    survey (self);
  else
    update (self);
}

/* --- the list of recordings ---------------------------------------------------------- */

static char *
describe_recording (ThShareDialog *self,
                    guint          index,
                    GFile         *file)
{
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                 G_FILE_QUERY_INFO_NONE, NULL, NULL);

  switch (th_open_review_get_state (self->review, index))
    {
    case TH_REVIEW_MISSING: return g_strdup (_("It is missing, so it is left out"));
    case TH_REVIEW_CHANGED: return g_strdup (_("It has changed, so it is left out"));
    default:
      return info != NULL ? g_format_size ((guint64) g_file_info_get_size (info)) : g_strdup ("");
    }
}

static void
add_recording (ThShareDialog *self,
               guint          index)
{
  gboolean present = th_open_review_get_state (self->review, index) == TH_REVIEW_PRESENT;
  const char *const whole[] = { _("Whole"), _("Leave Out"), NULL };
  const char *const missing[] = { _("Leave Out"), NULL };
  g_autoptr(GFile) file = th_open_review_get_file (self->review, index);
  g_autofree char *base = g_file_get_basename (file), *name = th_display_text_make_valid (base);
  g_autofree char *detail = describe_recording (self, index, file), *span = NULL, *length = NULL;
  const char *cut[] = { _("Whole"), NULL, _("Leave Out"), NULL };
  GtkWidget *row;

  if (present && self->open == G_MAXUINT && can_cut (self, index))
    {
      self->open = index;
      length = th_document_format_length (th_document_view_get_document (self->view),
                                          self->to - self->from);
      /* Translators: %s is the length of a span of time */
      cut[1] = span = g_strdup_printf (_("Span in View: %s"), length);
    }
  row = th_share_row_new (name, detail, !present ? missing : span != NULL ? cut : whole, 0);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_append (self->recordings, row);
}

/* --- packing ------------------------------------------------------------------------ */

static void
packed_cb (GtkWidget    *owner,
           gboolean      succeeded,
           const GError *error,
           gpointer      data)
{
  ThShareDialog *self = TH_SHARE_DIALOG (gtk_widget_get_root (owner));
  const ThReviewSharing *sharing = data;
  g_autofree char *name = g_filename_display_basename (sharing->target);
  g_autofree char *size = g_format_size (sharing->n_bytes), *message = NULL;

  if (!succeeded)
    {
      th_label_set_text (self->problem, error != NULL ? error->message
                                                      : _("Cancelled; nothing was saved"));
      return;
    }

  /* Translators: name of an archive, number of files in it, and their size */
  message = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "“%s” has %u file, %s unpacked",
                                          "“%s” has %u files, %s unpacked", sharing->n_files),
                             name, sharing->n_files, size);
  th_document_view_say (self->view, message);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Adds the suffix to a name without it, but replaces no file then. */
static char *
complete_path (ThShareDialog *self,
               GFile         *file)
{
  g_autofree char *path = g_file_get_path (file), *whole = NULL, *name = NULL, *message = NULL;

  if (path == NULL)
    {
      th_label_set_text (self->problem, _("Choose a folder of this computer."));
      return NULL;
    }
  if (g_str_has_suffix (path, TH_ARCHIVE_SUFFIX))
    return g_steal_pointer (&path);

  whole = g_strconcat (path, TH_ARCHIVE_SUFFIX, NULL);
  if (!g_file_test (whole, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&whole);

  name = g_filename_display_basename (whole);
  message = g_strdup_printf (_("“%s” exists already. Choose another name."), name);
  th_label_set_text (self->problem, message);
  return NULL;
}

static void
pack (gpointer  data,
      GFile    *file)
{
  ThShareDialog *self = data;
  g_autofree char *path = is_ready (self) ? complete_path (self, file) : NULL, *text = NULL;
  ThReviewSharing *sharing;
  g_autofree char *name = NULL;

  if (path == NULL)
    return;

  name = g_filename_display_basename (path);
  text = g_strdup_printf (_("Saving “%s”"), name);
  sharing = make_sharing (self);
  sharing->target = g_steal_pointer (&path);
  th_label_set_text (self->problem, "");
  th_job_run (self->page, _("Share the Review"), text, th_review_sharing_pack, sharing,
              (GDestroyNotify) th_review_sharing_free, packed_cb);
}

static void
choose_cb (GtkWidget  *widget,
           const char *action,
           GVariant   *parameter)
{
  ThShareDialog *self = TH_SHARE_DIALOG (widget);
  g_autofree char *name = g_strconcat (th_open_review_get_name (self->review), TH_ARCHIVE_SUFFIX,
                                       NULL);

  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _("Share the Review"), _("_Save"), name,
                                         th_open_review_get_folder (self->review) },
                       pack, self);
}

static void
to_cb (GtkWidget  *widget,
       const char *action,
       GVariant   *parameter)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  pack (widget, file);
}

/* --- class --------------------------------------------------------------------------- */

static void
th_share_dialog_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  g_value_set_boolean (value, is_ready (TH_SHARE_DIALOG (object)));
}

static void
th_share_dialog_dispose (GObject *object)
{
  ThShareDialog *self = TH_SHARE_DIALOG (object);

  g_clear_object (&self->chooser);
  g_clear_object (&self->review);
  g_clear_object (&self->view);
  g_clear_pointer (&self->found, g_ptr_array_unref);

  G_OBJECT_CLASS (th_share_dialog_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-share-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ThShareDialog, page);
  gtk_widget_class_bind_template_child (widget_class, ThShareDialog, recordings);
  gtk_widget_class_bind_template_child (widget_class, ThShareDialog, sanitizes);
  gtk_widget_class_bind_template_child (widget_class, ThShareDialog, explanation);
  gtk_widget_class_bind_template_child (widget_class, ThShareDialog, kinds);
  gtk_widget_class_bind_template_child (widget_class, ThShareDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, ThShareDialog, again);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, survey);
}

static void
th_share_dialog_class_init (ThShareDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_share_dialog_get_property;
  object_class->dispose = th_share_dialog_dispose;
  properties[PROP_READY] = g_param_spec_boolean ("ready", NULL, NULL, FALSE,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "share.choose", NULL, choose_cb);
  gtk_widget_class_install_action (widget_class, "share.to", "s", to_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
th_share_dialog_init (ThShareDialog *self)
{
  self->open = G_MAXUINT;
  gtk_widget_init_template (GTK_WIDGET (self));
  th_dialog_add_header (GTK_WINDOW (self));
  th_buttons_name (GTK_WIDGET (self));
}

ThShareDialog *
th_share_dialog_new (GtkWindow      *parent,
                     ThOpenReview   *review,
                     ThDocumentView *view)
{
  ThShareDialog *self = th_dialog_new (TH_TYPE_SHARE_DIALOG, parent);
  ThView shown = th_timeline_get_target (th_document_view_get_timeline (view));

  self->review = g_object_ref (review);
  self->view = g_object_ref (view);
  self->from = shown.from;
  self->to = th_time_shift (shown.to, 1);
  for (guint i = 0; i < th_open_review_get_n_recordings (review); i++)
    add_recording (self, i);
  survey (self);
  return self;
}
