/* th-perfdata-formats.c - the formats of tracepoints, and event types
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-formats-read.h"
#include "th-kernel-symbols.h"
#include "th-perfdata-attr.h"
#include "th-perfdata-file.h"
#include "th-perfdata-formats.h"
#include "th-perfdata-maps.h"
#include "th-perfdata-record.h"

#define TYPE_TRACEPOINT 2

/* --- tracing data, in the layout of early versions of trace-cmd --------- */

/* Skips "header_page" or "header_event", which do not apply to perf's records. */
static void
skip_header_file (ThByteCursor *cursor)
{
  g_free (th_byte_cursor_text (cursor, TH_MAX_SYSTEM));
  th_byte_cursor_skip (cursor, th_byte_cursor_uint (cursor, 8));
}

static char *
dup_text (ThByteCursor *cursor,
          guint         size_bytes,
          gsize        *size)
{
  *size = th_byte_cursor_uint (cursor, size_bytes);
  return *size > 0 ? th_byte_cursor_dup (cursor, *size) : NULL;
}

/* A text that is passed on once, on first use. */
typedef ThPfText Text;

static char *
take_text (gpointer  data,
           gsize    *size)
{
  Text *text = data;

  *size = text->size;
  return g_steal_pointer (&text->text);
}

static void
text_free (gpointer data)
{
  g_free (((Text *) data)->text);
  g_free (data);
}

/* Returns the kernel symbols of the file, or else those given by the user or found here. */
static char *
take_kallsyms (gpointer  data,
               gsize    *size)
{
  ThPfFile *self = data;
  guint8 id[TH_PF_MAX_BUILD_ID];
  g_autoptr(GArray) modules = th_pf_modules_list (self->modules);
  ThKernelPlace place = { .reference = self->kernel_reference, .address = self->kernel_address,
                          .modules = (const ThModulePlace *) modules->data,
                          .n_modules = modules->len };
  g_autofree char *doubt = NULL;
  char *text = NULL;

  *size = 0;
  if (self->kallsyms != NULL && self->kallsyms->size > 0 && !th_kernel_symbols_are_first ())
    return take_text (self->kallsyms, size);

  if (th_pf_maps_get_build_id (self->maps, "[kernel.kallsyms]", id, &place.build_id_size))
    place.build_id = id;
  text = th_kernel_symbols_dup (&place, size, &doubt);
  if (doubt != NULL)
    th_recording_set_fact (self->base.recording, "symbols", doubt);
  return text;
}

static Text *
keep_text (ThPfFile     *self,
           ThByteCursor *cursor)
{
  Text *text = g_new0 (Text, 1);

  text->text = dup_text (cursor, 4, &text->size);
  g_ptr_array_add (self->texts, text);
  return text;
}

void
th_pf_file_read_formats (ThPfFile     *self,
                         ThByteCursor *cursor)
{
  guint8 head[10], sizes[2];
  guint64 start = cursor->pos;
  g_autofree char *version = NULL;

  th_byte_cursor_read (cursor, head, sizeof head);
  version = th_byte_cursor_text (cursor, 16);
  th_byte_cursor_read (cursor, sizes, sizeof sizes);
  if (cursor->failed || self->base.formats != NULL ||
      memcmp (head, "\x17\x08\x44tracing", sizeof head) != 0)
    {
      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, start,
                                "tracing data");
      return;
    }

  if (self->texts == NULL)
    self->texts = g_ptr_array_new_with_free_func (text_free);
  cursor->big_endian = sizes[0] != 0;
  self->base.formats = th_formats_new (cursor->big_endian, sizes[1] == 4 ? 4 : 8);
  th_byte_cursor_skip (cursor, 4);
  skip_header_file (cursor);
  skip_header_file (cursor);
  th_formats_read (self->base.formats, self->base.recording, "ftrace", cursor);
  th_formats_read_systems (self->base.formats, self->base.recording, cursor);
  self->kallsyms = keep_text (self, cursor);
  th_formats_set_printk (self->base.formats, take_text, keep_text (self, cursor));
  if (cursor->failed)
    th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, start, "formats");
}

/* --- types ------------------------------------------------------------- */

static const char *const hardware[] = {
  "cycles", "instructions", "cache-references", "cache-misses", "branches",
  "branch-misses", "bus-cycles", "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles",
};
static const char *const software[] = {
  "cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations", "minor-faults",
  "major-faults", "alignment-faults", "emulation-faults", "dummy", "bpf-output", "cgroup-switches",
};
static const char *const systems[] = { "hardware", "software", "tracepoint", "cache", "raw",
                                       "breakpoint" };

/* Makes up a name for an event that has none in the file. */
static char *
default_name (const ThPfAttr *attr)
{
  if (attr->type == 0 && attr->config < G_N_ELEMENTS (hardware))
    return g_strdup (hardware[attr->config]);
  if (attr->type == 1 && attr->config < G_N_ELEMENTS (software))
    return g_strdup (software[attr->config]);
  return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", attr->config);
}

static guint
intern_named (ThPfFile       *self,
              const ThPfAttr *attr)
{
  g_autofree char *name = attr->name != NULL && *attr->name != '\0' ? g_strdup (attr->name)
                                                                    : default_name (attr);
  const char *system = attr->type < G_N_ELEMENTS (systems) ? systems[attr->type] : "pmu";
  char *colon = attr->type == TYPE_TRACEPOINT ? strchr (name, ':') : NULL;

  if (colon == NULL || colon == name || colon[1] == '\0')
    return th_recording_intern_type (self->base.recording, system, name);

  *colon = '\0';
  return th_recording_intern_type (self->base.recording, name, colon + 1);
}

static gboolean
find_offset (const ThFieldTable *fields,
             const char         *name,
             guint32             size,
             guint32            *offset)
{
  const ThField *field = th_field_table_find (fields, name);

  if (field == NULL || field->size != size || field->offset > TH_PF_MAX_RECORD)
    return FALSE;

  *offset = field->offset;
  return TRUE;
}

static void
declare_type (ThPfFile *self,
              ThPfAttr *attr)
{
  guint id = attr->config <= G_MAXINT ? (guint) attr->config : TH_PF_NO_FORMAT;
  const char *system = NULL;
  guint type;

  if (attr->type == TYPE_TRACEPOINT)
    system = th_formats_get_system (self->base.formats, id);

  if (system != NULL && attr->sample_type & TH_PF_S_RAW)
    {
      const char *name = th_formats_get_name (self->base.formats, id);
      const ThFieldTable *fields = th_formats_get_fields (self->base.formats, id);

      attr->format = id;
      attr->is_switch = strcmp (system, "sched") == 0 && strcmp (name, "sched_switch") == 0 &&
                        find_offset (fields, "next_pid", 4, &attr->next_pid) &&
                        find_offset (fields, "next_comm", 16, &attr->next_comm);
      type = th_recording_intern_type (self->base.recording, system, name);
    }
  else
    type = intern_named (self, attr);

  th_recording_set_type_enabled (self->base.recording, type);
  attr->event_type = MIN (type, TH_TYPE_OTHER);
  if (!g_hash_table_contains (self->attr_of_type, GUINT_TO_POINTER (attr->event_type)))
    g_hash_table_insert (self->attr_of_type, GUINT_TO_POINTER (attr->event_type), attr);
}

void
th_pf_file_declare_types (ThPfFile *self)
{
  if (self->base.formats == NULL)
    self->base.formats = th_formats_new (self->big_endian, 8);
  th_formats_set_kallsyms (self->base.formats, take_kallsyms, self);
  for (guint i = 0; i < self->attrs->len; i++)
    declare_type (self, th_pf_file_attr (self, i));
}
