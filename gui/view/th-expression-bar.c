/* th-expression-bar.c - an entry whose expression is applied to the document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-expression-bar.h"

#include "th-expression-entry.h"
#include "th-widgets.h"

/* The text is applied when the user has not typed for this long. */
#define REST_MS 150

typedef struct
{
  GtkEntry      *entry;
  ThCompletionPopup *words;
  ThDocument    *document;
  GSignalGroup  *signals;
  guint          rest_id;  /* timeout that applies the text */
  gboolean       setting;  /* the bar itself is setting the text of the entry or the document */
} ThExpressionBarPrivate;

typedef ThExpressionBarPrivate Private;

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

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (ThExpressionBar, th_expression_bar, GTK_TYPE_BOX)

static Private *
get_private (ThExpressionBar *self)
{
  return th_expression_bar_get_instance_private (self);
}

static const char *
get_entry_text (ThExpressionBar *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (get_private (self)->entry));
}

/* --- mistakes ----------------------------------------------------------- */

static const char *
find_mistake (ThExpressionBar *self,
              guint           *begin,
              guint           *end)
{
  Private *private = get_private (self);

  *begin = *end = 0;
  /* An incomplete text is not a mistake while completions are offered. */
  if (private->document == NULL || th_completion_popup_is_open (private->words))
    return NULL;

  return TH_EXPRESSION_BAR_GET_CLASS (self)->get_error (private->document, begin, end);
}

const char *
th_expression_bar_get_mistake (ThExpressionBar *self)
{
  guint begin, end;

  return find_mistake (self, &begin, &end);
}

static void
show_mistake (ThExpressionBar *self)
{
  guint begin, end;
  const char *mistake = find_mistake (self, &begin, &end);

  th_expression_entry_show_mistake (get_private (self)->entry, mistake, begin, end);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MISTAKE]);
}

/* --- the document ------------------------------------------------------- */

/* Returns whether the entry must show the text of the document, which has changed by undo,
 * for instance.  A text with a mistake is kept for the user to correct. */
static gboolean
must_show_text (ThExpressionBar *self)
{
  Private *private = get_private (self);
  ThExpressionBarClass *klass = TH_EXPRESSION_BAR_GET_CLASS (self);
  guint begin, end;

  return private->rest_id == 0 && !private->setting &&
         klass->get_error (private->document, &begin, &end) == NULL &&
         !g_str_equal (get_entry_text (self), klass->get_text (private->document));
}

static void
changed_cb (ThExpressionBar *self)
{
  Private *private = get_private (self);
  ThExpressionBarClass *klass = TH_EXPRESSION_BAR_GET_CLASS (self);

  if (must_show_text (self))
    {
      private->setting = TRUE;
      gtk_editable_set_text (GTK_EDITABLE (private->entry), klass->get_text (private->document));
      private->setting = FALSE;
    }
  show_mistake (self);
  klass->update (self);
}

static void
recording_changed_cb (ThExpressionBar *self)
{
  Private *private = get_private (self);
  ThRecording *recording = private->document != NULL
                           ? th_document_get_recording (private->document) : NULL;

  th_expression_entry_set_recording (private->entry, recording);
  th_completion_popup_set_recording (private->words, recording);
}

void
th_expression_bar_set_document (ThExpressionBar *self,
                                ThDocument      *document)
{
  Private *private = get_private (self);

  g_return_if_fail (TH_IS_EXPRESSION_BAR (self));

  if (!g_set_object (&private->document, document))
    return;

  g_signal_group_set_target (private->signals, document);
  recording_changed_cb (self);
  if (document != NULL)
    changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

ThDocument *
th_expression_bar_get_document (ThExpressionBar *self)
{
  return get_private (self)->document;
}

void
th_expression_bar_watch (ThExpressionBar *self,
                         const char      *signal)
{
  g_signal_group_connect_swapped (get_private (self)->signals, signal, G_CALLBACK (changed_cb),
                                  self);
}

/* --- the entry ---------------------------------------------------------- */

void
th_expression_bar_stop_typing (ThExpressionBar *self)
{
  g_clear_handle_id (&get_private (self)->rest_id, g_source_remove);
}

gboolean
th_expression_bar_apply (ThExpressionBar *self)
{
  Private *private = get_private (self);
  ThExpressionBarClass *klass = TH_EXPRESSION_BAR_GET_CLASS (self);
  gboolean differs;

  th_expression_bar_stop_typing (self);
  if (private->document == NULL)
    return TRUE;

  differs = !g_str_equal (get_entry_text (self), klass->get_text (private->document));
  private->setting = TRUE;
  klass->set_text (private->document, get_entry_text (self));
  private->setting = FALSE;
  return differs;
}

void
th_expression_bar_set_text (ThExpressionBar *self,
                            const char      *text)
{
  gtk_editable_set_text (GTK_EDITABLE (get_private (self)->entry), text);
  th_expression_bar_apply (self);
}

static gboolean
rested_cb (gpointer data)
{
  ThExpressionBar *self = data;

  get_private (self)->rest_id = 0;
  th_expression_bar_apply (self);

  return G_SOURCE_REMOVE;
}

static void
text_changed_cb (ThExpressionBar *self)
{
  Private *private = get_private (self);

  TH_EXPRESSION_BAR_GET_CLASS (self)->text_changed (self);
  if (private->setting)
    return;

  th_expression_bar_stop_typing (self);
  private->rest_id = g_timeout_add (REST_MS, rested_cb, self);
}

/* Replaces a text with a mistake by the one that is in force, to which the results belong. */
static void
drop_mistake (ThExpressionBar *self)
{
  ThExpressionBarClass *klass = TH_EXPRESSION_BAR_GET_CLASS (self);
  Private *private = get_private (self);
  guint begin, end;

  th_expression_bar_apply (self);
  if (private->document != NULL && klass->get_error (private->document, &begin, &end) != NULL)
    th_expression_bar_set_text (self, klass->get_text (private->document));
}

/* Escape leaves the entry, or closes the list of completions first. */
static gboolean
key_cb (ThExpressionBar *self,
        guint            keyval)
{
  if (keyval != GDK_KEY_Escape || th_completion_popup_is_open (get_private (self)->words))
    return FALSE;

  drop_mistake (self);
  th_expression_bar_leave (self);
  return TRUE;
}

/* The GtkText in the entry would take the key. */
static void
add_keys (ThExpressionBar *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (get_private (self)->entry), keys);
}

void
th_expression_bar_set_entry (ThExpressionBar *self,
                             GtkEntry        *entry,
                             const char      *prefix)
{
  Private *private = get_private (self);

  private->entry = entry;
  private->words = th_completion_popup_new (entry, prefix);
  th_widget_set_code (GTK_WIDGET (entry));
  /* The count and the button are at the end of the text, which runs left to right. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  th_expression_entry_watch (entry, prefix);
  g_signal_connect_object (private->words, "notify::visible", G_CALLBACK (show_mistake), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (text_changed_cb), self);
  add_keys (self);
}

gboolean
th_expression_bar_has_focus (ThExpressionBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (get_private (self)->entry));
}

void
th_expression_bar_complete (ThExpressionBar *self)
{
  Private *private = get_private (self);

  if (!th_expression_bar_has_focus (self))
    gtk_entry_grab_focus_without_selecting (private->entry);
  th_completion_popup_open (private->words);
}

void
th_expression_bar_leave (ThExpressionBar *self)
{
  g_signal_emit (self, signals[LEAVE], 0);
}

/* --- class -------------------------------------------------------------- */

static gboolean
th_expression_bar_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (get_private (TH_EXPRESSION_BAR (widget))->entry));
}

static void
th_expression_bar_get_property (GObject    *object,
                                guint       id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  ThExpressionBar *self = TH_EXPRESSION_BAR (object);

  switch (id)
    {
    case PROP_DOCUMENT: g_value_set_object (value, get_private (self)->document); break;
    case PROP_MISTAKE: g_value_set_string (value, th_expression_bar_get_mistake (self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_expression_bar_set_property (GObject      *object,
                                guint         id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  if (id == PROP_DOCUMENT)
    th_expression_bar_set_document (TH_EXPRESSION_BAR (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_expression_bar_dispose (GObject *object)
{
  Private *private = get_private (TH_EXPRESSION_BAR (object));

  g_clear_handle_id (&private->rest_id, g_source_remove);
  g_clear_object (&private->signals);
  g_clear_object (&private->document);
  if (private->words != NULL)
    gtk_widget_unparent (GTK_WIDGET (private->words));
  private->words = NULL;

  G_OBJECT_CLASS (th_expression_bar_parent_class)->dispose (object);
}

static void
th_expression_bar_class_init (ThExpressionBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_expression_bar_dispose;
  object_class->get_property = th_expression_bar_get_property;
  object_class->set_property = th_expression_bar_set_property;
  GTK_WIDGET_CLASS (klass)->grab_focus = th_expression_bar_grab_focus;
  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TH_TYPE_DOCUMENT,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                   G_PARAM_STATIC_STRINGS);
  properties[PROP_MISTAKE] = g_param_spec_string ("mistake", NULL, NULL, NULL,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[LEAVE] = g_signal_new ("leave", TH_TYPE_EXPRESSION_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
th_expression_bar_init (ThExpressionBar *self)
{
  Private *private = get_private (self);

  private->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (private->signals, "recording-changed",
                                  G_CALLBACK (recording_changed_cb), self);
}
