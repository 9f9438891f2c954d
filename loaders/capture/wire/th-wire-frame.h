/* th-wire-frame.h - the frames between a window and thresher-agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Both directions of the connection are streams of frames: a header of eight bytes (payload
 * size u32, type u8, flags u8, reserved u16 that must be zero; little-endian), then the payload.
 * Each side has frame types of its own, and each type has a greatest size.  docs/protocol.md
 * lists them with the order in which they come.
 *
 * The agent's stream starts with th_wire_frame_magic, so that it can be told from what a login
 * shell prints first.  Payloads are either dictionaries (GVariant a{sv}, little-endian, in normal
 * form; th-message.h), batches of pages (th-page-batch.h), or raw bytes.
 *
 * Nothing here blocks or allocates more than the greatest frame.  The other side is not trusted: a
 * frame that is unknown, too large, or flagged in an unknown way is an error, after which the
 * reader returns nothing more.  Each function belongs to one thread at a time.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_WIRE_ERROR (th_wire_frame_error_quark ())
GQuark th_wire_frame_error_quark (void);

typedef enum
{
  TH_WIRE_ERROR_NOISE,     /* no magic within TH_WIRE_MAX_NOISE bytes: no agent there */
  TH_WIRE_ERROR_TYPE,      /* a type that the other side may not send */
  TH_WIRE_ERROR_SIZE,      /* larger than its type allows */
  TH_WIRE_ERROR_FLAGS,     /* unknown flags, or reserved bytes that are not zero */
  TH_WIRE_ERROR_PAYLOAD    /* a payload that is not what its type promises */
} ThWireFrameError;

/* "\x7fTHRESHER-AGENT\n" */
#define TH_WIRE_MAGIC_SIZE 16
extern const guint8 th_wire_frame_magic[TH_WIRE_MAGIC_SIZE];

#define TH_WIRE_HEADER_SIZE 8
/* The number of bytes that may precede the magic. */
#define TH_WIRE_MAX_NOISE (64 << 10)
#define TH_WIRE_MAX_CONTROL (1 << 20)
#define TH_WIRE_MAX_DATA (16 << 20)

/* The versions that this build speaks; the window chooses the highest that both know. */
#define TH_PROTOCOL_MIN 1
#define TH_PROTOCOL_MAX 1

typedef enum
{
  /* window → agent */
  TH_WIRE_GREET = 1,   /* dictionary: version */
  TH_WIRE_ASK,         /* dictionary: lists events, functions, processes, fields */
  TH_WIRE_CONFIGURE,   /* dictionary: what to record, and how */
  TH_WIRE_START,       /* empty */
  TH_WIRE_MARK,        /* dictionary: writes a text into the trace */
  TH_WIRE_ALIVE,       /* empty: sent every two seconds */
  TH_WIRE_STOP,        /* dictionary: ends the recording in order */
  TH_WIRE_ACK,         /* dictionary: how many frames of the recording have arrived */
  TH_WIRE_RESUME,      /* dictionary: goes on with a recording whose connection was lost */
  TH_WIRE_CLOCK,       /* dictionary: asks for the time on the target */

  /* agent → window */
  TH_WIRE_HELLO = 64,  /* dictionary: versions, and what the kernel can do */
  TH_WIRE_REFUSAL,     /* dictionary: why a request was refused; the agent goes on */
  TH_WIRE_ANSWER,      /* dictionary: to an ASK */
  TH_WIRE_CONFIGURED,  /* dictionary: what was set, and what was left out */
  TH_WIRE_FILE,        /* raw: a text of tracefs; see th-wire-file.h */
  TH_WIRE_STARTED,     /* dictionary: clocks at the start */
  TH_WIRE_PAGES,       /* batch of pages; may have TH_WIRE_ZSTD */
  TH_WIRE_STATUS,      /* dictionary: what each CPU has read and lost */
  TH_WIRE_COUNTERS,    /* dictionary: counters of the machine, before or after */
  TH_WIRE_END,         /* dictionary: the last frame */
  TH_WIRE_RESUMED,     /* dictionary: the frames of the recording go on */
  TH_WIRE_TIME         /* dictionary: the answer to a CLOCK */
} ThWireFrameType;

/* The payload is a u32 with the unpacked size, then one zstd frame.  For TH_WIRE_FILE,
 * TH_WIRE_PAGES and TH_WIRE_COUNTERS alone. */
#define TH_WIRE_ZSTD 1

typedef enum
{
  TH_WIRE_FROM_WINDOW,
  TH_WIRE_FROM_AGENT /* starts with the magic */
} ThWireFrameOrigin;

typedef struct
{
  ThWireFrameType  type;
  const guint8    *payload; /* unpacked; valid until the next call */
  gsize            size;
} ThWireFrame;

typedef enum
{
  TH_WIRE_READ_MORE,  /* the next frame is not complete */
  TH_WIRE_READ_FRAME,
  TH_WIRE_READ_ERROR
} ThWireFrameRead;

typedef struct _ThWireFrameReader ThWireFrameReader;

ThWireFrameReader *th_wire_frame_reader_new       (ThWireFrameOrigin   origin);
void               th_wire_frame_reader_free      (ThWireFrameReader  *self);
/* Returns where to put the next bytes of the stream, and how many fit there (never 0 unless an
 * error ended the stream).  th_wire_frame_reader_pushed() tells how many were put there; take all
 * frames before the next call. */
guint8            *th_wire_frame_reader_get_room  (ThWireFrameReader  *self,
                                                   gsize              *size);
void               th_wire_frame_reader_pushed    (ThWireFrameReader  *self,
                                                   gsize               size);
ThWireFrameRead    th_wire_frame_reader_next      (ThWireFrameReader  *self,
                                                   ThWireFrame        *frame,
                                                   GError            **error);
/* The bytes before the magic, with spaces instead of zeros; "" if there were none.  Until the magic
 * has arrived, these are all bytes so far.  Valid until the next call; owned by @self. */
const char        *th_wire_frame_reader_get_noise (ThWireFrameReader  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThWireFrameReader, th_wire_frame_reader_free)

/* Appends a frame to @out; with @level > 0 the payload is packed by zstd if its type may be packed
 * and that makes it smaller.  @size must be within the bound of @type. */
void th_wire_frame_append       (GByteArray      *out,
                                 ThWireFrameType  type,
                                 const void      *payload,
                                 gsize            size,
                                 int              level);

/* Writes the header of a frame that is not packed. */
void th_wire_frame_write_header (guint8          header[TH_WIRE_HEADER_SIZE],
                                 ThWireFrameType type,
                                 gsize           size);

G_END_DECLS
