/* th-chooser.c - a list to choose from by typing a part of the name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-chooser.h"

#include <string.h>

#include "th-incremental-model.h"
#include "th-widgets.h"

/* More rows than anybody reads; typing narrows the list. */
#define MAX_ROWS 100
/* More rows than are visible at once. */
#define FIRST_ROWS 20

#define TYPE_CHOICE (choice_get_type ())
G_DECLARE_FINAL_TYPE (Choice, choice, TH, LISTED_CHOICE, GObject)

struct _Choice
{
  GObject  parent;

  char    *title;
  char    *detail;
  char    *key;
  char    *folded_title;
  char    *folded;      /* title, detail and keywords */
  guint    id;
  gboolean disabled;
};

G_DEFINE_FINAL_TYPE (Choice, choice, G_TYPE_OBJECT)

struct _ThChooser
{
  GtkWindow     parent;

  GPtrArray    *choices; /* Choice */
  GListStore   *listed;  /* those that match, after the one that is offered for the text */
  GtkSliceListModel *rows; /* those of them that have a row so far */
  ThChosenFunc  chosen;
  ThOfferFunc   offer;   /* or NULL */
  gpointer      data;
  GtkWidget    *entry;
  GtkWidget    *scroller;
  GtkWidget    *list;
  GtkWidget    *none;
  guint         fill_id;
};

G_DEFINE_FINAL_TYPE (ThChooser, th_chooser, GTK_TYPE_WINDOW)

static void
choice_finalize (GObject *object)
{
  Choice *self = TH_LISTED_CHOICE (object);

  g_free (self->title);
  g_free (self->detail);
  g_free (self->key);
  g_free (self->folded_title);
  g_free (self->folded);

  G_OBJECT_CLASS (choice_parent_class)->finalize (object);
}

static void
choice_class_init (ChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = choice_finalize;
}

static void
choice_init (Choice *self)
{
}

/* --- matching ----------------------------------------------------------- */

/* Rates where @part is in @title: at the beginning, at that of a word, elsewhere, or nowhere. */
static guint
rate (const char *title,
      const char *part)
{
  const char *at = strstr (title, part);
  guint score = at != NULL ? 2 : 0;

  for (; at != NULL && score < 4; at = strstr (at + 1, part))
    if (at == title)
      score = 4;
    else if (!g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (at))))
      score = 3;

  return score;
}

/* 0 means no match; a better match has a higher score.  The typed text as a whole counts more
 * than its words. */
static guint
match (const Choice *choice,
       const char   *text,
       char        **words)
{
  guint score = 1 + 4 * rate (choice->folded_title, text);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (words[i][0] == '\0')
        continue;
      if (strstr (choice->folded, words[i]) == NULL)
        return 0;
      score += rate (choice->folded_title, words[i]);
    }

  return score;
}

typedef struct
{
  Choice *choice;
  guint   score;
  guint   index;
} Match;

static int
compare_matches (gconstpointer a,
                 gconstpointer b)
{
  const Match *first = a, *second = b;

  if (first->score != second->score)
    return second->score > first->score ? 1 : -1;

  return first->index > second->index ? 1 : -1;
}

static Choice *
choice_new (const ThChoice *choice)
{
  Choice *copy = g_object_new (TYPE_CHOICE, NULL);
  g_autofree char *all = g_strjoin (" ", choice->title,
                                    choice->detail != NULL ? choice->detail : "",
                                    choice->keywords, NULL);

  copy->title = g_strdup (choice->title);
  copy->detail = g_strdup (choice->detail);
  copy->key = g_strdup (choice->key);
  copy->folded_title = g_utf8_casefold (choice->title, -1);
  copy->folded = g_utf8_casefold (all, -1);
  copy->id = choice->id;
  copy->disabled = choice->disabled;

  return copy;
}

/* Returns what is offered for the text; or NULL. */
static Choice *
ask (ThChooser  *self,
     const char *text)
{
  ThOffer offer = { NULL };
  Choice *offered;

  if (self->offer == NULL || text[0] == '\0' || !self->offer (text, &offer, self->data))
    return NULL;

  offered = choice_new (&(ThChoice) { offer.title, offer.detail, NULL, offer.id, offer.disabled });
  g_free (offer.title);
  g_free (offer.detail);
  return offered;
}

/* Returns the choices to list. */
static GPtrArray *
find (ThChooser  *self,
      const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *folded = g_utf8_casefold (stripped, -1);
  g_auto(GStrv) words = g_strsplit_set (folded, " \t", -1);
  g_autoptr(GArray) matches = g_array_new (FALSE, FALSE, sizeof (Match));
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);
  Choice *offered = ask (self, text);

  for (guint i = 0; i < self->choices->len; i++)
    {
      Match one = { self->choices->pdata[i], match (self->choices->pdata[i], folded, words), i };

      if (one.score > 0)
        g_array_append_val (matches, one);
    }
  g_array_sort (matches, compare_matches);

  if (offered != NULL)
    g_ptr_array_add (found, offered);
  for (guint i = 0; i < matches->len && i < MAX_ROWS; i++)
    g_ptr_array_add (found, g_object_ref (g_array_index (matches, Match, i).choice));
  return found;
}

/* --- the list ----------------------------------------------------------- */

static guint
get_n_listed (ThChooser *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->listed));
}

/* The choice is owned by the list. */
static const Choice *
get_listed (ThChooser *self,
            guint      index)
{
  g_autoptr(Choice) choice = g_list_model_get_item (G_LIST_MODEL (self->listed), index);

  return choice;
}

/* The focus stays in the entry, so its description says what Return would choose. */
static void
selected_cb (ThChooser     *self,
             GtkListBoxRow *row)
{
  const Choice *choice = row != NULL ? get_listed (self, gtk_list_box_row_get_index (row)) : NULL;
  g_autofree char *text = NULL;

  if (choice != NULL)
    text = g_strjoin (", ", choice->title, choice->detail != NULL ? choice->detail : choice->key,
                      choice->detail != NULL ? choice->key : NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : get_n_listed (self) == 0
                                  ? gtk_label_get_text (GTK_LABEL (self->none)) : "", -1);
}

static GtkWidget *
label_new (const char *text,
           const char *style)
{
  GtkWidget *label = th_label_new (text, style);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static GtkWidget *
row_new (gpointer item,
         gpointer data)
{
  const Choice *choice = item;
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = label_new (choice->title, NULL);

  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (box), title);
  if (choice->detail != NULL)
    gtk_box_append (GTK_BOX (box), label_new (choice->detail, "dim-label"));
  if (choice->key != NULL)
    gtk_box_append (GTK_BOX (box), label_new (choice->key, "key"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  choice->title, -1);
  gtk_widget_set_sensitive (row, !choice->disabled);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), !choice->disabled);

  return row;
}

static GtkListBoxRow *
select_row (ThChooser *self,
            guint      index)
{
  GtkListBoxRow *row;

  th_incremental_model_expose (self->rows, index + 1);
  row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index);
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  return row;
}

static void
select_first (ThChooser *self)
{
  for (guint i = 0; i < get_n_listed (self); i++)
    if (!get_listed (self, i)->disabled)
      {
        select_row (self, i);
        return;
      }

  selected_cb (self, NULL);
}

static void
fill (ThChooser *self)
{
  g_autoptr(GPtrArray) found = find (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));

  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_list_store_remove_all (self->listed);
  th_incremental_model_delay (self->rows);
  g_list_store_splice (self->listed, 0, 0, found->pdata, found->len);
  th_incremental_model_expose (self->rows, FIRST_ROWS);
  gtk_widget_set_visible (self->none, found->len == 0);
  gtk_widget_set_visible (self->list, found->len > 0);
  select_first (self);
}

static gboolean
fill_cb (gpointer data)
{
  ThChooser *self = data;

  self->fill_id = 0;
  fill (self);
  return G_SOURCE_REMOVE;
}

/* The callback may close the parent, so the chooser is closed first.  The reference to it keeps
 * the data that the caller attached to it alive. */
static void
chosen_cb (ThChooser     *self,
           GtkListBoxRow *row)
{
  g_autoptr(ThChooser) alive G_GNUC_UNUSED = g_object_ref (self);
  const Choice *choice = get_listed (self, gtk_list_box_row_get_index (row));
  guint id = choice->id;
  ThChosenFunc chosen = self->chosen;
  gpointer data = self->data;

  if (choice->disabled)
    return;

  gtk_window_destroy (GTK_WINDOW (self));
  chosen (id, data);
}

static void
choose (ThChooser *self)
{
  GtkListBoxRow *row;

  if (self->fill_id != 0)
    fill (self);
  row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  if (row != NULL)
    chosen_cb (self, row);
}

static void
move (ThChooser *self,
      int        step)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  int index = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  for (index += step; index >= 0 && index < (int) get_n_listed (self); index += step)
    if (!get_listed (self, index)->disabled)
      {
        GtkAdjustment *scroll = gtk_list_box_get_adjustment (GTK_LIST_BOX (self->list));
        double y;

        row = select_row (self, index);
        if (scroll != NULL &&
            gtk_widget_translate_coordinates (GTK_WIDGET (row), self->list, 0, 0, NULL, &y))
          gtk_adjustment_clamp_page (scroll, y, y + gtk_widget_get_height (GTK_WIDGET (row)));
        return;
      }
}

/* Handles keys before the entry does; the focus stays in the entry. */
static gboolean
key_cb (ThChooser      *self,
        guint           keyval,
        guint           keycode,
        GdkModifierType state)
{
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move (self, -1);
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move (self, 1);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      choose (self);
      return TRUE;
    case GDK_KEY_Escape:
      gtk_window_destroy (GTK_WINDOW (self));
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- public functions -------------------------------------------------------------- */

void
th_chooser_set_none (ThChooser  *self,
                     const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->none), text);
}

void
th_chooser_add (ThChooser      *self,
                const ThChoice *choice)
{
  g_ptr_array_add (self->choices, choice_new (choice));
  if (self->fill_id == 0)
    self->fill_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill_cb, self, NULL);
}

void
th_chooser_set_offer (ThChooser  *self,
                      ThOfferFunc offer)
{
  self->offer = offer;
}

/* --- class -------------------------------------------------------------- */

/* The selection changes while the list is destroyed, and the entry is gone by then. */
static void
th_chooser_dispose (GObject *object)
{
  ThChooser *self = TH_CHOOSER (object);

  g_clear_handle_id (&self->fill_id, g_source_remove);
  if (self->list != NULL)
    g_signal_handlers_disconnect_by_func (self->list, selected_cb, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_CHOOSER);

  G_OBJECT_CLASS (th_chooser_parent_class)->dispose (object);
}

static void
th_chooser_finalize (GObject *object)
{
  ThChooser *self = TH_CHOOSER (object);

  g_object_unref (self->rows);
  g_object_unref (self->listed);
  g_ptr_array_unref (self->choices);

  G_OBJECT_CLASS (th_chooser_parent_class)->finalize (object);
}

static void
choose_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  choose (TH_CHOOSER (widget));
}

static void
th_chooser_class_init (ThChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_chooser_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_chooser_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, ThChooser, entry);
  gtk_widget_class_bind_template_child (widget_class, ThChooser, scroller);
  gtk_widget_class_bind_template_child (widget_class, ThChooser, list);
  gtk_widget_class_bind_template_child (widget_class, ThChooser, none);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, fill);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  /* Assistive technology cannot press keys, and rows of GTK 4.8 offer no action. */
  gtk_widget_class_install_action (widget_class, "chooser.choose", NULL, choose_action);
}

static void
th_chooser_init (ThChooser *self)
{
  GtkAdjustment *adjustment;

  self->choices = g_ptr_array_new_with_free_func (g_object_unref);
  self->listed = g_list_store_new (TYPE_CHOICE);
  self->rows = th_incremental_model_new (g_object_ref (G_LIST_MODEL (self->listed)));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_bind_model (GTK_LIST_BOX (self->list), G_LIST_MODEL (self->rows), row_new, NULL,
                           NULL);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  gtk_list_box_set_adjustment (GTK_LIST_BOX (self->list), adjustment);
}

ThChooser *
th_chooser_new (GtkWindow   *parent,
                const char  *title,
                ThChosenFunc chosen,
                gpointer     data)
{
  ThChooser *self = th_dialog_new (TH_TYPE_CHOOSER, parent);

  gtk_window_set_title (GTK_WINDOW (self), title);
  self->chosen = chosen;
  self->data = data;
  g_object_set (self->entry, "placeholder-text", title, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);

  return self;
}
