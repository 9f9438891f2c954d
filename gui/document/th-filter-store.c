/* th-filter-store.c - filters saved under a name, and recent filters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-store.h"

#include <string.h>

#include "th-settings.h"

#define SAVED  "saved-filters"
#define RECENT "recent-filters"

/* --- storage ------------------------------------------------------------- */

static GVariant *memory[2];

static GVariant *
read_value (const char *key)
{
  GSettings *settings = th_settings_get ();
  gboolean recent = strcmp (key, RECENT) == 0;

  if (settings != NULL)
    return g_settings_get_value (settings, key);
  if (memory[recent] == NULL)
    memory[recent] =
      g_variant_ref_sink (g_variant_new_array (recent ? G_VARIANT_TYPE_STRING
                                                      : G_VARIANT_TYPE ("(ss)"), NULL, 0));

  return g_variant_ref (memory[recent]);
}

static void
write_value (const char *key,
             GVariant   *value)
{
  GSettings *settings = th_settings_get ();
  gboolean recent = strcmp (key, RECENT) == 0;

  if (settings != NULL)
    {
      g_settings_set_value (settings, key, value);
      return;
    }

  g_clear_pointer (&memory[recent], g_variant_unref);
  memory[recent] = g_variant_ref_sink (value);
}

/* --- one saved filter ---------------------------------------------------- */

struct _ThSavedFilter
{
  GObject        parent;

  char          *name;
  ThFilterState *state;
};

G_DEFINE_FINAL_TYPE (ThSavedFilter, th_saved_filter, G_TYPE_OBJECT)

static void
th_saved_filter_finalize (GObject *object)
{
  ThSavedFilter *self = TH_SAVED_FILTER (object);

  g_free (self->name);
  g_clear_pointer (&self->state, th_filter_state_unref);

  G_OBJECT_CLASS (th_saved_filter_parent_class)->finalize (object);
}

static void
th_saved_filter_class_init (ThSavedFilterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_saved_filter_finalize;
}

static void
th_saved_filter_init (ThSavedFilter *self)
{
}

static ThSavedFilter *
create_saved (const char    *name,
              ThFilterState *state) /* taken */
{
  ThSavedFilter *self = g_object_new (TH_TYPE_SAVED_FILTER, NULL);

  self->name = g_strdup (name);
  self->state = state;

  return self;
}

const char *
th_saved_filter_get_name (ThSavedFilter *self)
{
  return self->name;
}

ThFilterState *
th_saved_filter_get_state (ThSavedFilter *self)
{
  return self->state;
}

/* --- saved filters ------------------------------------------------------- */

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_utf8_collate ((*(ThSavedFilter *const *) a)->name, (*(ThSavedFilter *const *) b)->name);
}

GPtrArray *
th_filter_store_list (void)
{
  GPtrArray *filters = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GVariant) value = read_value (SAVED);
  const char *name, *state;
  GVariantIter iter;

  g_variant_iter_init (&iter, value);
  while (filters->len < TH_FILTER_STORE_MAX && g_variant_iter_next (&iter, "(&s&s)", &name, &state))
    g_ptr_array_add (filters, create_saved (name, th_filter_state_parse (state)));
  g_ptr_array_sort (filters, compare_names);

  return filters;
}

static void
write_list (GPtrArray *filters)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; i < filters->len; i++)
    {
      const ThSavedFilter *filter = filters->pdata[i];
      g_autofree char *string = th_filter_state_to_string (filter->state);

      g_variant_builder_add (&builder, "(ss)", filter->name, string);
    }
  write_value (SAVED, g_variant_builder_end (&builder));
}

static gboolean
find (GPtrArray  *filters,
      const char *name,
      guint      *index)
{
  for (guint i = 0; i < filters->len; i++)
    if (strcmp (((ThSavedFilter *) filters->pdata[i])->name, name) == 0)
      {
        *index = i;
        return TRUE;
      }

  return FALSE;
}

static void
replace (GPtrArray     *filters,
         guint          index,
         ThSavedFilter *filter) /* taken */
{
  g_object_unref (filters->pdata[index]);
  filters->pdata[index] = filter;
}

gboolean
th_filter_store_save (const char    *name,
                      ThFilterState *state)
{
  g_autoptr(GPtrArray) filters = th_filter_store_list ();
  ThSavedFilter *saved;
  guint index;
  gboolean exists = find (filters, name, &index);

  if (name[0] == '\0' || (!exists && filters->len == TH_FILTER_STORE_MAX))
    return FALSE;

  saved = create_saved (name, th_filter_state_ref (state));
  if (exists)
    replace (filters, index, saved);
  else
    g_ptr_array_add (filters, saved);
  write_list (filters);
  return TRUE;
}

gboolean
th_filter_store_rename (const char *name,
                        const char *new_name)
{
  g_autoptr(GPtrArray) filters = th_filter_store_list ();
  ThSavedFilter *old;
  guint index, other;

  if (!find (filters, name, &index) || new_name[0] == '\0' || find (filters, new_name, &other))
    return FALSE;

  old = filters->pdata[index];
  replace (filters, index, create_saved (new_name, th_filter_state_ref (old->state)));
  write_list (filters);
  return TRUE;
}

void
th_filter_store_remove (const char *name)
{
  g_autoptr(GPtrArray) filters = th_filter_store_list ();
  guint index;

  if (!find (filters, name, &index))
    return;

  g_ptr_array_remove_index (filters, index);
  write_list (filters);
}

/* --- recent -------------------------------------------------------------- */

GPtrArray *
th_filter_store_list_recent (void)
{
  GPtrArray *recent = g_ptr_array_new_with_free_func ((GDestroyNotify) th_filter_state_unref);
  g_autoptr(GVariant) value = read_value (RECENT);
  const char *state;
  GVariantIter iter;

  g_variant_iter_init (&iter, value);
  while (recent->len < TH_FILTER_STORE_RECENT && g_variant_iter_next (&iter, "&s", &state))
    g_ptr_array_add (recent, th_filter_state_parse (state));

  return recent;
}

static void
add_string (GVariantBuilder     *builder,
            const ThFilterState *state)
{
  g_autofree char *string = th_filter_state_to_string (state);

  g_variant_builder_add (builder, "s", string);
}

void
th_filter_store_note (const ThFilterState *state)
{
  g_autoptr(GPtrArray) recent = th_filter_store_list_recent ();
  GVariantBuilder builder;
  guint n = 1;

  if (recent->len > 0 && th_filter_state_equal (recent->pdata[0], state))
    return;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("as"));
  add_string (&builder, state);
  for (guint i = 0; i < recent->len && n < TH_FILTER_STORE_RECENT; i++)
    if (!th_filter_state_equal (recent->pdata[i], state))
      {
        add_string (&builder, recent->pdata[i]);
        n++;
      }
  write_value (RECENT, g_variant_builder_end (&builder));
}
