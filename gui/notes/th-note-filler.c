/* th-note-filler.c - fills the rows of a long list a few per frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-filler.h"

#define PORTION 20u

struct _ThNoteFiller
{
  GObject     parent;

  GtkWidget  *list;     /* not owned */
  ThNoteFill  fill;
  GHashTable *waiting;  /* rows, not owned */
  guint       n_filled; /* rows since the last frame */
  guint       tick;     /* or 0 */
};

G_DEFINE_FINAL_TYPE (ThNoteFiller, th_note_filler, G_TYPE_OBJECT)

static gboolean
is_in_view (ThNoteFiller *self,
            GtkWidget    *row)
{
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (row, self->list, &bounds) &&
         bounds.origin.y < (float) gtk_widget_get_height (self->list) &&
         bounds.origin.y + bounds.size.height > 0;
}

/* Fills rows, or only those in view, until the portion of this frame is used up. */
static void
fill_some (ThNoteFiller *self,
           gboolean      in_view)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->waiting);
  while (self->n_filled < PORTION && g_hash_table_iter_next (&iter, &row, NULL))
    if (!in_view || is_in_view (self, row))
      {
        g_hash_table_iter_remove (&iter);
        self->fill (row);
        self->n_filled++;
      }
}

static gboolean
tick_cb (GtkWidget     *list,
         GdkFrameClock *clock,
         gpointer       data)
{
  ThNoteFiller *self = data;

  self->n_filled = 0;
  fill_some (self, TRUE);
  fill_some (self, FALSE);
  if (self->n_filled > 0)
    return G_SOURCE_CONTINUE;

  self->tick = 0;
  return G_SOURCE_REMOVE;
}

void
th_note_filler_add (ThNoteFiller *self,
                    GtkWidget    *row,
                    gboolean      is_urgent)
{
  g_return_if_fail (TH_IS_NOTE_FILLER (self) && GTK_IS_WIDGET (row));

  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (self->list, tick_cb, g_object_ref (self),
                                               g_object_unref);
  if (self->n_filled >= PORTION && !is_urgent)
    {
      g_hash_table_add (self->waiting, row);
      return;
    }
  g_hash_table_remove (self->waiting, row);
  self->n_filled++;
  self->fill (row);
}

void
th_note_filler_remove (ThNoteFiller *self,
                       GtkWidget    *row)
{
  g_return_if_fail (TH_IS_NOTE_FILLER (self));

  g_hash_table_remove (self->waiting, row);
}

static void
th_note_filler_finalize (GObject *object)
{
  g_hash_table_unref (TH_NOTE_FILLER (object)->waiting);

  G_OBJECT_CLASS (th_note_filler_parent_class)->finalize (object);
}

static void
th_note_filler_class_init (ThNoteFillerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_note_filler_finalize;
}

static void
th_note_filler_init (ThNoteFiller *self)
{
  self->waiting = g_hash_table_new (NULL, NULL);
}

ThNoteFiller *
th_note_filler_new (GtkWidget  *list,
                    ThNoteFill  fill)
{
  ThNoteFiller *self = g_object_new (TH_TYPE_NOTE_FILLER, NULL);

  self->list = list;
  self->fill = fill;
  return self;
}
