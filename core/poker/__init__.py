"""One hand of poker, pure: no clock, no chance, no network, no log."""
