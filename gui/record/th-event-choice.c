/* th-event-choice.c - an event of a target that may be recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-choice.h"

#include <string.h>

#include "th-hash.h"

struct _ThEventChoice
{
  GObject  parent;

  char    *name;
  char    *filter;
  gboolean chosen;
  gboolean of_preset;
};

enum
{
  PROP_0,
  PROP_CHOSEN,
  PROP_FILTER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThEventChoice, th_event_choice, G_TYPE_OBJECT)

static void
set_chosen (ThEventChoice *self,
            gboolean       chosen)
{
  chosen = chosen && !self->of_preset;
  if (self->chosen == chosen)
    return;

  self->chosen = chosen;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHOSEN]);
}

static void
set_filter (ThEventChoice *self,
            const char    *filter)
{
  if (g_strcmp0 (self->filter, filter) == 0)
    return;

  g_free (self->filter);
  self->filter = g_strdup (filter);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILTER]);
  if (filter != NULL && filter[0] != '\0')
    set_chosen (self, TRUE);
}

const char *
th_event_choice_get_name (ThEventChoice *self)
{
  return self->name;
}

gboolean
th_event_choice_is_chosen (ThEventChoice *self)
{
  return self->chosen;
}

gboolean
th_event_choice_is_of_preset (ThEventChoice *self)
{
  return self->of_preset;
}

char *
th_event_choice_dup_text (ThEventChoice *self)
{
  if (self->filter == NULL || self->filter[0] == '\0')
    return g_strdup (self->name);
  return g_strconcat (self->name, "/", self->filter, NULL);
}

/* --- class --------------------------------------------------------------------------- */

static void
th_event_choice_set_property (GObject      *object,
                              guint         id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  ThEventChoice *self = TH_EVENT_CHOICE (object);

  switch (id)
    {
    case PROP_CHOSEN: set_chosen (self, g_value_get_boolean (value)); break;
    case PROP_FILTER: set_filter (self, g_value_get_string (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_event_choice_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  ThEventChoice *self = TH_EVENT_CHOICE (object);

  switch (id)
    {
    case PROP_CHOSEN: g_value_set_boolean (value, self->chosen); break;
    case PROP_FILTER: g_value_set_string (value, self->filter); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_event_choice_finalize (GObject *object)
{
  ThEventChoice *self = TH_EVENT_CHOICE (object);

  g_free (self->name);
  g_free (self->filter);

  G_OBJECT_CLASS (th_event_choice_parent_class)->finalize (object);
}

static void
th_event_choice_class_init (ThEventChoiceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->set_property = th_event_choice_set_property;
  object_class->get_property = th_event_choice_get_property;
  object_class->finalize = th_event_choice_finalize;
  properties[PROP_CHOSEN] = g_param_spec_boolean ("chosen", NULL, NULL, FALSE, flags);
  properties[PROP_FILTER] = g_param_spec_string ("filter", NULL, NULL, "", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_event_choice_init (ThEventChoice *self)
{
  self->filter = g_strdup ("");
}

/* --- all of them ------------------------------------------------------------------------ */

static GHashTable *
list_preset_events (const ThPresetMatch *match)
{
  GHashTable *names = g_hash_table_new (th_string_hash, g_str_equal);

  for (guint i = 0; match != NULL && i < match->choices->len; i++)
    g_hash_table_add (names,
                      (gpointer) ((const ThPresetChoice *) match->choices->pdata[i])->name);
  return names;
}

/* Name → filter ("" if there is none) of texts like "system:event/filter". */
static GHashTable *
list_chosen (const char *const *chosen)
{
  GHashTable *filters = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);

  for (; chosen != NULL && *chosen != NULL; chosen++)
    {
      const char *slash = strchr (*chosen, '/');
      char *name = slash != NULL ? g_strndup (*chosen, slash - *chosen) : g_strdup (*chosen);

      g_hash_table_insert (filters, name, (gpointer) (slash != NULL ? slash + 1 : ""));
    }
  return filters;
}

GListStore *
th_event_choices_new (const char *const   *events,
                      const char *const   *chosen,
                      const ThPresetMatch *match)
{
  GListStore *store = g_list_store_new (TH_TYPE_EVENT_CHOICE);
  g_autoptr(GHashTable) presets = list_preset_events (match);
  g_autoptr(GHashTable) filters = list_chosen (chosen);
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);

  for (; events != NULL && *events != NULL; events++)
    {
      ThEventChoice *choice = g_object_new (TH_TYPE_EVENT_CHOICE, NULL);
      const char *filter = g_hash_table_lookup (filters, *events);

      choice->name = g_strdup (*events);
      choice->chosen = filter != NULL;
      /* What the user chose is among what is matched, too. */
      choice->of_preset = filter == NULL && g_hash_table_contains (presets, *events);
      set_filter (choice, filter != NULL ? filter : "");
      g_ptr_array_add (all, choice);
    }
  g_list_store_splice (store, 0, 0, all->pdata, all->len);
  return store;
}
