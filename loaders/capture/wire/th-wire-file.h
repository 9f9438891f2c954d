/* th-wire-file.h - the texts of tracefs that belong to a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The payload of TH_WIRE_FILE: kind u8, flags u8, size of the name u16, the name (UTF-8, without
 * NUL), then bytes of the text.  A text longer than a frame comes in several frames; all but the
 * last have TH_WIRE_FILE_MORE.  The texts up to TH_WIRE_FILE_FTRACE_FORMAT and the formats of the
 * events that are on come before TH_WIRE_STARTED; the others follow while it records.
 */
#pragma once

#include "th-wire-frame.h"

G_BEGIN_DECLS

typedef enum
{
  TH_WIRE_FILE_HEADER_PAGE = 1, /* of the instance, whose sub-buffers may have another size */
  TH_WIRE_FILE_HEADER_EVENT,
  TH_WIRE_FILE_FTRACE_FORMAT,   /* name: the event of the system ftrace */
  TH_WIRE_FILE_FORMAT,          /* name: "system/event" */
  TH_WIRE_FILE_KALLSYMS,
  TH_WIRE_FILE_PRINTK,          /* printk_formats */
  TH_WIRE_FILE_CMDLINES,        /* saved_cmdlines: "PID NAME" a line */
  TH_WIRE_FILE_KPROBE_PROFILE   /* of the agent's own probes, at the end */
} ThWireFileKind;

#define TH_WIRE_FILE_MORE 1
/* Bounds of all frames of a recording together. */
#define TH_WIRE_FILE_MAX_TOTAL (256 << 20)
#define TH_WIRE_FILE_MAX_FORMATS 65536

typedef struct
{
  ThWireFileKind kind;
  gboolean       more;
  char          *name; /* free with g_free() */
  const guint8  *text; /* in the frame */
  gsize          size;
} ThWireFile;

/* Appends a text as one frame or several; @name is "" where the kind has none.  With @more, the
 * next call goes on with the same text. */
void     th_wire_file_append (GByteArray     *out,
                              ThWireFileKind  kind,
                              const char     *name,
                              const void     *text,
                              gsize           size,
                              gboolean        more,
                              int             level);
/* FALSE and TH_WIRE_ERROR_PAYLOAD if the frame is not such a text, or if its name cannot be that of
 * an event. */
gboolean th_wire_file_parse  (const ThWireFrame *frame,
                              ThWireFile        *file,
                              GError           **error);

G_END_DECLS
