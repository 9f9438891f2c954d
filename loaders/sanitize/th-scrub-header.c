/* th-scrub-header.c - finds personal data in the header of a trace.dat, or overwrites it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scrub-header.h"

#include <string.h>

#include "th-scrub-text.h"

/* The options of trace-cmd.dat.v7(5). */
enum
{
  OPTION_CPUSTAT = 2,
  OPTION_UNAME = 5,
  OPTION_VERSION = 9,
  OPTION_MAPS = 10,
  OPTION_GUEST = 13,
  OPTION_LAST_KNOWN = 14
};

/* A function for each line of a text, without its line feed and NUL. */
typedef void (*LineFunc) (ThRenames *renames,
              char      *line,
              gsize      size);

static void
foreach_line (ThRenames *renames,
              char      *text,
              gsize      size,
              LineFunc   func)
{
  for (gsize begin = 0, end; begin < size; begin = end + 1)
    {
      for (end = begin; end < size && text[end] != '\n' && text[end] != '\0'; end++)
        ;
      if (end > begin)
        func (renames, text + begin, end - begin);
    }
}

/* Where the word after the @n-th space begins; @size if there is none. */
static gsize
find_word (const char *line,
           gsize       size,
           guint       n)
{
  gsize at = 0;

  for (; n > 0; n--)
    {
      while (at < size && line[at] != ' ')
        at++;
      at += at < size;
    }
  return at;
}

static gsize
word_length (const char *line,
             gsize       size,
             gsize       at)
{
  gsize end = at;

  while (end < size && line[end] != ' ')
    end++;
  return end - at;
}

/* "Linux guest 6.1.0-56-amd64 x86_64", or all of `uname -a`. */
static void
scrub_uname (ThRenames *renames,
             char      *line,
             gsize      size)
{
  gsize host = find_word (line, size, 1), release = find_word (line, size, 2);
  gsize rest = find_word (line, size, 3);

  th_scrub_host (renames, line + host, word_length (line, size, host));
  th_scrub_release (renames, line + release, word_length (line, size, release));
  th_scrub_text (renames, TH_SCRUB_PATHS, line + rest, size - rest);
}

static void
scrub_task_line (ThRenames *renames,
                 char      *line,
                 gsize      size)
{
  gsize name = find_word (line, size, 1);

  if (name < size)
    th_renames_name (renames, TH_PERSONAL_TASKS, line + name, size - name);
}

/* "PID COUNT PATH" is the head of a task, "BEGIN END PATH" a library of it. */
static void
scrub_map_line (ThRenames *renames,
                char      *line,
                gsize      size)
{
  gsize path = find_word (line, size, 2);

  th_scrub_path (renames, line + path, size - path);
}

/* The name of a guest is followed by numbers, whose bytes are not to be taken for a text. */
static void
scrub_guest (ThRenames *renames,
             char      *data,
             gsize      size)
{
  th_scrub_host (renames, data, strnlen (data, size));
}

/* "Buffer: NAME" begins the statistics of a buffer, "entries: 3294" is one of them, whose name may
 * be that of a task, too. */
static void
scrub_statistics_line (ThRenames *renames,
                       char      *line,
                       gsize      size)
{
  static const char head[] = "Buffer: ";
  const gsize n = sizeof head - 1;

  if (size > n && memcmp (line, head, n) == 0)
    th_scrub_text (renames, TH_SCRUB_ALL, line + n, size - n);
  else
    th_scrub_text (renames, TH_SCRUB_ADDRESSES | TH_SCRUB_PATHS, line, size);
}

static void
scrub_any_line (ThRenames *renames,
                char      *line,
                gsize      size)
{
  th_scrub_text (renames, TH_SCRUB_ALL, line, size);
}

void
th_scrub_option (ThRenames *renames,
                 guint      id,
                 char      *data,
                 gsize      size)
{
  switch (id)
    {
    case OPTION_CPUSTAT:
      foreach_line (renames, data, size, scrub_statistics_line);
      break;
    case OPTION_UNAME:
      foreach_line (renames, data, size, scrub_uname);
      break;
    case OPTION_MAPS:
      foreach_line (renames, data, size, scrub_map_line);
      break;
    case OPTION_GUEST:
      scrub_guest (renames, data, size);
      break;
    case OPTION_VERSION: /* its number may look like an address */
      th_scrub_text (renames, TH_SCRUB_PATHS, data, size);
      break;
    default:
      if (id > OPTION_LAST_KNOWN)
        foreach_line (renames, data, size, scrub_any_line);
      break;
    }
}

void
th_scrub_names (ThRenames *renames,
                char      *data,
                gsize      size)
{
  if (size > 8)
    foreach_line (renames, data + 8, size - 8, scrub_task_line);
}

void
th_scrub_counters (ThRenames *renames,
                   char      *data,
                   gsize      size)
{
  th_scrub_text (renames, TH_SCRUB_ADDRESSES, data, size);
}
