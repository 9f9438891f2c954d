/* th-popup.c - popovers shown at a position inside a widget
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-popup.h"

#include "th-gtk48.h"

char *
th_popup_escape (const char *text)
{
  g_auto(GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

/* The popover is still in use while it emits "closed". */
static void
closed_cb (GtkWidget *popover)
{
  th_widget_call_when_idle (popover, gtk_widget_unparent);
}

/* The parent does not know of the popover, and GTK warns about a widget that still has a child when
 * it is finalized, so the popover is unparented as soon as its parent is destroyed. */
static void
parent_destroyed_cb (GtkWidget *popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
}

static void
popup (GtkWidget *popover)
{
  GtkWidget *parent = gtk_widget_get_parent (popover);

  if (parent == NULL || !gtk_widget_get_mapped (parent))
    return;

  th_popover_give_back_focus (GTK_POPOVER (popover));
  gtk_popover_popup (GTK_POPOVER (popover));
}

void
th_popup_widget (GtkWidget *parent,
                 double     x,
                 double     y,
                 GtkWidget *popover)
{
  gtk_widget_set_parent (popover, parent);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle) { x, y, 1, 1 });
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  g_signal_connect_object (parent, "destroy", G_CALLBACK (parent_destroyed_cb), popover,
                           G_CONNECT_SWAPPED);
  /* GTK 4.8 adds the separators of a menu when idle; measured earlier, the popover
   * would clip its last item. */
  th_widget_call_when_idle (popover, popup);
}
