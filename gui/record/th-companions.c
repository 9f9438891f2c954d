/* th-companions.c - the further targets that are recorded together with the one that is shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-companions.h"

#include "th-document-parts.h"

struct _ThCompanions
{
  GObject       parent;

  ThRecordPlan *plan;
  ThCapture    *first;
  GListStore   *list;         /* ThCompanion */
  GHashTable   *taken;        /* char *: the paths of their files */
  ThDocument   *document;     /* weak */
  gboolean      has_begun;
  gboolean      is_finishing; /* the first has ended, and they have not */
  gboolean      discarded;
};

enum
{
  SIGNAL_ACCEPTED,
  SIGNAL_REFUSED,
  SIGNAL_FINISHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThCompanions, th_companions, G_TYPE_OBJECT)

GListModel *
th_companions_get_list (ThCompanions *self)
{
  return G_LIST_MODEL (self->list);
}

static guint
count (ThCompanions *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->list));
}

/* The list keeps it. */
static ThCompanion *
get (ThCompanions *self,
     guint         index)
{
  g_autoptr(ThCompanion) companion = g_list_model_get_item (G_LIST_MODEL (self->list), index);

  return companion;
}

char *
th_companions_dup_trouble (ThCompanions *self)
{
  g_autoptr(GStrvBuilder) lines = g_strv_builder_new ();
  g_auto(GStrv) texts = NULL;

  for (guint i = 0; i < count (self); i++)
    {
      g_autofree char *name = NULL, *text = NULL, *line = NULL;
      gboolean trouble;

      g_object_get (get (self, i), "name", &name, "text", &text, "trouble", &trouble, NULL);
      line = g_strdup_printf ("%s: %s", name, text);
      if (trouble)
        g_strv_builder_add (lines, g_strdelimit (line, "\n", ' '));
    }
  texts = g_strv_builder_end (lines);
  return texts[0] != NULL ? g_strjoinv (" ", texts) : NULL;
}

static gboolean
have_ended (ThCompanions *self)
{
  for (guint i = 0; i < count (self); i++)
    if (th_companion_is_active (get (self, i)))
      return FALSE;
  return TRUE;
}

/* The offset in a file aligns it. */
static void
append_files (ThCompanions *self)
{
  for (guint i = 0; i < count (self); i++)
    {
      const char *path = th_companion_get_path (get (self, i));
      g_autoptr(GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;

      if (file != NULL)
        th_document_append (self->document, file, TH_ALIGN_SHIFT, 0);
    }
}

static void
accepted_cb (ThCompanions *self)
{
  if (th_companions_have_accepted (self))
    g_signal_emit (self, signals[SIGNAL_ACCEPTED], 0);
}

static void
ended_cb (ThCompanions *self)
{
  GApplication *application = g_application_get_default ();
  g_autofree char *trouble = self->has_begun ? NULL : th_companions_dup_trouble (self);

  if (trouble != NULL)
    g_signal_emit (self, signals[SIGNAL_REFUSED], 0, trouble);
  if (!self->is_finishing || !have_ended (self))
    return;
  self->is_finishing = FALSE;
  if (self->document != NULL && !self->discarded)
    append_files (self);
  g_signal_emit (self, signals[SIGNAL_FINISHED], 0);
  if (application != NULL)
    g_application_release (application);
  g_object_unref (self);
}

void
th_companions_add (ThCompanions *self,
                   ThTarget     *target,
                   const char   *name)
{
  g_autoptr(ThCompanion) companion = th_companion_new (target, name, self->plan, self->first,
                                                       self->taken);

  g_signal_connect_object (companion, "accepted", G_CALLBACK (accepted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (companion, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
  g_list_store_append (self->list, companion);
}

gboolean
th_companions_have_accepted (ThCompanions *self)
{
  g_return_val_if_fail (TH_IS_COMPANIONS (self), FALSE);

  for (guint i = 0; i < count (self); i++)
    if (!th_companion_has_accepted (get (self, i)))
      return FALSE;
  return TRUE;
}

void
th_companions_begin (ThCompanions *self)
{
  self->has_begun = TRUE;
  for (guint i = 0; i < count (self); i++)
    th_companion_begin (get (self, i));
}

void
th_companions_stop (ThCompanions *self,
                    double        keep_seconds)
{
  for (guint i = 0; i < count (self); i++)
    th_companion_stop (get (self, i), keep_seconds);
}

void
th_companions_discard (ThCompanions *self)
{
  self->discarded = TRUE;
  for (guint i = 0; i < count (self); i++)
    th_companion_discard (get (self, i));
}

void
th_companions_finish (ThCompanions *self,
                      ThDocument   *document)
{
  GApplication *application = g_application_get_default ();

  g_return_if_fail (TH_IS_COMPANIONS (self) && !self->is_finishing);

  g_object_ref (self);
  if (application != NULL)
    g_application_hold (application);
  g_set_weak_pointer (&self->document, document);
  th_companions_stop (self, 0);
  self->is_finishing = TRUE;
  ended_cb (self);
}

/* --- class ------------------------------------------------------------------------- */

static void
th_companions_dispose (GObject *object)
{
  ThCompanions *self = TH_COMPANIONS (object);

  g_clear_weak_pointer (&self->document);
  g_clear_object (&self->first);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (th_companions_parent_class)->dispose (object);
}

static void
th_companions_finalize (GObject *object)
{
  ThCompanions *self = TH_COMPANIONS (object);

  g_hash_table_unref (self->taken);
  th_record_plan_free (self->plan);

  G_OBJECT_CLASS (th_companions_parent_class)->finalize (object);
}

static void
th_companions_class_init (ThCompanionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_companions_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_companions_finalize;
  signals[SIGNAL_ACCEPTED] = g_signal_new ("accepted", TH_TYPE_COMPANIONS, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_REFUSED] = g_signal_new ("refused", TH_TYPE_COMPANIONS, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_FINISHED] = g_signal_new ("finished", TH_TYPE_COMPANIONS, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_companions_init (ThCompanions *self)
{
  self->list = g_list_store_new (TH_TYPE_COMPANION);
  self->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

ThCompanions *
th_companions_new (const ThRecordPlan *plan,
                   ThCapture          *first)
{
  ThCompanions *self = g_object_new (TH_TYPE_COMPANIONS, NULL);

  self->plan = th_record_plan_copy (plan);
  self->first = g_object_ref (first);
  th_capture_measure_clock (first);
  return self;
}
