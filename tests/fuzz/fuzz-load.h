/* fuzz-load.h - passes bytes to a loader, for the fuzz targets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-loaders.h"

G_BEGIN_DECLS

/* Opens and loads the bytes with @loader, on one thread, and reads the result. */
void fuzz_load (const ThLoader *loader,
                const void     *data,
                gsize           size);
/* Does that with columns that are kept and with ones that are decoded again for nearly each row;
 * both must be the same. */
void fuzz_load_again (const ThLoader *loader,
                      const void     *data,
                      gsize           size);

G_END_DECLS
