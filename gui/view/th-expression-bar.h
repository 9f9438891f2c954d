/* th-expression-bar.h - an entry whose expression is applied to the document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The base class of the filter bar and of the find bar.  It completes words, shows
 * mistakes, gives the text to the document after the user has stopped typing, and shows the
 * text of the document.  A subclass says which text of the document that is.
 *
 * Properties: "document" (ThDocument); read-only "mistake" (string: what is wrong
 * with the text; NULL where nothing is, or while words are offered).  Signal: "leave",
 * when the focus should go back to the lanes.
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
 * @get_text: the text that the document has
 * @set_text: gives it another one
 * @get_error: what is wrong with the text that was given last, and where; or NULL
 * @update: shows what else the bar has of the document, which is never NULL
 * @text_changed: the text in the entry is another one, whoever wrote it
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

/* In init: @entry is a child of the bar.  Behind @prefix stands an expression. */
void           th_expression_bar_set_entry       (ThExpressionBar *self,
                                                  GtkEntry        *entry,
                                                  const char      *prefix);
/* In init: a signal of the document after which the bar differs. */
void           th_expression_bar_watch           (ThExpressionBar *self,
                                                  const char      *signal);
/* Lent; NULL without one. */
ThDocument    *th_expression_bar_get_document    (ThExpressionBar *self);
void           th_expression_bar_leave           (ThExpressionBar *self);

/* --- for users ----------------------------------------------------------- */

void           th_expression_bar_set_document    (ThExpressionBar *self,
                                                  ThDocument      *document);
/* Applies the text of the entry at once.  Returns %FALSE if the document has it already. */
gboolean       th_expression_bar_apply           (ThExpressionBar *self);
/* Does not apply what is being typed, as another text is about to be set. */
void           th_expression_bar_stop_typing     (ThExpressionBar *self);
void           th_expression_bar_set_text        (ThExpressionBar *self,
                                                  const char      *text);
/* Lent. */
const char    *th_expression_bar_get_mistake     (ThExpressionBar *self);
gboolean       th_expression_bar_has_focus       (ThExpressionBar *self);
/* Opens the completions at the caret. */
void           th_expression_bar_complete        (ThExpressionBar *self);
/* The text is about to be applied. */
gboolean       th_expression_bar_is_typing       (ThExpressionBar *self);
ThCompletionPopup *th_expression_bar_get_suggestions (ThExpressionBar *self);

G_END_DECLS
