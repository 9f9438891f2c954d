/* th-recording-private.h - a recording from the inside, shared by its files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

struct _ThStream
{
  ThRecording *recording;  /* Weak */
  guint        index;
  char        *name;
  ThClock      clock;
  ThPlaceWidth width;
  GPtrArray   *cpus;       /* of ThCpu */
};

typedef struct
{
  char               *system;
  char               *name;
  char               *full;    /* system:name */
  const ThFieldTable *fields;  /* once asked for */
} ThRecordingType;

typedef struct
{
  char *key;
  char *value;
} ThRecordingFact;

struct _ThRecording
{
  gatomicrefcount ref_count;
  char           *format;
  ThArena        *arena;
  ThTasks        *tasks;
  GPtrArray      *streams;
  const ThSource *vtable;
  gpointer        source;

  GMutex          lock;      /* of all below */
  GPtrArray      *types;     /* of ThRecordingType; never shrinks */
  GHashTable     *type_index;
  GPtrArray      *facts;     /* of ThRecordingFact */
  ThProblem      *problems[TH_N_PROBLEMS];

  GPtrArray      *ignore;    /* patterns; NULL without any */
  guint8         *ignored;   /* by type */

  gint            state;     /* atomic, like the rest */
  gint            cancelled;
  gint            outgrown;
  guint64         done;
  guint64         total;
};

void            th_stream_free           (ThStream        *self);
void            th_recording_type_free   (ThRecordingType *type);

/* NULL while there is none. */
const ThSource *th_recording_peek_source (ThRecording     *self,
                                          gpointer        *source);

G_END_DECLS
