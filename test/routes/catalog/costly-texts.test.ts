import { beforeAll, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { MOST_BLOCKED_MS, watchEventLoop } from '../../event-loop.js';
import { useWorld } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';

const world = useWorld();
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'texts');
  alice = await world.creator('alice');
});

/** Below 2,000 characters, with 100,000 cells if each row gets the ones that it lacks. */
const SPARSE = `${'|a'.repeat(300)}\n${'|-'.repeat(300)}\n${'|\n'.repeat(350)}`;

it('a mod with a wide table of short rows in thirty languages does not block the event loop', async () => {
  const languages = Array.from(
    { length: 30 },
    (_, at) => `x${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'a' : 'b'}`,
  );
  const description = Object.fromEntries(['en', ...languages].map((it) => [it, SPARSE]));
  const watch = watchEventLoop();
  const mod = await watch.during('the creation', () => bareMod(alice, 'texts', { description }));
  expect(Object.keys(mod.summary)).toHaveLength(31);
  expect(watch.maxMs()).toBeLessThan(MOST_BLOCKED_MS / 2);
});
