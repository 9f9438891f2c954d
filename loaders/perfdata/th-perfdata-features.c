/* th-perfdata-features.c - perf's description of the machine and its own command
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-perfdata-attr.h"
#include "th-perfdata-features.h"
#include "th-perfdata-file.h"
#include "th-perfdata-formats.h"
#include "th-perfdata-maps.h"
#include "th-perfdata-record.h"

#define MAX_TEXT 65536
#define MAX_WORDS 4096

enum
{
  F_HOSTNAME = 3,
  F_OSRELEASE = 4,
  F_VERSION = 5,
  F_ARCH = 6,
  F_NRCPUS = 7,
  F_CPUDESC = 8,
  F_CMDLINE = 11,
  F_EVENT_DESC = 12,
  F_SAMPLE_TIME = 21,
  F_COMPRESSED = 27,
  F_CLOCK_DATA = 29
};

/* struct perf_record_header_build_id: header, s32 pid, 24 bytes (the 21st may be the size),
 * name */
#define BUILD_ID 12
#define BUILD_ID_NAME 36
#define MISC_BUILD_ID_SIZE (1 << 15)

static const struct
{
  guint       feature;
  const char *fact;
} texts[] = {
  { F_HOSTNAME, "host" }, { F_OSRELEASE, "kernel" }, { F_VERSION, "perf" }, { F_ARCH, "machine" },
  { F_CPUDESC, "processor" },
};

/* u32 size, padded; the text ends at its first NUL. */
static char *
take_text (ThByteCursor *cursor)
{
  guint64 size = th_byte_cursor_uint (cursor, 4);
  g_autofree char *text = size <= MAX_TEXT ? th_byte_cursor_dup (cursor, size) : NULL;

  if (text == NULL)
    {
      cursor->failed = TRUE;
      return NULL;
    }
  return g_utf8_make_valid (text, -1);
}

static void
take_fact (ThPfFile     *self,
           const char   *key,
           ThByteCursor *cursor)
{
  g_autofree char *text = take_text (cursor);

  if (text != NULL && *text != '\0')
    th_recording_set_fact (self->base.recording, key, text);
}

static void
take_command (ThPfFile     *self,
              ThByteCursor *cursor)
{
  guint64 n = th_byte_cursor_uint (cursor, 4);
  g_autoptr(GString) command = g_string_new (NULL);

  for (guint64 i = 0; i < n && i < MAX_WORDS && !cursor->failed; i++)
    {
      g_autofree char *word = take_text (cursor);

      if (word != NULL)
        g_string_append_printf (command, "%s%s", i > 0 ? " " : "", word);
    }
  if (command->len > 0)
    th_recording_set_fact (self->base.recording, "command", command->str);
}

/* Reads the names of the attributes, which are repeated here.  An attribute is identified by
 * its first id, or else by its position, as perf writes both lists in the same order. */
static void
take_events (ThPfFile     *self,
             ThByteCursor *cursor)
{
  guint64 n = th_byte_cursor_uint (cursor, 4);
  guint64 size = th_byte_cursor_uint (cursor, 4);

  for (guint64 i = 0; i < n && !cursor->failed; i++)
    {
      guint64 n_ids, id;
      g_autofree char *name = NULL;
      ThPfAttr *attr;

      th_byte_cursor_skip (cursor, size);
      n_ids = th_byte_cursor_uint (cursor, 4);
      name = take_text (cursor);
      id = n_ids > 0 ? th_byte_cursor_uint (cursor, 8) : 0;
      th_byte_cursor_skip (cursor, n_ids > 0 ? (n_ids - 1) * 8 : 0);
      attr = n_ids > 0 ? th_pf_file_find_id (self, id) : NULL;
      if (attr == NULL && i < self->attrs->len)
        attr = th_pf_file_attr (self, i);
      if (attr != NULL && attr->name == NULL && !cursor->failed)
        attr->name = g_steal_pointer (&name);
    }
}

static void
take_clock (ThPfFile     *self,
            ThByteCursor *cursor)
{
  gint64 wall, then;

  th_byte_cursor_skip (cursor, 8);
  wall = (gint64) th_byte_cursor_uint (cursor, 8);
  then = (gint64) th_byte_cursor_uint (cursor, 8);
  if (!cursor->failed && wall > 0 && then >= 0)
    self->wall_offset = wall - then;
}

static void
take_cpus (ThPfFile     *self,
           ThByteCursor *cursor)
{
  /* The number of available CPUs; the number of those online follows. */
  guint64 n = th_byte_cursor_uint (cursor, 4);

  if (!cursor->failed && n > 0 && n <= TH_PF_MAX_CPUS)
    self->n_cpus = n;
}

static void
take_compression (ThPfFile     *self,
                  ThByteCursor *cursor)
{
  th_byte_cursor_skip (cursor, 4);
  if (th_byte_cursor_uint (cursor, 4) == 1)
    th_recording_set_fact (self->base.recording, "compression", "zstd");
}

void
th_pf_file_take_build_id (ThPfFile     *self,
                          const guint8 *record,
                          guint32       size)
{
  gboolean has_size = th_bytes_u16 (record + 4, self->big_endian) & MISC_BUILD_ID_SIZE;
  gsize id_size;

  if (size <= BUILD_ID_NAME)
    return;

  id_size = has_size ? MIN (record[BUILD_ID + TH_PF_MAX_BUILD_ID], TH_PF_MAX_BUILD_ID)
                     : TH_PF_MAX_BUILD_ID;
  th_pf_maps_add_build_id (self->maps, record + BUILD_ID_NAME, size - BUILD_ID_NAME,
                           record + BUILD_ID, id_size);
}

/* Reads a sequence of records, as in a pipe. */
static void
take_build_ids (ThPfFile     *self,
                ThByteCursor *cursor)
{
  guint8 record[4096];

  while (!cursor->failed && cursor->end - cursor->pos > BUILD_ID_NAME)
    {
      guint32 size;

      th_byte_cursor_read (cursor, record, TH_PF_HEADER);
      size = th_pf_record_size (record, self->big_endian);
      if (cursor->failed || size <= TH_PF_HEADER || size > sizeof record)
        {
          cursor->failed = TRUE;
          return;
        }
      th_byte_cursor_read (cursor, record + TH_PF_HEADER, size - TH_PF_HEADER);
      if (!cursor->failed)
        th_pf_file_take_build_id (self, record, size);
    }
}

static void
read_special (ThPfFile     *self,
              guint         feature,
              ThByteCursor *cursor)
{
  switch (feature)
    {
    case TH_PF_F_TRACING_DATA:
      th_pf_file_read_formats (self, cursor);
      break;
    case TH_PF_F_BUILD_ID:
      take_build_ids (self, cursor);
      break;
    case F_NRCPUS:
      take_cpus (self, cursor);
      break;
    case F_CMDLINE:
      take_command (self, cursor);
      break;
    case F_EVENT_DESC:
      take_events (self, cursor);
      break;
    case F_SAMPLE_TIME:
      self->first = (gint64) th_byte_cursor_uint (cursor, 8);
      self->last = (gint64) th_byte_cursor_uint (cursor, 8);
      break;
    case F_COMPRESSED:
      take_compression (self, cursor);
      break;
    case F_CLOCK_DATA:
      take_clock (self, cursor);
      break;
    default:
      break;
    }
}

void
th_pf_file_read_feature (ThPfFile     *self,
                         guint         feature,
                         ThByteCursor *cursor)
{
  gint64 start = (gint64) cursor->pos;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].feature == feature)
      take_fact (self, texts[i].fact, cursor);
  read_special (self, feature, cursor);
  if (cursor->failed && feature != TH_PF_F_TRACING_DATA)
    {
      g_autofree char *name = g_strdup_printf ("feature %u", feature);

      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, start, name);
    }
}
