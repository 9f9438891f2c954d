/* th-txt-line.h - what one line of a text trace is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-txt-token.h"

G_BEGIN_DECLS

#define TH_TXT_MAX_NAME 128

typedef enum
{
  TH_TXT_OTHER,   /* more text of the event before, or nothing of ours */
  TH_TXT_EVENT,
  TH_TXT_COMMENT, /* `#` */
  TH_TXT_LOST,
  TH_TXT_SWITCH,  /* `0)  a-1  =>  b-2` of function_graph */
  TH_TXT_NOISE,   /* ends the text of an event, says nothing */
  TH_TXT_RAW      /* an event of the option "raw": only numbers */
} ThTxtKind;

typedef enum
{
  TH_TXT_FTRACE,
  TH_TXT_LATENCY,
  TH_TXT_GRAPH,
  TH_TXT_PERF
} ThTxtStyle;

/**
 * ThTxtLine:
 * @time: ns or ticks, as @unit says
 * @cpu: number, or %TH_TXT_NO_CPU
 * @pid: -1 if the line does not tell
 * @system: empty unless the line tells it
 * @info: what the event says, without its name
 * @duration: ns of a function_graph line, or -1
 * @lost: -1: unknown
 *
 * Parts point into the line, or are static.
 */
typedef struct
{
  ThTxtKind  kind;
  ThTxtStyle style;
  ThTxtUnit  unit;
  gint64     time;
  guint      cpu;
  gint32     pid;
  gint32     tgid;
  ThTxtPart  comm;
  ThTxtPart  system;
  ThTxtPart  name;
  ThTxtPart  info;
  gint64     duration;
  gint64     lost;
  gint32     next_pid; /* of a TH_TXT_SWITCH */
  ThTxtPart  next_comm;
  char       made[TH_TXT_MAX_NAME];
} ThTxtLine;

/* Fills @line from [@text, @text + @size), a line without its end. */
void th_txt_parse_line (const char *text,
                        gsize       size,
                        ThTxtLine  *line);

G_END_DECLS
