/* th-cut.c - writes some events of a trace.dat as another trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cut.h"

#include <string.h>

#include "th-atomic-file.h"
#include "th-cut-pages.h"
#include "th-cut-source.h"
#include "th-cut-target.h"
#include "th-loaders.h"
#include "th-origin.h"

#define KEY_DIGITS 64

typedef struct
{
  const ThCutSelection *selection;
  ThCutCursor           cursor;
  ThCutPages           *pages;
  guint64               n_events;
} Cut;

static gboolean
is_cancelled (const ThCutSelection *selection)
{
  return selection->cancelled != NULL && g_atomic_int_get (selection->cancelled) != 0;
}

static gboolean
take_page (const guint8 *page,
           gpointer      target)
{
  return th_cut_target_add_page (target, page);
}

static guint64
get_next (gpointer data)
{
  return ((const Cut *) data)->cursor.place;
}

static gboolean
take_event (const ThCutEvent *event,
            gpointer          data)
{
  Cut *self = data;

  if (is_cancelled (self->selection))
    return FALSE;
  if (!th_cut_cursor_seek (&self->cursor, event->place))
    return TRUE;

  self->n_events++;
  return th_cut_pages_add (self->pages, event->stamp, event->record, event->size, event->lost);
}

static gboolean
cut_cpu (Cut          *self,
         ThCutSource  *source,
         ThTdBuffer   *buffer,
         guint         index,
         ThCutTarget  *target,
         GError      **error)
{
  ThTdFile *file = th_cut_source_get_file (source);
  ThTdCpu *cpu = th_td_buffer_cpu (buffer, index);
  g_autoptr(ThCutPages) pages = th_cut_pages_new (buffer->page_size, file->commit_size,
                                                  file->big_endian, take_page, target);

  self->pages = pages;
  return th_cut_target_begin_cpu (target, cpu->number) &&
         th_cut_source_foreach (source, buffer, cpu, get_next, take_event, self, error) &&
         th_cut_pages_flush (pages);
}

static gboolean
cut_buffer (Cut          *self,
            ThCutSource  *source,
            guint         stream,
            ThCutTarget  *target,
            GError      **error)
{
  ThTdBuffer *buffer = th_td_file_buffer (th_cut_source_get_file (source), stream);

  if (!th_cut_target_begin_buffer (target, buffer))
    return FALSE;

  for (guint cpu = 0; cpu < buffer->cpus->len; cpu++)
    {
      th_cut_cursor_init (&self->cursor, self->selection, stream, cpu);
      if (!cut_cpu (self, source, buffer, cpu, target, error))
        return FALSE;
    }
  return TRUE;
}

/* A cut was made in the same way as its original.  The original of a cut of a cut is the
 * recording that the first one was cut from. */
static void
add_origin (ThTdFile    *file,
            const char  *key,
            ThCutTarget *target)
{
  GBytes *stored = th_recording_get_attachment (file->base.recording, TH_ORIGIN_ATTACHMENT);
  g_autoptr(ThOrigin) origin = stored != NULL ? th_origin_decode (stored) : NULL;
  g_autoptr(GBytes) bytes = NULL;

  if (origin == NULL && key == NULL)
    return;
  if (origin == NULL)
    origin = th_origin_new ();
  if (origin->cut_of == NULL)
    origin->cut_of = g_strdup (key);
  origin->n_lost = 0; /* of the whole */

  bytes = th_origin_encode (origin);
  th_cut_target_add_origin (target, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

gboolean
th_cut_trace (const char           *path,
              const ThCutSelection *selection,
              const char           *target_path,
              guint64              *n_events,
              GError              **error)
{
  Cut self = { .selection = selection };
  g_autofree char *names = th_cut_selection_dup_names (selection);
  g_autoptr(ThCutSource) source = NULL;
  g_autoptr(ThCutTarget) target = NULL;
  g_autoptr(GError) reason = NULL;
  ThTdFile *file;

  if (!th_atomic_file_spares (target_path, path, error) ||
      (source = th_cut_source_new (path, error)) == NULL)
    return FALSE;

  file = th_cut_source_get_file (source);
  target = th_cut_target_new (target_path, file, names, NULL, error);
  if (target == NULL)
    return FALSE;

  add_origin (file, selection->key, target); /* th_cut_target_finish() reports its error */
  for (guint stream = 0; stream < file->buffers->len; stream++)
    if (!cut_buffer (&self, source, stream, target, &reason))
      break;
  *n_events = self.n_events;
  if (reason != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  return !is_cancelled (selection) && th_cut_target_finish (target, error);
}

/* The file is not trusted. */
static gboolean
is_key (const char *text)
{
  return text != NULL && strlen (text) == KEY_DIGITS &&
         strspn (text, "0123456789abcdef") == KEY_DIGITS;
}

char *
th_cut_dup_original (const char *path)
{
  const ThLoader *loader;
  g_autoptr(ThRecording) recording = g_file_test (path, G_FILE_TEST_IS_REGULAR)
                                     ? th_loader_open (path, &loader, NULL) : NULL;
  g_autoptr(ThOrigin) origin = recording != NULL ? th_origin_find (recording) : NULL;
  const char *key = origin != NULL ? origin->cut_of : NULL;

  return is_key (key) ? g_strdup (key) : NULL;
}
