"""Secrets on command lines: which word of which client is one."""

from functools import partial
from typing import Final

import regex as re

from episodic.secrets.judges import argument, credential, passed
from episodic.secrets.shape import AS_WRITTEN, FOLD, VALUE, WORD, Rule, rule

_USER: Final = r"[\"']?[^\s:%,\"']{1,64}"  # the user in front of a password, with a quote that both stand in
_HEAD: Final = r"(?<![\w.-](?<!\\[nrt]))"  # a client's name is no end of another word; a path may lead to it
_NEAR: Final = 300  # characters in front of a flag in which its client is looked for
_BREAK: Final = re.compile(r"(?<!\\)\n|\||;|&&|\$\(|`")  # where a command ends

# Clients set apart by spaces; the words after a client's name that make it the one; and how a password is written.
_CLIENTS: Final = (
    ("sshpass", "", r"-p[ ]?"),
    ("docker podman nerdctl buildah skopeo helm oc cf ibmcloud argocd", r"[ ](?:registry[ ])?login", r"-p[ =]?"),
    ("az acr", r"[ ](?:acr[ ])?(?:login|ad)", r"-p[ =]?"),
    ("redis-cli valkey-cli keydb-cli", "", r"(?:-a|--pass)[ ]?"),
    ("mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlsh mariadb mariadb-dump mycli", "", r"-p(?=\S)"),
    ("mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop", "", r"-p[ ]?"),
    ("curl", "", rf"(?:-u|-U|--user|--proxy-user)[ =]?{_USER}:"),
    ("curl", "", r"(?:-b|--cookie)[ =]?[\"']?[\w.-]{1,60}="),
    ("http https xh httpie", "", rf"(?:-a|--auth)[ =]?{_USER}:"),
    ("smbclient rpcclient smbget winexe wbinfo smbcacls samba-tool net", "", rf"(?:-U|--user)[ =]?{_USER}%"),
    ("ldapsearch ldapmodify ldapadd ldapwhoami ldapdelete ldapcompare ldappasswd", "", r"-w[ ]?"),
    ("ldappasswd", "", r"-[sa][ ]?"),
    ("openssl", "", r"(?:-pass|-passin|-passout)?[ ]pass:"),
    ("openssl", r"[ ]enc", r"-k[ ]"),
    ("7z 7za 7zz 7zr rar unrar", r"[ ][a-z]{1,2}", r"-h?p(?=\S)"),
    ("zip unzip zipcloak", "", r"-P[ ]?"),
    ("sqlcmd bcp osql isql impala-shell mosquitto_pub mosquitto_sub mosquitto_rr ipmitool", "", r"-P[ ]?"),
    ("cqlsh twine smbmap wpscan hydra useradd usermod ncftp ncftpget ncftpput influx arangosh", "", r"-p[ ]?"),
    ("nxc netexec crackmapexec evil-winrm rdesktop psexec", "", r"-p[ ]?"),
    ("lftp", "", rf"(?:-u|--user)[ =]?{_USER},"),
    ("plink pscp psftp pageant nodetool", "", r"-pw[ ]"),
    ("snmpwalk snmpget snmpset snmpbulkwalk", "", r"-[AX][ ]?"),
    ("ssh-keygen", "", r"-[NP][ ]"),
    ("x11vnc vncviewer", "", r"-passwd[ ]"),
    ("pdftotext pdftoppm pdfinfo", "", r"-[uo]pw[ ]"),
    ("swaks sendemail", "", r"(?:-ap|-xp)[ ]"),
    ("gh glab", r"[ ]secret[ ]set", r"(?:-b|--body)[ =]?"),
    ("xfreerdp wfreerdp cmdkey psexec runas wmic schtasks net", "", r"/(?:p|pass|password|rp)(?::|[ ])"),
)  # fmt: skip

_SETTINGS: Final = "secret_access_key|_authtoken|_auth|session_token|api[_-]?key|token|password"
# Clients whose password is known by its place among their words.
_PLACES: Final = (
    ("htpasswd", r"htpasswd(?:[ ]-\w+)*?[ ]-\w*b\w*(?:[ ]-\w+)*[ ](?:(?!-)\S{1,120}[ ]){1,2}"),
    ("wpa_passphrase", r"wpa_passphrase[ ](?:\"[^\"\n]{1,60}\"|\S{1,60})[ ]"),
    ("rabbitmqctl", r"rabbitmqctl[ ](?:-\S+[ ])*(?:add_user|change_password|authenticate_user)[ ]\S{1,60}[ ]"),
    ("sqlplus", r"sqlplus[ ](?:-\w+[ ])*[\w.$#]{1,40}/"),
    ("net user ", r"net[ ]user[ ]\S{1,60}[ ]"),
    ("net use ", r"net[ ]use[ ](?:\S{1,80}[ ])?\\\\\S{1,120}[ ](?:/\S{1,80}[ ])+"),
    ("net use ", r"net[ ]use[ ](?:\S{1,80}[ ])?\\\\\S{1,120}[ ](?=\S{1,80}[ ]/user)"),
    ("vault login ", r"vault[ ]login[ ](?:-\S+[ ])*(?!-)"),
    ("cargo login ", r"cargo[ ]login[ ](?:-\S+[ ])*"),
    ("ngrok", r"ngrok[ ](?:config[ ]add-authtoken|authtoken)[ ]"),
    ("poetry config", r"poetry[ ]config[ ](?:--\S+[ ])*(?:http-basic\.\S{1,60}[ ]\S{1,60}|pypi-token\.\S{1,60})[ ]"),
    ("bw ", r"bw[ ](?:login[ ]\S{1,80}|unlock)[ ](?!-)"),
    ("mc ", r"mc[ ](?:alias[ ]set|config[ ]host[ ]add)[ ]\S{1,60}[ ]\S{1,120}[ ]\S{1,120}[ ]"),
    ("nmcli", r"nmcli[ ][^\n|;]{1,160}?[ ]password[ ]"),
    ("config", rf"config(?:ure)?[ ](?:set|add)?[ ]?\S{{0,120}}(?:{_SETTINGS})[ ]"),
    ("_authtoken", r"_authToken[ ]"),
    ("securestring", r"ConvertTo-SecureString[ ](?:-String[ ])?"),
    ("requirepass", r"requirepass[ ]"),
    ("masterauth", r"masterauth[ ]"),
    ("enable ", r"enable (?:secret|password)(?: [0579])?[ ]"),
    ("username ", r"username[ ]\S{1,40}(?:[ ]privilege[ ]\d+)?[ ](?:secret|password)[ ][0579][ ]"),
    ("-asplaintext", r"-String[ ](?=\S{1,60}[ ]-AsPlainText)"),
    ("qpdf", r"qpdf[ ][^\n|;]{0,80}?--encrypt[ ](?:\S{1,60}[ ])?"),
)  # fmt: skip

# Programs that read a password from their input.
_READERS: Final = (
    r"[^\n|;]{0,200}?(?:--password-stdin|--stdin\b|\bsudo(?:[ ]-\w+)*[ ]-\w*S|--passphrase-fd|--with-token|"
    r"-pass(?:in|out)?[ ]stdin)"
    r"|(?:sudo[ ])?(?:chpasswd|cryptsetup|kinit|passwd|smbpasswd|vncpasswd|secret-tool|pass[ ]insert"
    r"|(?:gh|docker|podman|wrangler)[ ]secret)\b"
)


def _of_client(names: str, words: str, flag: str) -> Rule:
    """Return the rule for a flag: looked for first, as it is rare, and then its client in front of it."""
    clients = "|".join(map(re.escape, names.split()))
    client = rf"{AS_WRITTEN}{_HEAD}(?:{clients}){words}(?=\s)"
    triggers = tuple(f"{name} " for name in names.split())
    pattern = rf"{AS_WRITTEN}(?<=\s)(?:{flag}){WORD}"
    return Rule("password", triggers, pattern, "a flag of a client's", partial(_behind, client))


def _behind(client: str, found: re.Match[str]) -> bool:
    near = _BREAK.split(found.string[max(0, found.start() - _NEAR) : found.start()])[-1]
    return bool(re.search(client, near)) and argument(found)


RULES: Final[tuple[Rule, ...]] = (
    *(_of_client(*client) for client in _CLIENTS),
    *(
        Rule("password", (trigger,), rf"{FOLD}{_HEAD}{words}{WORD}", "known by its place", argument)
        for trigger, words in _PLACES
    ),
    rule(
        "password",
        "|",
        rf"{FOLD}(?:echo|printf)[ ](?:-\w[ ])?{WORD}[\"']?[ ]*\|[ ]*(?:{_READERS})",
        "piped into what reads it",
        argument,
    ),
    rule(
        "password",
        "<<<",
        rf"{FOLD}(?:login|passw|passphrase|token|secret|auth|sudo|stdin|kinit|cryptsetup|openssl)[^\n|"
        rf";]{{0,100}}?<<<[ ]?{WORD}",
        "a here-string into what reads it",
        argument,
    ),
    rule(
        "password",
        "pass",
        rf"{FOLD}(?<=\s)--?(?:[a-z]{{1,12}}-){{0,2}}(?:[a-z]{{1,8}})?pass(?:word|wd|phrase)?(?P<sep>[ \t]{{1,4}}|"
        rf"=){WORD}",
        "a flag of any client",
        passed,
    ),
    rule(
        "token",
        "token key secret",
        rf"{FOLD}(?<=\s)--?(?:[a-z]{{1,12}}-)?(?:token|key|secret)[ \t]{{1,4}}{VALUE}",
        "a flag of any client",
        credential,
    ),
)
