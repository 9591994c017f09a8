"""fedomp -- federated and decentralised optimization from Python, over libfedomp.

    import fedomp
    study = fedomp.run("ngd_circle", {"algorithm.rounds": 500})
    study.metrics["gap"]        # the columns of metrics.csv, numpy arrays
    study.theta(0, 0)           # the models of a replicate, numpy's view of the library's memory

fedomp-python(7) describes it.
"""

from ._study import Error, NoAnswer, Study, run, version
from ._files import Results, read

__all__ = ["Error", "NoAnswer", "Results", "Study", "read", "run", "version"]
