/* th-event-coloring.c - evaluates the color rules of events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-coloring.h"

#include <string.h>

#include "th-color-rules.h"
#include "th-scene-filter.h"
#include "th-row-query.h"

#define POLL_MS 200

struct _ThEventColoring
{
  GObject      parent;

  GPtrArray   *rules;     /* ThColorRule */
  ThRecording *recording; /* or NULL */
  ThRowQuery  *query;
  guint        n;         /* number of valid rules */
  ThRows      *rows[TH_SCENE_MAX_RULES];
  ThColor      colors[TH_SCENE_MAX_RULES];
};

G_DEFINE_FINAL_TYPE (ThEventColoring, th_event_coloring, G_TYPE_OBJECT)

G_STATIC_ASSERT (TH_SCENE_MAX_RULES <= TH_ROW_QUERY_MAX_PASSES);

enum
{
  REPLACED,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
progress_cb (ThEventColoring *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
clear_rows (ThEventColoring *self)
{
  for (guint i = 0; i < self->n; i++)
    th_rows_unref (self->rows[i]);
  self->n = 0;
}

/* Compiles @rule; NULL if it is invalid in this recording. */
static ThFilter *
compile (ThEventColoring   *self,
         const ThColorRule *rule,
         ThColor           *color)
{
  const char *expression = th_color_rule_get_expression (rule);
  guint begin, end;

  if (expression[strspn (expression, " ")] == '\0' || !th_color_rule_parse (rule, color))
    return NULL;

  return th_filter_new (self->recording, expression, &begin, &end, NULL);
}

/* Fills @passes, and the rows and the color of each valid rule. */
static void
compile_all (ThEventColoring *self,
             ThRowPass       *passes)
{
  for (guint i = 0; i < self->rules->len && self->n < TH_SCENE_MAX_RULES; i++)
    {
      ThFilter *filter = compile (self, self->rules->pdata[i], &self->colors[self->n]);

      if (filter == NULL)
        continue;
      self->rows[self->n] = th_rows_new (self->recording);
      passes[self->n] = (ThRowPass) { filter, self->rows[self->n], NULL, FALSE };
      self->n++;
    }
}

static void
restart (ThEventColoring *self)
{
  ThRowPass passes[TH_SCENE_MAX_RULES];

  th_row_query_stop (self->query);
  clear_rows (self);
  compile_all (self, passes);
  g_signal_emit (self, signals[REPLACED], 0);
  if (self->n > 0)
    th_row_query_start (self->query, passes, self->n);
  for (guint i = 0; i < self->n; i++)
    th_filter_unref (passes[i].filter);
}

void
th_event_coloring_start (ThEventColoring *self,
                         ThRecording     *recording)
{
  g_return_if_fail (TH_IS_EVENT_COLORING (self) && recording != NULL);

  th_recording_ref (recording);
  g_clear_pointer (&self->recording, th_recording_unref);
  self->recording = recording;
  restart (self);
}

void
th_event_coloring_stop (ThEventColoring *self)
{
  th_row_query_stop (self->query);
}

void
th_event_coloring_set_rules (ThEventColoring *self,
                             GPtrArray       *rules)
{
  g_return_if_fail (TH_IS_EVENT_COLORING (self) && rules != NULL);

  g_ptr_array_ref (rules);
  g_clear_pointer (&self->rules, g_ptr_array_unref);
  self->rules = rules;
  if (self->recording == NULL)
    return;

  restart (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
th_event_coloring_has_rules (ThEventColoring *self)
{
  return self->rules->len > 0;
}

gboolean
th_event_coloring_is_running (ThEventColoring *self)
{
  return th_row_query_is_running (self->query);
}

void
th_event_coloring_show (ThEventColoring *self,
                        ThScene         *scene)
{
  th_scene_set_rules (scene, self->rows, self->colors, self->n);
}

/* --- class -------------------------------------------------------------- */

static void
th_event_coloring_dispose (GObject *object)
{
  ThEventColoring *self = TH_EVENT_COLORING (object);

  th_event_coloring_stop (self);
  clear_rows (self);
  g_clear_pointer (&self->recording, th_recording_unref);

  G_OBJECT_CLASS (th_event_coloring_parent_class)->dispose (object);
}

static void
th_event_coloring_finalize (GObject *object)
{
  ThEventColoring *self = TH_EVENT_COLORING (object);

  g_clear_pointer (&self->rules, g_ptr_array_unref);
  g_clear_object (&self->query);

  G_OBJECT_CLASS (th_event_coloring_parent_class)->finalize (object);
}

static void
th_event_coloring_class_init (ThEventColoringClass *klass)
{
  static const char *const names[N_SIGNALS] = { "replaced", "changed" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_event_coloring_dispose;
  object_class->finalize = th_event_coloring_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], TH_TYPE_EVENT_COLORING, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
th_event_coloring_init (ThEventColoring *self)
{
  self->rules = g_ptr_array_new ();
  self->query = th_row_query_new (POLL_MS);
  g_signal_connect_object (self->query, "progress", G_CALLBACK (progress_cb), self,
                           G_CONNECT_SWAPPED);
}

ThEventColoring *
th_event_coloring_new (void)
{
  return g_object_new (TH_TYPE_EVENT_COLORING, NULL);
}
