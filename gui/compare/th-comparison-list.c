/* th-comparison-list.c - the rows of a comparison as a list: sorted, filtered, in groups
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-list.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* How the ids of tables of dropped packets end. */
#define DROPS_TABLE "/drops"

/* --- items -------------------------------------------------------------------- */

struct _ThComparisonItem
{
  GObject parent;

  gint    index;
  char   *title;
};

G_DEFINE_FINAL_TYPE (ThComparisonItem, th_comparison_item, G_TYPE_OBJECT)

static void
th_comparison_item_finalize (GObject *object)
{
  g_free (TH_COMPARISON_ITEM (object)->title);

  G_OBJECT_CLASS (th_comparison_item_parent_class)->finalize (object);
}

static void
th_comparison_item_class_init (ThComparisonItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_comparison_item_finalize;
}

static void
th_comparison_item_init (ThComparisonItem *self)
{
}

gint
th_comparison_item_get_index (ThComparisonItem *self)
{
  return self->index;
}

const char *
th_comparison_item_get_title (ThComparisonItem *self)
{
  return self->title;
}

/* --- the list ------------------------------------------------------------------- */

/* The properties of a row that sorting and filtering use. */
typedef struct
{
  char *key;      /* collation key of its name */
  char *haystack; /* case-folded texts */
  guint first;    /* the first row of the same measure */
} Facts;

/* @index is -1 for a title. */
typedef struct
{
  gint  index;
  char *title;
} Place;

struct _ThComparisonList
{
  GObject       parent;

  ThComparison *comparison;
  GArray       *facts;     /* of Facts, by row */
  GArray       *places;    /* of Place */
  guint         n_rows;
  gint          selected;
};

enum
{
  PROP_0,
  PROP_SELECTED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void th_comparison_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ThComparisonList, th_comparison_list, G_TYPE_OBJECT,
  G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, th_comparison_list_model_init))

static void
facts_clear (gpointer facts)
{
  g_free (((Facts *) facts)->key);
  g_free (((Facts *) facts)->haystack);
}

static void
place_clear (gpointer place)
{
  g_free (((Place *) place)->title);
}

static const ThComparisonRow *
get_row (ThComparisonList *self,
         gint              index)
{
  return th_comparison_get_row (self->comparison, index);
}

static const Facts *
get_facts (ThComparisonList *self,
           gint              index)
{
  return &g_array_index (self->facts, Facts, index);
}

/* --- facts ---------------------------------------------------------------------- */

static void
add_facts (ThComparisonList *self,
           GHashTable       *measures,
           guint             index)
{
  const ThComparisonRow *row = get_row (self, index);
  g_autofree char *name = th_comparison_format_name (row);
  g_autofree char *all = g_strjoin ("\n", name, row->title, th_comparison_row_get_level (row),
                                    th_comparison_format_verdict (row), NULL);
  Facts facts = { g_utf8_collate_key_for_filename (name, -1), g_utf8_casefold (all, -1), index };
  gpointer first;

  if (g_hash_table_lookup_extended (measures, row->measure, NULL, &first))
    facts.first = GPOINTER_TO_UINT (first);
  else
    g_hash_table_insert (measures, (gpointer) row->measure, GUINT_TO_POINTER (index));
  g_array_append_val (self->facts, facts);
}

/* --- filtering -------------------------------------------------------------------- */

ThComparisonSection
th_comparison_row_get_section (const ThComparisonRow *row)
{
  if (!th_comparison_row_is_count (row))
    return TH_COMPARISON_SECTION_MEASURES;
  if (row->kind == TH_COMPARISON_COUNTER)
    return TH_COMPARISON_SECTION_COUNTERS;

  return row->kind == TH_COMPARISON_TABLE && g_str_has_suffix (row->measure, DROPS_TABLE)
         ? TH_COMPARISON_SECTION_DROPS : TH_COMPARISON_SECTION_COUNTS;
}

/* Of some classes no run has a sample beyond those of its warm-up. */
static gboolean
has_samples (const ThComparisonRow *row)
{
  return th_comparison_row_is_count (row) || row->a.n_runs > 0 || row->b.n_runs > 0;
}

static GArray *
list_rows (ThComparisonList        *self,
           const ThComparisonOrder *order)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint));

  for (gint i = 0; i < (gint) self->facts->len; i++)
    if (th_comparison_row_get_section (get_row (self, i)) == order->section &&
        has_samples (get_row (self, i)) &&
        (order->filter == NULL ||
         th_row_filter_matches (order->filter, get_row (self, i), get_facts (self, i)->haystack)))
      g_array_append_val (rows, i);

  return rows;
}

/* --- order ------------------------------------------------------------------------ */

typedef struct
{
  ThComparisonList        *self;
  const ThComparisonOrder *order;
} Sorting;

/* Returns the key of the row's group.  Counts of tables and of events are groups of their own, and
 * so are counters of losses. */
static guint
get_group (const Sorting *sorting,
           gint           index)
{
  static const guint verdicts[] = {
    [TH_VERDICT_SLOWER] = 0, [TH_VERDICT_FASTER] = 1, [TH_VERDICT_ONLY_A] = 2,
    [TH_VERDICT_ONLY_B] = 3, [TH_VERDICT_SAME] = 5, [TH_VERDICT_CANT_TELL] = 6,
    [TH_VERDICT_NONE] = 7
  };
  const ThComparisonRow *row = get_row (sorting->self, index);

  if (th_comparison_row_is_count (row))
    return G_MAXUINT - (row->kind == TH_COMPARISON_TABLE || th_comparison_row_is_trouble (row));
  if (sorting->order->group == TH_COMPARISON_GROUP_MEASURE)
    return get_facts (sorting->self, index)->first;
  if (sorting->order->group == TH_COMPARISON_GROUP_VERDICT)
    return row->verdict == TH_VERDICT_CANT_TELL && row->stands_out ? 4 : verdicts[row->verdict];

  return 0;
}

static int
compare_numbers (double a,
                 double b)
{
  return (a > b) - (a < b);
}

static int
compare_by (const Sorting *sorting,
            gint           a,
            gint           b)
{
  const ThComparisonRow *first = get_row (sorting->self, a), *second = get_row (sorting->self, b);

  switch (sorting->order->sort)
    {
    case TH_COMPARISON_SORT_NAME:
      return strcmp (get_facts (sorting->self, a)->key, get_facts (sorting->self, b)->key);
    case TH_COMPARISON_SORT_VALUE:
      return compare_numbers (first->b.value, second->b.value);
    case TH_COMPARISON_SORT_CHANGE:
      return compare_numbers (first->difference, second->difference);
    default:
      return compare_numbers (a, b);
    }
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Sorting *sorting = data;
  gint first = *(const gint *) a, second = *(const gint *) b;
  guint group = get_group (sorting, first), other = get_group (sorting, second);
  int result;

  if (group != other)
    return group < other ? -1 : 1;

  result = compare_by (sorting, first, second);
  if (sorting->order->descending)
    result = -result;
  return result != 0 ? result : compare_numbers (first, second);
}

/* --- groups ----------------------------------------------------------------------- */

static char *
dup_title (const Sorting *sorting,
           gint           index)
{
  const ThComparisonRow *row = get_row (sorting->self, index);

  if (row->kind == TH_COMPARISON_TABLE)
    return g_strdup (_("Rows of tables"));
  if (row->kind == TH_COMPARISON_EVENTS)
    return g_strdup (_("Events per second"));
  if (row->kind == TH_COMPARISON_COUNTER)
    return g_strdup (th_comparison_row_is_trouble (row) ? _("Losses, errors and repairs")
                                                        : _("Ordinary work"));
  if (sorting->order->group == TH_COMPARISON_GROUP_MEASURE)
    return g_strdup (row->title);
  if (row->verdict == TH_VERDICT_NONE)
    return g_strdup (_("Not judged"));

  return th_comparison_format_verdict_title (row);
}

static gboolean
has_title (const Sorting *sorting,
           gint           index)
{
  if (th_comparison_row_is_count (get_row (sorting->self, index)))
    return sorting->order->section != TH_COMPARISON_SECTION_DROPS;

  return sorting->order->group != TH_COMPARISON_GROUP_NONE;
}

static GArray *
places_new (void)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));

  g_array_set_clear_func (places, place_clear);
  return places;
}

static GArray *
place_rows (const Sorting *sorting,
            const GArray  *rows)
{
  GArray *places = places_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      gint index = g_array_index (rows, gint, i);
      Place place = { index, NULL };

      if (has_title (sorting, index) &&
          (i == 0 || get_group (sorting, index) !=
                     get_group (sorting, g_array_index (rows, gint, i - 1))))
        {
          Place title = { -1, dup_title (sorting, index) };

          g_array_append_val (places, title);
        }
      g_array_append_val (places, place);
    }
  return places;
}

/* Emits two signals, because after a single one a list view of GTK 4.8 would ask for each added
 * item. */
static void
take_places (ThComparisonList *self,
             GArray           *places)
{
  guint n = self->places->len;

  g_array_unref (self->places);
  self->places = places_new ();
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n, 0);
  g_array_unref (self->places);
  self->places = places;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, places->len);
}

void
th_comparison_list_arrange (ThComparisonList        *self,
                            const ThComparisonOrder *order)
{
  Sorting sorting = { self, order };
  g_autoptr(GArray) rows = list_rows (self, order);

  g_array_sort_with_data (rows, compare_rows, &sorting);
  self->n_rows = rows->len;
  take_places (self, place_rows (&sorting, rows));
}

void
th_comparison_list_set_comparison (ThComparisonList *self,
                                   ThComparison     *comparison)
{
  g_autoptr(GHashTable) measures = g_hash_table_new (g_str_hash, g_str_equal);
  ThComparison *old = self->comparison;

  self->n_rows = 0;
  take_places (self, places_new ());
  g_array_set_size (self->facts, 0);
  self->comparison = comparison != NULL ? th_comparison_ref (comparison) : NULL;
  g_clear_pointer (&old, th_comparison_unref);
  for (guint i = 0; comparison != NULL && i < th_comparison_get_n_rows (comparison); i++)
    add_facts (self, measures, i);
  th_comparison_list_select (self, -1);
}

guint
th_comparison_list_get_n_rows (ThComparisonList *self)
{
  return self->n_rows;
}

/* --- the selection ------------------------------------------------------------------ */

guint
th_comparison_list_find (ThComparisonList *self,
                         gint              index)
{
  for (guint i = 0; index >= 0 && i < self->places->len; i++)
    if (g_array_index (self->places, Place, i).index == index)
      return i;

  return GTK_INVALID_LIST_POSITION;
}

gint
th_comparison_list_get_selected (ThComparisonList *self)
{
  return self->selected;
}

void
th_comparison_list_select (ThComparisonList *self,
                           gint              index)
{
  g_return_if_fail (index >= -1 && index < (gint) self->facts->len);

  if (self->selected == index)
    return;

  self->selected = index;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

gint
th_comparison_list_get_index (ThComparisonList *self,
                              guint             position)
{
  return position < self->places->len ? g_array_index (self->places, Place, position).index : -1;
}

/* --- the model ------------------------------------------------------------------------ */

static GType
get_item_type (GListModel *model)
{
  return TH_TYPE_COMPARISON_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return TH_COMPARISON_LIST (model)->places->len;
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  ThComparisonList *self = TH_COMPARISON_LIST (model);
  ThComparisonItem *item;

  if (position >= self->places->len)
    return NULL;

  item = g_object_new (TH_TYPE_COMPARISON_ITEM, NULL);
  item->index = g_array_index (self->places, Place, position).index;
  item->title = g_strdup (g_array_index (self->places, Place, position).title);
  return item;
}

static void
th_comparison_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* --- class ------------------------------------------------------------------------------ */

static void
th_comparison_list_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  g_assert (id == PROP_SELECTED);
  g_value_set_int (value, TH_COMPARISON_LIST (object)->selected);
}

static void
th_comparison_list_finalize (GObject *object)
{
  ThComparisonList *self = TH_COMPARISON_LIST (object);

  g_array_unref (self->facts);
  g_array_unref (self->places);
  g_clear_pointer (&self->comparison, th_comparison_unref);

  G_OBJECT_CLASS (th_comparison_list_parent_class)->finalize (object);
}

static void
th_comparison_list_class_init (ThComparisonListClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = th_comparison_list_get_property;
  G_OBJECT_CLASS (klass)->finalize = th_comparison_list_finalize;
  properties[PROP_SELECTED] = g_param_spec_int ("selected", NULL, NULL, -1, G_MAXINT, -1,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}

static void
th_comparison_list_init (ThComparisonList *self)
{
  self->facts = g_array_new (FALSE, FALSE, sizeof (Facts));
  g_array_set_clear_func (self->facts, facts_clear);
  self->places = places_new ();
  self->selected = -1;
}

ThComparisonList *
th_comparison_list_new (void)
{
  return g_object_new (TH_TYPE_COMPARISON_LIST, NULL);
}
