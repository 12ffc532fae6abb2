"""Builds: settings, wiring, the clock and the `riverbot` command."""
