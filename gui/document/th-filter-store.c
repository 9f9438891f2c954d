/* th-filter-store.c - filters that were saved under a name, and the recent ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-store.h"

#include <string.h>

#include "th-settings.h"

#define SAVED  "saved-filters"
#define RECENT "recent-filters"

/* --- where they are kept ------------------------------------------------- */

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

/* --- with a name --------------------------------------------------------- */

static void
saved_free (gpointer data)
{
  ThSavedFilter *filter = data;

  g_free (filter->name);
  th_filter_state_unref (filter->state);
  g_free (filter);
}

static ThSavedFilter *
create_saved (const char    *name,
              ThFilterState *state) /* taken */
{
  ThSavedFilter *filter = g_new0 (ThSavedFilter, 1);

  filter->name = g_strdup (name);
  filter->state = state;

  return filter;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_utf8_collate ((*(ThSavedFilter *const *) a)->name, (*(ThSavedFilter *const *) b)->name);
}

GPtrArray *
th_filter_store_list (void)
{
  GPtrArray *filters = g_ptr_array_new_with_free_func (saved_free);
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

static ThSavedFilter *
find (GPtrArray  *filters,
      const char *name)
{
  for (guint i = 0; i < filters->len; i++)
    if (strcmp (((ThSavedFilter *) filters->pdata[i])->name, name) == 0)
      return filters->pdata[i];

  return NULL;
}

gboolean
th_filter_store_save (const char    *name,
                      ThFilterState *state)
{
  g_autoptr(GPtrArray) filters = th_filter_store_list ();
  ThSavedFilter *filter = find (filters, name);

  if (name[0] == '\0' || (filter == NULL && filters->len == TH_FILTER_STORE_MAX))
    return FALSE;

  th_filter_state_ref (state);
  if (filter == NULL)
    g_ptr_array_add (filters, create_saved (name, state));
  else
    {
      th_filter_state_unref (filter->state);
      filter->state = state;
    }
  write_list (filters);
  return TRUE;
}

gboolean
th_filter_store_rename (const char *name,
                        const char *new_name)
{
  g_autoptr(GPtrArray) filters = th_filter_store_list ();
  ThSavedFilter *filter = find (filters, name);

  if (filter == NULL || new_name[0] == '\0' || find (filters, new_name) != NULL)
    return FALSE;

  g_free (filter->name);
  filter->name = g_strdup (new_name);
  write_list (filters);
  return TRUE;
}

void
th_filter_store_remove (const char *name)
{
  g_autoptr(GPtrArray) filters = th_filter_store_list ();
  ThSavedFilter *filter = find (filters, name);

  if (filter == NULL)
    return;

  g_ptr_array_remove (filters, filter);
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
