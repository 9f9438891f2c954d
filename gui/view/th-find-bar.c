/* th-find-bar.c - the entry that finds events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-find-bar.h"

#include <glib/gi18n-lib.h>

#include "th-event-search.h"
#include "th-expression-entry.h"
#include "th-shortcuts.h"
#include "th-text-search.h"
#include "th-widgets.h"

struct _ThFindBar
{
  ThExpressionBar  parent;

  GtkEditable     *entry;
  GtkWidget       *case_label; /* shown while the search matches case */
  GtkLabel        *count;
  GtkLabel        *hidden;     /* number of hits that the filter hides */
  GtkWidget       *clear;
};

G_DEFINE_FINAL_TYPE (ThFindBar, th_find_bar, TH_TYPE_EXPRESSION_BAR)

/* --- what is shown ------------------------------------------------------ */

/* Returns the shortcut that focuses the entry while it is empty, else "". */
static char *
key_text (ThFindBar *self)
{
  char *key = gtk_editable_get_text (self->entry)[0] == '\0'
              ? th_shortcuts_dup_label (th_actions_find ("win.find")) : NULL;

  return key != NULL ? key : g_strdup ("");
}

/* "3/17"; "17" if the selected event is no hit; "17…" while the search runs. */
static char *
count_text (ThFindBar  *self,
            ThDocument *document)
{
  ThEventSearch *search = th_document_get_search (document);
  ThRows *hits = th_event_search_get_hits (search);
  guint64 number = th_event_search_get_number (search);
  g_autofree char *n = NULL, *at = NULL;

  if (hits == NULL)
    return key_text (self);

  n = th_format_count (th_rows_get_n (hits));
  if (th_event_search_is_running (search))
    return g_strconcat (n, "…", NULL);
  if (th_rows_get_n (hits) == 0)
    /* Translators: no event matches the search */
    return g_strdup (_("none"));
  if (number == 0)
    return g_steal_pointer (&n);

  at = th_format_count (number);
  return g_strdup_printf ("%s/%s", at, n);
}

/* Returns %NULL if the filter hides no hits. */
static char *
hidden_text (ThDocument *document)
{
  guint64 n = th_event_search_get_n_hidden (th_document_get_search (document));
  g_autofree char *count = th_format_count (n);

  if (n == 0)
    return NULL;

  /* Translators: number of further matches, in events that the filter hides */
  return g_strdup_printf (_("+%s hidden by the filter"), count);
}

/* "61 hidden", or "+61 hidden" after a number of hits; "61… hidden" while they are counted. */
static char *
brief_hidden_text (ThEventSearch *search)
{
  ThRows *hits = th_event_search_get_hits (search);
  g_autofree char *n = th_format_count (th_event_search_get_n_hidden (search));
  g_autofree char *count = g_strconcat (n, th_event_search_is_counting_hidden (search)
                                        ? "…" : NULL, NULL);

  if (hits != NULL && th_rows_get_n (hits) > 0)
    /* Translators: after the number of matches: that of further ones in events that the filter
     * hides */
    return g_strdup_printf (_("+%s hidden"), count);

  /* Translators: number of matches in events that the filter hides; there are no others */
  return g_strdup_printf (_("%s hidden"), count);
}

/* The label is short; the tooltip has the whole sentence. */
static void
show_hidden (ThFindBar  *self,
             ThDocument *document,
             const char *hidden)
{
  g_autofree char *brief = brief_hidden_text (th_document_get_search (document));

  gtk_label_set_text (self->hidden, hidden != NULL ? brief : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->hidden), hidden);
  gtk_widget_set_visible (GTK_WIDGET (self->hidden), hidden != NULL);
}

static void
show_count (ThFindBar  *self,
            ThDocument *document)
{
  ThEventSearch *search = th_document_get_search (document);
  g_autofree char *text = count_text (self, document), *hidden = hidden_text (document);
  g_autofree char *description = g_strjoin (", ", text, hidden, NULL);
  guint n = th_event_search_get_n_given_up (search);
  g_autofree char *given_up = NULL;
  guint begin, end;

  if (n > 0)
    given_up = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "The regular expression took too "
                                                              "long on %u event, which was skipped",
                                             "The regular expression took too long on %u events, "
                                             "which were skipped", n), n);
  gtk_label_set_text (self->count, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->count), given_up);
  show_hidden (self, document, hidden);
  th_expression_entry_describe (GTK_ENTRY (self->entry),
                                th_event_search_get_error (search, &begin, &end),
                                given_up != NULL ? given_up
                                : th_event_search_get_hits (search) != NULL ? description : NULL);
}

/* The label of given events takes the place of a text. */
static void
show_label (ThFindBar  *self,
            ThDocument *document)
{
  const char *label = th_event_search_get_label (th_document_get_search (document));

  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), label != NULL ? label : _("Find…"));
  gtk_widget_set_visible (self->clear, label != NULL ||
                          gtk_editable_get_text (self->entry)[0] != '\0');
}

static void
th_find_bar_update (ThExpressionBar *bar)
{
  ThFindBar *self = TH_FIND_BAR (bar);
  ThDocument *document = th_expression_bar_get_document (bar);

  show_label (self, document);
  show_count (self, document);
}

/* The shortcut of the entry may have changed. */
static void
keys_cb (ThExpressionBar *bar)
{
  if (th_expression_bar_get_document (bar) != NULL)
    th_find_bar_update (bar);
}

/* --- the entry ---------------------------------------------------------- */

static void
th_find_bar_text_changed (ThExpressionBar *bar)
{
  ThFindBar *self = TH_FIND_BAR (bar);
  const char *text = gtk_editable_get_text (self->entry);

  gtk_widget_set_visible (self->clear, text[0] != '\0');
  gtk_widget_set_visible (self->case_label, th_find_matches_case (text));
}

void
th_find_bar_step (ThFindBar *self,
                  gboolean   backward)
{
  ThDocument *document = th_expression_bar_get_document (TH_EXPRESSION_BAR (self));

  /* Applying a new text goes to its first hit anyway. */
  if (!th_expression_bar_apply (TH_EXPRESSION_BAR (self)) && document != NULL)
    th_event_search_step (th_document_get_search (document), backward);
}

static void
activate_cb (ThFindBar *self)
{
  th_find_bar_step (self, FALSE);
}

static gboolean
key_cb (ThFindBar      *self,
        guint           keyval,
        guint           keycode,
        GdkModifierType state)
{
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) || (state & GDK_SHIFT_MASK) == 0)
    return FALSE;

  th_find_bar_step (self, TRUE);
  return TRUE;
}

/* --- the text of the document ------------------------------------------- */

static const char *
th_find_bar_get_text (ThDocument *document)
{
  return th_event_search_get_text (th_document_get_search (document));
}

static void
th_find_bar_set_text (ThDocument *document,
                      const char *text)
{
  th_event_search_set_text (th_document_get_search (document), text);
}

static const char *
th_find_bar_get_error (ThDocument *document,
                       guint      *begin,
                       guint      *end)
{
  return th_event_search_get_error (th_document_get_search (document), begin, end);
}

/* --- class -------------------------------------------------------------- */

static void
th_find_bar_class_init (ThFindBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  ThExpressionBarClass *bar_class = TH_EXPRESSION_BAR_CLASS (klass);

  bar_class->get_text = th_find_bar_get_text;
  bar_class->set_text = th_find_bar_set_text;
  bar_class->get_error = th_find_bar_get_error;
  bar_class->update = th_find_bar_update;
  bar_class->text_changed = th_find_bar_text_changed;

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
  ThExpressionBar *bar = TH_EXPRESSION_BAR (self);
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  th_expression_bar_set_entry (bar, GTK_ENTRY (self->entry), "=");
  th_expression_bar_watch (bar, "find-changed");
  th_expression_bar_watch (bar, "selection-changed");
  th_widget_set_code (GTK_WIDGET (self->count));
  th_widget_set_code (GTK_WIDGET (self->hidden));
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (activate_cb), self);
  /* The GtkText in the entry would take Enter. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
  th_shortcuts_watch (self, G_CALLBACK (keys_cb));
}
