import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int32]

def through(
    choices: Table, offsets: Table, tokens: Table, text: Table, part: Table
) -> tuple[Table, Table, Table, Table]: ...
