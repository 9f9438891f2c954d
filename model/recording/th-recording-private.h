/* th-recording-private.h - the fields of a recording, shared by its files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-source.h"

G_BEGIN_DECLS

struct _ThStream
{
  ThRecording *recording;  /* Weak; the part whose source has it */
  guint        index;
  char        *name;
  ThClock      clock;
  ThPlaceWidth width;
  GPtrArray   *cpus;       /* of ThCpu */
  GArray      *numbers;    /* guint: theirs, close together because there may be very many */
  gboolean     ascending;  /* by their numbers */
};

typedef struct
{
  ThRecording        *part;    /* Weak; whose type it is */
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
  const ThSource *vtable;
  gpointer        source;

  ThRecording    *whole;     /* Weak; what it is a part of, or NULL */
  gboolean        joined;    /* whole owns it */
  guint           index;     /* there */
  char           *name;
  gint64          shift;
  GPtrArray      *parts;     /* of ThRecording; NULL: it is its own only one */

  ThArena        *arena;     /* a part has that of its whole */
  ThTasks        *tasks;
  GPtrArray      *streams;   /* of a whole: those of its parts */
  guint           first_stream;
  ThClock         no_clock;
  GPtrArray      *guests;    /* of ThGuest; NULL: none */
  guint64         trace_id;
  guint64         peer;

  GMutex          lock;      /* of all below */
  /* of ThRecordingType; never shrinks; a part has none, but those of its whole */
  GPtrArray      *types;
  GHashTable     *type_index; /* its own: "system:name" → number */
  GPtrArray      *facts;     /* of ThRecordingFact */
  GData          *data;      /* th_recording_ensure_data() */
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
/* Keeps the places of the @n streams before its own. */
void            th_recording_add_places  (ThRecording     *self,
                                          guint            n);

G_END_DECLS
