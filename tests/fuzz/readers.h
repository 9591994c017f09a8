/* readers.h -- what is done with the files of each target. */
#ifndef FED_FUZZ_READERS_H
#define FED_FUZZ_READERS_H

void fuzz_config(void);
void fuzz_override(void);
void fuzz_manifest(void);
void fuzz_csv(void);
void fuzz_libsvm(void);
void fuzz_idx(void);
void fuzz_npy(void);
void fuzz_cifar(void);
void fuzz_leaf(void);
void fuzz_mps(void);
void fuzz_lp(void);
void fuzz_graph(void);
void fuzz_theta(void);
void fuzz_spool(void);
void fuzz_checkpoint(void);

#endif
