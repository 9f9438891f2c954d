/* th-pcap-open.c - reads which interfaces a capture has
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-hash.h"
#include "th-link-type.h"
#include "th-loader.h"
#include "th-pcap-fields.h"
#include "th-pcap-open.h"
#include "th-pcap-walk.h"

#define FILE_HEADER 24
#define MAGIC_US 0xa1b2c3d4u
#define MAGIC_NS 0xa1b23c4du
/* The format of a patched libpcap with longer records, see sf-pcap.c of libpcap. */
#define MAGIC_KUZNETZOV 0xa1b2cd34u
#define KUZNETZOV_HEADER 24
/* The rest of this number tells how many bytes of a checksum a frame ends with. */
#define LINK_TYPE_MASK 0x03ffffffu
/* Facts are set for this many interfaces; a larger snaplen means whole frames. */
#define MAX_TOLD 64
#define MAX_USUAL_SNAPLEN 65535

#define SHB_HARDWARE 2
#define SHB_OS 3
#define SHB_APPLICATION 4
#define COMMENT 1

/* --- recognition ------------------------------------------------------- */

static gboolean
is_magic (guint32 magic)
{
  return magic == MAGIC_US || magic == MAGIC_NS || magic == MAGIC_KUZNETZOV;
}

gboolean
th_pcap_is_classic (const guint8 *head,
                    gsize         size)
{
  return size >= 4 && (is_magic (th_pcap_u32 (head, FALSE)) || is_magic (th_pcap_u32 (head, TRUE)));
}

gboolean
th_pcap_is_ng (const guint8 *head,
               gsize         size)
{
  return size >= 12 && th_pcap_u32 (head, FALSE) == TH_PCAP_SECTION &&
         (th_pcap_u32 (head + 8, FALSE) == TH_PCAP_BYTE_ORDER ||
          th_pcap_u32 (head + 8, TRUE) == TH_PCAP_BYTE_ORDER);
}

/* --- pcap -------------------------------------------------------------- */

static gboolean
open_classic (ThPcapFile   *self,
              const guint8 *head,
              gsize         size,
              GError      **error)
{
  ThPcapInterface interface = { .resolution = 6 };
  ThPcapSection section = { .n_interfaces = 1 };
  guint32 magic;

  if (size < FILE_HEADER)
    {
      g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED,
                   _("The capture ends within its header. Copy the file again from where it was "
                     "recorded, or record it again."));
      return FALSE;
    }

  self->big_endian = is_magic (th_pcap_u32 (head, TRUE));
  magic = th_pcap_u32 (head, self->big_endian);
  self->is_ns = magic == MAGIC_NS;
  self->minor = th_pcap_u16 (head + 6, self->big_endian);
  self->record_header = magic == MAGIC_KUZNETZOV ? KUZNETZOV_HEADER : TH_PCAP_CLASSIC_HEADER;
  self->first_record = FILE_HEADER;
  if (th_pcap_u16 (head + 4, self->big_endian) != 2)
    {
      g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                   _("The capture has version %u.%u of its format; versions 2.0 to 2.4 can be "
                     "read. Convert it with “editcap -F pcap”."),
                   th_pcap_u16 (head + 4, self->big_endian), self->minor);
      return FALSE;
    }

  interface.name = g_strdup ("");
  interface.description = g_strdup ("");
  interface.filter = g_strdup ("");
  interface.snaplen = th_pcap_u32 (head + 16, self->big_endian);
  interface.link_type = th_pcap_u32 (head + 20, self->big_endian) & LINK_TYPE_MASK;
  section.big_endian = self->big_endian;
  g_array_append_val (self->interfaces, interface);
  g_array_append_val (self->sections, section);
  self->scanned = G_MAXUINT64;
  return TRUE;
}

/* --- pcapng ------------------------------------------------------------ */

static void
take_section_option (ThRecording        *recording,
                     const ThPcapOption *option)
{
  static const char *const keys[] = { [COMMENT] = "comment", [SHB_HARDWARE] = "hardware",
                                      [SHB_OS] = "system", [SHB_APPLICATION] = "program" };
  g_autofree char *text = NULL;

  if (option->code >= G_N_ELEMENTS (keys) || keys[option->code] == NULL ||
      th_recording_get_fact (recording, keys[option->code]) != NULL)
    return;

  text = th_pcap_option_dup_text (option);
  if (*text != '\0')
    th_recording_set_fact (recording, keys[option->code], text);
}

static gboolean
take_section (ThPcapFile *self,
              ThPcapWalk *walk)
{
  ThPcapSection section = { walk->record.place, walk->big_endian, self->interfaces->len, 0 };
  ThPcapOption option;
  const guint8 *at;
  gsize n, from = 0;

  if (self->sections->len == TH_PCAP_MAX_SECTIONS)
    return FALSE;

  g_array_append_val (self->sections, section);
  at = th_pcap_walk_peek (walk, walk->record.place, walk->record.size, &n);
  if (n > 28)
    while (th_pcap_option_next (at + 24, n - 28, section.big_endian, &from, &option))
      take_section_option (self->base.recording, &option);
  return TRUE;
}

static void
take_interface (ThPcapFile *self,
                ThPcapWalk *walk)
{
  ThPcapSection *section = &g_array_index (self->sections, ThPcapSection, self->sections->len - 1);
  ThPcapInterface interface;
  const guint8 *at;
  gsize n;

  if (self->interfaces->len == TH_PCAP_MAX_INTERFACES)
    return;

  at = th_pcap_walk_peek (walk, walk->record.place, walk->record.size, &n);
  if (n < TH_PCAP_MIN_BLOCK ||
      !th_pcap_interface_read (at + 8, n - TH_PCAP_MIN_BLOCK, walk->big_endian, &interface))
    {
      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1,
                                (gint64) walk->record.place, _("interface"));
      interface = (ThPcapInterface) { .resolution = 6, .link_type = G_MAXUINT,
                                      .name = g_strdup (""), .description = g_strdup (""),
                                      .filter = g_strdup ("") };
    }
  g_array_append_val (self->interfaces, interface);
  section->n_interfaces++;
}

/* Reads all sections and interfaces, or up to the first frame.  Damage is left to the load. */
static void
scan (ThPcapFile *self)
{
  ThBytes *bytes = self->base.bytes;
  gboolean may_outgrow = th_bytes_get_may_outgrow (bytes);
  ThPcapWalk walk;
  ThPcapStep step;
  gboolean more = TRUE;

  th_pcap_walk_init (&walk, self);
  while (more)
    {
      step = th_pcap_walk_next (&walk);
      if (step == TH_PCAP_WALK_STARVED)
        th_bytes_wait (bytes, th_bytes_get_size (bytes) + 1, -1);
      else if (step == TH_PCAP_WALK_FRAME)
        more = !may_outgrow;
      else if (step != TH_PCAP_WALK_BLOCK)
        more = FALSE;
      else if (walk.block == TH_PCAP_SECTION)
        more = take_section (self, &walk);
      else if (walk.block == TH_PCAP_INTERFACE && self->sections->len > 0)
        take_interface (self, &walk);
    }
  self->scanned = step == TH_PCAP_WALK_FRAME ? walk.next : G_MAXUINT64;
  th_pcap_walk_clear (&walk);
}

/* --- streams ----------------------------------------------------------- */

static void
add_stream (ThPcapFile      *self,
            ThPcapInterface *interface)
{
  const ThClock clock = { .name = "realtime", .wall_offset = 0 };
  g_autofree char *name = *interface->name != '\0'
                          ? g_strdup (interface->name)
                          : g_strdup_printf ("interface %u", self->n_streams);

  interface->stream = self->n_streams++;
  th_recording_add_interface (self->base.recording, name, &clock, TH_PLACE_U32);
}

/* The number of interfaces of this name that came before in its section. */
static guint
count_name (GHashTable *names,
            const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));

  g_hash_table_insert (names, (gpointer) name, GUINT_TO_POINTER (n + 1));
  return n;
}

/* Interfaces of one section have a stream each; one of a later section has that of an interface of
 * its name in an earlier one, the second of that name the second. */
static void
add_streams (ThPcapFile *self)
{
  g_autoptr(GHashTable) streams = g_hash_table_new_full (th_string_hash, g_str_equal, g_free,
                                                         NULL);

  for (guint s = 0; s < self->sections->len; s++)
    {
      const ThPcapSection *section = &g_array_index (self->sections, ThPcapSection, s);
      g_autoptr(GHashTable) names = g_hash_table_new (th_string_hash, g_str_equal);

      for (guint i = 0; i < section->n_interfaces; i++)
        {
          ThPcapInterface *interface = &g_array_index (self->interfaces, ThPcapInterface,
                                                       section->first_interface + i);
          g_autofree char *key = g_strdup_printf ("%u/%s", count_name (names, interface->name),
                                                  interface->name);
          gpointer known = g_hash_table_lookup (streams, key);

          if (known != NULL && *interface->name != '\0')
            interface->stream = GPOINTER_TO_UINT (known) - 1;
          else if (self->n_streams < TH_PCAP_MAX_STREAMS)
            {
              add_stream (self, interface);
              g_hash_table_insert (streams, g_steal_pointer (&key),
                                   GUINT_TO_POINTER (interface->stream + 1));
            }
        }
    }
}

/* --- facts ------------------------------------------------------------- */

static void
append_interface (GString               *text,
                  const ThPcapInterface *interface)
{
  if (*interface->description != '\0')
    g_string_append_printf (text, ", %s", interface->description);
  if (interface->snaplen > 0 && interface->snaplen < MAX_USUAL_SNAPLEN)
    /* Translators: of a capture; %u is a number of bytes */
    g_string_append_printf (text, _(", at most %u bytes of a frame"), interface->snaplen);
  if (*interface->filter != '\0')
    /* Translators: %s is the filter that a capture was made with */
    g_string_append_printf (text, _(", filter “%s”"), interface->filter);
}

/* Sets a fact for each of the first streams, about its first interface. */
static void
set_interface_facts (ThPcapFile *self)
{
  ThRecording *recording = self->base.recording;
  guint n_told = 0;

  for (guint i = 0; i < self->interfaces->len && n_told < MAX_TOLD; i++)
    {
      const ThPcapInterface *interface = th_pcap_file_get_interface (self, i);
      g_autoptr(GString) text = g_string_new (NULL);
      g_autofree char *key = NULL;
      ThStream *stream;

      if (interface->stream != n_told)
        continue;
      stream = th_recording_get_stream (recording, th_recording_get_first_stream (recording) +
                                                   n_told++);
      key = g_strdup (th_stream_get_name (stream));
      th_link_type_append (interface->link_type, text);
      append_interface (text, interface);
      th_recording_set_fact (recording, key, text->str);
    }
}

/* --- the file ---------------------------------------------------------- */

gboolean
th_pcap_file_open (ThPcapFile *self,
                   GError    **error)
{
  guint8 head[FILE_HEADER];
  gssize n;

  th_bytes_wait (self->base.bytes, sizeof head, -1);
  n = th_bytes_read (self->base.bytes, 0, head, sizeof head);
  self->is_ng = n > 0 && th_pcap_is_ng (head, n);
  if (self->is_ng)
    scan (self);
  else if (!open_classic (self, head, MAX (n, 0), error))
    return FALSE;

  th_pcap_types_declare (self);
  add_streams (self);
  set_interface_facts (self);
  th_recording_set_fact (self->base.recording, "clock", "realtime");
  if (self->n_streams > 0)
    return TRUE;

  g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_NO_EVENTS,
               _("The capture has no interface, so it has no frames. Record it again."));
  return FALSE;
}
