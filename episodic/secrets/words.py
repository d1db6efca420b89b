"""What people call a password, a key or a code, and how their languages lead from the name to the value.

Patterns for the rules of `secret_rules`; most stand in a group that folds case. Knows nothing of values.
"""

from typing import Final

# One line a language: English, Swedish, Danish and Norwegian, German, Dutch, French, Spanish, Portuguese, Italian,
# Finnish, Polish, Russian, Turkish, Hindi, then the four that put no space around a word.
_PASSWORDS: Final = (
    r"pass(?:word|phrase|code|key|[ -]word)|passwd|pwd",
    r"lösen(?:ord(?:et)?|fras(?:en)?|et)?|losenord(?:et)?",
    r"passord(?:et)?|adgangskode(?:n)?|kodeord(?:et)?",
    r"passwort|kennwort|passphrase|losungswort",
    r"wachtwoord",
    r"mot de passe|mdp|phrase secr[èe]te",
    r"contrase[ñn]a|palabra de paso",
    r"senha|palavra[ -]passe|palavra[ -]chave",
    r"parola d[’']ordine|parola chiave",
    r"salasana(?:ni)?",
    r"has[łl][oa]",
    r"парол(?:ь|я|ю|ем|и)|кодов(?:ое|ого) слов[оа]",
    r"[şs]ifre(?:m|n|si|miz|niz|leri?)?(?:in|yi|ni)?|parola(?:m|n|sı|mız|nız)?(?:yı|nı)?",
    r"पासवर्ड|पासवॉर्ड|कूटशब्द|गुप्त शब्द|पासफ्रेज़",
    r"密码|密碼|口令|通行码",
    r"パスワード|パスフレーズ|パスコード|合言葉|合い言葉",
    r"비밀번호|비번|암호|패스워드",
)

# `the code for the gate`: what a code of digits opens.
_WAY_TO: Final = r"(?:to|for|of|till|för|på|zu|zum|zur|für|de|del|du|da|do|della|от|к|на)[ ]"
_LOCKED: Final = (
    r"door|gate|alarm|safe|phone|lock|garage|dörr|port|larm|kassaskåp|telefon|lås|tür|tor|tresor|handy|schloss|"
    r"porte|coffre|"
    r"téléphone|puerta|caja|móvil|puerto|cofre|telem|cassaforte|cancell|allarme|двер|домофон|сейф|телефон|подъезд"
)

_PINS: Final = (
    (
        r"pin(?:[ -]?(?:code|number|nummer))?|(?:door|gate|alarm|entry|unlock|security|access|lock|garage|safe"
        r"|keypad|sim|"
        r"voicemail|verification|one[- ]time|otp|puk)[ -](?:pin|code|combination)|combination|otp|puk|cvv|cvc"
    ),
    (
        rf"(?:(?:the )?code|koden|der code|le code|el código|la clave|o código|il codice|код)"
        rf" {_WAY_TO}(?:\w{{1,10}}[ ’']){{0,2}}(?:{_LOCKED})\w{{0,8}}"
    ),
    r"pin-?kod(?:en)?|(?:port|dörr|larm|lås|grind|engångs|säkerhets)kod(?:en)?",
    r"pin-?kode(?:n)?|(?:dør|port|alarm)kode(?:n)?",
    r"geheimzahl|(?:tür|alarm|zugangs|sicherheits|tor)[ -]?code",
    (
        r"code (?:pin|secret|(?:de|du) (?:la )?(?:porte|portail|alarme|l[’']alarme|immeuble|l[’']immeuble)|d[’']accès)|"
        r"digicode"
    ),
    r"(?:c[óo]digo|clave) (?:pin|secreto|de (?:la )?(?:puerta|alarma|acceso|entrada))",
    r"c[óo]digo (?:d[oae] )(?:pin|porta|portão|alarme|acesso)|código secreto",
    r"codice (?:pin|segreto|(?:della|del|di|dell[’'])[ ]?(?:porta|portone|cancello|allarme|accesso))",
    r"пин(?:-?код(?:а|ом)?)?|код (?:от )?(?:домофона|двери|подъезда|сигнализации|сейфа)",
    r"(?:kapı|alarm|giriş|güvenlik)(?: |_)kodu|pin kodu(?:m)?",
    r"पिन(?: कोड| नंबर)?|दरवाज़े का कोड",
    r"暗証番号|暗証|門の番号",
    r"门禁(?:密码|码)|开门密码|门锁密码|pin码|验证码",
    r"(?:현관|도어락|핀|PIN)[ ]?(?:비밀번호|번호|코드)",
)

# These name other things too (a boarding pass, `la clave del éxito`), so a value never follows them directly.
_LOOSE: Final = (
    r"(?-i:[Pp]ass)|pw|lösen|clave|secret word|"
    r"(?:wi-?fi|wlan|network|nätverks?)[ -]?(?:code|kod(?:en)?|key|nyckel(?:n)?|schlüssel)"
)
_LOOSE_UNSPACED: Final = r"パス|암호"

_KEYS: Final = (
    (
        r"(?:api|access|secret|license|private|account|auth|deploy|signing|encryption|master|bot|service"
        r"|recovery|product|"
        r"storage|admin)[ -]?(?:key|token|secret)|token|client secret|secret|credential"
    ),
    r"(?:api|åtkomst|licens)?-?nyckeln?",
    r"(?:api|zugangs|lizenz|geheimer? |privater? )?-?schlüssel",
    r"(?:clé|jeton)(?: (?:api|privée|secrète|d[’']api|d[’']accès))?",
    r"(?:clave|llave)(?: (?:de )?(?:api|acceso|privada|secreta))|ficha de acceso",
    r"chave(?: (?:de |da )?(?:api|acesso|privada|secreta))",
    r"chiave(?: (?:api|di accesso|privata|segreta))",
    r"(?:api|секретный |приватный |закрытый )-?[ ]?ключ|ключ(?: (?:api|апи|доступа))|токен",
    r"(?:api|gizli|erişim)[ ]anahtarı(?:m)?|belirteç|jeton",
    r"एपीआई (?:कुंजी|की)|api कुंजी|गुप्त कुंजी|टोकन",
    r"密钥|密鑰|令牌|私钥",
    r"(?:api|秘密|アクセス)キー|トークン|秘密鍵",
    r"(?:api|비밀|액세스)[ ]?키|토큰",
)

# `credentials are ana:X`, `login: ana / X`.
_LOGINS: Final = (
    r"credentials?|creds|log[- ]?in(?:s| details| info)?|sign[- ]?in|account|"
    r"inlogg(?:ning(?:en|s?uppgifter(?:na)?)?)?|konto(?:t)?|användare|kontouppgifter|"
    r"zugangsdaten|anmeldedaten|benutzerdaten|login-?daten|inloggegevens|"
    r"identifiants?|identifiant de connexion|acc[èe]s|credenciales?|credenciais|credencial|dados de acesso|"
    r"datos de acceso|credenziali?|dati di accesso|"
    r"уч[её]тн(?:ые данные|ая запись)|логин(?:[- ]пароль| и пароль)?|доступ|креды|giriş bilgileri(?:m)?|"
    r"hesap(?: bilgileri)?|"
    r"लॉगिन(?: विवरण)?|क्रेडेंशियल|खाता|账号(?:密码)?|帐号|帳號|账户|登录信息|ログイン(?:情報)?|アカウント|認証情報|"
    r"로그인(?: 정보)?|계정(?: 정보)?"
)

_WIFI: Final = r"wi[- ]?fi|wlan|hotspot|router|routern|internet|вай[- ]?фа[йя]\w?|роутера?|вайфая|वाईफाई|와이파이|ssid"

# What may stand between name and value: a few of these, in any order.
_LEADS: Final = (
    r"is|was|are|were|be|has been|have been|will be|should be|must be|equals|to|now|still|currently|really|actually|"
    r"probably|always|also|called|set|changed|updated|reset|"
    r"it[’']?s|this|that|just|simply|following|"
    r"är|e|var|blir|blev|nu|satt|till|ändrat|ändrad|bytt|heter|lyder|kallas|fortfarande|alltså|faktiskt|er|nå|"
    r"ist|war|lautet|lautete|heißt|heisst|wurde|auf|jetzt|nun|geändert|lauten|sind|wirklich|eigentlich|immer noch|"
    r"noch|also|"
    r"was|werd|"
    r"est|c[’']est|était|sont|maintenant|désormais|bien|toujours|s[’']appelle|sera|siempre|realmente|sigue siendo|"
    r"se llama|também|sempre|continua|es|era|son|será|ahora|é|são|agora|è|era|sono|adesso|ora|sarà|"
    r"on|to|jest|"
    r"это|был|теперь|сейчас|всё ещё|все еще|точно|тоже|называется|такой|такие|"
    r"ise|şu|şöyle|artık|oldu|şimdi|olarak|"
    r"है|हैं|था|अब|को|यह|ये|का"
)

# The same where no space parts words.
_PARTICLES: Final = (
    r"是|为|為|改成了?|改为|改為|设为|设置为|设置成|设成|变成了?|就是|现在是|叫|"
    r"は|が|を|も|って|"
    r"는|은|이|가|를|을|도"
)

# `the password FOR the guest network is X`.
_LINKS: Final = (
    r"for|to|of|on|at|in|för|till|på|i|for|til|für|zu|zum|zur|fürs|vom|von|am|im|der|des|voor|van|de|du|des|pour|"
    r"d[’']|del|para|"
    r"da|do|dos|das|di|della|per|от|для|к|на|do|palveluun"
)

# `X as the password`.
_AS: Final = r"as|som|als|comme|como|come|как|в качестве"


def union(*patterns: str) -> str:
    """Return one group that matches any of the patterns, longest alternatives first where they are plain words."""
    return f"(?:{'|'.join(patterns)})"


# Languages that join words: `wifilösenordet`, `Routerpasswort`.
_JOINED: Final = r"(?:lösenord(?:et)?|passwort|kennwort|wachtwoord|passord(?:et)?|salasana(?:ni)?)(?![A-Za-zÀ-ɏ\d_])"


def _spaced(words: str) -> str:
    """Let names begin and end where a word does."""
    return rf"(?<![A-Za-zÀ-ɏЀ-ӿ\d_](?<!\\[nrt])){words}s?(?![A-Za-zÀ-ɏ\d_])"


PASSWORD: Final = rf"(?:{_spaced(union(*_PASSWORDS[:-4]))}|{_JOINED}|{union(*_PASSWORDS[-4:], 'wifi密码')})"
PIN: Final = rf"(?:{_spaced(union(*_PINS[:-4]))}|{union(*_PINS[-4:])})"
LOOSE: Final = rf"(?:{_spaced(union(_LOOSE))}|{_LOOSE_UNSPACED})"
KEY: Final = rf"(?:{_spaced(union(*_KEYS[:-3]))}|{union(*_KEYS[-3:])})"
LOGIN: Final = rf"(?<![\w/.-](?<!\\[nrt]))(?:{_LOGINS}|[^\W\d_]{{2,14}}[ ]?[/+&][ ]?(?:pass|pw|{union(*_PASSWORDS)}))"
USER: Final = (
    r"(?:user(?:name)?|login|account|e?-?mail|användare|benutzer|utilisateur|usuario|usuário|utente|cuenta|conta|"
    r"пользователь|логин|kullanıcı|यूज़र)"
)
WIFI: Final = union(_WIFI)
LINK: Final = union(_LINKS)
AS: Final = union(_AS)
LEAD: Final = (
    rf"(?:[ \t]{{0,2}}(?:(?<![^\W\d_])(?:{_LEADS})(?!\w)|[’'](?:s|re|e)(?!\w)|(?:{_PARTICLES})"
    r"|=>|[-=]>|[=:→—–\uff1a-]))"
)

# What one of which stands in every match, for the search by lines.
PASSWORD_TRIGGERS: Final = tuple(
    "pass pwd lösen losen adgangskode kodeord kennwort losungs wachtwoord mdp phrase contrase palabra senha palavra "
    "parola "
    "salasana hasł haslo hasla парол кодов şifre sifre पास कूटशब्द गुप्त 密码 密碼 口令 通行码 パス 合言葉 合い言葉 "
    "비밀번호 비번 암호 "
    "패스워드".split()
)
LOOSE_TRIGGERS: Final = (
    "pass",
    "pw",
    "lösen",
    "clave",
    "암호",
    "secret word",
    "wifi",
    "wi-fi",
    "wlan",
    "network",
    "nätverk",
    "パス",
)
PIN_TRIGGERS: Final = tuple(
    "pin code kod combination otp puk cvv cvc geheimzahl digicode código codigo clave codice пин код पिन कोड 暗証 "
    "番号 密码 码 番 번호 "
    "코드".split()
)
KEY_TRIGGERS: Final = tuple(
    "key token secret credential nyckel schlüssel clé jeton clave llave ficha chave chiave ключ токен anahtar "
    "belirteç कुंजी की टोकन 密钥 "
    "密鑰 令牌 私钥 キー トークン 秘密鍵 키 토큰".split()
)
LOGIN_TRIGGERS: Final = tuple(
    "cred pass пароль lösenord log sign account konto användare daten gegevens identifiant acc dados datos dati уч "
    "логин доступ креды giriş hesap "
    "लॉगिन क्रेडेंशियल खाता 账号 帐号 帳號 账户 登录 ログイン アカウント 認証情報 로그인 계정".split()
)
WIFI_TRIGGERS: Final = ("wifi", "wi-fi", "wi fi", "wlan", "hotspot", "router", "ssid", "фай", "वाईफाई", "와이파이")
