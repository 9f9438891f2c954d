/* th-flags.h - the notes on the timeline of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What has notes sets the flags; the timeline draws them, and activates the one that is clicked.
 *
 * Signals: "changed"; "activated" (string id).
 *
 * Main thread.
 */
#pragma once

#include <glib-object.h>

#include "th-ref.h"

G_BEGIN_DECLS

/**
 * ThFlag:
 * @id: of the note
 * @number: what is written on the flag
 * @text: a short text about the note, safe to display
 * @time: on the timeline; %TH_TIME_NONE for a flag on the label of a lane
 * @lane: the name of the lane that has the flag; %NULL: the ruler has it
 * @is_open: whether the note is open
 * @is_selected: whether the note is selected
 */
typedef struct
{
  char    *id;
  guint    number;
  char    *text;
  gint64   time;
  char    *lane;
  gboolean is_open;
  gboolean is_selected;
} ThFlag;

#define TH_TYPE_FLAGS (th_flags_get_type ())
G_DECLARE_FINAL_TYPE (ThFlags, th_flags, TH, FLAGS, GObject)

ThFlags      *th_flags_new      (void);
/* Adds a copy of @flag to @array, for th_flags_take(). */
void          th_flags_add      (GArray       *array,
                                 const ThFlag *flag);
/* An empty array for th_flags_take(). */
GArray       *th_flags_make     (void);
/* Replaces all flags by those of @array, which it takes. */
void          th_flags_take     (ThFlags      *self,
                                 GArray       *array);
guint         th_flags_get_n    (ThFlags      *self);
/* Owned by @self; valid until the next "changed". */
const ThFlag *th_flags_get      (ThFlags      *self,
                                 guint         index);
/* Emits "activated". */
void          th_flags_activate (ThFlags      *self,
                                 guint         index);

G_END_DECLS
