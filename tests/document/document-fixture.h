/* document-fixture.h - a loaded recording, and the objects of a document around it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-flow-follower.h"
#include "th-recording-loader.h"
#include "th-restorer.h"

#define SAMPLE "../data/samples/e1000-tcp.dat"

/* trace-cmd report -t -N of the sample: all lines; those with sched_switch, on any CPU
 * and on CPU 1. */
#define SAMPLE_EVENTS    2687
#define SAMPLE_SWITCHES    66
#define CPU1_SWITCHES      14

/* Three events of the life of 0xff222d4c0bb1be00, as trace-cmd reports them. */
#define RECEIVED_FIRST G_GINT64_CONSTANT (177708881193) /* napi_gro_receive_entry, CPU 0 */
#define RECEIVED_STACK G_GINT64_CONSTANT (177708901293) /* netif_receive_skb, CPU 0 */
#define RECEIVED_LAST  G_GINT64_CONSTANT (177723945431) /* consume_skb, CPU 0 */

typedef struct
{
  ThRecordingLoader *loader;
  ThAnalysisRunner  *runner;
  ThSelection       *selection;
  ThFlowFollower    *follower;
  ThRestorer        *restorer;
  ThTheme           *theme;
  ThScene           *scene;
} Document;

/* Runs the main loop until @reached returns TRUE; fails after a minute. */
typedef gboolean (*Condition) (gpointer data);

void         wait_for          (Condition          reached,
                                gpointer           data);
/* Counts emissions of @signal of @object, until the object is freed. */
void         count_signal      (gpointer           object,
                                const char        *signal,
                                guint             *n);

/* Returns a file in the folder of the tests; free with g_object_unref(). */
GFile       *test_file         (const char        *name);
/* Returns a loader that has loaded the whole sample. */
ThRecordingLoader *load_sample (void);
gboolean     is_loaded         (gpointer           loader);
/* Returns the event of @cpu at @time; fails the test if there is none. */
ThRef        event_at          (ThRecording       *recording,
                                guint              cpu,
                                gint64             time);

/* Loads the sample with all its results; nothing is followed or selected. */
void         document_set_up   (Document          *self,
                                gconstpointer      data);
void         document_tear_down (Document         *self,
                                gconstpointer      data);
/* Gives the recording of the loader to the objects and runs the analyses to their end. */
void         document_take     (Document          *self);
