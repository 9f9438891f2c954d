/* th-side-rows.c - a table of one side of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-side-rows.h"

#include <glib/gi18n-lib.h>

#include "th-widgets.h"

#define MARGIN_PX 8

struct _ThSideRows
{
  GtkBox        parent;

  GtkWidget    *badge;
  GtkWidget    *place;   /* the container for the tables */
  GtkWidget    *reason;  /* the label that says why there are none */
  ThSideView   *view;    /* not owned; or NULL */
  GSignalGroup *signals; /* of its tables */
  char         *table;
  guint         side;
  gboolean      holds;   /* whether it contains the tables now */
  gboolean      syncing; /* the table is being chosen */
};

enum
{
  PROP_0,
  PROP_SIDE,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (ThSideRows, th_side_rows, GTK_TYPE_BOX)

static ThTablePane *
get_tables (ThSideRows *self)
{
  return th_document_view_get_table_pane (th_side_view_get_view (self->view));
}

static const char *
find_reason (ThSideRows *self,
             gboolean    has_table)
{
  if (th_side_view_get_document (self->view) == NULL)
    return _("A baseline has no rows.");
  return has_table ? NULL : _("This run has no packets.");
}

/* Shows the events if the pane has no table of that name. */
static void
show (ThSideRows *self)
{
  const char *reason;

  if (self->view == NULL || self->table == NULL || self->syncing)
    return;

  self->syncing = TRUE;
  if (g_strcmp0 (th_table_pane_get_tab (get_tables (self)), self->table) != 0)
    th_table_pane_set_tab (get_tables (self), self->table);
  reason = find_reason (self, g_strcmp0 (th_table_pane_get_tab (get_tables (self)),
                                         self->table) == 0);
  th_label_set_text (self->reason, reason);
  gtk_widget_set_visible (self->reason, reason != NULL);
  gtk_widget_set_visible (self->place, reason == NULL);
  self->syncing = FALSE;
}

/* Takes the tables of the view, or gives them back. */
static void
hold (ThSideRows *self,
      gboolean    holds)
{
  ThDocumentView *view;

  if (self->view == NULL || self->holds == holds)
    return;

  self->holds = holds;
  view = th_side_view_get_view (self->view);
  g_signal_group_set_target (self->signals, holds ? get_tables (self) : NULL);
  g_object_set (get_tables (self), "show-strip", !holds, NULL);
  th_document_view_move_tables (view, holds ? GTK_BOX (self->place) : NULL);
}

void
th_side_rows_set_table (ThSideRows *self,
                        const char *name)
{
  g_return_if_fail (TH_IS_SIDE_ROWS (self));

  g_free (self->table);
  self->table = g_strdup (name);
  hold (self, name != NULL);
  show (self);
}

void
th_side_rows_set_view (ThSideRows *self,
                       ThSideView *view)
{
  g_return_if_fail (TH_IS_SIDE_ROWS (self));

  if (self->view == view)
    return;

  hold (self, FALSE);
  self->view = view;
  hold (self, self->table != NULL);
  show (self);
}

/* --- class ------------------------------------------------------------------- */

static void
th_side_rows_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  ThSideRows *self = TH_SIDE_ROWS (object);

  g_assert (id == PROP_SIDE);
  self->side = g_value_get_uint (value);
  gtk_label_set_text (GTK_LABEL (self->badge), self->side == 0 ? "A" : "B");
  gtk_widget_add_css_class (GTK_WIDGET (self), self->side == 0 ? "side-a" : "side-b");
}

static void
th_side_rows_dispose (GObject *object)
{
  ThSideRows *self = TH_SIDE_ROWS (object);

  g_clear_object (&self->signals);
  g_clear_pointer (&self->table, g_free);

  G_OBJECT_CLASS (th_side_rows_parent_class)->dispose (object);
}

static void
th_side_rows_class_init (ThSideRowsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = th_side_rows_set_property;
  object_class->dispose = th_side_rows_dispose;
  g_object_class_install_property (object_class, PROP_SIDE,
                                   g_param_spec_uint ("side", NULL, NULL, 0, 1, 0,
                                                      G_PARAM_WRITABLE | G_PARAM_CONSTRUCT |
                                                      G_PARAM_STATIC_STRINGS));
}

static void
th_side_rows_init (ThSideRows *self)
{
  self->badge = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->badge, "badge");
  gtk_widget_set_valign (self->badge, GTK_ALIGN_START);
  gtk_widget_set_margin_start (self->badge, MARGIN_PX);
  gtk_widget_set_margin_top (self->badge, MARGIN_PX);
  self->place = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_hexpand (self->place, TRUE);
  self->reason = th_label_new ("", "dim-label");
  gtk_widget_set_hexpand (self->reason, TRUE);
  gtk_box_append (GTK_BOX (self), self->badge);
  gtk_box_append (GTK_BOX (self), self->place);
  gtk_box_append (GTK_BOX (self), self->reason);
  self->signals = g_signal_group_new (TH_TYPE_TABLE_PANE);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (show), self);
  g_signal_group_connect_swapped (self->signals, "notify::tab", G_CALLBACK (show), self);
}
