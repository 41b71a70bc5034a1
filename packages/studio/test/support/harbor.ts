const WHO: [character: string, ...texts: string[]][] = [
  ['Mara', 'The sea', 'Das Meer', 'La mer', 'El mar'],
  ['Finn', 'The wind', 'Der Wind', 'Le vent', 'El viento'],
  ['Ilse', 'The night', 'Die Nacht', 'La nuit', 'La noche'],
  ['Bruno', 'The lamp', 'Die Lampe', 'La lampe', 'La lámpara'],
  ['Mara', 'The crew', 'Die Mannschaft', 'L’équipage', 'La tripulación'],
  ['Finn', 'The city', 'Die Stadt', 'La ville', 'La ciudad'],
  ['Ilse', 'The moon', 'Der Mond', 'La lune', 'La luna'],
  ['Bruno', 'The rain', 'Der Regen', 'La pluie', 'La lluvia'],
];
const WHAT = [
  ['is waiting.', 'wartet.', 'attend.', 'espera.'],
  ['sings softly.', 'singt leise.', 'chante doucement.', 'canta bajito.'],
  ['knows the way.', 'kennt den Weg.', 'connaît le chemin.', 'conoce el camino.'],
  ['returns at dawn.', 'kehrt früh zurück.', 'revient à l’aube.', 'vuelve al amanecer.'],
  ['keeps the secret.', 'wahrt das Geheimnis.', 'garde le secret.', 'guarda el secreto.'],
];

const rows = WHAT.flatMap((ends, part) =>
  WHO.map(([character, ...starts], index) => {
    const id = `hl_${String(part * WHO.length + index + 1).padStart(3, '0')}`;
    return [id, character, ...starts.map((start, at) => `${start} ${ends[at]}`)].join(',');
  }),
);

/** 40 short lines of four characters in four languages, all different: 160 to speak. */
export const HARBOR_LIGHTS = {
  name: 'Harbor lights.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['id,character,en-us,de-de,fr-fr,es-es', ...rows, ''].join('\n')),
};
