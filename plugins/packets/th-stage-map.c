/* th-stage-map.c - stage maps, which make further events steps of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-stage-map-private.h"
#include "th-stage-map-shipped.h"

struct _ThStageMaps
{
  GPtrArray *maps;    /* of ThStageMap, by priority: a later one overrides the points of others */
  GPtrArray *own;     /* of StageMap: those that were read, also replaced ones, whose stages other
                       * maps may use */
  GArray    *subscriptions;   /* of ThSubscription; NULL until requested */
  GPtrArray *fields;  /* the field lists of the subscriptions */
};

static const ThStageMap *
get_map (const GPtrArray *maps,
         guint            index)
{
  return g_ptr_array_index (maps, index);
}

/* --- making ------------------------------------------------------------ */

ThStageMaps *
th_stage_maps_new (void)
{
  ThStageMaps *self = g_new0 (ThStageMaps, 1);

  self->maps = g_ptr_array_new ();
  self->own = g_ptr_array_new_with_free_func ((GDestroyNotify) th_stage_map_free);
  self->fields = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (guint i = 0; i < th_stage_maps_n_shipped; i++)
    g_ptr_array_add (self->maps, (gpointer) &th_stage_maps_shipped[i]);

  return self;
}

/* Gives the map the highest priority, and removes one with the same id. */
static void
add_map (ThStageMaps      *self,
         const ThStageMap *map)
{
  for (guint i = 0; i < self->maps->len; i++)
    if (strcmp (get_map (self->maps, i)->id, map->id) == 0)
      {
        g_ptr_array_remove_index (self->maps, i);
        break;
      }
  g_ptr_array_add (self->maps, (gpointer) map);
  g_clear_pointer (&self->subscriptions, g_array_unref);
}

gboolean
th_stage_maps_add_text (ThStageMaps  *self,
                        const char   *name,
                        const char   *text,
                        gsize         length,
                        GError      **error)
{
  StageMap *map;

  if (th_stage_maps_n_shipped + self->own->len >= TH_STAGE_MAPS_MAX)
    {
      g_set_error (error, TH_STAGE_MAP_ERROR, TH_STAGE_MAP_ERROR_FILE,
                   _("%s: there are more than %d stage maps"),
                   name, TH_STAGE_MAPS_MAX);
      return FALSE;
    }

  map = th_stage_map_read (name, text, length, self->maps, error);
  if (map == NULL)
    return FALSE;

  g_ptr_array_add (self->own, map);
  add_map (self, &map->map);
  return TRUE;
}

void
th_stage_maps_free (ThStageMaps *self)
{
  g_ptr_array_unref (self->maps);
  g_ptr_array_unref (self->own);
  g_clear_pointer (&self->subscriptions, g_array_unref);
  g_ptr_array_unref (self->fields);
  g_free (self);
}

/* Reads only regular files: reading a pipe or a device might never end. */
static gboolean
check_file (const char  *path,
            const char  *name,
            GError     **error)
{
  GStatBuf info;

  if (g_stat (path, &info) != 0)
    {
      g_set_error (error, TH_STAGE_MAP_ERROR, TH_STAGE_MAP_ERROR_FILE, "%s: %s", name,
                   g_strerror (errno));
      return FALSE;
    }
  if (!S_ISREG (info.st_mode) || info.st_size > TH_STAGE_MAP_MAX_SIZE)
    {
      g_set_error (error, TH_STAGE_MAP_ERROR, TH_STAGE_MAP_ERROR_FILE,
                   _("%s: not a regular file of at most %d bytes"),
                   name, TH_STAGE_MAP_MAX_SIZE);
      return FALSE;
    }

  return TRUE;
}

gboolean
th_stage_maps_add_file (ThStageMaps  *self,
                        const char   *path,
                        GError      **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *text = NULL;
  g_autoptr(GError) complaint = NULL;
  gsize length;

  if (!check_file (path, name, error))
    return FALSE;
  if (!g_file_get_contents (path, &text, &length, &complaint))
    {
      g_set_error (error, TH_STAGE_MAP_ERROR, TH_STAGE_MAP_ERROR_FILE, "%s: %s", name,
                   complaint->message);
      return FALSE;
    }

  return th_stage_maps_add_text (self, name, text, length, error);
}

static void
add_file (ThStageMaps *self,
          const char  *path,
          GPtrArray   *complaints)
{
  g_autoptr(GError) error = NULL;

  if (!th_stage_maps_add_file (self, path, &error))
    g_ptr_array_add (complaints, g_strdup (error->message));
}

static gint
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

ThStageMaps *
th_stage_maps_load (const char   *file,
                    char       ***complaints)
{
  ThStageMaps *self = th_stage_maps_new ();
  g_autoptr(GPtrArray) told = g_ptr_array_new ();
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_build_filename (g_get_user_config_dir (), "thresher", "stages", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && paths->len < TH_STAGE_MAPS_MAX && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);

  for (guint i = 0; i < paths->len; i++)
    add_file (self, g_ptr_array_index (paths, i), told);
  if (file != NULL)
    add_file (self, file, told);

  g_ptr_array_add (told, NULL);
  *complaints = (char **) g_ptr_array_steal (told, NULL);
  return self;
}

/* --- using ------------------------------------------------------------- */

guint
th_stage_maps_get_n (const ThStageMaps *self)
{
  return self->maps->len;
}

const ThStageMap *
th_stage_maps_get (const ThStageMaps *self,
                   guint              index)
{
  return get_map (self->maps, index);
}

const ThStageMap *
th_stage_maps_find (const ThStageMaps *self,
                    const char        *id)
{
  for (guint i = 0; i < self->maps->len; i++)
    if (strcmp (get_map (self->maps, i)->id, id) == 0)
      return get_map (self->maps, i);

  return NULL;
}

static void
add_fields (GPtrArray         *fields,
            const char *const *names)
{
  for (guint i = 0; names != NULL && names[i] != NULL &&
       fields->len < TH_SUBSCRIPTION_MAX_FIELDS; i++)
    g_ptr_array_add (fields, g_strconcat ("?", names[i], NULL));
}

/* The subscription is optional for the analysis: its absence is not reported. */
static void
add_subscription (ThStageMaps        *self,
                  const ThStagePoint *point)
{
  g_autoptr(GPtrArray) fields = g_ptr_array_new ();
  ThSubscription subscription = { point->event, NULL, { NULL, } };

  for (guint i = 0; i < self->subscriptions->len; i++)
    if (strcmp (g_array_index (self->subscriptions, ThSubscription, i).event, point->event) == 0)
      return;

  add_fields (fields, point->address);
  add_fields (fields, point->parent);
  add_fields (fields, point->head);
  if (point->role == TH_STAGE_RETURN)
    {
      add_fields (fields, point->result);
      /* Records are only read for events with fields; the flags are needed for the context. */
      add_fields (fields, (const char *const[]) { "common_flags", NULL });
    }
  for (guint i = 0; i < fields->len; i++)
    subscription.fields[i] = g_ptr_array_index (fields, i);

  g_ptr_array_add (fields, NULL);
  g_ptr_array_add (self->fields, g_ptr_array_steal (fields, NULL));
  g_array_append_val (self->subscriptions, subscription);
}

const ThSubscription *
th_stage_maps_get_subscriptions (ThStageMaps *self)
{
  if (self->subscriptions == NULL)
    {
      self->subscriptions = g_array_new (TRUE, TRUE, sizeof (ThSubscription));
      for (guint i = 0; i < self->maps->len; i++)
        for (guint j = 0; !get_map (self->maps, i)->built_in &&
             j < get_map (self->maps, i)->n_points; j++)
          add_subscription (self, &get_map (self->maps, i)->points[j]);
    }

  return (const ThSubscription *) self->subscriptions->data;
}

const ThStagePoint *
th_stage_maps_find_point (const ThStageMaps *self,
                          const char        *system,
                          const char        *name)
{
  for (guint i = self->maps->len; i-- > 0;)
    for (guint j = 0; !get_map (self->maps, i)->built_in &&
         j < get_map (self->maps, i)->n_points; j++)
      if (th_type_matches (get_map (self->maps, i)->points[j].event, system, name))
        return &get_map (self->maps, i)->points[j];

  return NULL;
}
