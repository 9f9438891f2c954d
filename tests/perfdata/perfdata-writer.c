/* perfdata-writer.c - writes small recordings of perf
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "perfdata-writer.h"

#include <string.h>

#define HEADER 104
#define PIPE_HEADER 16
#define FLAG_SAMPLE_ID_ALL 18
#define WRITER_IDENTIFIER (1 << 16)
#define WRITER_ADDRESS (1 << 3)
#define CPU_CLOCK 0
#define TASK_CLOCK 1
#define USER_REGISTERS 80 /* in the attribute */
#define FIRST_ID 71
#define SECOND_ID 72

static void
put (PerfWriter *self,
     guint64     value,
     guint       size)
{
  for (guint i = 0; i < size; i++)
    {
      guint at = self->shape.big_endian ? size - 1 - i : i;
      guint8 byte = at < sizeof value ? value >> 8 * at & 0xff : 0;

      g_byte_array_append (self->bytes, &byte, 1);
    }
}

static void
put_at (PerfWriter *self,
        gsize       at,
        guint64     value,
        guint       size)
{
  for (guint i = 0; i < size; i++)
    self->bytes->data[at + i] = value >> 8 * (self->shape.big_endian ? size - 1 - i : i) & 0xff;
}

static void
fill (PerfWriter *self,
      gsize       size)
{
  while (self->bytes->len < size)
    put (self, 0, 1);
}

static void
put_attr (PerfWriter *self,
          guint64     config,
          guint64     sample_type)
{
  gsize start = self->bytes->len;

  put (self, 1, 4); /* software */
  put (self, self->shape.attr_size, 4);
  put (self, config, 8);
  put (self, 1000, 8);
  put (self, sample_type, 8);
  put (self, 0, 8);
  put (self, self->shape.big_endian ? G_GUINT64_CONSTANT (1) << (63 - FLAG_SAMPLE_ID_ALL)
                                    : 1 << FLAG_SAMPLE_ID_ALL, 8);
  if (self->shape.attr_size >= USER_REGISTERS + 8)
    {
      fill (self, start + USER_REGISTERS);
      put (self, self->shape.user_registers, 8);
    }
  fill (self, start + self->shape.attr_size);
}

static gsize
begin (PerfWriter *self,
       guint32     type,
       guint       misc)
{
  gsize at = self->bytes->len;

  put (self, type, 4);
  put (self, misc, 2);
  put (self, 0, 2);
  return at;
}

static void
end (PerfWriter *self,
     gsize       at)
{
  while (self->bytes->len % 8 != 0)
    put (self, 0, 1);
  put_at (self, at + 6, self->bytes->len - at, 2);
}

static void
put_who (PerfWriter *self,
         gint64      time,
         guint       cpu,
         gint32      tid,
         gboolean    address)
{
  put (self, tid, 4);
  put (self, tid, 4);
  if (self->shape.sample_type & WRITER_TIME)
    put (self, time, 8);
  if (address)
    put (self, 0x7000, 8);
  if (self->shape.sample_type & WRITER_CPU)
    {
      put (self, cpu, 4);
      put (self, 0, 4);
    }
}

static void
put_trail (PerfWriter *self,
           gint64      time,
           guint       cpu,
           gint32      tid)
{
  put_who (self, time, cpu, tid, FALSE);
  if (self->shape.with_second)
    put (self, FIRST_ID, 8);
}

/* Two events need identifiers, which are listed after their attributes. */
static void
put_attrs (PerfWriter *self)
{
  guint64 ids = HEADER + 2 * (self->shape.attr_size + 16u);

  put_attr (self, CPU_CLOCK,
            self->shape.sample_type | (self->shape.with_second ? WRITER_IDENTIFIER : 0));
  put (self, self->shape.with_second ? ids : 0, 8);
  put (self, self->shape.with_second ? 8 : 0, 8);
  if (!self->shape.with_second)
    return;

  put_attr (self, TASK_CLOCK, self->shape.sample_type | WRITER_IDENTIFIER | WRITER_ADDRESS);
  put (self, ids + 8, 8);
  put (self, 8, 8);
  put (self, FIRST_ID, 8);
  put (self, SECOND_ID, 8);
}

void
perf_writer_init (PerfWriter      *self,
                  const PerfShape *shape)
{
  /* The second magic number is written as a number, the first as a text. */
  const char *magic = shape->first_magic ? "PERFFILE" : shape->big_endian ? "2ELIFREP" : "PERFILE2";

  self->shape = *shape;
  self->bytes = g_byte_array_new ();
  g_byte_array_append (self->bytes, (const guint8 *) magic, 8);
  put (self, shape->pipe ? PIPE_HEADER : HEADER, 8);
  if (shape->pipe)
    {
      gsize at = begin (self, 64, 0);

      put_attr (self, CPU_CLOCK, shape->sample_type);
      end (self, at);
      at = begin (self, 80, 0);
      put (self, 7, 8); /* NRCPUS */
      put (self, shape->n_cpus, 4);
      put (self, shape->n_cpus, 4);
      end (self, at);
      return;
    }

  fill (self, HEADER);
  put_attrs (self);
  put_at (self, 16, shape->attr_size + 16, 8);
  put_at (self, 24, HEADER, 8);
  put_at (self, 32, (shape->with_second ? 2 : 1) * (shape->attr_size + 16), 8);
  self->data = self->bytes->len;
  put_at (self, 40, self->data, 8);
}

static void
put_sample (PerfWriter *self,
            gint64      time,
            guint       cpu,
            gint32      tid,
            gboolean    second)
{
  gsize at = begin (self, 9, 1);

  if (self->shape.with_second)
    put (self, second ? SECOND_ID : FIRST_ID, 8);
  put (self, G_GUINT64_CONSTANT (0xffffffff81000000) + time, 8);
  put_who (self, time, cpu, tid, second);
  put (self, 250 + cpu, 8);
  end (self, at);
}

void
perf_writer_sample (PerfWriter *self,
                    gint64      time,
                    guint       cpu,
                    gint32      tid)
{
  put_sample (self, time, cpu, tid, FALSE);
}

void
perf_writer_user (PerfWriter     *self,
                  gint64          time,
                  gint32          pid,
                  const PerfUser *user)
{
  gsize at = begin (self, 9, 2);

  put (self, 0x1000, 8);
  put_who (self, time, 0, pid, FALSE);
  put (self, 250, 8);
  put (self, user->abi, 8);
  for (guint i = 0; i < user->n_registers; i++)
    put (self, user->registers[i], 8);
  put (self, user->size, 8);
  g_byte_array_append (self->bytes, user->stack, user->n_stack);
  put (self, user->copied, 8);
  end (self, at);
}

void
perf_writer_second (PerfWriter *self,
                    gint64      time,
                    guint       cpu,
                    gint32      tid)
{
  put_sample (self, time, cpu, tid, TRUE);
}

/* Its record is padded to a multiple of eight. */
static void
put_text (PerfWriter *self,
          const char *text)
{
  g_byte_array_append (self->bytes, (const guint8 *) text, strlen (text) + 1);
  while (self->bytes->len % 8 != 0)
    put (self, 0, 1);
}

void
perf_writer_comm (PerfWriter *self,
                  gint64      time,
                  gint32      tid,
                  const char *name)
{
  gsize at = begin (self, 3, 0);

  put (self, tid, 4);
  put (self, tid, 4);
  put_text (self, name);
  put_trail (self, time, 0, tid);
  end (self, at);
}

static void
put_fork (PerfWriter *self,
          guint32     type,
          gint64      time,
          gint32      tid,
          gint32      parent)
{
  gsize at = begin (self, type, 0);

  put (self, tid, 4);
  put (self, parent, 4);
  put (self, tid, 4);
  put (self, parent, 4);
  put (self, time, 8);
  put_trail (self, time, 0, tid);
  end (self, at);
}

void
perf_writer_fork (PerfWriter *self,
                  gint64      time,
                  gint32      tid,
                  gint32      parent)
{
  put_fork (self, 7, time, tid, parent);
}

void
perf_writer_exit (PerfWriter *self,
                  gint64      time,
                  gint32      tid,
                  gint32      parent)
{
  put_fork (self, 4, time, tid, parent);
}

void
perf_writer_mmap (PerfWriter *self,
                  gint64      time,
                  gint32      tid,
                  guint64     address,
                  const char *name,
                  gboolean    prot)
{
  gsize at = begin (self, prot ? 10 : 1, 0);

  put (self, tid, 4);
  put (self, tid, 4);
  put (self, address, 8);
  put (self, 0x3000, 8);
  put (self, 0x1000, 8);
  if (prot)
    {
      put (self, 0, 8);
      put (self, 99, 8);
      put (self, 1, 8);
      put (self, 5, 4);
      put (self, 2, 4);
    }
  put_text (self, name);
  put_trail (self, time, 0, tid);
  end (self, at);
}

void
perf_writer_map (PerfWriter    *self,
                 gint64         time,
                 const PerfMap *map)
{
  /* PERF_RECORD_MISC_MMAP_BUILD_ID */
  gsize at = begin (self, 10, map->build_id != NULL ? 1 << 14 : 0);

  put (self, map->pid, 4);
  put (self, map->pid, 4);
  put (self, map->start, 8);
  put (self, map->size, 8);
  put (self, map->offset, 8);
  if (map->build_id != NULL)
    {
      put (self, 20, 1);
      put (self, 0, 3);
      g_byte_array_append (self->bytes, map->build_id, 20);
    }
  else
    {
      put (self, map->major, 4);
      put (self, map->minor, 4);
      put (self, map->inode, 8);
      put (self, 0, 8);
    }
  put (self, 5, 4);
  put (self, 2, 4);
  put_text (self, map->path);
  put_trail (self, time, 0, map->pid);
  end (self, at);
}

void
perf_writer_host (PerfWriter *self,
                  const char *name)
{
  gsize at = begin (self, 80, 0);

  put (self, 3, 8);
  put (self, strlen (name) + 1, 4);
  put_text (self, name);
  end (self, at);
}

void
perf_writer_lost (PerfWriter *self,
                  gint64      time,
                  guint       cpu,
                  guint64     count)
{
  gsize at = begin (self, 2, 0);

  put (self, 1, 8);
  put (self, count, 8);
  put_trail (self, time, cpu, 0);
  end (self, at);
}

void
perf_writer_switch (PerfWriter *self,
                    gint64      time,
                    guint       cpu,
                    gint32      tid,
                    gboolean    out,
                    gint32      other)
{
  /* PERF_RECORD_MISC_SWITCH_OUT, and preempted */
  gsize at = begin (self, other >= 0 ? 15 : 14, out ? 1 << 13 | 1 << 14 : 0);

  if (other >= 0)
    {
      put (self, other, 4);
      put (self, other, 4);
    }
  put_trail (self, time, cpu, tid);
  end (self, at);
}

void
perf_writer_namespaces (PerfWriter *self,
                        gint64      time,
                        guint       cpu,
                        gint32      tid)
{
  gsize at = begin (self, 16, 0);

  put (self, tid, 4);
  put (self, tid, 4);
  put (self, 2, 8);
  for (guint i = 0; i < 2; i++)
    {
      put (self, 4, 8);
      put (self, 71 + i, 8);
    }
  put_trail (self, time, cpu, tid);
  end (self, at);
}

void
perf_writer_throttle (PerfWriter *self,
                      gint64      time,
                      guint       cpu)
{
  gsize at = begin (self, 5, 0);

  put (self, time, 8);
  put (self, 1, 8);
  put (self, 1, 8);
  put_trail (self, time, cpu, 0);
  end (self, at);
}

void
perf_writer_round (PerfWriter *self)
{
  end (self, begin (self, 68, 0));
}

void
perf_writer_build_id (PerfWriter   *self,
                      const guint8 *id,
                      const char   *name)
{
  gsize at = begin (self, 67, 1 << 15);

  put (self, (guint32) -1, 4);
  g_byte_array_append (self->bytes, id, 20);
  put (self, self->shape.big_endian ? G_GUINT64_CONSTANT (20) << 24 : 20, 4);
  put_text (self, name);
  end (self, at);
}

GBytes *
perf_writer_finish (PerfWriter *self)
{
  if (!self->shape.pipe)
    {
      put_at (self, 48, self->bytes->len - self->data, 8);
      if (self->shape.n_cpus > 0)
        {
          gsize table = self->bytes->len;

          put_at (self, 72, 1 << 7, 8);
          put (self, table + 16, 8);
          put (self, 8, 8);
          put (self, self->shape.n_cpus, 4);
          put (self, self->shape.n_cpus, 4);
        }
    }
  return g_byte_array_free_to_bytes (self->bytes);
}
