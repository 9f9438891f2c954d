/* th-flags.c - the notes on the timeline of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flags.h"

struct _ThFlags
{
  GObject  parent;

  GArray  *flags; /* ThFlag */
};

enum
{
  CHANGED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThFlags, th_flags, G_TYPE_OBJECT)

static void
flag_clear (gpointer data)
{
  ThFlag *flag = data;

  g_free (flag->id);
  g_free (flag->text);
  g_free (flag->lane);
}

GArray *
th_flags_make (void)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (ThFlag));

  g_array_set_clear_func (array, flag_clear);
  return array;
}

void
th_flags_add (GArray       *array,
              const ThFlag *flag)
{
  ThFlag copy = *flag;

  copy.id = g_strdup (flag->id);
  copy.text = g_strdup (flag->text);
  copy.lane = g_strdup (flag->lane);
  g_array_append_val (array, copy);
}

void
th_flags_take (ThFlags *self,
               GArray  *array)
{
  g_return_if_fail (TH_IS_FLAGS (self) && array != NULL);

  if (self->flags->len == 0 && array->len == 0)
    {
      g_array_unref (array);
      return;
    }

  g_array_unref (self->flags);
  self->flags = array;
  g_signal_emit (self, signals[CHANGED], 0);
}

guint
th_flags_get_n (ThFlags *self)
{
  return self->flags->len;
}

const ThFlag *
th_flags_get (ThFlags *self,
              guint    index)
{
  return &g_array_index (self->flags, ThFlag, index);
}

void
th_flags_activate (ThFlags *self,
                   guint    index)
{
  g_autofree char *id = NULL;

  g_return_if_fail (TH_IS_FLAGS (self) && index < self->flags->len);

  id = g_strdup (th_flags_get (self, index)->id);
  g_signal_emit (self, signals[ACTIVATED], 0, id);
}

static void
th_flags_finalize (GObject *object)
{
  g_array_unref (TH_FLAGS (object)->flags);

  G_OBJECT_CLASS (th_flags_parent_class)->finalize (object);
}

static void
th_flags_class_init (ThFlagsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_flags_finalize;
  signals[CHANGED] = g_signal_new ("changed", TH_TYPE_FLAGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[ACTIVATED] = g_signal_new ("activated", TH_TYPE_FLAGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                     NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
th_flags_init (ThFlags *self)
{
  self->flags = th_flags_make ();
}

ThFlags *
th_flags_new (void)
{
  return g_object_new (TH_TYPE_FLAGS, NULL);
}
