/* th-wire-frame.c - the frames between a window and thresher-agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>
#include <zstd.h>

#include "th-wire-frame.h"

#define READ_AHEAD (64 << 10)
#define MAX_BUFFER (TH_WIRE_HEADER_SIZE + TH_WIRE_MAX_DATA + READ_AHEAD)

const guint8 th_wire_frame_magic[TH_WIRE_MAGIC_SIZE] = "\x7fTHRESHER-AGENT\n";

struct _ThWireFrameReader
{
  ThWireFrameOrigin origin;
  gboolean          in_frames; /* the magic has been seen, or none is needed */
  gboolean          failed;
  guint8           *bytes;
  gsize             begin;     /* of what has not been returned */
  gsize             end;
  gsize             capacity;
  gsize             searched;  /* bytes in which the magic does not begin */
  char             *noise;
  guint8           *unpacked;
};

G_DEFINE_QUARK (th-wire-frame-error-quark, th_wire_frame_error)

/* --- types ------------------------------------------------------------------------------- */

static gboolean
type_has_origin (guint             type,
                 ThWireFrameOrigin origin)
{
  if (origin == TH_WIRE_FROM_WINDOW)
    return type >= TH_WIRE_GREET && type <= TH_WIRE_CLOCK;
  return type >= TH_WIRE_HELLO && type <= TH_WIRE_TIME;
}

static gsize
type_get_bound (guint type)
{
  switch (type)
    {
    case TH_WIRE_START:
    case TH_WIRE_ALIVE:
      return 0;
    case TH_WIRE_FILE:
    case TH_WIRE_PAGES:
    case TH_WIRE_COUNTERS:
      return TH_WIRE_MAX_DATA;
    default:
      return TH_WIRE_MAX_CONTROL;
    }
}

/* Only what is large is packed, so an agent never unpacks what a window sends. */
static gboolean
type_can_be_packed (guint type)
{
  return type_get_bound (type) == TH_WIRE_MAX_DATA;
}

/* --- the reader -------------------------------------------------------------------------- */

ThWireFrameReader *
th_wire_frame_reader_new (ThWireFrameOrigin origin)
{
  ThWireFrameReader *self = g_new0 (ThWireFrameReader, 1);

  self->origin = origin;
  self->in_frames = origin == TH_WIRE_FROM_WINDOW;
  self->capacity = 2 * READ_AHEAD;
  self->bytes = g_malloc (self->capacity);
  return self;
}

void
th_wire_frame_reader_free (ThWireFrameReader *self)
{
  g_free (self->bytes);
  g_free (self->noise);
  g_free (self->unpacked);
  g_free (self);
}

guint8 *
th_wire_frame_reader_get_room (ThWireFrameReader *self,
                               gsize             *size)
{
  *size = 0;
  if (self->failed)
    return NULL;

  if (self->begin > 0)
    {
      memmove (self->bytes, self->bytes + self->begin, self->end - self->begin);
      self->end -= self->begin;
      self->begin = 0;
    }
  /* The buffer follows what has come, and not what a header announces. */
  if (self->capacity - self->end < READ_AHEAD && self->capacity < MAX_BUFFER)
    {
      self->capacity = MIN (2 * self->capacity, MAX_BUFFER);
      self->bytes = g_realloc (self->bytes, self->capacity);
    }
  *size = self->capacity - self->end;
  return self->bytes + self->end;
}

void
th_wire_frame_reader_pushed (ThWireFrameReader *self,
                             gsize              size)
{
  g_return_if_fail (size <= self->capacity - self->end);

  self->end += size;
}

static char *
dup_noise (const guint8 *bytes,
           gsize         size)
{
  char *noise = g_malloc (size + 1);

  for (gsize i = 0; i < size; i++)
    noise[i] = bytes[i] != '\0' ? bytes[i] : ' ';
  noise[size] = '\0';
  return noise;
}

const char *
th_wire_frame_reader_get_noise (ThWireFrameReader *self)
{
  gsize size = MIN (self->end - self->begin, TH_WIRE_MAX_NOISE);

  if (self->in_frames)
    return self->noise != NULL ? self->noise : "";

  g_free (self->noise);
  self->noise = dup_noise (self->bytes + self->begin, size);
  return self->noise;
}

static ThWireFrameRead
fail (ThWireFrameReader *self,
      GError           **error,
      ThWireFrameError   code,
      const char        *message)
{
  self->failed = TRUE;
  g_set_error_literal (error, TH_WIRE_ERROR, code, message);
  return TH_WIRE_READ_ERROR;
}

/* Looks for the magic, after which the frames begin. */
static ThWireFrameRead
find_magic (ThWireFrameReader *self,
            GError           **error)
{
  const guint8 *bytes = self->bytes + self->begin;
  gsize size = self->end - self->begin;
  const guint8 *found;

  found = size < TH_WIRE_MAGIC_SIZE
    ? NULL
    : memmem (bytes + self->searched, size - self->searched, th_wire_frame_magic,
              TH_WIRE_MAGIC_SIZE);
  if (found == NULL)
    self->searched = size < TH_WIRE_MAGIC_SIZE ? 0 : size - TH_WIRE_MAGIC_SIZE + 1;
  if ((found != NULL ? (gsize) (found - bytes) : self->searched) > TH_WIRE_MAX_NOISE)
    return fail (self, error, TH_WIRE_ERROR_NOISE, "The other end is not a thresher-agent");
  if (found == NULL)
    return TH_WIRE_READ_MORE;

  g_free (self->noise);
  self->noise = dup_noise (bytes, found - bytes);
  self->begin += found - bytes + TH_WIRE_MAGIC_SIZE;
  self->in_frames = TRUE;
  return TH_WIRE_READ_FRAME;
}

static guint32
read_u32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_LE (value);
}

static ThWireFrameRead
check_header (ThWireFrameReader *self,
              const guint8      *header,
              GError           **error)
{
  guint type = header[4], flags = header[5];

  if (!type_has_origin (type, self->origin))
    return fail (self, error, TH_WIRE_ERROR_TYPE, "A frame has an unknown type");
  if ((flags & ~TH_WIRE_ZSTD) != 0 || (flags != 0 && !type_can_be_packed (type)) ||
      header[6] != 0 || header[7] != 0)
    return fail (self, error, TH_WIRE_ERROR_FLAGS, "A frame has unknown flags");
  if (read_u32 (header) > type_get_bound (type))
    return fail (self, error, TH_WIRE_ERROR_SIZE, "A frame is larger than its type allows");
  return TH_WIRE_READ_FRAME;
}

/* Replaces a packed payload by what was packed. */
static ThWireFrameRead
unpack (ThWireFrameReader *self,
        ThWireFrame       *frame,
        GError           **error)
{
  const guint8 *packed = frame->payload + sizeof (guint32);
  gsize size, n_packed = frame->size - sizeof (guint32);

  if (frame->size < sizeof (guint32))
    return fail (self, error, TH_WIRE_ERROR_PAYLOAD, "A packed frame is cut short");
  size = read_u32 (frame->payload);
  if (size > type_get_bound (frame->type))
    return fail (self, error, TH_WIRE_ERROR_SIZE, "A packed frame is larger than its type allows");

  g_free (self->unpacked);
  self->unpacked = g_malloc (MAX (size, 1));
  /* The first condition excludes several frames one after the other. */
  if (ZSTD_findFrameCompressedSize (packed, n_packed) != n_packed ||
      ZSTD_decompress (self->unpacked, size, packed, n_packed) != size)
    return fail (self, error, TH_WIRE_ERROR_PAYLOAD, "A packed frame is damaged");

  frame->payload = self->unpacked;
  frame->size = size;
  return TH_WIRE_READ_FRAME;
}

ThWireFrameRead
th_wire_frame_reader_next (ThWireFrameReader *self,
                           ThWireFrame       *frame,
                           GError           **error)
{
  const guint8 *header;
  gsize size;

  if (self->failed)
    return fail (self, error, TH_WIRE_ERROR_PAYLOAD, "The stream is damaged");
  if (!self->in_frames)
    {
      ThWireFrameRead found = find_magic (self, error);

      if (found != TH_WIRE_READ_FRAME)
        return found;
    }
  if (self->end - self->begin < TH_WIRE_HEADER_SIZE)
    return TH_WIRE_READ_MORE;

  header = self->bytes + self->begin;
  if (check_header (self, header, error) == TH_WIRE_READ_ERROR)
    return TH_WIRE_READ_ERROR;
  size = read_u32 (header);
  if (self->end - self->begin - TH_WIRE_HEADER_SIZE < size)
    return TH_WIRE_READ_MORE;

  *frame = (ThWireFrame) { header[4], header + TH_WIRE_HEADER_SIZE, size };
  self->begin += TH_WIRE_HEADER_SIZE + size;
  return header[5] & TH_WIRE_ZSTD ? unpack (self, frame, error) : TH_WIRE_READ_FRAME;
}

/* --- writing ----------------------------------------------------------------------------- */

static void
free_context (gpointer context)
{
  ZSTD_freeCCtx (context);
}

/* Making a context costs more than packing a small batch, so each thread keeps one. */
static ZSTD_CCtx *
get_context (void)
{
  static GPrivate context = G_PRIVATE_INIT (free_context);

  if (g_private_get (&context) == NULL)
    g_private_set (&context, ZSTD_createCCtx ());
  return g_private_get (&context);
}

void
th_wire_frame_write_header (guint8          header[TH_WIRE_HEADER_SIZE],
                            ThWireFrameType type,
                            gsize           size)
{
  guint32 little = GUINT32_TO_LE ((guint32) size);

  g_return_if_fail (size <= type_get_bound (type));

  memset (header, 0, TH_WIRE_HEADER_SIZE);
  memcpy (header, &little, sizeof little);
  header[4] = type;
}

static void
append_header (GByteArray *out,
               guint       type,
               guint       flags,
               gsize       size)
{
  guint8 header[TH_WIRE_HEADER_SIZE];

  th_wire_frame_write_header (header, type, size);
  header[5] = flags;
  g_byte_array_append (out, header, sizeof header);
}

/* FALSE, with @out as it was, if packing gains nothing. */
static gboolean
append_packed (GByteArray     *out,
               ThWireFrameType type,
               const void     *payload,
               gsize           size,
               int             level)
{
  guint32 little = GUINT32_TO_LE ((guint32) size);
  guint begin = out->len;
  gsize packed;

  if (size <= sizeof little)
    return FALSE;

  append_header (out, type, TH_WIRE_ZSTD, 0);
  g_byte_array_append (out, (const guint8 *) &little, sizeof little);
  g_byte_array_set_size (out, out->len + size);
  /* What does not fit into the space of the unpacked payload is an error of zstd. */
  packed = ZSTD_compressCCtx (get_context (), out->data + out->len - size, size - sizeof little,
                              payload, size, MIN (level, ZSTD_maxCLevel ()));
  if (ZSTD_isError (packed))
    {
      g_byte_array_set_size (out, begin);
      return FALSE;
    }
  g_byte_array_set_size (out, begin + TH_WIRE_HEADER_SIZE + sizeof little + packed);
  little = GUINT32_TO_LE ((guint32) (sizeof little + packed));
  memcpy (out->data + begin, &little, sizeof little);
  return TRUE;
}

void
th_wire_frame_append (GByteArray     *out,
                      ThWireFrameType type,
                      const void     *payload,
                      gsize           size,
                      int             level)
{
  g_return_if_fail (size <= type_get_bound (type));

  if (level > 0 && type_can_be_packed (type) && append_packed (out, type, payload, size, level))
    return;
  append_header (out, type, 0, size);
  if (size > 0)
    g_byte_array_append (out, payload, size);
}
