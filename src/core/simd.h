/* simd.h -- how hot loops are compiled: several instruction sets in one portable program. */
#ifndef FED_SIMD_H
#define FED_SIMD_H

#include <limits.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FED_SANITIZED 1 /* sanitizers are not ready when the dynamic linker picks a clone */
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FED_SANITIZED 1
#endif

/* A function compiled for AVX-512, AVX2 and the plain machine, chosen when the program starts.
 * clang gives such a function another name, which other files do not find. */
#if defined(__x86_64__) && defined(__GLIBC__) && __GNUC__ >= 12 && !defined(__clang__) && \
    !defined(FED_SANITIZED)
#define FED_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
/* A function for vectors of 64 bytes, to be called where the machine has them. */
#define FED_WIDE __attribute__((target("arch=x86-64-v4")))
#define FED_IS_WIDE (__builtin_cpu_supports("x86-64-v4") != 0)
#else
#define FED_CLONES
#endif

/* Kernels that take the instruction set of the clone they are inlined into. */
#define FED_INLINE static inline __attribute__((always_inline))

#define FED_ROUND_UP(n, to) (((n) + (to)-1) / (to) * (to))

/* Four doubles at any address; lowered to pairs where the machine has no wider registers. */
typedef double fed_v4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef long long fed_v4_bits __attribute__((vector_size(32), aligned(8), may_alias));

/* Four of the eight numbers of two of them, by place. */
#if defined(__clang__)
#define FED_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef long long fed_places __attribute__((vector_size(32)));
#define FED_PICK(a, b, ...) __builtin_shuffle(a, b, (fed_places){__VA_ARGS__})
#endif

#endif
