"""The name that `ninelives_v1` had in version 0.9. It goes with the release after the next.

The bytes were those of `ninelives_v1`, with four of the 32 places for kinds still empty.
"""

from __future__ import annotations

import warnings

from .ninelives_v1 import env, parallel_env, raw_env, register

warnings.warn(
    "ninelives_v0 is ninelives_v1 now, with the same bytes; import that", DeprecationWarning, stacklevel=2
)

__all__ = ["env", "parallel_env", "raw_env", "register"]
