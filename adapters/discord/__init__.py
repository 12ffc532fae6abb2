"""The Discord adapter: a table in a server's channel or thread, private cards, and buttons that survive a restart."""
