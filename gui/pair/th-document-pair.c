/* th-document-pair.c - the documents of the two sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-pair.h"

struct _ThDocumentPair
{
  GObject     parent;

  ThDocument *documents[TH_N_SIDES]; /* or NULL */
};

G_DEFINE_FINAL_TYPE (ThDocumentPair, th_document_pair, G_TYPE_OBJECT)

static guint replaced_signal;

ThDocument *
th_document_pair_get (ThDocumentPair *self,
                      ThSide          side)
{
  g_return_val_if_fail (TH_IS_DOCUMENT_PAIR (self) && side < TH_N_SIDES, NULL);

  return self->documents[side];
}

void
th_document_pair_set (ThDocumentPair *self,
                      ThSide          side,
                      ThDocument     *document)
{
  g_return_if_fail (TH_IS_DOCUMENT_PAIR (self) && side < TH_N_SIDES);

  if (g_set_object (&self->documents[side], document))
    g_signal_emit (self, replaced_signal, 0, side);
}

gboolean
th_document_pair_is_loaded (ThDocumentPair *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT_PAIR (self), FALSE);

  for (guint i = 0; i < TH_N_SIDES; i++)
    if (self->documents[i] == NULL || th_document_get_recording (self->documents[i]) == NULL ||
        th_document_get_state (self->documents[i]) != TH_DOCUMENT_LOADED)
      return FALSE;

  return TRUE;
}

/* --- class -------------------------------------------------------------- */

static void
th_document_pair_dispose (GObject *object)
{
  ThDocumentPair *self = TH_DOCUMENT_PAIR (object);

  for (guint i = 0; i < TH_N_SIDES; i++)
    g_clear_object (&self->documents[i]);

  G_OBJECT_CLASS (th_document_pair_parent_class)->dispose (object);
}

static void
th_document_pair_class_init (ThDocumentPairClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_document_pair_dispose;
  replaced_signal = g_signal_new ("replaced", TH_TYPE_DOCUMENT_PAIR, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
th_document_pair_init (ThDocumentPair *self)
{
}

ThDocumentPair *
th_document_pair_new (ThDocument *a,
                      ThDocument *b)
{
  ThDocumentPair *self = g_object_new (TH_TYPE_DOCUMENT_PAIR, NULL);

  g_set_object (&self->documents[TH_SIDE_A], a);
  g_set_object (&self->documents[TH_SIDE_B], b);
  return self;
}
