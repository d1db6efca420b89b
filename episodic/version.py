"""The version, read by the build and by `episodic --version`; knows nothing else."""

__version__ = "0.1.0"
