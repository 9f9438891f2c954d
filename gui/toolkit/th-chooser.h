/* th-chooser.h - a list to choose from by typing a part of the name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every typed word must occur in the title, the detail or the keywords, in any order,
 * ignoring case; titles that begin with it come first.  Up and Down select, Return (or a
 * click, or the action "chooser.choose") chooses and closes, Escape closes.  The accessible
 * description of the entry is the selected choice.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * ThChoice:
 * @title: the name of the choice; all strings are copied
 * @detail: its context, such as a group; may be %NULL
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
/* Offers a choice for a typed @text that is in no list, such as a time to go to.  Fills in
 * @offer, whose strings the chooser frees with g_free(); returns FALSE if it cannot interpret
 * @text. */
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

/* Creates a chooser that is modal over @parent; the caller presents it, and it destroys itself. */
ThChooser *th_chooser_new         (GtkWindow      *parent,
                                   const char     *title,
                                   ThChosenFunc    chosen,
                                   gpointer        data);
/* Appends a choice; without a typed text, choices have the order of these calls. */
void      th_chooser_add         (ThChooser       *self,
                                  const ThChoice  *choice);
/* Sets a function that is called with every non-empty text that is typed, and with the @data of
 * th_chooser_new(); its choice is listed first. */
void      th_chooser_set_offer   (ThChooser       *self,
                                  ThOfferFunc      offer);
/* Sets the text shown when nothing matches, "No matches" by default. */
void      th_chooser_set_none    (ThChooser       *self,
                                  const char      *text);

G_END_DECLS
