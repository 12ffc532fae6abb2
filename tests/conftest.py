"""What every test shares: how hypothesis searches."""

import os

from hypothesis import settings

# A loaded machine is no failure. CI draws the same examples on every run; elsewhere new ones are tried.
settings.register_profile("house", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("house")
