/* gui-fixture.h - a window with a recording, and waiting for what it does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-application.h"
#include "th-filter-bar.h"
#include "th-find-bar.h"
#include "th-problem-bar.h"
#include "th-result-list.h"
#include "th-status-bar.h"
#include "th-tab-strip.h"
#include "th-table-pane.h"
#include "th-timeline.h"

G_BEGIN_DECLS

/* Of data/samples/e1000-tcp.dat, as `trace-cmd report -t -N` tells them. */
#define SAMPLE_EVENTS   2687
#define SAMPLE_FIRST    G_GINT64_CONSTANT (177573538626)
#define SAMPLE_LAST     G_GINT64_CONSTANT (177777622149)
#define SAMPLE_CPU0     1942

typedef struct
{
  ThApplication *application;
  ThWindow      *window;
  char          *directory; /* for copies; removed in the end */
} Fixture;

typedef gboolean (*Condition) (Fixture *fixture);

/* gtk_test_init() that leaves the user's own files and settings alone. */
void        init_test            (int           *argc,
                                  char        ***argv);
void        fixture_set_up       (Fixture       *fixture,
                                  gconstpointer  data);
void        fixture_tear_down    (Fixture       *fixture,
                                  gconstpointer  data);

/* Fails the test after some seconds, and says for what it waited where. */
#define wait_until(fixture, condition) wait_until_at (fixture, condition, #condition, G_STRLOC)
void        wait_until_at        (Fixture       *fixture,
                                  Condition      condition,
                                  const char    *what,
                                  const char    *where);
void        wait_ms              (guint          ms);
gboolean    is_loaded            (Fixture       *fixture);
/* And all analyses have ended. */
gboolean    is_analysed          (Fixture       *fixture);
/* A cell of a table in @widget has that text. */
gboolean    shows_cell           (GtkWidget     *widget,
                                  const char    *text);
/* The visible labels in @widget, a line each. */
void        append_labels        (GtkWidget     *widget,
                                  GString       *text);
/* All labels in @widget, seen or not, a line each.  Free with g_free(). */
char       *dup_label_texts      (GtkWidget     *widget);
/* @widget or the first one in it that is of @type; NULL: there is none. */
GtkWidget  *find_widget          (GtkWidget     *widget,
                                  GType          type);
/* The same by its tooltip. */
GtkWidget  *find_tooltip         (GtkWidget     *widget,
                                  const char    *text);
/* Activates a row of a table as a double click does. */
void        activate_row         (GtkWidget     *table,
                                  guint          position);
/* The property "selected" of a table. */
guint       gui_get_selected_row (gpointer       table);
void        gui_select_row       (gpointer       table,
                                  guint          position);
/* The selection model of a table; owned by the table. */
GtkSelectionModel *gui_get_selection (gpointer   table);
/* The property "list" of a table of results; owned by the table. */
ThResultList *gui_get_result_list (gpointer      table);
/* The widget of @lane; NULL if it is not visible. */
GtkWidget  *gui_get_lane_view    (ThTimeline    *timeline,
                                  guint          lane);
/* The widgets in @widget that are of @type: number @index, from 0; NULL if there are fewer. */
GtkWidget  *find_widget_at       (GtkWidget     *widget,
                                  GType          type,
                                  guint          index);
/* Types @text as the offset of recording @part, from 1, in the dialog of offsets, and presses
 * Enter. */
void        gui_type_offset      (GtkWidget     *dialog,
                                  guint          part,
                                  const char    *text);
/* Whether the rows of a table of results are being arranged. */
gboolean    is_arranging         (GtkWidget     *table);
/* What the bars of a window show; lent until it is asked again. */
const char *gui_get_status       (ThWindow      *window);
const char *gui_get_activity     (ThWindow      *window);
const char *gui_get_notice       (ThWindow      *window);
const char *gui_get_bar_text     (ThWindow      *window); /* NULL while it is hidden */
gboolean    gui_lacks_symbols    (ThWindow      *window);
/* The recording that the window shows; lent. */
ThRecording *gui_get_recording   (ThWindow      *window);
guint       gui_count_windows    (Fixture       *fixture);
/* Whether the filter that was typed has been applied to all rows. */
gboolean    gui_is_filtered      (Fixture       *fixture);
/* How many events pass the filter. */
ThTablePane *gui_get_table_pane  (Fixture       *fixture);
guint64     gui_get_n_shown      (Fixture       *fixture);
/* Child @name of the template of the widget of that type. */
GtkWidget  *gui_template_child   (ThWindow      *window,
                                  GType          type,
                                  const char    *name);
gboolean    is_refused           (Fixture       *fixture);
gboolean    is_read              (Fixture       *fixture); /* the inspector has the event */

/* Opens the sample recording and waits until it is loaded and drawn. */
ThDocument *open_sample          (Fixture       *fixture);
ThDocument *open_path            (Fixture       *fixture,
                                  const char    *path);
GFile      *sample_file          (void);
/* The first @size bytes (0: all) of the sample, under another name. */
GFile      *copy_sample          (Fixture       *fixture,
                                  const char    *name,
                                  gsize          size);

/* A lane "irq:softirq_raise vec", of 226 values by `trace-cmd report`. */
void        add_values           (ThDocument    *document);

void        activate             (Fixture       *fixture,
                                  const char    *detailed);
/* A property of type uint. */
guint       gui_get_uint         (gpointer       object,
                                  const char    *property);
/* A boolean property. */
gboolean    gui_is               (gpointer       object,
                                  const char    *property);
/* Whether the action, which has a boolean state, is on. */
gboolean    gui_action_is_on     (ThWindow      *window,
                                  const char    *action);
/* How many pixels of the lane of CPU 0 have @color (ARGB), or another one unless @equal. */
guint       count_pixels         (Fixture       *fixture,
                                  guint32        color,
                                  gboolean       equal);
/* The text on the clipboard; NULL if there is none. */
char       *read_clipboard       (Fixture       *fixture);
/* Of the view, as a short text of offsets from the first event, in us. */
char       *view_text            (ThDocument    *document);

#define ADD_WINDOW_TEST(path, func) \
  g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

G_END_DECLS
