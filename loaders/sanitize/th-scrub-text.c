/* th-scrub-text.c - finds personal data in texts, or overwrites it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scrub-text.h"

#include <string.h>

#include "th-word.h"

#define MAX_TOKEN 4096u /* bytes of a path or a name; what follows is looked at separately */

typedef struct
{
  ThRenames   *renames;
  ThScrubFlags flags;
  char        *text;
  gsize        size;
} Text;

/* --- parts of a text ----------------------------------------------------- */

/* Calls th_renames_name() for each part between @separators. */
static void
scrub_parts (ThRenames      *renames,
             ThPersonalKind  kind,
             char           *text,
             gsize           size,
             const char     *separators)
{
  for (gsize begin = 0, end; begin < size; begin = end + 1)
    {
      for (end = begin; end < size && text[end] != '\0' && strchr (separators, text[end]) == NULL;
           end++)
        ;
      if (end > begin)
        th_renames_name (renames, kind, text + begin, end - begin);
    }
}

void
th_scrub_host (ThRenames *renames,
               char      *host,
               gsize      size)
{
  scrub_parts (renames, TH_PERSONAL_HOSTS, host, size, ".");
}

void
th_scrub_release (ThRenames *renames,
                  char      *release,
                  gsize      size)
{
  scrub_parts (renames, TH_PERSONAL_BUILD, release, size, ".-+~ ");
}

/* Whether the component before @at is that of the homes of users. */
static gboolean
is_home (const char *path,
         gsize       at)
{
  static const char *const homes[] = { "home", "Users" };

  for (guint i = 0; i < G_N_ELEMENTS (homes); i++)
    {
      gsize length = strlen (homes[i]) + 1;

      if (at > length && path[at - 1] == '/' && path[at - length - 1] == '/' &&
          memcmp (path + at - length, homes[i], length - 1) == 0)
        return TRUE;
    }
  return FALSE;
}

void
th_scrub_path (ThRenames *renames,
               char      *path,
               gsize      size)
{
  for (gsize begin = 0, end; begin < size; begin = end + 1)
    {
      for (end = begin; end < size && path[end] != '/' && path[end] != '\0'; end++)
        ;
      if (end > begin)
        th_renames_name (renames, is_home (path, begin) ? TH_PERSONAL_USERS : TH_PERSONAL_PATHS,
                         path + begin, end - begin);
    }
}

/* A word may be an option with a value, a list of values, or a path. */
static void
scrub_argument (ThRenames *renames,
                char      *word,
                gsize      size)
{
  char *value = word[0] == '-' ? memchr (word, '=', size) : word;
  gsize length;

  if (value == NULL)
    return;
  if (value != word)
    value++;
  length = size - (gsize) (value - word);
  th_scrub_text (renames, TH_SCRUB_ADDRESSES, value, length);
  if (memchr (value, '/', length) != NULL)
    th_scrub_path (renames, value, length);
  else
    scrub_parts (renames, TH_PERSONAL_COMMANDS, value, length, "=,:;.@\"'()[]{}");
}

void
th_scrub_command (ThRenames *renames,
                  char      *command,
                  gsize      size)
{
  for (gsize begin = 0, end; begin < size; begin = end + 1)
    {
      for (end = begin; end < size && command[end] != '\0' && !g_ascii_isspace (command[end]);
           end++)
        ;
      if (end > begin)
        scrub_argument (renames, command + begin, end - begin);
    }
}

/* --- any text ------------------------------------------------------------- */

/* Each of these returns the number of bytes that it recognized at @at, or 0. */

/* Whether the digits at @at continue a number with a point. */
static gboolean
is_in_number (const Text *self,
              gsize       at)
{
  return at > 1 && self->text[at - 1] == '.' && g_ascii_isdigit (self->text[at - 2]);
}

static gsize
take_address (Text  *self,
              gsize  at)
{
  ThAddressFamily family;
  guint8 address[TH_ADDRESS_MAX];
  gsize length;

  if ((self->flags & TH_SCRUB_ADDRESSES) == 0 || is_in_number (self, at) ||
      (!g_ascii_isxdigit (self->text[at]) && self->text[at] != ':') ||
      (length = th_address_parse (self->text + at, self->size - at, &family, address)) == 0 ||
      (family != TH_ADDRESS_V4 && at > 0 && self->text[at - 1] == ':'))
    return 0;

  th_renames_address_text (self->renames, family, address, self->text + at, length);
  return length;
}

static gboolean
is_in_path (char byte)
{
  return th_is_word (byte) || (byte != '\0' && strchr ("/.-+~@%=#", byte) != NULL);
}

static gsize
find_end (const Text *self,
          gsize       at,
          gboolean  (*is_in) (char))
{
  gsize max = MIN (self->size, at + MAX_TOKEN);

  while (at < max && is_in (self->text[at]))
    at++;
  return at;
}

static gsize
match_name (const Text *self,
            gsize       at)
{
  return (self->flags & TH_SCRUB_NAMES) != 0 && th_renames_is_frozen (self->renames)
         ? th_renames_match (self->renames, self->text, self->size, at) : 0;
}

/* The last component of a path may be a name with blanks that was found elsewhere.  Returns where
 * the path ends. */
static gsize
scrub_path_at (Text  *self,
               gsize  begin,
               gsize  end)
{
  gsize last = end, length;

  while (self->text[last - 1] != '/')
    last--;
  length = last < end ? match_name (self, last) : 0;
  if (last + length <= end)
    {
      th_scrub_path (self->renames, self->text + begin, end - begin);
      return end;
    }
  th_scrub_path (self->renames, self->text + begin, last - begin);
  th_renames_replace (self->renames, self->text + last, length);
  return last + length;
}

/* A slash may also be a division, or stand between words: a path begins with one, and has a second
 * one or a directory that is known. */
static gsize
take_path (Text  *self,
           gsize  at)
{
  gsize end, second;

  if ((self->flags & TH_SCRUB_PATHS) == 0 || self->text[at] != '/' ||
      (at > 0 && th_is_word (self->text[at - 1])))
    return 0;

  end = find_end (self, at, is_in_path);
  while (end > at + 1 && strchr (".=-", self->text[end - 1]) != NULL)
    end--;
  for (second = at + 1; second < end && self->text[second] != '/'; second++)
    ;
  if (second - at < 3 || !th_is_word (self->text[second - 1]) ||
      (second == end && !th_personal_keeps_component (self->text + at + 1, second - at - 1)))
    return 0;

  return scrub_path_at (self, at, end) - at;
}

static gboolean
is_in_host (char byte)
{
  return g_ascii_isalnum (byte) || byte == '-' || byte == '.';
}

static gboolean
is_in_user (char byte)
{
  return th_is_word (byte) || byte == '-' || byte == '.' || byte == '+';
}

static void
scrub_host_at (Text  *self,
               gsize  begin,
               gsize  end)
{
  ThAddressFamily family;
  guint8 address[TH_ADDRESS_MAX];

  if (end > begin &&
      th_address_parse (self->text + begin, end - begin, &family, address) == end - begin)
    th_renames_address_text (self->renames, family, address, self->text + begin, end - begin);
  else
    th_scrub_host (self->renames, self->text + begin, end - begin);
}

/* "://host" */
static gsize
take_link (Text  *self,
           gsize  at)
{
  gsize end;

  if ((self->flags & TH_SCRUB_PATHS) == 0 || self->size - at < 4 ||
      memcmp (self->text + at, "://", 3) != 0)
    return 0;

  end = find_end (self, at + 3, is_in_host);
  scrub_host_at (self, at + 3, end);
  return end - at;
}

/* "user@host" */
static gsize
take_user (Text  *self,
           gsize  at)
{
  gsize middle, end;

  if ((self->flags & TH_SCRUB_PATHS) == 0 || !th_is_word (self->text[at]))
    return 0;

  middle = find_end (self, at, is_in_user);
  if (middle == self->size || self->text[middle] != '@')
    return 0;
  end = find_end (self, middle + 1, is_in_host);
  while (end > middle + 1 && !g_ascii_isalnum (self->text[end - 1]))
    end--;
  if (end - middle < 3)
    return 0;

  scrub_parts (self->renames, TH_PERSONAL_USERS, self->text + at, middle - at, ".+");
  scrub_host_at (self, middle + 1, end);
  return end - at;
}

static gsize
take_name (Text  *self,
           gsize  at)
{
  gsize length = match_name (self, at);

  if (length > 0)
    th_renames_replace (self->renames, self->text + at, length);
  return length;
}

/* What nothing else recognizes: a byte, or the rest of a word. */
static gsize
skip (const Text *self,
      gsize       at)
{
  gsize end = at + 1;

  while (th_is_word (self->text[at]) && end < self->size && th_is_word (self->text[end]))
    end++;
  return end - at;
}

void
th_scrub_text (ThRenames    *renames,
               ThScrubFlags  flags,
               char         *text,
               gsize         size)
{
  static gsize (*const takers[]) (Text *, gsize) = {
    take_address, take_link, take_path, take_user, take_name
  };
  Text self = { renames, flags, text, size };

  for (gsize at = 0; at < size;)
    {
      gsize taken = 0;

      for (guint i = 0; i < G_N_ELEMENTS (takers) && taken == 0; i++)
        taken = takers[i] (&self, at);
      at += taken > 0 ? taken : skip (&self, at);
    }
}
