"""Decides: the rules of the game, the table's state and its commits. Knows no platform."""
