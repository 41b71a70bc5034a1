import type { LabelWords } from '../western/labels.ts';

/** The words that show what a number is. Names, signs and functions come from the other tables of the language. */
type Labels = Pick<
  LabelWords,
  'of' | 'versions' | 'days' | 'codes' | 'links' | 'owners' | 'endings' | 'counters' | 'press' | 'expiry'
>;

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
    '(?:terminad[ao]s?|acabad[ao]s?|termina|acaba|terminan|acaban|terminación|finaliza|finalizad[ao]) (?:en|con)(?: (?:el|los))?|últim[ao]s (?:(?:\\p{L}{3,7}|\\d) )?(?:dígitos|cifras|números)(?: (?:de \\p{L}{2,12} )?(?:son|es))?',
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
  endings:
    '(?:termina(?:nte|no|ta|to)?|finisc(?:e|ono)|finale|che termina) (?:con|in|per)|ultim[ei] (?:(?:\\p{L}{3,7}|\\d) )?(?:cifre|numeri)(?: (?:della \\p{L}{2,12} )?(?:sono|è))?',
  counters:
    'diapositiv[ae]|slide|pagin[ae]|pag\\.|episodi?o?|ep\\.|capitol[oi]|cap\\.|pass[oi]|livell[oi]|parte|parti|vit[ae]|salute|scudo|energia|mana|punti|punteggio|voto|progresso|turno|round|fase|ondata|missione|obiettiv[oi]|tappa|lezione|unità|modulo|esercizio|domand[ae]|rispost[ae]|foto|immagine|video|traccia|disco|tomo|volume|numero|tentativ[oi]|giro|settimana|giornata|sessione|serie|ripetizione|set|dose|rata|pagamento|lotto|foglio|compito|sfida|prova|schermata|file|messaggio|scheda|scatola|pacco|risultato|traguard[oi]|monete|stelle|giocator[ei]|gruppo|mano|partita|scena|atto|carta',
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
    '(?:terminad[ao]s?|termina|terminam|finalizad[ao]|acaba) (?:em|com)|(?:com )?(?:final|finais)|últim[ao]s (?:(?:\\p{L}{3,7}|\\d) )?(?:dígitos|números|algarismos)(?: (?:d[oae] \\p{L}{2,12} )?(?:são|é))?',
  counters:
    'slides?|páginas?|pág\\.|episódios?|ep\\.|capítulos?|cap\\.|passos?|etapas?|níveis|nível|partes?|vidas?|saúde|escudo|energia|mana|pontos|pontuação|nota|progresso|rodada|round|fase|onda|missão|objetivos?|lição|aula|unidade|módulo|exercício|perguntas?|questão|respostas?|acertos|fotos?|imagem|vídeo|faixa|disco|tomo|volume|número|tentativas?|turno|volta|semana|jornada|sessão|série|repetição|set|dose|parcela|prestação|pagamento|lote|folha|tarefa|desafio|prova|tela|arquivo|ficheiro|mensagem|cartão|caixa|pacote|resultado|conquistas?|moedas|estrelas|jogador|jogadores|grupo|mão|partida|cena|ato|carta',
  press:
    'tecle|tecla|teclar|teclas|disque|disca|discar|digite|digita|digitar|pressione|pressiona|pressionar|aperte|aperta|apertar|prima|primir|marque|marcar|toque|insira|selecione',
  expiry:
    'vence|vencem|vencimento|data de vencimento|validade|data de validade|expira|válid[ao]s? até|val\\.|venc\\.|vence (?:em|no)|expira em|caduca',
};
