/* th-txt-types.h - the event types of a text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"
#include "th-txt-line.h"

G_BEGIN_DECLS

#define TH_TXT_N_SAMPLES 24

typedef struct
{
  guint32  hash;
  guint16  type;
  gboolean is_switch;
  gboolean has_names;  /* sched_wakeup and the like: comm= and pid= */
  guint32  count;
  guint32  n_samples;
  guint64 *samples;    /* offsets of lines */
  char    *key;        /* its name in the text */
  gsize    key_size;
  char    *name;       /* valid UTF-8 */
} ThTxtType;

/* The thread of the scan and the load adds types; any thread may look up. */
typedef struct _ThTxtTypes ThTxtTypes;

ThTxtTypes *th_txt_types_new    (ThRecording    *recording);
void        th_txt_types_free   (ThTxtTypes     *self);
/* The type of @line, or NULL; only for the thread that adds types. */
ThTxtType  *th_txt_types_find   (ThTxtTypes      *self,
                                 const ThTxtLine *line);
/* The same for any other thread. */
ThTxtType  *th_txt_types_look_up (ThTxtTypes      *self,
                                  const ThTxtLine *line);
/* Adds the type of @line if it is new; NULL if there are too many types. */
ThTxtType  *th_txt_types_intern (ThTxtTypes      *self,
                                 const ThTxtLine *line);
void        th_txt_types_sample (ThTxtTypes     *self,
                                 ThTxtType      *type,
                                 guint64         place);
/* Returns (element-type guint64): free with g_array_unref(). */
GArray     *th_txt_types_dup_samples (ThTxtTypes *self,
                                      ThTxtType  *type);
/* The type with this number in the recording. */
ThTxtType  *th_txt_types_get    (ThTxtTypes     *self,
                                 guint           type);
/* The kernel's system of a well-known event; "" for others. */
const char *th_txt_guess_system (const char     *name);

G_END_DECLS
