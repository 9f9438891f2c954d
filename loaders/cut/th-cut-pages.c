/* th-cut-pages.c - ring-buffer pages made of single events, in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A page begins with the stamp of its first event and the number of bytes of its events; the other
 * events have the time since the one before, in 27 bits or with an extension (30) before them.
 */
#include "config.h"

#include "th-cut-pages.h"

#include <string.h>

#include "th-trace-encode.h"

#define TYPE_TIME_EXTEND 30
#define MAX_SHORT_WORDS 28 /* longer records have their length in a word of its own */
#define TIME_BITS 27
#define MISSED_EVENTS (1u << 31)
#define MISSED_STORED (1u << 30) /* their number follows the events */

struct _ThCutPages
{
  guint         page_size;
  guint         commit_size;
  gboolean      big_endian;
  ThCutPageFunc take;
  gpointer      data;
  guint8       *page;
  gsize         used;  /* with the header; 0: no page was begun */
  guint64       stamp; /* of the last event */
  gint64        lost;  /* before the first event of the page */
};

ThCutPages *
th_cut_pages_new (guint          page_size,
                  guint          commit_size,
                  gboolean       big_endian,
                  ThCutPageFunc  take,
                  gpointer       data)
{
  ThCutPages *self = g_new0 (ThCutPages, 1);

  self->page_size = page_size;
  self->commit_size = commit_size;
  self->big_endian = big_endian;
  self->take = take;
  self->data = data;
  self->page = g_malloc (page_size);
  return self;
}

void
th_cut_pages_free (ThCutPages *self)
{
  g_free (self->page);
  g_free (self);
}

static void
put_word (ThCutPages *self,
          guint       type,
          guint32     delta)
{
  guint32 word = self->big_endian ? type << TIME_BITS | delta : delta << 5 | type;

  th_trace_store (self->page + self->used, word, 4, self->big_endian);
  self->used += 4;
}

static void
put_number (ThCutPages *self,
            guint32     number)
{
  th_trace_store (self->page + self->used, number, 4, self->big_endian);
  self->used += 4;
}

gboolean
th_cut_pages_flush (ThCutPages *self)
{
  guint head = 8 + self->commit_size;
  guint64 commit = self->used - head;

  if (self->used == 0)
    return TRUE;

  if (self->lost != 0)
    commit |= MISSED_EVENTS;
  if (self->lost > 0 && self->used + self->commit_size <= self->page_size)
    {
      commit |= MISSED_STORED;
      th_trace_store (self->page + self->used, (guint64) self->lost, self->commit_size,
                      self->big_endian);
      self->used += self->commit_size;
    }
  th_trace_store (self->page + 8, commit, self->commit_size, self->big_endian);
  memset (self->page + self->used, 0, self->page_size - self->used);
  self->used = 0;
  self->lost = 0;
  return self->take (self->page, self->data);
}

static void
begin (ThCutPages *self,
       guint64     stamp,
       gint64      lost)
{
  th_trace_store (self->page, stamp, 8, self->big_endian);
  self->used = 8 + self->commit_size;
  self->stamp = stamp;
  self->lost = lost;
}

/* Whether @size more bytes fit, with room for the number of lost events unless the page is empty.
 * */
static gboolean
has_room (ThCutPages *self,
          gsize       size)
{
  gsize kept = self->lost > 0 && self->used > 8 + self->commit_size ? self->commit_size : 0;

  return size <= self->page_size - MIN (self->used + kept, self->page_size);
}

gboolean
th_cut_pages_add (ThCutPages   *self,
                  guint64       stamp,
                  const guint8 *record,
                  gsize         size,
                  gint64        lost)
{
  gsize words = size / 4, event = (words > MAX_SHORT_WORDS ? 8 : 4) + size;
  guint64 delta = stamp - self->stamp;
  gboolean is_far = delta >> TIME_BITS != 0;

  g_return_val_if_fail (size > 0 && size % 4 == 0, FALSE);
  g_return_val_if_fail (event <= self->page_size - 8 - self->commit_size, FALSE);

  /* A time that goes back can only be told by the stamp of a page. */
  if (self->used != 0 &&
      (lost != 0 || stamp < self->stamp || delta >> (TIME_BITS + 32) != 0 ||
       !has_room (self, event + (is_far ? 8 : 0))) &&
      !th_cut_pages_flush (self))
    return FALSE;
  if (self->used == 0)
    {
      begin (self, stamp, lost);
      delta = 0;
      is_far = FALSE;
    }

  if (is_far)
    {
      put_word (self, TYPE_TIME_EXTEND, delta & ((1u << TIME_BITS) - 1));
      put_number (self, (guint32) (delta >> TIME_BITS));
      delta = 0;
    }
  put_word (self, words > MAX_SHORT_WORDS ? 0 : (guint) words, (guint32) delta);
  if (words > MAX_SHORT_WORDS)
    put_number (self, (guint32) size + 4);
  memcpy (self->page + self->used, record, size);
  self->used += size;
  self->stamp = stamp;
  return TRUE;
}
