"""How a text makes somebody or something known: roles, places, firms, tools, in several languages. Tables only."""

import re
from typing import Final

from episodic.language.cues import bag

# What one person is to another, or to a house. Before or after the name, and only as the head of what is said.
ROLES: Final = (
    r"(?:accountant|adviser|advisor|agent|analyst|architect|assistant|attorney|aunt|auditor|babysitter|boss|boy|boyfriend"
    r"|brother|builder|carpenter|ceo|cfo|chair|chairman|chairwoman|chef|coach|co-?founder|colleague|consultant"
    r"|contact|contractor|controller|coo|counsel|cousin|coworker|co-worker|cto|daughter|dentist|designer|developer"
    r"|director|doctor|driver|editor|electrician|engineer|father|fianc[eé]e?|flatmate|founder|friend|gardener"
    r"|girl|girlfriend|grandfather|grandma|grandmother|grandpa|head|headteacher|husband|intern|investor|landlady|landlord|lawyer|lead|leader"
    r"|manager|maintainer|mentor|midwife|mother|nanny|neighbou?r|nephew|niece|nurse|officer|owner|painter|partner"
    r"|pharmacist|photographer|physio(?:therapist)?|pm|plumber|president|principal|professor|programmer|recruiter"
    r"|researcher|reviewer|roommate|sister|solicitor|son|supervisor|teacher|teammate|tenant|therapist|trainer"
    r"|translator|treasurer|tutor|uncle|vet|vp|wife|writer)"
)
ROLES_SV: Final = (
    r"(?:arkitekt|assistent|barnbarn|bror|brorson|chef|chefen|doktor|dotter|elektriker|farbror|farfar|farmor|flickvän"
    r"|fru|frisör|granne|handledare|hyresvärd|jurist|kollega|kompis|konsult|kontaktperson|kusin|läkare|lärare|make"
    r"|maka|mamma|man|mentor|moder|morbror|morfar|mormor|moster|målare|pappa|partner|platschef|pojkvän|projektledare"
    r"|revisor|rådgivare|rörmokare|sambo|snickare|son|syster|tandläkare|terapeut|utvecklare|vd|vän|väninna)"
)
ROLES_DE: Final = (
    r"(?:Anwalt|Anwältin|Architekt(?:in)?|Arzt|Ärztin|Bruder|Buchhalter(?:in)?|Chef(?:in)?|Cousin(?:e)?|Designer(?:in)?"
    r"|Entwickler(?:in)?|Frau|Freund(?:in)?|Geschäftsführer(?:in)?|Hausarzt|Ingenieur(?:in)?|Investor(?:in)?"
    r"|Kolleg(?:e|en|in)|Leiter(?:in)?|Lehrer(?:in)?|Mann|Mutter|Nachbar(?:in)?|Onkel|Partner(?:in)?"
    r"|Projektleiter(?:in)?|Schwester|Sohn|Steuerberater(?:in)?|Tante|Teamleiter(?:in)?|Tochter|Trainer(?:in)?|Vater"
    r"|Vermieter(?:in)?)"
)
ROLES_ROMANCE: Final = (
    r"(?:abogad[oa]|amig[oa]|arquitect[oa]|asesor[a]?|colega|compañer[oa]|contador[a]?|director[a]?|esposa|esposo"
    r"|herman[oa]|hij[oa]|jef[ea]|madre|marido|mujer|médic[oa]|novi[oa]|padre|primo|prima|profesor[a]?|soci[oa]|tía|tío"
    r"|vecin[oa]|ami|amie|architecte|avocate?|chef|cheffe|collègue|comptable|cousine?|directeur|directrice|femme|fille"
    r"|fils|frère|mari|mère|médecin|patronn?e?|père|propriétaire|responsable|sœur|voisine?|développeu(?:r|se)"
    r"|associée?)"
)
# What a firm is to us.
FIRM_ROLES: Final = (
    r"(?:client|customer|vendor|supplier|bank|agency|competitor|employer|distributor"
    r"|kund|leverantör|konkurrent|arbetsgivare|byrå|Kunde|Lieferant|Arbeitgeber|Wettbewerber|cliente|proveedor"
    r"|fournisseur|concurrent)"
)
FIRM_ENDINGS: Final = frozenset(
    "AB GmbH AG Inc Ltd LLC Oy Oyj ApS SARL BV NV Corp Corporation PLC Plc Group Gruppe Bank Energi Energy University"
    " Capital Ventures Partners Foundation Holding Holdings Labs Systems Technologies Software Consulting Kommun"
    " Insurance Pharma Stiftung Verlag Förlag Universitet Universität Partnership Industries".split()
)
# "Ask Legal": departments, crowds and machines speak like people.
NOBODY: Final = bag(
    "accounting admin administration agency audience board boss care client clients committee communications company"
    " compliance congress consulting council counsel court customer customers delivery department design devops doctor"
    " editorial engineering everybody everyone facilities family finance friends god government growth guys hr human"
    " infra infrastructure insurance internet investors it leadership legal logistics mail management marketing media"
    " mom mum dad mama papa mamma pappa mother father nobody nurse office operations ops parliament people police press"
    " procurement product production public purchasing qa quality recruiting reception research resources sales school"
    " security service someone somebody staff support team teams tech treasury users user vendor vendors warehouse"
    " assistant human bot system claude chatgpt gpt copilot gemini siri alexa cursor codex llama grok perplexity"
    " ekonomi ekonomiavdelningen inköp juridik kundtjänst ledningen personal styrelsen supporten försäljning alla folk"
    " mannen kvinnan vertrieb einkauf buchhaltung personalabteilung rechtsabteilung vorstand kunde kunden leute alle"
    " chef mutter vater ventas compras todos gente jefe tout monde direction achats compta"
    " thanks thank sorry please yes yeah okay great good morning afternoon evening tack danke gracias merci bonjour"
    " hello hi hey hej hallo hola salut dear best regards cheers mvh hälsningar gruß grüße saludos cordialement"
)
# Peoples, tongues, faiths, feasts: with a capital everywhere.
CAPITALISED: Final = bag(
    "english swedish german french spanish italian portuguese dutch danish norwegian finnish polish russian ukrainian"
    " chinese japanese korean thai arabic hebrew turkish greek latin hindi american british european african asian"
    " australian canadian mexican brazilian indian irish scottish welsh swiss austrian belgian czech hungarian romanian"
    " nordic scandinavian western eastern christian jewish muslim catholic christmas easter halloween thanksgiving"
    " ramadan midsummer god internet web english-speaking ok okay todo fixme note warning error true false none"
    " null id url api ui ux q1 q2 q3 q4 monday tuesday wednesday thursday friday saturday sunday january february march"
    " april may june july august september october november december i i'm i'll i've i'd"
    " markdown json yaml html css sql http https oauth utf unicode ascii iso rfc pdf csv xml cpu gpu ram usb wifi"
    " english's sir madam mr mrs ms dr"
)
# Parts of a thing, which a number or a letter names: "Option B", "Slide 3".
PARTS: Final = bag(
    "option step phase part section chapter plan slide page figure table version task issue ticket sprint room day week"
    " line level tier stage point item case class type group series round act scene gate terminal platform floor block"
    " appendix exhibit annex question answer column row sheet module lesson unit model variant candidate team"
)
# Before a place: what follows is somewhere, not somebody.
PLACES: Final = bag(
    "in near at outside inside around across towards through via to from i till från nära vid över genom in nach aus"
    " bei über en desde hasta hacia cerca à vers depuis près chez"
)
# Tools that are no other word, found in any case.
TOOLS: Final = bag(
    "postgres postgresql mysql mariadb sqlite mongodb redis kafka rabbitmq elasticsearch opensearch clickhouse duckdb"
    " timescaledb snowflakedb bigquery dynamodb neo4j memcached docker kubernetes kubectl podman terraform ansible"
    " jenkins github gitlab bitbucket git npm pnpm yarn webpack vite esbuild babel eslint prettier typescript"
    " javascript python3 golang kotlin scala haskell clojure erlang perl php nodejs node.js next.js vue.js nuxt.js"
    " express.js deno"
    " django fastapi numpy scipy pandas pytorch tensorflow sklearn scikit-learn pytest mypy ruff pylint jupyter celeryd"
    " nginx apache2 traefik haproxy grafana prometheus datadog newrelic sentry opentelemetry kibana logstash splunk"
    " figma jira trello asana airtable zapier webflow wordpress shopify salesforce hubspot mailchimp zendesk"
    " photoshop indesign lightroom autocad sketchup powerpoint onenote sharepoint onedrive dropbox vscode"
    " intellij pycharm xcode neovim emacs tmux zsh graphql grpc websocket websockets ollama langchain"
    " openai anthropic chatgpt huggingface llamaindex vllm onnx onnxruntime cuda ffmpeg imagemagick libreoffice ubuntu"
    " debian fedora raspbian homebrew systemd apsw fts5 pgvector qdrant weaviate milvus pinecone supabase firebase"
    " vercel netlify heroku cloudflare digitalocean hetzner aws azure gcp redpanda dbt looker tableau powerbi"
)
FILE_ENDINGS: Final = (
    "py pyi ipynb js jsx ts tsx mjs cjs json jsonl yaml yml toml ini cfg conf env md rst txt csv tsv xml html css scss"
    " sql sh bash zsh ps1 bat go rs java kt swift c h cc cpp hpp cs rb php pl lua r jl scala clj ex exs erl hs ml vue"
    " svelte dart gradle lock log proto graphql tf ipy pdf docx xlsx pptx odt ods key pages numbers png jpg jpeg svg"
    " gif webp mp3 mp4 wav zip gz tar parquet db sqlite onnx"
).split()

SURNAMES_ZH: Final = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任"
    "卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常"
)
SURNAMES_KO: Final = (
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염"
)
NOT_BEFORE_SAN: Final = frozenset(
    "皆 奥 母 父 兄 姉 弟 妹 祖父 祖母 客 医者 大工 本屋 店員 学生 娘 息子 患者 社員 業者 女将 神 王 仏 殿 貴 皇帝 多"
    " 有 同 仕 模 異 各位 関係者 担当者 彼 彼女 先輩 後輩 看護師 運転手 花屋 魚屋 八百屋 お隣 隣 上 下".split()
)
NOT_BEFORE_SSI: Final = frozenset(
    "아저 아가 마음 날 글 솜 말 불 고객 선생 사장 부장 팀장 과장 대리 이사 회원 손 부모".split()
)

_WE: Final = r"(?:we|i|they|everyone|everybody|people|friends)"
# Between two names of one: "Sarah Lind, whom we call SL", "Bob, i.e. Robert Meyer".
ALSO_CALLED: Final = re.compile(
    r"(?: \(|, | )(?:"
    + "|".join(
        (
            rf"(?P<who>whom?) {_WE} (?:all |just )?calls? ",
            rf"(?:that |which )?{_WE} (?:all |just )?calls? (?:him |her |them |it )?",
            r"a\.?k\.?a\.? |also known as |better known as |known as |nicknamed |alias |i\. ?e\.,? ",
            r"som (?:vi|alla|jag) (?:bara )?kallar |(?:även |också )?kallad |d\.? ?v\.? ?s\.? ",
            r"genannt |d\. ?h\. |apodad[oa] |o sea |es decir,? |surnommée? |c'est-à-dire ",
        )
    )
    + r")[\"“'„«]?",
    re.IGNORECASE,
)
