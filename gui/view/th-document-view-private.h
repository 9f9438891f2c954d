/* th-document-view-private.h - declarations shared by the files of ThDocumentView
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-document-view.h"
#include "th-file-dialog.h"
#include "th-filter-bar.h"
#include "th-find-bar.h"
#include "th-paned-bin.h"
#include "th-problem-bar.h"
#include "th-recording-window.h"
#include "th-session-sync.h"
#include "th-status-bar.h"

G_BEGIN_DECLS

/* How much room the view has; each has its own choice of whether the inspector is shown. */
typedef enum
{
  TH_ROOM_WIDE,
  TH_ROOM_NARROW,  /* too narrow for lanes and inspector side by side */
  TH_ROOM_COMPACT, /* the view is one of two in a window */
  TH_N_ROOMS
} ThViewRoom;

struct _ThDocumentView
{
  GtkBox                parent;

  /* From the template */
  GtkStack             *pages;
  GtkSpinner           *opening_spinner;
  GtkWidget            *refused_icon;
  GtkLabel             *refused_title;
  GtkLabel             *refused_text;
  GtkProgressBar       *progress;
  ThProblemBar         *problem_bar;
  GtkWidget            *bars;              /* filter, Find and markers */
  ThFilterBar          *filter_bar;
  ThFindBar            *find_bar;
  GtkWidget            *live_buttons;      /* shown while the document is live */
  GtkWidget            *pause_button;
  GtkWidget            *present_button;
  GtkWidget            *inspector_button;  /* shown in a narrow view */
  ThMarkerBar          *marker_bar;
  GtkLabel             *mistake_label;     /* of the filter or the search */
  ThPanedBin           *inspector_bin;     /* places the divider of left part | inspector */
  GtkStack             *content;           /* the rows, or the cover */
  GtkWidget            *cover;             /* or NULL */
  ThPanedBin           *lanes_bin;         /* places the divider of the rows */
  GtkPaned             *rows;              /* lanes above, tables below */
  ThTimeline           *timeline;
  ThTablePane          *table_pane;
  ThInspector          *inspector;
  ThStatusBar          *status_bar;

  ThDocument           *document;
  GSignalGroup         *signals;           /* of the document */
  GSignalGroup         *markers;           /* signals of its markers */
  GSignalGroup         *search;            /* signals of its search */
  GSimpleActionGroup   *actions;
  guint                 actions_id;        /* idle source that updates the actions */
  guint                 room_id;           /* idle source that applies another room; or 0 */
  ThSessionSync        *session;
  GtkFileChooserNative *chooser;           /* while one is open */
  ThRecordingWindow    *recording_window;  /* weak; NULL until it is opened */
  GCancellable         *copying;           /* the copying of rows; or NULL */
  GCancellable         *checking_symbols;
  char                 *review;            /* path of its folder; or NULL */
  ThComparison         *comparison;        /* for reports, like the next two; or NULL */
  ThDocumentView       *compared[2];       /* not owned */
  char                 *sides[2];
  char                 *connection;        /* results whose lane is to be shown; or NULL */
  char                 *path;              /* results whose flow is to be followed; or NULL */
  char                 *row_flows;         /* chip of the table row whose flows are shown */
  ThRef                 last_event;        /* the event that was selected last */
  ThUnlisted            says_unlisted;     /* why it is not listed, as the status bar said */
  GtkWidget            *live_page;         /* of the inspector; or NULL */
  gboolean              compact;
  gboolean              shows_inspector[TH_N_ROOMS];
};

/* --- action tables, each in the file of its name ---------------------------- */

void th_view_add_document_actions   (ThDocumentView *self);
void th_view_add_time_actions       (ThDocumentView *self);
void th_view_add_event_actions      (ThDocumentView *self);
void th_view_add_lane_actions       (ThDocumentView *self);
void th_view_add_marker_actions     (ThDocumentView *self);
void th_view_add_packet_actions     (ThDocumentView *self);
void th_view_add_connection_actions (ThDocumentView *self);
void th_view_add_path_actions       (ThDocumentView *self);
void th_view_add_frame_actions      (ThDocumentView *self);
void th_view_add_search_actions     (ThDocumentView *self);
void th_view_add_chip_actions       (ThDocumentView *self);
void th_view_add_filter_actions     (ThDocumentView *self);
void th_view_add_table_actions      (ThDocumentView *self);
void th_view_add_column_actions     (ThDocumentView *self);
void th_view_add_field_actions      (ThDocumentView *self);
void th_view_add_saved_view_actions (ThDocumentView *self);
void th_view_add_part_actions       (ThDocumentView *self);
void th_view_add_live_actions       (ThDocumentView *self);
void th_view_add_symbol_actions     (ThDocumentView *self);
void th_view_add_export_actions     (ThDocumentView *self);

/* --- the dividers; th-view-dividers.c --------------------------------------- */

void th_view_make_dividers          (ThDocumentView *self);
/* Places both dividers, even if the user has moved them. */
void th_view_reset_dividers         (ThDocumentView *self);
ThViewRoom th_view_get_room         (ThDocumentView *self);
/* Shows or hides the inspector, now and whenever the view has the same room. */
void th_view_set_inspector          (ThDocumentView *self,
                                     gboolean        visible);
/* Shows or hides the inspector as it was last in the present room. */
void th_view_apply_room             (ThDocumentView *self);

/* --- called when the document changes -------------------------------------- */

/* Applies the state of "time-format" to the new document; th-actions-time.c. */
void th_view_apply_time_format      (ThDocumentView *self);
/* Applies the filter options and the color rules to the new document; th-actions-filter.c. */
void th_view_apply_filter_options   (ThDocumentView *self);
/* Updates the states of the lane actions for the current lane; th-actions-lanes.c. */
void th_view_update_lane_states     (ThDocumentView *self);
/* Updates the states of the actions of a live document; th-actions-live.c. */
void th_view_update_live_states     (ThDocumentView *self);
/* th-actions-connection.c */

/* Makes the lane of the connection that was followed last the current one, once it exists. */
void th_view_show_connection (ThDocumentView *self);

/* Follows the critical path that was asked for last, once it is there; th-actions-path.c. */
void th_view_show_path              (ThDocumentView *self);

/* th-actions-packet.c */
void th_view_show_followed          (ThDocumentView *self);
void th_view_show_restored_flow     (ThDocumentView *self);
/* Reports which guests are aligned with their host; th-actions-parts.c. */
void th_view_say_guests             (ThDocumentView *self);
/* Aligns a capture that was appended to be aligned by packets; th-actions-parts.c. */
void th_view_align_by_packets       (ThDocumentView *self);
/* th-actions-table.c */
void th_view_stop_copying           (ThDocumentView *self);
/* Checks in a thread for missing kernel symbols, for the problem bar; th-actions-symbols.c. */
void th_view_check_symbols          (ThDocumentView *self);
void th_view_cancel_symbol_check    (ThDocumentView *self);

G_END_DECLS
