/* th-wireshark.c - the command that shows a frame of a capture in Wireshark
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-wireshark.h"

gboolean
th_wireshark_can_show (ThRecording *recording,
                       ThRef        ref)
{
  return recording != NULL && !th_ref_is_none (ref) &&
         th_stream_is_interface (th_recording_get_stream (recording, ref.stream));
}

/* Wireshark numbers the frames of all interfaces in the order of the file. */
static guint64
get_number (ThRecording *recording,
            ThRef        ref)
{
  ThRecording *part = th_recording_get_stream_part (recording, ref.stream);
  guint64 place = th_cpu_get_place (th_recording_get_cpu (recording, ref), ref.row);
  guint64 n = 1;

  for (guint s = 0; s < th_recording_get_n_streams (part); s++)
    {
      ThStream *stream = th_recording_get_stream (part, s);

      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        {
          const ThCpu *cpu = th_stream_get_cpu (stream, c);
          guint32 n_rows = th_cpu_get_n_rows (cpu);

          for (guint32 row = 0; row < n_rows; row++)
            n += th_cpu_get_place (cpu, row) < place;
        }
    }
  return n;
}

/* --- the filter ---------------------------------------------------------- */

static char *
dup_field (ThRecording     *recording,
           ThReader        *reader,
           ThRef            ref,
           const ThPayload *payload,
           const char      *name)
{
  guint type = th_recording_get_type (recording, ref);
  const ThField *field = th_field_table_find (th_recording_get_fields (recording, type), name);
  g_autoptr(GString) text = g_string_new (NULL);

  if (field == NULL || !th_reader_format_field (reader, field, payload, text))
    return NULL;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The packets of the connection in both directions; NULL for a frame without ports. */
static char *
dup_connection (ThRecording *recording,
                ThRef        ref)
{
  g_autoptr(ThReader) reader = th_reader_new (recording);
  guint type = th_recording_get_type (recording, ref);
  const char *name = th_recording_get_type_name (recording, type);
  const char *ports = strcmp (name, "dns") == 0 ? "udp" : name;
  g_autofree char *src = NULL, *dst = NULL, *sport = NULL, *dport = NULL;
  const char *ip;
  ThPayload payload;

  if (!th_reader_get_payload (reader, ref, &payload))
    return NULL;
  src = dup_field (recording, reader, ref, &payload, "src");
  dst = dup_field (recording, reader, ref, &payload, "dst");
  sport = dup_field (recording, reader, ref, &payload, "sport");
  dport = dup_field (recording, reader, ref, &payload, "dport");
  if (src == NULL || *src == '\0' || dst == NULL || sport == NULL || dport == NULL)
    return NULL;

  ip = strchr (src, ':') != NULL ? "ipv6" : "ip";
  return g_strdup_printf ("%s.addr == %s && %s.addr == %s && %s.port == %s && %s.port == %s",
                          ip, src, ip, dst, ports, sport, ports, dport);
}

static char **
make_command (const char *path,
              guint64     number,
              const char *filter)
{
  g_autoptr(GStrvBuilder) command = g_strv_builder_new ();
  g_autofree char *frame = g_strdup_printf ("%" G_GUINT64_FORMAT, number);

  g_strv_builder_add_many (command, "wireshark", "-r", path, "-g", frame, "-Y", filter, NULL);
  return g_strv_builder_end (command);
}

char **
th_wireshark_dup_command (ThRecording *recording,
                          ThRef        ref,
                          const char  *path)
{
  g_autofree char *filter = NULL;
  guint64 number;

  g_return_val_if_fail (th_wireshark_can_show (recording, ref), NULL);

  number = get_number (recording, ref);
  filter = dup_connection (recording, ref);
  if (filter == NULL)
    filter = g_strdup_printf ("frame.number == %" G_GUINT64_FORMAT, number);
  return make_command (path, number, filter);
}

char **
th_wireshark_dup_packet_command (ThRecording  *recording,
                                 const GArray *frames,
                                 const char   *path)
{
  ThRecording *part = NULL;
  g_autoptr(GString) filter = g_string_new ("frame.number in {");
  guint64 first = 0;

  for (guint i = 0; i < frames->len; i++)
    {
      ThRef ref = g_array_index (frames, ThRef, i);
      ThRecording *of = th_recording_get_stream_part (recording, ref.stream);
      guint64 number;

      if (part != NULL && of != part)
        continue;
      number = get_number (recording, ref);
      g_string_append_printf (filter, "%s%" G_GUINT64_FORMAT, part != NULL ? ", " : "", number);
      first = part != NULL ? first : number;
      part = of;
    }
  g_string_append_c (filter, '}');
  return make_command (path, first, filter->str);
}
