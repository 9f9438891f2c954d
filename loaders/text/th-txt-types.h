/* th-txt-types.h - the event types that a text mentions
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
  guint64 *samples;    /* places of lines */
  char    *key;        /* as in the text */
  gsize    key_size;
  char    *name;       /* valid UTF-8 */
} ThTxtType;

/* One thread adds types, that of the scan and the load; any may ask. */
typedef struct _ThTxtTypes ThTxtTypes;

ThTxtTypes *th_txt_types_new    (ThRecording    *recording);
void        th_txt_types_free   (ThTxtTypes     *self);
/* The type of @line, NULL if there is none; for the thread that adds types. */
ThTxtType  *th_txt_types_find   (ThTxtTypes      *self,
                                 const ThTxtLine *line);
/* The same for any other thread. */
ThTxtType  *th_txt_types_look_up (ThTxtTypes      *self,
                                  const ThTxtLine *line);
/* Adds the type of @line if it is new; NULL where there are too many types. */
ThTxtType  *th_txt_types_intern (ThTxtTypes      *self,
                                 const ThTxtLine *line);
void        th_txt_types_sample (ThTxtTypes     *self,
                                 ThTxtType      *type,
                                 guint64         place);
/* Free with g_array_unref(): guint64. */
GArray     *th_txt_types_dup_samples (ThTxtTypes *self,
                                      ThTxtType  *type);
/* By the recording's number. */
ThTxtType  *th_txt_types_get    (ThTxtTypes     *self,
                                 guint           type);
/* The kernel's system of a well-known event; "" if it is none. */
const char *th_txt_guess_system (const char     *name);

G_END_DECLS
