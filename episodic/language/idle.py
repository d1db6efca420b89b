"""Words that show a plain sentence to be of code, of the moment or of nothing in particular.

No figure and no name makes such a sentence worth keeping. Knows no sentence, only words, on folded text.
"""

from typing import Final

from episodic.language.cues import bag

OF_CODE: Final = bag(
    "node nodes implementations argument arguments font padding timeout heap lambda socket thread threads queue enum"
    " dict"
    " tuple index offset buffer byte bytes char chars integer float constant constants header headers payload"
    " cookie cookies url urls route routes handler handlers component components widget modal icon css html sql regex"
    " migration migrations schema proxy gateway replica replicas mutex exception exceptions timestamp firefox chrome"
    " safari mock mocks varianter metoder rader tabellen noder fält variabler parametrar methoden zeilen tabelle knoten"
    " variablen felder métodos filas tabla nodos parámetros argumentos méthodes lignes nœuds champs paramètres ligne"
    " keys attribute attributes property properties instance instances module modules plugin plugins binary"
    " test tests tester testet testen file filen file's filer datei dateien fichier fichiers archivo archivos function"
    " functions funktion method methods commit commits branch branches checkpoint checkpoints build builds"
    " hook hooks agent agents session sessions prompt prompts output input log logs error errors bug bugs repo pr prs"
    " query queries loop parser cli api endpoint flag flags field fields struct package packages module code codebase"
    " command commands script scripts line lines column row rows diff patch token tokens retry retries request requests"
    " response variable param params parameter string strings array json yaml config callback deploy pipeline ci"
    " subagent subagents terminal shell state metadata worktree import imports linter compiler server cache database"
    " table model context window merge rebase id ids uuid sha hash path paths directory directories folder folders"
    " comment comments docs doc readme changelog feature features implementation refactor interface type types tool"
    " tools transcript trailer trailers attribution summary example examples scenario scenarios logic fallback push"
    " sidan koden felet fel buggen bugg anrop fehler fehlerhafte fehlerhaften erreur erreurs prueba pruebas"
    " código rama kod code-review tarea fix fixes initialization initialisation warning warnings changes refactor"
    " downloads cron tab tabs page element elements elemente elementos éléments array container containers process"
    " processes processen prozess proceso processus pod pods disk gb mb kb times app apps website dashboard button"
    " value values default version seconds ms"
    " pixels px memory cpu browser restart restarts seite sekunden wert sidan sekunder värdet página segundos valor"
    " secondes valeur requête monitor monitors dependency dependencies endpoint fonction branche sitzung ergebnis"
    " ausgabe eingabe befehl skript abfrage"
)
_OF_NOW: Final = bag(
    "dem davon dessa esos esas it this that these those them here again left more extra another other same already"
    " yet wrong"
    " broken stuck failing"
    " first second third last next previous above below such minutes minute question questions option options problem"
    " problems issue issues thing things way ways idea ideas choice choices case cases step steps answer reason"
    " hours guess estimate meetings tasks items ideas doubts points goal plan fun lot lots something nothing"
    " anything everything now"
    " today moment luck headache tomorrow"
    " kvar alternativ fråga frågor minuter problem saker steg nu idag här samma igen optionen frage fragen minuten"
    " heute"
    " noch möglichkeiten schritte jetzt hier derselbe opciones opción pregunta preguntas minutos ahora hoy aquí mismo"
    " hambre pasos problemas question questions maintenant aujourd'hui ici même étapes problème problèmes faim"
    " perdu verwirrt opzioni domande minuti opções perguntas passos"
)
IDLE: Final = OF_CODE | _OF_NOW
# Capitalised, and no person.
SOFTWARE: Final = bag(
    "claude codex gemini copilot cursor chatgpt gpt opencode git github gitlab docker kubernetes linux windows macos"
    " python go rust java javascript typescript node npm react vue django flask cobra bash zsh vscode postgres redis"
    " everyone everybody nobody someone today tomorrow yesterday maybe please thanks yes no ok okay sure option step"
    " everything every each all both some any most many few saturday sunday monday tuesday wednesday thursday friday"
)

# Taken out again, for where they speak of a team's rules, of what it builds with, of itself, or of a life.
TEAM_WORDS: Final = bag(
    "rebase merge commit commits branch branches pr prs push deploy test tests changelog build builds docs code"
)
STACK_WORDS: Final = bag(
    "server cache database ci pipeline api docs doc deploy repo code linter logs log tests test build builds package"
    " packages model models code-review features"
)
LIFE_WORDS: Final = bag(
    "type types class classes table model path window tool tools line lines string script row field fields state"
    " session sessions feature features file files model deploy"
)
OUR_WORDS: Final = bag("app apps website page dashboard version")
