/* th-report-format.h - the interface of the formats of a report: HTML and Markdown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All texts are plain and may be untrusted: a format makes control characters visible and escapes
 * its markup.  Cells of a ThTextTable are printable already.
 */
#pragma once

#include "th-text-table.h"
#include "th-note-text.h"
#include "th-notes.h"
#include "th-theme.h"

G_BEGIN_DECLS

typedef enum
{
  TH_REPORT_ROWS, /* the first row has the titles of the columns */
  TH_REPORT_PAIRS /* each row has a name and a value */
} ThReportShape;

/**
 * ThReportPicture:
 * @id: a number of its own in the document
 * @light, @dark: SVG documents; %NULL if it is in a file
 * @file: name of a file beside the document; or %NULL
 * @title, @description: what it shows, in words
 */
typedef struct
{
  guint       id;
  GByteArray *light;
  GByteArray *dark;
  char       *file;
  char       *title;
  char       *description;
} ThReportPicture;

/**
 * ThReportRows:
 * @title: of the column of pictures
 * @pictures: (element-type ThReportPicture): for each row but that of the titles; or %NULL
 * @ids: (element-type utf8): names of these rows in the document, for links; or %NULL
 * @notes: (element-type GPtrArray of ThNote): what is written about these rows; or %NULL
 */
typedef struct
{
  const char *title;
  GArray     *pictures;
  GPtrArray  *ids;
  GPtrArray  *notes;
} ThReportRows;

/* What a color stands for, in the light theme and in the dark one. */
typedef struct
{
  ThColor     colors[2];
  const char *name;
} ThReportKey;

/**
 * ThReportLinks:
 * @find: returns the name of the part of the document that shows what a link of a note leads to;
 *   %NULL if none does.  Free with g_free()
 */
typedef struct
{
  char     *(*find) (const ThNoteSpan *span,
                     gpointer          data);
  gpointer    data;
} ThReportLinks;

/**
 * ThReportFormat:
 * @suffix: of the name of the file
 * @has_files: whether pictures are files beside the document
 * @figures: few numbers that matter most: pairs of a value and what it is
 * @list: (element-type utf8): sentences
 * @table: @title is what it has, for those who cannot see its surroundings; @rows is what a
 *   format with files leaves out, or %NULL
 * @legend: (element-type ThReportKey): of the pictures in a table
 * @note_begin: the head of a note; @subject may be %NULL
 * @reference: a sentence that leads to the part @target of the document
 * @entry: the note itself or a reply
 */
typedef struct
{
  const char *suffix;
  gboolean    has_files;
  void      (*begin)      (GString *text, const char *title, const char *subtitle);
  void      (*heading)    (GString *text, guint level, const char *title);
  void      (*paragraph)  (GString *text, const char *words);
  void      (*list)       (GString *text, GPtrArray *lines);
  void      (*figures)    (GString *text, const ThTextTable *table);
  void      (*table)      (GString *text, const ThTextTable *table, ThReportShape shape,
                           const char *title, const ThReportRows *rows);
  void      (*legend)     (GString *text, GArray *keys);
  void      (*picture)    (GString *text, const ThReportPicture *picture);
  void      (*note_begin) (GString *text, const ThNote *note, const char *subject);
  void      (*reference)  (GString *text, const char *words, const char *target);
  void      (*entry)      (GString *text, const ThNote *entry, const ThReportLinks *links);
  void      (*note_end)   (GString *text);
  void      (*end)        (GString *text);
} ThReportFormat;

extern const ThReportFormat th_report_html;
extern const ThReportFormat th_report_markdown;

/* The time at which the entry was written, in the zone of this machine: "2026-11-22 15:02".  Free
 * with g_free(). */
char *th_report_dup_date  (const ThNote *entry);
/* "Ann" and, where it applies, that the entry was edited.  Printable; free with g_free(). */
char *th_report_dup_author (const ThNote *entry);
/* Whether the note is open, or who resolved it.  Printable; free with g_free(). */
char *th_report_dup_state (const ThNote *note);
/* The text of the entry, or that it was deleted. */
const char *th_report_get_text (const ThNote *entry);
typedef enum
{
  TH_REPORT_PLAIN,
  TH_REPORT_CODE,
  TH_REPORT_LINK
} ThReportSpan;

/* Appends @size bytes of the text of a note.  @target: the name of a part of the document, for a
 * link. */
typedef void (* ThReportSpanFunc) (GString      *text,
                                   ThReportSpan  kind,
                                   const char   *bytes,
                                   gsize         size,
                                   const char   *target);
/* Appends a block of the text of a note, @plain, without the backticks around code.  @spans: those
 * of the text. */
void  th_report_append_block (GString             *text,
                              const char          *plain,
                              GArray              *spans,
                              const ThNoteBlock   *block,
                              const ThReportLinks *links,
                              ThReportSpanFunc     append);
/* The name of the part of the document that has the note or the packet.  Free with g_free(). */
char *th_report_name_note    (const ThNote        *note);
char *th_report_name_packet  (guint                recording,
                              guint32              flow);
char *th_report_name_row     (guint                comparison,
                              guint                row);
/* What a link to the note is called: "Note 3, Ann".  Free with g_free(). */
char *th_report_dup_link     (const ThNote        *note);
/* The last lines of a report.  Free with g_free(). */
char *th_report_dup_end   (void);

G_END_DECLS
