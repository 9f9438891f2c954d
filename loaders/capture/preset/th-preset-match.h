/* th-preset-match.h - which parts of presets a target can record, and how they are requested
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Several presets are matched together: their events are one set.  An event that one of them wants
 * with a filter and another one without is not filtered; two filters are joined by "or".  Patterns
 * are resolved against the events of the target.
 */
#pragma once

#include "th-preset.h"

G_BEGIN_DECLS

/**
 * ThPresetTarget:
 * @release, @machine: as uname(2) says
 * @events: of the target, sorted, ended by NULL: "system:event"
 * @can: what the agent says in its hello, ended by NULL
 * @tracers: that may be chosen, ended by NULL
 * @max_buffer_kb: of each CPU; 0: unknown
 *
 * What is known about a target.  It comes from the agent, so nothing in it is trusted.
 */
typedef struct
{
  const char        *release;
  const char        *machine;
  const char *const *events;
  const char *const *can;
  const char *const *tracers;
  guint64            max_buffer_kb;
} ThPresetTarget;

/* An event to record; @filter is NULL if there is none. */
typedef struct
{
  const char *name;
  char       *filter;
} ThPresetChoice;

/* What the target does not have.  @since: the first kernel with it, or NULL; @without: a sentence
 * for the user, translated. */
typedef struct
{
  const char *name;
  const char *since;
  const char *without;
} ThPresetMissing;

/**
 * ThPresetMatch:
 * @choices: (element-type ThPresetChoice): in the order of the target's events
 * @missing: (element-type ThPresetMissing): events and probes
 * @n_wanted: events of the presets on such a kernel; a pattern counts as what it matches
 * @n_probes_wanted, @probes: (element-type ThPresetProbe): those with a line for this target
 * @tracer: NULL if none is wanted or the target does not have it (then @missing says so)
 *
 * Valid as long as the presets and the target are.
 */
typedef struct
{
  GPtrArray  *choices;
  GPtrArray  *missing;
  GPtrArray  *probes;
  guint       n_wanted;
  guint       n_probes_wanted;
  const char *tracer;
  guint       max_depth;
  guint       buffer_kb;
} ThPresetMatch;

ThPresetMatch *th_preset_match      (ThPresets             *presets,
                                     const char *const     *ids,
                                     const ThPresetTarget  *target);
void           th_preset_match_free (ThPresetMatch         *self);

/* Adds the events of the user: "system:event", with patterns, or followed by "/filter".  FALSE
 * and @error if the target has no such event. */
gboolean       th_preset_match_add_event (ThPresetMatch        *self,
                                          const char           *text,
                                          const ThPresetTarget *target,
                                          GError              **error);
/* The pattern of event names in such a text, "irq:*" for "irq/vec == 3"; free with g_free(). */
char          *th_preset_match_dup_pattern (const char          *text);
/* Adds events, buffer, tracer and probes to the dictionary of TH_WIRE_CONFIGURE. */
void           th_preset_match_configure (const ThPresetMatch  *self,
                                          const ThPresetTarget *target,
                                          GVariantDict         *configuration);

/* Whether a kernel's release is @version or later: "6.1.0-56-amd64" is later than "5.19". */
gboolean       th_preset_release_is_from (const char           *release,
                                          const char           *version);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThPresetMatch, th_preset_match_free)

G_END_DECLS
