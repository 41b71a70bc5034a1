/** The name of a sign that no other rule has read. */
export type SignNames = Readonly<Record<string, string>>;

/** The signs in the order of the names below. */
const KEYS = [...'+=×÷±<>≤≥≠≈√²³^∞π%‰°&@#§©€$£¥¢₩₹'];

/** Signs and their names, separated by `|`, in the order of the keys. */
const createSignNames = (names: string): SignNames => {
  const list = names.split('|');
  const table = Object.fromEntries(KEYS.map((key, index) => [key, list[index] ?? '']));
  // `№ 5` is read like `#5`.
  return { ...table, '№': table['#'] ?? '' };
};

/** The names of signs by language (Unicode CLDR, annotations; BIPM; ISO 80000-2). */
export const SIGNS: Readonly<Record<string, SignNames>> = {
  en: createSignNames(
    'plus|equals|times|divided by|plus or minus|less than|greater than|less than or equal to|greater than or equal to|not equal to|approximately|the square root of|squared|cubed|to the power of|infinity|pi|percent|per mille|degrees|and|at|number|section|copyright|euros|dollars|pounds|yen|cents|won|rupees',
  ),
  de: createSignNames(
    'plus|gleich|mal|geteilt durch|plus minus|kleiner als|größer als|kleiner gleich|größer gleich|ungleich|ungefähr|Wurzel aus|hoch zwei|hoch drei|hoch|unendlich|Pi|Prozent|Promille|Grad|und|at|Nummer|Paragraf|Copyright|Euro|Dollar|Pfund|Yen|Cent|Won|Rupien',
  ),
  fr: createSignNames(
    'plus|égale|fois|divisé par|plus ou moins|inférieur à|supérieur à|inférieur ou égal à|supérieur ou égal à|différent de|environ|racine carrée de|au carré|au cube|puissance|infini|pi|pour cent|pour mille|degrés|et|arobase|numéro|paragraphe|copyright|euros|dollars|livres|yens|centimes|wons|roupies',
  ),
  es: createSignNames(
    'más|igual a|por|dividido entre|más menos|menor que|mayor que|menor o igual que|mayor o igual que|distinto de|aproximadamente|raíz cuadrada de|al cuadrado|al cubo|elevado a|infinito|pi|por ciento|por mil|grados|y|arroba|número|párrafo|copyright|euros|dólares|libras|yenes|centavos|wones|rupias',
  ),
  it: createSignNames(
    'più|uguale|per|diviso|più o meno|minore di|maggiore di|minore o uguale a|maggiore o uguale a|diverso da|circa|radice quadrata di|al quadrato|al cubo|alla|infinito|pi greco|per cento|per mille|gradi|e|chiocciola|numero|paragrafo|copyright|euro|dollari|sterline|yen|centesimi|won|rupie',
  ),
  pt: createSignNames(
    'mais|igual a|vezes|dividido por|mais ou menos|menor que|maior que|menor ou igual a|maior ou igual a|diferente de|aproximadamente|raiz quadrada de|ao quadrado|ao cubo|elevado a|infinito|pi|por cento|por mil|graus|e|arroba|número|parágrafo|copyright|euros|dólares|libras|ienes|centavos|wones|rupias',
  ),
  ja: createSignNames(
    'プラス|イコール|かける|わる|プラスマイナス|小なり|大なり|以下|以上|ノットイコール|約|ルート|の二乗|の三乗|の|無限大|パイ|パーセント|パーミル|度|アンド|アットマーク|ナンバー|セクション|コピーライト|ユーロ|ドル|ポンド|円|セント|ウォン|ルピー',
  ),
  ko: createSignNames(
    '더하기|는|곱하기|나누기|플러스마이너스|작다|크다|작거나 같다|크거나 같다|같지 않다|약|루트|제곱|세제곱|의|무한대|파이|퍼센트|퍼밀|도|앤드|골뱅이|샵|섹션|저작권|유로|달러|파운드|엔|센트|원|루피',
  ),
  zh: createSignNames(
    '加|等于|乘以|除以|正负|小于|大于|小于等于|大于等于|不等于|约等于|根号|的平方|的立方|的|无穷大|派|百分号|千分号|度|和|艾特|井号|节|版权|欧元|美元|英镑|元|美分|韩元|卢比',
  ),
};
