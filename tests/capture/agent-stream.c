/* agent-stream.c - what an agent sends, made of a real recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "agent-stream.h"

#include <string.h>

#include "page-batch-fixture.h"
#include "th-wire-file.h"

static GVariant *
list_cpus (Recorded *recorded)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, recorded->cpus->data,
                                    recorded->cpus->len, sizeof (guint32));
}

void
agent_stream_hello (GByteArray *out,
                    Recorded   *recorded,
                    guint       min,
                    guint       max,
                    const char *limit)
{
  static const char *const clocks[] = { "local", "mono" };
  static const char *const can[] = { "kprobes" };
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "version-min", "u", min);
  g_variant_dict_insert (&dict, "version-max", "u", max);
  g_variant_dict_insert (&dict, "agent", "s", "0.1.0");
  g_variant_dict_insert (&dict, "host", "s", "far");
  g_variant_dict_insert (&dict, "uname", "s", "Linux far 6.1.0-56-amd64 x86_64");
  g_variant_dict_insert (&dict, "release", "s", "6.1.0-56-amd64");
  g_variant_dict_insert (&dict, "machine", "s", "x86_64");
  g_variant_dict_insert (&dict, "long-size", "u", (guint) recorded->head.long_size);
  g_variant_dict_insert (&dict, "big-endian", "b", recorded->head.big_endian);
  g_variant_dict_insert_value (&dict, "cpus", list_cpus (recorded));
  g_variant_dict_insert_value (&dict, "clocks", g_variant_new_strv (clocks, 2));
  g_variant_dict_insert_value (&dict, "can", g_variant_new_strv (can, 1));
  g_variant_dict_insert (&dict, "max-buffer-kb", "t", (guint64) 65536);
  if (limit != NULL)
    g_variant_dict_insert_value (&dict, "limits", g_variant_new_parsed ("[(%s, 'the kernel says')]",
                                                                        limit));
  g_byte_array_append (out, th_wire_frame_magic, TH_WIRE_MAGIC_SIZE);
  th_message_append (out, TH_WIRE_HELLO, g_variant_dict_end (&dict));
}

void
agent_stream_configured (GByteArray *out,
                         Recorded   *recorded,
                         const char *token,
                         GVariant   *refused)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "instance", "s", AGENT_INSTANCE);
  g_variant_dict_insert (&dict, "clock", "s", recorded->head.clock);
  g_variant_dict_insert (&dict, "buffer-kb", "t", (guint64) 8192);
  g_variant_dict_insert (&dict, "page-size", "u", recorded->head.page_size);
  g_variant_dict_insert_value (&dict, "cpus", list_cpus (recorded));
  g_variant_dict_insert_value (&dict, "missing", g_variant_new_strv (NULL, 0));
  if (refused != NULL)
    g_variant_dict_insert_value (&dict, "refused", refused);
  if (token != NULL)
    g_variant_dict_insert (&dict, "resume", "s", token);
  th_message_append (out, TH_WIRE_CONFIGURED, g_variant_dict_end (&dict));
}

/* The word behind "name: ". */
static char *
dup_event (const char *format)
{
  const char *name = strstr (format, "name: ");

  g_assert_nonnull (name);
  name += strlen ("name: ");
  return g_strndup (name, strcspn (name, "\n"));
}

static void
append_format (GByteArray *out,
               const char *system,
               const char *text,
               const char *probe_system)
{
  g_autofree char *event = dup_event (text);
  gboolean own = g_strcmp0 (system, probe_system) == 0;
  g_autofree char *name = g_strdup_printf ("%s/%s", own ? AGENT_INSTANCE : system, event);

  if (strcmp (system, "ftrace") == 0)
    th_wire_file_append (out, TH_WIRE_FILE_FTRACE_FORMAT, event, text, strlen (text), FALSE, 1);
  else
    th_wire_file_append (out, TH_WIRE_FILE_FORMAT, name, text, strlen (text), FALSE, 0);
}

void
agent_stream_head (GByteArray *out,
                   Recorded   *recorded,
                   const char *probe_system)
{
  const char *page = recorded->head.header_page;
  gsize half = strlen (page) / 2;

  th_wire_file_append (out, TH_WIRE_FILE_HEADER_PAGE, "", page, half, TRUE, 0);
  th_wire_file_append (out, TH_WIRE_FILE_HEADER_PAGE, "", page + half, strlen (page) - half, FALSE,
                       0);
  th_wire_file_append (out, TH_WIRE_FILE_HEADER_EVENT, "", recorded->head.header_event,
                       strlen (recorded->head.header_event), FALSE, 0);
  for (guint i = 0; i + 1 < recorded->formats->len; i += 2)
    append_format (out, recorded->formats->pdata[i], recorded->formats->pdata[i + 1],
                   probe_system);
}

void
agent_stream_started (GByteArray *out)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "mono", "x", (gint64) 1000);
  g_variant_dict_insert (&dict, "boot", "x", (gint64) 1001);
  g_variant_dict_insert (&dict, "real", "x", (gint64) 1002);
  th_message_append (out, TH_WIRE_STARTED, g_variant_dict_end (&dict));
}

void
agent_stream_pages (GByteArray *out,
                    Recorded   *recorded,
                    guint       from,
                    guint       to,
                    int         level)
{
  g_autoptr(GByteArray) payload = g_byte_array_new ();
  g_autofree guint8 *padded = g_malloc0 (recorded->head.page_size);

  for (guint i = from; i < to; i++)
    {
      const RecordedPage *page = &g_array_index (recorded->pages, RecordedPage, i);

      memset (padded, 0, recorded->head.page_size);
      memcpy (padded, page->bytes, page->size);
      batch_append (payload, g_array_index (recorded->cpus, guint, page->cpu), padded,
                    recorded->head.page_size);
    }
  th_wire_frame_append (out, TH_WIRE_PAGES, payload->data, payload->len, level);
}

void
agent_stream_texts (GByteArray *out,
                    Recorded   *recorded)
{
  static const struct
  {
    ThTraceText    text;
    ThWireFileKind kind;
  } kinds[] = {
    { TH_TRACE_TEXT_KALLSYMS, TH_WIRE_FILE_KALLSYMS },
    { TH_TRACE_TEXT_PRINTK, TH_WIRE_FILE_PRINTK },
    { TH_TRACE_TEXT_CMDLINES, TH_WIRE_FILE_CMDLINES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *text = recorded->texts[kinds[i].text];

      if (text != NULL)
        th_wire_file_append (out, kinds[i].kind, "", text, strlen (text), FALSE, 1);
    }
}

void
agent_stream_counters (GByteArray *out,
                       const char *when)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "when", "s", when);
  g_variant_dict_insert (&dict, "mono", "x", (gint64) 5);
  g_variant_dict_insert_value (&dict, "files",
                               g_variant_new_parsed ("[('proc/net/snmp', b'Ip: A\\nIp: 1\\n')]"));
  th_message_append (out, TH_WIRE_COUNTERS, g_variant_dict_end (&dict));
}

static GVariant *
list_numbers (Recorded *recorded,
              guint64   first)
{
  g_autofree guint64 *numbers = g_new0 (guint64, recorded->cpus->len);

  numbers[0] = first;
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, numbers, recorded->cpus->len,
                                    sizeof *numbers);
}

static void
insert_totals (GVariantDict *dict,
               Recorded     *recorded,
               guint64       n_events,
               guint64       n_bytes,
               guint64       n_lost)
{
  g_autofree double *fill = g_new0 (double, recorded->cpus->len);

  fill[0] = 0.5;
  g_variant_dict_insert_value (dict, "events", list_numbers (recorded, n_events));
  g_variant_dict_insert_value (dict, "bytes", list_numbers (recorded, n_bytes));
  g_variant_dict_insert_value (dict, "overrun", list_numbers (recorded, n_lost));
  g_variant_dict_insert_value (dict, "dropped", list_numbers (recorded, 0));
  g_variant_dict_insert_value (dict, "fill",
                               g_variant_new_fixed_array (G_VARIANT_TYPE_DOUBLE, fill,
                                                          recorded->cpus->len, sizeof *fill));
}

void
agent_stream_status (GByteArray *out,
                     Recorded   *recorded,
                     guint64     n_events,
                     guint64     n_bytes,
                     guint64     n_lost)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  insert_totals (&dict, recorded, n_events, n_bytes, n_lost);
  th_message_append (out, TH_WIRE_STATUS, g_variant_dict_end (&dict));
}

void
agent_stream_end (GByteArray *out,
                  Recorded   *recorded,
                  const char *reason,
                  const char *message)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "reason", "s", reason);
  g_variant_dict_insert (&dict, "message", "s", message);
  insert_totals (&dict, recorded, 1234, 5678, 9);
  g_variant_dict_insert (&dict, "missed", "t", (guint64) 17);
  g_variant_dict_insert_value (&dict, "left", g_variant_new_parsed ("['max_graph_depth']"));
  th_message_append (out, TH_WIRE_END, g_variant_dict_end (&dict));
}
