"""The web room: a group chat with a dealer in it, in the browser."""
