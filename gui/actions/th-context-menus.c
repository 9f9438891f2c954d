/* th-context-menus.c - context menus of events, flows, rows, lanes and markers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-context-menus.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-filter-state.h"
#include "th-flow-follower.h"
#include "th-flow-lookup.h"
#include "th-gtk48.h"
#include "th-menu-shortcuts.h"
#include "th-number-format.h"
#include "th-packet-frames.h"
#include "th-popup.h"
#include "th-scene-edit.h"
#include "th-wireshark.h"

/* --- filters ------------------------------------------------------------ */

/* Maximum number of fields of an event in the submenu. */
#define MAX_FIELDS 24

/* Takes ownership of @label. */
static void
append_labelled (GMenu      *menu,
                 char       *label,
                 const char *action,
                 const char *test)
{
  g_autofree char *owned = label;
  g_autoptr(GMenuItem) item = g_menu_item_new (owned, NULL);

  g_menu_item_set_action_and_target (item, action, "s", test);
  g_menu_append_item (menu, item);
}

/* A menu item writes what the filter calls "task" as a title does: "Show Only Task curl". */
static const struct { const char *word, *title; } words[] = {
  { "task ", N_("Task") }, { "event ", N_("Event") }, { "cpu ", N_("CPU") }, { "pid ", N_("PID") },
};

static char *
dup_label (const char *test)
{
  g_autofree char *title = th_filter_chip_dup_title (test), *label = th_popup_escape (title);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (label, words[i].word))
      return g_strdup_printf ("%s %s", _(words[i].title), label + strlen (words[i].word));

  return g_steal_pointer (&label);
}

static void
append_both (GMenu      *menu,
             const char *test)
{
  g_autofree char *label = dup_label (test);

  /* Translators: %s is a condition: "Task curl" */
  append_labelled (menu, g_strdup_printf (_("Show Only %s"), label), "win.include", test);
  append_labelled (menu, g_strdup_printf (_("Hide %s"), label), "win.exclude", test);
}

/* Appends items for a field.  Only numeric fields can be shown as a lane. */
static void
append_field (GMenu       *menu,
              ThRecording *recording,
              guint        type,
              const char  *name)
{
  const ThField *field = th_field_table_find (th_recording_get_fields (recording, type), name);
  g_autoptr(GMenuItem) item = NULL;
  g_autofree char *event = NULL;

  append_labelled (menu, g_strdup (_("Add as C_olumn")), "win.add-field-column", name);
  if (field == NULL || (field->kind != TH_FIELD_INT && field->kind != TH_FIELD_DOUBLE))
    return;

  event = g_strdup_printf ("%s:%s", th_recording_get_type_system (recording, type),
                           th_recording_get_type_name (recording, type));
  item = g_menu_item_new (_("Show as _Lane"), NULL);
  g_menu_item_set_action_and_target (item, "win.show-field-lane", "(ss)", event, name);
  g_menu_append_item (menu, item);
}

GMenuModel *
th_context_menu_for_detail (ThRecording *recording,
                            ThRef        ref,
                            const char  *field,
                            const char  *value,
                            const char  *test)
{
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) more = g_menu_new ();

  if (test != NULL)
    append_both (menu, test);
  append_labelled (more, g_strdup (_("_Copy Value")), "win.copy-text", value);
  if (field != NULL && !th_ref_is_none (ref))
    append_field (more, recording, th_recording_get_type (recording, ref), field);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));

  return G_MENU_MODEL (menu);
}

/* Lists conditions that the event matches: on its CPU, its PID and its fields. */
static GPtrArray *
list_tests (ThRecording *recording,
            ThRef        ref)
{
  const ThFieldTable *table = th_recording_get_fields (recording,
                                                       th_recording_get_type (recording, ref));
  GPtrArray *tests = g_ptr_array_new_with_free_func (g_free);
  ThRecording *part = th_recording_get_stream_part (recording, ref.stream);
  g_autoptr(ThReader) reader = th_reader_new (recording);
  ThPayload payload;

  for (ThEventPart of = TH_EVENT_CPU; of <= TH_EVENT_PID; of++)
    g_ptr_array_add (tests, th_filter_test_of_event (recording, ref, of));
  if (th_reader_get_payload (reader, ref, &payload))
    for (guint i = 0; i < table->n_fields && tests->len < MAX_FIELDS; i++)
      if (!(table->fields[i].flags & TH_FIELD_COMMON))
        g_ptr_array_add (tests, th_filter_test_of_field (part, &table->fields[i], &payload));

  return tests;
}

static void
append_filters (GMenu      *menu,
                ThDocument *document)
{
  ThRecording *recording = th_document_get_recording (document);
  ThRef ref = th_document_get_selected (document);
  g_autoptr(GMenu) section = g_menu_new (), only = g_menu_new (), hide = g_menu_new ();
  g_autoptr(GPtrArray) tests = NULL;

  if (recording == NULL || th_ref_is_none (ref))
    return;

  for (ThEventPart part = TH_EVENT_TASK; part <= TH_EVENT_TYPE; part++)
    {
      g_autofree char *test = th_filter_test_of_event (recording, ref, part);

      if (test != NULL)
        append_both (section, test);
    }
  tests = list_tests (recording, ref);
  for (guint i = 0; i < tests->len; i++)
    if (tests->pdata[i] != NULL)
      {
        append_labelled (only, dup_label (tests->pdata[i]), "win.include", tests->pdata[i]);
        append_labelled (hide, dup_label (tests->pdata[i]), "win.exclude", tests->pdata[i]);
      }
  g_menu_append_submenu (section, _("Show _Only"), G_MENU_MODEL (only));
  g_menu_append_submenu (section, _("_Hide"), G_MENU_MODEL (hide));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* --- markers -------------------------------------------------------------- */

void
th_context_menu_insert_markers (GMenu *menu,
                                int    position,
                                gint64 time)
{
  static const struct { const char *label, *mark; } items[] = {
    { N_("Marker _A Here"), "A" },
    { N_("Marker _B Here"), "B" },
    { N_("Boo_kmark Here"), "bookmark" },
  };
  g_autoptr(GMenu) section = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr(GMenuItem) item = g_menu_item_new (_(items[i].label), NULL);

      g_menu_item_set_action_and_target (item, "win.mark-at", "(sx)", items[i].mark, time);
      g_menu_append_item (section, item);
    }
  g_menu_insert_section (menu, position, NULL, G_MENU_MODEL (section));
}

GMenuModel *
th_context_menu_for_ruler (gint64 time)
{
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) section = g_menu_new ();

  th_context_menu_insert_markers (menu, 0, time);
  g_menu_append (section, _("_Zoom to Span"), "win.fit-markers");
  g_menu_append (section, _("_Remove Markers"), "win.clear-markers");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));

  return G_MENU_MODEL (menu);
}

/* --- notes ---------------------------------------------------------------- */

void
th_context_menu_append_note (GMenu      *menu,
                             const char *on)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (_("_Write a Note"), NULL);

  g_menu_item_set_action_and_target (item, "win.note-on", "s", on);
  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

/* --- tasks ---------------------------------------------------------------- */

/* Appends an item that shows the lane of @task, labelled with its name at @time. */
static void
append_show_lane (GMenu      *menu,
                  ThDocument *document,
                  guint32     task,
                  gint64      time)
{
  ThTasks *tasks = th_recording_get_tasks (th_document_get_recording (document));
  g_autofree char *valid = th_display_text_make_valid (th_tasks_get_name (tasks, task, time));
  g_autofree char *name = th_popup_escape (valid);
  g_autofree char *label = g_strdup_printf (_("Show Lane of %s"), name);
  g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.show-task", "u", task);
  g_menu_append_item (menu, item);
}

/* The task whose pid is in the field @name of an event; TH_TASK_NONE if there is none. */
static guint32
read_task (ThRecording     *recording,
           const ThPayload *payload,
           guint            type,
           const char      *name)
{
  const ThField *field = th_field_table_find (th_recording_get_fields (recording, type), name);
  guint64 pid;

  return field != NULL && field->kind == TH_FIELD_INT &&
         th_field_read_u64 (field, payload, &pid) && pid > 0 && pid <= G_MAXINT32
         ? th_tasks_find (th_recording_get_tasks (recording), (gint32) pid) : TH_TASK_NONE;
}

/* The task that an event wakes, starts or switches to; TH_TASK_NONE if there is none.  With several
 * recordings it is not known, since their pids overlap. */
static guint32
find_other_task (ThRecording *recording,
                 ThRef        ref)
{
  static const char *const fields[] = { "next_pid", "child_pid", "pid" };
  g_autoptr(ThReader) reader = th_reader_new (recording);
  guint type = th_recording_get_type (recording, ref);
  guint32 task = TH_TASK_NONE;
  ThPayload payload;

  if (th_recording_get_n_parts (recording) > 1 || !th_reader_get_payload (reader, ref, &payload))
    return TH_TASK_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (fields) && task == TH_TASK_NONE; i++)
    task = read_task (recording, &payload, type, fields[i]);
  return task;
}

/* Appends items for the lanes of the task that ran at an event, and of the other one that the event
 * is about.  The idle task has no lane. */
static void
append_lanes_of_event (GMenu      *menu,
                       ThDocument *document,
                       ThRef       ref)
{
  ThRecording *recording = th_document_get_recording (document);
  gint64 time = th_recording_get_time (recording, ref);
  guint32 task = th_recording_get_task (recording, ref), other = find_other_task (recording, ref);

  if (task != TH_TASK_NONE && th_tasks_get_pid (th_recording_get_tasks (recording), task) > 0)
    append_show_lane (menu, document, task, time);
  if (other != TH_TASK_NONE && other != task)
    append_show_lane (menu, document, other, time);
}

/* --- events and flows --------------------------------------------------- */

/* Appends an item that follows the flow of the selected event; @noun: "packet", "request"… */
static void
append_follow (GMenu      *menu,
               const char *noun)
{
  g_autofree char *label = th_flow_lookup_dup_label (noun, TRUE);

  g_menu_append (menu, label, "win.follow");
}

GMenuModel *
th_context_menu_for_event (ThDocument *document)
{
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) more = g_menu_new ();
  ThRef selected = th_document_get_selected (document);
  const char *noun = th_document_get_noun (document, selected);

  if (noun != NULL)
    append_follow (menu, noun);
  if (th_flow_follower_get_followed (th_document_get_follower (document), NULL) != NULL)
    g_menu_append (menu, _("_Stop Following"), "win.unfollow");
  append_filters (menu, document);
  if (!th_ref_is_none (selected))
    th_context_menu_insert_markers (menu, -1,
                                    th_recording_get_time (th_document_get_recording (document),
                                                           selected));
  if (th_packet_frames_has_selected (document) ||
      th_wireshark_can_show (th_document_get_recording (document), selected))
    g_menu_append (more, _("Open in _Wireshark"), "win.open-in-wireshark");
  g_menu_append (more, _("_Copy Event"), "win.copy-row");
  g_menu_append (more, _("Show _Selection"), "win.focus");
  g_menu_append (more, _("_Center"), "win.center");
  if (!th_ref_is_none (selected))
    {
      append_lanes_of_event (more, document, selected);
      th_context_menu_append_note (more, "event");
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));

  return G_MENU_MODEL (menu);
}

static void
append_flow (GMenu      *menu,
             const char *label,
             const char *action,
             guint       index,
             guint32     row)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "(uu)", index, row);
  g_menu_append_item (menu, item);
}

/* Numbers of connections are those of one recording. */
static void
append_connection (GMenu     *menu,
                   ThResults *results,
                   gint64     connection)
{
  g_autoptr(GMenuItem) item = NULL;

  if (connection <= 0 || connection > G_MAXUINT32)
    return;

  item = g_menu_item_new (_("Follow Co_nnection"), NULL);
  g_menu_item_set_action_and_target (item, "win.follow-connection-of", "(uu)",
                                     th_results_get_part (results), (guint32) connection);
  g_menu_append_item (menu, item);
}

GMenuModel *
th_context_menu_for_flow (ThDocument *document,
                          ThResults  *results,
                          guint32     row)
{
  ThFlowFollower *follower = th_document_get_follower (document);
  GMenu *menu = g_menu_new ();
  const char *noun = _(th_flows_get_info (th_results_get_flows (results))->noun);
  g_autofree char *label = th_flow_lookup_dup_label (noun, TRUE);
  const ThFlowEnds *ends = th_flows_get_ends (th_results_get_flows (results), row);
  guint32 followed;
  guint index = 0;

  g_ptr_array_find ((GPtrArray *) th_document_get_results (document), results, &index);
  if (th_flow_follower_get_followed (follower, &followed) == results && followed == row)
    {
      g_menu_append (menu, th_flow_follower_is_pinned (follower) ? _("Un_pin") : _("_Pin"),
                     "win.pin");
      g_menu_append (menu, _("_Copy Journey"), "win.copy-journey");
      th_context_menu_append_note (menu, "packet");
      g_menu_append (menu, _("_Stop Following"), "win.unfollow");
    }
  else
    {
      append_flow (menu, label, "win.follow-flow", index, row);
      append_flow (menu, _("Un_pin"), "win.unpin-flow", index, row);
    }
  if (ends != NULL)
    append_connection (menu, results, ends->connection);

  return G_MENU_MODEL (menu);
}

/* Appends items that filter by @task, under its name at @time. */
static void
append_task_filters (GMenu   *menu,
                     ThTasks *tasks,
                     guint32  task,
                     gint64   time)
{
  g_autofree char *valid = th_display_text_make_valid (th_tasks_get_name (tasks, task, time));
  g_autofree char *name = th_popup_escape (valid);
  int pid = th_tasks_get_pid (tasks, task);
  g_autofree char *test = g_strdup_printf ("pid == %d", pid);

  /* Translators: name and number of a task */
  append_labelled (menu, g_strdup_printf (_("Show Only %s (%d)"), name, pid), "win.include", test);
  append_labelled (menu, g_strdup_printf (_("Hide %s (%d)"), name, pid), "win.exclude", test);
}

/* Appends items for the task of the row, which may differ from the task that ran. */
static void
append_task (GMenu           *menu,
             ThDocument      *document,
             const ThRowSpan *span)
{
  ThRecording *recording = th_document_get_recording (document);
  ThTasks *tasks = th_recording_get_tasks (recording);
  gint64 time = th_ref_is_none (span->anchor) ? G_MAXINT64
                                              : th_recording_get_time (recording, span->anchor);
  g_autoptr(GMenu) section = g_menu_new ();

  append_task_filters (section, tasks, span->task, time);
  append_show_lane (section, document, span->task, time);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* Appends items that filter the events of the flows, and show the flows in their table. */
static void
append_flows (GMenu      *menu,
              ThResults  *flows,
              const char *expression,
              const char *events)
{
  ThTable *table = th_results_get_table (flows,
                                         th_flows_get_info (th_results_get_flows (flows))->table);
  g_autofree char *tab = g_strconcat (th_results_get_id (flows), "/", th_table_get_info (table)->id,
                                      NULL);
  /* Translators: %s is the title of a table: "Packets" */
  g_autofree char *label = g_strdup_printf (_("Show in %s"), _(th_table_get_info (table)->title));
  g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);
  g_autoptr(GMenuItem) only = g_menu_item_new (_("Only _Events of This Row"), NULL);

  g_menu_item_set_action_and_target (only, "win.show-flows", "s", events);
  g_menu_append_item (menu, only);
  g_menu_item_set_action_and_target (item, "win.seek-in", "(ss)", tab, expression);
  g_menu_append_item (menu, item);
}

static void
append_rows (GMenu *menu)
{
  g_autoptr(GMenu) section = g_menu_new ();

  g_menu_append (section, _("_Copy"), "win.copy-row");
  g_menu_append (section, _("Copy as CS_V"), "win.copy-csv");
  g_menu_append (section, _("Copy as _JSON"), "win.copy-json");
  g_menu_append (section, _("_Save All Rows…"), "win.save-rows");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

GMenuModel *
th_context_menu_for_row (ThDocument      *document,
                         const ThRowSpan *span,
                         ThResults       *results,
                         guint32          row,
                         gboolean         is_flow,
                         const char      *expression,
                         const char      *events,
                         gint64           connection)
{
  GMenu *menu = is_flow ? G_MENU (th_context_menu_for_flow (document, results, row))
                        : g_menu_new ();
  const char *noun = !is_flow ? th_document_get_noun (document, span->anchor) : NULL;

  if (noun != NULL)
    append_follow (menu, noun);
  if (!is_flow)
    append_connection (menu, results, connection);
  if (expression != NULL)
    append_flows (menu, results, expression, events);
  if (span->task != TH_TASK_NONE)
    append_task (menu, document, span);
  if (!th_ref_is_none (span->anchor))
    th_context_menu_insert_markers (menu, -1,
                                    th_recording_get_time (th_document_get_recording (document),
                                                           span->anchor));
  th_context_menu_append_note (menu, "row");
  append_rows (menu);

  return G_MENU_MODEL (menu);
}

/* --- lanes -------------------------------------------------------------- */

static void
append_section (GMenu *menu,
                GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
}

static void
append_submenu (GMenu      *menu,
                const char *label,
                GMenu      *submenu)
{
  g_menu_append_submenu (menu, label, G_MENU_MODEL (submenu));
  g_object_unref (submenu);
}

static GMenu *
create_heights (void)
{
  GMenu *menu = g_menu_new ();

  /* Translators: the height of a lane */
  g_menu_append (menu, _("_Compact"), "win.lane-height::low");
  g_menu_append (menu, _("_Normal"), "win.lane-height::normal");
  g_menu_append (menu, _("_Tall"), "win.lane-height::high");

  return menu;
}

static GMenu *
create_sorts (gboolean tasks)
{
  GMenu *menu = g_menu_new ();

  /* Translators: the order of lanes */
  g_menu_append (menu, _("_Busy Time"), "win.sort-lanes::busy");
  g_menu_append (menu, _("_Number"), "win.sort-lanes::number");
  if (tasks)
    g_menu_append (menu, _("N_ame"), "win.sort-lanes::name");

  return menu;
}

static GMenu *
create_own (const ThLane *lane,
            gboolean      can_move)
{
  GMenu *menu = g_menu_new ();

  if (lane->name != NULL)
    g_menu_append (menu, _("_Hide"), "win.hide-lane");
  if (lane->name != NULL && !th_lane_is_heading (lane))
    {
      g_menu_append (menu, lane->pinned ? _("Un_pin") : _("_Pin to Top"), "win.pin-lane");
      append_submenu (menu, _("H_eight"), create_heights ());
    }
  if (can_move)
    {
      g_menu_append (menu, _("Move _Up"), "win.move-lane-up");
      g_menu_append (menu, _("Move _Down"), "win.move-lane-down");
    }

  return menu;
}

GMenuModel *
th_context_menu_for_lane (ThDocument *document,
                          guint       index)
{
  ThScene *scene = th_document_get_scene (document);
  const ThLane *lane = th_scene_get_lane (scene, index);
  gboolean tasks = th_scene_has_names (scene, index);
  guint n_hidden = th_scene_get_n_hidden (scene);
  GMenu *menu = g_menu_new (), *section = g_menu_new ();
  ThLaneSort sort;

  append_section (menu, create_own (lane, th_scene_can_move (scene, index)));
  if (lane->kind == TH_LANE_TASK)
    {
      GMenu *filters = g_menu_new ();

      append_task_filters (filters, th_recording_get_tasks (th_document_get_recording (document)),
                           lane->task, G_MAXINT64);
      g_menu_append (filters, _("_Critical Path"), "win.critical-path");
      append_section (menu, filters);
    }
  if (th_scene_get_sort (scene, index, &sort))
    append_submenu (section, tasks ? _("_Sort Tasks by") : _("_Sort CPUs by"),
                    create_sorts (tasks));
  if (tasks)
    g_menu_append (section, _("_Group by Process"), "win.group-tasks");
  if (tasks)
    g_menu_append (section, _("Wakeup A_rrows"), "win.wakeups");
  g_menu_append (section, _("_Only Lanes with Events in View"), "win.active-lanes");
  if (n_hidden > 0)
    {
      g_autofree char *count = th_format_count (n_hidden);
      g_autofree char *label =
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Sho_w %s Hidden Lane",
                                      "Sho_w %s Hidden Lanes", n_hidden), count);

      g_menu_append (section, label, "win.show-lanes");
    }
  g_menu_append (section, _("_Find a Lane…"), "win.find-lane");
  if (lane->name != NULL && !th_lane_is_heading (lane))
    th_context_menu_append_note (section, "lane");
  append_section (menu, section);

  return G_MENU_MODEL (menu);
}

GMenuModel *
th_context_menu_for_bookmark (guint index)
{
  static const struct { const char *label, *action; } items[] = {
    { N_("_Rename…"), "win.rename-bookmark" },
    { N_("Next C_olor"), "win.color-bookmark" },
    { N_("_Center"), "win.go-bookmark" },
    { N_("_Delete"), "win.remove-bookmark" },
  };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr(GMenuItem) item = g_menu_item_new (_(items[i].label), NULL);

      g_menu_item_set_action_and_target (item, items[i].action, "u", index);
      g_menu_append_item (menu, item);
    }

  return G_MENU_MODEL (menu);
}

/* --- popover ------------------------------------------------------------ */

GtkWidget *
th_context_menu_popup (GtkWidget  *parent,
                       double      x,
                       double      y,
                       GMenuModel *model)
{
  g_autoptr(GMenuModel) plain = model, with_keys = th_menu_shortcuts_copy (plain);
  GtkWidget *popover = gtk_popover_menu_new_from_model_full (with_keys, GTK_POPOVER_MENU_NESTED);

  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  th_popup_widget (parent, x, y, popover);
  return popover;
}
