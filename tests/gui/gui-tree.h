/* gui-tree.h - drives the program as a screen reader does: only through the accessibility bus
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program runs as a separate process with GTK's AT-SPI backend, and the tests see it only
 * through the bus of at-spi2-core.  Interfaces, roles and states are those of the XML and headers
 * of that package.  Waiting ends after a minute: then the tree is printed and the test fails.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Bits of TreeNode.states: AtspiStateType. */
#define TREE_EXPANDED  10
#define TREE_FOCUSABLE 11
#define TREE_SELECTED  23
/* GTK 4.8 sets SHOWING only for windows. */
#define TREE_VISIBLE   30

typedef struct
{
  char       *bus;
  char       *path;
  char       *name;
  char       *role;
  char       *description;
  guint64     states;
  guint       depth;
} TreeNode;

/* Connects to the bus of the session in which the test runs. */
void       tree_connect        (const char     *program);
/* Starts the program with empty settings.  @arguments: NULL-terminated, or NULL. */
void       tree_start          (const char     *const *arguments);
/* Ends the program by a signal; fails if it has ended before. */
void       tree_stop           (void);

void       tree_node_free      (gpointer        node);
gboolean   tree_has_state      (const TreeNode *node,
                                guint           state);
/* Returns (element-type TreeNode) the visible objects at and below @root, or all if that is NULL.
 * */
GPtrArray *tree_read           (const TreeNode *root);
/* Waits for the object of @role (NULL: any) that is called @name, or else contains it in its name,
 * and contains @description in its description unless that is NULL.  Free with tree_node_free().
 * */
TreeNode  *tree_await          (const char     *role,
                                const char     *name);
TreeNode  *tree_await_told     (const char     *role,
                                const char     *name,
                                const char     *description);
/* Likewise, but returns NULL if there is none. */
TreeNode  *tree_find           (const char     *role,
                                const char     *name,
                                const char     *description);
/* Waits for window number @index of the program, from 0. */
TreeNode  *tree_await_window   (guint           index);
/* Waits until the program has @n windows. */
void       tree_await_windows  (guint           n);

/* Perform the first action of @node, or the action @name; fail the test if there is none. */
void       tree_do             (const TreeNode *node);
void       tree_do_action      (const TreeNode *node,
                                const char     *name);
/* Activates an action of the first window, such as "win.fold". */
void       tree_activate       (const char     *name);
/* Waits for an object and performs its first action. */
void       tree_press          (const char     *role,
                                const char     *name);
/* Replaces the text of an editable object. */
void       tree_write          (const char     *role,
                                const char     *name,
                                const char     *text);

G_END_DECLS
