/* th-stage-map.h - stage maps, which make further events steps of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stage map is a JSON file.  It says that certain events (kprobes, or any others)
 * have the address of a packet, and which stage of its journey ends there.  Some are part
 * of the program (th-stage-map-shipped.h); those of the user are *.json files in stages/ of
 * the settings folder.
 *
 *   {
 *     "id": "ip-layers",            letters, digits, "-"
 *     "title": "Layers of IP",
 *     "description": "…",           optional, as in all objects below
 *     "stages": [                   the stages that this map defines
 *       { "id": "ip", "title": "IP", "context": "stack" }
 *     ],
 *     "points": [
 *       { "event": "*:ip_local_deliver",   or a list; "*" stands for any text
 *         "address": ["skb", "skbaddr"],   the field, or a list: the first there is
 *         "stage": "ip",                   the stage that ends there; optional
 *         "role": "step" },                or "birth", "end"; default: step
 *       { "event": "deep:clone", "address": "new", "role": "birth",
 *         "link": "clone", "parent": "skb", "head": "head" }      see below
 *     ],
 *     "layers": [                   legs to print, on one line per packet
 *       { "id": "drv-ip", "title": "…", "direction": "rx",      or "tx"
 *         "from": ["net:netif_receive_skb"], "to": ["*:ip_rcv"] }
 *     ]
 *   }
 *
 * "context" colors a stage: one of irq, softirq, napi, gro, stack, queue,
 * wakeup, reader, copy, send, qdisc, driver, completion, syscall, other.
 * "waits": true says that a task waits for a CPU in it.  A stage is looked up in the
 * map itself, then in the maps added before it.  A layer lasts from the last step of "from"
 * before the first step of "to".
 *
 * A point may link its packet with another one: "link" is clone, segment or copy (it
 * came from the other one), gro, coalesce or fragment (it continued in the other one).
 * The other packet is given by
 *   "parent": "skb"    the field with its address, or a list as above; or
 *   "until": "x:ret"   alone: all packets that begin on this CPU and in this context
 *                      before the event x:ret are linked with the packet at
 *                      "address"; or
 *   "head": "head"     alone: the field with the address of its data head: the other
 *                      one is the live packet with the same head.  Points of births
 *                      need "head", too, so that heads are known.
 * With both "parent" and "until" the link becomes valid with x:ret; with "result":
 * "ret" and "good": "zero" (or "not-zero", the default) only if that field of x:ret
 * has such a value.  A point that only links packets and is not a step has the
 * role "none".
 *
 * With "built-in": true a map documents what the packet analysis does anyway: other
 * maps can refer to its stages, its points add no subscriptions, and an event may end
 * one of several stages.  Tests compare it with the actual behavior.
 *
 * A map with an error is rejected as a whole, with file, line and reason; the others
 * are still used.  Nothing in a map is trusted: its size and all counts are bounded.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

typedef struct _ThStageMaps ThStageMaps;

typedef enum
{
  TH_STAGE_STEP,  /* the packet passed this point */
  TH_STAGE_BIRTH, /* a life begins, whatever had that address before */
  TH_STAGE_END,   /* the life ends */
  TH_STAGE_NONE,  /* not a step, only a link */
  TH_STAGE_RETURN /* ends a call that links: the event of another point's "until" */
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
 * @address: field names; the first that a type has is the packet's address
 * @stage: the stage that ends here, or %NULL
 * @parent, @head: likewise, for the other packet and for the data; may be %NULL
 * @until: the event that ends the call, or %NULL
 * @result: a field of @until's event, or %NULL; @good_zero: whether 0 is its good
 *   value.  The point of that event has it, too
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

/* A leg to print: from the last step of @from to the first step of @to after it. */
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
  const char         *file;        /* the file it was read from */
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
  TH_STAGE_MAP_ERROR_SYNTAX,  /* not JSON */
  TH_STAGE_MAP_ERROR_CONTENT  /* JSON, but not a stage map */
} ThStageMapError;

GQuark              th_stage_map_error_quark (void);

/* Loads the built-in maps, those of the user, then @file (may be %NULL); the last
 * one that has an event wins.  @complaints (out): NULL-terminated sentences about
 * rejected maps; free with g_strfreev().  One thread fills the maps; afterwards any
 * thread may read. */
ThStageMaps        *th_stage_maps_load       (const char         *file,
                                              char             ***complaints);

/* Loads only the built-in maps. */
ThStageMaps        *th_stage_maps_new        (void);
void                th_stage_maps_free       (ThStageMaps        *self);

/* Adds a map; it replaces an earlier one with the same id.  @name is for messages. */
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
/* Returns NULL if there is no such map. */
const ThStageMap   *th_stage_maps_find       (const ThStageMaps  *self,
                                              const char         *id);

/* Returns the additional subscriptions of an analysis (ThAnalysis.more_subscriptions): every event
 * of a point that is not built in, once, with its fields.  Terminated by a NULL event;
 * lives as long as the maps. */
const ThSubscription       *th_stage_maps_get_subscriptions  (ThStageMaps        *self);

/* Returns the point of events of the type @system:@name, or NULL.  Slow: call it once per type. */
const ThStagePoint *th_stage_maps_find_point (const ThStageMaps  *self,
                                              const char         *system,
                                              const char         *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThStageMaps, th_stage_maps_free)

G_END_DECLS
