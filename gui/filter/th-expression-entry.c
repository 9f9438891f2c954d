/* th-expression-entry.c - syntax highlighting of an expression in an entry
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-expression-entry.h"

#include <string.h>

#include "th-display-text.h"
#include "th-filter-highlight.h"
#include "th-style.h"
#include "th-widgets.h"

/* Attached to the entry as object data. */
typedef struct
{
  const char  *prefix;
  ThRecording *recording;
  guint        begin, end; /* bytes of the mistake; equal if there is none */
} Expression;

static void
free_expression (gpointer data)
{
  Expression *self = data;

  g_clear_pointer (&self->recording, th_recording_unref);
  g_free (self);
}

static Expression *
get (GtkEntry *entry)
{
  return g_object_get_data (G_OBJECT (entry), "expression");
}

static void
add (PangoAttrList  *attributes,
     PangoAttribute *attribute, /* taken */
     guint           begin,
     guint           end)
{
  attribute->start_index = begin;
  attribute->end_index = end;
  pango_attr_list_insert (attributes, attribute);
}

static PangoAttribute *
create_color (PangoAttribute * (*create) (guint16, guint16, guint16),
              ThColorRole        role)
{
  ThColor color = th_theme_get_color (th_style_get_theme (th_style_get_default ()), role);

  return create (color.red * G_MAXUINT16, color.green * G_MAXUINT16, color.blue * G_MAXUINT16);
}

static void
color_words (PangoAttrList    *attributes,
             const Expression *self,
             const char       *text)
{
  static const ThColorRole roles[] = {
    [TH_FILTER_WORD_NAME] = TH_COLOR_MARKER_A,
    [TH_FILTER_WORD_VALUE] = TH_COLOR_MARKER_B,
    [TH_FILTER_WORD_TEXT] = TH_COLOR_MARKER_B,
    [TH_FILTER_WORD_NUMBER] = TH_COLOR_INK,
    [TH_FILTER_WORD_KEYWORD] = TH_COLOR_KEYWORD
  };
  guint from = strlen (self->prefix);
  g_autoptr(GArray) words = th_filter_find_words (self->recording, text + from);

  for (guint i = 0; i < words->len; i++)
    {
      const ThFilterWord *word = &g_array_index (words, ThFilterWord, i);

      add (attributes, create_color (pango_attr_foreground_new, roles[word->kind]),
           from + word->begin, from + word->end);
    }
}

static void
underline (PangoAttrList    *attributes,
           const Expression *self,
           guint             length)
{
  guint end = CLAMP (self->end, 1, MAX (length, 1));
  /* If something is missing at the end, the last letter is underlined. */
  guint begin = MIN (self->begin, end - 1);

  if (self->begin == self->end || length == 0)
    return;

  add (attributes, pango_attr_underline_new (PANGO_UNDERLINE_ERROR), begin, end);
  add (attributes, create_color (pango_attr_underline_color_new, TH_COLOR_ERROR), begin, end);
}

/* All offsets are bytes of the text, as in Pango. */
static void
show (GtkEntry *entry)
{
  const Expression *self = get (entry);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();

  if (self->recording != NULL && g_str_has_prefix (text, self->prefix))
    color_words (attributes, self, text);
  underline (attributes, self, strlen (text));
  gtk_entry_set_attributes (entry, attributes);
}

void
th_expression_entry_watch (GtkEntry   *entry,
                           const char *prefix)
{
  Expression *self = g_new0 (Expression, 1);

  self->prefix = g_intern_string (prefix);
  g_object_set_data_full (G_OBJECT (entry), "expression", self, free_expression);
  g_signal_connect (entry, "changed", G_CALLBACK (show), NULL);
  g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (show), entry,
                           G_CONNECT_SWAPPED);
  show (entry);
}

void
th_expression_entry_set_recording (GtkEntry    *entry,
                                   ThRecording *recording)
{
  Expression *self = get (entry);

  g_clear_pointer (&self->recording, th_recording_unref);
  self->recording = recording != NULL ? th_recording_ref (recording) : NULL;
  show (entry);
}

void
th_expression_entry_set_mistake (GtkEntry   *entry,
                                 const char *mistake,
                                 guint       begin,
                                 guint       end)
{
  Expression *self = get (entry);

  self->begin = mistake != NULL ? begin : 0;
  self->end = mistake != NULL ? MAX (end, begin + 1) : 0;
  show (entry);
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                               mistake != NULL ? GTK_ACCESSIBLE_INVALID_TRUE
                                               : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

void
th_expression_entry_describe (GtkEntry   *entry,
                              const char *mistake,
                              const char *count)
{
  const char *tooltip = gtk_widget_get_tooltip_text (GTK_WIDGET (entry));
  g_autofree char *text = mistake != NULL ? th_display_text_make_valid (mistake)
                                          : g_strdup (count != NULL ? count : tooltip);

  if (text != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    text, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

void
th_expression_entry_show_mistake (GtkEntry   *entry,
                                  const char *error,
                                  guint       begin,
                                  guint       end)
{
  GtkWidget *frame = gtk_widget_get_parent (GTK_WIDGET (entry));

  th_expression_entry_set_mistake (entry, error, begin, end);
  th_widget_set_class (frame, "error", error != NULL);
}
