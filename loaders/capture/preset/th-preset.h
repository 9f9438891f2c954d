/* th-preset.h - what to record for a purpose
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A preset is a JSON file.  Some are part of the program (data/presets/, compiled in);
 * those of the user are *.json files in thresher/presets/ of the data folder ($XDG_DATA_HOME).
 * One of the user's replaces the program's of the same id.
 *
 *   {
 *     "id": "packets",              letters, digits, "-"
 *     "title": "Packet Follow",
 *     "text": "Every packet’s journey from interrupt to reader.",
 *     "notes": "…",                 for the readers of the file; optional, as all below
 *     "includes": ["packets"],      presets whose events and probes belong to this one
 *     "buffer-kb": 16384,           of each CPU
 *     "tracer": "function_graph",   or function
 *     "max-depth": 10,              of function_graph
 *     "needs": ["pids"],            what the user must choose: pids, functions
 *     "events": [
 *       "sched:sched_switch",
 *       { "event": "sock:sk_data_ready",
 *         "since": "6.3",           the first kernel that has it, or
 *         "before": "5.18",         the first that no longer has it
 *         "machine": "x86_64",      only there, as `uname -m` says
 *         "without": "…",           a sentence: what is missing without it
 *         "filter": "vec == 4",     in the kernel's language, or by machine:
 *         "filters": { "x86_64": "id == 0", "aarch64": "id == 63" },
 *         "instead-of": "a:b" }     recorded only if the target does not have that one
 *     ],
 *     "probes": [
 *       { "event": "birth",
 *         "group": "lives",         the probes of a group exist all or none
 *         "without": "…",
 *         "lines": [                the first that the kernel takes is used
 *           "p birth __build_skb_around skb=$arg1",
 *           { "line": "…", "machine": "x86_64", "since": "6.1", "before": "6.2",
 *             "needs": "btf-args" } ] }   what the target must be able to
 *     ]
 *   }
 *
 * The system or the event of a name may be a pattern: "irq_vectors:*".  Every event is optional: a
 * kernel that lacks one is reported (th-preset-match.h).
 *
 * Nothing in a file is trusted: size, counts and lengths are bounded, and a file with an
 * error is rejected as a whole.  A preset does not change once it is read.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_PRESET_MAX_BYTES (256 << 10)
#define TH_PRESET_MAX_EVENTS 2000
#define TH_PRESET_MAX_PROBES 500
#define TH_PRESET_MAX_LINES 16
#define TH_PRESETS_MAX 200

#define TH_PRESET_ERROR (th_preset_error_quark ())
GQuark th_preset_error_quark (void);

typedef enum
{
  TH_PRESET_ERROR_FILE,   /* not readable, or too large */
  TH_PRESET_ERROR_SYNTAX, /* not JSON */
  TH_PRESET_ERROR_CONTENT /* not a preset */
} ThPresetError;

typedef enum
{
  TH_PRESET_NEEDS_PIDS      = 1 << 0,
  TH_PRESET_NEEDS_FUNCTIONS = 1 << 1
} ThPresetNeeds;

/* All strings but the first are NULL if they are not given.  @filters: pairs of a machine ("" for
 * every other one) and a filter, ended by NULL; or NULL. */
typedef struct
{
  const char        *name;
  const char        *since;
  const char        *before;
  const char        *machine;
  const char        *without;
  const char        *instead_of;
  const char *const *filters;
} ThPresetEvent;

typedef struct
{
  const char *line;
  const char *since;
  const char *before;
  const char *machine;
  const char *needs;
} ThPresetLine;

typedef struct
{
  const char         *name;
  const char         *group;
  const char         *without;
  const ThPresetLine *lines;
  guint               n_lines;
} ThPresetProbe;

typedef struct
{
  const char           *id;
  const char           *title;
  const char           *text;
  const char           *tracer;    /* NULL: none */
  guint                 max_depth; /* 0: no limit */
  guint                 buffer_kb; /* 0: what the agent chooses */
  ThPresetNeeds         needs;
  gboolean              is_own;    /* the user's */
  const char *const    *includes;  /* ids, ended by NULL */
  const ThPresetEvent  *events;
  guint                 n_events;
  const ThPresetProbe  *probes;
  guint                 n_probes;
} ThPreset;

/* Reads one preset; @name is that of the file, for messages.  Free with th_preset_free(). */
ThPreset *th_preset_parse (const char  *name,
                           const char  *text,
                           gsize        length,
                           GError     **error);
void      th_preset_free  (ThPreset    *self);

/* The sentences of the program's own presets in the language of the user; others as they are. */
const char *th_preset_translate       (const char *text);
gboolean    th_preset_is_translatable (const char *text);

typedef struct _ThPresets ThPresets;

/* Reads all presets, which takes a few ms.  @problems: sentences about files of the user that
 * are not used; or NULL. */
ThPresets      *th_presets_load  (GPtrArray   *problems);
void            th_presets_free  (ThPresets   *self);
guint           th_presets_get_n (ThPresets   *self);
/* In the order in which they are shown: the program's, then the user's by title. */
const ThPreset *th_presets_get   (ThPresets   *self,
                                  guint        index);
/* NULL if there is none of that id. */
const ThPreset *th_presets_find  (ThPresets   *self,
                                  const char  *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThPreset, th_preset_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThPresets, th_presets_free)

G_END_DECLS
