import type { Values } from '../../kit/merge';
import type { ManagedGame } from './game-api';

/**
 * The lists of a game; one key a line in the form. Versions of mods name its game versions and
 * loaders, and install plans its platforms.
 */
export const LISTS = ['gameVersions', 'loaders', 'platforms'] as const;

/** The form values of a game: its name and its lists. */
export function valuesOf(game: ManagedGame): Values {
  const lists = LISTS.map((list) => [list, game[list].join('\n')]);
  return { name: game.name, ...Object.fromEntries(lists) };
}

/** The keys in the text of a list: its trimmed lines, without empty ones; none for undefined. */
export function keysOf(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The lists of a form, in the type that the mutations take. */
export function listsOf(values: Values): Record<(typeof LISTS)[number], string[]> {
  return {
    gameVersions: keysOf(values['gameVersions']),
    loaders: keysOf(values['loaders']),
    platforms: keysOf(values['platforms']),
  };
}
