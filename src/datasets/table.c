/* table.c -- every source of data and every file format; adding one is a line here. */
#include "datasets/format.h"

extern const fed_source fed_source_chebyshev, fed_source_dataset, fed_source_density,
    fed_source_file, fed_source_heterogeneous, fed_source_lp, fed_source_quadratics,
    fed_source_synthetic, fed_source_tags;

const fed_entry *const fed_sources[] = {
    &fed_source_synthetic.entry, &fed_source_heterogeneous.entry,
    &fed_source_chebyshev.entry, &fed_source_quadratics.entry,
    &fed_source_density.entry,   &fed_source_tags.entry,
    &fed_source_file.entry,      &fed_source_lp.entry,
    &fed_source_dataset.entry,   NULL};

const fed_entry *const fed_formats[] = {
    &fed_format_cifar.entry,  &fed_format_csv.entry, &fed_format_idx.entry,  &fed_format_leaf.entry,
    &fed_format_libsvm.entry, &fed_format_npy.entry, &fed_format_text.entry, NULL};
