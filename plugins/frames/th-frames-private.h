/* th-frames-private.h - the parts of the analysis of frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"
#include "th-frame-clock-find.h"
#include "th-frame-match.h"

G_BEGIN_DECLS

#define FRAME_NO_WORD G_MAXUINT32

/* A frame of a capture.  Words are of the results. */
typedef struct
{
  ThSighting seen;     /* the key is the length from the network header on */
  ThRef      ref;
  guint64    hash;     /* 0: not known */
  guint32    protocol; /* a word: "tcp" */
  guint32    src, dst; /* words; FRAME_NO_WORD: none */
  guint32    seq, ack;
  guint32    length;
  guint32    payload;
  guint16    sport, dport;
  guint16    flags;
  gboolean   has_ports : 1;
  gboolean   has_seq : 1;
} Frame;

/* A packet at a device of a traced machine.  @arrival: the time of netif_rx if it was received
 * that way, else that of the event.  The time of @seen is one of both. */
typedef struct
{
  ThSighting seen;
  gint64     time;
  gint64     arrival;
  ThRef      ref;
  guint64    skb;
  guint16    gso_size, n_segments; /* of net_dev_start_xmit; 0: not known */
} Packet;

/* An interface of a capture, or a device of a trace. */
typedef struct
{
  guint    part;
  guint    stream;  /* of an interface */
  char    *name;
  GArray  *items;   /* of Frame or Packet, in order of time */
  gboolean has_arrivals; /* a device: some packets have a netif_rx */
} Port;

typedef struct
{
  ThResults   *results;
  ThRecording *recording;
  GPtrArray   *interfaces; /* of Port, of Frame */
  GPtrArray   *devices;    /* of Port, of Packet */
  GPtrArray   *arrivals;   /* by part: skb → Arrival */
  GArray      *links;      /* of ThEventLink, to the machine that captured the frame */
  GArray      *remote_links; /* likewise, to other machines */
  GArray      *relayed_links; /* likewise, by way of another capture */
  ThEventLinks *own_links; /* @links, once they are complete */
  GHashTable  *ends;       /* two ends → the number of their connection, from 1 */
  ThResults *const *packets; /* by part: the results with the journeys of packets; or NULL */
  gboolean    *has_loss;   /* by part */
  guint        n_parts;
  guint64      n;
  gboolean     is_full;

  /* th-frame-rows.c */
  ThTable     *frames, *clocks, *missing, *unseen;
  ThMeasure   *difference;
  guint32      states[TH_N_FRAME_STATES + 1]; /* words; the last one: outside */
  guint32      relations[TH_FRAME_MERGED + 1];
  guint32      directions[TH_FRAME_OUT + 1];
  guint32      clock_states[TH_FRAME_CLOCK_FOUND + 2];
} Frames;

/* How an interface and a device, or two interfaces, belong together. */
typedef struct
{
  Port             *interface;
  Port             *other;      /* NULL: there is none */
  gboolean          by_hash;    /* the other is an interface, too */
  gboolean          by_arrival; /* received frames have the time of netif_rx */
  ThFrameClockState state;
  gboolean          is_device_ambiguous; /* another device fits as well */
  ThFrameClock      clock;
  ThFrameMatch     *matches;    /* for each frame; NULL unless the clock was found */
  gint64            distance;   /* th_frame_remote_measure() */
  gboolean          is_remote;  /* the device and the interface are of different machines */
} FramePair;

/* --- th-frame-collect.c: frames and packets, from events ---------------------------- */

enum
{
  EVENT_FRAME,
  EVENT_RECEIVE,
  EVENT_ARRIVE,
  EVENT_TRANSMIT,
  N_EVENTS
};

extern const ThSubscription th_frame_subscriptions[];
extern const ThSubscription th_frame_packet_subscriptions[];

void       th_frames_collect_begin (Frames            *self);
void       th_frames_collect       (Frames            *self,
                                    const ThEvent     *event);
void       th_frames_collect_end   (Frames            *self);

/* --- th-frame-ends.c: the connections of frames and of packets ----------------------- */

GHashTable *th_frame_ends_new     (void);
/* Sets the connection of a frame by its headers. */
void       th_frame_ends_set       (Frames            *self,
                                    Frame             *frame);
/* Sets the connection of packets, once all frames have theirs. */
void       th_frame_ends_find      (Frames            *self);
/* By the number of a connection: whether frames of @interface belong to it.  Free with g_free(). */
guint8    *th_frame_ends_list      (Frames            *self,
                                    const Port        *interface);

/* --- th-frame-pair.c: which device an interface is ----------------------------------- */

/* Finds the device in the recording @part that had the packets of @interface.  If the recording is
 * of the machine at the other end, that is the device there.  th_frame_pair_clear() frees what
 * @pair holds. */
void       th_frame_pair_find      (Frames            *self,
                                    Port              *interface,
                                    guint              part,
                                    FramePair         *pair);
/* Whether the interface is more likely to be the device of @a than that of @b. */
gboolean   th_frame_pair_is_better (const FramePair   *a,
                                    const FramePair   *b);
/* Finds the frames that another capture has, too. */
void       th_frame_pair_compare   (Frames            *self,
                                    Port              *interface,
                                    Port              *other,
                                    FramePair         *pair);
/* The first and last time of the other side, by its own clock. */
void       th_frame_pair_get_range (const FramePair   *pair,
                                    gint64            *first,
                                    gint64            *last);
void       th_frame_pair_clear     (FramePair         *pair);

/* --- th-frame-relay.c: a frame that two captures have leads to both machines ----------- */

/* Links frames that both captures of @pair have with the packets of each other.  All direct links
 * must be known. */
void       th_frame_relay_add      (Frames            *self,
                                    const FramePair   *pair);
/* Returns the links of all frames.  A link by way of another capture replaces one by length and
 * order. */
GArray    *th_frame_relay_list     (Frames            *self);

/* --- th-frame-remote.c: whether an interface is a device, or at the other end of its wire ---- */

/* About twice the delay of the wire between interface and device, in ns; 0 or less if they are of
 * one machine, or if packets went one way only. */
gint64     th_frame_remote_measure (const FramePair   *pair);
gboolean   th_frame_remote_is      (const FramePair   *pair);
/* Whether the interface is the device of @a, because that of @b is clearly at the other end of the
 * wire.  That counts even if @b matches more frames. */
gboolean   th_frame_remote_is_nearer (const FramePair *a,
                                    const FramePair   *b);

/* --- th-frame-rows.c: tables and measures ---------------------------------------------- */

extern const ThMeasureInfo th_frame_measures[];

void       th_frame_rows_begin     (Frames            *self);
void       th_frame_rows_add       (Frames            *self,
                                    FramePair         *pair);
/* Adds the row of clocks and the links of a further device.  The frames have their rows already. */
void       th_frame_rows_add_other (Frames            *self,
                                    FramePair         *pair);

G_END_DECLS
