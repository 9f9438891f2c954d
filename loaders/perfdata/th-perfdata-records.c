/* th-perfdata-records.c - the records of single events, for one reader
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-aligned.h"
#include "th-perfdata-record.h"
#include "th-perfdata-records.h"

#define N_SLOTS 8
/* A slot begins at a multiple of this, and has room for one whole record beyond it. */
#define SLOT_STEP (32 * 1024)
#define SLOT_SIZE (SLOT_STEP + TH_PF_MAX_RECORD)
/* CPUs whose records are remembered. */
#define N_FOUND 64

typedef struct
{
  guint64 place;
  gsize   size;
  guint64 used; /* time of the last use; 0: empty */
  guint8 *bytes;
} Slot;

/* The records of consecutive events of a CPU. */
typedef struct
{
  const ThPfPlaces *places;
  guint64           first; /* the number of the first one */
  guint             n;
  guint64           place[TH_PF_STEP_EVENTS];
} Found;

struct _ThPfRecords
{
  ThPfFile *file;
  Slot      slots[N_SLOTS];
  guint64   now;
  Found    *found[N_FOUND]; /* by CPU, modulo their number */
};

ThPfRecords *
th_pf_records_new (ThPfFile *file)
{
  ThPfRecords *self = g_new0 (ThPfRecords, 1);

  self->file = file;
  return self;
}

void
th_pf_records_free (ThPfRecords *self)
{
  for (guint i = 0; i < N_SLOTS; i++)
    g_free (self->slots[i].bytes);
  for (guint i = 0; i < N_FOUND; i++)
    g_free (self->found[i]);
  g_free (self);
}

/* --- bytes ------------------------------------------------------------- */

static gboolean
fill_slot (ThPfRecords *self,
           Slot        *slot,
           guint64      place)
{
  ThPfFile *file = self->file;
  guint64 first = place < TH_PF_SPOOLED ? 0 : TH_PF_SPOOLED;
  guint64 start = (place - first) / SLOT_STEP * SLOT_STEP;
  gssize n;

  slot->used = 0;
  if (slot->bytes == NULL)
    slot->bytes = th_aligned_alloc (SLOT_SIZE);
  if (first == 0)
    n = th_bytes_read (file->base.bytes, start, slot->bytes, SLOT_SIZE);
  else
    n = file->spool != NULL ? th_spool_read (file->spool, start, slot->bytes, SLOT_SIZE) : -1;
  /* Data read before a change of the file stays valid. */
  if (n <= 0 || !th_bytes_is_intact (file->base.bytes))
    return FALSE;

  slot->place = first + start;
  slot->size = n;
  slot->used = ++self->now;
  return place - slot->place < slot->size;
}

static gboolean
slot_has (const Slot *slot,
          guint64     place)
{
  return slot->used != 0 && place >= slot->place && place - slot->place < SLOT_STEP &&
         place - slot->place < slot->size;
}

static Slot *
get_slot (ThPfRecords *self,
          guint64      place)
{
  Slot *oldest = &self->slots[0];

  for (guint i = 0; i < N_SLOTS; i++)
    {
      Slot *slot = &self->slots[i];

      if (slot_has (slot, place))
        {
          slot->used = ++self->now;
          return slot;
        }
      if (slot->used < oldest->used)
        oldest = slot;
    }
  return fill_slot (self, oldest, place) ? oldest : NULL;
}

static const guint8 *
slot_record (const ThPfRecords *self,
             const Slot        *slot,
             guint64            place,
             guint32           *size)
{
  gsize at = place - slot->place, left = slot->size - at;
  const guint8 *record = slot->bytes + at;

  if (left < TH_PF_HEADER)
    return NULL;
  *size = th_pf_record_size (record, self->file->big_endian);
  return *size >= TH_PF_HEADER && *size <= left ? record : NULL;
}

const guint8 *
th_pf_records_get (ThPfRecords *self,
                   guint64      place,
                   guint32     *size)
{
  Slot *slot = get_slot (self, place);
  const guint8 *record = slot != NULL ? slot_record (self, slot, place, size) : NULL;

  /* The spool may have grown since the slot was filled. */
  if (slot != NULL && record == NULL && fill_slot (self, slot, place))
    record = slot_record (self, slot, place, size);
  return record;
}

/* --- where events are -------------------------------------------------- */

/* Finds the records of @number and its neighbors, as far as they are published and intact. */
static void
find_all (ThPfRecords      *self,
          Found            *found,
          const ThPfPlaces *places,
          guint64           number)
{
  guint64 n = th_pf_places_get_n (places);
  gboolean more;
  ThPfStep step;

  *found = (Found) { .places = places, .first = number - number % TH_PF_STEP_EVENTS };
  for (more = th_pf_step_init (&step, places, number);
       more && step.index < n && found->n < TH_PF_STEP_EVENTS; )
    {
      guint32 size;

      found->place[found->n++] = step.place;
      more = th_pf_records_get (self, step.place, &size) != NULL && th_pf_step_next (&step, size);
    }
}

gboolean
th_pf_records_find (ThPfRecords      *self,
                    const ThPfPlaces *places,
                    guint             cpu,
                    guint64           number,
                    guint64          *place)
{
  Found **found = &self->found[cpu % N_FOUND];

  if (*found == NULL)
    *found = g_new0 (Found, 1);
  if ((*found)->places != places || number - (*found)->first >= (*found)->n)
    find_all (self, *found, places, number);
  if (number - (*found)->first >= (*found)->n)
    return FALSE;

  *place = (*found)->place[number - (*found)->first];
  return TRUE;
}
