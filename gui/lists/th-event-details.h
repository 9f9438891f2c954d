/* th-event-details.h - the details of an event for the inspector, read in the background
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reading an event may decompress a chunk, parse a format or a million symbols, so it is
 * done on a worker thread; the result is plain text.
 */
#pragma once

#include <gio/gio.h>

#include "th-reader.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* The maximum number of fields or frames; the others are only counted. */
#define TH_DETAILS_MAX_ROWS 256

typedef struct
{
  char     *name;
  char     *value;
  char     *test;  /* filter condition for this value of a field; or NULL */
  gboolean  user;  /* the frame is in user space */
} ThDetail;

/* The maximum number of bytes of a frame, after which a line "…" stands for the rest; and the
 * number on one line. */
#define TH_DETAILS_MAX_BYTES 1024
#define TH_DETAILS_LINE_BYTES 8

typedef struct
{
  ThRef   ref;
  char   *info;
  GArray *fields;  /* ThDetail */
  GArray *common;  /* ThDetail: common_pid and the like */
  GArray *stack;   /* ThDetail: symbol, address */
  char   *stack_end; /* why it ends early; NULL: it does not, or that is not known */
  char   *bytes;   /* those of a frame (th-hex-dump.h); NULL: it is none */
  guint   n_left_out;
} ThEventDetails;

/* A reader with a lock, one per recording. */
typedef struct _ThEventDetailsReader ThEventDetailsReader;

ThEventDetailsReader *th_event_details_reader_new   (ThRecording         *recording);
void             th_event_details_reader_unref (ThEventDetailsReader     *self);

/* Several reads may be pending; the lock serializes them. */
void             th_event_details_read_async   (ThEventDetailsReader     *self,
                                                ThRef                     ref,
                                                GCancellable             *cancellable,
                                                GAsyncReadyCallback       callback,
                                                gpointer                  data);
ThEventDetails       *th_event_details_read_finish  (GAsyncResult        *result,
                                                     GError             **error);
void             th_event_details_free         (ThEventDetails           *details);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThEventDetails, th_event_details_free)

G_END_DECLS
