import { beforeAll, expect, it, vi } from 'vitest';
import { indexMod } from '../../../src/modules/catalog/index.js';
import { JSON_PER_TURN } from '../../../src/platform/json.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { seedMods, shelfOf } from './catalog-rows.js';

const world = useWorld();
const MODS = 24;
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'long');
  const text = 'слово '.repeat(LIMITS.descriptionCharacters / 6);
  const mod = { description: { en: text, de: text, ru: text } };
  const shelf = await shelfOf(world, 'long');
  const seeded = await seedMods(
    world,
    shelf,
    Array.from({ length: MODS }, () => mod),
  );
  for (const { modId } of seeded) await indexMod(world.platform, modId);
  alice = await world.creator('alice');
}, 60_000);

/** Counts the characters of JSON that each turn of the event loop parses or writes. */
async function mostJsonPerTurn(work: () => Promise<void>): Promise<number> {
  let [most, now, isOver] = [0, 0, false];
  const add = (length: number) => {
    now += length;
    most = Math.max(most, now);
  };
  const { parse, stringify } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    add(text.length);
    return parse(text, reviver);
  });
  vi.spyOn(JSON, 'stringify').mockImplementation((value, ...more) => {
    const text = stringify(value, ...(more as []));
    add(text?.length ?? 0);
    return text;
  });
  const next = () => {
    now = 0;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  try {
    await work();
  } finally {
    isOver = true;
    vi.restoreAllMocks();
  }
  return most;
}

it.each([
  ['a list', '/mods?game_slug=long&limit=100', false],
  ['a list with a credential', '/mods?game_slug=long&limit=99', true],
  ['a search', '/search?q=mod&game_slug=long&limit=100', false],
])(
  '%s of long mods is read and written in parts, with other requests in between',
  async (_what, path, isAlice) => {
    const headers = isAlice ? { authorization: `Bearer ${alice.token}` } : {};
    let bytes = 0;
    const most = await mostJsonPerTurn(async () => {
      const response = await fetch(`${world.baseUrl}/v1${path}`, { headers });
      bytes = (await response.arrayBuffer()).byteLength;
    });
    expect(bytes).toBeGreaterThan(MODS * 3 * LIMITS.descriptionCharacters);
    expect(most).toBeLessThan(2.5 * JSON_PER_TURN);
  },
);
