/* th-pairing.c - connects the two timelines of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pairing.h"

struct _ThPairing
{
  GObject            parent;

  ThDocumentPair    *pair;
  ThTimeAlignment   *alignment;
  ThViewLink        *link;
  ThFlowCounterpart *counterpart;
  ThBrush           *brush;
};

G_DEFINE_FINAL_TYPE (ThPairing, th_pairing, G_TYPE_OBJECT)

static void
document_a_cb (ThPairing  *self,
               GParamSpec *pspec G_GNUC_UNUSED,
               ThSideView *view)
{
  th_document_pair_set (self->pair, TH_SIDE_A, th_side_view_get_document (view));
}

static void
document_b_cb (ThPairing  *self,
               GParamSpec *pspec G_GNUC_UNUSED,
               ThSideView *view)
{
  th_document_pair_set (self->pair, TH_SIDE_B, th_side_view_get_document (view));
}

ThPairing *
th_pairing_new (ThSideView *a,
                ThSideView *b)
{
  ThPairing *self = g_object_new (TH_TYPE_PAIRING, NULL);

  self->pair = th_document_pair_new (th_side_view_get_document (a), th_side_view_get_document (b));
  self->alignment = th_time_alignment_new (self->pair);
  self->link = th_view_link_new (self->alignment);
  self->counterpart = th_flow_counterpart_new (self->pair);
  self->brush = th_brush_new (self->pair);
  g_signal_connect_object (a, "notify::document", G_CALLBACK (document_a_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (b, "notify::document", G_CALLBACK (document_b_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

ThTimeAlignment *
th_pairing_get_alignment (ThPairing *self)
{
  return self->alignment;
}

ThViewLink *
th_pairing_get_link (ThPairing *self)
{
  return self->link;
}

ThFlowCounterpart *
th_pairing_get_counterpart (ThPairing *self)
{
  return self->counterpart;
}

ThBrush *
th_pairing_get_brush (ThPairing *self)
{
  return self->brush;
}

void
th_pairing_store (ThPairing          *self,
                  ThComparisonMemory *memory)
{
  memory->mode = th_time_alignment_get_mode (self->alignment);
  memory->filter = g_strdup (th_time_alignment_get_filter (self->alignment));
  memory->offset = th_time_alignment_get_offset (self->alignment);
  memory->linked = th_view_link_get_linked (self->link);
}

void
th_pairing_restore (ThPairing                *self,
                    const ThComparisonMemory *memory)
{
  if (memory->filter != NULL)
    th_time_alignment_set_filter (self->alignment, memory->filter);
  if (memory->mode == TH_ALIGN_BY_HAND)
    th_time_alignment_set_offset (self->alignment, memory->offset);
  else
    th_time_alignment_set_mode (self->alignment, memory->mode);
  th_view_link_set_linked (self->link, memory->linked);
}

static void
th_pairing_dispose (GObject *object)
{
  ThPairing *self = TH_PAIRING (object);

  if (self->brush != NULL)
    th_brush_clear (self->brush);
  g_clear_object (&self->brush);
  g_clear_object (&self->counterpart);
  g_clear_object (&self->link);
  g_clear_object (&self->alignment);
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (th_pairing_parent_class)->dispose (object);
}

static void
th_pairing_class_init (ThPairingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_pairing_dispose;
}

static void
th_pairing_init (ThPairing *self G_GNUC_UNUSED)
{
}
