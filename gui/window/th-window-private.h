/* th-window-private.h - declarations shared by the files of ThWindow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-comparison-view.h"
#include "th-file-dialog.h"
#include "th-held-keys.h"
#include "th-live-recording.h"
#include "th-note-flags.h"
#include "th-note-places.h"
#include "th-notes-panel.h"
#include "th-notes-table.h"
#include "th-record-bar.h"
#include "th-record-controls.h"
#include "th-review-bar.h"
#include "th-start-page.h"
#include "th-window-title.h"
#include "th-window.h"

G_BEGIN_DECLS

struct _ThWindow
{
  GtkApplicationWindow  parent;

  /* From the template */
  ThWindowTitle        *title;
  GtkMenuButton        *open_menu;
  GMenuModel           *main_menu;  /* shown by menu */
  GtkMenuButton        *menu;
  GtkWidget            *compare;
  GtkWidget            *share;
  GtkWidget            *zoom_buttons;
  GtkWidget            *zoom_in;
  GtkWidget            *zoom_out;
  GtkWidget            *fit;
  GtkStack             *pages;          /* the start page and the views */
  GtkBox               *start_place;    /* has the start page once it was shown */
  GtkBox               *notes_page;     /* has the notes while there is no recording */
  ThRecordControls     *record_controls;
  ThRecordBar          *record_bar;
  ThReviewBar          *review_bar;
  GtkWidget            *drop_zones;     /* shown over the views while files are dragged */
  GtkWidget            *open_zone;
  GtkWidget            *compare_zone;
  ThComparisonView     *comparison;     /* one view, or two that are compared */

  ThStartPage          *start_page;     /* NULL until it is needed */
  ThDocumentView       *view;           /* has the focus or had it last; owned by @comparison */
  GSignalGroup         *view_signals;
  GBindingGroup        *view_bindings;
  ThHeldKeys           *held_keys;
  GtkFileChooserNative *chooser;        /* while one is open */

  ThLiveRecording      *recording;      /* in progress; or NULL */
  GSignalGroup         *recording_signals;
  ThDocumentView       *recording_view; /* weak; shows it */
  GtkWidget            *recording_page; /* weak; in the inspector of that view */
  gboolean              closes_when_recorded;

  gboolean              forgets_size;

  GFile                *archive;        /* of a review, while its folder is asked for; or NULL */
  GFile                *review_folder;  /* of the review that is open or being opened; or NULL */
  gboolean              starts_with_note; /* the review is started in order to write a note */
  ThOpenReview         *review;         /* or NULL, as are the next four */
  ThNotePlaces         *places;         /* of its notes in the view of A */
  ThNoteFlags          *flags;          /* of the notes, on the timeline */
  ThDocumentView       *review_view;    /* that view; owned by @comparison */
  GtkWidget            *notes_panel;    /* a page of the inspector of that view */
};

/* th-window-actions.c */
void th_window_add_actions  (ThWindow *self);

/* th-window-files.c */
void th_window_add_drop_target (ThWindow *self);
void th_window_choose_file  (ThWindow *self);
/* Opens @file in this window if it is empty, or else in another one. */
void th_window_open_file    (ThWindow *self,
                             GFile    *file);

/* th-window-record.c */
void th_window_init_recording    (ThWindow *self);
void th_window_forget_recording  (ThWindow *self);
/* Opens the dialog that begins a recording. */
void th_window_record            (ThWindow *self);
void th_window_stop_recording    (ThWindow *self,
                                  gboolean  keeps_last);
/* Asks first. */
void th_window_discard_recording (ThWindow *self);
/* Lets the user enter a mark. */
void th_window_mark_moment       (ThWindow *self);
/* Asks what becomes of a recording in progress, and closes the window then; FALSE if there is
 * none. */
gboolean th_window_ask_close     (ThWindow *self);

/* th-window-session.c */
/* Lets the user save what the window shows as a session file. */
void th_window_save_view    (ThWindow *self);
void th_window_save_view_as (ThWindow *self,
                             GFile    *file);

/* th-window-review.c */
void th_window_init_review   (ThWindow *self);
void th_window_init_unpack   (ThWindow *self);
void th_window_forget_review (ThWindow *self);

/* th-window-share.c: before th_window_init_review(), which enables its actions. */
void th_window_init_share    (ThWindow *self);

/* th-window-link.c: copies the command line that shows this view again. */
void th_window_copy_link    (ThWindow *self);

/* th-window-export.c */
/* Lets the user save a picture of the window. */
void th_window_save_picture (ThWindow *self);
/* Saves a picture in @file, on a worker thread: an SVG if the name ends in ".svg", else a PNG.
 * Adds ".png" to any other name. */
void th_window_save_picture_as (ThWindow *self,
                                GFile    *file);
void th_window_copy_picture (ThWindow *self);

G_END_DECLS
