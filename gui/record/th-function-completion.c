/* th-function-completion.c - completes functions of the target's kernel while they are typed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-function-completion.h"

#include <string.h>

#define MIN_LETTERS 2
#define MAX_FUNCTIONS 40

struct _ThFunctionCompletion
{
  GObject             parent;

  GtkEditable        *entry;      /* owns the completion, not this */
  GtkEntryCompletion *completion;
  GtkListStore       *functions;
  ThTargetLink       *link;
  GSignalGroup       *answers;    /* of the capture */
  guint               ticket;
};

G_DEFINE_FINAL_TYPE (ThFunctionCompletion, th_function_completion, G_TYPE_OBJECT)

/* The word at the end, which is being typed. */
static const char *
get_word (ThFunctionCompletion *self)
{
  const char *text = gtk_editable_get_text (self->entry);
  const char *word = text;

  for (const char *c = text; *c != '\0'; c++)
    if (strchr (", ", *c) != NULL)
      word = c + 1;
  return word;
}

static void
changed_cb (ThFunctionCompletion *self)
{
  ThCapture *capture = self->link != NULL ? th_target_link_get_capture (self->link) : NULL;
  const char *word = get_word (self);
  g_autofree char *match = NULL;
  GVariantDict question;

  if (capture == NULL || strlen (word) < MIN_LETTERS || strchr (word, '*') != NULL)
    return;
  match = g_strconcat (word, "*", NULL);
  g_variant_dict_init (&question, NULL);
  g_variant_dict_insert (&question, "what", "s", "functions");
  g_variant_dict_insert (&question, "match", "s", match);
  g_variant_dict_insert (&question, "limit", "u", MAX_FUNCTIONS);
  self->ticket = th_capture_ask (capture, g_variant_dict_end (&question));
}

static void
answered_cb (ThFunctionCompletion *self,
             guint                 ticket,
             GVariant             *answer)
{
  g_autoptr(GVariant) names = g_variant_lookup_value (answer, "names", G_VARIANT_TYPE ("as"));
  GVariantIter iter;
  const char *name;

  if (ticket != self->ticket || names == NULL)
    return;
  gtk_list_store_clear (self->functions);
  g_variant_iter_init (&iter, names);
  while (g_variant_iter_next (&iter, "&s", &name))
    gtk_list_store_insert_with_values (self->functions, NULL, -1, 0, name, -1);
  gtk_entry_completion_complete (self->completion);
}

static gboolean
match_cb (GtkEntryCompletion *completion,
          const char         *key,
          GtkTreeIter        *iter,
          gpointer            data)
{
  ThFunctionCompletion *self = data;
  g_autofree char *name = NULL;
  const char *word = get_word (self);

  gtk_tree_model_get (GTK_TREE_MODEL (self->functions), iter, 0, &name, -1);
  return name != NULL && word[0] != '\0' && g_str_has_prefix (name, word) &&
         strcmp (name, word) != 0;
}

/* Replaces the last word alone. */
static gboolean
selected_cb (ThFunctionCompletion *self,
             GtkTreeModel         *model,
             GtkTreeIter          *iter)
{
  const char *text = gtk_editable_get_text (self->entry);
  g_autofree char *before = g_strndup (text, get_word (self) - text);
  g_autofree char *name = NULL;
  g_autofree char *completed = NULL;

  gtk_tree_model_get (model, iter, 0, &name, -1);
  completed = g_strconcat (before, name, NULL);
  gtk_editable_set_text (self->entry, completed);
  gtk_editable_set_position (self->entry, -1);
  return TRUE;
}

void
th_function_completion_set_link (ThFunctionCompletion *self,
                                 ThTargetLink         *link)
{
  g_set_object (&self->link, link);
  gtk_list_store_clear (self->functions);
  g_signal_group_set_target (self->answers,
                             link != NULL ? th_target_link_get_capture (link) : NULL);
}

static void
th_function_completion_dispose (GObject *object)
{
  ThFunctionCompletion *self = TH_FUNCTION_COMPLETION (object);

  if (self->completion != NULL)
    gtk_entry_completion_set_match_func (self->completion, NULL, NULL, NULL);
  g_clear_object (&self->answers);
  g_clear_object (&self->completion);
  g_clear_object (&self->functions);
  g_clear_object (&self->link);

  G_OBJECT_CLASS (th_function_completion_parent_class)->dispose (object);
}

static void
th_function_completion_class_init (ThFunctionCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_function_completion_dispose;
}

static void
th_function_completion_init (ThFunctionCompletion *self)
{
  self->functions = gtk_list_store_new (1, G_TYPE_STRING);
  self->completion = gtk_entry_completion_new ();
  gtk_entry_completion_set_model (self->completion, GTK_TREE_MODEL (self->functions));
  gtk_entry_completion_set_text_column (self->completion, 0);
  gtk_entry_completion_set_minimum_key_length (self->completion, MIN_LETTERS);
  gtk_entry_completion_set_match_func (self->completion, match_cb, self, NULL);
  g_signal_connect_object (self->completion, "match-selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  self->answers = g_signal_group_new (TH_TYPE_CAPTURE);
  g_signal_group_connect_swapped (self->answers, "answered", G_CALLBACK (answered_cb), self);
}

ThFunctionCompletion *
th_function_completion_new (GtkEntry *entry)
{
  ThFunctionCompletion *self = g_object_new (TH_TYPE_FUNCTION_COMPLETION, NULL);

  self->entry = GTK_EDITABLE (entry);
  gtk_entry_set_completion (entry, self->completion);
  g_signal_connect_object (entry, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
