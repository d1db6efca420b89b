"""The head and the tail of a text that is too long: what a person writes stands before what they paste, or after it."""


def ends(text: str, most: int, *, between: str = " ") -> str:
    """Return a text of at most `most` characters whole, else its first and its last half of them.

    `between` stands in place of the rest; `{}` in it becomes how many characters that is.
    """
    if len(text) <= most:
        return text
    half = most // 2
    return text[:half] + between.format(len(text) - 2 * half) + text[len(text) - half :]
