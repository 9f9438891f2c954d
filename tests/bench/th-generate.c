/* th-generate.c - makes a large trace.dat from a small one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   th-generate [OPTIONS] SOURCE.dat OUT.dat
 *
 * Repeats the ring-buffer pages of a real recording (version 7, little-endian, 64 bit) with their
 * times shifted and their CPUs renumbered, until there are as many events as requested.
 * Everything else is copied: formats, kallsyms, saved command lines.  With more tasks, pids are
 * shifted too, in the header of an event and in fields of the type pid_t.  The result is a valid
 * file for trace-cmd and libkshark, so every reader can be timed on the same bytes.
 *
 * It is written after the man pages trace-cmd.dat.v6(5) and v7(5) only and shares no code with the
 * loader that it is used to measure.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include <glib.h>

#define PAGE 4096u
#define CHUNK_PAGES 10
#define TYPE_PADDING 29
#define TYPE_TIME_EXTEND 30
#define TYPE_TIME_STAMP 31

static int n_events = 3000000;
static int n_cpus = 2;
static int n_idle = 0;
static int n_tasks = 0;
static int version = 7;
static gboolean sparse = FALSE;
static char *compression = NULL;

static const GOptionEntry entries[] = {
  { "events", 'e', 0, G_OPTION_ARG_INT, &n_events, "How many events (3000000)", "N" },
  { "cpus", 'c', 0, G_OPTION_ARG_INT, &n_cpus, "On how many CPUs (2)", "M" },
  { "idle", 'i', 0, G_OPTION_ARG_INT, &n_idle, "How many further CPUs have a single page each (0)",
    "K" },
  { "tasks", 't', 0, G_OPTION_ARG_INT, &n_tasks,
    "Repetitions have tasks of their own, until there are as many (those of the source)", "T" },
  { "sparse", 's', 0, G_OPTION_ARG_NONE, &sparse, "Ten seconds of silence between repetitions",
    NULL },
  { "compression", 'z', 0, G_OPTION_ARG_STRING, &compression, "none, zstd or zlib (none)", "NAME" },
  { "file-version", 'v', 0, G_OPTION_ARG_INT, &version, "6 or 7 (7)", "VERSION" },
  { NULL }
};

typedef struct
{
  guint8 bytes[PAGE];
  guint  n_events;
} Page;

typedef struct
{
  GByteArray *sections[32];  /* unpacked, by section id */
  GByteArray *options[32];   /* data of the last option of an id */
  char       *packer;        /* name of the compression */
  GPtrArray  *cpus;          /* of GArray of Page, busiest first */
  guint64     first;         /* time of the first page */
  guint64     last;
  GHashTable *pid_fields;    /* id of an event: GArray of guint, offsets */
  GHashTable *pids;          /* pids in the headers of the events */
} Source;

/* The distance between the pids of two successive repetitions. */
#define PID_STEP 100000

static guint64
get (const guint8 *at,
     guint         size)
{
  guint64 value = 0;

  memcpy (&value, at, size);
  return value;
}

static void
put (GByteArray *out,
     guint64     value,
     guint       size)
{
  g_byte_array_append (out, (const guint8 *) &value, size);
}

G_NORETURN static void
die (const char *what)
{
  fprintf (stderr, "th-generate: %s\n", what);
  exit (1);
}

/* --- reading the source ------------------------------------------------ */

static GByteArray *
unpack (const char   *packer,
        const guint8 *data,
        gsize         size,
        gsize         unpacked)
{
  GByteArray *out = g_byte_array_sized_new (unpacked);
  uLongf length = unpacked;

  g_byte_array_set_size (out, unpacked);
  if (g_str_equal (packer, "zstd"))
    length = ZSTD_decompress (out->data, unpacked, data, size);
  else if (uncompress (out->data, &length, data, size) != Z_OK)
    length = 0;
  if (length != unpacked)
    die ("a part of the source does not unpack");

  return out;
}

static GByteArray *
read_section (const char   *packer,
              const guint8 *file,
              guint64       offset)
{
  const guint8 *body = file + offset + 16;
  GByteArray *out;

  if (get (file + offset + 2, 2) & 1)
    return unpack (packer, body + 8, get (body, 4), get (body + 4, 4));

  out = g_byte_array_new ();
  g_byte_array_append (out, body, get (file + offset + 8, 8));
  return out;
}

/* "name: sched_switch\nID: 316\nformat:\n … field:pid_t prev_pid;\toffset:24;…" */
static void
read_pid_fields (Source *source)
{
  const GByteArray *section = source->sections[18];
  g_autoptr(GRegex) regex =
    g_regex_new ("\nID: (\\d+)\n|\tfield:pid_t [a-z_]+;\toffset:(\\d+);\tsize:4;", 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  g_autoptr(GString) text = g_string_new (NULL);
  GArray *offsets = NULL;

  source->pid_fields = g_hash_table_new (NULL, NULL);
  for (guint i = 0; section != NULL && i < section->len; i++)
    g_string_append_c (text,
                       section->data[i] > 0 && section->data[i] < 128 ? section->data[i] : ' ');

  for (g_regex_match (regex, text->str, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *id = g_match_info_fetch (match, 1), *offset = g_match_info_fetch (match, 2);
      guint at = offset != NULL ? atoi (offset) : 0;

      if (id != NULL && *id != '\0')
        {
          offsets = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (source->pid_fields, GINT_TO_POINTER (atoi (id)), offsets);
        }
      else if (offsets != NULL)
        g_array_append_val (offsets, at);
    }
}

static void
move_pid (guint8 *at,
          gint32  step)
{
  gint32 pid;

  memcpy (&pid, at, 4);
  if (pid > 0)
    pid += step;
  memcpy (at, &pid, 4);
}

/* Of one event. */
static void
move_pids (const Source *source,
           guint8       *data,
           guint         size,
           gint32        step)
{
  const GArray *offsets = size >= 8
                          ? g_hash_table_lookup (source->pid_fields,
                                                 GINT_TO_POINTER (get (data, 2))) : NULL;

  if (size < 8)
    return;

  move_pid (data + 4, step);
  for (guint i = 0; offsets != NULL && i < offsets->len; i++)
    if (g_array_index (offsets, guint, i) + 4 <= size)
      move_pid (data + g_array_index (offsets, guint, i), step);
}

/* Returns the data of the event at @at. */
static guint8 *
event_data (guint8 *at,
            guint  *size)
{
  guint type = get (at, 4) & 31;

  *size = type == 0 ? get (at + 4, 4) - 4 : 4 * type;
  return at + (type == 0 ? 8 : 4);
}

static void
see_pid (Source *source,
         guint8 *data,
         guint   size)
{
  if (size >= 8 && (gint32) get (data + 4, 4) > 0)
    g_hash_table_add (source->pids, GINT_TO_POINTER (get (data + 4, 4)));
}

/* Calls @move_pids for each event of a page, or collects its pids. */
static void
walk_pids (Source *source,
           guint8 *page,
           gint32  step)
{
  guint length = get (page + 8, 8) & 0xfffff;
  guint at = 16, size;

  while (at < 16 + length)
    {
      guint type = get (page + at, 4) & 31;
      guint8 *data;

      if (type == TYPE_TIME_EXTEND || type == TYPE_TIME_STAMP)
        {
          at += 8;
          continue;
        }
      if (type == TYPE_PADDING)
        {
          if (get (page + at, 4) >> 5 == 0)
            break;
          at += 4 + get (page + at + 4, 4);
          continue;
        }
      data = event_data (page + at, &size);
      if (step != 0)
        move_pids (source, data, size, step);
      else
        see_pid (source, data, size);
      at = data + size - page;
    }
}

/* Walks the events of a page and shifts its times by @shift, including absolute timestamps inside
 * it.  Returns the number of events and the time of the last one. */
static guint
walk_page (guint8  *page,
           guint64  shift,
           guint64 *last)
{
  guint64 time = get (page, 8) + shift;
  guint length = get (page + 8, 8) & 0xfffff;
  guint at = 16, n = 0;

  memcpy (page, &time, 8);
  while (at < 16 + length)
    {
      guint32 head = get (page + at, 4);
      guint type = head & 31;
      guint64 delta = head >> 5;

      if (type == TYPE_TIME_EXTEND)
        time += delta | get (page + at + 4, 4) << 27;
      else if (type == TYPE_TIME_STAMP)
        {
          time = (delta | get (page + at + 4, 4) << 27) + shift;
          head = type | (time & 0x7ffffff) << 5;
          memcpy (page + at, &head, 4);
          head = time >> 27;
          memcpy (page + at + 4, &head, 4);
        }
      else if (type == TYPE_PADDING && delta == 0)
        break;
      else
        time += delta;

      n += type < TYPE_PADDING;
      if (type == TYPE_TIME_EXTEND || type == TYPE_TIME_STAMP)
        at += 8;
      else if (type == TYPE_PADDING || type == 0)
        at += 4 + get (page + at + 4, 4);
      else
        at += 4 + 4 * type;
    }

  *last = time;
  return n;
}

static void
add_page (Source       *source,
          GArray       *pages,
          const guint8 *bytes)
{
  Page page;
  guint64 last;

  memcpy (page.bytes, bytes, PAGE);
  /* Do not repeat the record of lost events. */
  page.bytes[11] &= 0x3f;
  page.n_events = walk_page (page.bytes, 0, &last);
  if (page.n_events == 0)
    return;

  walk_pids (source, page.bytes, 0);
  source->first = MIN (source->first, get (page.bytes, 8));
  source->last = MAX (source->last, last);
  g_array_append_val (pages, page);
}

static void
read_cpu (Source       *source,
          const guint8 *file,
          guint64       offset,
          guint64       size)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (Page));

  if (g_str_equal (source->packer, "none"))
    for (guint64 at = 0; at + PAGE <= size; at += PAGE)
      add_page (source, pages, file + offset + at);
  else
    for (guint64 n = get (file + offset, 4), at = offset + 4; n > 0; n--)
      {
        GByteArray *chunk = unpack (source->packer, file + at + 8, get (file + at, 4),
                                    get (file + at + 4, 4));

        for (guint i = 0; i + PAGE <= chunk->len; i += PAGE)
          add_page (source, pages, chunk->data + i);
        at += 8 + get (file + at, 4);
        g_byte_array_unref (chunk);
      }

  g_ptr_array_add (source->cpus, pages);
}

/* Only the top-level buffer. */
static void
read_buffer (Source       *source,
             const guint8 *file,
             const guint8 *option)
{
  const guint8 *at = option + 8;

  if (*at != '\0' || source->cpus->len > 0)
    return;

  at += 1;
  at += strlen ((const char *) at) + 1;
  if (get (at, 4) != PAGE)
    die ("the source has pages of an odd size");
  for (guint64 n = get (at + 4, 4), i = 0; i < n; i++)
    read_cpu (source, file, get (at + 8 + 20 * i + 4, 8), get (at + 8 + 20 * i + 12, 8));
}

static void
read_options (Source       *source,
              const guint8 *file,
              guint64       offset)
{
  while (offset != 0)
    {
      GByteArray *options = read_section (source->packer, file, offset);
      guint at = 0;

      offset = 0;
      while (at + 6 <= options->len)
        {
          guint id = get (options->data + at, 2);
          guint size = get (options->data + at + 2, 4);
          const guint8 *data = options->data + at + 6;

          if (id == 0)
            offset = get (data, 8);
          else if (id == 3)
            read_buffer (source, file, data);
          else if (id >= 16 && id <= 21)
            source->sections[id] = read_section (source->packer, file, get (data, 8));
          else if (id < 16)
            {
              source->options[id] = g_byte_array_new ();
              g_byte_array_append (source->options[id], data, size);
            }
          at += 6 + size;
          if (id == 0)
            break;
        }
      g_byte_array_unref (options);
    }
}

static gint
by_events (gconstpointer a,
           gconstpointer b)
{
  const GArray *x = *(GArray *const *) a, *y = *(GArray *const *) b;

  return (gint) y->len - (gint) x->len;
}

static void
read_source (Source     *source,
             const char *path)
{
  g_autofree char *file = NULL;
  const guint8 *bytes;
  gsize size, at = 18;

  if (!g_file_get_contents (path, &file, &size, NULL) || size < 64 ||
      memcmp (file, "\x17\x08\x44tracing7\0\0\x08", 14) != 0)
    die ("the source is no little-endian 64-bit trace.dat of version 7");

  bytes = (const guint8 *) file;
  source->packer = g_strdup (file + at);
  at += strlen (file + at) + 1;
  at += strlen (file + at) + 1;
  source->cpus = g_ptr_array_new ();
  source->first = G_MAXUINT64;
  source->pids = g_hash_table_new (NULL, NULL);
  read_options (source, bytes, get (bytes + at, 8));
  g_ptr_array_sort (source->cpus, by_events);
  while (source->cpus->len > 0 && ((GArray *) source->cpus->pdata[source->cpus->len - 1])->len == 0)
    g_ptr_array_set_size (source->cpus, source->cpus->len - 1);
  if (source->cpus->len == 0)
    die ("the source has no events in its top buffer");
  read_pid_fields (source);
}

/* --- writing ----------------------------------------------------------- */

typedef struct
{
  FILE   *file;
  guint64 offset;
  guint8 *packed;
  gsize   packed_size;
} Sink;

static void
sink_write (Sink       *sink,
            const void *data,
            gsize       size)
{
  if (fwrite (data, 1, size, sink->file) != size)
    die (g_strerror (errno));
  sink->offset += size;
}

static void
sink_number (Sink    *sink,
             guint64  value,
             guint    size)
{
  sink_write (sink, &value, size);
}

static void
sink_align (Sink *sink)
{
  static const guint8 zeros[PAGE];

  sink_write (sink, zeros, (PAGE - sink->offset % PAGE) % PAGE);
}

static void
sink_patch (Sink    *sink,
            guint64  at,
            guint64  value,
            guint    size)
{
  if (fseeko (sink->file, at, SEEK_SET) != 0 || fwrite (&value, 1, size, sink->file) != size ||
      fseeko (sink->file, sink->offset, SEEK_SET) != 0)
    die (g_strerror (errno));
}

static gsize
sink_pack (Sink         *sink,
           const guint8 *data,
           gsize         size)
{
  uLongf length = compressBound (size) + ZSTD_compressBound (size);

  if (sink->packed_size < length)
    {
      sink->packed = g_realloc (sink->packed, length);
      sink->packed_size = length;
    }
  if (g_str_equal (compression, "zstd"))
    return ZSTD_compress (sink->packed, length, data, size, 3);
  if (compress2 (sink->packed, &length, data, size, 3) != Z_OK)
    die ("zlib fails");

  return length;
}

/* Writes compressed size, uncompressed size and data. */
static void
sink_packed (Sink         *sink,
             const guint8 *data,
             gsize         size)
{
  gsize length = sink_pack (sink, data, size);

  sink_number (sink, length, 4);
  sink_number (sink, size, 4);
  sink_write (sink, sink->packed, length);
}

static guint64
sink_section (Sink             *sink,
              guint             id,
              const GByteArray *data,
              gboolean          pack)
{
  guint64 offset = sink->offset;

  sink_number (sink, id, 2);
  sink_number (sink, pack, 2);
  sink_number (sink, 0, 4);
  sink_number (sink, data->len, 8);
  if (pack)
    {
      sink_packed (sink, data->data, data->len);
      sink_patch (sink, offset + 8, sink->offset - offset - 16, 8);
    }
  else
    sink_write (sink, data->data, data->len);

  return offset;
}

/* --- events ------------------------------------------------------------ */

typedef struct
{
  Sink       *sink;
  GByteArray *chunk;   /* pages that wait to be compressed */
  guint64     begin;   /* of this CPU's data */
  guint32     n_chunks;
  guint64     n_events;
} Cpu;

static void
cpu_flush (Cpu *cpu)
{
  if (cpu->chunk->len == 0)
    return;

  sink_packed (cpu->sink, cpu->chunk->data, cpu->chunk->len);
  g_byte_array_set_size (cpu->chunk, 0);
  cpu->n_chunks++;
}

static void
cpu_add (Cpu        *cpu,
         Source     *source,
         const Page *page,
         guint64     shift,
         gint32      step)
{
  guint8 bytes[PAGE];
  guint64 last;

  memcpy (bytes, page->bytes, PAGE);
  walk_page (bytes, shift, &last);
  if (step != 0)
    walk_pids (source, bytes, step);
  cpu->n_events += page->n_events;

  if (g_str_equal (compression, "none"))
    {
      sink_write (cpu->sink, bytes, PAGE);
      return;
    }
  g_byte_array_append (cpu->chunk, bytes, PAGE);
  if (cpu->chunk->len == CHUNK_PAGES * PAGE)
    cpu_flush (cpu);
}

/* Returns the number of events of one repetition, over all CPUs that are repeated. */
static guint64
events_of_round (const Source *source)
{
  guint64 n = 0;

  for (int i = 0; i < n_cpus; i++)
    {
      const GArray *pages = source->cpus->pdata[i % source->cpus->len];

      for (guint j = 0; j < pages->len; j++)
        n += g_array_index (pages, Page, j).n_events;
    }

  return n;
}

/* Copies of a CPU, and repetitions, have tasks of their own. */
static gint32
pid_step (const Source *source,
          int           number,
          guint64       round)
{
  guint n_pids = MAX (g_hash_table_size (source->pids), 1);
  guint64 n_copies = (MAX (n_tasks, 1) + n_pids - 1) / n_pids;
  guint64 n_groups = (n_cpus + source->cpus->len - 1) / source->cpus->len;

  return (number / source->cpus->len + round * n_groups) % n_copies * PID_STEP;
}

/* Returns offset and size of the CPU's data in @place. */
static guint64
write_cpu (Sink         *sink,
           Source       *source,
           int           number,
           guint64       n_rounds,
           guint64      *place)
{
  const GArray *pages = source->cpus->pdata[number % source->cpus->len];
  guint64 period = source->last - source->first + (sparse ? 10000000000u : 1000);
  gboolean packed = !g_str_equal (compression, "none");
  Cpu cpu = { .sink = sink, .chunk = g_byte_array_new (), .begin = sink->offset };

  if (packed)
    sink_number (sink, 0, 4);
  for (guint64 round = 0; round < n_rounds; round++)
    for (guint i = 0; i < (number >= n_cpus ? 1 : pages->len); i++)
      cpu_add (&cpu, source, &g_array_index (pages, Page, i), round * period,
               pid_step (source, number, round));
  if (packed)
    {
      cpu_flush (&cpu);
      sink_patch (sink, cpu.begin, cpu.n_chunks, 4);
    }

  place[0] = cpu.begin;
  place[1] = sink->offset - cpu.begin;
  sink_align (sink);
  g_byte_array_unref (cpu.chunk);

  return cpu.n_events;
}

static guint64
write_cpus (Sink         *sink,
            Source       *source,
            guint64      *places)
{
  guint64 n_rounds = MAX (1, n_events / events_of_round (source));
  guint64 n = 0;

  sink_align (sink);
  for (int i = 0; i < n_cpus + n_idle; i++)
    n += write_cpu (sink, source, i, i < n_cpus ? n_rounds : 1, places + 2 * i);

  return n;
}

/* --- files ------------------------------------------------------------- */

static void
add_option (GByteArray   *options,
            guint         id,
            const void   *data,
            guint         size)
{
  put (options, id, 2);
  put (options, size, 4);
  g_byte_array_append (options, data, size);
}

static void
add_buffer_option (GByteArray    *options,
                   guint64        section,
                   const guint64 *places)
{
  GByteArray *data = g_byte_array_new ();

  put (data, section, 8);
  g_byte_array_append (data, (const guint8 *) "\0local", 7);
  put (data, PAGE, 4);
  put (data, n_cpus + n_idle, 4);
  for (int i = 0; i < n_cpus + n_idle; i++)
    {
      put (data, i, 4);
      put (data, places[2 * i], 8);
      put (data, places[2 * i + 1], 8);
    }
  add_option (options, 3, data->data, data->len);
  g_byte_array_unref (data);
}

static guint64
write_v7 (Sink         *sink,
          Source       *source,
          guint64      *places)
{
  gboolean packed = !g_str_equal (compression, "none");
  GByteArray *options = g_byte_array_new ();
  guint32 total = n_cpus + n_idle;
  guint64 patch, section, n;

  sink_write (sink, "\x17\x08\x44tracing7\0\0\x08", 14);
  sink_number (sink, PAGE, 4);
  sink_write (sink, compression, strlen (compression) + 1);
  sink_write (sink, "1\0", 2);
  patch = sink->offset;
  sink_number (sink, 0, 8);

  for (guint id = 16; id <= 21; id++)
    if (source->sections[id] != NULL)
      {
        guint64 offset = sink_section (sink, id, source->sections[id], packed);

        add_option (options, id, &offset, 8);
      }

  section = sink->offset;
  sink_number (sink, 3, 2);
  sink_number (sink, packed, 2);
  sink_number (sink, 0, 4);
  sink_number (sink, 0, 8);
  n = write_cpus (sink, source, places);
  sink_patch (sink, section + 8, sink->offset - section - 16, 8);

  for (guint id = 4; id <= 9; id++)
    if (source->options[id] != NULL && id != 8)
      add_option (options, id, source->options[id]->data, source->options[id]->len);
  add_option (options, 8, &total, 4);
  add_buffer_option (options, section, places);
  add_option (options, 0, &(guint64) { 0 }, 8);
  sink_patch (sink, patch, sink_section (sink, 0, options, FALSE), 8);
  g_byte_array_unref (options);

  return n;
}

static guint64
write_v6 (Sink         *sink,
          Source       *source,
          guint64      *places)
{
  guint64 table, n;

  sink_write (sink, "\x17\x08\x44tracing6\0\0\x08", 14);
  sink_number (sink, PAGE, 4);
  for (guint id = 16; id <= 21; id++)
    sink_write (sink, source->sections[id]->data, source->sections[id]->len);
  sink_number (sink, n_cpus + n_idle, 4);
  sink_write (sink, "options  ", 10);
  if (source->options[4] != NULL)
    {
      sink_number (sink, 4, 2);
      sink_number (sink, source->options[4]->len, 4);
      sink_write (sink, source->options[4]->data, source->options[4]->len);
    }
  sink_number (sink, 0, 2);
  sink_write (sink, "flyrecord", 10);

  table = sink->offset;
  for (int i = 0; i < 2 * (n_cpus + n_idle); i++)
    sink_number (sink, 0, 8);
  n = write_cpus (sink, source, places);
  for (int i = 0; i < 2 * (n_cpus + n_idle); i++)
    sink_patch (sink, table + 8 * i, places[i], 8);

  return n;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(GOptionContext) context =
    g_option_context_new ("SOURCE.dat OUT.dat - make a large trace.dat out of a small one");
  g_autoptr(GError) error = NULL;
  g_autofree guint64 *places = NULL;
  Source source = { .packer = NULL };
  Sink sink = { NULL };
  guint64 n;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    die (error->message);
  if (compression == NULL)
    compression = g_strdup ("none");
  if (argc != 3 || n_cpus < 1 || n_idle < 0 || n_cpus + n_idle > 65535 || n_events < 1 ||
      n_tasks < 0 || n_tasks > 100000 || (version != 6 && version != 7) ||
      (version == 6 && !g_str_equal (compression, "none")) ||
      !g_strv_contains ((const char *const[]) { "none", "zstd", "zlib", NULL }, compression))
    die ("see --help");

  read_source (&source, argv[1]);
  sink.file = fopen (argv[2], "wb");
  if (sink.file == NULL)
    die (g_strerror (errno));

  places = g_new0 (guint64, 2 * (n_cpus + n_idle));
  n = version == 7 ? write_v7 (&sink, &source, places) : write_v6 (&sink, &source, places);
  if (fclose (sink.file) != 0)
    die (g_strerror (errno));
  printf ("{\"file\":\"%s\",\"events\":%" G_GUINT64_FORMAT
          ",\"cpus\":%d,\"bytes\":%" G_GUINT64_FORMAT "}\n",
          argv[2], n, n_cpus + n_idle, sink.offset);

  return 0;
}
