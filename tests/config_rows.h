/* config_rows.h -- a small schema and a folder of small files, for the tests of the configuration.
 */
#ifndef FED_CONFIG_ROWS_H
#define FED_CONFIG_ROWS_H

#include "config/config.h"
#include "tap.h"

extern const fed_section test_sections[];

/* What the latest reading gave. */
extern fed_config *config;
extern fed_faults faults;
extern fed_error error;

int make_folder(void); /* and go there; */
int drop_folder(void);

void write_bytes(const char *name, const char *bytes, size_t size);
void write_file(const char *name, const char *text);

fed_status open_with(const char *file, const char *const *overrides, size_t count);
fed_status open_text(const char *text); /* as t.cfg */
char *printed(bool hashed);             /* to be freed */

void must_accept(fed_status result);
void must_refuse(fed_status result, const char *message); /* the first fault, word for word */
void refuse(const char *text, const char *message);       /* t.cfg is refused so */

#endif
