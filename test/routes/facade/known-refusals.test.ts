import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type Seeded, seedMod, shelfOf } from '../catalog/catalog-rows.js';

const world = useWorld({ RATE_LIMITS: 'on', PUBLIC_URL: 'https://mods.test' });
let mod: Seeded;

beforeAll(async () => {
  await newGame(world, 'known');
  mod = await seedMod(world, await shelfOf(world, 'known'));
  const path = `/mods/${mod.modId}`;
  expect((await world.anon.get(path)).status).toBe(200);
  await world.platform.db.mod.update({
    where: { id: mod.modId },
    data: { state: 'hidden', revision: { increment: 1 } },
  });
});

/** The headers of a response, without those that differ each time. */
async function headersOf(path: string): Promise<[status: number, headers: object]> {
  const { status, headers } = await world.anon.get(path);
  const own = ['date', 'x-request-id', 'ratelimit-remaining', 'content-length'];
  return [status, Object.fromEntries([...headers].filter(([name]) => !own.includes(name)))];
}

describe('refusals of a public read', () => {
  it('a refusal at a known address has the headers of one at an unknown address', async () => {
    const [status, headers] = await headersOf(`/mods/${mod.modId}`);
    expect([status, headers]).toEqual(await headersOf(`/mods/${mod.modId}?unknown`));
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'ratelimit-limit': expect.any(String),
      'strict-transport-security': 'max-age=31536000',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding, Authorization, Cookie, Accept-Language',
    });
  });

  it('a known address counts each request in the bucket of its client', async () => {
    // A moving clock would let a slow machine earn requests while it sends these.
    world.clock.stop();
    const path = '/mods?game_slug=known';
    const remaining = async () =>
      Number((await world.anon.get(path)).headers.get('ratelimit-remaining'));
    const [first, second, third] = [await remaining(), await remaining(), await remaining()];
    expect([first > second, second > third]).toEqual([true, true]);
  });
});
