/* scratch.h -- a file without a name in .fedomp, for what would not fit in memory. It goes with the
 * process, however that ends. */
#ifndef FED_SCRATCH_H
#define FED_SCRATCH_H

#include "core/folder.h"

#include <stdint.h>

fed_status fed_scratch_open(int *fd, const fed_folder *folder, fed_error *error); /* or *fd is -1 */
/* What errno says of such a file. */
fed_status fed_scratch_fault(const fed_folder *folder, fed_error *error);
/* All of it, in as many calls as it takes; false when the file ends or fails. */
bool fed_read_at(int fd, void *bytes, size_t size, uint64_t offset);
/* On their way to the disk; only a hint. */
void fed_send_at(int fd, size_t size, uint64_t offset);
bool fed_write_at(int fd, const void *bytes, size_t size, uint64_t offset);

#endif
