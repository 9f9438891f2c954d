/* th-recording-private.h - the fields of a recording, shared by its files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-source.h"

G_BEGIN_DECLS

struct _ThStream
{
  ThRecording *recording;  /* unowned; the part whose source has it */
  guint        index;
  char        *name;
  ThClock      clock;
  ThPlaceWidth width;
  GPtrArray   *cpus;       /* of ThCpu */
  GArray      *numbers;    /* guint: the CPU numbers, stored compactly as there may be very many */
  gboolean     ascending;  /* whether the numbers ascend */
  gboolean     is_interface;
};

typedef struct
{
  ThRecording        *part;    /* unowned; the part that the type belongs to */
  char               *system;
  char               *name;
  char               *full;    /* system:name */
  const ThFieldTable *fields;  /* NULL until requested */
  gint                is_enabled; /* atomic; the header says that it was recorded */
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

  ThRecording    *whole;     /* unowned; the joined recording that it is a part of, or NULL */
  gboolean        joined;    /* whether @whole owns it */
  guint           index;     /* of the part within @whole */
  char           *name;
  gint64          shift;
  GPtrArray      *parts;     /* of ThRecording; NULL: it is its own only part */

  ThArena        *arena;     /* a part uses these two of its whole */
  ThColumnCache  *cache;
  ThTasks        *tasks;
  GPtrArray      *streams;   /* of a joined recording: those of its parts */
  guint           first_stream;
  ThClock         no_clock;
  GPtrArray      *guests;    /* of ThGuest; NULL: none */
  guint64         trace_id;
  guint64         peer;

  GMutex          lock;      /* protects the fields below */
  /* of ThRecordingType; never shrinks; a part uses that of its whole */
  GPtrArray      *types;
  GHashTable     *type_index; /* the types of its own source: "system:name" → number */
  GPtrArray      *facts;     /* of ThRecordingFact */
  GHashTable     *attachments; /* name → GBytes; NULL: none */
  GData          *data;      /* th_recording_ensure_data() */
  ThProblem      *problems[TH_N_PROBLEMS];

  GPtrArray      *ignore;    /* patterns; NULL without any */
  guint8         *ignored;   /* by type */

  GMutex          growth_lock; /* protects the next four; not used by parts */
  GCond           grown;
  guint           growth;      /* a serial */
  ThGrowthFunc    watch;       /* or NULL */
  gpointer        watch_data;

  gint            state;     /* atomic, like all below */
  gint            live;
  gint            cancelled;
  gint            outgrown;
  guint64         done;
  guint64         total;
};

void            th_stream_free           (ThStream        *self);
/* Adds @n empty streams for those that precede its own in the joined recording. */
void            th_recording_add_places  (ThRecording     *self,
                                          guint            n);

G_END_DECLS
