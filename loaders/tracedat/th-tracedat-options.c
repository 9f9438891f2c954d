/* th-tracedat-options.c - the options of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The same options occur in both versions; version 7 chains sections of them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-guest.h"
#include "th-hash.h"
#include "th-number-format.h"
#include "th-tracedat-chunks.h"
#include "th-tracedat-clock.h"
#include "th-tracedat-file.h"
#include "th-tracedat-options.h"
#include "th-tracedat-unpack.h"

enum
{
  OPTION_DONE = 0,
  OPTION_DATE = 1,
  OPTION_CPUSTAT = 2,
  OPTION_BUFFER = 3,
  OPTION_TRACECLOCK = 4,
  OPTION_UNAME = 5,
  OPTION_OFFSET = 7,
  OPTION_CPUCOUNT = 8,
  OPTION_VERSION = 9,
  OPTION_TRACEID = 11,
  OPTION_TIME_SHIFT = 12,
  OPTION_GUEST = 13,
  OPTION_TSC2NSEC = 14,
  OPTION_HEADER_INFO = 16,
  OPTION_CMDLINES = 21,
  OPTION_BUFFER_TEXT = 22,
  SECTION_STRINGS = 15,
  OPTION_LAST = 63 /* above all known ids; the id of a section is one of these */
};

/* Sections of our own (th-trace-writer.h) to which no option refers: trace-cmd complains of
 * unknown options, but not of sections. */
#define SECTION_COUNTERS 0x5448
#define SECTION_ORIGIN 0x5449

#define AGENT "thresher-agent "
#define MAX_HOPS 1024
#define MAX_OPTION (64 << 20)
#define MAX_GUEST_NAME 256
#define MAX_KEPT_OPTIONS (64u << 20) /* bytes of all of them */

/* --- one option -------------------------------------------------------- */

static void
take_fact (ThTdFile   *self,
           const char *key,
           const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_strstrip (valid);
  if (*valid != '\0')
    th_recording_set_fact (self->base.recording, key, valid);
}

/* The version of trace-cmd, or of the agent that recorded instead of it. */
static void
take_version (ThTdFile   *self,
              const char *text)
{
  const char *agent = g_str_has_prefix (text, AGENT) ? text + strlen (AGENT) : NULL;

  take_fact (self, agent != NULL ? "agent" : "trace-cmd", agent != NULL ? agent : text);
}

/* "Linux guest 6.1.0-56-amd64 x86_64" */
static void
take_uname (ThTdFile   *self,
            const char *text)
{
  g_auto(GStrv) words = g_strsplit (text, " ", 4);

  if (g_strv_length (words) < 3)
    {
      take_fact (self, "kernel", text);
      return;
    }
  take_fact (self, "kernel", words[2]);
  take_fact (self, "host", words[1]);
  /* The agent also stores the version: "Linux web-3 6.1.0 #1 SMP x86_64". */
  if (words[3] != NULL)
    take_fact (self, "machine", strrchr (words[3], ' ') != NULL ? strrchr (words[3], ' ') + 1
                                                                : words[3]);
}

/* Parses "[local] global counter …": the clock in brackets is the one in use. */
static void
take_clock (ThTdFile   *self,
            const char *text)
{
  const char *open = strchr (text, '[');
  const char *close = open != NULL ? strchr (open, ']') : NULL;

  if (close == NULL)
    return;

  g_free (self->clock_name);
  self->clock_name = g_strndup (open + 1, close - open - 1);
}

static void
add_offset (ThTdFile *self,
            gint64    offset)
{
  self->clock.offset = (gint64) ((guint64) self->clock.offset + (guint64) offset);
}

/* The offset is in ns.  Our own recordings of several machines have its error after it. */
static void
take_offset (ThTdFile   *self,
             const char *text)
{
  char *end;
  gint64 offset = strtoll (text, &end, 0);
  gint64 error = strtoll (end, NULL, 10);

  add_offset (self, offset);
  if (error > 0)
    {
      g_autofree char *range = th_format_duration (error, TH_RESOLUTION_NS, TH_FORMAT_PLAIN);
      g_autofree char *fact = g_strdup_printf ("%+.9f s ± %s", (double) offset / 1e9, range);

      take_fact (self, "clock offset", fact);
    }
}

/* The offset is in µs. */
static void
take_date (ThTdFile   *self,
           const char *text)
{
  gint64 offset = strtoll (text, NULL, 0);
  gint64 ns;

  if (__builtin_mul_overflow (offset, 1000, &ns))
    return;

  add_offset (self, ns);
  self->clock.has_date = TRUE;
}

static void
take_tsc (ThTdFile     *self,
          ThByteCursor *cursor)
{
  guint32 mult = th_byte_cursor_uint (cursor, 4);
  guint32 shift = th_byte_cursor_uint (cursor, 4);

  if (cursor->failed || shift > 63)
    return;

  self->clock.mult = mult;
  self->clock.shift = shift;
}

/* gpuvis' fork of trace-cmd uses this number for the saved tgids. */
static void
take_cpu_count (ThTdFile     *self,
                ThByteCursor *cursor,
                guint32       size)
{
  if (size > 8)
    {
      g_free (self->tgids);
      self->tgids = th_byte_cursor_dup (cursor, size);
    }
  else
    {
      guint64 count = th_byte_cursor_uint (cursor, 4);

      self->cpu_count = MIN (count, TH_TD_MAX_CPUS);
    }
}

static gboolean
room_for_buffer (ThTdFile *self)
{
  if (self->buffers->len < TH_TD_MAX_BUFFERS)
    return TRUE;

  th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, -1, "BUFFER");
  return FALSE;
}

static void
take_buffer_v6 (ThTdFile     *self,
                ThByteCursor *cursor)
{
  guint64 offset = th_byte_cursor_uint (cursor, 8);
  g_autofree char *name = th_byte_cursor_text (cursor, 4096);

  if (name == NULL || offset == 0 || !room_for_buffer (self))
    return;

  th_td_file_add_buffer (self, name, NULL, 0)->section = offset;
}

/* Whether there is a data section at @offset and it is compressed. */
static gboolean
data_is_compressed (ThTdFile *self,
                    guint64   offset)
{
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, offset);

  th_byte_cursor_skip (&cursor, 2);
  return (th_byte_cursor_uint (&cursor, 2) & TH_TD_SECTION_COMPRESSED) != 0;
}

static void
take_buffer_v7 (ThTdFile     *self,
                ThByteCursor *cursor)
{
  guint64 offset = th_byte_cursor_uint (cursor, 8);
  g_autofree char *name = th_byte_cursor_text (cursor, 4096);
  g_autofree char *clock_name = th_byte_cursor_text (cursor, 256);
  guint64 page_size = th_byte_cursor_uint (cursor, 4);
  guint64 n_cpus = th_byte_cursor_uint (cursor, 4);
  ThTdBuffer *buffer;

  if (cursor->failed || n_cpus > (cursor->end - cursor->pos) / 20 || n_cpus > TH_TD_MAX_CPUS)
    {
      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, -1, "BUFFER");
      return;
    }
  if (!room_for_buffer (self))
    return;

  buffer = th_td_file_add_buffer (self, name, clock_name, MIN (page_size, G_MAXUINT));
  buffer->section = offset;
  buffer->compressed = self->compression != TH_TD_NONE && data_is_compressed (self, offset);
  for (guint64 i = 0; i < n_cpus; i++)
    {
      guint number = th_byte_cursor_uint (cursor, 4);
      guint64 at = th_byte_cursor_uint (cursor, 8);

      if (!th_td_buffer_add_cpu (self, buffer, number, at, th_byte_cursor_uint (cursor, 8)))
        break;
    }
  th_td_buffer_sort_cpus (self, buffer);
}

/* Locates the contents of the section whose header is at @offset. */
static gboolean
find_section (ThTdFile    *self,
              guint64      offset,
              guint        wanted,
              ThTdSection *section)
{
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, offset);
  guint id = th_byte_cursor_uint (&cursor, 2);
  guint flags = th_byte_cursor_uint (&cursor, 2);
  guint64 size;

  th_byte_cursor_skip (&cursor, 4);
  size = th_byte_cursor_uint (&cursor, 8);
  if (cursor.failed || id != wanted)
    return FALSE;

  section->offset = cursor.pos;
  section->size = MIN (size, cursor.end - cursor.pos);
  section->compressed = (flags & TH_TD_SECTION_COMPRESSED) != 0 && self->compression != TH_TD_NONE;
  return size == section->size;
}

static void
take_section (ThTdFile     *self,
              ThByteCursor *cursor,
              guint         id)
{
  guint64 offset = th_byte_cursor_uint (cursor, 8);

  if (cursor->failed || offset == 0)
    return;
  if (offset >= th_bytes_get_size (self->base.bytes))
    th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, cursor->pos - 8,
                              _("it says that a part is past the end of the file"));
  else if (!find_section (self, offset, id, &self->sections[id - OPTION_HEADER_INFO]))
    th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, offset, NULL);
}

static void
take_text (ThTdFile     *self,
           ThByteCursor *cursor,
           guint         id,
           guint32       size)
{
  g_autofree char *text = th_byte_cursor_dup (cursor, size);

  if (text == NULL)
    return;

  switch (id)
    {
    case OPTION_DATE:
      take_date (self, text);
      break;
    case OPTION_OFFSET:
      take_offset (self, text);
      break;
    case OPTION_TRACECLOCK:
      take_clock (self, text);
      break;
    case OPTION_UNAME:
      take_uname (self, text);
      break;
    case OPTION_VERSION:
      take_version (self, text);
      break;
    default:
      break;
    }
}

static void
take_id (ThTdFile   *self,
         const char *key,
         guint64     id)
{
  g_autofree char *text = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", id);

  th_recording_set_fact (self->base.recording, key, text);
}

static void
take_trace_id (ThTdFile     *self,
               ThByteCursor *cursor)
{
  guint64 id = th_byte_cursor_uint (cursor, 8);

  if (cursor->failed)
    return;

  take_id (self, "trace-id", id);
  th_recording_set_trace_id (self->base.recording, id);
}

/* If a guest claims more CPUs than the option has room for, none of them is used. */
static void
take_guest (ThTdFile     *self,
            ThByteCursor *cursor)
{
  g_autofree char *name = th_byte_cursor_text (cursor, MAX_GUEST_NAME);
  guint64 trace_id = th_byte_cursor_uint (cursor, 8);
  guint64 n = th_byte_cursor_uint (cursor, 4);
  g_autofree ThVcpu *vcpus = NULL;

  if (cursor->failed || n > (cursor->end - cursor->pos) / 8)
    {
      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, -1, "GUEST");
      n = 0;
    }
  if (name == NULL)
    return;

  n = MIN (n, TH_MAX_VCPUS);
  vcpus = g_new (ThVcpu, n);
  for (guint i = 0; i < n; i++)
    {
      vcpus[i].cpu = th_byte_cursor_uint (cursor, 4);
      vcpus[i].pid = (gint32) th_byte_cursor_uint (cursor, 4);
    }
  th_recording_add_guest (self->base.recording, &(ThGuest) { name, trace_id, vcpus, n });
}

static void
take_shifts (ThTdFile     *self,
             ThByteCursor *cursor)
{
  guint64 peer = th_byte_cursor_uint (cursor, 8);

  th_td_clock_add_shifts (&self->clock, cursor);
  if (self->clock.shifts == NULL)
    return;

  take_id (self, "peer", peer);
  th_recording_set_peer (self->base.recording, peer);
}

/* Keeps options for a copy of the file, but not those about its layout. */
static void
keep_option (ThTdFile     *self,
             ThByteCursor  cursor,
             guint         id,
             guint32       size)
{
  ThTdOption option = { id, NULL };
  char *data;

  if (!self->keeps_options || id == OPTION_BUFFER ||
      (id >= SECTION_STRINGS && id <= OPTION_BUFFER_TEXT) ||
      size > MAX_KEPT_OPTIONS - self->options_size ||
      (data = th_byte_cursor_dup (&cursor, size)) == NULL)
    return;

  self->options_size += size;
  option.data = g_bytes_new_take (data, size);
  g_array_append_val (self->options, option);
}

/* @cursor covers exactly the data of the option. */
static void
take_option (ThTdFile     *self,
             ThByteCursor *cursor,
             guint         id,
             guint32       size)
{
  switch (id)
    {
    case OPTION_DATE:
    case OPTION_OFFSET:
    case OPTION_TRACECLOCK:
    case OPTION_UNAME:
    case OPTION_VERSION:
      take_text (self, cursor, id, size);
      break;
    case OPTION_BUFFER:
      if (self->version >= 7)
        take_buffer_v7 (self, cursor);
      else
        take_buffer_v6 (self, cursor);
      break;
    case OPTION_CPUCOUNT:
      take_cpu_count (self, cursor, size);
      break;
    case OPTION_TRACEID:
      take_trace_id (self, cursor);
      break;
    case OPTION_TIME_SHIFT:
      take_shifts (self, cursor);
      break;
    case OPTION_GUEST:
      take_guest (self, cursor);
      break;
    case OPTION_TSC2NSEC:
      take_tsc (self, cursor);
      break;
    case OPTION_BUFFER_TEXT:
      self->has_latency_text = TRUE;
      break;
    default:
      if (self->version >= 7 && id >= OPTION_HEADER_INFO && id <= OPTION_CMDLINES)
        take_section (self, cursor, id);
      break;
    }
}

/* --- sections of options ----------------------------------------------- */

/* Reads options up to OPTION_DONE; *@next is the offset of the next section, or 0.  FALSE if
 * the options are truncated. */
static gboolean
read_options (ThTdFile     *self,
              ThByteCursor *cursor,
              guint64      *next)
{
  *next = 0;
  for (;;)
    {
      guint id = th_byte_cursor_uint (cursor, 2);
      ThByteCursor inside;
      guint32 size;

      if (cursor->failed)
        return FALSE;
      if (id == OPTION_DONE && self->version < 7)
        return TRUE;

      size = th_byte_cursor_uint (cursor, 4);
      inside = *cursor;
      th_byte_cursor_skip (cursor, size);
      if (cursor->failed || size > MAX_OPTION)
        return FALSE;

      inside.end = cursor->pos;
      if (id == OPTION_DONE)
        {
          *next = size >= 8 ? th_byte_cursor_uint (&inside, 8) : 0;
          return TRUE;
        }
      keep_option (self, inside, id, size);
      take_option (self, &inside, id, size);
    }
}

void
th_td_file_read_options_v6 (ThTdFile     *self,
                            ThByteCursor *cursor)
{
  guint64 next;

  read_options (self, cursor, &next);
}

/* Reads one section of options, which ends at *@end; FALSE if there is none at @offset. */
static gboolean
read_options_at (ThTdFile *self,
                 guint64   offset,
                 guint64  *next,
                 guint64  *end)
{
  ThTdSection section = { 0 };
  ThByteCursor cursor;
  g_autoptr(ThBytes) unpacked = NULL;

  *next = *end = 0;
  find_section (self, offset, OPTION_DONE, &section);
  if (section.offset == 0)
    return FALSE;

  if (section.compressed)
    {
      self->sections[TH_TD_OPTIONS] = section;
      unpacked = th_td_file_unpack (self, TH_TD_OPTIONS);
      if (unpacked == NULL)
        return FALSE;
    }
  /* Older versions of trace-cmd wrote a wrong size, so read until OPTION_DONE. */
  cursor = th_td_file_cursor (self, unpacked != NULL ? unpacked : self->base.bytes,
                              unpacked != NULL ? 0 : section.offset);
  if (!read_options (self, &cursor, next))
    th_recording_add_problem (self->base.recording, TH_PROBLEM_TRUNCATED, 1, section.offset,
                              "options");
  *end = unpacked != NULL ? section.offset + section.size : cursor.pos;
  return TRUE;
}

/* Follows the chain of options sections; FALSE if it is broken.  @seen: the offsets that
 * were tried; *@n: number of sections read; *@last: the end of the last of these. */
static gboolean
follow_options (ThTdFile   *self,
                guint64     offset,
                GHashTable *seen,
                guint      *n,
                guint64    *last)
{
  while (offset != 0 && g_hash_table_size (seen) < MAX_HOPS &&
         g_hash_table_add (seen, g_memdup2 (&offset, sizeof offset)))
    {
      guint64 next, end;

      if (!read_options_at (self, offset, &next, &end))
        return FALSE;
      *n += 1;
      *last = end;
      offset = next;
    }
  return TRUE;
}

/* trace-cmd writes the names of the sections at @offset, after the last options.  They are
 * not used, but if they are truncated, so is the file. */
static void
check_end (ThTdFile *self,
           guint64   offset)
{
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, offset);
  guint64 size;

  if (th_byte_cursor_uint (&cursor, 2) != SECTION_STRINGS || cursor.failed)
    return;

  th_byte_cursor_skip (&cursor, 6);
  size = th_byte_cursor_uint (&cursor, 8);
  if (cursor.failed || size > cursor.end - cursor.pos)
    th_recording_add_problem (self->base.recording, TH_PROBLEM_TRUNCATED, 1, (gint64) cursor.end,
                              "names of sections");
}

static gboolean
has_data (ThTdFile *self,
          guint64   offset)
{
  for (guint i = 0; i < self->buffers->len; i++)
    if (th_td_file_buffer (self, i)->section == offset)
      return TRUE;
  return FALSE;
}

/* The options of a buffer follow its data, so in a truncated file no option refers to some
 * of the data.  Since sections are contiguous, this finds all of them from the first one, at
 * @offset, on. */
static void
scan_sections (ThTdFile   *self,
               guint64     offset,
               GHashTable *seen,
               guint      *n)
{
  for (guint i = 0; i < MAX_HOPS; i++)
    {
      ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, offset);
      guint id = th_byte_cursor_uint (&cursor, 2);
      guint64 size, next, end;

      th_byte_cursor_skip (&cursor, 6);
      size = th_byte_cursor_uint (&cursor, 8);
      if (cursor.failed || id > OPTION_LAST)
        break;

      end = cursor.pos + MIN (size, cursor.end - cursor.pos);
      if (id == OPTION_DONE && g_hash_table_add (seen, g_memdup2 (&offset, sizeof offset)))
        {
          if (!read_options_at (self, offset, &next, &end))
            break;
          *n += 1;
        }
      else if (id == OPTION_BUFFER)
        g_array_append_val (self->data_sections, offset);
      else if (id >= OPTION_HEADER_INFO && id <= OPTION_CMDLINES &&
               self->sections[id - OPTION_HEADER_INFO].size == 0)
        find_section (self, offset, id, &self->sections[id - OPTION_HEADER_INFO]);
      offset = end;
    }

  for (guint i = self->data_sections->len; i-- > 0;)
    if (has_data (self, g_array_index (self->data_sections, guint64, i)))
      g_array_remove_index (self->data_sections, i);
}

/* Finds the sections of our own: the last one of each kind. */
static void
find_own_sections (ThTdFile *self,
                   guint64   first)
{
  guint64 offset = first;

  for (guint i = 0; i < MAX_HOPS; i++)
    {
      ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, offset);
      guint id = th_byte_cursor_uint (&cursor, 2);
      guint64 size;

      th_byte_cursor_skip (&cursor, 6);
      size = th_byte_cursor_uint (&cursor, 8);
      if (cursor.failed || size > cursor.end - cursor.pos)
        break;
      if (id == SECTION_COUNTERS)
        find_section (self, offset, id, &self->counters);
      else if (id == SECTION_ORIGIN)
        find_section (self, offset, id, &self->origin);
      offset = cursor.pos + size;
    }
}

gboolean
th_td_file_read_options_v7 (ThTdFile *self,
                            guint64   first,
                            guint64   offset)
{
  g_autoptr(GHashTable) seen = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);
  guint64 last = 0;
  guint n = 0;

  find_own_sections (self, first);
  if (offset >= first && follow_options (self, offset, seen, &n, &last))
    {
      check_end (self, last);
      return n > 0;
    }

  scan_sections (self, first, seen, &n);
  if (n == 0 && self->data_sections->len == 0)
    return FALSE;

  if (self->data_sections->len > 0)
    th_recording_add_problem (self->base.recording, TH_PROBLEM_TRUNCATED, 1,
                              (gint64) th_bytes_get_size (self->base.bytes), "options");
  else
    th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, -1, "options");
  return TRUE;
}
