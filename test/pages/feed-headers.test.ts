import { expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';

const world = useWorld();

it('a feed that a browser stores is for one session and language', async () => {
  await newGame(world, 'feeds');
  const { origin } = new URL(world.baseUrl);
  const { status, headers } = await fetch(`${origin}/games/feeds/feed.atom`);
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=300']);
  const varied = (headers.get('vary') ?? '').split(', ');
  expect(varied).toEqual(expect.arrayContaining(['Cookie', 'Accept-Language']));
});
