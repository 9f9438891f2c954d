/* th-preset-match.c - which parts of presets a target can record, and how they are requested
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-preset-match.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-hash.h"

/* While matching: which events of the target are chosen, and which presets were visited. */
typedef struct
{
  ThPresetMatch        *match;
  ThPresets            *presets;
  const ThPresetTarget *target;
  GHashTable           *visited; /* ThPreset */
  GHashTable           *chosen;  /* name → ThPresetChoice */
  GHashTable           *absent;  /* names that were reported */
} Matching;

static void
free_choice (gpointer data)
{
  ThPresetChoice *self = data;

  g_free (self->filter);
  g_free (self);
}

static ThPresetMatch *
match_new (void)
{
  ThPresetMatch *self = g_new0 (ThPresetMatch, 1);

  self->choices = g_ptr_array_new_with_free_func (free_choice);
  self->missing = g_ptr_array_new_with_free_func (g_free);
  self->probes = g_ptr_array_new ();
  return self;
}

void
th_preset_match_free (ThPresetMatch *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->choices);
  g_ptr_array_unref (self->missing);
  g_ptr_array_unref (self->probes);
  g_free (self);
}

/* --- versions, names ------------------------------------------------------- */

gboolean
th_preset_release_is_from (const char *release,
                           const char *version)
{
  char *end;
  guint64 major = g_ascii_strtoull (release, &end, 10);
  guint64 minor = *end == '.' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;
  guint64 wanted = g_ascii_strtoull (version, &end, 10);
  guint64 wanted_minor = *end == '.' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;

  return major != wanted ? major > wanted : minor >= wanted_minor;
}

static gboolean
has (const char *const *list,
     const char        *word)
{
  return list != NULL && g_strv_contains (list, word);
}

/* Whether something with these conditions is meant for the target. */
static gboolean
is_meant (const ThPresetTarget *target,
          const char           *since,
          const char           *before,
          const char           *machine)
{
  return (machine == NULL || strcmp (machine, target->machine) == 0) &&
         (since == NULL || th_preset_release_is_from (target->release, since)) &&
         (before == NULL || !th_preset_release_is_from (target->release, before));
}

/* --- events ---------------------------------------------------------------- */

static const char *
get_filter (const ThPresetEvent  *event,
            const ThPresetTarget *target)
{
  for (guint i = 0; event->filters != NULL && event->filters[i] != NULL; i += 2)
    if (*event->filters[i] == '\0' || strcmp (event->filters[i], target->machine) == 0)
      return event->filters[i + 1];
  return NULL;
}

/* The event was chosen before: what either wants is recorded. */
static void
widen (ThPresetChoice *choice,
       const char     *filter)
{
  if (choice->filter == NULL || (filter != NULL && strcmp (choice->filter, filter) == 0))
    return;

  g_autofree char *old = g_steal_pointer (&choice->filter);
  if (filter != NULL)
    choice->filter = g_strdup_printf ("(%s) || (%s)", old, filter);
}

static gboolean
choose (GHashTable *chosen,
        GPtrArray  *choices,
        const char *name,
        const char *filter)
{
  ThPresetChoice *choice = g_hash_table_lookup (chosen, name);

  if (choice != NULL)
    {
      widen (choice, filter);
      return FALSE;
    }
  choice = g_new0 (ThPresetChoice, 1);
  choice->name = name;
  choice->filter = g_strdup (filter);
  g_hash_table_insert (chosen, (char *) name, choice);
  g_ptr_array_add (choices, choice);
  return TRUE;
}

/* Chooses the events of the target that @pattern matches; *@n_new: of which so many are new.
 * Returns whether there are any. */
static gboolean
choose_matching (GHashTable           *chosen,
                 GPtrArray            *choices,
                 const ThPresetTarget *target,
                 const char           *pattern,
                 const char           *filter,
                 guint                *n_new)
{
  g_autoptr(GPatternSpec) spec = g_pattern_spec_new (pattern);
  gboolean any = FALSE;

  for (guint i = 0; target->events != NULL && target->events[i] != NULL; i++)
    if (g_pattern_spec_match_string (spec, target->events[i]))
      {
        any = TRUE;
        *n_new += choose (chosen, choices, target->events[i], filter);
      }
  return any;
}

static void
report (Matching   *self,
        const char *name,
        const char *since,
        const char *without)
{
  ThPresetMissing *missing;

  if (!g_hash_table_add (self->absent, (char *) name))
    return;
  missing = g_new0 (ThPresetMissing, 1);
  missing->name = name;
  missing->since = since;
  missing->without = without != NULL ? th_preset_translate (without)
                     : _("This kernel does not have it.");
  g_ptr_array_add (self->match->missing, missing);
}

static void
match_event (Matching            *self,
             const ThPresetEvent *event)
{
  const ThPresetTarget *target = self->target;
  /* One that newer kernels no longer have is not missing there. */
  gboolean is_expected = event->before == NULL ||
                         !th_preset_release_is_from (target->release, event->before);

  if ((event->machine != NULL && strcmp (event->machine, target->machine) != 0) ||
      (event->instead_of != NULL && has (target->events, event->instead_of)))
    return;

  if (choose_matching (self->chosen, self->match->choices, target, event->name,
                       get_filter (event, target), &self->match->n_wanted) || !is_expected)
    return;
  if (!g_hash_table_contains (self->absent, event->name))
    self->match->n_wanted++;
  report (self, event->name, event->since, event->without);
}

/* --- probes, tracer -------------------------------------------------------- */

static gboolean
line_is_meant (const ThPresetLine   *line,
               const ThPresetTarget *target)
{
  return is_meant (target, line->since, line->before, line->machine) &&
         (line->needs == NULL || has (target->can, line->needs));
}

static void
match_probe (Matching            *self,
             const ThPresetProbe *probe)
{
  self->match->n_probes_wanted++;
  if (has (self->target->can, "kprobes"))
    for (guint i = 0; i < probe->n_lines; i++)
      if (line_is_meant (&probe->lines[i], self->target))
        {
          g_ptr_array_add (self->match->probes, (gpointer) probe);
          return;
        }
  report (self, probe->name, NULL, probe->without);
}

static void
match_tracer (Matching       *self,
              const ThPreset *preset)
{
  if (preset->tracer == NULL)
    return;
  if (has (self->target->tracers, preset->tracer))
    {
      self->match->tracer = preset->tracer;
      self->match->max_depth = preset->max_depth;
    }
  else
    report (self, preset->tracer, NULL, "This kernel does not have this tracer.");
}

static void
match_preset (Matching       *self,
              const ThPreset *preset)
{
  if (preset == NULL || !g_hash_table_add (self->visited, (gpointer) preset))
    return;

  for (guint i = 0; preset->includes[i] != NULL; i++)
    match_preset (self, th_presets_find (self->presets, preset->includes[i]));
  for (guint i = 0; i < preset->n_events; i++)
    match_event (self, &preset->events[i]);
  for (guint i = 0; i < preset->n_probes; i++)
    match_probe (self, &preset->probes[i]);
  match_tracer (self, preset);
  self->match->buffer_kb = MAX (self->match->buffer_kb, preset->buffer_kb);
}

/* Whether a probe of the same group has no line for this target. */
static gboolean
is_torn (Matching            *self,
         const ThPresetProbe *probe)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->visited);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const ThPreset *preset = key;

      for (guint i = 0; i < preset->n_probes; i++)
        if (g_strcmp0 (preset->probes[i].group, probe->group) == 0 &&
            g_hash_table_contains (self->absent, preset->probes[i].name))
          return TRUE;
    }
  return FALSE;
}

/* The rest of a group of which one is missing would be made in vain. */
static void
drop_torn_groups (Matching *self)
{
  GPtrArray *probes = self->match->probes;

  for (guint i = 0; i < probes->len; )
    {
      const ThPresetProbe *probe = probes->pdata[i];

      if (probe->group == NULL || !is_torn (self, probe))
        {
          i++;
          continue;
        }
      report (self, probe->name, NULL, probe->without);
      g_ptr_array_remove_index (probes, i);
    }
}

ThPresetMatch *
th_preset_match (ThPresets            *presets,
                 const char *const    *ids,
                 const ThPresetTarget *target)
{
  Matching self = { .match = match_new (), .presets = presets, .target = target };

  self.visited = g_hash_table_new (NULL, NULL);
  self.chosen = g_hash_table_new (th_string_hash, g_str_equal);
  self.absent = g_hash_table_new (th_string_hash, g_str_equal);
  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    match_preset (&self, th_presets_find (presets, ids[i]));
  drop_torn_groups (&self);

  g_hash_table_unref (self.visited);
  g_hash_table_unref (self.chosen);
  g_hash_table_unref (self.absent);
  return self.match;
}

/* --- what the user adds ---------------------------------------------------- */

char *
th_preset_match_dup_pattern (const char *text)
{
  g_autofree char *name = g_strndup (text, strcspn (text, "/"));

  /* "irq" is all of the system, as for trace-cmd. */
  return strchr (name, ':') != NULL ? g_steal_pointer (&name) : g_strconcat (name, ":*", NULL);
}

gboolean
th_preset_match_add_event (ThPresetMatch         *self,
                           const char            *text,
                           const ThPresetTarget  *target,
                           GError               **error)
{
  g_autoptr(GHashTable) chosen = g_hash_table_new (th_string_hash, g_str_equal);
  const char *slash = strchr (text, '/');
  g_autofree char *pattern = th_preset_match_dup_pattern (text);
  guint n_new = 0;

  for (guint i = 0; i < self->choices->len; i++)
    {
      ThPresetChoice *choice = self->choices->pdata[i];

      g_hash_table_insert (chosen, (char *) choice->name, choice);
    }
  if (choose_matching (chosen, self->choices, target, pattern,
                       slash != NULL && slash[1] != '\0' ? slash + 1 : NULL, &n_new))
    {
      self->n_wanted += n_new;
      return TRUE;
    }

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("the target has no event “%s”; “thresh record --list-events TARGET” lists what "
                 "it has"), pattern);
  return FALSE;
}

/* --- configuration --------------------------------------------------------- */

static GVariant *
list_events (const ThPresetMatch *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; i < self->choices->len; i++)
    {
      const ThPresetChoice *choice = self->choices->pdata[i];

      g_variant_builder_add (&builder, "(ss)", choice->name,
                             choice->filter != NULL ? choice->filter : "");
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
list_probes (const ThPresetMatch  *self,
             const ThPresetTarget *target)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aas"));
  for (guint i = 0; i < self->probes->len; i++)
    {
      const ThPresetProbe *probe = self->probes->pdata[i];

      g_variant_builder_open (&builder, G_VARIANT_TYPE ("as"));
      for (guint j = 0; j < probe->n_lines; j++)
        if (line_is_meant (&probe->lines[j], target))
          g_variant_builder_add (&builder, "s", probe->lines[j].line);
      g_variant_builder_close (&builder);
    }
  return g_variant_builder_end (&builder);
}

/* The probes that exist all or none, a list for each group. */
static GVariant *
list_groups (const ThPresetMatch *self)
{
  g_autoptr(GHashTable) done = g_hash_table_new (th_string_hash, g_str_equal);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aas"));
  for (guint i = 0; i < self->probes->len; i++)
    {
      const char *group = ((ThPresetProbe *) self->probes->pdata[i])->group;

      if (group == NULL || !g_hash_table_add (done, (char *) group))
        continue;
      g_variant_builder_open (&builder, G_VARIANT_TYPE ("as"));
      for (guint j = i; j < self->probes->len; j++)
        {
          const ThPresetProbe *probe = self->probes->pdata[j];

          if (g_strcmp0 (probe->group, group) == 0)
            g_variant_builder_add (&builder, "s", probe->name);
        }
      g_variant_builder_close (&builder);
    }
  return g_variant_builder_end (&builder);
}

void
th_preset_match_configure (const ThPresetMatch  *self,
                           const ThPresetTarget *target,
                           GVariantDict         *configuration)
{
  guint64 buffer_kb = self->buffer_kb;

  g_variant_dict_insert_value (configuration, "events", list_events (self));
  if (self->probes->len > 0)
    {
      g_variant_dict_insert_value (configuration, "probes", list_probes (self, target));
      g_variant_dict_insert_value (configuration, "together", list_groups (self));
    }
  if (self->tracer != NULL)
    g_variant_dict_insert (configuration, "tracer", "s", self->tracer);
  if (self->max_depth > 0)
    g_variant_dict_insert (configuration, "max-depth", "u", self->max_depth);
  if (target->max_buffer_kb > 0)
    buffer_kb = MIN (buffer_kb, target->max_buffer_kb);
  if (buffer_kb > 0)
    g_variant_dict_insert (configuration, "buffer-kb", "t", buffer_kb);
}
