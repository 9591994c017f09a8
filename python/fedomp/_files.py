"""Results that fedomp has written, read without the library."""

import csv
import os

import numpy


def _column(cells):
    """Numbers where all cells are, nan for the empty ones; else texts."""
    try:
        return numpy.array([int(cell) for cell in cells])
    except ValueError:
        pass
    try:
        return numpy.array([float(cell) if cell != "" else numpy.nan for cell in cells])
    except ValueError:
        return numpy.array(cells)


def _table(path):
    with open(path, newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    return {name: _column([row[j] for row in rows[1:]]) for j, name in enumerate(rows[0])}


class Results(dict):
    """The tables of a directory by name: results["summary"]["median"], results.metrics, ..."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError("no table %s.csv in %s" % (name, self.directory)) from None


def read(directory):
    """Every table of a directory of results, a dictionary of columns each."""
    results = Results()
    results.__dict__["directory"] = os.fspath(directory)
    for file in sorted(os.listdir(directory)):
        if file.endswith(".csv"):
            results[file[:-4]] = _table(os.path.join(directory, file))
    if "summary" not in results:
        raise FileNotFoundError("%s: no summary.csv: not a directory of fedomp's results" % directory)
    return results
