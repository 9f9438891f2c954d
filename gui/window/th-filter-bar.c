/* th-filter-bar.c - the entry of the filter, with its chips and its menu
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-bar.h"

#include <glib/gi18n-lib.h>

#include "th-chips.h"
#include "th-expression-entry.h"
#include "th-filter-state.h"
#include "th-filter-store.h"
#include "th-widgets.h"

/* A text is taken once typing has rested this long. */
#define REST_MS 150
/* A filter that has been in force this long was meant. */
#define NOTE_MS 2000

struct _ThFilterBar
{
  GtkBox         parent;

  GtkWidget     *chip_scroller;
  GtkBox        *chips;
  GtkEditable   *entry;
  GtkLabel      *count;
  GtkWidget     *clear;
  GtkMenuButton *menu;

  ThDocument    *document;
  GSignalGroup  *signals;
  ThSuggestions *words;
  guint          rest_id;  /* typing has not rested yet */
  guint          note_id;  /* the filter has not been in force for long */
  char          *noted;    /* the state that note_id is about */
  gboolean       setting;  /* the document or the entry is being set by this bar */
};

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_MISTAKE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  LEAVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThFilterBar, th_filter_bar, GTK_TYPE_BOX)

/* --- what is shown ------------------------------------------------------ */

static void
show_count (ThFilterBar *self)
{
  ThRows *rows = th_document_get_rows (self->document);
  g_autofree char *in = NULL, *all = NULL, *text = NULL;
  guint begin, end;

  if (rows != NULL)
    {
      in = th_format_count (th_rows_get_n (rows));
      all = th_format_count (th_recording_get_n_events (th_document_get_recording (self->document)));
      /* Translators: so many of so many events */
      text = g_strdup_printf (_("%s of %s"), in, all);
    }
  gtk_label_set_text (self->count, text != NULL ? text : "");
  th_expression_entry_describe (GTK_ENTRY (self->entry), th_document_get_filter_error (self->document, &begin, &end), text);
}

static void
show_clear (ThFilterBar *self)
{
  gboolean has_text = gtk_editable_get_text (self->entry)[0] != '\0';

  gtk_widget_set_visible (self->clear, has_text || gtk_widget_get_visible (self->chip_scroller));
}

static void
show_chips (ThFilterBar *self)
{
  const char *state = th_document_get_filter_state (self->document);

  /* The chip that had the focus is gone. */
  if (!th_chips_fill (self->chips, state))
    g_signal_emit (self, signals[LEAVE], 0);
  gtk_widget_set_visible (self->chip_scroller, th_filter_state_get_n_chips (state) > 0);
}

/* What is half written need not be told to be wrong. */
static void
show_mistake (ThFilterBar *self)
{
  guint begin = 0, end = 0;
  const char *mistake = th_filter_bar_get_mistake (self);

  if (mistake != NULL)
    th_document_get_filter_error (self->document, &begin, &end);
  th_expression_entry_show_mistake (GTK_ENTRY (self->entry), mistake, begin, end);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MISTAKE]);
}

const char *
th_filter_bar_get_mistake (ThFilterBar *self)
{
  guint begin, end;

  if (self->document == NULL || th_suggestions_is_open (self->words))
    return NULL;

  return th_document_get_filter_error (self->document, &begin, &end);
}

/* --- recent filters ----------------------------------------------------- */

static gboolean
note_cb (gpointer data)
{
  ThFilterBar *self = data;

  self->note_id = 0;
  if (self->document != NULL && th_document_get_filter_state (self->document)[0] != '\0')
    th_filter_store_note (th_document_get_filter_state (self->document));

  return G_SOURCE_REMOVE;
}

static void
note_filter (ThFilterBar *self)
{
  const char *state = th_document_get_filter_state (self->document);

  if (g_strcmp0 (self->noted, state) == 0)
    return;

  g_free (self->noted);
  self->noted = g_strdup (state);
  g_clear_handle_id (&self->note_id, g_source_remove);
  self->note_id = g_timeout_add (NOTE_MS, note_cb, self);
}

/* --- the entry ---------------------------------------------------------- */

static void
filter_changed_cb (ThFilterBar *self)
{
  guint begin, end;

  /* A step back brings another text; a wrong one is the user's to mend. */
  if (self->rest_id == 0 && !self->setting && th_document_get_filter_error (self->document, &begin, &end) == NULL &&
      !g_str_equal (gtk_editable_get_text (self->entry), th_document_get_filter (self->document)))
    {
      self->setting = TRUE;
      gtk_editable_set_text (self->entry, th_document_get_filter (self->document));
      self->setting = FALSE;
    }

  show_mistake (self);
  show_chips (self);
  note_filter (self);
  show_count (self);
  show_clear (self);
}

void
th_filter_bar_apply (ThFilterBar *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  if (self->document == NULL)
    return;

  self->setting = TRUE;
  th_document_set_filter (self->document, gtk_editable_get_text (self->entry));
  self->setting = FALSE;
}

void
th_filter_bar_set_text (ThFilterBar *self,
                        const char  *text)
{
  gtk_editable_set_text (self->entry, text);
  th_filter_bar_apply (self);
}

void
th_filter_bar_set_state (ThFilterBar *self,
                         const char  *state)
{
  guint begin, end;

  if (self->document == NULL)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  th_document_set_filter_state (self->document, state);
  /* What is wrong with it is to be seen, and mended. */
  if (th_document_get_filter_error (self->document, &begin, &end) != NULL)
    th_filter_bar_set_text (self, th_filter_state_get_text (state));
}

static gboolean
rested_cb (gpointer data)
{
  ThFilterBar *self = data;

  self->rest_id = 0;
  th_filter_bar_apply (self);

  return G_SOURCE_REMOVE;
}

static void
changed_cb (ThFilterBar *self)
{
  show_clear (self);
  if (self->setting)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (REST_MS, rested_cb, self);
}

/* Enter takes the text and goes back to the lanes, but for a mistake, which is to
 * be mended. */
static void
activate_cb (ThFilterBar *self)
{
  guint begin, end;

  th_filter_bar_apply (self);
  if (self->document == NULL || th_document_get_filter_error (self->document, &begin, &end) == NULL)
    g_signal_emit (self, signals[LEAVE], 0);
}

void
th_filter_bar_complete (ThFilterBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->entry)))
    gtk_entry_grab_focus_without_selecting (GTK_ENTRY (self->entry));
  th_suggestions_open (self->words);
}

gboolean
th_filter_bar_is_typing (ThFilterBar *self)
{
  return self->rest_id != 0;
}

ThSuggestions *
th_filter_bar_get_suggestions (ThFilterBar *self)
{
  return self->words;
}

GtkMenuButton *
th_filter_bar_get_menu_button (ThFilterBar *self)
{
  return self->menu;
}

/* --- class -------------------------------------------------------------- */

/* Words are offered for what was opened. */
static void
recording_changed_cb (ThFilterBar *self)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document) : NULL;

  th_expression_entry_set_recording (GTK_ENTRY (self->entry), recording);
  th_suggestions_set_recording (self->words, recording);
}

void
th_filter_bar_set_document (ThFilterBar *self,
                            ThDocument  *document)
{
  g_return_if_fail (TH_IS_FILTER_BAR (self));

  if (!g_set_object (&self->document, document))
    return;

  g_signal_group_set_target (self->signals, document);
  recording_changed_cb (self);
  if (document != NULL)
    filter_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

static gboolean
th_filter_bar_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TH_FILTER_BAR (widget)->entry));
}

static void
th_filter_bar_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  ThFilterBar *self = TH_FILTER_BAR (object);

  switch (id)
    {
    case PROP_DOCUMENT: g_value_set_object (value, self->document); break;
    case PROP_MISTAKE: g_value_set_string (value, th_filter_bar_get_mistake (self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_filter_bar_set_property (GObject      *object,
                            guint         id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  if (id == PROP_DOCUMENT)
    th_filter_bar_set_document (TH_FILTER_BAR (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_filter_bar_dispose (GObject *object)
{
  ThFilterBar *self = TH_FILTER_BAR (object);

  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_clear_handle_id (&self->note_id, g_source_remove);
  g_clear_pointer (&self->noted, g_free);
  g_clear_object (&self->signals);
  g_clear_object (&self->document);
  g_clear_object (&self->words);

  G_OBJECT_CLASS (th_filter_bar_parent_class)->dispose (object);
}

static void
th_filter_bar_class_init (ThFilterBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = th_filter_bar_dispose;
  object_class->get_property = th_filter_bar_get_property;
  object_class->set_property = th_filter_bar_set_property;
  widget_class->grab_focus = th_filter_bar_grab_focus;
  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TH_TYPE_DOCUMENT,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_MISTAKE] = g_param_spec_string ("mistake", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[LEAVE] = g_signal_new ("leave", TH_TYPE_FILTER_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-filter-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, chip_scroller);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, chips);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, entry);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, count);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, clear);
  gtk_widget_class_bind_template_child (widget_class, ThFilterBar, menu);
}

static void
th_filter_bar_init (ThFilterBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_widget_set_code (GTK_WIDGET (self->entry));
  /* What is counted, and clears it, stands where the text ends. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  th_expression_entry_watch (GTK_ENTRY (self->entry), "");
  self->words = th_suggestions_new (GTK_ENTRY (self->entry), "");
  g_signal_connect_object (self->words, "toggled", G_CALLBACK (show_mistake), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (activate_cb), self);
  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "filter-changed", G_CALLBACK (filter_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "recording-changed", G_CALLBACK (recording_changed_cb), self);
}
