/* th-record-until.c - waits for the event that ends a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-until.h"

#include "th-filter-watch.h"
#include "th-loaders.h"

/* The bytes of pages that are loaded into one recording: about a million events. */
#define PORTION (32 << 20)

struct _ThRecordUntil
{
  ThFeed             *feed;
  ThBytes            *bytes;
  ThFeedPortion       portion; /* the next one */
  char               *filter;
  ThRecordUntilFunc   func;
  gpointer            data;
  GThread            *thread;
  GSource            *report;  /* attached to the main loop by the thread when it ends */
  gint64              time;    /* of the first match; TH_TIME_NONE: none */
  GError             *error;   /* why nothing can be found; or NULL */

  GMutex              lock;    /* protects the rest */
  gboolean            stopped;
  ThFilterWatch      *watch;   /* of the present portion, or NULL */
};

/* One portion of the file. */
typedef struct
{
  const ThLoader *loader;
  ThRecording    *recording;
  ThFilterWatch  *watch;
} Portion;

static void
portion_clear (Portion *self)
{
  g_clear_pointer (&self->watch, th_filter_watch_free);
  g_clear_pointer (&self->recording, th_recording_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Portion, portion_clear)

gboolean
th_record_until_check (const char  *path,
                       ThFeed      *feed,
                       const char  *filter,
                       guint       *begin,
                       guint       *end,
                       GError     **error)
{
  g_autoptr(ThRecording) recording = th_loader_open_head (path, feed, error);
  g_autoptr(ThFilterWatch) watch = NULL;

  *begin = *end = 0;
  if (recording != NULL)
    watch = th_filter_watch_new (recording, filter, begin, end, error);
  return watch != NULL;
}

static gboolean
open_portion (ThRecordUntil *self,
              Portion       *portion)
{
  guint begin, end;

  portion->recording = th_loader_open_bytes (self->bytes, &portion->loader, &self->error);
  if (portion->recording == NULL)
    return FALSE;

  portion->watch = th_filter_watch_new (portion->recording, self->filter, &begin, &end,
                                        &self->error);
  return portion->watch != NULL;
}

static gpointer
load_thread (gpointer data)
{
  Portion *portion = data;

  th_loader_load (portion->loader, portion->recording);
  return NULL;
}

/* Makes @watch the one that th_record_until_free() cancels; NULL: none.  FALSE if that was
 * called. */
static gboolean
set_watch (ThRecordUntil *self,
           ThFilterWatch *watch)
{
  gboolean stopped;

  g_mutex_lock (&self->lock);
  self->watch = watch;
  stopped = self->stopped;
  g_mutex_unlock (&self->lock);
  return !stopped;
}

static guint64
sum_begin (ThRecordUntil *self)
{
  guint64 sum = 0;

  for (guint i = 0; i < th_feed_get_n_cpus (self->feed); i++)
    sum += self->portion.begin[i];
  return sum;
}

/* Returns whether the next portion may have the event. */
static gboolean
watch_portion (ThRecordUntil *self)
{
  guint64 before = sum_begin (self);
  g_auto(Portion) portion = { NULL };
  gboolean found, goes_on;
  GThread *load;

  if (!open_portion (self, &portion) || !set_watch (self, portion.watch))
    return FALSE;

  load = g_thread_new ("load", load_thread, &portion);
  found = th_filter_watch_run (portion.watch, &self->time);
  goes_on = set_watch (self, NULL) && !found;
  if (!goes_on)
    th_bytes_stop (self->bytes);
  g_thread_join (load);
  if (!found)
    self->time = TH_TIME_NONE;
  return goes_on && sum_begin (self) > before;
}

/* --- the thread ------------------------------------------------------------ */

static gboolean
report_cb (gpointer data)
{
  ThRecordUntil *self = data;

  self->func (self->time, self->error, self->data);
  return G_SOURCE_REMOVE;
}

static gpointer
until_thread (gpointer data)
{
  ThRecordUntil *self = data;

  while (self->bytes != NULL && watch_portion (self))
    ;
  /* A file that cannot be opened any more was finished meanwhile. */
  if (self->time != TH_TIME_NONE ||
      (self->error != NULL && !th_feed_is_closed (self->feed)))
    g_source_attach (self->report, NULL);
  return NULL;
}

ThRecordUntil *
th_record_until_new (const char        *path,
                     ThFeed            *feed,
                     const char        *filter,
                     ThRecordUntilFunc  func,
                     gpointer           data)
{
  ThRecordUntil *self = g_new0 (ThRecordUntil, 1);

  self->feed = th_feed_ref (feed);
  self->portion = (ThFeedPortion) { g_new0 (guint64, th_feed_get_n_cpus (feed)), PORTION };
  self->bytes = th_bytes_new_feed (path, feed, &self->error);
  if (self->bytes != NULL)
    th_bytes_set_portion (self->bytes, &self->portion);
  self->filter = g_strdup (filter);
  self->func = func;
  self->data = data;
  self->time = TH_TIME_NONE;
  g_mutex_init (&self->lock);
  self->report = g_idle_source_new ();
  g_source_set_callback (self->report, report_cb, self, NULL);
  self->thread = g_thread_new ("until", until_thread, self);
  return self;
}

void
th_record_until_free (ThRecordUntil *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  self->stopped = TRUE;
  if (self->watch != NULL)
    th_filter_watch_cancel (self->watch);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->thread);
  g_source_destroy (self->report);
  g_source_unref (self->report);
  g_clear_error (&self->error);
  th_feed_unref (self->feed);
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->bytes, th_bytes_unref);
  g_free (self->portion.begin);
  g_free (self->filter);
  g_free (self);
}
