/* output.h -- the files of a run, all or nothing: written as drafts, then renamed. */
#ifndef FED_WRITERS_OUTPUT_H
#define FED_WRITERS_OUTPUT_H

#include "core/folder.h"
#include "writers/writer.h"

/* What may be in the directory already: nothing; anything, of which fedomp's own is replaced; a
 * study to go on with. */
typedef enum fed_output_mode {
    FED_OUTPUT_NEW,
    FED_OUTPUT_FORCE,
    FED_OUTPUT_RESUME,
    FED_OUTPUT_PART, /* the same, and others run other parts of it */
} fed_output_mode;
fed_status fed_output_open(fed_folder *folder, const char *dir, fed_output_mode mode,
                           fed_error *error);
/* Whether run.yaml is there. Its hash, when it tells one. */
bool fed_output_is_complete(const fed_folder *folder, char hash[65]);
/* All files of the study, run.yaml last: its presence means that the run is complete. Where the
 * directory was removed in the meantime they go to a new one beside it, and the error says so. */
fed_status fed_output_write(const fed_study *study, const fed_folder *folder, fed_error *error);

#endif
