/* th-trace-head.c - the beginning of a trace.dat: file header, header_page, formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-trace-writer-private.h"

#define MAX_FORMATS (256 << 20) /* bytes of all of them */
#define MAX_HEADER_TEXT (64 << 10)
#define MAX_NAME 256

/* --- formats ----------------------------------------------------------- */

typedef struct
{
  char      *name;
  GPtrArray *texts; /* GBytes */
} System;

static void
system_free (gpointer data)
{
  System *system = data;

  g_free (system->name);
  g_ptr_array_unref (system->texts);
  g_free (system);
}

static System *
find_system (const GPtrArray *systems,
             const char      *name)
{
  for (guint i = 0; i < systems->len; i++)
    {
      System *system = g_ptr_array_index (systems, i);

      if (strcmp (system->name, name) == 0)
        return system;
    }
  return NULL;
}

void
th_trace_writer_add_format (ThTraceWriter *self,
                            const char    *system,
                            const void    *text,
                            gsize          size)
{
  System *found;

  g_return_if_fail (self != NULL && self->cpus == NULL && system != NULL);

  self->formats_size += MIN (size, MAX_FORMATS) + sizeof (System);
  if (self->formats_size > MAX_FORMATS)
    return; /* th_trace_writer_begin() refuses it */

  if (self->formats == NULL)
    self->formats = g_ptr_array_new_with_free_func (system_free);
  found = find_system (self->formats, system);
  if (found == NULL)
    {
      found = g_new0 (System, 1);
      found->name = g_strdup (system);
      found->texts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
      g_ptr_array_add (self->formats, found);
    }
  g_ptr_array_add (found->texts, g_bytes_new (text, size));
}

static void
put_formats (GByteArray   *out,
             const System *system,
             gboolean      big_endian)
{
  guint n = system != NULL ? system->texts->len : 0;

  th_trace_put (out, n, 4, big_endian);
  for (guint i = 0; i < n; i++)
    {
      gsize size;
      gconstpointer text = g_bytes_get_data (g_ptr_array_index (system->texts, i), &size);

      th_trace_put_sized (out, 8, text, size, big_endian);
    }
}

static GByteArray *
encode_systems (const GPtrArray *systems,
                gboolean         big_endian)
{
  GByteArray *out = g_byte_array_new ();
  guint n = 0;

  th_trace_put (out, 0, 4, big_endian);
  for (guint i = 0; systems != NULL && i < systems->len; i++)
    {
      const System *system = g_ptr_array_index (systems, i);

      if (strcmp (system->name, "ftrace") == 0)
        continue;

      th_trace_put_string (out, system->name);
      put_formats (out, system, big_endian);
      n++;
    }
  th_trace_store (out->data, n, 4, big_endian);
  return out;
}

/* --- checks ------------------------------------------------------------ */

static gboolean
is_short (const char *text,
          gsize       most)
{
  return text == NULL || strlen (text) <= most;
}

static gboolean
cpus_ascend (const ThTraceHead *head)
{
  for (guint i = 1; i < head->n_cpus; i++)
    if (head->cpus[i] <= head->cpus[i - 1])
      return FALSE;
  return head->n_cpus > 0 && head->n_cpus <= TH_TRACE_MAX_CPUS &&
         head->cpus[head->n_cpus - 1] < G_MAXUINT16;
}

static gboolean
head_is_valid (const ThTraceHead *head)
{
  return head->page_size >= TH_TRACE_MIN_PAGE && head->page_size <= TH_TRACE_MAX_PAGE &&
         (head->page_size & (head->page_size - 1)) == 0 &&
         (head->long_size == 4 || head->long_size == 8) && cpus_ascend (head) &&
         is_short (head->header_page, MAX_HEADER_TEXT) &&
         is_short (head->header_event, MAX_HEADER_TEXT) && is_short (head->clock, MAX_NAME) &&
         is_short (head->uname, MAX_HEADER_TEXT) && is_short (head->version, MAX_HEADER_TEXT);
}

/* The size of the field "commit" in header_page, which is that of a long of the kernel. */
static guint
find_commit_size (const ThTraceHead *head)
{
  const char *field = head->header_page != NULL ? strstr (head->header_page, " commit;") : NULL;
  const char *size = field != NULL ? strstr (field, "size:") : NULL;
  guint64 found = size != NULL ? g_ascii_strtoull (size + 5, NULL, 10) : 0;

  return found == 4 || found == 8 ? (guint) found : head->long_size;
}

/* --- the whole head ---------------------------------------------------- */

/* Adds a section, and the option that refers to it. */
static void
put_section (ThTraceWriter    *self,
             GByteArray       *out,
             guint             id,
             const GByteArray *contents)
{
  th_trace_put_number_option (self->fixed, id, out->len, 8, self->big_endian);
  th_trace_put_section (out, id, contents->len, self->big_endian);
  g_byte_array_append (out, contents->data, contents->len);
}

static void
put_header_info (ThTraceWriter     *self,
                 GByteArray        *out,
                 const ThTraceHead *head)
{
  g_autoptr(GByteArray) info = g_byte_array_new ();
  const char *page = head->header_page != NULL ? head->header_page : "";
  const char *event = head->header_event != NULL ? head->header_event : "";

  th_trace_put_string (info, "header_page");
  th_trace_put_sized (info, 8, page, strlen (page), self->big_endian);
  th_trace_put_string (info, "header_event");
  th_trace_put_sized (info, 8, event, strlen (event), self->big_endian);
  put_section (self, out, TH_TRACE_HEADER_INFO, info);
}

static void
put_all_formats (ThTraceWriter *self,
                 GByteArray    *out)
{
  g_autoptr(GByteArray) ftrace = g_byte_array_new ();
  g_autoptr(GByteArray) systems = encode_systems (self->formats, self->big_endian);

  put_formats (ftrace, self->formats != NULL ? find_system (self->formats, "ftrace") : NULL,
               self->big_endian);
  put_section (self, out, TH_TRACE_FTRACE_EVENTS, ftrace);
  put_section (self, out, TH_TRACE_EVENT_FORMATS, systems);
}

/* Leaves room for any offset (th_trace_writer_set_offset()). */
static void
put_offset (ThTraceWriter *self)
{
  th_trace_put (self->fixed, TH_TRACE_OFFSET, 2, self->big_endian);
  th_trace_put (self->fixed, TH_TRACE_OFFSET_SIZE, 4, self->big_endian);
  self->offset_at = self->fixed->len;
  g_byte_array_set_size (self->fixed, self->fixed->len + TH_TRACE_OFFSET_SIZE);
  memset (self->fixed->data + self->offset_at, 0, TH_TRACE_OFFSET_SIZE);
  self->fixed->data[self->offset_at] = '0';
}

static void
put_facts (ThTraceWriter     *self,
           const ThTraceHead *head)
{
  g_autofree char *clock = g_strdup_printf ("[%s]", self->clock);

  th_trace_put_text_option (self->fixed, TH_TRACE_CLOCK, clock, self->big_endian);
  if (head->uname != NULL)
    th_trace_put_text_option (self->fixed, TH_TRACE_UNAME, head->uname, self->big_endian);
  if (head->version != NULL)
    th_trace_put_text_option (self->fixed, TH_TRACE_VERSION, head->version, self->big_endian);
  put_offset (self);
  /* trace-cmd takes this for the number of possible CPUs. */
  th_trace_put_number_option (self->fixed, TH_TRACE_CPU_COUNT, head->cpus[head->n_cpus - 1] + 1, 4,
                              self->big_endian);
}

GByteArray *
th_trace_head_encode (ThTraceWriter      *self,
                      const ThTraceHead  *head,
                      GError            **error)
{
  GByteArray *out;

  if (!head_is_valid (head) || self->formats_size > MAX_FORMATS)
    {
      g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_INVALID,
                   _("The description of the recorded machine is not valid. Its agent may be "
                     "damaged; install it again."));
      return NULL;
    }

  self->big_endian = head->big_endian;
  self->page_size = head->page_size;
  self->commit_size = find_commit_size (head);
  self->clock = g_strdup (head->clock != NULL ? head->clock : "local");
  self->fixed = g_byte_array_new ();
  out = g_byte_array_new ();
  g_byte_array_append (out, (const guint8 *) "\x17\x08\x44tracing", 10);
  th_trace_put_string (out, "7");
  th_trace_put (out, head->big_endian != FALSE, 1, self->big_endian);
  th_trace_put (out, head->long_size, 1, self->big_endian);
  th_trace_put (out, head->page_size, 4, self->big_endian);
  th_trace_put_string (out, "none"); /* the compression, and the version of its library */
  th_trace_put_string (out, "");
  self->pointer_at = out->len;
  th_trace_put (out, 0, 8, self->big_endian);
  put_header_info (self, out, head);
  put_all_formats (self, out);
  put_facts (self, head);
  return out;
}
