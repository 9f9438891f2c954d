/* th-perfdata-file.h - the description of a perf.data file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * th-perfdata-header.h fills a ThPfFile from the header, and the load adds information from
 * records, in one thread.  Afterwards it is the recording's source, and any thread may read
 * it; @lock guards the members that are made on demand.
 */
#pragma once

#include "th-format-source.h"
#include "th-hash.h"
#include "th-load-options.h"
#include "th-recording.h"
#include "th-spool.h"
#include "th-perfdata-attr.h"
#include "th-perfdata-maps.h"
#include "th-perfdata-modules.h"
#include "th-perfdata-symbols.h"

G_BEGIN_DECLS

#define TH_PF_MAX_CPUS 65535
#define TH_PF_MAX_ATTRS 65535
#define TH_PF_MAX_IDS (1u << 21) /* of all attributes: 4,096 events on 512 CPUs */
#define TH_PF_N_FEATURES 256
#define TH_PF_N_SIDEBAND 12

/* What decodes columns again (th-perfdata-again.h). */
typedef struct _ThPfAgain ThPfAgain;
/* What unwinds user stacks (th-perfdata-unwind.h). */
typedef struct _ThPfUnwind ThPfUnwind;

typedef struct
{
  guint64 id;
  guint32 attr; /* index + 1; 0: free */
} ThPfId;

typedef struct
{
  guint64 offset;
  guint64 size;
} ThPfSection;

typedef struct
{
  char *text;
  gsize size;
} ThPfText;

typedef struct
{
  ThFormatSource base;
  gboolean     big_endian;
  gboolean     pipe;
  gboolean     cut;        /* its data is truncated */
  gboolean     compressed; /* as far as the header says */
  ThSideband   sideband;   /* which records are events, too */

  ThPfSection  attr_section;
  guint64      attr_size;  /* size of an entry in the section of attributes */
  ThPfSection  data;
  ThPfSection  features[TH_PF_N_FEATURES]; /* size 0: not in the file */

  GPtrArray   *attrs;      /* of ThPfAttr */
  ThPfId      *ids;        /* open addressing, a power of two */
  ThHashKeys   id_hash;
  guint32      n_ids;
  guint64      n_ids_read; /* including duplicates */
  guint32      ids_size;

  guint32      n_cpus;     /* according to the file */
  gboolean     may_outgrow; /* the CPUs are not known from the header, and may grow */
  gboolean     without_cpu; /* whether some samples have no CPU */
  gboolean     without_time;
  gint64       first, last; /* times of the samples, from perf's header; 0: unknown */
  gint64       wall_offset;

  GPtrArray   *texts;      /* the texts of the formats */
  ThPfText    *kallsyms;   /* one of them, or NULL */
  GHashTable  *attr_of_type; /* event type → ThPfAttr */
  gint         sideband_types[TH_PF_N_SIDEBAND]; /* atomic: type + 1; 0: none so far */

  ThPfMaps    *maps;
  ThPfUnwind  *unwind;
  ThPfModules *modules;
  ThPfSymbols *symbols;
  const char  *kernel_reference; /* "_text" or "_stext": static; NULL: unknown */
  guint64      kernel_address;   /* of that symbol */
  gint         may_read_symbols; /* atomic; the build ids have arrived, or the pipe has ended */

  ThPfAgain   *again;      /* NULL: all columns are kept */

  GMutex       lock;
  GHashTable  *tables;     /* ThPfAttr → ThFieldTable */
  ThSpool     *spool;      /* NULL: nothing was compressed */
} ThPfFile;

ThPfFile    *th_pf_file_new      (ThBytes     *bytes,
                                  ThRecording *recording);
void         th_pf_file_free     (ThPfFile    *self);
ThByteCursor th_pf_file_cursor   (ThPfFile    *self,
                                  guint64      offset,
                                  guint64      size);
/* Takes ownership of @attr; FALSE if there are too many. */
gboolean     th_pf_file_add_attr (ThPfFile    *self,
                                  ThPfAttr    *attr);
/* Assigns samples with @id to the attribute at index @attr; FALSE if too many ids were
 * read. */
gboolean     th_pf_file_add_id   (ThPfFile    *self,
                                  guint64      id,
                                  guint32      attr);

/* Returns the slot of @id, or a free slot for it, in a table of @size, a power of two. */
static inline ThPfId *
th_pf_id_slot (const ThPfFile *self,
               ThPfId         *ids,
               guint32         size,
               guint64         id)
{
  guint32 at = (guint32) th_hash_add (&self->id_hash, 0, id) & (size - 1);

  while (ids[at].attr != 0 && ids[at].id != id)
    at = (at + 1) & (size - 1);
  return &ids[at];
}

static inline ThPfAttr *
th_pf_file_attr (const ThPfFile *self,
                 guint           index)
{
  return g_ptr_array_index (self->attrs, index);
}

static inline ThPfAttr *
th_pf_file_find_id (const ThPfFile *self,
                    guint64         id)
{
  const ThPfId *slot;

  if (self->ids_size == 0)
    return NULL;

  slot = th_pf_id_slot (self, self->ids, self->ids_size, id);
  return slot->attr != 0 ? th_pf_file_attr (self, slot->attr - 1) : NULL;
}

G_END_DECLS
