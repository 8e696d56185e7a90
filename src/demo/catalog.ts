import type { DemoCreator, DemoGame, DemoMod } from './catalog.types.js';
import { brackenvale, brackenvaleMods } from './catalog-brackenvale.js';
import { farhaul, farhaulMods } from './catalog-farhaul.js';
import { kestrel, kestrelMods } from './catalog-kestrel.js';

/** The creators of the demo. */
export const demoCreators: readonly DemoCreator[] = [
  { username: 'mirela' },
  { username: 'tobias-kern' },
  { username: 'ostrov' },
];

/** The games of the demo. */
export const demoGames: readonly DemoGame[] = [brackenvale, farhaul, kestrel];

/** The mods of the demo in any order; the loader sorts them by their dependencies. */
export const demoMods: readonly DemoMod[] = [...brackenvaleMods, ...farhaulMods, ...kestrelMods];
