/* th-stage-map.h - which further events are steps of a packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stage map is a JSON file.  It says that certain events (kprobes, or any
 * others) carry the address of a packet, and which stage of its journey ends
 * there.  Some come with the program (data/stages/, compiled in); the user's
 * own lie in stages/ of the settings folder, each a *.json.
 *
 *   {
 *     "id": "ip-layers",            letters, digits, "-"
 *     "title": "Layers of IP",
 *     "description": "…",           optional, as in all objects below
 *     "stages": [                   the stages that this map brings
 *       { "id": "ip", "title": "IP", "context": "stack" }
 *     ],
 *     "points": [
 *       { "event": "*:ip_local_deliver",   or a list; "*" stands for any text
 *         "address": ["skb", "skbaddr"],   the field, or a list: the first there is
 *         "stage": "ip",                   what ends there; without: none
 *         "role": "step" },                or "birth", "end"; step if it is not said
 *       { "event": "deep:clone", "address": "new", "role": "birth",
 *         "link": "clone", "parent": "skb", "head": "head" }      see below
 *     ],
 *     "layers": [                   legs to be printed on one line a packet
 *       { "id": "drv-ip", "title": "…", "direction": "rx",      or "tx"
 *         "from": ["net:netif_receive_skb"], "to": ["*:ip_rcv"] }
 *     ]
 *   }
 *
 * "context" colours a stage: one of irq, softirq, napi, gro, stack, queue,
 * wakeup, reader, copy, send, qdisc, driver, completion, syscall, other.
 * "waits": true says that somebody waits for a CPU in it.  A stage is that of
 * the map itself, else that of a map added before.  A layer lasts from the last
 * step that "from" names before the first one that "to" names.
 *
 * A point may tell what its packet came from or went into: "link" is clone,
 * segment or copy (it came from the other one), gro, coalesce or fragment (it
 * went on in it).  Which the other one is,
 *
 *   "parent": "skb"    the field with its address says, or a list as above; or
 *   "until": "x:ret"   alone: all that is born on this CPU and in this context
 *                      before the event x:ret is linked with the packet at
 *                      "address"; or
 *   "head": "head"     alone: the field with the address of its data head: the
 *                      other is the living packet with the same one.  Points
 *                      of births have "head" too, so that heads are known.
 *
 * With "parent" and "until" the link holds when x:ret comes; with "result":
 * "ret" and "good": "zero" (or "not-zero", which is so if it is not said) only
 * if that field of x:ret says so.  Where a point is there for its link alone,
 * and is no step, its role is "none".
 *
 * With "built-in": true a map describes what the follower does anyway: its
 * stages can be named by other maps, its points are not asked for again, and an
 * event may end this stage or that.  Tests hold it against what is done.
 *
 * A map with a mistake is refused whole, with file, line and reason; others go
 * on.  Nothing in a map is trusted: its size and all counts are bounded.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

typedef struct _ThStageMaps ThStageMaps;

typedef enum
{
  TH_STAGE_STEP,  /* the packet passed here */
  TH_STAGE_BIRTH, /* a life begins, whatever was at that address before */
  TH_STAGE_END,   /* the life ends */
  TH_STAGE_NONE,  /* no step: it tells of a link alone */
  TH_STAGE_RETURN /* what ends a call that links: the event of another's "until" */
} ThStageRole;

typedef enum
{
  TH_STAGE_LINK_NONE,
  TH_STAGE_LINK_CLONE,
  TH_STAGE_LINK_SEGMENT,
  TH_STAGE_LINK_COPY,
  TH_STAGE_LINK_GRO,
  TH_STAGE_LINK_COALESCE,
  TH_STAGE_LINK_FRAGMENT
} ThStageLink;

/**
 * ThStagePoint:
 * @event: for th_type_matches()
 * @address: names of fields; the first that a type has is the packet's address
 * @stage: the stage that ends here, or %NULL
 * @parent, @head: likewise, of the other packet and of the data; may be %NULL
 * @until: what ends the call, or %NULL
 * @result: field of @until's event, @good_zero: which value of it is good; may
 *   be %NULL.  A return's own point has it, too
 */
typedef struct
{
  const char         *event;
  const char *const  *address;
  const ThStage      *stage;
  ThStageRole         role;
  ThStageLink         link;
  const char *const  *parent;
  const char *const  *head;
  const char         *until;
  const char *const  *result;
  gboolean            good_zero;
} ThStagePoint;

/* A leg of a line: from the last of @from before it to the first of @to. */
typedef struct
{
  const char        *id;
  const char        *title;
  gboolean           transmit;
  const char *const *from;
  const char *const *to;
} ThStageLayer;

typedef struct
{
  const char         *id;
  const char         *title;
  const char         *description; /* "" if there is none */
  const char         *file;        /* where it came from */
  gboolean            built_in;
  const ThStage      *stages;
  guint               n_stages;
  const ThStagePoint *points;
  guint               n_points;
  const ThStageLayer *layers;
  guint               n_layers;
} ThStageMap;

#define TH_STAGE_MAP_MAX_SIZE (256 * 1024) /* bytes of a file */
#define TH_STAGE_MAP_MAX_POINTS 64
#define TH_STAGE_MAP_MAX_STAGES 32
#define TH_STAGE_MAP_MAX_LAYERS 16
#define TH_STAGE_MAPS_MAX 32

#define TH_STAGE_MAP_ERROR th_stage_map_error_quark ()

typedef enum
{
  TH_STAGE_MAP_ERROR_FILE,    /* cannot be read, or is too big */
  TH_STAGE_MAP_ERROR_SYNTAX,  /* no JSON */
  TH_STAGE_MAP_ERROR_CONTENT  /* JSON, but no stage map */
} ThStageMapError;

GQuark              th_stage_map_error_quark (void);

/* The maps that come with the program, those of the user, then @file (may be
 * %NULL): where several name an event, the last one counts.  What was refused
 * is told in @complaints (out): NULL-terminated sentences; free with
 * g_strfreev().  One thread fills; then any may read. */
ThStageMaps        *th_stage_maps_load       (const char         *file,
                                              char             ***complaints);

/* The maps that come with the program, alone. */
ThStageMaps        *th_stage_maps_new        (void);
void                th_stage_maps_free       (ThStageMaps        *self);

/* Adds a map.  One with the id of an earlier one takes its place.  @name: for
 * messages. */
gboolean            th_stage_maps_add_text   (ThStageMaps        *self,
                                              const char         *name,
                                              const char         *text,
                                              gsize               length,
                                              GError            **error);
gboolean            th_stage_maps_add_file   (ThStageMaps        *self,
                                              const char         *path,
                                              GError            **error);

/* --- using ------------------------------------------------------------- */

guint               th_stage_maps_get_n      (const ThStageMaps  *self);
const ThStageMap   *th_stage_maps_get        (const ThStageMaps  *self,
                                              guint               index);
/* NULL if there is none. */
const ThStageMap   *th_stage_maps_find       (const ThStageMaps  *self,
                                              const char         *id);

/* What an analysis asks for besides its own events (ThAnalysis.more_subscriptions):
 * every event of a point that is not built in, once, with its address fields.
 * Ends with a NULL event; stays as long as the maps. */
const ThSubscription       *th_stage_maps_get_subscriptions  (ThStageMaps        *self);

/* The point of events of the type @system:@name, or NULL.  Ask once a type. */
const ThStagePoint *th_stage_maps_find_point (const ThStageMaps  *self,
                                              const char         *system,
                                              const char         *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThStageMaps, th_stage_maps_free)

G_END_DECLS
