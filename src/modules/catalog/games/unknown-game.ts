import { shown } from '../../../registry/details.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';

/** `not_found` for the slug of a game. */
export function unknownGame(slug: string): RegisteredError {
  const name = shown(slug);
  return problem('not_found', {
    detail: {
      en: `There is no game "${name}"; take a slug from the list of games.`,
      ru: `Игры «${name}» нет; возьмите slug из списка игр.`,
      de: `Es gibt kein Spiel „${name}“; nehmen Sie einen Slug aus der Liste der Spiele.`,
    },
  });
}
