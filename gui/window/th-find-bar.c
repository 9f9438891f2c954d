/* th-find-bar.c - the entry right of the filter, that finds events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-event-search.h"
#include "th-expression-entry.h"
#include "th-text-search.h"
#include "th-shortcuts.h"
#include "th-display-text.h"

/* A text is taken once typing has rested this long. */
#define REST_MS 150

/* --- what is shown ------------------------------------------------------ */

/* How to get there by key, while nothing is to be found. */
static char *
key_text (ThWindow *self)
{
  char *key = gtk_editable_get_text (self->find_entry)[0] == '\0' ? th_keys_dup_label (th_actions_find ("win.find")) : NULL;

  return key != NULL ? key : g_strdup ("");
}

/* "3/17", "17" where the selected event is none of them, "17…" while it looks. */
static char *
count_text (ThWindow *self)
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
hidden_text (ThWindow *self)
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
show_hidden (ThWindow   *self,
             const char *hidden)
{
  g_autofree char *count = th_format_count (th_document_get_n_hidden_hits (self->document));
  g_autofree char *brief = g_strconcat ("+", count, th_document_is_counting_hidden (self->document) ? "…" : NULL, NULL);

  gtk_label_set_text (self->find_hidden, hidden != NULL ? brief : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->find_hidden), hidden);
  gtk_widget_set_visible (GTK_WIDGET (self->find_hidden), hidden != NULL);
}

static void
show_count (ThWindow *self)
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
  gtk_label_set_text (self->find_count, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->find_count), given_up);
  show_hidden (self, hidden);
  th_expression_entry_describe (GTK_ENTRY (self->find_entry), th_document_get_find_error (self->document, &begin, &end),
                                given_up != NULL ? given_up : th_document_get_hits (self->document) != NULL ? told : NULL);
}

static void
keys_cb (ThWindow *self)
{
  if (self->document != NULL)
    show_count (self);
}

static void
update_actions (ThWindow *self)
{
  static const char *const with_hits[] = { "next-hit", "previous-hit" };
  gboolean has_hits = self->document != NULL && th_document_get_hits (self->document) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (with_hits); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), with_hits[i])), has_hits);
}

void
th_window_update_find (ThWindow *self)
{
  guint begin, end;

  /* What was sought may have been cleared; a wrong text is the user's to mend. */
  if (self->find_id == 0 && !self->find_syncing && th_document_get_find_error (self->document, &begin, &end) == NULL &&
      !g_str_equal (gtk_editable_get_text (self->find_entry), th_document_get_find (self->document)))
    {
      self->find_syncing = TRUE;
      gtk_editable_set_text (self->find_entry, th_document_get_find (self->document));
      self->find_syncing = FALSE;
    }

  th_window_show_errors (self);
  show_count (self);
  update_actions (self);
}

/* --- the entry ---------------------------------------------------------- */

/* FALSE if the text is the same as before. */
static gboolean
apply (ThWindow *self)
{
  const char *text = gtk_editable_get_text (self->find_entry);
  gboolean differs;

  g_clear_handle_id (&self->find_id, g_source_remove);
  if (self->document == NULL)
    return TRUE;

  differs = !g_str_equal (text, th_document_get_find (self->document));
  self->find_syncing = TRUE;
  th_document_set_find (self->document, text);
  self->find_syncing = FALSE;
  return differs;
}

static gboolean
rested_cb (gpointer data)
{
  ThWindow *self = data;

  self->find_id = 0;
  apply (self);

  return G_SOURCE_REMOVE;
}

/* What goes with the text that is in the entry, whoever wrote it. */
static void
update_entry (ThWindow *self)
{
  const char *text = gtk_editable_get_text (self->find_entry);

  gtk_widget_set_visible (self->find_clear, text[0] != '\0');
  gtk_widget_set_visible (self->find_case, th_find_matches_case (text));
}

static void
changed_cb (ThWindow *self)
{
  update_entry (self);
  if (self->find_syncing)
    return;

  g_clear_handle_id (&self->find_id, g_source_remove);
  self->find_id = g_timeout_add (REST_MS, rested_cb, self);
}

static void
step (ThWindow *self,
      gboolean  backward)
{
  /* Another text goes to its first hit by itself. */
  if (!apply (self) && self->document != NULL)
    th_document_step_find (self->document, backward);
}

static void
activate_cb (ThWindow *self)
{
  step (self, FALSE);
}

static gboolean
key_cb (ThWindow        *self,
        guint            keyval,
        guint            keycode,
        GdkModifierType  state)
{
  gboolean enter = keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter;

  if (keyval == GDK_KEY_Escape)
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
  else if (enter && (state & GDK_SHIFT_MASK) != 0)
    step (self, TRUE);
  else
    return FALSE;

  return TRUE;
}

/* --- actions ------------------------------------------------------------ */

static void
find_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       data)
{
  ThWindow *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self->find_entry));
}

static void
set_find_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ThWindow *self = data;

  gtk_editable_set_text (self->find_entry, g_variant_get_string (parameter, NULL));
  apply (self);
}

static void
clear_find_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  ThWindow *self = data;

  gtk_editable_set_text (self->find_entry, "");
  apply (self);
}

static void
next_hit_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  step (data, FALSE);
}

static void
previous_hit_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  step (data, TRUE);
}

static const GActionEntry entries[] = {
  { "find", find_cb },
  { "set-find", set_find_cb, "s" },
  { "clear-find", clear_find_cb },
  { "next-hit", next_hit_cb },
  { "previous-hit", previous_hit_cb },
};

void
th_window_add_find (ThWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_swapped (self->find_entry, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->find_entry, "activate", G_CALLBACK (activate_cb), self);
  /* Before the text inside takes Enter and Escape. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->find_entry), keys);
  th_keys_watch (self, G_CALLBACK (keys_cb));
  update_actions (self);
}
