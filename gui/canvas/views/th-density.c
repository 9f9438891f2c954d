/* th-density.c - how many events each column of the overview has
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-density.h"
#include "th-scene-cache.h"
#include "th-scene-filter.h"

/* Indices of a CPU in the recording; those that are left out are not listed. */
typedef struct
{
  guint stream;
  guint cpu;
} Place;

struct _ThDensity
{
  ThRecording *recording;
  ThRows      *rows;      /* of the filter, or NULL */
  GArray      *places;    /* Place */
  guint        n;
  gint64       from;
  gint64       to;
  guint64      n_rows;
  guint        filter;    /* ThSceneChanges */
  guint64      n_decided; /* rows that the filter had decided */
  guint64     *all;       /* NULL until counted */
  guint64     *matched;   /* likewise */
};

static ThCpu *
get_cpu (const ThDensity *self,
         guint            index)
{
  const Place *place = &g_array_index (self->places, Place, index);

  return th_stream_get_cpu (th_recording_get_stream (self->recording, place->stream), place->cpu);
}

/* Whether its lane is folded or hidden does not matter. */
static void
list_cpus (ThDensity *self,
           ThScene   *scene)
{
  for (guint i = 0; i < th_scene_get_n_cpus (scene); i++)
    {
      Place place;
      ThCpu *cpu = th_scene_get_cpu (scene, i, &place.stream, &place.cpu);

      if (cpu == NULL)
        continue;
      g_array_append_val (self->places, place);
      self->n_rows += th_cpu_get_n_rows (cpu);
    }
}

static gboolean
has_same_events (const ThDensity *self,
                 const ThDensity *other)
{
  return self->recording == other->recording && self->n == other->n && self->from == other->from &&
         self->to == other->to && self->n_rows == other->n_rows &&
         self->places->len == other->places->len &&
         memcmp (self->places->data, other->places->data,
                 sizeof (Place) * self->places->len) == 0;
}

static gboolean
has_same_filter (const ThDensity *self,
                 const ThDensity *other)
{
  return self->rows == other->rows && self->filter == other->filter &&
         self->n_decided == other->n_decided;
}

ThDensity *
th_density_new (ThScene         *scene,
                const ThView    *view,
                guint            n,
                const ThDensity *last)
{
  ThDensity *self = g_new0 (ThDensity, 1);
  ThRows *rows = th_scene_get_rows (scene);

  self->recording = th_recording_ref (th_scene_get_recording (scene));
  self->rows = rows != NULL ? th_rows_ref (rows) : NULL;
  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  self->n = n;
  self->from = view->from;
  self->to = view->to;
  self->filter = th_scene_get_changes (scene)->filter;
  self->n_decided = rows != NULL ? th_rows_get_n_decided (rows) : 0;
  list_cpus (self, scene);
  if (last != NULL && last->all != NULL && has_same_events (self, last))
    self->all = g_memdup2 (last->all, sizeof *last->all * n);

  return self;
}

void
th_density_free (ThDensity *self)
{
  g_free (self->all);
  g_free (self->matched);
  g_array_unref (self->places);
  g_clear_pointer (&self->rows, th_rows_unref);
  th_recording_unref (self->recording);
  g_free (self);
}

gboolean
th_density_equal (const ThDensity *self,
                  const ThDensity *other)
{
  return has_same_events (self, other) && has_same_filter (self, other);
}

static void
add_cpu (const ThDensity *self,
         guint            index,
         gboolean         matched,
         ThPixel         *pixels)
{
  const Place *place = &g_array_index (self->places, Place, index);
  guint64 *counts = matched ? self->matched : self->all;

  if (matched)
    th_rows_get_pixels (self->rows, place->stream, place->cpu, self->from, self->to, self->n,
                        pixels);
  else
    th_cpu_get_pixels (get_cpu (self, index), self->from, self->to, self->n, pixels);
  for (guint i = 0; i < self->n; i++)
    counts[i] += pixels[i].count;
}

void
th_density_count (ThDensity *self,
                  const int *cancelled)
{
  g_autofree ThPixel *pixels = g_new (ThPixel, self->n);
  gboolean counts_all = self->all == NULL;

  if (counts_all)
    self->all = g_new0 (guint64, self->n);
  if (self->rows != NULL)
    self->matched = g_new0 (guint64, self->n);
  for (guint i = 0; i < self->places->len; i++)
    {
      if (cancelled != NULL && g_atomic_int_get (cancelled))
        return;
      if (counts_all)
        add_cpu (self, i, FALSE, pixels);
      if (self->matched != NULL)
        add_cpu (self, i, TRUE, pixels);
    }
}

guint
th_density_get_n (const ThDensity *self)
{
  return self->n;
}

const guint64 *
th_density_get_all (const ThDensity *self)
{
  return self->all;
}

const guint64 *
th_density_get_matched (const ThDensity *self)
{
  return self->matched;
}
