/* th-window-private.h - what the files of ThWindow share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording-window.h"
#include "th-filter-bar.h"
#include "th-find-bar.h"
#include "th-part-keys.h"
#include "th-problem-bar.h"
#include "th-scene-times.h"
#include "th-session-store.h"
#include "th-status-bar.h"
#include "th-table-pane.h"
#include "th-window.h"

G_BEGIN_DECLS

/* What stays of a recording; th-session-sync.c */
typedef struct
{
  ThSessionView views[TH_SESSION_N_VIEWS];
  ThSession    *session;       /* until all of it is there again */
  char         *key;           /* NULL: nothing is kept */
  char         *text;          /* as it was written last */
  ThSessionFile *file;         /* to write it to; NULL without a key */
  GVariant     *usual_columns; /* need no keeping */
  ThPartKeys   *part_keys;
  GCancellable *cancellable;
  guint         changed_id;    /* it will be written */
  gboolean      restored;
  gboolean      has_taken;     /* a recording */
  gboolean      wants_view;    /* the command line did not say which */
} ThKept;

struct _ThWindow
{
  GtkApplicationWindow parent;

  /* Of the template */
  GtkLabel        *title;
  GtkLabel        *facts;
  GtkWidget       *facts_button;
  GtkStack        *pages;
  GtkSpinner      *opening_spinner;
  GtkProgressBar  *progress;
  GtkLabel        *refused_title;
  GtkLabel        *refused_text;
  GtkWidget       *recent_box;   /* in the empty page */
  GtkWidget       *recent_list;
  GtkWidget       *sample_button;
  GtkWidget       *zoom_buttons;
  GtkWidget       *zoom_in;
  GtkWidget       *zoom_out;
  GtkWidget       *fit;
  GtkMenuButton   *open_menu;
  GtkMenuButton   *menu;
  GtkLabel        *filter_error; /* of what is sought, too */
  ThMarkerBar     *marker_bar;
  GtkPaned        *split;        /* left part | inspector */
  GtkPaned        *rows;         /* lanes above, table below */
  ThTimeline      *timeline;
  ThInspector     *inspector;
  ThFilterBar     *filter_bar;
  ThFindBar       *find_bar;
  ThProblemBar    *problem_bar;
  ThStatusBar     *status_bar;
  ThTablePane     *table_pane;

  ThDocument      *document;
  GMenu           *recent_menu;
  GtkFileChooserNative *chooser;
  ThRecordingWindow *recording_window; /* NULL until it is asked for */
  const char      *held;         /* name of the action whose key is down */
  gboolean         held_fast;    /* with Shift */
  guint            hold_id;
  guint            held_keycode;
  GPtrArray       *choices;      /* of a finder, by its ids: names */
  guint            n_choices;    /* of them, before what is offered */
  GCancellable    *copying;      /* NULL: nothing is */
  ThKept           kept;
  GMenu           *saved_menu;
  GMenu           *recent_filters;
  char            *row_flows;    /* the chip that a table's row asked for last, or NULL */
  GCancellable    *checking_symbols;
  gint64           go_time;      /* what was typed last to go to */
  ThRef            go_ref;
  gboolean         room_shared;
  int              room_given;  /* to the lanes; elsewhere the user put the divider */
};

/* th-window-actions.c */
void  th_window_add_actions    (ThWindow *self);
void  th_window_update_actions (ThWindow *self);
/* Of the state of win.time-format. */
ThTimeFormat th_window_find_time_format (const char *name);


/* th-actions-table.c */
void  th_window_add_table      (ThWindow *self);
void  th_window_update_table   (ThWindow *self);
void  th_window_stop_copying   (ThWindow *self);
/* A ThChooser, or NULL; it closes itself. */
GtkWindow *th_window_open_column_finder (ThWindow *self);

/* th-session-sync.c */
void  th_window_add_session    (ThWindow *self);
/* Of the document that was just set. */
void  th_window_open_session   (ThWindow *self,
                                gboolean  wants_view);
/* Before the document goes. */
void  th_window_close_session  (ThWindow *self);
void  th_window_take_recording (ThWindow *self);
/* More is loaded: what waited for it may be there. */
void  th_window_update_session (ThWindow *self);
/* Something that is kept has changed. */
void  th_window_session_changed (ThWindow *self);
void  th_window_store_view     (ThWindow *self,
                                guint     index);
void  th_window_recall_view    (ThWindow *self,
                                guint     index);
void  th_window_update_saved_views (ThWindow *self);

/* th-command-palette.c: a ThChooser each, or NULL; it closes itself */
GtkWindow *th_window_open_palette     (ThWindow *self);
GtkWindow *th_window_open_lane_finder (ThWindow *self);

/* th-go-to.c: the same */
GtkWindow *th_window_open_go_to       (ThWindow *self);

/* th-actions-markers.c */
void  th_window_add_marks      (ThWindow *self);
void  th_window_update_marks   (ThWindow *self);

/* th-actions-packet.c */
void  th_window_add_follow     (ThWindow *self);
void  th_window_update_follow  (ThWindow *self);
void  th_window_followed_cb    (ThWindow *self);
void  th_window_flow_restored_cb (ThWindow *self);
void  th_window_follow_changed_cb (ThWindow *self);

/* th-actions-lanes.c */
void  th_window_add_lanes      (ThWindow *self);
void  th_window_update_lanes   (ThWindow *self);

/* th-held-keys.c */
void  th_window_add_keys       (ThWindow *self);

/* th-window-files.c */
void  th_window_add_files      (ThWindow *self);
void  th_window_choose_file    (ThWindow *self);
void  th_window_update_recent  (ThWindow *self);
void  th_window_open_file      (ThWindow *self,
                                GFile    *file);
void  th_window_remember       (ThWindow *self);

void  th_window_choose_appended (ThWindow *self);
/* Beside what is open, or alone if nothing is. */
void  th_window_append_file    (ThWindow *self,
                                GFile    *file);
/* Files (a GdkFileList) are opened; a link (dropped with Control and Shift) joins the
 * timeline.  FALSE: it is something else. */
gboolean th_window_take_drop (ThWindow      *self,
                              const GValue  *value,
                              GdkDragAction  actions);

/* th-window-parts.c */
void  th_window_add_append     (ThWindow *self);
void  th_window_update_append  (ThWindow *self);
void  th_window_say_guests  (ThWindow *self);

/* th-actions-search.c */
void  th_window_add_search     (ThWindow *self);
void  th_window_update_search  (ThWindow *self);

/* th-quick-filters.c */
void  th_window_add_chips      (ThWindow *self);
void  th_window_update_chip_actions (ThWindow *self);

/* th-filter-menu.c */
void  th_window_add_sift       (ThWindow *self);
void  th_window_clear_sift     (ThWindow *self);
/* What is saved, into the menu. */
void  th_window_fill_filters   (ThWindow *self);
/* Of another document. */
void  th_window_renew_ways     (ThWindow *self);

/* th-actions-field.c */
void  th_window_add_field      (ThWindow   *self);

/* th-actions-symbols.c */
void  th_window_add_symbols    (ThWindow   *self);
/* Of what was just loaded, in a thread: lacks_symbols, and the bar, follow. */
void  th_window_check_symbols  (ThWindow   *self);
void  th_window_forget_symbols (ThWindow   *self);
/* A copy of /proc/kallsyms or a vmlinux; loads the recording again with it. */
void  th_window_load_symbols   (ThWindow   *self,
                                const char *path);

/* th-window-export.c */
void  th_window_save_picture   (ThWindow *self);
void  th_window_copy_picture   (ThWindow *self);

G_END_DECLS
