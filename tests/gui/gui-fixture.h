/* gui-fixture.h - a window with a recording, and helpers to wait for it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-application.h"
#include "th-chooser.h"
#include "th-filter-bar.h"
#include "th-find-bar.h"
#include "th-problem-bar.h"
#include "th-result-list.h"
#include "th-status-bar.h"
#include "th-tab-box.h"
#include "th-table-pane.h"
#include "th-timeline.h"

G_BEGIN_DECLS

/* Facts of data/samples/e1000-tcp.dat, by `trace-cmd report -t -N`. */
#define SAMPLE_EVENTS   2687
#define SAMPLE_FIRST    G_GINT64_CONSTANT (177573538626)
#define SAMPLE_LAST     G_GINT64_CONSTANT (177777622149)
#define SAMPLE_CPU0     1942

typedef struct
{
  ThApplication *application;
  ThWindow      *window;
  char          *directory; /* for copies; removed at the end */
} Fixture;

typedef gboolean (*Condition) (Fixture *fixture);

/* Like gtk_test_init(), but does not touch the user's own files and settings. */
void        init_test            (int           *argc,
                                  char        ***argv);
void        fixture_set_up       (Fixture       *fixture,
                                  gconstpointer  data);
void        fixture_tear_down    (Fixture       *fixture,
                                  gconstpointer  data);

/* Fails the test after some seconds; the message has the condition and its location. */
#define wait_until(fixture, condition) wait_until_at (fixture, condition, #condition, G_STRLOC)
void        wait_until_at        (Fixture       *fixture,
                                  Condition      condition,
                                  const char    *what,
                                  const char    *where);
void        wait_ms              (guint          ms);
gboolean    is_loaded            (Fixture       *fixture);
/* Returns whether the recording is loaded and all analyses have ended. */
gboolean    is_analysed          (Fixture       *fixture);
/* Returns whether a cell of a table in @widget has that text. */
gboolean    shows_cell           (GtkWidget     *widget,
                                  const char    *text);
/* Appends the texts of the visible labels in @widget, one per line. */
void        append_labels        (GtkWidget     *widget,
                                  GString       *text);
/* Returns the texts of all labels in @widget, visible or not, one per line.  Free with g_free(). */
char       *dup_label_texts      (GtkWidget     *widget);
/* Returns @widget or the first descendant of @type, or NULL. */
GtkWidget  *find_widget          (GtkWidget     *widget,
                                  GType          type);
/* Likewise, by its tooltip. */
GtkWidget  *find_tooltip         (GtkWidget     *widget,
                                  const char    *text);
/* Activates a row of a table, as a double-click does. */
void        activate_row         (GtkWidget     *table,
                                  guint          position);
/* Returns the property "selected" of a table. */
guint       gui_get_selected_row (gpointer       table);
void        gui_select_row       (gpointer       table,
                                  guint          position);
/* Returns the selection model of a table; owned by the table. */
GtkSelectionModel *gui_get_selection (gpointer   table);
/* Returns the property "list" of a table of results; owned by the table. */
ThResultList *gui_get_result_list (gpointer      table);
/* Sorts as a click on the title of the column does. */
void        gui_sort_table       (gpointer       table,
                                  guint          column,
                                  gboolean       descending);
/* Returns the widget of @lane, or NULL if it is not visible. */
GtkWidget  *gui_get_lane_view    (ThTimeline    *timeline,
                                  guint          lane);
/* Returns the descendant of @widget of @type with number @index, from 0, or NULL if there are
 * fewer. */
GtkWidget  *find_widget_at       (GtkWidget     *widget,
                                  GType          type,
                                  guint          index);
/* Types @text as the offset of recording @part, from 1, in the dialog of offsets, and presses
 * Enter. */
void        gui_type_offset      (GtkWidget     *dialog,
                                  guint          part,
                                  const char    *text);
/* Returns whether the rows of a table of results are being sorted or filtered. */
gboolean    is_arranging         (GtkWidget     *table);
/* Types @text into the entry of a chooser. */
void        gui_type_choice      (ThChooser     *chooser,
                                  const char    *text);
/* Likewise, and chooses the selected choice, which closes the chooser. */
void        gui_choose           (ThChooser     *chooser,
                                  const char    *text);
/* Returns the listed titles, one per line.  Free with g_free(). */
char       *gui_list_choices     (ThChooser     *chooser);
/* Return what the bars of a window show; valid until the next call. */
const char *gui_get_status       (ThWindow      *window);
const char *gui_get_activity     (ThWindow      *window);
const char *gui_get_notice       (ThWindow      *window);
const char *gui_get_bar_text     (ThWindow      *window); /* NULL while it is hidden */
gboolean    gui_lacks_symbols    (ThWindow      *window);
/* Returns the recording that the window shows; owned by the window. */
ThRecording *gui_get_recording   (ThWindow      *window);
/* Return the objects of the document that the window shows. */
ThEventFilter *gui_get_filter    (Fixture       *fixture);
ThEventSearch *gui_get_search    (Fixture       *fixture);
ThFlowFollower *gui_get_follower (Fixture       *fixture);
ThAnalysisRunner *gui_get_analyses (Fixture     *fixture);
/* Returns the results of the followed flow and sets @row, or returns NULL; @row may be NULL. */
ThResults  *gui_get_followed     (Fixture       *fixture,
                                  guint32       *row);
gboolean    gui_is_following     (Fixture       *fixture);
guint       gui_count_windows    (Fixture       *fixture);
/* Returns whether the text of the filter bar, which must be valid, has been applied to all rows. */
gboolean    gui_is_filtered      (Fixture       *fixture);
/* Returns the view on which the actions of the window act, or NULL. */
ThDocumentView *gui_get_view     (ThWindow      *window);
ThTablePane *gui_get_table_pane  (Fixture       *fixture);
/* Returns the table of events of the current view. */
ThEventTable *gui_get_table      (ThWindow      *window);
/* Returns the page of a tab ("events", "measures" or "sched/wakeups") of the current view; NULL if
 * there is no such tab or it has not been shown yet. */
GtkWidget  *gui_get_tab          (ThWindow      *window,
                                  const char    *name);
/* Returns the number of events that pass the filter. */
guint64     gui_get_n_shown      (Fixture       *fixture);
/* Returns the child @name of the template of the widget of that type. */
GtkWidget  *gui_template_child   (ThWindow      *window,
                                  GType          type,
                                  const char    *name);
gboolean    is_refused           (Fixture       *fixture);
gboolean    is_at_rest           (Fixture       *fixture); /* no worker is running */
gboolean    is_read              (Fixture       *fixture); /* the inspector shows the event */

/* Open @file as the desktop does, or with options as from the command line.  The window that shows
 * it becomes that of the fixture. */
ThWindow   *gui_open_file        (Fixture       *fixture,
                                  GFile         *file);
void        gui_open_with        (Fixture       *fixture,
                                  GFile         *file,
                                  const ThOpenOptions *options);
/* Opens the sample recording and waits until it is loaded and drawn. */
ThDocument *open_sample          (Fixture       *fixture);
ThDocument *open_path            (Fixture       *fixture,
                                  const char    *path);
GFile      *sample_file          (void);
/* Copies the first @size bytes (0: all) of the sample to a file with another name. */
GFile      *copy_sample          (Fixture       *fixture,
                                  const char    *name,
                                  gsize          size);

/* Adds a lane "irq:softirq_raise vec"; it has 226 values by `trace-cmd report`. */
void        add_values           (ThDocument    *document);

void        activate             (Fixture       *fixture,
                                  const char    *detailed);
/* Returns a property of type uint. */
guint       gui_get_uint         (gpointer       object,
                                  const char    *property);
/* Returns a boolean property. */
gboolean    gui_is               (gpointer       object,
                                  const char    *property);
/* Returns the boolean state of the action. */
gboolean    gui_action_is_on     (ThWindow      *window,
                                  const char    *action);
/* Returns how many pixels of the lane of CPU 0 have @color (ARGB) or, unless @equal, another one.
 * */
guint       count_pixels         (Fixture       *fixture,
                                  guint32        color,
                                  gboolean       equal);
/* Takes a picture of the window and returns the columns of pixels of a strip of @timeline, counted
 * from @left, in which any pixel has @color: "12 13 40 ".  Free with g_free(). */
char       *gui_list_columns     (ThTimeline    *timeline,
                                  ThColorRole    color,
                                  double         left,
                                  double         top,
                                  double         height);
/* Returns the text on the clipboard, or NULL. */
char       *read_clipboard       (Fixture       *fixture);
/* Returns the view as a short text of offsets from the first event, in us. */
char       *view_text            (ThDocument    *document);

#define ADD_WINDOW_TEST(path, func) \
  g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

G_END_DECLS
