/* th-expression-bar.h - an entry whose expression is applied to the document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The base class of the filter bar and the find bar.  It completes words, shows mistakes,
 * applies the text to the document when the user has stopped typing, and shows the text of
 * the document.  A subclass defines which text of the document that is.
 *
 * Properties: "document" (ThDocument); read-only "mistake" (string: what is wrong with
 * the text; NULL if it is valid or while completions are offered).  Signal: "leave", when
 * the focus should return to the lanes.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-completion-popup.h"
#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_EXPRESSION_BAR (th_expression_bar_get_type ())
G_DECLARE_DERIVABLE_TYPE (ThExpressionBar, th_expression_bar, TH, EXPRESSION_BAR, GtkBox)

/**
 * ThExpressionBarClass:
 * @get_text: returns the text of the document
 * @set_text: sets the text of the document
 * @get_error: returns what is wrong with the text that was set last, and its range; or NULL
 * @update: updates the other widgets of the bar; the document is not NULL
 * @text_changed: called when the text of the entry has changed, by the user or by the bar
 */
struct _ThExpressionBarClass
{
  GtkBoxClass parent_class;

  const char *(*get_text)     (ThDocument      *document);
  void        (*set_text)     (ThDocument      *document,
                               const char      *text);
  const char *(*get_error)    (ThDocument      *document,
                               guint           *begin,
                               guint           *end);
  void        (*update)       (ThExpressionBar *self);
  void        (*text_changed) (ThExpressionBar *self);
};

/* --- for subclasses ------------------------------------------------------ */

/* Sets the entry, a child of the bar; called in init.  An expression follows @prefix. */
void           th_expression_bar_set_entry       (ThExpressionBar *self,
                                                  GtkEntry        *entry,
                                                  const char      *prefix);
/* Updates the bar after a signal of the document; called in init. */
void           th_expression_bar_watch           (ThExpressionBar *self,
                                                  const char      *signal);
/* Owned by the bar; may be NULL. */
ThDocument    *th_expression_bar_get_document    (ThExpressionBar *self);
void           th_expression_bar_leave           (ThExpressionBar *self);

/* --- for users ----------------------------------------------------------- */

void           th_expression_bar_set_document    (ThExpressionBar *self,
                                                  ThDocument      *document);
/* Applies the text of the entry at once.  Returns %FALSE if the document has it already. */
gboolean       th_expression_bar_apply           (ThExpressionBar *self);
/* Drops text that is still being typed, as another text is about to be set. */
void           th_expression_bar_stop_typing     (ThExpressionBar *self);
void           th_expression_bar_set_text        (ThExpressionBar *self,
                                                  const char      *text);
/* Owned by the bar. */
const char    *th_expression_bar_get_mistake     (ThExpressionBar *self);
gboolean       th_expression_bar_has_focus       (ThExpressionBar *self);
/* Opens the completions at the caret. */
void           th_expression_bar_complete        (ThExpressionBar *self);

G_END_DECLS
