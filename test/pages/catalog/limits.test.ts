import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES } from '../../../src/registry/limits.js';
import { useWorld } from '../../harness.js';
import { from, newAddress, times } from '../../routes/identity/rate-limiting.js';
import { newVisitor } from '../visitor.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });

const headers = from(newAddress());

beforeAll(async () => {
  // Units that come back during a test would blur its counts.
  world.clock.stop();
  await times(RATE_CLASSES.search.anonymousPerMinute, () => world.anon.get('/search?q=a', headers));
});

describe('an address that used up its searches of the API', () => {
  it.each(['/mods?q=a', '/mods?game=b&q=a', '/mods?%71=a', '/mods?q%3Da&q=a'])(
    'the page %s is a search, and is refused',
    async (path) => {
      const refused = await newVisitor(world).get(path, headers);
      expect(refused.status).toBe(429);
      expect(refused.html).toContain('<code>rate_limited</code>');
    },
  );

  it.each(['/mods', '/mods?q=', '/mods?sort=latest', '/'])(
    'the page %s is no search, and opens',
    async (path) => {
      expect((await newVisitor(world).get(path, headers)).status).toBe(200);
    },
  );
});
