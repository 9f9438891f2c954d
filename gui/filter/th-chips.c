/* th-chips.c - shows conditions of the filter as buttons before its text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-chips.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-gtk48.h"

#define MAX_CHARS 24

static GtkWidget *
create_button (GtkWidget  *child,
               const char *action,
               guint       index,
               const char *tooltip)
{
  GtkWidget *button = gtk_button_new ();

  gtk_button_set_child (GTK_BUTTON (button), child);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", index);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);

  return button;
}

static GtkWidget *
create_chip (const ThFilterChip *condition,
             guint               index)
{
  GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  const char *test = condition->test;
  gboolean excluded = condition->excluded;
  g_autofree char *title = th_filter_chip_dup_title (test);
  /* Translators: a condition of the filter that is negated: "not task curl" */
  g_autofree char *text = excluded ? g_strdup_printf (_("not %s"), title) : g_strdup (title);
  g_autofree char *turn =
    excluded ? g_strdup_printf (_("%s: hidden; click to show only these"), test)
             : g_strdup_printf (_("%s: only these are shown; click to hide them"), test);
  g_autofree char *remove = g_strdup_printf (_("Remove condition “%s”"), test);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "single-line-mode", TRUE, NULL);

  if (g_utf8_strlen (text, -1) > MAX_CHARS)
    g_object_set (label, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "width-chars", MAX_CHARS,
                  "max-width-chars", MAX_CHARS, NULL);

  gtk_widget_add_css_class (chip, "chip");
  if (excluded)
    gtk_widget_add_css_class (chip, "out");
  gtk_widget_set_valign (chip, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (chip), create_button (label, "win.turn-chip", index, turn));
  gtk_box_append (GTK_BOX (chip),
                  create_button (gtk_image_new_from_icon_name ("window-close-symbolic"),
                                 "win.remove-chip", index, remove));

  return chip;
}

static GtkWidget *
nth_child (GtkWidget *parent,
           guint      n)
{
  GtkWidget *child = gtk_widget_get_first_child (parent);

  while (n-- > 0 && child != NULL && gtk_widget_get_next_sibling (child) != NULL)
    child = gtk_widget_get_next_sibling (child);

  return child;
}

static guint
place_of (GtkWidget *child)
{
  guint place = 0;

  while ((child = gtk_widget_get_prev_sibling (child)) != NULL)
    place++;

  return place;
}

/* Finds the button and the chip that have the focus; FALSE if none has. */
static gboolean
find_focus (GtkWidget *box,
            guint     *chip,
            guint     *button)
{
  GtkWidget *focus = gtk_widget_get_root (box) != NULL
                     ? gtk_root_get_focus (gtk_widget_get_root (box)) : NULL;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, box))
    return FALSE;

  *button = place_of (focus);
  *chip = place_of (gtk_widget_get_parent (focus));
  return TRUE;
}

gboolean
th_chips_fill (GtkBox        *box,
               ThFilterState *state)
{
  const ThFilterState *shown = g_object_get_data (G_OBJECT (box), "th-filter-state");
  gboolean focused;
  guint chip, button;

  /* Unchanged chips stay, so that one of them can keep the focus. */
  if (shown != NULL && th_filter_state_equal_chips (shown, state))
    return TRUE;

  focused = find_focus (GTK_WIDGET (box), &chip, &button);
  th_widget_clear (GTK_WIDGET (box));
  for (guint i = 0; i < th_filter_state_get_n_chips (state); i++)
    gtk_box_append (box, create_chip (th_filter_state_get_chip (state, i), i));
  g_object_set_data_full (G_OBJECT (box), "th-filter-state", th_filter_state_ref (state),
                          (GDestroyNotify) th_filter_state_unref);

  return !focused || (gtk_widget_get_first_child (GTK_WIDGET (box)) != NULL &&
                      gtk_widget_grab_focus (nth_child (nth_child (GTK_WIDGET (box), chip),
                                                        button)));
}
