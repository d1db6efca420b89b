"""Whether a text speaks to an agent as if it were its master, instead of telling something. Knows no memory.

Narrow on purpose: "always run the tests first", "we ignore the linter's rules" and "never show users a traceback" are
how people say what they prefer. What is meant here has no business in a memory whoever said it: orders to drop other
orders, another role, silence towards the user, secrets sent away.
"""

import re
from typing import Final

from episodic.fence import seen

_SOME: Final = r"(?:[\w'-]+ ){0,3}"  # words between
_RULES: Final = {
    "it drops other instructions": (
        r"\b(?:ignore|disregard|forget|override|bypass) "
        rf"(?:{_SOME}(?:previous|prior|above|earlier|preceding) {_SOME}(?:instruction|prompt|rule|guideline|directive"
        rf"|context)|{_SOME}(?:all|any|your) {_SOME}(?:instructions|directives|system prompt))"
        rf"|\b(?:ignorera|glöm|strunta i) {_SOME}(?:tidigare|föregående|ovanstående|alla) {_SOME}(?:instruktion|regler)"
        rf"|\b(?:ignorier\w*|vergiss|missachte) {_SOME}(?:vorherig|bisherig|obig|alle)\w* {_SOME}(?:anweisung|regeln)"
        rf"|\b(?:ignora|olvida|omite) {_SOME}(?:instrucciones|reglas) {_SOME}(?:anteriores|previas)"
        rf"|\b(?:ignore[zr]?|oublie[zr]?) {_SOME}(?:instructions|consignes|règles) {_SOME}(?:précédentes|antérieures)"
    ),
    "it gives a new role": (
        r"\byou are now (?:an? |the |in )?(?:\w+ )?(?:ai|assistant|agent|admin|root|dan|mode|unrestricted|jailbroken)\b"
        r"|\bfrom now on,? you (?:must|are to|will only)\b|\benter (?:developer|debug|god) mode\b"
    ),
    "it is after the system prompt": (
        rf"\b(?:reveal|print|repeat|show|output|leak|send) {_SOME}(?:system prompt|hidden instructions)"
    ),
    "it keeps something from the user": (
        r"\b(?:do not|don't|never|without) (?:tell|telling|inform|informing|alert|alerting) the user\b"
        rf"|\b(?:do not|don't|never) mention {_SOME}to the user\b"
    ),
    "it sends secrets away": (
        r"\b(?:send|post|upload|forward|exfiltrate|leak|e-?mail)\b[^.!?\n]{0,60}\b(?:keys?|tokens?|passwords?|secrets?"
        r"|credentials?|\.env|conversations?|memor(?:y|ies))\b[^!?\n]{0,60}(?:https?://|\bto \S+@\S+)"
    ),
    "it has something fetched and run": r"\b(?:curl|wget)\b[^\n|]{0,120}\|\s*(?:sudo )?(?:ba|z)?sh\b",
    "it poses as another's turn": (
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[/?INST\]|<</?SYS>>|</?(?:system|system-reminder"
        r"|assistant|instructions?|tool_result|function_calls)>|^\s*(?:new |important )?instructions? (?:for|to)"
        r" (?:the |any )?(?:assistant|agent|ai|model)s?\s*:|^\s*#+\s*(?:system|new instructions?)\s*:?\s*$"
    ),
}
_COMPILED: Final = {why: re.compile(rule, re.IGNORECASE | re.MULTILINE) for why, rule in _RULES.items()}


def suspicious(text: str) -> str | None:
    """Return why a text reads like an instruction to an agent, in a few words of ours; None where it does not."""
    as_read = seen(text)  # a character nobody sees keeps no word from being one
    return next((why for why, rule in _COMPILED.items() if rule.search(text) or rule.search(as_read)), None)
