/* th-window-title.c - name and summary of a recording or a comparison, in the header bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-title.h"

#include "th-widgets.h"

struct _ThWindowTitle
{
  GtkBox        parent;

  GtkLabel     *name_label;
  GtkWidget    *summary_button;
  GtkWidget    *summary_label;

  ThDocument   *document;
  GSignalGroup *signals;
  char         *comparison; /* shown instead of the name; or NULL */
  char         *recording;  /* the same, while a recording is in progress; or NULL */
  char         *conditions; /* shown instead of the summary; or NULL */
  char         *review;     /* the name of the review, shown instead of the name; or NULL */
  char         *notes;      /* a summary of its notes; or NULL */
};

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_NAME,
  PROP_COMPARISON,
  PROP_CONDITIONS,
  PROP_RECORDING,
  PROP_REVIEW,
  PROP_NOTES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThWindowTitle, th_window_title, GTK_TYPE_BOX)

static const char *
get_name (ThWindowTitle *self)
{
  if (self->comparison != NULL)
    return self->comparison;
  if (self->recording != NULL)
    return self->recording;
  if (self->review != NULL)
    return self->review;

  return self->document != NULL ? th_document_get_title (self->document) : "Thresher";
}

static void
show_name (ThWindowTitle *self)
{
  th_label_set_text (GTK_WIDGET (self->name_label), get_name (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

/* Returns what is known of the document; NULL if there is none or it could not be opened. */
static const char *
get_facts (ThWindowTitle *self)
{
  if (self->document == NULL ||
      (th_document_get_state (self->document) == TH_DOCUMENT_FAILED &&
       th_document_get_recording (self->document) == NULL))
    return NULL;

  return th_document_get_facts (self->document);
}

static char *
dup_summary (ThWindowTitle *self)
{
  if (self->comparison != NULL)
    return g_strdup (self->conditions);
  if (self->review == NULL)
    return g_strdup (get_facts (self));
  if (self->document == NULL)
    return g_strdup (self->notes);

  return g_strdup_printf ("%s · %s", th_document_get_title (self->document), self->notes);
}

static void
show_summary (ThWindowTitle *self)
{
  g_autofree char *summary = dup_summary (self);

  th_label_set_text (self->summary_label, summary);
  gtk_widget_set_visible (self->summary_button, summary != NULL);
  gtk_widget_set_tooltip_text (self->summary_button, summary);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->summary_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, summary != NULL ? summary : "",
                                  -1);
}

static void
set_document (ThWindowTitle *self,
              ThDocument    *document)
{
  g_return_if_fail (TH_IS_WINDOW_TITLE (self));

  if (!g_set_object (&self->document, document))
    return;

  g_signal_group_set_target (self->signals, document);
  show_name (self);
  show_summary (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

/* --- class -------------------------------------------------------------- */

static void
th_window_title_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  ThWindowTitle *self = TH_WINDOW_TITLE (object);

  switch (id)
    {
    case PROP_DOCUMENT: g_value_set_object (value, self->document); break;
    case PROP_NAME: g_value_set_string (value, get_name (self)); break;
    case PROP_COMPARISON: g_value_set_string (value, self->comparison); break;
    case PROP_CONDITIONS: g_value_set_string (value, self->conditions); break;
    case PROP_RECORDING: g_value_set_string (value, self->recording); break;
    case PROP_REVIEW: g_value_set_string (value, self->review); break;
    case PROP_NOTES: g_value_set_string (value, self->notes); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_text (char        **text,
          const GValue *value)
{
  g_free (*text);
  *text = g_value_dup_string (value);
}

static void
th_window_title_set_property (GObject      *object,
                              guint         id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  ThWindowTitle *self = TH_WINDOW_TITLE (object);

  switch (id)
    {
    case PROP_DOCUMENT: set_document (self, g_value_get_object (value)); return;
    case PROP_COMPARISON: set_text (&self->comparison, value); break;
    case PROP_CONDITIONS: set_text (&self->conditions, value); break;
    case PROP_RECORDING: set_text (&self->recording, value); break;
    case PROP_REVIEW: set_text (&self->review, value); break;
    case PROP_NOTES: set_text (&self->notes, value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  show_name (self);
  show_summary (self);
}

static void
th_window_title_dispose (GObject *object)
{
  ThWindowTitle *self = TH_WINDOW_TITLE (object);

  g_clear_object (&self->signals);
  g_clear_object (&self->document);
  g_clear_pointer (&self->comparison, g_free);
  g_clear_pointer (&self->conditions, g_free);
  g_clear_pointer (&self->review, g_free);
  g_clear_pointer (&self->notes, g_free);
  g_clear_pointer (&self->recording, g_free);

  G_OBJECT_CLASS (th_window_title_parent_class)->dispose (object);
}

static GParamSpec *
text_spec (const char *name)
{
  return g_param_spec_string (name, NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
}

static void
th_window_title_class_init (ThWindowTitleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_window_title_dispose;
  object_class->get_property = th_window_title_get_property;
  object_class->set_property = th_window_title_set_property;
  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TH_TYPE_DOCUMENT,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                   G_PARAM_STATIC_STRINGS);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_COMPARISON] = text_spec ("comparison");
  properties[PROP_CONDITIONS] = text_spec ("conditions");
  properties[PROP_RECORDING] = text_spec ("recording");
  properties[PROP_REVIEW] = text_spec ("review");
  properties[PROP_NOTES] = text_spec ("notes");
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-window-title.ui");
  gtk_widget_class_bind_template_child (widget_class, ThWindowTitle, name_label);
  gtk_widget_class_bind_template_child (widget_class, ThWindowTitle, summary_button);
  gtk_widget_class_bind_template_child (widget_class, ThWindowTitle, summary_label);
}

static void
th_window_title_init (ThWindowTitle *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "notify::title", G_CALLBACK (show_name), self);
  g_signal_group_connect_swapped (self->signals, "notify::title", G_CALLBACK (show_summary), self);
  g_signal_group_connect_swapped (self->signals, "notify::facts", G_CALLBACK (show_summary), self);
  g_signal_group_connect_swapped (self->signals, "notify::state", G_CALLBACK (show_summary), self);
}
