"""The functions of fedomp.h, and where the library and the examples are."""

import ctypes
import ctypes.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_TOP = os.path.dirname(os.path.dirname(_HERE))  # of the sources, or of an installation's share/fedomp
_PREFIXES = [os.path.dirname(os.path.dirname(_TOP)), sys.prefix, "/usr/local", "/usr"]

_SIZE, _TEXT, _SESSION = ctypes.c_size_t, ctypes.c_char_p, ctypes.c_void_p
_DOUBLE, _INT = ctypes.c_double, ctypes.c_int
_WHICH = [_SESSION, _SIZE, _SIZE]  # a replicate: session, point, replicate

# name: (result, arguments)
_FUNCTIONS = {
    "fedomp_version": (_TEXT, []),
    "fedomp_open": (_SESSION, []),
    "fedomp_close": (None, [_SESSION]),
    "fedomp_error": (_TEXT, [_SESSION]),
    "fedomp_load": (_INT, [_SESSION, _TEXT]),
    "fedomp_set": (_INT, [_SESSION, _TEXT, _TEXT]),
    "fedomp_solve": (_INT, [_SESSION]),
    "fedomp_stop": (None, [_SESSION]),
    "fedomp_write": (_INT, [_SESSION, _TEXT, _INT]),
    "fedomp_points": (_SIZE, [_SESSION]),
    "fedomp_replicates": (_SIZE, [_SESSION]),
    "fedomp_sweep_keys": (_SIZE, [_SESSION]),
    "fedomp_sweep_key": (_TEXT, [_SESSION, _SIZE]),
    "fedomp_sweep_value": (_TEXT, [_SESSION, _SIZE, _SIZE]),
    "fedomp_answered": (_INT, _WHICH),
    "fedomp_outcome": (_TEXT, _WHICH),
    "fedomp_records": (_SIZE, _WHICH),
    "fedomp_round": (_SIZE, _WHICH + [_SIZE]),
    "fedomp_metric": (_DOUBLE, _WHICH + [_SIZE, _TEXT]),
    "fedomp_parameters": (_SIZE, _WHICH),
    "fedomp_models": (_SIZE, _WHICH),
    "fedomp_theta": (ctypes.c_void_p, _WHICH),
}


def _open():
    """The library: FEDOMP_LIBRARY, that of the build, that beside this installation, the system's."""
    names = [os.environ.get("FEDOMP_LIBRARY"), os.path.join(_TOP, ".libs", "libfedomp.so.0")]
    names += [os.path.join(prefix, "lib", "libfedomp.so.0") for prefix in _PREFIXES[:2]]
    for name in names:
        if name and os.path.exists(name):
            break
    else:
        name = ctypes.util.find_library("fedomp") or "libfedomp.so.0"
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(
            "libfedomp is not found; install it (Debian: libfedomp0), or set FEDOMP_LIBRARY "
            "to its file: %s" % error
        ) from None
    for function, (result, arguments) in _FUNCTIONS.items():
        getattr(library, function).restype = result
        getattr(library, function).argtypes = arguments
    return library


library = _open()


def find_configuration(name):
    """The file itself or, for a name without slash that is no file, the example of that name."""
    name = os.fspath(name)
    if os.path.exists(name) or os.sep in name:
        return name
    file = name if name.endswith(".cfg") else name + ".cfg"
    roots = [_TOP] + [os.path.join(prefix, "share", "fedomp") for prefix in _PREFIXES]
    for root in roots:
        for folder in ("conf", os.path.join("conf", "paper")):
            path = os.path.join(root, folder, file)
            if os.path.exists(path):
                return path
    return name
