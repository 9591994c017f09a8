"""A study: a configuration that was run, and what came of it."""

import ctypes
import os
import threading
import warnings

import numpy

from ._library import find_configuration, library

_OK, _NOANSWER, _STOPPED = 0, 7, 8

_METRICS = (
    "rate loss gap grad_norm error mse log_mse dist_global consensus accuracy test_error active "
    "gradients words_up words_down words_peer gamma seconds"
).split()
_FURTHER = "function_error adapted_loss test_loss test_mse".split()  # of output.columns


class Error(RuntimeError):
    """What the library refused, in its words: "FILE:LINE: key: what"."""


class NoAnswer(UserWarning):
    """Some replicate diverged or has no optimum; the others have their results."""


def version():
    return library.fedomp_version().decode()


def _text(value):
    """A value as the configuration has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, numpy.integer)):
        return "%d%s" % (value, "" if -(2**31) <= value < 2**31 else "L")
    if isinstance(value, (float, numpy.floating)):
        text = repr(float(value))
        return text if "." in text or "e" not in text else text.replace("e", ".0e")
    if isinstance(value, str):
        return value
    if hasattr(value, "__iter__"):
        items = ['"%s"' % v if isinstance(v, str) else _text(v) for v in value]
        return "(%s)" % ", ".join(items)
    raise TypeError("a key is set to a number, a text or a list, not to %r" % (value,))


class Study:
    """Made by run()."""

    def __init__(self, configuration, settings=None):
        self._session = library.fedomp_open()
        if not self._session:
            raise MemoryError("fedomp_open")
        self._check(library.fedomp_load(self._session, find_configuration(configuration).encode()))
        for key, value in (settings or {}).items():
            self._check(library.fedomp_set(self._session, key.encode(), _text(value).encode()))

    def __del__(self):
        if getattr(self, "_session", None):
            library.fedomp_close(self._session)
            self._session = None

    def _check(self, status):
        if status != _OK:
            raise Error(library.fedomp_error(self._session).decode())

    def solve(self):
        """Runs it; an interrupt from the keyboard ends it after the present round."""
        status = []
        worker = threading.Thread(target=lambda: status.append(library.fedomp_solve(self._session)))
        worker.start()
        try:
            while worker.is_alive():
                worker.join(0.1)
        except KeyboardInterrupt:
            library.fedomp_stop(self._session)
            worker.join()
            raise
        if status[0] == _NOANSWER:
            warnings.warn(library.fedomp_error(self._session).decode(), NoAnswer, stacklevel=3)
        else:
            self._check(status[0])
        return self

    @property
    def points(self):
        return library.fedomp_points(self._session)

    @property
    def replicates(self):
        return library.fedomp_replicates(self._session)

    @property
    def sweep(self):
        """For each point a dictionary of the keys that vary, values as texts."""
        keys = range(library.fedomp_sweep_keys(self._session))
        return [
            {
                library.fedomp_sweep_key(self._session, k).decode():
                    library.fedomp_sweep_value(self._session, point, k).decode()
                for k in keys
            }
            for point in range(self.points)
        ]

    def _runs(self):
        return [(k, r) for k in range(self.points) for r in range(self.replicates)]

    @property
    def metrics(self):
        """The columns of metrics.csv: a dictionary of arrays, nan where a metric does not apply;
        pandas.DataFrame takes it as it is."""
        rows = [(k, r, i) for k, r in self._runs()
                for i in range(library.fedomp_records(self._session, k, r))]
        table = {}
        for key in self.sweep[0] if self.points else {}:
            table[key] = numpy.array([self.sweep[k][key] for k in range(self.points)])[
                [k for k, r, i in rows]]
        table["run"] = numpy.array([k for k, r, i in rows], dtype=int)
        table["replicate"] = numpy.array([r for k, r, i in rows], dtype=int)
        table["round"] = numpy.array(
            [library.fedomp_round(self._session, k, r, i) for k, r, i in rows], dtype=int)
        metric = library.fedomp_metric
        for name in _METRICS + _FURTHER:
            encoded = name.encode()
            column = numpy.array([metric(self._session, k, r, i, encoded) for k, r, i in rows])
            if name in _METRICS or not numpy.isnan(column).all():
                table[name] = column
        return table

    def answered(self, point=0, replicate=0):
        return bool(library.fedomp_answered(self._session, point, replicate))

    def outcome(self, point=0, replicate=0):
        text = library.fedomp_outcome(self._session, point, replicate)
        if text is None:
            raise IndexError("point %d, replicate %d" % (point, replicate))
        return text.decode()

    def theta(self, point=0, replicate=0):
        """The final models, a row each: the server's alone, or one for each client. The array is
        the library's memory, which stays as long as the array does, and cannot be written."""
        address = library.fedomp_theta(self._session, point, replicate)
        if not address:
            raise IndexError("point %d, replicate %d" % (point, replicate))
        shape = (library.fedomp_models(self._session, point, replicate),
                 library.fedomp_parameters(self._session, point, replicate))
        memory = (ctypes.c_double * (shape[0] * shape[1])).from_address(address)
        memory.study = self  # keeps the session open
        array = numpy.frombuffer(memory, dtype=float).reshape(shape)
        array.flags.writeable = False
        return array

    def write(self, directory, force=False):
        """Writes metrics.csv and the other files."""
        self._check(library.fedomp_write(self._session, str(directory).encode(), int(force)))


def _make_output(directory, force):
    """What write() would refuse is refused before the run."""
    os.makedirs(directory, exist_ok=True)
    if not force and os.listdir(directory):
        raise Error("%s: not empty (force=True replaces fedomp's files in it)" % directory)


def run(configuration, settings=None, *, threads=None, seed=None, output=None, force=False):
    """Runs a configuration, a file or the name of an example, with keys set as -D does."""
    settings = dict(settings or {})
    if threads is not None:
        settings["threads"] = threads
    if seed is not None:
        settings["seed"] = seed
    study = Study(configuration, settings)
    if output is not None:
        _make_output(output, force)
    study.solve()
    if output is not None:
        study.write(output, force)
    return study
