/* th-drops.c - dropped packets, counted by reason, location and device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-drops.h"
#include "th-quote.h"

typedef struct
{
  guint32  reason;
  guint32  location;
  guint32  device;
  guint32  purged;
} Key;

/* A row of the table.  @unsized: the number of packets of unknown length. */
typedef struct
{
  Key     key;
  gint64  count;
  gint64  bytes;
  gint64  unsized;
  gint64  first;
  gint64  last;
  ThRef   event;
} Line;

struct _ThDrops
{
  ThTable    *table;
  GHashTable *lines;   /* of Line; each is its own key */
  guint32     string_drop;
  guint32     string_purge;
};

static const ThColumn columns[] = {
  { "kind", N_("Kind"), TH_COLUMN_TEXT },
  { "reason", N_("Reason"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "location", N_("Location"), TH_COLUMN_TEXT },
  { "device", N_("Device"), TH_COLUMN_TEXT },
  { "count", N_("Packets"), TH_COLUMN_COUNT, .role = TH_ROLE_NUMBER },
  { "bytes", N_("Bytes"), TH_COLUMN_BYTES },
  { "first", N_("First"), TH_COLUMN_TIME },
  { "last", N_("Last"), TH_COLUMN_TIME, .role = TH_ROLE_END }
};

enum
{
  COLUMN_KIND,
  COLUMN_REASON,
  COLUMN_LOCATION,
  COLUMN_DEVICE,
  COLUMN_COUNT
};

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return (key->reason * 31 + key->location) * 31 + key->device * 2 + key->purged;
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  return memcmp (a, b, sizeof (Key)) == 0;
}

/* --- the filter for the packets of a row ---------------------------------- */

/* Adds a condition for one cell; an empty cell selects packets without such a value. */
static void
append_string (GString    *text,
               ThResults  *results,
               const char *prefix,
               const char *id,
               gint64      cell)
{
  if (cell == TH_CELL_NONE)
    {
      g_string_append_printf (text, "not %s%s and ", prefix, id);
      return;
    }

  g_string_append_printf (text, "%s%s == ", prefix, id);
  th_quote_append_filter (text, th_results_get_word (results, cell));
  g_string_append (text, " and ");
}

/* @data: the results that the table belongs to. */
static char *
dup_flows (const ThTable *table,
           guint32        row,
           const char    *prefix,
           gpointer       data)
{
  const char *kind = th_results_get_word (data, th_table_get_cell (table, row, COLUMN_KIND));
  GString *text = g_string_new (NULL);

  for (guint i = COLUMN_REASON; i <= COLUMN_DEVICE; i++)
    append_string (text, data, prefix, columns[i].id, th_table_get_cell (table, row, i));
  g_string_append_printf (text, "%soutcome == %s", prefix, strcmp (kind, "purge") == 0
                          ? "consumed" : "dropped");

  return g_string_free (text, FALSE);
}

/* --- counting -------------------------------------------------------------- */

ThDrops *
th_drops_new (ThResults *results)
{
  ThDrops *self = g_new0 (ThDrops, 1);

  self->table = th_results_add_table (results, &(ThTableInfo) {
    "drops", N_("Drops"), N_("drop"), columns, G_N_ELEMENTS (columns), COLUMN_COUNT, TRUE
  });
  th_table_set_flows (self->table, dup_flows, results);
  self->lines = g_hash_table_new_full (key_hash, key_equal, NULL, g_free);
  self->string_drop = th_results_intern (results, "drop");
  self->string_purge = th_results_intern (results, "purge");
  return self;
}

void
th_drops_free (ThDrops *self)
{
  g_hash_table_unref (self->lines);
  g_free (self);
}

void
th_drops_add (ThDrops      *self,
              const ThDrop *drop)
{
  Key key = { drop->reason, drop->location, drop->device, drop->purged != FALSE };
  Line *line = g_hash_table_lookup (self->lines, &key);

  if (line == NULL)
    {
      line = g_new0 (Line, 1);
      line->key = key;
      line->first = G_MAXINT64;
      line->last = G_MININT64;
      g_hash_table_add (self->lines, line);
    }

  line->count++;
  if (drop->bytes >= 0)
    line->bytes += drop->bytes;
  else
    line->unsized++;
  line->last = MAX (line->last, drop->time);
  if (drop->time < line->first)
    {
      line->first = drop->time;
      line->event = drop->event;
    }
}

static gint
compare_lines (gconstpointer a,
               gconstpointer b)
{
  const Line *x = *(const Line *const *) a, *y = *(const Line *const *) b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;

  return x->first < y->first ? -1 : x->first > y->first;
}

static gint64
cell_of_string (guint32 string)
{
  return string == TH_DROP_UNKNOWN ? TH_CELL_NONE : string;
}

/* The sum is left empty unless all lengths are known. */
static void
add_row (ThDrops    *self,
         const Line *line)
{
  th_table_append (self->table, line->event, (gint64[]) {
    line->key.purged ? self->string_purge : self->string_drop, cell_of_string (line->key.reason),
    cell_of_string (line->key.location),
    cell_of_string (line->key.device), line->count, line->unsized > 0 ? TH_CELL_NONE : line->bytes,
    line->first, line->last
  });
}

void
th_drops_finish (ThDrops *self)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer line;

  g_hash_table_iter_init (&iter, self->lines);
  while (g_hash_table_iter_next (&iter, &line, NULL))
    g_ptr_array_add (lines, line);
  g_ptr_array_sort (lines, compare_lines);
  for (guint i = 0; i < lines->len; i++)
    add_row (self, g_ptr_array_index (lines, i));
}
