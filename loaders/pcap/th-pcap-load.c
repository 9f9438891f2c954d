/* th-pcap-load.c - the load of a capture: one walk over its records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-loader.h"
#include "th-pcap-load.h"
#include "th-pcap-queues.h"
#include "th-pcap-reader.h"
#include "th-pcap-statistics.h"
#include "th-pcap-walk.h"
#include "th-source.h"

/* The interval between two looks at cancellation, memory and progress, and at growing bytes. */
#define RECORDS_PER_LOOK 4096
#define LOOK_MS 100

typedef struct
{
  ThPcapFile   *file;
  ThRecording  *recording;
  ThPcapQueues *queues;
  ThPcapWalk    walk;
  gsize         memory_limit;
  gboolean      stopped;
} Load;

static void
add_problem (Load          *self,
             ThProblemKind  kind,
             const char    *detail)
{
  th_recording_add_problem (self->recording, kind, 1, (gint64) self->walk.record.place, detail);
}

/* Direction and drops are options after the bytes of the frame. */
static void
read_options (Load *self)
{
  guint64 place;
  gsize size;

  if (self->walk.block == TH_PCAP_SIMPLE ||
      !th_pcap_record_find_options (&self->walk.record, &place, &size))
    return;
  th_pcap_record_read_options (&self->walk.record,
                               th_pcap_walk_peek (&self->walk, place, size, &size), size,
                               self->walk.big_endian, NULL);
}

static void
load_frame (Load *self)
{
  ThPcapRecord *record = &self->walk.record;
  const ThPcapInterface *interface = th_pcap_file_get_interface (self->file, record->interface);
  ThPcapRow row = { .place = record->place };
  const guint8 *bytes;
  ThHeaders headers;
  gsize size;

  if (interface->stream == G_MAXUINT)
    {
      add_problem (self, TH_PROBLEM_BAD_RECORD, _("a frame of too many interfaces"));
      return;
    }
  if (record->is_huge)
    add_problem (self, TH_PROBLEM_HUGE_TIME, NULL);
  if (self->file->is_ng)
    read_options (self);

  bytes = th_pcap_walk_peek (&self->walk, record->data, MIN (record->captured, TH_HEADERS_MAX),
                             &size);
  th_headers_parse (interface->link_type, bytes, size, record->length, &headers);
  row.time = record->time;
  row.lost = record->dropped;
  row.type = (guint16) self->file->types[headers.protocol];
  th_pcap_queues_add (self->queues, interface->stream, &row);
}

/* The next time, all sections and interfaces are read first. */
static void
outgrow (Load *self)
{
  self->stopped = TRUE;
  th_bytes_set_may_outgrow (self->file->base.bytes, FALSE);
  th_recording_set_outgrown (self->recording);
}

static void
load_block (Load *self)
{
  ThPcapWalk *walk = &self->walk;

  if (walk->block == TH_PCAP_SECTION || walk->block == TH_PCAP_INTERFACE)
    {
      if (walk->record.place >= self->file->scanned)
        outgrow (self);
    }
  else if (walk->block == TH_PCAP_PACKET || walk->block == TH_PCAP_ENHANCED ||
           walk->block == TH_PCAP_SIMPLE)
    add_problem (self, TH_PROBLEM_BAD_RECORD, _("a frame of an unknown interface"));
  else if (walk->block == TH_PCAP_STATISTICS)
    th_pcap_statistics_take (self->file, walk);
}

static void
look_around (Load *self)
{
  th_recording_set_progress (self->recording, self->walk.next,
                             th_bytes_guess_total (self->file->base.bytes));
  if (th_recording_is_cancelled (self->recording))
    self->stopped = TRUE;
  else if (th_recording_get_memory (self->recording) > self->memory_limit)
    {
      self->stopped = TRUE;
      th_recording_add_problem (self->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
    }
}

static void
load_step (Load       *self,
           ThPcapStep  step)
{
  ThBytes *bytes = self->file->base.bytes;

  switch (step)
    {
    case TH_PCAP_WALK_FRAME:
      load_frame (self);
      break;
    case TH_PCAP_WALK_BLOCK:
      load_block (self);
      break;
    case TH_PCAP_WALK_STARVED:
      th_pcap_queues_show (self->queues);
      look_around (self);
      th_bytes_wait (bytes, th_bytes_get_size (bytes) + 1, LOOK_MS);
      break;
    case TH_PCAP_WALK_TRUNCATED:
      add_problem (self, TH_PROBLEM_TRUNCATED, NULL);
      self->stopped = TRUE;
      break;
    case TH_PCAP_WALK_DAMAGED:
      add_problem (self, TH_PROBLEM_BAD_RECORD, _("the rest of the capture was not read"));
      self->stopped = TRUE;
      break;
    case TH_PCAP_WALK_END:
    default:
      self->stopped = TRUE;
      break;
    }
}

void
th_pcap_load (ThRecording *recording)
{
  gpointer source = NULL;
  Load self = { .recording = recording };

  g_return_if_fail (th_recording_peek_source (recording, &source) == &th_pcap_source);

  self.file = source;
  self.memory_limit = th_loader_get_memory_limit (self.file->base.bytes);
  self.queues = th_pcap_queues_new (recording, self.file->n_streams);
  th_pcap_walk_init (&self.walk, self.file);
  for (guint n = 1; !self.stopped; n++)
    {
      load_step (&self, th_pcap_walk_next (&self.walk));
      if (n % RECORDS_PER_LOOK == 0)
        look_around (&self);
    }
  th_pcap_walk_clear (&self.walk);
  th_pcap_queues_finish (self.queues);
  th_tasks_finalize (th_recording_get_tasks (recording));
  th_loader_note_bytes (recording, self.file->base.bytes);
  th_recording_finish (recording);
}
