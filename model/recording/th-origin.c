/* th-origin.c - how a recording was made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-origin.h"

#include <glib/gi18n-lib.h>

#include "th-number-format.h"
#include "th-printable.h"

/* What a recording stores is bounded by TH_ORIGIN_MAX_SIZE; what is shown of one text, by this. */
#define MAX_TEXT 4096
/* Filters that are shown. */
#define MAX_FILTERS 20

/* The members that hold one text, and those that hold several. */
static const struct
{
  const char *key;
  gsize       offset;
} texts[] = {
  { "program", G_STRUCT_OFFSET (ThOrigin, program) },
  { "version", G_STRUCT_OFFSET (ThOrigin, version) },
  { "command", G_STRUCT_OFFSET (ThOrigin, command) },
  { "target", G_STRUCT_OFFSET (ThOrigin, target) },
  { "host", G_STRUCT_OFFSET (ThOrigin, host) },
  { "agent", G_STRUCT_OFFSET (ThOrigin, agent) },
  { "clock", G_STRUCT_OFFSET (ThOrigin, clock) },
  { "tracer", G_STRUCT_OFFSET (ThOrigin, tracer) },
  { "cut-of", G_STRUCT_OFFSET (ThOrigin, cut_of) },
}, lists[] = {
  { "presets", G_STRUCT_OFFSET (ThOrigin, presets) },
  { "functions", G_STRUCT_OFFSET (ThOrigin, functions) },
  { "processes", G_STRUCT_OFFSET (ThOrigin, processes) },
};

/* --- life ---------------------------------------------------------------- */

static void
free_event (gpointer data)
{
  ThOriginEvent *event = data;

  g_free (event->name);
  g_free (event->filter);
  g_free (event);
}

ThOrigin *
th_origin_new (void)
{
  ThOrigin *self = g_new0 (ThOrigin, 1);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    G_STRUCT_MEMBER (char **, self, lists[i].offset) = g_new0 (char *, 1);
  self->events = g_ptr_array_new_with_free_func (free_event);
  return self;
}

void
th_origin_free (ThOrigin *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (G_STRUCT_MEMBER (char *, self, texts[i].offset));
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_strfreev (G_STRUCT_MEMBER (char **, self, lists[i].offset));
  g_ptr_array_unref (self->events);
  g_free (self);
}

void
th_origin_add_event (ThOrigin   *self,
                     const char *name,
                     const char *filter)
{
  ThOriginEvent *event = g_new (ThOriginEvent, 1);

  event->name = g_strdup (name);
  event->filter = g_strdup (filter != NULL ? filter : "");
  g_ptr_array_add (self->events, event);
}

/* --- as it is stored ------------------------------------------------------- */

static GVariant *
encode_events (const ThOrigin *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; i < self->events->len; i++)
    {
      const ThOriginEvent *event = self->events->pdata[i];

      g_variant_builder_add (&builder, "(ss)", event->name, event->filter);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
encode (const ThOrigin *self)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *text = G_STRUCT_MEMBER (const char *, self, texts[i].offset);

      if (text != NULL)
        g_variant_dict_insert (&dict, texts[i].key, "s", text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_variant_dict_insert (&dict, lists[i].key, "^as",
                           G_STRUCT_MEMBER (char **, self, lists[i].offset));
  g_variant_dict_insert_value (&dict, "events", encode_events (self));
  g_variant_dict_insert (&dict, "buffer-kb", "t", self->buffer_kb);
  g_variant_dict_insert (&dict, "ring-mb", "t", self->ring_mb);
  if (self->n_lost > 0)
    g_variant_dict_insert (&dict, "lost", "t", self->n_lost);
  return g_variant_dict_end (&dict);
}

GBytes *
th_origin_encode (const ThOrigin *self)
{
  g_autoptr(GVariant) dict = g_variant_ref_sink (encode (self));
  g_autoptr(GVariant) stored = G_BYTE_ORDER == G_BIG_ENDIAN ? g_variant_byteswap (dict)
                               : g_variant_get_normal_form (dict);

  return g_variant_get_data_as_bytes (stored);
}

/* One printable line, of bounded length. */
static char *
dup_line (const char *text)
{
  g_autofree char *cut = g_strndup (text, MAX_TEXT);
  g_autofree char *valid = g_utf8_make_valid (cut, -1);

  return th_printable_line (valid);
}

static char **
dup_lines (GVariant *list)
{
  g_autofree const char **all = g_variant_get_strv (list, NULL);
  GPtrArray *lines = g_ptr_array_new ();

  for (guint i = 0; all[i] != NULL; i++)
    g_ptr_array_add (lines, dup_line (all[i]));
  g_ptr_array_add (lines, NULL);
  return (char **) g_ptr_array_free (lines, FALSE);
}

static void
decode_events (ThOrigin *self,
               GVariant *events)
{
  const char *name, *filter;
  GVariantIter iter;

  g_variant_iter_init (&iter, events);
  while (g_variant_iter_next (&iter, "(&s&s)", &name, &filter))
    {
      g_autofree char *shown = dup_line (name);
      g_autofree char *condition = dup_line (filter);

      th_origin_add_event (self, shown, condition);
    }
}

static void
decode (ThOrigin *self,
        GVariant *dict)
{
  g_autoptr(GVariant) events = g_variant_lookup_value (dict, "events", G_VARIANT_TYPE ("a(ss)"));
  const char *text;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_variant_lookup (dict, texts[i].key, "&s", &text) && *text != '\0')
      G_STRUCT_MEMBER (char *, self, texts[i].offset) = dup_line (text);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr(GVariant) list = g_variant_lookup_value (dict, lists[i].key,
                                                         G_VARIANT_TYPE_STRING_ARRAY);
      char ***member = G_STRUCT_MEMBER_P (self, lists[i].offset);

      if (list == NULL)
        continue;
      g_strfreev (*member);
      *member = dup_lines (list);
    }
  if (events != NULL)
    decode_events (self, events);
  g_variant_lookup (dict, "buffer-kb", "t", &self->buffer_kb);
  g_variant_lookup (dict, "ring-mb", "t", &self->ring_mb);
  g_variant_lookup (dict, "lost", "t", &self->n_lost);
}

ThOrigin *
th_origin_decode (GBytes *bytes)
{
  g_autoptr(GVariant) dict = NULL;
  g_autoptr(GBytes) copy = NULL;
  ThOrigin *self;

  if (g_bytes_get_size (bytes) > TH_ORIGIN_MAX_SIZE)
    return NULL;
  /* A copy is aligned, as a GVariant needs it. */
  copy = g_bytes_new (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  dict = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, copy, FALSE));
  if (!g_variant_is_normal_form (dict) || g_variant_n_children (dict) == 0)
    return NULL;
  if (G_BYTE_ORDER == G_BIG_ENDIAN)
    {
      GVariant *swapped = g_variant_byteswap (dict);

      g_variant_unref (dict);
      dict = swapped;
    }
  self = th_origin_new ();
  decode (self, dict);
  return self;
}

/* --- of a recording ---------------------------------------------------------- */

static char *
dup_fact (ThRecording *recording,
          const char  *key)
{
  const char *fact = th_recording_get_fact (recording, key);

  return fact != NULL ? dup_line (fact) : NULL;
}

/* What the header of another program's file says. */
static ThOrigin *
find_in_facts (ThRecording *recording)
{
  const char *by = th_recording_get_fact (recording, "perf") != NULL ? "perf" : "trace-cmd";
  g_autofree char *version = dup_fact (recording, by);
  g_autofree char *agent = dup_fact (recording, "agent");
  ThOrigin *self;

  if (version == NULL && agent == NULL)
    return NULL;
  self = th_origin_new ();
  self->program = version != NULL ? g_strdup (by) : NULL;
  self->version = g_steal_pointer (&version);
  self->agent = g_steal_pointer (&agent);
  self->command = dup_fact (recording, "command");
  self->host = dup_fact (recording, "host");
  self->clock = dup_fact (recording, "clock");
  return self;
}

ThOrigin *
th_origin_find (ThRecording *recording)
{
  GBytes *bytes = th_recording_get_attachment (recording, TH_ORIGIN_ATTACHMENT);
  g_autoptr(ThOrigin) self = bytes != NULL ? th_origin_decode (bytes) : NULL;
  ThOrigin *facts;

  if (self != NULL && self->program != NULL)
    return g_steal_pointer (&self);

  facts = find_in_facts (recording);
  if (facts == NULL)
    return g_steal_pointer (&self);
  if (self != NULL)
    facts->cut_of = g_steal_pointer (&self->cut_of);
  return facts;
}

/* --- as lines ---------------------------------------------------------------- */

typedef struct
{
  ThOriginLine add;
  gpointer     data;
} Lines;

static void
add_text (const Lines *lines,
          const char  *key,
          const char  *text)
{
  if (text != NULL && *text != '\0')
    lines->add (key, text, lines->data);
}

static void
add_list (const Lines *lines,
          const char  *key,
          char       **list)
{
  g_autofree char *text = g_strjoinv (", ", list);

  add_text (lines, key, text);
}

/* "sched:sched_switch: prev_prio < 100; …" */
static void
add_filters (const Lines    *lines,
             const ThOrigin *self)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < self->events->len; i++)
    {
      const ThOriginEvent *event = self->events->pdata[i];

      if (*event->filter == '\0' || ++n > MAX_FILTERS)
        continue;
      g_string_append_printf (text, "%s%s: %s", n > 1 ? "; " : "", event->name, event->filter);
    }
  if (n > MAX_FILTERS)
    g_string_append (text, "; …");
  add_text (lines, "filters", text->str);
}

static void
add_amounts (const Lines    *lines,
             const ThOrigin *self)
{
  g_autofree char *events = g_strdup_printf ("%u", self->events->len);
  g_autofree char *buffer = g_format_size_full (MIN (self->buffer_kb, G_MAXUINT64 >> 10) << 10,
                                                G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *ring = g_format_size_full (MIN (self->ring_mb, G_MAXUINT64 >> 20) << 20,
                                              G_FORMAT_SIZE_IEC_UNITS);
  /* Translators: a size */
  g_autofree char *each = g_strdup_printf (_("%s for each CPU"), buffer);
  g_autofree char *count = th_format_count (self->n_lost);
  /* Translators: a number of events */
  g_autofree char *lost = g_strdup_printf (_("%s events, by the kernel’s count"), count);

  add_text (lines, "event types", self->events->len > 0 ? events : NULL);
  add_text (lines, "buffer", self->buffer_kb > 0 ? each : NULL);
  add_text (lines, "kept", self->ring_mb > 0 ? ring : NULL);
  add_text (lines, "lost", self->n_lost > 0 ? lost : NULL);
}

void
th_origin_describe (ThRecording  *recording,
                    ThOriginLine  add,
                    gpointer      data)
{
  const Lines lines = { add, data };
  GBytes *bytes = th_recording_get_attachment (recording, TH_ORIGIN_ATTACHMENT);
  g_autoptr(ThOrigin) self = bytes != NULL ? th_origin_decode (bytes) : NULL;
  g_autofree char *program = NULL;

  /* The facts have what other programs store. */
  if (self == NULL)
    return;
  program = g_strjoin (" ", self->program, self->version, NULL);
  add_text (&lines, "recorded by", program);
  add_list (&lines, "presets", self->presets);
  add_text (&lines, "command", self->command);
  add_text (&lines, "target", self->target);
  add_list (&lines, "processes", self->processes);
  add_text (&lines, "tracer", self->tracer);
  add_list (&lines, "functions", self->functions);
  add_amounts (&lines, self);
  add_filters (&lines, self);
}
