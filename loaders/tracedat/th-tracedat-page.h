/* th-tracedat-page.h - the events of a ring-buffer page
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"
#include "th-tracedat-layout.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 row; /* in the stripe */
  gint64  count;
} ThTdLost;

/* Rows from @row up to the next run have the same pid. */
typedef struct
{
  guint32 row;
  gint32  pid;
} ThTdPidRun;

typedef struct
{
  guint32 row; /* the first row of the page */
  guint64 stamp;
  guint64 highest; /* highest stamp of its rows */
} ThTdPageMark;

/* A row whose record must be inspected, or whose type is unknown. */
typedef struct
{
  const guint8 *record;  /* in the page that was walked */
  guint32       size;
  guint32       row;
  guint16       special; /* of its ThTdKind */
} ThTdMark;

/* The decoded events of some pages. */
typedef struct
{
  guint32     n;
  guint32     capacity;  /* of each of the arrays */
  guint64    *stamps;    /* raw */
  guint64    *places;
  guint16    *types;     /* for undescribed ones, valid once their marks are processed */
  ThTdPidRun *pid_runs;
  ThTdMark   *marks;
  guint32     n_pid_runs;
  guint32     n_marks;
  gint64      last_pid;  /* beyond gint32 before the first event */
  gboolean    ascends;   /* whether stamps ascend within each page, and places throughout; in */
                         /* that case all places are multiples of four */
  guint64     end;       /* the place after the last page */
  guint32    *tasks;     /* this array and the next two have the same capacity; functions of */
  ThTaskChange *changes; /* th-tracedat-convert.h and th_td_worker_decode() fill them */
  guint32     n_changes;
  ThSwitch   *switches;
  guint32     n_switches;
  GArray     *lost;      /* ThTdLost */
  GArray     *pages;     /* ThTdPageMark */
  guint32     n_bad_pages;
  guint32     n_bad_records;
  guint64     first_bad; /* place of the first bad page or event */
} ThTdWalk;

void          th_td_walk_init    (ThTdWalk         *self);
void          th_td_walk_clear   (ThTdWalk         *self);
/* Empties the walk, and makes room for the events of @raw_size bytes of pages. */
gboolean      th_td_walk_reset   (ThTdWalk         *self,
                                  gsize             raw_size);
/* Appends the events of one page whose first byte has the place @place. */
void          th_td_walk_page    (ThTdWalk         *self,
                                  const ThTdLayout *layout,
                                  const guint8     *page,
                                  gsize             size,
                                  guint64           place);
/* Whether the page that begins with the header @head holds any event. */
gboolean      th_td_page_has_data (const ThTdLayout *layout,
                                   const guint8     *head);
/* The record after the event header at @offset of a page; FALSE if it does not fit in the
 * page. */
gboolean      th_td_page_record  (const guint8     *page,
                                  gsize             size,
                                  gsize             offset,
                                  gboolean          big_endian,
                                  const guint8    **record,
                                  gsize            *record_size);
/* The same for several rows: removes from *@rows those whose place is in the page that
 * begins at @begin, up to the first that is not.  Returns which of them have a record;
 * that of bit i is in @payloads[i]. */
guint64       th_td_page_records (const guint8     *page,
                                  gsize             size,
                                  guint64           begin,
                                  gboolean          big_endian,
                                  const guint64    *places,
                                  guint64          *rows,
                                  ThPayload        *payloads);

G_END_DECLS
