/* image.h -- a result as bytes, and again. */
#ifndef FED_IMAGE_H
#define FED_IMAGE_H

#include "core/bytes.h"
#include "study/spool/parts.h"
#include "study/study.h"

void fed_image_put(fed_bytes *bytes, const fed_result *result);
/* Into result->arena, which the caller frees; false when the bytes are not an image or memory is
 * short. The models, which may be many, stand last: without them theta stays NULL. */
bool fed_image_get(fed_reader *reader, bool models, fed_result *result);
/* Where in an image its records stand, and how many, into *spot; false when it is not one. */
bool fed_image_records(const char *image, size_t size, fed_spot *spot);

#endif
