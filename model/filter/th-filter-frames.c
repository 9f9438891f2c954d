/* th-filter-frames.c - tests of the frames of packets, as in packet.tcp.seq == 1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-filter-arith-eval.h"
#include "th-filter-arith.h"
#include "th-filter-frames.h"
#include "th-flow-registry.h"

#define SYSTEM "frame"

/* --- names ----------------------------------------------------------------- */

/* Whether @name begins with a type of frames and a dot, or with "frame.", which is any type;
 * *@length: up to the dot. */
static gboolean
has_type (ThRecording *recording,
          const char  *name,
          gsize       *length)
{
  const char *dot = strchr (name, '.');

  if (dot == NULL || dot[1] == '\0')
    return FALSE;
  *length = dot - name;
  if (*length == strlen (SYSTEM) && g_str_has_prefix (name, SYSTEM))
    return TRUE;
  for (guint i = 0; i < th_recording_get_n_types (recording); i++)
    if (filter_flow_is_frame (recording, i))
      {
        const char *type = th_recording_get_type_name (recording, i);

        if (strlen (type) == *length && strncmp (type, name, *length) == 0)
          return TRUE;
      }
  return FALSE;
}

/* "tcp.seq" of "packet.tcp.seq"; NULL if the operand is not a field of frames. */
static const char *
get_name (ThFilter            *filter,
          const FilterOperand *operand,
          gsize               *type_length)
{
  const char *noun;
  g_autoptr(ThResults) links = th_flow_registry_get_links (filter->recording, &noun);

  for (guint i = 0; links != NULL && operand->kind == OPERAND_WORD && i < filter->flows->len; i++)
    {
      ThResults *results = filter->flows->pdata[i];
      const char *name = filter_flow_get_name (results, operand->text, filter->of_flows);
      FilterFlowColumn found;
      ThColumnKind kind;

      if (name != NULL && strcmp (th_flows_get_info (th_results_get_flows (results))->noun,
                                  noun) == 0 &&
          has_type (filter->recording, name, type_length))
        return filter_flow_find_column (results, name, &found, &kind) ? NULL : name;
    }
  return NULL;
}

/* --- operands -------------------------------------------------------------- */

typedef struct
{
  ThFilter  *filter;
  GPtrArray *found; /* of FilterOperand */
} Operands;

static void
take_operand (Operands            *operands,
              const FilterOperand *operand)
{
  gsize length;

  if (get_name (operands->filter, operand, &length) != NULL)
    g_ptr_array_add (operands->found, (gpointer) operand);
}

static gboolean
take_value (FilterArith *value,
            gpointer     data)
{
  take_operand (data, &value->operand);
  return TRUE;
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const FilterOperand *x = *(FilterOperand *const *) a, *y = *(FilterOperand *const *) b;

  return x->begin < y->begin ? 1 : x->begin > y->begin ? -1 : 0;
}

/* The operands of @leaf that are fields of frames; the last one comes first. */
static GPtrArray *
list_operands (ThFilter         *filter,
               const FilterLeaf *leaf)
{
  Operands operands = { filter, g_ptr_array_new () };

  if (leaf->op == OP_TYPES || filter->is_tracecmd)
    return operands.found;
  if (leaf->arith != NULL)
    filter_arith_foreach (leaf->arith, take_value, &operands);
  else
    take_operand (&operands, &leaf->left);
  if (leaf->other != NULL)
    filter_arith_foreach (leaf->other, take_value, &operands);
  else
    take_operand (&operands, &leaf->right);
  g_ptr_array_sort (operands.found, compare_places);
  return operands.found;
}

gboolean
filter_frames_is_meant (Checker          *checker,
                        const FilterLeaf *leaf)
{
  g_autoptr(GPtrArray) operands = list_operands (checker->filter, leaf);

  return operands->len > 0;
}

/* --- the filter of frames -------------------------------------------------- */

/* "packet.tcp.seq > 5" becomes "(frame:tcp) and (field.seq > 5)".  NULL if the fields are of
 * different types of frames. */
static char *
dup_test (ThFilter         *filter,
          const FilterLeaf *leaf,
          const GPtrArray  *operands)
{
  g_autoptr(GString) test = g_string_new_len (filter->text + leaf->begin, leaf->end - leaf->begin);
  g_autofree char *type = NULL;

  /* The last one first, so that the places of the others stay as they are. */
  for (guint i = 0; i < operands->len; i++)
    {
      const FilterOperand *operand = operands->pdata[i];
      gsize length, place = operand->begin - leaf->begin;
      const char *name = get_name (filter, operand, &length);

      if (type != NULL && (strlen (type) != length || strncmp (type, name, length) != 0))
        return NULL;
      if (type == NULL)
        type = g_strndup (name, length);
      g_string_erase (test, place, operand->end - operand->begin);
      g_string_insert (test, place, name + length + 1);
      g_string_insert (test, place, "field.");
    }
  g_string_prepend (test, ") and (");
  g_string_prepend (test, strcmp (type, SYSTEM) == 0 ? "*" : type);
  g_string_prepend (test, "(" SYSTEM ":");
  g_string_append_c (test, ')');
  return g_string_free (g_steal_pointer (&test), FALSE);
}

static void
flow_column_clear (gpointer data)
{
  th_results_unref (((FilterFlowColumn *) data)->results);
}

/* The analyses with flows of the noun of @operand. */
static GArray *
list_flows (ThFilter            *filter,
            const FilterOperand *operand)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (FilterFlowColumn));

  g_array_set_clear_func (columns, flow_column_clear);
  for (guint i = 0; i < filter->flows->len; i++)
    {
      ThResults *results = filter->flows->pdata[i];
      FilterFlowColumn column = { results, th_results_get_flows (results), NULL, -1, -1 };

      if (filter_flow_get_name (results, operand->text, filter->of_flows) == NULL)
        continue;
      th_results_ref (results);
      g_array_append_val (columns, column);
    }
  return columns;
}

gboolean
filter_frames_check (Checker    *checker,
                     FilterLeaf *leaf)
{
  ThFilter *filter = checker->filter;
  g_autoptr(GPtrArray) operands = list_operands (filter, leaf);
  g_autofree char *test = dup_test (filter, leaf, operands);
  const char *noun;

  if (test == NULL)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->begin, leaf->end,
                       _("Fields of frames of different types cannot be compared"));
  if (filter->of_value && leaf->op == OP_THERE)
    return check_fail (checker, TH_FILTER_ERROR_TYPE, leaf->begin, leaf->end,
                       _("A packet can have several frames: only tests of their fields are "
                         "possible"));
  leaf->links = th_flow_registry_get_links (filter->recording, &noun);
  leaf->frame_test = g_steal_pointer (&test);
  leaf->flow_columns = list_flows (filter, operands->pdata[0]);
  leaf->left.subject = SUBJECT_FLOW;
  return TRUE;
}
