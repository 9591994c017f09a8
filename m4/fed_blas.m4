# FED_BLAS -- finds BLIS, LAPACKE and a LAPACK that calls BLIS.
#
# A LAPACK built into another BLAS (OpenBLAS's) calls its own dgemm whatever is linked first. So the
# reference LAPACK is named explicitly, after libblis and BLIS's own libblas.so.3, all three kept in
# the program's list of needed libraries (--no-as-needed) and found by an rpath.
# Sets BLIS_CFLAGS, BLIS_LIBS, and fed_blis_where, fed_lapack_where, fed_dgemm_where for the summary.

AC_DEFUN([FED_BLAS], [
AC_ARG_WITH([blis],
  [AS_HELP_STRING([--with-blis=DIR], [BLIS installed under DIR, or DIR that holds libblis.so])],
  [], [with_blis=auto])
AC_ARG_WITH([lapack],
  [AS_HELP_STRING([--with-lapack=DIR], [directory of the reference liblapack.so])],
  [], [with_lapack=auto])

AC_MSG_CHECKING([for the multiarch directory])
fed_multiarch=`$CC -print-multiarch 2>/dev/null`
test -n "$fed_multiarch" || fed_multiarch=`$CC -dumpmachine 2>/dev/null | sed 's/-pc-/-/'`
AC_MSG_RESULT([${fed_multiarch:-none}])

# Candidates: the directory of the library.
AS_CASE([$with_blis],
  [no], [AC_MSG_ERROR([fedomp needs BLIS])],
  [auto|yes], [fed_candidates=
    for flavour in openmp pthread serial; do
      fed_candidates="$fed_candidates /usr/lib/$fed_multiarch/blis-$flavour"
    done],
  [fed_candidates="$with_blis $with_blis/lib $with_blis/lib64 $with_blis/lib/$fed_multiarch"])

AC_MSG_CHECKING([for BLIS])
fed_blis_libdir= fed_blis_include=
for dir in $fed_candidates; do
  test -f "$dir/libblis.so" || continue
  # /usr/lib/ARCH/blis-openmp goes with /usr/include/ARCH/blis-openmp, /opt/blis/lib with
  # /opt/blis/include/blis.
  debian=`AS_ECHO(["$dir"]) | sed 's,/lib/,/include/,'`
  for include in "$debian" "$dir/../include/blis" "$dir/../include" \
                 "$dir/../../include/blis" "$dir/../../include"; do
    AS_IF([test -f "$include/blis.h"], [fed_blis_libdir=$dir fed_blis_include=$include; break 2])
  done
done
AS_IF([test -n "$fed_blis_libdir"], [fed_blis_where=$fed_blis_libdir],
  [test "$with_blis" != auto && test "$with_blis" != yes],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([no libblis.so with its blis.h under $with_blis])],
  [fed_blis_where="the compiler's own directories"
   for include in /usr/include/blis /usr/local/include/blis; do
     AS_IF([test -f "$include/blis.h"], [fed_blis_include=$include; break])
   done])
AC_MSG_RESULT([$fed_blis_where])

AC_MSG_CHECKING([for the reference LAPACK])
AS_CASE([$with_lapack],
  [no], [AC_MSG_ERROR([fedomp needs LAPACK])],
  [auto|yes], [fed_lapack_libdir=/usr/lib/$fed_multiarch/lapack],
  [fed_lapack_libdir=$with_lapack
   test -f "$fed_lapack_libdir/liblapack.so" ||
     AC_MSG_ERROR([no liblapack.so in $fed_lapack_libdir])])
AS_IF([test -f "$fed_lapack_libdir/liblapack.so"], [fed_lapack_where=$fed_lapack_libdir],
  [fed_lapack_libdir= fed_lapack_where="the compiler's own directories"])
AC_MSG_RESULT([$fed_lapack_where])

BLIS_CFLAGS=
test -z "$fed_blis_include" || BLIS_CFLAGS="-isystem $fed_blis_include"
# One word for the linker: libtool would part the libraries from the flags around them.
BLIS_LIBS="-Wl,--push-state,--no-as-needed"
AS_IF([test -n "$fed_blis_libdir"],
  [BLIS_LIBS="$BLIS_LIBS,-L$fed_blis_libdir,-rpath,$fed_blis_libdir"])
BLIS_LIBS="$BLIS_LIBS,-lblis"
AS_IF([test -n "$fed_blis_libdir" && test -f "$fed_blis_libdir/libblas.so"],
  [BLIS_LIBS="$BLIS_LIBS,-lblas"])
AS_IF([test -n "$fed_lapack_libdir"],
  [BLIS_LIBS="$BLIS_LIBS,-L$fed_lapack_libdir,-rpath,$fed_lapack_libdir"])
BLIS_LIBS="$BLIS_LIBS,-llapacke,-llapack,--pop-state"

fed_save_CFLAGS=$CFLAGS fed_save_LIBS=$LIBS
CFLAGS="$CFLAGS $BLIS_CFLAGS" LIBS="$BLIS_LIBS $LIBS -lm"
AC_CHECK_HEADERS([blis.h lapacke.h], [],
  [AC_MSG_ERROR([$ac_header is missing: on Debian install libblis-openmp-dev and liblapacke-dev
(./bootstrap does it), elsewhere use --with-blis=DIR])])
AC_MSG_CHECKING([whether BLIS and LAPACKE link])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <lapacke.h>
/* blis.h and lapacke.h declare lsame_ differently: never both in one file. */
char *bli_info_get_version_str(void);]],
    [[double a = 4.0;
      return bli_info_get_version_str()[0] == LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', 1, &a, 1);]])],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([BLIS, LAPACKE or LAPACK is missing: on Debian install libblis-openmp-dev,
liblapacke-dev and liblapack-dev (./bootstrap does it), elsewhere use --with-blis=DIR and
--with-lapack=DIR; config.log holds the linker's words])])

# Which library answers for dgemm_, and which one was LAPACK itself linked with?
AC_MSG_CHECKING([which library gives LAPACK its dgemm])
fed_dgemm_where=unknown
AC_RUN_IFELSE([AC_LANG_SOURCE([[
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <lapacke.h>
char *bli_info_get_version_str(void);
int main(void)
{
    Dl_info blas, lapack, own;
    FILE *file = fopen("conftest.out", "w");
    void *handle;
    double a = 4.0;

    bli_info_get_version_str();
    LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', 1, &a, 1);
    if (file == NULL || !dladdr(dlsym(RTLD_DEFAULT, "dgemm_"), &blas) ||
        !dladdr(dlsym(RTLD_DEFAULT, "dpotrf_"), &lapack) ||
        (handle = dlopen(lapack.dli_fname, RTLD_LAZY | RTLD_NOLOAD)) == NULL ||
        !dladdr(dlsym(handle, "dgemm_"), &own))
        return 1;
    fprintf(file, "%s\n%s\n", blas.dli_fname, own.dli_fname);
    return fclose(file) != 0;
}]])],
  [fed_dgemm_where=`sed -n 1p conftest.out`
   fed_lapack_blas=`sed -n 2p conftest.out`
   AS_CASE([$fed_lapack_blas], [*blis*], [],
     [fed_blas_warning="LAPACK was linked with $fed_lapack_blas, not with BLIS"])
   AS_CASE([$fed_dgemm_where], [*libblis*], [],
     [fed_blas_warning="LAPACK takes dgemm from $fed_dgemm_where, not from BLIS"])],
  [fed_blas_warning="the program linked with BLIS and LAPACK does not run"],
  [fed_dgemm_where="not tried (cross compiling)"])
AC_MSG_RESULT([$fed_dgemm_where])
test -z "$fed_blas_warning" || AC_MSG_WARN([$fed_blas_warning])
CFLAGS=$fed_save_CFLAGS LIBS=$fed_save_LIBS

AC_SUBST([BLIS_CFLAGS])
AC_SUBST([BLIS_LIBS])
])
