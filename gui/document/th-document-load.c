/* th-document-load.c - the document's public functions for loading and for its parts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-parts.h"
#include "th-document-private.h"

#include "th-recording-summary.h"

/* --- loading ------------------------------------------------------------ */

void
th_document_reload (ThDocument *self)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (th_recording_loader_is_opening (self->loader))
    return;

  th_document_cancel (self);
  th_recording_loader_open (self->loader);
}

gboolean
th_document_cancel (ThDocument *self)
{
  gboolean analysing;

  g_return_val_if_fail (TH_IS_DOCUMENT (self), FALSE);

  if (th_recording_loader_cancel (self->loader))
    return TRUE;

  analysing = th_analysis_runner_is_running (self->runner);
  th_analysis_runner_stop (self->runner);
  if (analysing)
    th_document_emit (self, SIGNAL_RESULTS_CHANGED);
  th_flow_follower_retry (self->follower);
  th_restorer_look (self->restorer);
  return analysing;
}

GFile *
th_document_get_file (ThDocument *self)
{
  return th_recording_loader_get_file (self->loader);
}

ThDocumentState
th_document_get_state (ThDocument *self)
{
  return th_recording_loader_get_state (self->loader);
}

const char *
th_document_get_error (ThDocument *self)
{
  return th_recording_loader_get_error (self->loader);
}

double
th_document_get_progress (ThDocument *self)
{
  return th_recording_loader_get_progress (self->loader);
}

double
th_document_get_seconds_left (ThDocument *self)
{
  return th_recording_loader_get_seconds_left (self->loader);
}

gboolean
th_document_get_awaited (ThDocument *self,
                         guint64    *n_bytes)
{
  return th_recording_loader_get_awaited (self->loader, n_bytes);
}

gboolean
th_document_is_pipe (ThDocument *self)
{
  return th_recording_loader_is_pipe (self->loader);
}

const char *
th_document_get_title (ThDocument *self)
{
  return th_recording_loader_get_title (self->loader);
}

const char *
th_document_get_facts (ThDocument *self)
{
  return self->summary;
}

gboolean
th_document_get_changed (ThDocument *self)
{
  return th_recording_loader_get_changed (self->loader);
}

void
th_document_look_at_files (ThDocument *self)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_recording_loader_look_at_files (self->loader);
}

guint64
th_document_count_events (ThDocument *self,
                          gint64      from,
                          gint64      to)
{
  ThRecording *recording = th_document_get_recording (self);

  return recording != NULL ? th_recording_count_events (recording, from, to) : 0;
}

/* --- parts --------------------------------------------------------------- */

static ThTimelineParts *
get_parts (ThDocument *self)
{
  return th_recording_loader_get_parts (self->loader);
}

void
th_document_append (ThDocument *self,
                    GFile      *file,
                    ThAlign     align,
                    gint64      shift)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  th_recording_loader_append (self->loader, file, align, shift);
}

guint
th_document_get_n_appended (ThDocument *self)
{
  return get_parts (self)->wanted->len;
}

void
th_document_align (ThDocument *self,
                   guint       part,
                   ThAlign     align,
                   gint64      shift)
{
  th_recording_loader_align (self->loader, part, align, shift);
}

guint
th_document_take_part_by_packets (ThDocument *self)
{
  ThRecording *recording = th_document_get_recording (self);

  return recording != NULL ? th_timeline_parts_take_by_packets (get_parts (self), recording) : 0;
}

void
th_document_remove_appended (ThDocument *self,
                             guint       part)
{
  th_recording_loader_remove (self->loader, part);
}

GFile *
th_document_get_file_of (ThDocument *self,
                         guint       part)
{
  const GPtrArray *files = get_parts (self)->files;

  return files != NULL && part < files->len ? files->pdata[part] : th_document_get_file (self);
}

gint64
th_document_get_shift (ThDocument *self,
                       guint       part)
{
  const ThAppendedFile *append = th_timeline_parts_get (get_parts (self), part);

  return append != NULL ? append->shift : 0;
}

gboolean
th_document_is_joined (ThDocument *self)
{
  ThRecording *recording = th_document_get_recording (self);

  return !th_recording_loader_is_opening (self->loader) && recording != NULL &&
         th_recording_get_n_parts (recording) == get_parts (self)->wanted->len + 1;
}

const char *
th_document_get_append_error (ThDocument *self)
{
  return th_recording_loader_get_append_error (self->loader);
}
