/* th-txt-line.h - classifies one line of a text trace
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-txt-token.h"

G_BEGIN_DECLS

#define TH_TXT_MAX_NAME 128

typedef enum
{
  TH_TXT_OTHER,   /* a continuation of the event before, or unrelated text */
  TH_TXT_EVENT,
  TH_TXT_COMMENT, /* `#` */
  TH_TXT_LOST,
  TH_TXT_SWITCH,  /* `0)  a-1  =>  b-2` of function_graph */
  TH_TXT_NOISE,   /* ends the text of an event, otherwise ignored */
  TH_TXT_RAW,     /* an event of the option "raw", which has only numbers */
  TH_TXT_BINARY   /* damage: ends the text of an event */
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
 * @time: ns or ticks, according to @unit
 * @cpu: number, or %TH_TXT_NO_CPU
 * @pid: -1 if the line has none
 * @system: empty if the line has none
 * @info: the text of the event without its name
 * @duration: ns of a function_graph line, or -1
 * @lost: number of lost events; -1: unknown
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
  gint32     next_pid; /* for a TH_TXT_SWITCH */
  ThTxtPart  next_comm;
  char       made[TH_TXT_MAX_NAME];
} ThTxtLine;

/* Fills @line from [@text, @text + @size), a line without its newline. */
void th_txt_parse_line (const char *text,
                        gsize       size,
                        ThTxtLine  *line);

G_END_DECLS
