/* th-test-dat.c - reads the format texts of a trace.dat, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layouts: trace-cmd.dat.v6(5), trace-cmd.dat.v7(5).
 */
#include "config.h"

#include <string.h>
#include <zstd.h>

#include "th-test-dat.h"

/* libtracecmd leaks strings from sscanf(). */
const char *__lsan_default_suppressions (void);

__attribute__ ((visibility ("default"))) const char *
__lsan_default_suppressions (void)
{
  return "leak:__vfscanf_internal\n";
}

enum
{
  OPTION_DONE = 0,
  SECTION_FTRACE = 17,
  SECTION_EVENTS = 18,
  SECTION_KALLSYMS = 19,
  SECTION_PRINTK = 20
};

typedef struct
{
  const guint8 *data;
  gsize         size;
  gsize         at;
  gboolean      big_endian;
  gboolean      bad;
} Reader;

static const guint8 *
reader_take (Reader *self,
             gsize   size)
{
  const guint8 *data = self->data + self->at;

  if (self->bad || size > self->size - self->at)
    {
      self->bad = TRUE;
      return NULL;
    }
  self->at += size;

  return data;
}

static guint64
reader_number (Reader *self,
               guint   size)
{
  const guint8 *data = reader_take (self, size);
  guint64 value = 0;

  for (guint i = 0; data != NULL && i < size; i++)
    value = value << 8 | data[self->big_endian ? i : size - 1 - i];

  return value;
}

static const char *
reader_string (Reader *self)
{
  const guint8 *start = self->data + self->at;
  const guint8 *end = self->bad ? NULL : memchr (start, '\0', self->size - self->at);

  if (end == NULL)
    {
      self->bad = TRUE;
      return "";
    }
  self->at += end + 1 - start;

  return (const char *) start;
}

static void
add_text (ThTestDat  *self,
          const char *system,
          Reader     *reader)
{
  gsize size = reader_number (reader, 8);
  const guint8 *data = reader_take (reader, size);

  if (data == NULL)
    return;
  g_ptr_array_add (self->systems, g_strdup (system));
  g_ptr_array_add (self->texts, g_bytes_new (data, size));
}

static void
read_ftrace (ThTestDat *self,
             Reader    *reader)
{
  for (guint n = reader_number (reader, 4); n > 0 && !reader->bad; n--)
    add_text (self, "ftrace", reader);
}

static void
read_events (ThTestDat *self,
             Reader    *reader)
{
  for (guint n = reader_number (reader, 4); n > 0 && !reader->bad; n--)
    {
      const char *system = reader_string (reader);

      for (guint m = reader_number (reader, 4); m > 0 && !reader->bad; m--)
        add_text (self, system, reader);
    }
}

static char *
read_text (Reader *reader,
           gsize  *size)
{
  const guint8 *data;

  *size = reader_number (reader, 4);
  data = reader_take (reader, *size);

  return data != NULL ? g_memdup2 (data, *size) : NULL;
}

static void
read_section (ThTestDat *self,
              guint      id,
              Reader    *reader)
{
  switch (id)
    {
    case SECTION_FTRACE:
      read_ftrace (self, reader);
      break;
    case SECTION_EVENTS:
      read_events (self, reader);
      break;
    case SECTION_KALLSYMS:
      self->kallsyms = read_text (reader, &self->kallsyms_size);
      break;
    case SECTION_PRINTK:
      self->printk = read_text (reader, &self->printk_size);
      break;
    default:
      break;
    }
}

/* --- v6: parts in sequence --------------------------------------------- */

static void
read_v6 (ThTestDat *self,
         Reader    *reader)
{
  reader_take (reader, strlen ("header_page") + 1);
  reader_take (reader, reader_number (reader, 8));
  reader_take (reader, strlen ("header_event") + 1);
  reader_take (reader, reader_number (reader, 8));
  for (guint id = SECTION_FTRACE; id <= SECTION_PRINTK; id++)
    read_section (self, id, reader);
}

/* --- v7: sections, found by options ------------------------------------ */

/* Returns the body of the section at @offset, decompressed, or NULL if it is damaged. */
static guint8 *
open_section (const Reader *file,
              guint64       offset,
              Reader       *body)
{
  guint flags;
  gsize size, packed, unpacked;
  guint8 *data = NULL;

  *body = *file;
  body->at = MIN (offset, file->size);
  reader_number (body, 2);
  flags = reader_number (body, 2);
  reader_number (body, 4);
  size = reader_number (body, 8);
  if (flags & 1)
    {
      packed = reader_number (body, 4);
      unpacked = reader_number (body, 4);
      if (body->bad || packed > body->size - body->at || unpacked > 256 << 20)
        return NULL;
      data = g_malloc (unpacked + 1);
      if (ZSTD_isError (ZSTD_decompress (data, unpacked, body->data + body->at, packed)))
        {
          g_free (data);
          return NULL;
        }
      size = unpacked;
    }
  else if (!body->bad && size <= body->size - body->at)
    data = g_memdup2 (body->data + body->at, size);

  body->data = data;
  body->size = size;
  body->at = 0;

  return data;
}

/* Returns the offset of the next options. */
static guint64
read_options (ThTestDat    *self,
              const Reader *file,
              guint64       offset)
{
  Reader options, body;
  g_autofree guint8 *memory = open_section (file, offset, &options);
  guint id;
  gsize size;

  while (memory != NULL && !options.bad)
    {
      id = reader_number (&options, 2);
      size = reader_number (&options, 4);
      if (id == OPTION_DONE)
        return reader_number (&options, 8);
      if (id >= SECTION_FTRACE && id <= SECTION_PRINTK && size == 8)
        {
          g_autofree guint8 *section = open_section (file, reader_number (&options, 8), &body);

          if (section != NULL)
            read_section (self, id, &body);
        }
      else
        reader_take (&options, size);
    }

  return 0;
}

static void
read_v7 (ThTestDat *self,
         Reader    *reader)
{
  guint64 offset;

  reader_string (reader);
  reader_string (reader);
  offset = reader_number (reader, 8);
  for (guint n = 0; offset != 0 && n < 16; n++)
    offset = read_options (self, reader, offset);
}

/* --- */

static ThTestDat *
read_head (Reader *reader)
{
  ThTestDat *self;
  const guint8 *magic = reader_take (reader, 10);
  const char *version;

  if (magic == NULL || memcmp (magic, "\x17\x08\x44tracing", 10) != 0)
    return NULL;

  self = g_new0 (ThTestDat, 1);
  self->systems = g_ptr_array_new_with_free_func (g_free);
  self->texts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  version = reader_string (reader);
  self->big_endian = reader->big_endian = reader_number (reader, 1) != 0;
  self->long_size = reader_number (reader, 1);
  reader_number (reader, 4);
  if (strcmp (version, "6") == 0)
    read_v6 (self, reader);
  else
    read_v7 (self, reader);

  return self;
}

ThTestDat *
th_test_dat_open (const char *path)
{
  g_autofree char *data = NULL;
  Reader reader = { 0 };
  ThTestDat *self;

  if (!g_file_get_contents (path, &data, &reader.size, NULL))
    return NULL;
  reader.data = (const guint8 *) data;

  self = read_head (&reader);
  if (self != NULL)
    self->name = g_path_get_basename (path);

  return self;
}

ThTestDat *
th_test_dat_find (const char *name)
{
  const char *folder = g_getenv ("THRESHER_TRACES");
  const char *source = g_getenv ("G_TEST_SRCDIR");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : ".", name, NULL);
  g_autofree char *small = g_build_filename (source != NULL ? source : ".", "data",
                                             "e1000-lost.dat", NULL);
  ThTestDat *self = th_test_dat_open (path);

  return self != NULL ? self : th_test_dat_open (small);
}

void
th_test_dat_free (ThTestDat *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->kallsyms);
  g_free (self->printk);
  g_ptr_array_unref (self->systems);
  g_ptr_array_unref (self->texts);
  g_free (self);
}

static char *
get_kallsyms (gpointer  data,
              gsize    *size)
{
  ThTestDat *self = data;

  *size = self->kallsyms_size;

  return g_memdup2 (self->kallsyms, self->kallsyms_size);
}

static char *
get_printk (gpointer  data,
            gsize    *size)
{
  ThTestDat *self = data;

  *size = self->printk_size;

  return g_memdup2 (self->printk, self->printk_size);
}

ThFormats *
th_test_dat_formats (ThTestDat *self)
{
  ThFormats *formats = th_formats_new (self->big_endian, self->long_size);

  th_formats_set_kallsyms (formats, get_kallsyms, self);
  th_formats_set_printk (formats, get_printk, self);
  for (guint i = 0; i < self->texts->len; i++)
    {
      gsize size;
      const char *text = g_bytes_get_data (self->texts->pdata[i], &size);

      th_formats_add (formats, self->systems->pdata[i], text, size);
    }

  return formats;
}

static gint
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
list_folder (GPtrArray  *paths,
             const char *folder)
{
  GDir *dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  if (dir == NULL)
    return;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".dat"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_dir_close (dir);
}

GPtrArray *
th_test_dat_list (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *traces = g_getenv ("THRESHER_TRACES");
  const char *source = g_getenv ("G_TEST_SRCDIR");
  g_autofree char *deep = traces != NULL ? g_build_filename (traces, "deep", NULL) : NULL;
  g_autofree char *data = source != NULL ? g_build_filename (source, "data", NULL) : NULL;

  list_folder (paths, traces);
  list_folder (paths, deep);
  if (paths->len == 0)
    list_folder (paths, data);
  g_ptr_array_sort (paths, compare_paths);

  return paths;
}
