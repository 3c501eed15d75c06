/** What the lines of a signature are recognised by, in the six languages of such texts. */

/** A word of a title anywhere in the line. */
export const JOB =
  /\b(?:ceo|cto|cfo|coo|cio|cmo|cro|cpo|ciso|vp|president|chair(?:man|woman|person)?|founder|owner|partner|director|manager|head of|lead(?:er)? |chief|officer|supervisor|coordinator|executive|assistant|secretary|consultant|advisor|adviser|analyst|specialist|expert|engineer|developer|architect|designer|scientist|researcher|accountant|controller|buyer|purchas\w*|procurement|sales|account executive|representative|administrator|technician|attorney|lawyer|counsel|professor|lecturer|teacher|editor|producer|strategist|planner|recruiter|intern|trainee|apprentice)\b|(?:leiter|leiterin|leitung|geschäftsführer|geschäftsführerin|vorstand|prokurist|prokuristin|inhaber|inhaberin|gründer|gründerin|berater|beraterin|entwickler|entwicklerin|ingenieur|ingenieurin|assistenz|assistentin|referent|referentin|sachbearbeiter|sachbearbeiterin|vertrieb|einkauf|einkäufer|einkäuferin|buchhaltung|beauftragter|beauftragte|mitarbeiter|mitarbeiterin)(?![\p{L}])|\b(?:directeur|directrice|gérante?|responsable|chef(?:fe)? d|président|présidente|fondateur|fondatrice|associée?|commercial|commerciale|ingénieure?|conseillère?|conseiller|chargée? d|adjointe?|acheteur|acheteuse|comptable|directora?|gerente|jefe|jefa|fundadora?|socio|socia|ingenier[oa]|consultora?|asesora?|comercial|encargad[oa]|coordinadora?|administrador|administradora|diretora?|sócio|sócia|engenheir[oa]|coordenadora?|analista|chefe|presidente|vendedora?|compradora?|assessora?|supervisora?)(?![\p{L}])|(?:代表取締役|取締役|社長|会長|専務|常務|部長|課長|係長|主任|室長|所長|支店長|本部長|次長|マネージャー|マネジャー|ディレクター|エンジニア|デザイナー|コンサルタント|リーダー|プロデューサー|アナリスト|執行役員|営業担当|担当者)/iu;

/** Several people: no name of one. "Sales" is, in Portuguese. */
export const TEAM =
  /(?:^|\s)(?:team|support|service|department|dept\.?|office|helpdesk|kundendienst|kundenservice|abteilung|équipe|service client|equipo|soporte|equipe|suporte|atendimento|サポート|チーム)(?=$|\s)/iu;

/** The form of a company, at its end or anywhere in its name. */
export const LEGAL_FORM =
  /(?:^|[\s,.(])(?:gmbh(?:\s*&\s*co\.?\s*kgaa?)?|mbh|ag|kgaa?|ohg|gbr|ug(?:\s*\(haftungsbeschränkt\))?|e\.\s?v\.|e\.\s?g\.|se|ltd\.?|limited|llc|l\.l\.c\.|llp|plc|inc\.?|corp\.?|corporation|incorporated|pty\.?(?:\s*ltd\.?)?|pvt\.?(?:\s*ltd\.?)?|s\.?\s?a\.?\s?r\.?\s?l\.?|s\.?a\.?s\.?u?|s\.a\.|sa|eurl|sci|s\.?\s?l\.?\s?u?\.?|s\.\s?a\.\s?u\.|s\.?\s?de\s?r\.?l\.?|lda\.?|ltda\.?|eireli|s\/a|s\.?p\.?a\.?|s\.?r\.?l\.?|b\.?v\.?|n\.?v\.?|aps|a\/s|oy|oyj|ab|as|sp\.?\s?z\s?o\.?\s?o\.?|kft|s\.?r\.?o\.?|k\.?\s?k\.?|group|holding|gruppe|groupe|grupo)(?=$|[\s,.)])|株式会社|有限会社|合同会社|合資会社|一般社団法人|財団法人|（株）|\(株\)|㈱/iu;

/** Before a number: its use. */
export const FAX = /(?:fax|telefax|télécopie|ファックス|ファクス|(?:^|[\s|/,;])f)[\s:.]{0,4}$/iu;
export const PHONE =
  /(?:t[eé]l(?:efon[oe]?|[eé]fono|[eé]phone)?|phone|direct|direkt|durchwahl|office|büro|work|switchboard|zentrale|fixe|bureau|oficina|ligne directe|電話|直通|代表|(?:^|[\s|/,;])[tpd])(?:[\s.]*\([^)]{0,20}\))?[\s:.]{0,4}$/iu;
export const MOBILE =
  /(?:mobile?|mobil(?:telefon)?|cell(?:ular|phone)?|handy|portable|m[óo]vil|celular|telem[óo]vel|whats\s?app|携帯(?:電話)?|(?:^|[\s|/,;])m)[\s:.]{0,4}$/iu;

/** What a line says it holds. */
export const LABELS: readonly [
  part: 'fullName' | 'company' | 'jobTitle' | 'website' | 'country' | 'other',
  RegExp,
][] = [
  ['fullName', /^(?:name|full name|contact|nom|nombre|nome|氏名|名前|担当)\s*[:：]\s*/iu],
  [
    'company',
    /^(?:company|organi[sz]ation|firma|unternehmen|société|entreprise|empresa|会社名?|社名)\s*[:：]\s*/iu,
  ],
  [
    'jobTitle',
    /^(?:title|job title|position|role|funktion|poste|fonction|cargo|puesto|função|役職|職位)\s*[:：]\s*/iu,
  ],
  [
    'website',
    /^(?:w|web|web ?site|website|homepage|internet|site|site web|sitio web|página web|url|ウェブ(?:サイト)?|ホームページ)\s*[:.：]\s*/iu,
  ],
  ['country', /^(?:country|land|pays|país|国)\s*[:：]\s*/iu],
  [
    'other',
    /^(?:e|e-?mail|mail|courriel|correo|メール|address|adresse|anschrift|dirección|endereço|住所|skype|linkedin|xing|twitter)\s*(?:[:：]\s*)?$/iu,
  ],
];

/** Greetings, and what a company must write below its mails. */
export const NOISE =
  /^(?:--|__|\*\*|==)|\b(?:best|kind|warm|many|with) (?:regards|wishes)\b|^(?:regards|cheers|thanks|thank you|sincerely|yours|best)\b|sent from my|\b(?:mit )?(?:freundlich|herzlich|besten?|viele|schöne|liebe)\w* grü(?:ß|ss)|von meinem .{2,20} gesendet|\b(?:bien )?cordialement\b|salutations|envoyé (?:de|depuis)|\b(?:un )?saludos?\b|atentamente|enviado desde|atenciosamente|\babraços?\b|cumprimentos|enviado do|よろしく|お願い|敬具|iPhoneから送信|geschäftsführ(?:er|ung|ende)[^:]{0,20}:|vorstand[^:]{0,20}:|aufsichtsrat|registergericht|amtsgericht|handelsregister|\bsitz der\b|confidential|vertraulich|disclaimer|unsubscribe|please consider|\b(?:printing|print this)\b|©|\bgdpr\b/iu;

/** Numbers in these lines are none of a phone. */
export const REGISTER =
  /\b(?:hr[ab]|ust|uid|vat|tva|iva|siren|siret|rcs|nif|cif|cnpj|cpf|abn|acn|ein|iban|bic|swift|konto|blz|steuer|tax|reg(?:istration|istered)?|company n|p\.?\s?o\.? box|postfach|bp|cedex)\b|法人番号|登録番号|〒/iu;

/** Pages about a person, not of a company. */
export const PROFILE =
  /(?:^|[/.])(?:linkedin|xing|facebook|instagram|twitter|x|youtube|youtu|tiktok|github|calendly|wa|goo|google|maps|teams|zoom|skype|t|bit|lnkd|vimeo|mimecast|mimecastprotect|pinterest|medium|whatsapp|telegram)\.(?:com|me|be|gl|us|ly|in|de|org|app|co)(?:[/?#:]|$)/iu;
