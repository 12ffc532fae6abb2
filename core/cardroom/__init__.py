"""Many hands, pure: seats, tables and the players who come and go."""
