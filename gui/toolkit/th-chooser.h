/* th-chooser.h - a list to choose from by typing a part of the name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every word that is typed must occur in the title, the detail or the keywords,
 * in any order, in any case; titles that begin with it come first.  Up and Down move,
 * Return (or a click, or the action "finder.choose") chooses and closes, Escape
 * closes.  The entry says what would be chosen, for those who do not see the list.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * ThChoice:
 * @title: what is chosen; copied, as are the others
 * @detail: what it belongs to; may be %NULL
 * @key: shown at the right; may be %NULL
 * @id: passed to the callback when it is chosen
 * @disabled: listed, but cannot be chosen
 * @keywords: not shown, but matched like the detail; may be %NULL
 */
typedef struct
{
  const char *title;
  const char *detail;
  const char *key;
  guint       id;
  gboolean    disabled;
  const char *keywords;
} ThChoice;

typedef void (*ThChosenFunc) (guint    id,
                              gpointer data);
/* What the typed @text means that is in no list: fills in @offer, whose text
 * is taken (g_free()), and returns TRUE. */
typedef struct
{
  char    *title, *detail;
  guint    id;
  gboolean disabled;
} ThOffer;
typedef gboolean (*ThOfferFunc) (const char *text,
                                 ThOffer    *offer,
                                 gpointer    data);

#define TH_TYPE_CHOOSER (th_chooser_get_type ())
G_DECLARE_FINAL_TYPE (ThChooser, th_chooser, TH, CHOOSER, GtkWindow)

/* Modal over @parent; presented by the caller, destroys itself. */
ThChooser *th_chooser_new         (GtkWindow      *parent,
                                   const char     *title,
                                   ThChosenFunc    chosen,
                                   gpointer        data);
/* In the order that they have while nothing is typed. */
void      th_chooser_add         (ThChooser       *self,
                                  const ThChoice  *choice);
/* Asked at each change of a text that is not empty; what it offers comes first.
 * @data is that of th_chooser_new(). */
void      th_chooser_set_offer   (ThChooser       *self,
                                  ThOfferFunc      offer);
/* What is shown where nothing matches; copied.  "No matches" without it. */
void      th_chooser_set_none    (ThChooser       *self,
                                  const char      *text);
/* As typed. */
void      th_chooser_set_text    (ThChooser       *self,
                                  const char      *text);
/* The titles that are listed, a line each.  Free with g_free(). */
char     *th_chooser_list        (ThChooser       *self);
/* As Return does. */
void      th_chooser_choose      (ThChooser       *self);

G_END_DECLS
