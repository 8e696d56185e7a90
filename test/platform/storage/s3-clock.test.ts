import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import { closing, storeBefore, useUnreliableS3 } from './unreliable-s3.js';

useUnreliableS3();

describe('the clock of an S3 server', () => {
  it.each([200, 403])(
    'the Date of a response with %i shows a difference of the clocks for a minute',
    async (status) => {
      const storage = await storeBefore((req, res) => {
        req.resume();
        const headers = { Date: new Date(Date.now() - 3_600_000).toUTCString(), ETag: '"x"' };
        res.writeHead(status, { ...headers, 'Content-Length': 0 }).end();
      });
      expect(storage.clockAheadSeconds?.()).toBeNull();
      await storage.head('k').catch(() => undefined);
      expect(storage.clockAheadSeconds?.()).toBeGreaterThan(3_500);
      expect(storage.clockAheadSeconds?.()).toBeLessThan(3_700);
      const later = performance.now() + LIMITS.clockKeptSeconds * 1000;
      const time = vi.spyOn(performance, 'now').mockReturnValue(later);
      closing.push(async () => time.mockRestore());
      expect(storage.clockAheadSeconds?.()).toBeNull();
    },
  );

  it('a URL that is already expired when it is signed never works, even if the clock of S3 is slow', async () => {
    const storage = await storeBefore((_, res) => res.end());
    for (const agoMs of [0, 500, 60_000]) {
      const { url } = await storage.signGet('blobs/a', {}, new Date(Date.now() - agoMs));
      const query = new URL(url).searchParams;
      const signed = (query.get('X-Amz-Date') ?? '').replace(
        /^(....)(..)(..)T(..)(..)(..)Z$/,
        '$1-$2-$3T$4:$5:$6Z',
      );
      const endMs = Date.parse(signed) + Number(query.get('X-Amz-Expires')) * 1000;
      expect(endMs).toBeGreaterThan(0);
      expect(endMs).toBeLessThan(Date.now() - 30 * 60_000);
    }
  });
});
