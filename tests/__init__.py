"""The tests: their names are the sentences of the rules."""
