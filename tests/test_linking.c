/* test_linking.c -- the program's linear algebra is BLIS's, inside LAPACK too. */
#include "tap.h"

#include <dlfcn.h>
#include <elf.h>
#include <lapacke.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The path of the library that holds an address. */
static const char *home_of(void *address)
{
    Dl_info info;

    return address != NULL && dladdr(address, &info) ? info.dli_fname : "(nowhere)";
}

/* The tables of a loaded library that name the functions it imports. */
typedef struct imports {
    const ElfW(Sym) * symbols;
    const char *strings;
    const ElfW(Rela) * relocations[2];
    size_t count[2];
} imports;

static imports imports_of(const struct link_map *library)
{
    imports table = {0};

    for (const ElfW(Dyn) *entry = library->l_ld; entry->d_tag != DT_NULL; entry++) {
        const void *address = (const void *)entry->d_un.d_ptr;
        size_t size = entry->d_un.d_val;

        switch (entry->d_tag) {
        case DT_SYMTAB: table.symbols = address; break;
        case DT_STRTAB: table.strings = address; break;
        case DT_RELA: table.relocations[0] = address; break;
        case DT_RELASZ: table.count[0] = size / sizeof(ElfW(Rela)); break;
        case DT_JMPREL: table.relocations[1] = address; break;
        case DT_PLTRELSZ: table.count[1] = size / sizeof(ElfW(Rela)); break;
        default: break;
        }
    }
    return table;
}

/* What the dynamic linker wrote into the library's own slot for `name`: the function it calls. */
static void *bound_import(const struct link_map *library, const char *name)
{
    imports table = imports_of(library);

    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < table.count[k]; i++) {
            const ElfW(Rela) *r = &table.relocations[k][i];
            const ElfW(Sym) *symbol = &table.symbols[r->r_info >> 32];

            if (strcmp(table.strings + symbol->st_name, name) == 0) {
                void *target;

                memcpy(&target, (const char *)library->l_addr + r->r_offset, sizeof target);
                return target;
            }
        }
    return NULL;
}

static void test_dgemm_is_blis(void)
{
    CU_ASSERT(strstr(home_of(dlsym(RTLD_DEFAULT, "dgemm_")), "libblis") != NULL);
    CU_ASSERT(strstr(home_of(dlsym(RTLD_DEFAULT, "cblas_dgemm")), "libblis") != NULL);
}

static void test_lapack_calls_blis(void)
{
#if defined(__linux__) && __ELF_NATIVE_CLASS == 64
    const char *lapack = home_of(dlsym(RTLD_DEFAULT, "dpotrf_"));
    struct link_map *library = dlopen(lapack, RTLD_LAZY | RTLD_NOLOAD);
    const char *used[] = {"dgemm_", "dtrsm_", "dgemv_"};
    double a[] = {4, 2, 2, 3};

    LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', 2, a, 2);
    CU_ASSERT_FATAL(library != NULL);
    /* a LAPACK that brings another BLAS reaches its kernels by other names */
    CU_ASSERT(strstr(home_of(dlsym(library, "dgemm_")), "blis") != NULL);
    for (size_t k = 0; k < sizeof used / sizeof used[0]; k++) {
        void *target = bound_import(library, used[k]);

        CU_ASSERT(strstr(home_of(target), "libblis") != NULL);
        CU_ASSERT(target == dlsym(RTLD_DEFAULT, used[k]));
    }
    dlclose(library);
#else
    tap_skip("reads 64-bit ELF relocations");
#endif
}

/* A = L L' for a random-looking symmetric, diagonally dominant A: LAPACKE and BLIS agree on layout
 * and integer width, else the residual is not of the size of rounding. */
static void test_cholesky_residual(void)
{
    enum { N = 150 };
    double *a = calloc(N * N, sizeof *a), *l = calloc(N * N, sizeof *l), worst = 0.0;

    CU_ASSERT_FATAL(a != NULL && l != NULL);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            a[i * N + j] = a[j * N + i] = i == j ? N : cos(1.0 + i + 3.0 * j);
    memcpy(l, a, N * N * sizeof *l);
    CU_ASSERT(LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', N, l, N) == 0);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;

            for (int k = 0; k <= j; k++)
                sum += l[i * N + k] * l[j * N + k];
            worst = fmax(worst, fabs(sum - a[i * N + j]));
        }
    CU_ASSERT(worst < 1e-12 * N);
    free(l);
    free(a);
}

int main(int argc, char **argv)
{
    CU_TestInfo tests[] = {{"dgemm_ is BLIS's", test_dgemm_is_blis},
                           {"LAPACK's imports are bound to BLIS", test_lapack_calls_blis},
                           {"Cholesky through LAPACKE recovers the matrix", test_cholesky_residual},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"linking", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    if (argc == 1) { /* slots of lazily bound libraries are filled at start only when asked for */
        setenv("LD_BIND_NOW", "1", 1);
        execl("/proc/self/exe", argv[0], "restarted", (char *)NULL);
        perror("exec");
        return EXIT_FAILURE;
    }
    return tap_main(suites);
}
