"""Tells what an assistant reports as done or found from what it advises, asks or is about to do. Tables only."""

import re
from typing import Final

from episodic.language import cues, telling

_IRREGULAR: Final = (
    r"(?:wrote|rewrote|built|rebuilt|made|ran|re-?ran|put|sent|took|set|cut|kept|got rid|split|bought|sold"
    r"|paid|drew|chose|drove|went|held|read|redid|did|undid|reset|swapped|tracked|gave|spoke|met|written|rewritten"
    r"|taken|drawn|chosen|given|redone|begun)"
)
# Words in -ed that open a sentence and report nothing.
_NO_DEED: Final = (
    r"(?!(?:need|based|related|indeed|embed|speed|feed|seed|red|bed|expected|suggested|recommended|proposed|required"
    r"|limited|advanced|detailed|mixed|unused|failed|supposed|estimated|shared|unchanged|nested|outdated|planned|used"
    r"|deprecated|hard-?coded|hundred|agreed|understood|interested|excited|tried|wanted|wondered|noticed|looked|hoped"
    r"|exceed|proceed|succeed|unrelated|noted|combined|given|compared|called|named|needed|located|stored|skilled"
    r"|explored|launched|updated plan|got it)(?![\w]))"
)
_PRAISE: Final = r"(?:well|nicely|neatly|beautifully|cleverly) "
_DEED: Final = rf"{_NO_DEED}(?:[a-z-]{{3,}}ed|{_IRREGULAR})"
_MUCH: Final = r"(?: (?:now|just|also|already|successfully|only|then|both))*"
_STATE: Final = (
    r"(?:complete|completed|done|fixed|ready|live|in place|gone|working|resolved|implemented|deployed|merged|pushed"
    r"|committed|updated|removed|published|released|up to date|installed|created|sent|booked|added)"
)

_DONE: Final = cues.words_of(
    rf"""
    ^(?:(?:successfully|also|and|then|simply|done[.,:-]+) )*{_DEED}(?! (?:by|on|to be)(?!\w))
    ^(?:the )?(?!{_PRAISE})[\w`.-]+(?: [\w`.-]+)? {_DEED}(?=[,.;!]|$| (?:and|as|to|in|on|with)(?!\w))
    (?:^|[.,;:] |and )(?:i|we)(?:'ve| have)?{_MUCH} {_DEED}
    (?:is|are|was|were|has been|have been)(?: all)?(?: now)? {_STATE}|(?:has|have) (?:now )?been [a-z]+ed
    now (?:also |only |properly |correctly )?(?!is|was|has|does|this)[a-z]+s|no longer [a-z]+|will now [a-z]+|works now
    (?:prs?|issues?|branch|commit|plan|docs?|documentation|ticket|file) (?:created|opened|posted|updated|merged|closed)
    the (?:fix|change|refactoring|rewrite) (?:adds|removes|uses|makes|moves|replaces|validates|checks|is|was|ensures)
    # Swedish
    ^(?:klart|fixat|gjort|lade till|la till|tog bort|skrev|bytte|gjorde|lade|skickade)|^[a-zåäö]+(?:ade|terat|serat)
    (?:jag|vi) har (?:nu |också |precis |redan )?(?!inte)[a-zåäö]+(?:at|tt|it|ts|gt|agit|ört|ext)
    (?:är|finns) (?:nu )?(?:klar|klart|klara|fixad|fixat|på plats|uppdaterad|uppdaterat|rättad|rättat|borttagen)
    # German
    ^(?:erledigt|fertig|behoben)|(?:ich habe|wir haben|habe) (?:(?!nicht)\S+ )+(?:\w*ge\w+(?:t|en)|\w+iert|behoben
    erstellt\
    |entfernt|ersetzt|verschoben|übersetzt|überarbeitet)|(?:ist|sind) (?:jetzt|nun) \w+|wurden? (?!nicht).*(?:t|en)$
    # Spanish
    ^(?:listo|hecho)|(?:he|hemos) (?:\w+ )?\w+(?:ado|ido|to|cho)|se ha(?:n)? \w+(?:ado|ido|to)|ya (?:está|están
    funciona)
    ^(?:añadí|agregué|corregí|cambié|moví|creé|eliminé|actualicé|arreglé|envié|reservé|escribí|quité)
    # French
    ^(?:c'est fait|terminé|fait)|(?:j'ai|nous avons|on a) (?:(?!pas)\w+ )?\w+(?:é|és|ées|ée|i|is|it|u|us)
    (?:a|ont) été \w+(?:é|ée|és|ées|i|ie|is|u|ue|it)|c'est (?:corrigé|réglé|réparé|en place)
    """
)
_CHECKED: Final = cues.words_of(
    r"""
    (?:tests?|checks?|lint\w*|build|builds|everything|both|all|suite|ci)(?: \w+)?(?: and \w+)*(?: \w+)? (?:now )?pass\
    (?:es|ed|ing)?
    (?:tests?|checks?|lint\w*|build|everything|all|suite|ci) (?:is|are)?(?: all)? ?(?:now )?(?:clean|green|passing)
    \d+(?:/\d+)?(?: \w+)? pass(?:ed|ing)?|no (?:more )?(?:\w+ )?(?:errors|failures)(?: left| remain)?
    alla tester (?:går igenom|är gröna|passerar)|alle tests (?:laufen|bestehen|sind grün)|alle tests .* durch
    (?:todas las|los|las) pruebas (?:pasan|pasaron)|tous les tests (?:passent|sont verts)
    """
)
_UNSPACED_DONE: Final = re.compile(
    r"已经?(?!知|有)[\u4e00-\u9fff]{2}|(?:修复|添加|删除|更新|完成|解决|创建|修改|移动|发送|提交|替换|部署|安装|预订)了"
    r"|(?:测试|检查)(?:全部|都|均)?(?:已)?通过|(?:追加|修正|更新|削除|変更|作成|完了)しました"
)
_FOUND: Final = cues.words_of(
    r"""
    ^(?:yes|no|yeah|correct|exactly|right|nope|ja|nej|nein|doch|sí|oui|non)
    the (?:answer|issue|problem|bug|(?:root )?cause|reason|culprit|difference|failure|error
    result)(?:\W.*)?(?:(?<=\w):| (?:is|was))
    ^(?:this|that|it)(?:'s| is) (?:actually|already|correct|expected|by design|handled|a non-issue|fine|safe|not)
    in short|conclusion|the short answer|bottom line|(?:it|this|that) (?:should )?works?|turns? out|which means
    orsaken (?:är|var)|felet (?:är|var)|die ursache (?:ist|war)|der fehler (?:ist|war)|la causa (?:es|era)
    el problema (?:es|era)|la cause (?:est|était)|le problème (?:est|était|vient)
    """
)
_AHEAD: Final = cues.words_of(
    r"""
    ^(?:let me|let's|i'll|i will|i'm going to|i need to|we need to|next,?|first,?
    now(?!,? (?:it |the |both |all |each |when |`|\w+s ))
    want me|should i|would you|shall i|if|when|once|after|before|you can|you could|you should
    you'll\
    |you may|you might|please|try|run|use|add|note|here(?:'s| is| are)|looking|i see|to \w+|good|great|this is a|could\
    |i can see|i have a|hmm|wait|actually|update|fix|in order|i think|i'd|i would|consider|option|perhaps|maybe)
    ^(?:låt mig|jag ska|nu ska|om|när|du kan|ich werde|lass mich|wenn|sobald|du kannst|voy a|déjame|si|cuando|puedes
    je vais|laisse|quand|tu peux)
    """
)
_OPENS_DONE: Final = re.compile(
    r"(?:(?:perfect|excellent|great)[!.,] )?(?:done|fixed|clean"
    r"|all (?:\w+ ){0,4}(?:green|clean|done|passing|pass|fixed)|(?:both|tests|everything) pass\w*"
    r"|committed|pushed|klart|fixat|erledigt|fertig|listo|hecho|c'est fait|terminé|完成|已完成)\b"
)


def is_report(sentence: str) -> bool:
    """Tell whether a sentence says what was done ("Fixed and committed", "Slide 3 now shows it")."""
    return _holds(_DONE, sentence) or (bool(_UNSPACED_DONE.search(sentence)) and not cues.is_question(sentence))


def is_check(sentence: str) -> bool:
    """Tell whether a sentence says that checks passed, which says little of what was done."""
    return _holds(_CHECKED, sentence)


def is_finding(sentence: str) -> bool:
    """Tell whether a sentence gives what was found, as an answer does: "the cause was …", "Yes, …"."""
    return says(sentence) and bool(_FOUND.search(cues.fold(sentence)))


def opens_done(text: str) -> bool:
    """Tell whether a message begins by saying that the work is done; what it states then is what was done."""
    return bool(_OPENS_DONE.match(cues.fold(text).lstrip("*_ ✅✓")))


def says(sentence: str) -> bool:
    """Tell whether a sentence states: it is no question, no advice, no plan and no heading."""
    folded = cues.fold(sentence)
    return not (sentence.endswith(":") or cues.is_question(sentence) or _AHEAD.match(folded) or _advises(folded))


def _holds(cue: re.Pattern[str], sentence: str) -> bool:
    folded = cues.fold(sentence)
    found = cue.search(folded)
    if found is None or sentence.endswith(":") or _AHEAD.match(folded) or _advises(folded):
        return False
    return not (cues.is_question(sentence) or cues.is_negated(folded[: found.end()].replace("no longer", "")))


def _advises(folded: str) -> bool:
    return bool(telling.ADVISES.search(folded))
