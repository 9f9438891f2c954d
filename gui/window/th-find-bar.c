/* th-find-bar.c - the entry that finds events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-find-bar.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-event-search.h"
#include "th-expression-entry.h"
#include "th-shortcuts.h"
#include "th-text-search.h"
#include "th-widgets.h"

/* A text is taken once typing has rested this long. */
#define REST_MS 150

struct _ThFindBar
{
  GtkBox         parent;

  GtkEditable   *entry;
  GtkWidget     *case_label; /* shown while the search matches case */
  GtkLabel      *count;
  GtkLabel      *hidden;     /* how many more the filter hides */
  GtkWidget     *clear;

  ThDocument    *document;
  GSignalGroup  *signals;
  ThSuggestions *words;
  guint          rest_id;    /* typing has not rested yet */
  gboolean       setting;    /* the document or the entry is being set by this bar */
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

G_DEFINE_FINAL_TYPE (ThFindBar, th_find_bar, GTK_TYPE_BOX)

/* --- what is shown ------------------------------------------------------ */

/* How to get there by key, while nothing is to be found. */
static char *
key_text (ThFindBar *self)
{
  char *key = gtk_editable_get_text (self->entry)[0] == '\0' ? th_keys_dup_label (th_actions_find ("win.find")) : NULL;

  return key != NULL ? key : g_strdup ("");
}

/* "3/17", "17" where the selected event is none of them, "17…" while it looks. */
static char *
count_text (ThFindBar *self)
{
  ThRows *hits = th_document_get_hits (self->document);
  guint64 number = th_document_get_hit_number (self->document);
  g_autofree char *n = NULL, *at = NULL;

  if (hits == NULL)
    return key_text (self);

  n = th_format_count (th_rows_get_n (hits));
  if (th_document_is_finding (self->document))
    return g_strconcat (n, "…", NULL);
  if (th_rows_get_n (hits) == 0)
    /* Translators: no event has what was to be found */
    return g_strdup (_("none"));
  if (number == 0)
    return g_steal_pointer (&n);

  at = th_format_count (number);
  return g_strdup_printf ("%s/%s", at, n);
}

/* NULL where the filter hides none. */
static char *
hidden_text (ThFindBar *self)
{
  guint64 n = th_document_get_n_hidden_hits (self->document);
  g_autofree char *count = th_format_count (n);

  if (n == 0)
    return NULL;

  /* Translators: so many more matches of the search, on events that the filter does not show */
  return g_strdup_printf (_("+%s hidden by the filter"), count);
}

/* Short where it is drawn, as a tip in full. */
static void
show_hidden (ThFindBar   *self,
             const char *hidden)
{
  g_autofree char *count = th_format_count (th_document_get_n_hidden_hits (self->document));
  g_autofree char *brief = g_strconcat ("+", count, th_document_is_counting_hidden (self->document) ? "…" : NULL, NULL);

  gtk_label_set_text (self->hidden, hidden != NULL ? brief : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->hidden), hidden);
  gtk_widget_set_visible (GTK_WIDGET (self->hidden), hidden != NULL);
}

static void
show_count (ThFindBar *self)
{
  g_autofree char *text = count_text (self), *hidden = hidden_text (self);
  g_autofree char *told = g_strjoin (", ", text, hidden, NULL);
  guint n = th_document_get_find_given_up (self->document);
  g_autofree char *given_up = NULL;
  guint begin, end;

  if (n > 0)
    given_up = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "The regular expression took too long on %u event, which was "
                                                              "skipped",
                                             "The regular expression took too long on %u events, which were "
                                             "skipped", n), n);
  gtk_label_set_text (self->count, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->count), given_up);
  show_hidden (self, hidden);
  th_expression_entry_describe (GTK_ENTRY (self->entry), th_document_get_find_error (self->document, &begin, &end),
                                given_up != NULL ? given_up : th_document_get_hits (self->document) != NULL ? told : NULL);
}

const char *
th_find_bar_get_mistake (ThFindBar *self)
{
  guint begin, end;

  if (self->document == NULL || th_suggestions_is_open (self->words))
    return NULL;

  return th_document_get_find_error (self->document, &begin, &end);
}

/* What is half written need not be told to be wrong. */
static void
show_mistake (ThFindBar *self)
{
  guint begin = 0, end = 0;
  const char *mistake = th_find_bar_get_mistake (self);

  if (mistake != NULL)
    th_document_get_find_error (self->document, &begin, &end);
  th_expression_entry_show_mistake (GTK_ENTRY (self->entry), mistake, begin, end);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MISTAKE]);
}

static void
keys_cb (ThFindBar *self)
{
  if (self->document != NULL)
    show_count (self);
}

static void
find_changed_cb (ThFindBar *self)
{
  guint begin, end;

  /* What was sought may have been cleared; a wrong text is the user's to mend. */
  if (self->rest_id == 0 && !self->setting && th_document_get_find_error (self->document, &begin, &end) == NULL &&
      !g_str_equal (gtk_editable_get_text (self->entry), th_document_get_find (self->document)))
    {
      self->setting = TRUE;
      gtk_editable_set_text (self->entry, th_document_get_find (self->document));
      self->setting = FALSE;
    }

  show_mistake (self);
  show_count (self);
}

/* --- the entry ---------------------------------------------------------- */

/* FALSE if the text is the same as before. */
static gboolean
apply (ThFindBar *self)
{
  const char *text = gtk_editable_get_text (self->entry);
  gboolean differs;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  if (self->document == NULL)
    return TRUE;

  differs = !g_str_equal (text, th_document_get_find (self->document));
  self->setting = TRUE;
  th_document_set_find (self->document, text);
  self->setting = FALSE;
  return differs;
}

static gboolean
rested_cb (gpointer data)
{
  ThFindBar *self = data;

  self->rest_id = 0;
  apply (self);

  return G_SOURCE_REMOVE;
}

/* What goes with the text that is in the entry, whoever wrote it. */
static void
update_entry (ThFindBar *self)
{
  const char *text = gtk_editable_get_text (self->entry);

  gtk_widget_set_visible (self->clear, text[0] != '\0');
  gtk_widget_set_visible (self->case_label, th_find_matches_case (text));
}

static void
changed_cb (ThFindBar *self)
{
  update_entry (self);
  if (self->setting)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (REST_MS, rested_cb, self);
}

void
th_find_bar_step (ThFindBar *self,
                  gboolean   backward)
{
  /* Another text goes to its first hit by itself. */
  if (!apply (self) && self->document != NULL)
    th_document_step_find (self->document, backward);
}

static void
activate_cb (ThFindBar *self)
{
  th_find_bar_step (self, FALSE);
}

static gboolean
key_cb (ThFindBar        *self,
        guint            keyval,
        guint            keycode,
        GdkModifierType  state)
{
  gboolean enter = keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter;

  if (keyval == GDK_KEY_Escape)
    g_signal_emit (self, signals[LEAVE], 0);
  else if (enter && (state & GDK_SHIFT_MASK) != 0)
    th_find_bar_step (self, TRUE);
  else
    return FALSE;

  return TRUE;
}

void
th_find_bar_set_text (ThFindBar  *self,
                      const char *text)
{
  gtk_editable_set_text (self->entry, text);
  apply (self);
}

gboolean
th_find_bar_complete (ThFindBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->entry)))
    return FALSE;

  th_suggestions_open (self->words);
  return TRUE;
}

ThSuggestions *
th_find_bar_get_suggestions (ThFindBar *self)
{
  return self->words;
}

/* --- class -------------------------------------------------------------- */

/* Words are offered for what was opened. */
static void
recording_changed_cb (ThFindBar *self)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document) : NULL;

  th_expression_entry_set_recording (GTK_ENTRY (self->entry), recording);
  th_suggestions_set_recording (self->words, recording);
}

void
th_find_bar_set_document (ThFindBar  *self,
                          ThDocument *document)
{
  g_return_if_fail (TH_IS_FIND_BAR (self));

  if (!g_set_object (&self->document, document))
    return;

  g_signal_group_set_target (self->signals, document);
  recording_changed_cb (self);
  if (document != NULL)
    find_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

static gboolean
th_find_bar_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TH_FIND_BAR (widget)->entry));
}

static void
th_find_bar_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  ThFindBar *self = TH_FIND_BAR (object);

  switch (id)
    {
    case PROP_DOCUMENT: g_value_set_object (value, self->document); break;
    case PROP_MISTAKE: g_value_set_string (value, th_find_bar_get_mistake (self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_find_bar_set_property (GObject      *object,
                            guint         id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  if (id == PROP_DOCUMENT)
    th_find_bar_set_document (TH_FIND_BAR (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_find_bar_dispose (GObject *object)
{
  ThFindBar *self = TH_FIND_BAR (object);

  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_clear_object (&self->signals);
  g_clear_object (&self->document);
  g_clear_object (&self->words);

  G_OBJECT_CLASS (th_find_bar_parent_class)->dispose (object);
}

static void
th_find_bar_class_init (ThFindBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = th_find_bar_dispose;
  object_class->get_property = th_find_bar_get_property;
  object_class->set_property = th_find_bar_set_property;
  widget_class->grab_focus = th_find_bar_grab_focus;
  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TH_TYPE_DOCUMENT,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_MISTAKE] = g_param_spec_string ("mistake", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[LEAVE] = g_signal_new ("leave", TH_TYPE_FIND_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-find-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFindBar, entry);
  gtk_widget_class_bind_template_child (widget_class, ThFindBar, case_label);
  gtk_widget_class_bind_template_child (widget_class, ThFindBar, count);
  gtk_widget_class_bind_template_child (widget_class, ThFindBar, hidden);
  gtk_widget_class_bind_template_child (widget_class, ThFindBar, clear);
}

static void
th_find_bar_init (ThFindBar *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  th_widget_set_code (GTK_WIDGET (self->entry));
  /* What is counted, and clears it, stands where the text ends. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  th_widget_set_code (GTK_WIDGET (self->count));
  th_widget_set_code (GTK_WIDGET (self->hidden));
  th_expression_entry_watch (GTK_ENTRY (self->entry), "=");
  self->words = th_suggestions_new (GTK_ENTRY (self->entry), "=");
  g_signal_connect_object (self->words, "toggled", G_CALLBACK (show_mistake), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (activate_cb), self);
  /* Before the text inside takes Enter and Escape. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
  th_keys_watch (self, G_CALLBACK (keys_cb));
  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "find-changed", G_CALLBACK (find_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "selection-changed", G_CALLBACK (find_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "recording-changed", G_CALLBACK (recording_changed_cb), self);
}
