/* th-document-view.h - one document: lanes, tables, inspector and the bars around them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A window holds one or more views.  Each has its own document and its own actions, which
 * share nothing with those of another view.  Inside the view they have the prefix "win.",
 * as in menus and in the table of th-actions.c; the window has the actions of the view that
 * has the focus or had it last.
 *
 * Until there is a recording, a page says that it is being opened, or why that failed.
 *
 * Properties, read-only: "document" (ThDocument; NULL before one is opened), "page"
 * (string: "opening", "refused" or "recording"), "notice" (string: the message of the status
 * bar, also while a compact view hides that; NULL if there is none).
 * Properties: "compact" (boolean: only the lanes are shown, and they do not take the focus
 * once there is a recording; the actions on tables and on the status bar are disabled, but the
 * action "inspector" still shows the inspector), "show-bars"
 * (boolean: filter, Find and markers are shown above the lanes; TRUE by default).
 *
 * Signal "step-tab" (int direction): the user asks for the next or previous tab while the view is
 * compact and has none.
 *
 * Main thread.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison.h"
#include "th-document.h"
#include "th-inspector.h"
#include "th-marker-bar.h"
#include "th-session.h"
#include "th-table-pane.h"
#include "th-timeline.h"

G_BEGIN_DECLS

#define TH_TYPE_DOCUMENT_VIEW (th_document_view_get_type ())
G_DECLARE_FINAL_TYPE (ThDocumentView, th_document_view, TH, DOCUMENT_VIEW, GtkBox)

/* Replaces the document that is open in the view.  @options may be %NULL. */
void          th_document_view_open           (ThDocumentView      *self,
                                               GFile               *file,
                                               const ThOpenOptions *options);
/* Closes the document; the view is empty then, as it was at first. */
void          th_document_view_clear          (ThDocumentView      *self);
/* Shows @status in the status bar, and @page as a page of the inspector called "recording"; each
 * may be %NULL.  Another document removes both. */
void          th_document_view_set_live       (ThDocumentView      *self,
                                               GtkWidget           *status,
                                               GtkWidget           *page);
/* Shows @cover instead of lanes and tables until there are events; %NULL removes it. */
void          th_document_view_set_cover      (ThDocumentView      *self,
                                               GtkWidget           *cover);
/* Shows the inspector, and in it the page called @name (th-inspector.h). */
void          th_document_view_show_page      (ThDocumentView      *self,
                                               const char          *name);
/* From now on, reports saved from this view are about @comparison, unless a review is open.
 * @views show its sides, which are called @names; they must stay alive until the next call, or
 * until @self is disposed of.  %NULL: reports are about the recording alone. */
void          th_document_view_set_comparison (ThDocumentView       *self,
                                             ThComparison         *comparison,
                                             ThDocumentView *const views[2],
                                             const char *const     names[2]);
/* A report is about the review in the folder @path then; %NULL: about the recording alone. */
void          th_document_view_set_review     (ThDocumentView      *self,
                                               const char          *path);
/* Appends @file to the timeline.  If no recording is open, opens @file alone. */
void          th_document_view_append         (ThDocumentView      *self,
                                               GFile               *file);
/* What the view shows, as a session; free with th_session_free().  NULL without a recording. */
ThSession    *th_document_view_dup_session    (ThDocumentView      *self);
/* Shows @text in the status bar for some seconds. */
void          th_document_view_say            (ThDocumentView      *self,
                                               const char          *text);
/* Likewise for what happened without the user, after a message that is being shown; NULL ends a
 * remark. */
void          th_document_view_remark         (ThDocumentView      *self,
                                               const char          *text);
/* Closes the dialogs of the view and writes the session, before its window is destroyed. */
void          th_document_view_close          (ThDocumentView      *self);
/* To be called repeatedly after th_document_view_close(): frees the widgets of some table
 * rows, as freeing those of long tables at once takes too long.  Returns %TRUE while there
 * are more. */
gboolean      th_document_view_fold           (ThDocumentView      *self);

/* The view owns all of these; the document is %NULL before one is opened. */
ThDocument   *th_document_view_get_document   (ThDocumentView      *self);
const char   *th_document_view_get_page       (ThDocumentView      *self);
GActionMap   *th_document_view_get_actions    (ThDocumentView      *self);
ThTimeline   *th_document_view_get_timeline   (ThDocumentView      *self);
ThTablePane  *th_document_view_get_table_pane (ThDocumentView      *self);
/* Moves the filter bar to @place, or for %NULL back into the view. */
void          th_document_view_move_filter    (ThDocumentView      *self,
                                               GtkBox              *place);
/* Moves the tables to @place, where a compact view has tables, too; %NULL: back into the view. */
void          th_document_view_move_tables    (ThDocumentView      *self,
                                               GtkBox              *place);
ThInspector  *th_document_view_get_inspector  (ThDocumentView      *self);

G_END_DECLS
