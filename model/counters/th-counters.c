/* th-counters.c - what moved between two readings of a machine's counters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-counter-texts.h"
#include "th-counters.h"

struct _ThCounters
{
  gatomicrefcount references;
  ThCounterSet   *before;
  ThCounterSet   *after;  /* NULL if there is no second reading */
  GArray         *changes; /* ThCounterChange */
  guint           n_moved;
  double          seconds;
};

G_DEFINE_QUARK (th-counters-error-quark, th_counters_error)

/* --- changes ---------------------------------------------------------------------- */

static gint64
subtract (gint64 after,
          gint64 before,
          guint  bits)
{
  guint64 difference = (guint64) after - (guint64) before;

  return bits == 32 ? (gint64) (difference & G_MAXUINT32) : (gint64) difference;
}

static void
add_change (ThCounters      *self,
            const ThCounter *before,
            const ThCounter *after)
{
  ThCounterChange change = { .counter = after != NULL ? after : before };

  change.before = before != NULL ? before->value : 0;
  change.after = after != NULL ? after->value : 0;
  change.before_text = before != NULL ? before->text : NULL;
  change.after_text = after != NULL ? after->text : NULL;
  if (after == NULL)
    change.state = TH_COUNTER_GONE;
  else if (before == NULL)
    change.state = TH_COUNTER_NEW;
  else if (after->text != NULL || before->text != NULL)
    change.state = g_strcmp0 (before->text, after->text) != 0 ? TH_COUNTER_SETTING
                                                              : TH_COUNTER_SAME;
  else
    change.state = before->value != after->value ? TH_COUNTER_MOVED : TH_COUNTER_SAME;

  if (after != NULL)
    change.change = subtract (change.after, change.before, after->bits);
  self->n_moved += change.state != TH_COUNTER_SAME;
  g_array_append_val (self->changes, change);
}

static void
find_changes (ThCounters *self)
{
  for (guint i = 0; self->after != NULL && i < th_counter_set_get_n (self->after); i++)
    {
      const ThCounter *after = th_counter_set_get (self->after, i);

      add_change (self, th_counter_set_find (self->before, after->source, after->item,
                                             after->name), after);
    }
  for (guint i = 0; self->after != NULL && i < th_counter_set_get_n (self->before); i++)
    {
      const ThCounter *before = th_counter_set_get (self->before, i);

      if (th_counter_set_find (self->after, before->source, before->item, before->name) == NULL)
        add_change (self, before, NULL);
    }
}

/* Takes over the sets. */
static ThCounters *
counters_new (ThCounterSet *before,
              ThCounterSet *after,
              double        seconds)
{
  ThCounters *self = g_new0 (ThCounters, 1);

  g_atomic_ref_count_init (&self->references);
  self->before = before;
  self->after = after;
  self->seconds = MAX (seconds, 0);
  self->changes = g_array_new (FALSE, TRUE, sizeof (ThCounterChange));
  find_changes (self);
  return self;
}

ThCounters *
th_counters_ref (ThCounters *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
th_counters_unref (ThCounters *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;

  g_array_unref (self->changes);
  th_counter_set_free (self->before);
  g_clear_pointer (&self->after, th_counter_set_free);
  g_free (self);
}

/* --- where they come from ------------------------------------------------------------- */

/* Texts of files end with a newline, those of a stranger may hold anything. */
static void
read_text (ThCounterSet *set,
           const char   *name,
           GVariant     *bytes)
{
  gsize size;
  const char *data = g_variant_get_fixed_array (bytes, &size, 1);
  g_autofree char *text = g_utf8_make_valid (data != NULL ? data : "", size);

  th_counter_text_read (set, name, text);
}

static ThCounterSet *
read_reading (GVariant *reading,
              gint64   *mono)
{
  ThCounterSet *set = th_counter_set_new ();
  g_autoptr(GVariant) files = g_variant_lookup_value (reading, "files", G_VARIANT_TYPE ("a(say)"));
  gsize n = files != NULL ? g_variant_n_children (files) : 0;

  g_variant_lookup (reading, "mono", "x", mono);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr(GVariant) bytes = NULL;
      const char *name;

      g_variant_get_child (files, i, "(&s@ay)", &name, &bytes);
      read_text (set, name, bytes);
    }
  return set;
}

/* A copy, since a GVariant wants its bytes aligned; in the byte order of this machine. */
static GVariant *
parse_data (const guint8 *data,
            gsize         size)
{
  g_autoptr(GBytes) bytes = g_bytes_new (data, size);
  GVariant *variant = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE ("aa{sv}"),
                                                                    bytes, FALSE));

  if (G_BYTE_ORDER == G_BIG_ENDIAN && g_variant_is_normal_form (variant))
    {
      GVariant *swapped = g_variant_byteswap (variant);

      g_variant_unref (variant);
      variant = swapped;
    }
  return variant;
}

ThCounters *
th_counters_new_from_data (const guint8  *data,
                           gsize          size,
                           GError       **error)
{
  g_autoptr(GVariant) readings = size <= TH_COUNTERS_MAX_TEXT ? parse_data (data, size) : NULL;
  ThCounterSet *sets[2] = { NULL };
  gint64 mono[2] = { 0 };
  gsize n;

  if (readings == NULL || !g_variant_is_normal_form (readings) ||
      (n = g_variant_n_children (readings)) == 0)
    {
      g_set_error_literal (error, TH_COUNTERS_ERROR, TH_COUNTERS_ERROR_FORMAT,
                           _("The counters beside the recording are damaged."));
      return NULL;
    }
  for (gsize i = 0; i < MIN (n, G_N_ELEMENTS (sets)); i++)
    {
      g_autoptr(GVariant) reading = g_variant_get_child_value (readings, i);

      sets[i] = read_reading (reading, &mono[i]);
    }
  return counters_new (sets[0], sets[1],
                       sets[1] != NULL ? ((double) mono[1] - (double) mono[0]) / 1e9 : 0);
}

static ThCounterSet *
read_tool (const char  *text,
           const char  *device,
           GError     **error)
{
  g_autoptr(ThCounterSet) set = th_counter_set_new ();

  if (th_counter_text_read_tool (set, text, device != NULL ? device : "device"))
    return g_steal_pointer (&set);

  g_set_error_literal (error, TH_COUNTERS_ERROR, TH_COUNTERS_ERROR_TOOL,
                       _("This is not the output of nstat, netstat -s or ethtool -S."));
  return NULL;
}

ThCounters *
th_counters_new_from_tools (const char  *before,
                            const char  *after,
                            const char  *device,
                            double       seconds,
                            GError     **error)
{
  g_autoptr(ThCounterSet) first = read_tool (before, device, error);
  g_autoptr(ThCounterSet) second = first != NULL ? read_tool (after, device, error) : NULL;

  if (second == NULL)
    return NULL;
  return counters_new (g_steal_pointer (&first), g_steal_pointer (&second), seconds);
}

/* --- reading ------------------------------------------------------------------------------ */

guint
th_counters_get_n (ThCounters *self)
{
  return self->changes->len;
}

const ThCounterChange *
th_counters_get (ThCounters *self,
                 guint       index)
{
  return &g_array_index (self->changes, ThCounterChange, index);
}

guint
th_counters_get_n_moved (ThCounters *self)
{
  return self->n_moved;
}

double
th_counters_get_seconds (ThCounters *self)
{
  return self->seconds;
}

gboolean
th_counters_is_complete (ThCounters *self)
{
  return self->after != NULL;
}
