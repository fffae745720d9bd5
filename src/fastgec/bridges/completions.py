"""Completions as text: plain text, or the messages of a chat.

A conversational trainer hands over a list of messages for each sample. The answer is the content of
the last message of the assistant; messages of tools and users are left aside. Content is a string,
a list of parts (those of type "text" are joined), or None. A message without content, and a list
without a message of the assistant, is no answer: for a reward that is not the same as an empty one,
which deletes all words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Answer = Callable[[str], Any]  # str, or None where a text has no answer


def text_of(completion: Any, place: str = "completion") -> str:
    """Return the text of a completion; no answer is an empty text.

    Args:
        completion: a string, a message, or a list of messages.
        place: what errors call it.

    Raises:
        TypeError: anything else.

    Example:
        >>> text_of("A cat .")
        'A cat .'
        >>> text_of([{"role": "assistant", "content": [{"type": "text", "text": "A cat ."}]}])
        'A cat .'
    """
    return _said(completion, place) or ""


def _said(completion: Any, place: str) -> str | None:
    """Return the text of a completion; None: it has no answer. Raises: TypeError."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        return _content_of(completion, place)
    if not isinstance(completion, Sequence) or isinstance(completion, bytes):
        raise _unlike(completion, place)
    for message in completion:
        if not isinstance(message, Mapping):
            raise _unlike(message, f"{place}: a message")
    answers = [one for one in completion if one.get("role", "assistant") == "assistant"]
    return _content_of(answers[-1], place) if answers else None


def texts_of(completions: Any, answer: Answer | None = None) -> list[str | None]:
    """Return the text of each completion, or what `answer` finds in it; None: there is no answer.

    Args:
        completions: strings, or lists of messages.
        answer: takes the answer out of a text that has more, such as thoughts.

    Raises:
        TypeError: what is no completion, or no answer; it names the number, from 0.

    Example:
        >>> texts_of(["So: a cat", "?"], lambda text: text.partition("So: ")[2] or None)
        ['a cat', None]
    """
    if isinstance(completions, str | bytes) or not hasattr(completions, "__len__"):
        kind = type(completions).__name__
        raise TypeError(f"completions: {kind}, expected a list of strings or of messages")
    texts = [_said(one, f"completions[{number}]") for number, one in enumerate(completions)]
    if answer is None:
        return texts
    found: list[str | None] = []
    for number, text in enumerate(texts):
        said = None if text is None else answer(text)
        if said is not None and not isinstance(said, str):
            kind = type(said).__name__
            raise TypeError(f"answer of completions[{number}]: {kind}, expected str or None")
        found.append(said)
    return found


def _content_of(message: Mapping[str, Any], place: str) -> str | None:
    content = message.get("content")
    if content is None:  # of a message that only calls tools
        return None
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence) and not isinstance(content, bytes):
        parts = []
        for part in content:
            if isinstance(part, str):
                parts.append(part)
            elif not isinstance(part, Mapping):
                raise _unlike(part, f"{place}: a part of the content")
            elif part.get("type") == "text":
                parts.append(str(part.get("text") or ""))
        return "".join(parts)
    raise _unlike(content, f"{place}: content")


def _unlike(found: Any, place: str) -> TypeError:
    return TypeError(f"{place}: {type(found).__name__}, expected str or messages")
