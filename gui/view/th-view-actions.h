/* th-view-actions.h - the actions of a document view, and the conditions that enable them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each file of actions has one table of actions with their callbacks and the conditions
 * under which they are enabled.  The actions are in a group of the view with the prefix
 * "win." (th-document-view.h).
 */
#pragma once

#include "th-document-view.h"

G_BEGIN_DECLS

typedef gboolean (*ThViewCondition) (ThDocumentView *view);

/**
 * ThViewAction:
 * @entry: the action; its callbacks get the view as data
 * @is_enabled: returns whether the action is enabled now; %NULL: always
 */
typedef struct
{
  GActionEntry    entry;
  ThViewCondition is_enabled;
} ThViewAction;

#define TH_DEFINE_VIEW_ACTION(name) \
  static void \
  name##_cb (GSimpleAction *action, \
             GVariant      *parameter, \
             gpointer       data)

/* @actions must be static, as it is not copied. */
void           th_view_actions_add    (ThDocumentView     *view,
                                       const ThViewAction *actions,
                                       guint               n_actions);
/* Enables or disables each action by its condition. */
void           th_view_actions_update (ThDocumentView     *view);
GSimpleAction *th_view_actions_find   (ThDocumentView     *view,
                                       const char         *name);

/* --- conditions that several tables use ------------------------------------ */

gboolean       th_view_has_document   (ThDocumentView     *view);
gboolean       th_view_has_recording  (ThDocumentView     *view);
gboolean       th_view_has_events     (ThDocumentView     *view);
/* Returns whether there is a recording whose tables are shown; a compact view hides them. */
gboolean       th_view_shows_tables   (ThDocumentView     *view);
/* Returns whether an event is selected. */
gboolean       th_view_has_selected   (ThDocumentView     *view);
/* Returns whether a span is selected. */
gboolean       th_view_has_span       (ThDocumentView     *view);

/* --- dialogs ----------------------------------------------------------------- */

/* Returns the window that contains the view; NULL if there is none. */
GtkWindow     *th_view_get_window     (ThDocumentView     *view);
/* Presents the open dialog of @type of the view.  Returns %FALSE if there is none. */
gboolean       th_view_present_dialog (ThDocumentView     *view,
                                       GType               type);
/* Presents @dialog, a GtkWindow whose parent is the window of the view.  It is closed with
 * the document. */
void           th_view_add_dialog     (ThDocumentView     *view,
                                       gpointer            dialog);
void           th_view_close_dialogs  (ThDocumentView     *view);

G_END_DECLS
