"""Talks: turns requests from a platform into actions, and what happened into messages."""
