/* th-completion-popup.c - completes the words of an expression while it is typed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-completion-popup.h"

#include <string.h>

#include "th-completion.h"
#include "th-gtk48.h"
#include "th-printable.h"

/* The maximum; to see other words, the user types more letters. */
#define MAX_WORDS 40
/* Pixels between the text and the list. */
#define GAP       6

struct _ThCompletionPopup
{
  GtkPopover   parent;

  GtkEntry    *entry;    /* outlives the popup */
  char        *sign;
  ThCompleter *completer;
  GtkWidget   *scroller;
  GtkWidget   *list;
  GPtrArray   *words;    /* ThCompletion, in the order of the list */
  guint        begin, end; /* bytes of the text that a word replaces */
  guint        fill_id;
  gboolean     asked;    /* opened on request, even if no word has been begun */
};

G_DEFINE_FINAL_TYPE (ThCompletionPopup, th_completion_popup, GTK_TYPE_POPOVER)

/* --- the text ----------------------------------------------------------- */

static const char *
get_text (ThCompletionPopup *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

/* The byte offset of the expression; G_MAXUINT if there is none. */
static guint
get_start (ThCompletionPopup *self)
{
  return g_str_has_prefix (get_text (self), self->sign) ? strlen (self->sign) : G_MAXUINT;
}

static guint
get_caret (ThCompletionPopup *self)
{
  const char *text = get_text (self);

  return g_utf8_offset_to_pointer (text,
                                   gtk_editable_get_position (GTK_EDITABLE (self->entry))) - text;
}

/* --- the list ----------------------------------------------------------- */

static GtkWidget *
create_row (const ThCompletion *word)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  g_autofree char *shown = th_printable_line (word->text);
  GtkWidget *text = g_object_new (GTK_TYPE_LABEL, "label", shown, "xalign", 0.0, "hexpand", TRUE,
                                  "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "width-chars",
                                  MIN (g_utf8_strlen (word->text, -1), 40),
                                  "max-width-chars", 40, "single-line-mode", TRUE, NULL);
  GtkWidget *detail = g_object_new (GTK_TYPE_LABEL, "label", word->detail, "xalign", 1.0,
                                    "max-width-chars", 56,
                                    "ellipsize", PANGO_ELLIPSIZE_END, "single-line-mode", TRUE,
                                    NULL);

  gtk_widget_add_css_class (text, "word");
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), detail);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, word->text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, word->detail, -1);

  return row;
}

static void
choose (ThCompletionPopup *self,
        int                index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index);

  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  if (row != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (self->entry),
                                    GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, row, -1);
  else
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry),
                                   GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
}

static int
get_chosen (ThCompletionPopup *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  return row != NULL ? gtk_list_box_row_get_index (row) : -1;
}

static void
fill_list (ThCompletionPopup *self)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (self->scroller);

  choose (self, -1);
  th_widget_clear (self->list);
  for (guint i = 0; i < self->words->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), create_row (self->words->pdata[i]));
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (scroller), 0);
}

/* Places the list below the first letter of the word. */
static void
place (ThCompletionPopup *self)
{
  GtkWidget *text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)));
  glong at = g_utf8_pointer_to_offset (get_text (self), get_text (self) + self->begin);
  graphene_rect_t caret;
  double x, y;

  gtk_text_compute_cursor_extents (GTK_TEXT (text), at, &caret, NULL);
  if (gtk_widget_translate_coordinates (text, gtk_widget_get_parent (GTK_WIDGET (self)),
                                        caret.origin.x, 0, &x, &y))
    gtk_popover_set_pointing_to (GTK_POPOVER (self),
                                 &(GdkRectangle) { MAX (x, 0), y, 1,
                                                   gtk_widget_get_height (text) + GAP });
}

/* Whether @completion equals the word at the caret.  With @short_too, the word may lack the system
 * or the quotes: "sched_wakeup" for "sched:sched_wakeup", "cc" for "\"cc\"". */
static gboolean
is_word (ThCompletionPopup      *self,
         const ThCompletion     *completion,
         gboolean                short_too)
{
  const char *text = completion->text, *colon = strchr (text, ':');
  gsize length = self->end - self->begin, n = strlen (text);

  if (short_too && text[0] == '"' && n >= 2)
    text++, n -= 2;
  else if (short_too && colon != NULL)
    text = colon + 1, n = strlen (text);

  return n == length && strncmp (text, get_text (self) + self->begin, length) == 0;
}

/* The index of the completion that equals the word at the caret; -1 if there is none. */
static int
find_word (ThCompletionPopup *self,
           gboolean           short_too)
{
  for (guint i = 0; i < self->words->len; i++)
    if (is_word (self, self->words->pdata[i], short_too))
      return i;

  return -1;
}

static void
find_words (ThCompletionPopup *self)
{
  guint start = get_start (self), caret = get_caret (self);

  g_clear_pointer (&self->words, g_ptr_array_unref);
  if (self->completer == NULL || start > caret)
    {
      self->words = g_ptr_array_new ();
      return;
    }

  self->words = th_completer_list (self->completer, get_text (self) + start, caret - start,
                                   MAX_WORDS, &self->begin, &self->end);
  self->begin += start;
  self->end += start;
}

static void
close_list (ThCompletionPopup *self)
{
  g_clear_handle_id (&self->fill_id, g_source_remove);
  self->asked = FALSE;
  gtk_popover_popdown (GTK_POPOVER (self));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_EXPANDED, FALSE,
                               -1);
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry),
                                 GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
}

static void
fill (ThCompletionPopup *self)
{
  gboolean begun;
  int whole;

  g_clear_handle_id (&self->fill_id, g_source_remove);
  find_words (self);
  begun = self->begin < get_caret (self);
  /* A complete word needs no completion. */
  whole = find_word (self, FALSE);
  if (self->words->len == 0 || (!self->asked && (whole == 0 || get_text (self)[0] == '\0')))
    {
      close_list (self);
      return;
    }

  fill_list (self);
  /* Enter must not extend a complete word: "sched_wakeup" is also the beginning of
   * "sched_wakeup_new". */
  if (begun && whole < 0)
    whole = find_word (self, TRUE);
  else if (begun && !self->asked)
    begun = FALSE;
  if (begun)
    choose (self, MAX (whole, 0));
  place (self);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_EXPANDED, TRUE,
                               -1);
}

static gboolean
fill_cb (gpointer data)
{
  ThCompletionPopup *self = data;

  self->fill_id = 0;
  fill (self);

  return G_SOURCE_REMOVE;
}

/* Fills the list from an idle source, when the caret has moved. */
static void
queue_fill (ThCompletionPopup *self)
{
  if (self->fill_id == 0)
    self->fill_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill_cb, self, NULL);
}

/* --- user input --------------------------------------------------------- */

void
th_completion_popup_open (ThCompletionPopup *self)
{
  self->asked = TRUE;
  fill (self);
}

gboolean
th_completion_popup_is_open (ThCompletionPopup *self)
{
  if (self->fill_id != 0)
    fill (self);

  return gtk_widget_get_visible (GTK_WIDGET (self));
}

static void
move (ThCompletionPopup *self,
      int                step)
{
  int index = get_chosen (self), n;
  GtkAdjustment *scroll =
    gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  GtkWidget *row;
  double y;

  if (!th_completion_popup_is_open (self))
    return;

  n = self->words->len;
  index = index < 0 ? (step > 0 ? 0 : n - 1) : (index + step % n + n) % n;
  choose (self, index);
  row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index));
  if (gtk_widget_translate_coordinates (row, self->list, 0, 0, NULL, &y))
    gtk_adjustment_clamp_page (scroll, y, y + gtk_widget_get_height (row));
}

static void
take (ThCompletionPopup *self,
      int                index)
{
  g_autofree char *text = NULL;
  guint caret;

  text = th_completion_apply (self->words->pdata[index], get_text (self), self->begin, self->end,
                              &caret);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry),
                             g_utf8_pointer_to_offset (text, text + caret));
  self->asked = FALSE;
  queue_fill (self);
}

static void
take_chosen (ThCompletionPopup *self)
{
  if (th_completion_popup_is_open (self))
    take (self, MAX (get_chosen (self), 0));
}

void
th_completion_popup_set_recording (ThCompletionPopup *self,
                                   ThRecording       *recording)
{
  close_list (self);
  g_clear_pointer (&self->completer, th_completer_free);
  if (recording != NULL)
    self->completer = th_completer_new (recording);
}

/* --- signals of the entry ----------------------------------------------- */

static gboolean
has_focus (ThCompletionPopup *self)
{
  return (gtk_widget_get_state_flags (GTK_WIDGET (self->entry)) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

static void
changed_cb (ThCompletionPopup *self)
{
  if (has_focus (self) && self->completer != NULL)
    queue_fill (self);
}

/* The list was for the old position of the caret. */
static void
moved_cb (ThCompletionPopup *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    queue_fill (self);
}

static void
left_cb (ThCompletionPopup *self)
{
  close_list (self);
}

static gboolean
open_key (ThCompletionPopup *self,
          guint              keyval)
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
    case GDK_KEY_Tab:
    case GDK_KEY_KP_Tab:
      take_chosen (self);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (get_chosen (self) >= 0)
        {
          take_chosen (self);
          return TRUE;
        }
      close_list (self);
      return FALSE;
    case GDK_KEY_Escape:
      close_list (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
key_cb (ThCompletionPopup   *self,
        guint                keyval,
        guint                keycode,
        GdkModifierType      state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return FALSE;
  if (th_completion_popup_is_open (self))
    return open_key (self, keyval);
  if ((keyval != GDK_KEY_Down && keyval != GDK_KEY_KP_Down) || get_start (self) == G_MAXUINT)
    return FALSE;

  th_completion_popup_open (self);
  return TRUE;
}

static void
clicked_cb (ThCompletionPopup *self,
            GtkListBoxRow     *row)
{
  take (self, gtk_list_box_row_get_index (row));
}

/* --- class -------------------------------------------------------------- */

static void
th_completion_popup_dispose (GObject *object)
{
  ThCompletionPopup *self = TH_COMPLETION_POPUP (object);

  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_clear_pointer (&self->completer, th_completer_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_COMPLETION_POPUP);

  G_OBJECT_CLASS (th_completion_popup_parent_class)->dispose (object);
}

static void
th_completion_popup_finalize (GObject *object)
{
  ThCompletionPopup *self = TH_COMPLETION_POPUP (object);

  g_ptr_array_unref (self->words);
  g_free (self->sign);

  G_OBJECT_CLASS (th_completion_popup_parent_class)->finalize (object);
}

static void
th_completion_popup_class_init (ThCompletionPopupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_completion_popup_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_completion_popup_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-completion-popup.ui");
  gtk_widget_class_bind_template_child (widget_class, ThCompletionPopup, scroller);
  gtk_widget_class_bind_template_child (widget_class, ThCompletionPopup, list);
  gtk_widget_class_bind_template_callback (widget_class, clicked_cb);
}

static void
th_completion_popup_init (ThCompletionPopup *self)
{
  self->words = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

ThCompletionPopup *
th_completion_popup_new (GtkEntry   *entry,
                         const char *sign)
{
  ThCompletionPopup *self = g_object_new (TH_TYPE_COMPLETION_POPUP, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = entry;
  self->sign = g_strdup (sign);
  gtk_widget_set_parent (GTK_WIDGET (self), gtk_widget_get_parent (GTK_WIDGET (entry)));
  g_signal_connect_object (entry, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "notify::cursor-position", G_CALLBACK (moved_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (entry), keys);
  gtk_widget_add_controller (GTK_WIDGET (entry), focus);

  return self;
}
