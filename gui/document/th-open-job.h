/* th-open-job.h - opens the files of one timeline on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A job opens some files, unpacks them, and makes one recording of them; no events are read
 * yet.  If it waits for a pipe or an archive, the main thread can stop it.
 */
#pragma once

#include <gio/gio.h>

#include "th-loaders.h"

G_BEGIN_DECLS

/* One file of the timeline. */
typedef struct
{
  GFile   *file;
  ThBytes *bytes;   /* atomic pointer; NULL or opened earlier; replaced by the unpacked bytes */
  ThFeed  *feed;    /* if it is being recorded, or NULL */
  gint64   shift;
} ThOpenPart;

typedef struct
{
  guint       n;
  ThOpenPart *parts;
  char      **names;   /* one per part, NULL-terminated */
  guint       failed;  /* the part that failed */
  guint       serial;  /* set by the caller, to recognize its request */
  gint        stopped; /* atomic */
} ThOpenJob;

/* The result: a recording, and what th_loader_load_parts() needs to load it. */
typedef struct
{
  const ThLoader **loaders;
  ThRecording     *recording;
  GPtrArray       *files;
  GPtrArray       *bytes;
} ThOpenResult;

/* A job for @n parts; the caller fills in their file, shift and bytes, and the names. */
ThOpenJob *th_open_job_new          (guint                n);
/* Runs the job and calls @callback with a task whose source is @source and whose data is the job;
 * takes ownership of @self. */
void       th_open_job_run          (ThOpenJob           *self,
                                     gpointer             source,
                                     GAsyncReadyCallback  callback);
/* NULL on error, whose message names the part unless it is the first. */
ThOpenResult  *th_open_job_finish       (GAsyncResult        *result,
                                         GError             **error);
/* Stops waiting for a pipe or an archive.  Main thread. */
void       th_open_job_stop         (ThOpenJob           *self);
/* The bytes that the worker waits for; NULL if there are none.  Owned by @self.  Main thread. */
ThBytes   *th_open_job_get_awaited  (ThOpenJob           *self);

void       th_open_result_free           (ThOpenResult            *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThOpenResult, th_open_result_free)

G_END_DECLS
