/* th-note-text.c - the text of a note: paragraphs, lists, code, and links that were typed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-text.h"

#include <string.h>

/* Code first, so that there are no links in it; a time is no part of a longer number or name and
 * has no unit. */
#define PATTERN \
  "`(?<code>[^`\\n]+)`" \
  "|(?<![\\w.…])(?<seconds>\\d{1,9})\\.(?:(?<cpudigits>\\d{3,9}) on CPU (?<cpu>\\d{1,5})(?!\\w)" \
  "|(?<digits>\\d{6,9})(?![\\w.]*\\d|\\w| ?(?:s|ms|µs|us|ns)\\b))" \
  "|(?<![\\w#])(?:packet (?:…|\\.\\.\\.)#(?<any>\\d{1,9})" \
  "|(?:packet )?(?:0x(?<whole>[0-9a-f]{1,16})|(?:…|\\.\\.\\.)(?<tail>[0-9a-f]{4,16}))" \
  "#(?<generation>\\d{1,9}))(?!\\w)"

static GRegex *
get_regex (void)
{
  static gsize regex;

  if (g_once_init_enter (&regex))
    g_once_init_leave (&regex, (gsize) g_regex_new (PATTERN, G_REGEX_OPTIMIZE, 0, NULL));

  return (GRegex *) regex;
}

/* --- blocks ------------------------------------------------------------- */

/* The length of the mark of a list at the start of a line; 0: none. */
static guint
measure_mark (const char      *line,
              guint            length,
              ThNoteBlockKind *kind,
              guint           *number)
{
  guint i = 0;

  *number = 0;
  *kind = TH_NOTE_BLOCK_BULLET;
  if (length >= 2 && (line[0] == '-' || line[0] == '*') && line[1] == ' ')
    return 2;

  *kind = TH_NOTE_BLOCK_NUMBERED;
  while (i < length && i < 4 && g_ascii_isdigit (line[i]))
    *number = *number * 10 + (guint) g_ascii_digit_value (line[i++]);
  if (i > 0 && i + 1 < length && line[i] == '.' && line[i + 1] == ' ')
    return i + 2;

  *kind = TH_NOTE_BLOCK_PARAGRAPH;
  return 0;
}

static gboolean
is_blank (const char *line,
          guint       length)
{
  for (guint i = 0; i < length; i++)
    if (!g_ascii_isspace (line[i]))
      return FALSE;

  return TRUE;
}

GArray *
th_note_text_list_blocks (const char *text)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (ThNoteBlock));
  gboolean is_open = FALSE;

  for (guint at = 0; text[at] != '\0';)
    {
      guint length = (guint) strcspn (text + at, "\n");
      ThNoteBlock block = { .end = at + length };
      guint mark = measure_mark (text + at, length, &block.kind, &block.number);

      block.begin = at + mark;
      if (is_blank (text + at, length))
        is_open = FALSE;
      else if (is_open && mark == 0)
        g_array_index (blocks, ThNoteBlock, blocks->len - 1).end = block.end;
      else
        {
          g_array_append_val (blocks, block);
          is_open = TRUE;
        }
      at += length + (text[at + length] == '\n' ? 1 : 0);
    }

  return blocks;
}

/* --- spans -------------------------------------------------------------- */

static char *
fetch (GMatchInfo *match,
       const char *name)
{
  char *text = g_match_info_fetch_named (match, name);

  if (text != NULL && *text == '\0')
    g_clear_pointer (&text, g_free);

  return text;
}

static gboolean
take_time (GMatchInfo *match,
           ThNoteSpan *span)
{
  g_autofree char *seconds = fetch (match, "seconds"), *cpu = fetch (match, "cpu");
  g_autofree char *digits = fetch (match, cpu != NULL ? "cpudigits" : "digits");
  gint64 fraction;

  if (seconds == NULL || digits == NULL)
    return FALSE;

  fraction = g_ascii_strtoll (digits, NULL, 10);
  span->precision = 1;
  for (gsize i = strlen (digits); i < 9; i++)
    span->precision *= 10;
  span->kind = TH_NOTE_SPAN_TIME;
  span->time = g_ascii_strtoll (seconds, NULL, 10) * G_GINT64_CONSTANT (1000000000) +
               fraction * span->precision;
  span->cpu = cpu != NULL ? (int) g_ascii_strtoll (cpu, NULL, 10) : -1;
  return TRUE;
}

static gboolean
take_packet (GMatchInfo *match,
             ThNoteSpan *span)
{
  g_autofree char *any = fetch (match, "any"), *generation = fetch (match, "generation");
  g_autofree char *whole = fetch (match, "whole"), *tail = fetch (match, "tail");
  gsize n = tail != NULL ? strlen (tail) : 16;

  if (any == NULL && generation == NULL)
    return FALSE;

  span->kind = TH_NOTE_SPAN_PACKET;
  span->generation = (guint32) g_ascii_strtoull (any != NULL ? any : generation, NULL, 10);
  if (any == NULL)
    {
      span->address = g_ascii_strtoull (tail != NULL ? tail : whole, NULL, 16);
      span->address_mask = n < 16 ? (G_GUINT64_CONSTANT (1) << 4 * n) - 1 : G_MAXUINT64;
    }
  return TRUE;
}

GArray *
th_note_text_list_spans (const char *text)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (ThNoteSpan));
  g_autoptr(GMatchInfo) match = NULL;

  for (g_regex_match (get_regex (), text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      ThNoteSpan span = { .time = TH_TIME_NONE, .cpu = -1 };
      int begin, end;

      if (!g_match_info_fetch_named_pos (match, "code", &begin, &end) || begin < 0 || begin == end)
        {
          g_match_info_fetch_pos (match, 0, &begin, &end);
          if (!take_time (match, &span) && !take_packet (match, &span))
            continue;
        }
      span.begin = (guint) begin;
      span.end = (guint) end;
      g_array_append_val (spans, span);
    }

  return spans;
}

/* --- one line ------------------------------------------------------------ */

/* A copy of @text in which NULs are in place of the backticks around code. */
static char *
dup_without_backticks (const char *text)
{
  g_autoptr(GArray) spans = th_note_text_list_spans (text);
  char *copy = g_strdup (text);

  for (guint i = 0; i < spans->len; i++)
    {
      const ThNoteSpan *span = &g_array_index (spans, ThNoteSpan, i);

      if (span->kind == TH_NOTE_SPAN_CODE)
        copy[span->begin - 1] = copy[span->end] = '\0';
    }

  return copy;
}

static void
append_words (GString    *line,
              const char *text,
              guint       length)
{
  for (guint i = 0; i < length; i++)
    if (!g_ascii_isspace (text[i]))
      {
        if (text[i] != '\0')
          g_string_append_c (line, text[i]);
      }
    else if (line->len > 0 && line->str[line->len - 1] != ' ')
      g_string_append_c (line, ' ');
}

char *
th_note_text_dup_line (const char *text)
{
  g_autoptr(GArray) blocks = th_note_text_list_blocks (text);
  g_autofree char *plain = dup_without_backticks (text);
  GString *line = g_string_new (NULL);

  for (guint i = 0; i < blocks->len; i++)
    {
      const ThNoteBlock *block = &g_array_index (blocks, ThNoteBlock, i);

      append_words (line, " ", 1);
      if (block->kind == TH_NOTE_BLOCK_BULLET)
        g_string_append (line, "• ");
      else if (block->kind == TH_NOTE_BLOCK_NUMBERED)
        g_string_append_printf (line, "%u. ", block->number);
      append_words (line, plain + block->begin, block->end - block->begin);
    }

  return g_strchomp (g_string_free (line, FALSE));
}

/* --- links that are written ---------------------------------------------- */

char *
th_note_link_for_time (gint64 time,
                       int    cpu)
{
  gint64 second = G_GINT64_CONSTANT (1000000000);
  g_autofree char *text = NULL;

  if (time < 0)
    return NULL;

  text = g_strdup_printf ("%" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT, time / second, time % second);
  return cpu >= 0 ? g_strdup_printf ("%s on CPU %d", text, cpu) : g_steal_pointer (&text);
}

char *
th_note_link_for_packet (guint64 address,
                         guint32 generation)
{
  return g_strdup_printf ("packet 0x%" G_GINT64_MODIFIER "x#%u", address, generation);
}
