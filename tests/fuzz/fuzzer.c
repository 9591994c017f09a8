/* fuzzer.c -- libFuzzer's entry: FUZZ_TARGET names the target. */
#include "targets.h"

#include <stdlib.h>

static const fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    target = fuzz_find(getenv("FUZZ_TARGET"));
    fuzz_begin();
    atexit(fuzz_end);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_one(target, bytes, size);
    return 0;
}
