"""Words by which a noun phrase is told from other runs of words. Tables only."""

from typing import Final

from episodic.language.cues import bag

INSIDE: Final = bag("of for in the and at to de del la le les du des för i på av och für der des von und im di")

# Before a noun, if maybe with an adjective between.
BEFORE_A_NOUN: Final = bag(
    "the a an my our your his her their its this that these those of in on for with about from per no any some each"
    " en ett min mitt mina vår vårt våra din ditt hans hennes denna detta den det de om med till från för på av i"
    " der die das ein eine einen einem einer mein meine unser unsere den dem des im zum zur für mit von vom über"
    " el la los las un una mi mis nuestro nuestra del al con para le les un une mon ma mes notre nos du des au aux pour"
)
BEFORE_A_VERB: Final = bag(
    "i we you he she they it who to will would can could should must may might do does did don't doesn't didn't let's"
    " please not never always also just i'll we'll you'll i'd we'd att jag vi du han hon de man ska kan vill måste bör"
    " inte ich wir du er sie es man zu will kann muss soll nicht yo él ella no que puedo je tu il elle on nous vous ne"
)
AFTER_A_VERB: Final = bag(
    "the a an my our your his her their me us him them it this these those myself yourself en ett min mitt mina mig oss"
    " dig honom henne dem der die das den ein eine einen mein meine mich uns ihn el la los las un una mi le les une mon"
)

# No part of a noun phrase: verbs, adverbs, pronouns and talk that stopwords leave.
NO_PART: Final = bag(
    "coming going wept cried fell woke slept ate drank"
    " said says say tell told ask asked asks went goes gone came comes come saw seen took taken takes gave given gives"
    " got gets getting made makes kept keeps felt left sent sends wrote writes began begins brought bought buys paid"
    " thought thinks knew knows known found finds put puts set sets ran runs run met meets sat stood held lost won"
    " told talk talks talked call calls called try tries tried move moves moved want wants wanted need needs needed"
    " wait waits waiting love loves like likes liked hate hates look looks seem seems mean means meant let lets"
    " help helps show shows start starts started stop stops stopped finish finished happen happens happened believe"
    " send write read reads draft explain compare remind check checks keep bring leave leaves live lives hope hopes"
    " wish guess suppose agree agreed decide decided become becomes became remember forget forgot learn learnt pick"
    " choose chose cut cuts fits fit works worked use uses used add adds added drop drops dropped fix fixes fixed"
    " turn turns turned open opens close closes sounds looks feels takes shall doing done being been has had have was"
    " were are is be am did does do will would can could should may might must isn't don't doesn't didn't won't can't"
    " i me my mine we us our you your he him his she her they them their it its who whom whose which what when where"
    " why how this that these those there here then than now soon later again already still yet always never often"
    " sometimes maybe perhaps probably actually really very quite rather pretty almost nearly just only even also too"
    " about because though although while unless until since before after during without within between against"
    " through across behind beyond under over above below off up down out away back along around together apart"
    " yesterday today tomorrow tonight ago early late recently lately finally eventually suddenly instead anyway"
    " however otherwise everything nothing something anything everyone someone anyone nobody somebody lots lot bit"
    " kind sort thing things stuff way ways guy guys wow awesome amazing incredible glad sorry thanks thank please"
    " hey hi yes yeah yep nope okay haha hahaha lol omg ugh hmm oops cool nice great good bad fine best better worse"
    " worst sure true wrong right same other another else more most less least much many few several every each both"
    " all any some none no not nor either neither whether if so as but or and yet busy happy sad tired excited ready"
    " able important interesting big small long short old new high low full empty different special next last first"
    " second third half whole single double main real own dont didnt doesnt cant wont isnt thats whats ive ill im id"
    " youre theyre gonna wanna gotta kinda sorta pls plz thx morning evening afternoon night day days week weeks month"
    " months year years hour hours minute minutes moment time times monday tuesday wednesday thursday friday saturday"
    " sunday january february march april june july august september october november december"
    " är var blir blev har hade ska skulle kan kunde vill ville måste får fick gör gjorde går gick kommer kom tar tog"
    " ger gav ser såg säger sa sade tror tänker vet behöver skriv skriva skicka gäller heter betyder blivit varit inte"
    " också bara redan ännu alltid aldrig ofta kanske faktiskt ganska mycket lite nog väl ju här där nu sedan sen då"
    " när hur vad vem vilken vilket vilka varför någon något några ingen inget alla allt den det de dem jag mig vi oss"
    " du dig ni er han honom hon henne man sig min mitt mina din ditt dina sin sitt sina vår vårt våra och eller men"
    " ist sind war waren wird werden wurde hat haben hatte hatten kann können konnte muss müssen soll sollte wollen"
    " darf macht machen gemacht geht gehen ging kommt kommen kam sagt sagen sagte gibt geben gab nimmt nehmen weiß"
    " denke glaube brauche brauchen nicht auch nur schon noch immer nie oft vielleicht eigentlich ziemlich sehr viel"
    " wenig hier dort jetzt dann wann wie was wer wo warum jemand etwas nichts alle alles ich mich mir wir uns du dich"
    " dir ihr euch er ihn ihm sie ihnen es man sich mein meine dein deine sein seine unser unsere und oder aber"
    " es son era fue ser estar está están hay tiene tengo hace hacer va ir voy dice decir puede quiero sé no también"
    " solo ya aún siempre nunca quizás muy mucho poco aquí allí ahora luego cuando como qué quién dónde yo me tú te él"
    " ella nos se mi mis su sus y o pero est sont était être avoir ai as ont avait fait faire va aller dit dire peut"
    " veux sais pas aussi seulement déjà encore toujours jamais peut-être très beaucoup peu ici là maintenant puis"
    " comment quoi qui où je moi nous vous il elle on se mon ma mes son sa ses et ou mais"
)
VERB_ENDINGS: Final = ("n't", "'ll", "'ve", "'re", "ly")
