import type { LabelWords } from '../western/labels.ts';

/** The words that show what a number is. The functions come from the rules of the language. */
type Labels = Omit<LabelWords, 'cardinal' | 'sayMonth'>;

export const EN_LABELS: Labels = {
  of: 'of',
  version: 'version',
  versions: 'versions?|ver\\.|release|build|firmware|patch|update|ip(?: address)?',
  days: 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Date|On|From|Until|By|Due',
  codes:
    'pin|otp|cvv2?|cvc|token|(?:one-time |access |entry |door |gate |security |sort |promo |country |dialing |area |zip |passcode |unlock |login |backup |confirmation |verification |activation |authorization |two-factor )?(?:code|passcode|password)s?|combination|sms|passkey|(?:account|order|booking|tracking|reference|confirmation|customer|serial|ticket|claim|invoice|membership|member|case|policy|routing|card|employee|student|reservation) (?:number|no\\.|id|code|ref(?:erence)?)|(?:booking|order|payment) ref(?:erence)?',
  links:
    'is|are|was|will be|number|no\\.|the|of (?!\\d)\\p{L}{2,14}|for \\p{L}{2,14}|pin|otp|code|sms|following|new|now|below',
  owners:
    '(?:is|will be) (?:your|my|the|our|his|her|their) (?:new |one-time |access |security |verification |login |confirmation )?(?:code|pin|passcode|password|otp|token)',
  endings:
    'last (?:(?:\\p{L}{3,5}|\\d) )?(?:digits|numbers|figures)(?: (?:of (?:\\p{L}{2,6} )?\\p{L}{2,12} )?(?:are|is))?',
  ends: '(?:ending|ends|finishing)(?: (?:in|with))?',
  numbered:
    'cards?|accounts?|numbers?|phones?|mobiles?|cell|lines?|digits|codes?|tickets?|invoices?|visa|mastercard|amex|iban|plates?|serials?|orders?|cases?',
  examples: 'for example|for instance|e\\.g\\.|such as|like|say',
  stages: 'stage|world',
  levels: 'level|area|zone',
  marks: { totals: '5|10|100', of: 'out of' },
  counters:
    'slides?|pages?|episodes?|ep\\.|chapters?|steps?|levels?|lvl\\.?|parts?|lives|life|health|shield|energy|mana|stamina|armou?r|ammo|points|progress|round|phase|wave|missions?|objectives?|quests?|stage|lesson|unit|module|exercise|questions?|answers?|photos?|image|video|track|disc|disk|volume|attempts?|turn|lap|week|day|session|set|rep|dose|instal?lment|payment|batch|sheet|task|challenge|test|screen|file|message|card|box|package|result|achievements?|trophies|coins|stars|players?|group|hand|match|game|season|scene|act|item|version|row|section|try|boss|kills|deaths|party|slot|slots|queue|checkpoint|clue|puzzle',
  press:
    'press(?:ing|ed)?|dial(?:ing|ed)?|enter(?:ed)?|punch|push|hit|tap|followed by|key in|type|select|touch|end with|star|pound',
  expiry:
    'expires?(?: on| in)?|expiry(?: date)?|expiration(?: date)?|exp\\.?|valid (?:thru|through|until|till|to)|good (?:thru|through|until)|best (?:before|by)|use by|sell by',
  scales: { words: 'score|scored|rated|rating|rates?|grade|graded', of: 'out of' },
  calls: {
    words:
      'call(?:ing|ed)?|dial(?:ing|ed)?|ring|phone|text|contact|emergency(?: numbers?| line)?|hotlines?|helplines?|lines?|police|ambulance|fire',
    links: 'on|at|is|are|the',
    joins: 'or|and|then',
  },
};

export const DE_LABELS: Labels = {
  of: 'von',
  version: 'Version',
  versions: 'versionen|version|ver\\.|v\\.|release|build|firmware|patch|update|ip(?:-adresse)?|softwarestand',
  days: 'Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag|Datum|Stand|Am|Ab|Bis|Vom|Zum|Der|Den|Dem|Seit|Termin|Frist|Abgabe|Beginn|Ende|Geburtsdatum|Geboren|Tag|Heute|Morgen|Gestern|Und|Oder',
  codes:
    '\\p{L}{0,24}(?:code|pin|passwort|kennwort|tan|otp)|(?!haus|zimmer|start|rücken|seiten|kapitel|ausgabe|bus|linien|trikot|raum|gleis|platz|los)\\p{L}{3,24}nummer|token|cvv2?|cvc|sms|losung|(?:kunden|serien|auftrags|bestell|rechnungs)-nr\\.|plz|blz',
  links:
    'ist|sind|lautet|lauten|war|wird|die|der|das|nummer|nr\\.|für \\p{L}{2,14}|pin|tan|otp|folgender?|neuer?|jetzt|nun|heißt',
  owners:
    '(?:ist|lautet) (?:ihr|dein|mein|der|die|das|unser|ihre|deine|meine|euer) (?:neuer? |neues |persönlicher? )?\\p{L}{0,24}(?:code|pin|passwort|kennwort|tan|otp|token)',
  endings:
    'endziffern?|(?:die|der|das)? ?(?:auf|mit|in) den endziffern|letzten? (?:(?:\\p{L}{4,5}|\\d) )?(?:ziffern|zahlen|stellen)(?: (?:der \\p{L}{2,16} |ihrer \\p{L}{2,16} |deiner \\p{L}{2,16} )?(?:sind|lauten))?',
  ends: 'end(?:end|et|en) (?:auf|mit|in)',
  numbered:
    '\\p{L}{0,20}karten?|\\p{L}{0,20}kont(?:o|en)|\\p{L}{0,20}nummern?|telefon|handy|ziffern|\\p{L}{0,20}codes?|iban|visa|mastercard|kennzeichen',
  examples: 'zum beispiel|z\\. ?b\\.|beispielsweise|etwa|wie',
  stages: 'stage|welt',
  levels: 'level|stufe|gebiet|zone',
  marks: { totals: '5|10|100', of: 'von' },
  counters:
    'folien?|seiten?|episoden?|folgen?|kapitel|schritte?|stufen?|levels?|lvl\\.?|teile?|leben|lp|tp|gesundheit|schild|energie|mana|ausdauer|rüstung|punkte|punktzahl|bewertung|note|ergebnis|fortschritt|runden?|phasen?|wellen?|mission(?:en)?|ziele?|quests?|etappe|lektion(?:en)?|einheit|modul|übung|fragen?|antworten?|fotos?|bilder|bild|videos?|titel|track|band|versuche?|zug|woche|tag|sitzung|satz|serie|wiederholung|dosis|rate|zahlung|blatt|aufgaben?|prüfung|test|bildschirm|datei|nachricht|karten?|kiste|paket|erfolge?|münzen|sterne|spieler|gruppe|partie|staffel|szene|akt|rätsel|platz',
  press:
    'drücken?|drückt|gedrückt|wählen?|wählt|geben|gib|tippen?|tasten?|betätigen?|beenden?|beendet|schließen|taste',
  expiry:
    'gültig bis|läuft ab|läuft|ablaufdatum|ablauf|verfallsdatum|verfällt|mindesthaltbarkeit|haltbar bis|mhd|bis|exp\\.',
  calls: {
    words:
      'ruf(?:en|t)?|wähl(?:en|t|e)?|notrufe?|notfall|notrufnummern?|hotlines?|polizei|feuerwehr|rettungsdienst|telefon',
    links: 'sie|bitte|die|den|der|an|unter|lauten|lautet|sind|ist',
    joins: 'oder|und|bzw\\.',
  },
};

export const FR_LABELS: Labels = {
  of: 'sur',
  version: 'version',
  versions:
    'versions?|ver\\.|v\\.|release|build|firmware|micrologiciel|correctif|mise à jour|(?:adresse )?ip',
  days: 'Lundi|Mardi|Mercredi|Jeudi|Vendredi|Samedi|Dimanche|Date|Le|Du|Au|Depuis|Dès|Jour|Et|Ou',
  codes:
    "pin|otp|cvv2?|cvc|jeton|codes?(?! postal)|mots? de passe|sms|numéro (?:de |d[’']|du )?(?:série|compte|client|commande|carte|dossier|suivi|adhérent|membre|référence|réservation|billet|contrat|facture)|référence|réf\\.|identifiant",
  links:
    "est|sont|sera|était|numéro|n°|le|la|de (?!\\d)\\p{L}{2,14}|d[’']\\p{L}{2,14}|du \\p{L}{2,14}|secret|unique|temporaire|confidentiel|personnel|pin|otp|sms|suivant|actuel|nouveau",
  owners: 'est (?:votre|ton|le|mon|notre|son) (?:nouveau )?(?:code|pin|mot de passe|otp|jeton)',
  endings: '(?:\\p{L}{4,6} )?derniers chiffres(?: (?:de \\p{L}{2,12} |du \\p{L}{2,12} )?(?:sont|est))?',
  ends: '(?:finissant|terminant|termine|finit|terminent|finissent) par',
  numbered:
    'cartes?|comptes?|numéros?|téléphones?|portable|lignes?|chiffres|codes?|billets?|factures?|visa|mastercard|iban|plaques?|dossiers?',
  examples: 'par exemple|p\\. ?ex\\.|comme',
  stages: 'stage|monde',
  levels: 'niveau|zone',
  marks: { totals: '5|10|20|100', of: 'sur' },
  counters:
    'diapositives?|diapos?|pages?|épisodes?|ép\\.|chapitres?|étapes?|niveaux|niveau|parties?|vies?|santé|bouclier|énergie|mana|endurance|armure|points|score|note|notée?|progression|tours?|manches?|phases?|vagues?|missions?|objectifs?|quêtes?|leçons?|unité|module|exercices?|questions?|réponses?|photos?|images?|vidéos?|piste|disque|tome|volume|essais?|tentatives?|semaine|journée|séance|série|répétition|dose|versement|paiement|lot|feuille|tâches?|défi|épreuve|écran|fichier|message|carte|boîte|colis|résultat|succès|pièces|étoiles|joueurs?|groupe|saison|scène|acte|énigme',
  press:
    'appuyez|appuie|appuyer|tapez|tape|taper|composez|compose|composer|pressez|presse|touches?|terminez|termine|terminer|suivie? d[ue]|saisissez|entrez|faites',
  expiry:
    "expire(?:nt)?(?: le| en)?|expiration|date d[’']expiration|valable jusqu[’']en|valide jusqu[’'](?:en|au)|fin de validité|à consommer avant|échéance|exp\\.",
};

export const ES_LABELS: Labels = {
  of: 'de',
  versions: 'versi[oó]n|versiones|ver\\.|v\\.|release|build|firmware|parche|actualización|direcci[oó]n ip|ip',
  days: 'Lunes|Martes|Miércoles|Jueves|Viernes|Sábado|Domingo|Fecha|Día|Desde|Hasta|Del|El|Al',
  codes:
    'pin|otp|cvv2?|cvc|token|c[oó]digos?|contraseñas?|clave|claves|sms|número de (?:serie|cuenta|cliente|pedido|tarjeta|socio|seguimiento|referencia|empleado)',
  links:
    'es|son|será|sería|fue|número|n\\.?º|el|la|de (?!\\d)\\p{L}{2,14}|del \\p{L}{2,14}|postal|secreta?|únic[oa]|temporal|numéric[oa]|personal|otp|pin|sms|siguiente|actual',
  owners: '(?:es|será) (?:su|tu|el|la|mi|nuestro) (?:nuev[oa] )?(?:código|clave|pin|contraseña|otp|token)',
  endings:
    'últim[ao]s (?:(?:\\p{L}{3,7}|\\d) )?(?:dígitos|cifras|números)(?: (?:de \\p{L}{2,12} )?(?:son|es))?',
  ends: '(?:terminad[ao]s?|acabad[ao]s?|termina|acaba|terminan|acaban|terminación|finaliza|finalizad[ao]) (?:en|con)(?: (?:el|los))?',
  numbered:
    'tarjetas?|cuentas?|números?|teléfonos?|móvil(?:es)?|celular(?:es)?|líneas?|dígitos|cifras|códigos?|billetes?|facturas?|visa|mastercard|iban|matrículas?|pedidos?',
  examples: 'por ejemplo|p\\. ?ej\\.|como',
  stages: 'mundo',
  levels: 'nivel|fase|zona|etapa',
  marks: { totals: '5|10|100', of: 'de' },
  counters:
    'diapositivas?|páginas?|pág\\.|episodios?|ep\\.|capítulos?|cap\\.|pasos?|niveles|nivel|parte|partes|vidas?|salud|escudo|energía|maná|puntos|puntuación|nota|calificación|progreso|ronda|asalto|fase|oleada|misión|objetivos?|etapa|lección|unidad|módulo|ejercicio|preguntas?|pregunta|respuestas?|aciertos|fotos?|imagen|vídeo|video|pista|disco|tomo|volumen|número|intentos?|turno|vuelta|semana|jornada|sesión|serie|repetición|set|dosis|cuota|plazo|pago|lote|hoja|tarea|reto|prueba|pantalla|archivo|mensaje|tarjeta|caja|paquete|resultado|logros?|monedas|estrellas|jugador|jugadores|grupo|mano|partida|escena|acto|carta',
  press:
    'pulse|pulsa|pulsar|pulsando|marque|marca|marcar|marcando|presione|presiona|presionar|oprima|oprime|digite|digita|digitar|teclee|teclea|tecla|teclas|apriete|aprieta|toque|toca|introduzca|introduce',
  expiry:
    'caduca|caducan|caducidad|fecha de caducidad|vence|vencen|vencimiento|fecha de vencimiento|expira|expiración|válid[ao]s? hasta|válid[ao]s? hasta el|consumir antes de|vto\\.|cad\\.|exp\\.|caduca (?:en|el)|vence (?:en|el)|expira (?:en|el)',
};

export const IT_LABELS: Labels = {
  of: 'di',
  versions: 'versione|versioni|ver\\.|release|build|firmware|aggiornamento|patch|indirizzo ip|ip',
  days: 'Lunedì|Martedì|Mercoledì|Giovedì|Venerdì|Sabato|Domenica|Data|Giorno|Dal|Il|Al|Entro',
  codes:
    "pin|otp|cvv2?|cvc|token|codici|codice|password|parola d[’']ordine|sms|numero di (?:serie|conto|cliente|ordine|carta|pratica|tessera|riferimento)",
  links:
    "è|sono|sarà|era|numero|n\\.|il|la|di (?!\\d)\\p{L}{2,14}|d[’']\\p{L}{2,14}|del(?:la)? \\p{L}{2,14}|postale|fiscale|segret[oa]|unic[oa]|temporane[oa]|numeric[oa]|personale|otp|pin|sms|seguente|attuale|monouso",
  owners:
    'è (?:il )?(?:tuo|suo|il|la|mio|nostro|la tua|la sua) (?:nuov[oa] )?(?:codice|pin|password|otp|token)',
  endings: 'ultim[ei] (?:(?:\\p{L}{3,7}|\\d) )?(?:cifre|numeri)(?: (?:della \\p{L}{2,12} )?(?:sono|è))?',
  ends: '(?:termina(?:nte|no|ta|to)?|finisc(?:e|ono)|finale|che termina) (?:con|in|per)',
  numbered:
    'cart[ae]|cont[oi]|numer[oi]|telefon[oi]|cellular[ei]|line[ae]|cifre|codic[ei]|bigliett[oi]|fattur[ae]|visa|mastercard|iban|targ(?:a|he)|ordin[ei]',
  examples: 'per esempio|ad esempio|p\\. ?es\\.|come',
  stages: 'mondo',
  levels: 'livello|fase|zona',
  marks: { totals: '5|10|30|100|110', of: 'su' },
  scales: { words: 'vot[oi]|punteggio|valutazione', of: 'su' },
  counters:
    'diapositiv[ae]|slide|pagin[ae]|pag\\.|episodi?o?|ep\\.|capitol[oi]|cap\\.|pass[oi]|livell[oi]|parte|parti|vit[ae]|salute|scudo|energia|mana|punti|progresso|turno|round|fase|ondata|missione|obiettiv[oi]|tappa|lezione|unità|modulo|esercizio|domand[ae]|rispost[ae]|foto|immagine|video|traccia|disco|tomo|volume|numero|tentativ[oi]|giro|settimana|giornata|sessione|serie|ripetizione|set|dose|rata|pagamento|lotto|foglio|compito|sfida|prova|schermata|file|messaggio|scheda|scatola|pacco|risultato|traguard[oi]|monete|stelle|giocator[ei]|gruppo|mano|partita|scena|atto|carta',
  press:
    'prema|premi|premere|premendo|digita|digiti|digitare|componi|componga|comporre|schiaccia|schiacci|tasto|tasti|tocca|tocchi|inserisci|inserisca|seleziona|selezioni',
  expiry:
    'scade|scadono|scadenza|data di scadenza|valid[oa] fino a[l]?|valid[oae] fino|fino a|scad\\.|scade (?:il|a)|entro',
};

export const PT_LABELS: Labels = {
  of: 'de',
  versions: 'vers[aã]o|versões|ver\\.|v\\.|release|build|firmware|atualização|patch|endereço ip|ip',
  days: 'Segunda|Terça|Quarta|Quinta|Sexta|Sábado|Domingo|Data|Dia|Desde|Até|Em|De',
  codes:
    'pin|otp|cvv2?|cvc|token|c[oó]digos?|senhas?|contrassenha|palavra-passe|sms|número d[eoa] (?:série|conta|cliente|pedido|cartão|protocolo|rastreio|rastreamento|referência)',
  links:
    'é|são|será|era|foi|número|n\\.?º|o|a|de (?!\\d)\\p{L}{2,14}|d[oa] \\p{L}{2,14}|postal|secret[oa]|únic[oa]|temporári[oa]|numéric[oa]|pessoal|otp|pin|sms|seguinte|atual',
  owners: 'é (?:o |a )?(?:seu|sua|teu|tua|o|a|meu) (?:nov[oa] )?(?:código|senha|pin|otp|token)',
  endings:
    '(?:com )?(?:final|finais)|últim[ao]s (?:(?:\\p{L}{3,7}|\\d) )?(?:dígitos|números|algarismos)(?: (?:d[oae] \\p{L}{2,12} )?(?:são|é))?',
  ends: '(?:terminad[ao]s?|termina|terminam|finalizad[ao]|acaba) (?:em|com)',
  numbered:
    'cart(?:ão|ões)|contas?|números?|telefones?|celular(?:es)?|linhas?|dígitos|algarismos|códigos?|bilhetes?|faturas?|visa|mastercard|iban|placas?|pedidos?',
  examples: 'por exemplo|p\\. ?ex\\.|como',
  stages: 'mundo',
  levels: 'nível|fase|zona|etapa',
  marks: { totals: '5|10|100', of: 'de' },
  counters:
    'slides?|páginas?|pág\\.|episódios?|ep\\.|capítulos?|cap\\.|passos?|etapas?|níveis|nível|partes?|vidas?|saúde|escudo|energia|mana|pontos|pontuação|nota|progresso|rodada|round|fase|onda|missão|objetivos?|lição|aula|unidade|módulo|exercício|perguntas?|questão|respostas?|acertos|fotos?|imagem|vídeo|faixa|disco|tomo|volume|número|tentativas?|turno|volta|semana|jornada|sessão|série|repetição|set|dose|parcela|prestação|pagamento|lote|folha|tarefa|desafio|prova|tela|arquivo|ficheiro|mensagem|cartão|caixa|pacote|resultado|conquistas?|moedas|estrelas|jogador|jogadores|grupo|mão|partida|cena|ato|carta',
  press:
    'tecle|tecla|teclar|teclas|disque|disca|discar|digite|digita|digitar|pressione|pressiona|pressionar|aperte|aperta|apertar|prima|primir|marque|marcar|toque|insira|selecione',
  expiry:
    'vence|vencem|vencimento|data de vencimento|validade|data de validade|expira|válid[ao]s? até|val\\.|venc\\.|vence (?:em|no)|expira em|caduca',
};
