/** What the models of a language speak, without numbers and names, which recognizers write in several ways. */
export const SENTENCES: Readonly<Record<string, string>> = {
  en: 'The old lighthouse stands at the end of the harbor. Every evening, somebody lights the lamp.',
  de: 'Der alte Leuchtturm steht am Ende des Hafens. Jeden Abend zündet jemand die Lampe an.',
  fr: 'Le vieux phare se dresse au bout du port. Chaque soir, quelqu’un allume la lampe.',
  es: 'El viejo faro está al final del puerto. Cada noche alguien enciende la lámpara.',
  it: 'Il vecchio faro si trova alla fine del porto. Ogni sera qualcuno accende la lampada.',
  pt: 'O velho farol fica no fim do porto. Todas as noites alguém acende a lâmpada.',
  nl: 'De oude vuurtoren staat aan het einde van de haven. Elke avond steekt iemand de lamp aan.',
  pl: 'Stara latarnia stoi na końcu portu. Każdego wieczoru ktoś zapala lampę.',
  ru: 'Старый маяк стоит в конце гавани. Каждый вечер кто-то зажигает лампу.',
  zh: '古老的灯塔矗立在港口的尽头。每天晚上都有人点亮灯。',
  ko: '오래된 등대가 항구 끝에 서 있습니다. 매일 저녁 누군가가 등불을 켭니다.',
};
