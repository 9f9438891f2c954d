/* th-filter.c - creates filters from expressions, and their properties
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-filter-error.h"
#include "th-filter-private.h"
#include "th-flow-registry.h"

static gboolean
filter_bounds (const char  *text,
               guint       *begin,
               guint       *end,
               GError     **error)
{
  const char *invalid;

  if (!g_utf8_validate (text, -1, &invalid))
    {
      guint at = invalid - text;

      return filter_fail (begin, end, error, TH_FILTER_ERROR_SYNTAX, at, at + 1, "%s",
                          _("This is not valid UTF-8"));
    }

  if (strlen (text) <= FILTER_MAX_TEXT)
    return TRUE;

  return filter_fail (begin, end, error, TH_FILTER_ERROR_SYNTAX, FILTER_MAX_TEXT, strlen (text),
                      _("This expression is too long: the limit is %d bytes"), FILTER_MAX_TEXT);
}

ThFilter *
filter_new_empty (ThRecording  *recording,
                  const char   *text,
                  guint        *begin,
                  guint        *end,
                  GError      **error)
{
  g_autoptr(ThFilter) self = g_new0 (ThFilter, 1);

  *begin = *end = 0;
  g_atomic_ref_count_init (&self->ref_count);
  self->recording = th_recording_ref (recording);
  self->text = g_strdup (text);
  self->leaves = g_ptr_array_new_with_free_func ((GDestroyNotify) filter_leaf_free);
  g_mutex_init (&self->flow_lock);

  return filter_bounds (text, begin, end, error) ? g_steal_pointer (&self) : NULL;
}

/* Compiles the tests of frames, which are filters of their own. */
static gboolean
make_frames (ThFilter  *self,
             guint     *begin,
             guint     *end,
             GError   **error)
{
  for (guint i = 0; i < self->leaves->len; i++)
    {
      FilterLeaf *leaf = self->leaves->pdata[i];

      if (leaf->frame_test == NULL)
        continue;
      leaf->frames = th_filter_new (self->recording, leaf->frame_test, NULL, NULL, error);
      if (leaf->frames == NULL)
        {
          *begin = leaf->begin;
          *end = leaf->end;
          return FALSE;
        }
    }
  return TRUE;
}

/* @results: the results whose flows are filtered; NULL for a filter of events. */
static ThFilter *
filter_new (ThRecording  *recording,
            ThResults    *results,
            gboolean      of_value,
            const char   *text,
            guint        *begin,
            guint        *end,
            GError      **error)
{
  g_autoptr(ThFilter) self = NULL;
  guint ignored[2];

  begin = begin != NULL ? begin : &ignored[0];
  end = end != NULL ? end : &ignored[1];
  self = filter_new_empty (recording, text, begin, end, error);
  if (self == NULL)
    return NULL;
  self->of_value = of_value;
  if (!filter_parse (self, begin, end, error))
    return NULL;

  self->of_flows = results != NULL;
  if (results == NULL)
    self->flows = th_flow_registry_list (recording);
  else
    {
      self->flows = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
      g_ptr_array_add (self->flows, th_results_ref (results));
    }

  return filter_check (self, begin, end, error) && make_frames (self, begin, end, error)
         ? g_steal_pointer (&self) : NULL;
}

ThFilter *
th_filter_new (ThRecording  *recording,
               const char   *text,
               guint        *begin,
               guint        *end,
               GError      **error)
{
  return filter_new (recording, NULL, FALSE, text, begin, end, error);
}

ThFilter *
th_filter_new_of_flows (ThRecording  *recording,
                        ThResults    *results,
                        const char   *text,
                        guint        *begin,
                        guint        *end,
                        GError      **error)
{
  return filter_new (recording, results, FALSE, text, begin, end, error);
}

ThFilter *
th_filter_new_of_rows (ThRows *rows)
{
  guint begin, end;
  ThFilter *self = filter_new_empty (th_rows_get_recording (rows), "", &begin, &end, NULL);

  self->rows = th_rows_ref (rows);
  return self;
}

ThFilter *
filter_new_of_value (ThRecording  *recording,
                     const char   *text,
                     guint        *begin,
                     guint        *end,
                     GError      **error)
{
  return filter_new (recording, NULL, TRUE, text, begin, end, error);
}

ThFilter *
th_filter_ref (ThFilter *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
th_filter_unref (ThFilter *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  filter_node_free (self->root);
  for (guint i = 0; i < self->leaves->len; i++)
    g_clear_pointer (&((FilterLeaf *) self->leaves->pdata[i])->frames, th_filter_unref);
  g_ptr_array_unref (self->leaves);
  g_clear_pointer (&self->rows, th_rows_unref);
  g_clear_pointer (&self->flows, g_ptr_array_unref);
  g_mutex_clear (&self->flow_lock);
  th_recording_unref (self->recording);
  g_free (self->text);
  g_free (self);
}

gboolean
th_filter_is_columns_only (ThFilter *self)
{
  return self->root == NULL || self->root->cost < COST_PAYLOAD;
}

void
filter_join (ThFilter *self,
             ThFilter *other)
{
  FilterNode *root = filter_node_new (NODE_AND);
  FilterNode *parts[] = { self->root, other->root };

  while (other->leaves->len > 0)
    {
      FilterLeaf *leaf = g_ptr_array_steal_index (other->leaves, 0);

      leaf->index = self->leaves->len;
      g_ptr_array_add (self->leaves, leaf);
    }

  /* Put the cheaper part first. */
  for (guint i = 0; i < 2; i++)
    {
      FilterNode *part = parts[i];

      if (part == NULL)
        continue;
      g_ptr_array_insert (root->children, i == 1 && root->children->len > 0 &&
                          part->cost < root->cost ? 0 : -1, part);
      root->cost = MAX (root->cost, part->cost);
    }

  other->root = NULL;
  self->root = root->children->len > 0 ? root : NULL;
  if (self->root == NULL)
    filter_node_free (root);
  th_filter_unref (other);
}
