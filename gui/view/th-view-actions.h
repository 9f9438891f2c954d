/* th-view-actions.h - the actions of a document view, and when they are enabled
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each file of actions has one table, which says for each action what it does and the
 * condition under which it is enabled.  The actions are in a group of the view; their
 * names have the prefix "win." (th-document-view.h).
 */
#pragma once

#include "th-document-view.h"

G_BEGIN_DECLS

typedef gboolean (*ThViewCondition) (ThDocumentView *view);

/**
 * ThViewAction:
 * @entry: the action; its callbacks get the view as data
 * @is_enabled: whether it is enabled now; %NULL: always
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

/* @actions must be static. */
void           th_view_actions_add    (ThDocumentView     *view,
                                       const ThViewAction *actions,
                                       guint               n_actions);
/* Asks the condition of each action. */
void           th_view_actions_update (ThDocumentView     *view);
GSimpleAction *th_view_actions_find   (ThDocumentView     *view,
                                       const char         *name);

/* --- conditions that several tables use ------------------------------------ */

gboolean       th_view_has_document   (ThDocumentView     *view);
gboolean       th_view_has_recording  (ThDocumentView     *view);
gboolean       th_view_has_events     (ThDocumentView     *view);
/* An event is selected. */
gboolean       th_view_has_selected   (ThDocumentView     *view);
/* A span is selected. */
gboolean       th_view_has_span       (ThDocumentView     *view);

/* --- dialogs ----------------------------------------------------------------- */

/* The window that the view is in. */
GtkWindow     *th_view_get_window     (ThDocumentView     *view);
/* Presents the dialog of @type that the view has open.  Returns %FALSE if there is none. */
gboolean       th_view_present_dialog (ThDocumentView     *view,
                                       GType               type);
/* Presents @dialog, a GtkWindow whose parent is the window of the view; it is closed with
 * the document. */
void           th_view_add_dialog     (ThDocumentView     *view,
                                       gpointer            dialog);
void           th_view_close_dialogs  (ThDocumentView     *view);

G_END_DECLS
