import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES } from '../../../src/registry/limits.js';
import { useWorld } from '../../harness.js';
import { from, newAddress, times } from '../../routes/rate-limiting.js';
import { newVisitor } from '../visitor.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });

// Units that come back during a test would blur its counts.
beforeAll(() => world.clock.stop());

describe('a search on a page', () => {
  it.each(['/mods?q=a', '/mods?game=b&q=a', '/mods?%71=a', '/mods?q%3Da&q=a'])(
    'the search %s counts with those of the API, and a list does not',
    async (path) => {
      const headers = from(newAddress());
      await times(RATE_CLASSES.search.anonymousPerMinute, () =>
        world.anon.get('/search?q=a', headers),
      );
      const refused = await newVisitor(world).get(path, headers);
      expect(refused.status).toBe(429);
      expect(refused.html).toContain('<code>rate_limited</code>');
      for (const list of ['/mods', '/mods?q=', '/mods?sort=latest', '/']) {
        expect([list, (await newVisitor(world).get(list, headers)).status]).toEqual([list, 200]);
      }
    },
  );
});
