import type { z } from 'zod';
import type { operatorGenerator } from './operator-generator.ts';

type GeneratorConfig = z.output<typeof operatorGenerator.config>;

/** Where a setting applies. Provider null: chosen later. Model null: the default model. */
type Place = { provider: string | null; model: string | null };

/** Controls that a generator sets, with their paths in its config. */
export function namedControls(config: GeneratorConfig) {
  const generatorPlace: Place = {
    provider: config.routing.mode === 'auto' ? null : config.provider,
    model: config.routing.mode === 'auto' ? null : config.model,
  };
  const places = Object.entries(config.voices_by_character).flatMap(([name, character]) => {
    const field = `voices_by_character.${name}`;
    const characterPlace = placeOf(generatorPlace, character);
    const inLocales = Object.entries(character.by_locale ?? {}).map(([locale, cast]) => ({
      field: `${field}.by_locale.${locale}.controls`,
      ...placeOf(characterPlace, cast),
      controls: cast.controls,
    }));
    return [{ field: `${field}.controls`, ...characterPlace, controls: character.controls }, ...inLocales];
  });
  return [{ field: 'controls', ...generatorPlace, controls: config.controls }, ...places];
}

/** A model belongs to its provider, so another provider does not inherit it. */
function placeOf(
  parentPlace: Place,
  choice: { provider?: string | undefined; model?: string | undefined },
): Place {
  const provider = choice.provider ?? parentPlace.provider;
  return { provider, model: choice.model ?? (provider === parentPlace.provider ? parentPlace.model : null) };
}
