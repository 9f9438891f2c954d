/* th-live-status.c - rates, losses and buffers of a recording, for the status bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-live-status.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-fill-bars.h"
#include "th-number-format.h"
#include "th-widgets.h"

/* The space on the disk is asked for with every so many reports. */
#define SPACE_REPORTS 20

struct _ThLiveStatus
{
  GtkWidget        parent;

  GtkWidget       *box;
  GtkWidget       *bytes;
  GtkWidget       *events;
  GtkWidget       *lost;
  GtkWidget       *buffers;
  ThFillBars      *bars;
  GtkWidget       *delay;
  GtkWidget       *file;

  ThLiveRecording *recording;
  GCancellable    *cancellable;
  guint            n_reports;
  char            *place;       /* where the file is */
  guint64          space;       /* on the disk; G_MAXUINT64: unknown */
};

G_DEFINE_FINAL_TYPE (ThLiveStatus, th_live_status, GTK_TYPE_WIDGET)

/* --- the disk --------------------------------------------------------------- */

static void
space_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GFileInfo) info = g_file_query_filesystem_info_finish (G_FILE (source), result, &error);
  ThLiveStatus *self = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* @self may be gone */

  if (info != NULL && g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE))
    self->space = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE);
  else
    self->space = G_MAXUINT64;
}

static void
query_space (ThLiveStatus *self)
{
  const char *path = th_capture_get_path (th_live_recording_get_capture (self->recording));
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autoptr(GFile) file = folder != NULL ? g_file_new_for_path (folder) : NULL;

  if (file != NULL)
    g_file_query_filesystem_info_async (file, G_FILE_ATTRIBUTE_FILESYSTEM_FREE, G_PRIORITY_DEFAULT,
                                        self->cancellable, space_cb, self);
}

/* "~/Recordings/web-3.dat.part". */
static char *
describe_place (const char *path)
{
  const char *home = g_get_home_dir ();
  gsize n = strlen (home);
  g_autofree char *name = g_filename_display_name (path);

  if (n > 1 && g_str_has_prefix (path, home) && path[n] == G_DIR_SEPARATOR)
    {
      g_free (name);
      name = g_filename_display_name (path + n);
      return g_strconcat ("~", name, NULL);
    }
  return g_steal_pointer (&name);
}

static void
show_file (ThLiveStatus          *self,
           const ThCaptureStatus *status)
{
  g_autofree char *size = g_format_size (status->n_bytes);
  g_autofree char *space = self->space != G_MAXUINT64 ? g_format_size (self->space) : NULL;
  g_autofree char *text = NULL;

  if (space != NULL)
    /* Translators: size of the file, its path, free space on the disk */
    text = g_strdup_printf (_("%s in %s · %s free"), size, self->place, space);
  else
    /* Translators: size of the file, its path */
    text = g_strdup_printf (_("%s in %s"), size, self->place);
  th_label_set_text (self->file, text);
}

/* --- rates -------------------------------------------------------------------- */

/* Nothing arrives: the last rates are old, and those of a ring are not known. */
static void
show_no_rates (ThLiveStatus *self)
{
  gboolean is_lost = th_live_recording_is_resuming (self->recording);

  th_label_set_text (self->bytes, is_lost ? _("no connection") : "");
  th_label_set_text (self->events, "");
}

static void
show_rates (ThLiveStatus          *self,
            const ThCaptureStatus *status)
{
  g_autofree char *size = g_format_size ((guint64) MAX (status->bytes_per_second, 0));
  g_autofree char *count = th_format_count_short ((guint64) MAX (status->events_per_second, 0));
  guint64 n = th_live_recording_get_n_lost (self->recording);
  g_autofree char *n_lost = th_format_count (n);
  /* Translators: %s is a size */
  g_autofree char *bytes = g_strdup_printf (_("%s/s"), size);
  /* Translators: %s is a number */
  g_autofree char *events = g_strdup_printf (_("%s events/s"), count);
  /* Translators: %s is a number of events */
  g_autofree char *lost = g_strdup_printf (_("lost %s"), n_lost);

  th_label_set_text (self->bytes, bytes);
  th_label_set_text (self->events, events);
  th_label_set_text (self->lost, lost);
  if (n > 0)
    gtk_widget_add_css_class (self->lost, "error");
}

static void
show_delay (ThLiveStatus *self)
{
  double delay = th_live_recording_is_resuming (self->recording)
                 ? -1 : th_live_recording_get_delay_ms (self->recording);
  /* Translators: time from an event until it is drawn */
  g_autofree char *text = delay >= 0 ? g_strdup_printf (_("display %.0f ms behind"), delay) : NULL;

  th_label_set_text (self->delay, text != NULL ? text : "");
}

static void
report_cb (ThLiveStatus *self)
{
  ThCaptureStatus status;

  if (!th_capture_get_status (th_live_recording_get_capture (self->recording), &status))
    return;

  if (self->n_reports++ % SPACE_REPORTS == 0)
    query_space (self);
  show_rates (self, &status);
  if (!th_live_recording_has_rates (self->recording))
    show_no_rates (self);
  th_fill_bars_set_status (self->bars, &status);
  gtk_widget_set_visible (self->buffers, TRUE);
  show_delay (self);
  show_file (self, &status);
}

/* --- class ---------------------------------------------------------------------- */

static void
th_live_status_dispose (GObject *object)
{
  ThLiveStatus *self = TH_LIVE_STATUS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->recording);
  g_clear_pointer (&self->place, g_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_LIVE_STATUS);

  G_OBJECT_CLASS (th_live_status_parent_class)->dispose (object);
}

static void
th_live_status_class_init (ThLiveStatusClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_live_status_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  g_type_ensure (TH_TYPE_FILL_BARS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-live-status.ui");
  gtk_widget_class_bind_template_child (widget_class, ThLiveStatus, box);
  gtk_widget_class_bind_template_child (widget_class, ThLiveStatus, bytes);
  gtk_widget_class_bind_template_child (widget_class, ThLiveStatus, events);
  gtk_widget_class_bind_template_child (widget_class, ThLiveStatus, lost);
  gtk_widget_class_bind_template_child (widget_class, ThLiveStatus, buffers);
  gtk_widget_class_bind_template_child (widget_class, ThLiveStatus, bars);
  gtk_widget_class_bind_template_child (widget_class, ThLiveStatus, delay);
  gtk_widget_class_bind_template_child (widget_class, ThLiveStatus, file);
}

static void
th_live_status_init (ThLiveStatus *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
  self->space = G_MAXUINT64;
}

GtkWidget *
th_live_status_new (ThLiveRecording *recording)
{
  ThLiveStatus *self = g_object_new (TH_TYPE_LIVE_STATUS, NULL);
  const char *path = th_capture_get_path (th_live_recording_get_capture (recording));

  self->recording = g_object_ref (recording);
  self->place = path != NULL ? describe_place (path) : g_strdup ("");
  g_signal_connect_object (recording, "notify::report", G_CALLBACK (report_cb), self,
                           G_CONNECT_SWAPPED);
  report_cb (self);
  return GTK_WIDGET (self);
}
