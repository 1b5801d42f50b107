"""The nightly consolidation: one stage a file, run in order by `pipeline`."""
