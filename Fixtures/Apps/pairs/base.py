"""What the apps of all pairs start from: the helper as `lab`, and the right app ListApp."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import shouldertap_app as lab  # noqa: E402
from list_app import ACTS, ListApp  # noqa: E402

__all__ = ["ACTS", "ListApp", "lab"]
