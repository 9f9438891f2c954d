/* th-agent-pages.c - reads the ring buffers of an instance
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "th-agent-machine.h"
#include "th-agent-pages.h"
#include "th-page-batch.h"

/* A page with more room than this is the one that is being written. */
#define NEARLY_FULL 600
/* Then the next CPU has its turn. */
#define MAX_PAGES_AT_ONCE 256

struct _ThAgentPages
{
  GArray *cpus; /* of ThAgentCpu */
  guint   page_size;
};

static void
close_cpu (gpointer data)
{
  ThAgentCpu *cpu = data;

  if (cpu->raw >= 0)
    close (cpu->raw);
  if (cpu->stats >= 0)
    close (cpu->stats);
}

static int
open_in (const char *folder,
         guint32     cpu,
         const char *name,
         int         flags)
{
  g_autofree char *path = g_strdup_printf ("%s/per_cpu/cpu%u/%s", folder, cpu, name);

  return open (path, O_RDONLY | O_CLOEXEC | flags);
}

static gboolean
open_cpus (ThAgentPages *self,
           const char   *folder,
           GError      **error)
{
  g_autoptr(GArray) numbers = th_agent_list_cpus (folder);

  for (guint i = 0; i < numbers->len; i++)
    {
      guint32 number = g_array_index (numbers, guint32, i);
      ThAgentCpu cpu = { number, open_in (folder, number, "trace_pipe_raw", O_NONBLOCK),
                         open_in (folder, number, "stats", 0) };
      int reason = errno;

      g_array_append_val (self->cpus, cpu);
      if (cpu.raw >= 0)
        continue;
      g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_TRACEFS,
                   "The ring buffer of CPU %u cannot be read: %s", number, g_strerror (reason));
      return FALSE;
    }
  return TRUE;
}

ThAgentPages *
th_agent_pages_new (const char  *folder,
                    GError     **error)
{
  g_autoptr(ThAgentPages) self = g_new0 (ThAgentPages, 1);
  g_autofree char *header = th_agent_file_read_in (folder, "events/header_page");

  self->cpus = g_array_new (FALSE, FALSE, sizeof (ThAgentCpu));
  g_array_set_clear_func (self->cpus, close_cpu);
  self->page_size = header != NULL ? th_agent_parse_page_size (header) : 0;
  if (self->page_size == 0)
    {
      g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_TRACEFS,
                           "The kernel's description of a page cannot be read");
      return NULL;
    }
  return open_cpus (self, folder, error) ? g_steal_pointer (&self) : NULL;
}

void
th_agent_pages_free (ThAgentPages *self)
{
  g_array_unref (self->cpus);
  g_free (self);
}

guint
th_agent_pages_get_size (ThAgentPages *self)
{
  return self->page_size;
}

const ThAgentCpu *
th_agent_pages_get_cpus (ThAgentPages *self,
                         guint        *n_cpus)
{
  *n_cpus = self->cpus->len;
  return (const ThAgentCpu *) self->cpus->data;
}

/* Takes one page into the sink's batch; returns its size, 0 if there is none, -1 on error. */
static gssize
take_page (ThAgentPages *self,
           ThAgentCpu   *cpu,
           ThAgentSink  *sink,
           guint64      *begins)
{
  GByteArray *batch = th_agent_sink_get_batch (sink);
  guint8 *page = th_page_batch_get_room (batch, self->page_size);
  gssize got = read (cpu->raw, page, self->page_size);
  gsize size;

  if (got < 0 && errno == EAGAIN)
    return 0;
  if (got <= 0)
    return got;
  if ((gsize) got < self->page_size)
    memset (page + got, 0, self->page_size - got);
  memcpy (begins, page, sizeof *begins);
  size = th_page_batch_take (batch, cpu->number, self->page_size) - TH_PAGE_BATCH_HEADER;
  cpu->n_bytes += size;
  th_agent_sink_added (sink);
  return size;
}

/* @until 0: stops at the page that is being written. */
static ThAgentDrained
drain_cpu (ThAgentPages *self,
           ThAgentCpu   *cpu,
           guint64       until,
           ThAgentSink  *sink,
           gboolean     *more)
{
  for (guint n = 0; n < MAX_PAGES_AT_ONCE; n++)
    {
      guint64 begins = 0;
      gssize size;

      if (th_agent_sink_is_full (sink))
        return TH_AGENT_FULL;
      size = take_page (self, cpu, sink, &begins);
      if (size < 0 && errno == EINTR)
        continue;
      if (size < 0)
        return TH_AGENT_FAILED;
      if (size == 0 || (until == 0 ? size + NEARLY_FULL < self->page_size : begins >= until))
        return TH_AGENT_DRAINED;
    }
  *more = TRUE;
  return TH_AGENT_DRAINED;
}

static ThAgentDrained
drain (ThAgentPages        *self,
       const struct pollfd *ready,
       guint64              until,
       ThAgentSink         *sink,
       gboolean            *more)
{
  ThAgentDrained drained = TH_AGENT_DRAINED;

  *more = FALSE;
  for (guint i = 0; drained == TH_AGENT_DRAINED && i < self->cpus->len; i++)
    if (ready == NULL || ready[i].revents != 0)
      drained = drain_cpu (self, &g_array_index (self->cpus, ThAgentCpu, i), until, sink, more);
  return drained;
}

ThAgentDrained
th_agent_pages_drain (ThAgentPages        *self,
                      const struct pollfd *ready,
                      ThAgentSink         *sink)
{
  gboolean more;

  /* What is left will wake poll(2) again. */
  return drain (self, ready, 0, sink, &more);
}

ThAgentDrained
th_agent_pages_drain_until (ThAgentPages *self,
                            guint64       until,
                            ThAgentSink  *sink)
{
  ThAgentDrained drained;
  gboolean more;

  do
    drained = drain (self, NULL, until, sink, &more);
  while (more && drained == TH_AGENT_DRAINED);
  return drained;
}

static guint64
find_count (const char *stats,
            const char *name)
{
  const char *found = strstr (stats, name);

  return found != NULL ? g_ascii_strtoull (found + strlen (name), NULL, 10) : 0;
}

static void
update_cpu (ThAgentCpu *cpu,
            guint64     buffer_kb)
{
  char stats[1024];
  gssize got = cpu->stats >= 0 ? pread (cpu->stats, stats, sizeof stats - 1, 0) : -1;

  if (got <= 0)
    return;
  stats[got] = '\0';
  cpu->n_events = find_count (stats, "\nread events: ");
  cpu->n_overrun = find_count (stats, "\noverrun: ");
  cpu->n_dropped = find_count (stats, "\ncommit overrun: ");
  cpu->n_dropped += find_count (stats, "\ndropped events: ");
  cpu->fill = buffer_kb > 0 ? find_count (stats, "\nbytes: ") / (buffer_kb * 1024.0) : 0;
  cpu->fill = MIN (cpu->fill, 1);
}

void
th_agent_pages_update (ThAgentPages *self,
                       guint64       buffer_kb)
{
  for (guint i = 0; i < self->cpus->len; i++)
    update_cpu (&g_array_index (self->cpus, ThAgentCpu, i), buffer_kb);
}
