"""Protocol servers on the loopback interface, for tests with the real platform clients."""
