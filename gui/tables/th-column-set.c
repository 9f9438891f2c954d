/* th-column-set.c - the columns of the event table: their choice, order and widths
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-table-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-column-view-util.h"
#include "th-event-filter.h"
#include "th-header-sorter.h"
#include "th-list-row.h"
#include "th-scene-filter.h"
#include "th-settings.h"
#include "th-task-cell.h"
#include "th-widgets.h"

#define MIN_WIDTH 24
#define MAX_WIDTH 4000

/* --- cells -------------------------------------------------------------- */

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          const ThEventColumn      *column)
{
  ThEventTable *self = g_object_get_data (G_OBJECT (factory), "table");
  guint min_chars = column->kind == TH_EVENT_COLUMN_EXPRESSION
                    ? GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "min-chars"))
                    : th_event_column_get_min_chars (column, self->document);
  GtkWidget *cell = column->kind == TH_EVENT_COLUMN_TASK ? th_task_cell_new ()
                                                         : gtk_inscription_new (NULL);
  GtkWidget *text = TH_IS_TASK_CELL (cell) ? th_task_cell_get_text (TH_TASK_CELL (cell)) : cell;

  gtk_inscription_set_min_lines (GTK_INSCRIPTION (text), 1);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (text), 1);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (text), min_chars);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (text), MAX (column->n_chars, min_chars));
  /* The names of recordings made together differ only at the end. */
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (text),
                                     column->kind == TH_EVENT_COLUMN_RECORDING
                                     ? GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE
                                     : GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  /* Cells are bound during layout, which is too late to add a class. */
  if (column->kind == TH_EVENT_COLUMN_LATENCY)
    gtk_widget_add_css_class (text, "monospace");
  else if (column->right || column->kind == TH_EVENT_COLUMN_FIELD ||
           column->kind == TH_EVENT_COLUMN_EXPRESSION)
    gtk_widget_add_css_class (text, "numeric");
  g_object_set_data (G_OBJECT (cell), "th-column", (gpointer) column);
  th_list_row_mark_cell (cell, item);
  gtk_list_item_set_child (item, cell);
}

const ThEventColumn *
th_event_table_get_cell_column (GtkWidget *cell)
{
  return cell != NULL ? g_object_get_data (G_OBJECT (cell), "th-column") : NULL;
}

static void
show_task (ThEventTable *self,
           GtkWidget    *cell,
           const char   *text,
           gboolean      known)
{
  ThTheme *theme = th_scene_get_theme (th_document_get_scene (self->document));
  ThColor color = th_theme_get_task_color (theme, text);

  th_task_cell_set (TH_TASK_CELL (cell), text, known ? &color : NULL);
}

static void
show_pale (GtkWidget *cell,
           gboolean   pale)
{
  th_widget_set_class (cell, "pale", pale);
}

/* An event that a color rule matches has a dot before its name. */
static void
show_rule (ThEventTable   *self,
           GtkInscription *cell,
           const char     *text,
           ThRef           ref)
{
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();
  g_autofree char *dotted = g_strconcat ("● ", text, NULL);
  PangoAttribute *ink;
  ThColor color;

  if (!th_scene_find_rule_color (th_document_get_scene (self->document), ref, &color))
    {
      gtk_inscription_set_attributes (cell, NULL);
      return;
    }

  ink = pango_attr_foreground_new (color.red * 65535, color.green * 65535, color.blue * 65535);
  ink->end_index = strlen ("●");
  pango_attr_list_insert (attributes, ink);
  th_column_view_set_text (cell, dotted, FALSE);
  gtk_inscription_set_attributes (cell, attributes);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         const ThEventColumn      *column)
{
  GtkWidget *cell = gtk_list_item_get_child (item);
  ThEventTable *self = g_object_get_data (G_OBJECT (factory), "table");
  gboolean right = g_object_get_data (G_OBJECT (factory), "right") != NULL;
  g_autofree char *text = NULL;
  ThEventPlace place;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return;

  text = th_event_column_dup_text (column, self->document, gtk_list_item_get_item (item));
  th_event_row_get_place (gtk_list_item_get_item (item), &place);
  show_pale (cell, th_event_filter_is_dimmed (th_document_get_filter (self->document), place.ref));
  if (TH_IS_TASK_CELL (cell))
    {
      show_task (self, cell, text,
                 th_recording_get_task (place.recording, place.ref) != TH_TASK_NONE);
      return;
    }

  th_column_view_set_text (GTK_INSCRIPTION (cell), text, right);
  if (column->kind == TH_EVENT_COLUMN_EVENT)
    show_rule (self, GTK_INSCRIPTION (cell), text, place.ref);
}

/* --- which there are ---------------------------------------------------- */

GListModel *
th_event_table_get_columns (ThEventTable *self)
{
  return gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
}

const ThEventColumn *
th_event_table_find_column (ThEventTable        *self,
                            GtkColumnViewColumn *view_column)
{
  return g_object_get_data (G_OBJECT (view_column), "th-column");
}

/* Returns the column of the view, and sets *@index to its position. */
static GtkColumnViewColumn *
find_shown (ThEventTable        *self,
            const ThEventColumn *column,
            guint               *index)
{
  for (*index = 0; *index < g_list_model_get_n_items (th_event_table_get_columns (self));
       (*index)++)
    {
      g_autoptr(GtkColumnViewColumn) view_column =
        g_list_model_get_item (th_event_table_get_columns (self),
                               *index);

      if (th_event_table_find_column (self, view_column) == column)
        return view_column;
    }

  return NULL;
}

GPtrArray *
th_event_table_list_columns (ThEventTable *self)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (th_event_table_get_columns (self)); i++)
    {
      g_autoptr(GtkColumnViewColumn) view_column =
        g_list_model_get_item (th_event_table_get_columns (self), i);

      g_ptr_array_add (list, (gpointer) th_event_table_find_column (self, view_column));
    }

  return list;
}

static void
update_actions (ThEventTable *self)
{
  const ThEventColumn *columns;
  guint n, index;

  columns = th_event_column_list (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strconcat ("show-", columns[i].id, NULL);
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

      g_simple_action_set_state (G_SIMPLE_ACTION (action),
                                 g_variant_new_boolean (find_shown (self, &columns[i],
                                                                    &index) != NULL));
    }
}

static void
columns_changed_cb (ThEventTable *self)
{
  if (self->arranging)
    return;

  th_event_table_update_columns (self);
  g_signal_emit_by_name (self, "columns-changed");
}

static void
resized_cb (ThEventTable *self)
{
  if (!self->arranging)
    g_signal_emit_by_name (self, "columns-changed");
}

/* --- the menu of a title -------------------------------------------------- */

static void
append_column_item (GMenu      *menu,
                    const char *label,
                    const char *action,
                    GVariant   *target)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

static GMenuModel *
title_menu_new (const ThEventColumn *column)
{
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) own = g_menu_new ();
  g_autoptr(GMenu) shown = g_menu_new ();
  g_autoptr(GMenu) more = g_menu_new ();
  const ThEventColumn *columns;
  guint n;

  append_column_item (own, _("_Hide"), "table.hide", g_variant_new_string (column->id));
  append_column_item (own, _("Move _Left"), "table.move", g_variant_new ("(si)", column->id, -1));
  append_column_item (own, _("Move _Right"), "table.move", g_variant_new ("(si)", column->id, 1));
  columns = th_event_column_list (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strconcat ("table.show-", columns[i].id, NULL);

      g_menu_append (shown, _(columns[i].name), action);
    }
  if (column->kind == TH_EVENT_COLUMN_INFO)
    g_menu_append (more, _("_Compact Texts"), "win.compact-info");
  g_menu_append (more, _("_Add a Column…"), "win.add-column");
  g_menu_append (more, _("_Use for Other Recordings"), "win.keep-columns");
  g_menu_append (more, _("_Default Columns"), "win.reset-columns");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (own));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (shown));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));

  return G_MENU_MODEL (menu);
}

static void
hide_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       data)
{
  const ThEventColumn *column = th_event_column_find (g_variant_get_string (parameter, NULL));

  if (column != NULL)
    th_event_table_remove_column (data, column);
}

static void
move_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       data)
{
  const ThEventColumn *column;
  const char *id;
  int step;

  g_variant_get (parameter, "(&si)", &id, &step);
  column = th_event_column_find (id);
  if (column != NULL)
    th_event_table_move_column (data, column, step);
}

/* A column that is shown again gets its usual place. */
static guint
usual_index (ThEventTable        *self,
             const ThEventColumn *column)
{
  const ThEventColumn *columns;
  guint n, index;

  columns = th_event_column_list (&n);
  for (const ThEventColumn *next = column + 1; next < columns + n; next++)
    if (find_shown (self, next, &index) != NULL)
      return index;

  return G_MAXUINT;
}

static void
show_cb (GSimpleAction *action,
         GVariant      *state,
         gpointer       data)
{
  const ThEventColumn *column =
    th_event_column_find (g_action_get_name (G_ACTION (action)) + strlen ("show-"));

  if (g_variant_get_boolean (state))
    th_event_table_add_column (data, column, usual_index (data, column));
  else
    th_event_table_remove_column (data, column);
}

/* --- changing ------------------------------------------------------------- */

static GtkColumnViewColumn *
column_new (ThEventTable        *self,
            const ThEventColumn *column,
            int                  width)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  gboolean is_named = column->kind == TH_EVENT_COLUMN_FIELD ||
                      column->kind == TH_EVENT_COLUMN_EXPRESSION;
  GtkColumnViewColumn *view_column =
    gtk_column_view_column_new (is_named ? column->title : _(column->title), factory);
  g_autoptr(GMenuModel) menu = title_menu_new (column);
  g_autoptr(GtkSorter) sorter = self->only_span ? th_header_sorter_new ((gpointer) column) : NULL;

  g_object_set_data (G_OBJECT (factory), "table", self);
  if (column->kind == TH_EVENT_COLUMN_EXPRESSION) /* once, not for each cell */
    g_object_set_data (G_OBJECT (factory), "min-chars",
                       GUINT_TO_POINTER (th_event_column_get_min_chars (column, self->document)));
  g_object_set_data (G_OBJECT (view_column), "th-column", (gpointer) column);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), (gpointer) column);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), (gpointer) column);
  th_column_view_remember (factory);

  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, column->n_chars == 0);
  gtk_column_view_column_set_header_menu (view_column, menu);
  gtk_column_view_column_set_sorter (view_column, sorter);
  if (width > 0)
    gtk_column_view_column_set_fixed_width (view_column, CLAMP (width, MIN_WIDTH, MAX_WIDTH));
  g_signal_connect_object (view_column, "notify::fixed-width", G_CALLBACK (resized_cb), self,
                           G_CONNECT_SWAPPED);

  return view_column;
}

static gboolean
insert (ThEventTable        *self,
        const ThEventColumn *column,
        int                  width,
        guint                index)
{
  guint n = g_list_model_get_n_items (th_event_table_get_columns (self)), at;
  g_autoptr(GtkColumnViewColumn) view_column = NULL;

  if (n >= TH_EVENT_TABLE_MAX_COLUMNS || find_shown (self, column, &at) != NULL)
    return FALSE;

  view_column = column_new (self, column, width);
  gtk_column_view_insert_column (GTK_COLUMN_VIEW (self->view), MIN (index, n), view_column);
  return TRUE;
}

void
th_event_table_add_column (ThEventTable        *self,
                           const ThEventColumn *column,
                           guint                index)
{
  g_return_if_fail (TH_IS_EVENT_TABLE (self) && column != NULL);

  insert (self, column, 0, index);
}

void
th_event_table_remove_column (ThEventTable        *self,
                              const ThEventColumn *column)
{
  GtkColumnViewColumn *view_column;
  guint index;

  g_return_if_fail (TH_IS_EVENT_TABLE (self));

  view_column = find_shown (self, column, &index);
  /* Keeps the last column: without a title there would be no menu to add one. */
  if (view_column == NULL || g_list_model_get_n_items (th_event_table_get_columns (self)) == 1)
    return;

  if (self->sort == column)
    gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), NULL, GTK_SORT_ASCENDING);
  gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), view_column);
}

void
th_event_table_move_column (ThEventTable        *self,
                            const ThEventColumn *column,
                            int                  step)
{
  GtkColumnViewColumn *view_column;
  guint index, n = g_list_model_get_n_items (th_event_table_get_columns (self));

  g_return_if_fail (TH_IS_EVENT_TABLE (self));

  view_column = find_shown (self, column, &index);
  if (view_column == NULL || (gint64) index + step < 0 || (gint64) index + step >= n)
    return;

  /* The column is removed and inserted again, but that is one change. */
  self->arranging = TRUE;
  gtk_column_view_insert_column (GTK_COLUMN_VIEW (self->view), index + step, view_column);
  self->arranging = FALSE;
  columns_changed_cb (self);
}

/* --- all at once ---------------------------------------------------------- */

GVariant *
th_event_table_dup_columns (ThEventTable *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, TH_EVENT_TABLE_COLUMNS_TYPE);
  for (guint i = 0; i < g_list_model_get_n_items (th_event_table_get_columns (self)); i++)
    {
      g_autoptr(GtkColumnViewColumn) view_column =
        g_list_model_get_item (th_event_table_get_columns (self), i);

      g_variant_builder_add (&builder, "(si)", th_event_table_find_column (self, view_column)->id,
                             MAX (gtk_column_view_column_get_fixed_width (view_column), 0));
    }

  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

gboolean
th_event_table_has_expressions (ThEventTable *self)
{
  g_autoptr(GPtrArray) columns = th_event_table_list_columns (self);

  for (guint i = 0; i < columns->len; i++)
    if (((const ThEventColumn *) columns->pdata[i])->kind == TH_EVENT_COLUMN_EXPRESSION)
      return TRUE;

  return FALSE;
}

static void
remove_all (ThEventTable *self)
{
  while (g_list_model_get_n_items (th_event_table_get_columns (self)) > 0)
    {
      g_autoptr(GtkColumnViewColumn) view_column =
        g_list_model_get_item (th_event_table_get_columns (self), 0);

      gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), view_column);
    }
}

static void
add_usual (ThEventTable *self)
{
  static const char *const usual[] = { "number", "time", "cpu", "task", "pid", "event", "info" };

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    insert (self, th_event_column_find (usual[i]), 0, G_MAXUINT);
}

void
th_event_table_set_columns (ThEventTable *self,
                            GVariant     *columns)
{
  g_autoptr(GVariant) taken = g_variant_ref_sink (columns);
  g_autoptr(GVariant) before = th_event_table_dup_columns (self);
  GVariantIter iter;
  const char *id;
  int width;

  g_return_if_fail (TH_IS_EVENT_TABLE (self) &&
                    g_variant_is_of_type (columns, TH_EVENT_TABLE_COLUMNS_TYPE));

  if (g_variant_n_children (before) > 0 && g_variant_equal (before, taken))
    return;

  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), NULL, GTK_SORT_ASCENDING);
  self->arranging = TRUE;
  remove_all (self);
  g_variant_iter_init (&iter, taken);
  while (g_variant_iter_next (&iter, "(&si)", &id, &width))
    if (th_event_column_find (id) != NULL)
      insert (self, th_event_column_find (id), width, G_MAXUINT);
  if (g_list_model_get_n_items (th_event_table_get_columns (self)) == 0)
    add_usual (self);
  self->arranging = FALSE;
  th_event_table_update_columns (self);
}

void
th_event_table_reset_columns (ThEventTable *self)
{
  GSettings *settings = th_settings_get ();

  th_event_table_set_columns (self,
                              settings != NULL ? g_settings_get_value (settings, "event-columns")
                                                     : g_variant_new_array (G_VARIANT_TYPE ("(si)"),
                                                                            NULL, 0));
}

/* Shows a column when the recording begins to need it, and removes it when it no longer does; in
 * between the user may hide it. */
static void
update_needed (ThEventTable *self,
               const char   *id,
               guint         index,
               gboolean      needed,
               gboolean     *was_needed)
{
  const ThEventColumn *column = th_event_column_find (id);

  if (needed == *was_needed)
    return;

  *was_needed = needed;
  if (needed)
    insert (self, column, 0, index);
  else
    th_event_table_remove_column (self, column);
}

/* Whether there are only frames, which have an interface, but neither a CPU nor a task. */
static gboolean
has_only_frames (ThRecording *recording)
{
  return recording != NULL &&
         th_event_column_is_there (th_event_column_find ("interface"), recording) &&
         !th_event_column_is_there (th_event_column_find ("cpu"), recording);
}

static gboolean
is_of_cpu (const ThEventColumn *column)
{
  return column->kind == TH_EVENT_COLUMN_CPU || column->kind == TH_EVENT_COLUMN_TASK ||
         column->kind == TH_EVENT_COLUMN_PID;
}

void
th_event_table_update_columns (ThEventTable *self)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;
  gboolean only_frames = has_only_frames (recording);
  gboolean moved = FALSE;

  update_needed (self, "recording", 1,
                 recording != NULL && th_recording_get_n_parts (recording) > 1, &self->has_several);
  update_needed (self, "interface", usual_index (self, th_event_column_find ("interface")),
                 only_frames, &self->has_only_frames);

  for (guint i = 0; i < g_list_model_get_n_items (th_event_table_get_columns (self)); i++)
    {
      g_autoptr(GtkColumnViewColumn) view_column =
        g_list_model_get_item (th_event_table_get_columns (self), i);
      GObject *factory = G_OBJECT (gtk_column_view_column_get_factory (view_column));
      const ThEventColumn *column = th_event_table_find_column (self, view_column);
      gboolean right = th_event_column_is_right (column, recording);

      gtk_column_view_column_set_visible (view_column, !only_frames || !is_of_cpu (column));
      moved |= right != GPOINTER_TO_INT (g_object_get_data (factory, "right"));
      g_object_set_data (factory, "right", GINT_TO_POINTER (right));
      th_column_view_align_title (GTK_COLUMN_VIEW (self->view), i, right);
    }
  /* The cells of a new column were bound before the column was registered. */
  if (moved)
    th_column_view_rebind (GTK_COLUMN_VIEW (self->view));
  update_actions (self);
}

void
th_event_table_add_columns (ThEventTable *self)
{
  static const GActionEntry entries[] = {
    { "hide", hide_cb, "s" },
    { "move", move_cb, "(si)" },
  };
  const ThEventColumn *columns;
  guint n;

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  columns = th_event_column_list (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strconcat ("show-", columns[i].id, NULL);

      g_action_map_add_action_entries (G_ACTION_MAP (self->actions),
                                       &(GActionEntry) { name, NULL, NULL, "false", show_cb }, 1,
                                       self);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "table", G_ACTION_GROUP (self->actions));

  self->columns_signals = g_signal_group_new (G_TYPE_LIST_MODEL);
  g_signal_group_connect_swapped (self->columns_signals, "items-changed",
                                  G_CALLBACK (columns_changed_cb), self);
  th_event_table_reset_columns (self);
}
