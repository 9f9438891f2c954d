/* th-perfdata-features.h - the features after the data of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-file.h"

G_BEGIN_DECLS

/* Some of the features, by their bits in the header. */
enum
{
  TH_PF_F_TRACING_DATA = 1,
  TH_PF_F_BUILD_ID = 2,
  TH_PF_F_DIR_FORMAT = 24,
  TH_PF_F_COMPRESSED = 27,
  TH_PF_F_SIMPLEPERF = 128, /* simpleperf's list of files; higher bits are not perf's either */
  TH_PF_F_SIMPLEPERF_FACTS = 129
};

void th_pf_file_read_feature  (ThPfFile     *self,
                               guint         feature,
                               ThByteCursor *cursor);
/* Processes a record with the build id of a module: of the feature, or of a pipe. */
void th_pf_file_take_build_id (ThPfFile     *self,
                               const guint8 *record,
                               guint32       size);

G_END_DECLS
