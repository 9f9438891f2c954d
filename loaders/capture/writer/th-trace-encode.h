/* th-trace-encode.h - numbers, texts and sections of a trace.dat, in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TH_TRACE_SECTION_HEADER 16

/* The ids of sections, and of the options that refer to them. */
enum
{
  TH_TRACE_OPTIONS = 0, /* also the end of a list of options */
  TH_TRACE_CPU_STATISTICS = 2,
  TH_TRACE_BUFFER = 3,
  TH_TRACE_CLOCK = 4,
  TH_TRACE_UNAME = 5,
  TH_TRACE_OFFSET = 7,
  TH_TRACE_CPU_COUNT = 8,
  TH_TRACE_VERSION = 9,
  TH_TRACE_STRINGS = 15,
  TH_TRACE_HEADER_INFO = 16,
  TH_TRACE_FTRACE_EVENTS = 17,
  TH_TRACE_EVENT_FORMATS = 18,
  TH_TRACE_KALLSYMS = 19,
  TH_TRACE_PRINTK = 20,
  TH_TRACE_CMDLINES = 21,
  /* Our own.  No option refers to them, because trace-cmd complains of unknown options; it skips
   * unknown sections. */
  TH_TRACE_COUNTERS = 0x5448,
  TH_TRACE_ORIGIN
};

void    th_trace_store      (guint8       *at,
                             guint64       value,
                             guint         size,
                             gboolean      big_endian);
guint64 th_trace_fetch      (const guint8 *at,
                             guint         size,
                             gboolean      big_endian);

void    th_trace_put        (GByteArray   *out,
                             guint64       value,
                             guint         size,
                             gboolean      big_endian);
/* With its NUL. */
void    th_trace_put_string (GByteArray   *out,
                             const char   *text);
/* The header of a section whose contents have @size bytes. */
void    th_trace_put_section (GByteArray  *out,
                              guint        id,
                              guint64      size,
                              gboolean     big_endian);
/* A number of @width bytes, then the bytes. */
void    th_trace_put_sized  (GByteArray   *out,
                             guint         width,
                             const void   *data,
                             gsize         size,
                             gboolean      big_endian);
/* An option whose data are a text with its NUL. */
void    th_trace_put_text_option (GByteArray *out,
                                  guint       id,
                                  const char *text,
                                  gboolean    big_endian);
/* An option whose data are one number. */
void    th_trace_put_number_option (GByteArray *out,
                                    guint       id,
                                    guint64     value,
                                    guint       size,
                                    gboolean    big_endian);

G_END_DECLS
