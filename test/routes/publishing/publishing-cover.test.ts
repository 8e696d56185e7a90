import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { bareMod, drawnMod, newGame, sha256Of } from '../../publishing.js';
import { longTest } from '../../rounds.js';

describe('publication (Spec 3.1, 3.3, 4.3)', () => {
  const world = useWorld();
  let alice: Creator;

  beforeAll(async () => {
    await newGame(world, 'publication');
    alice = await world.creator('alice');
  });

  it('the fallback cover is created once: 201, then 200 with the same picture, also for concurrent callers', async () => {
    const mod = await bareMod(alice, 'publication');
    const path = `/mods/${mod.id}/media:fallback`;
    const both = await Promise.all([alice.post(path), alice.post(path)]);
    expect(both.map((it) => it.status).sort()).toEqual([200, 201]);
    const again = await alice.post(path);
    expect(again.status).toBe(200);
    expect(new Set([...both, again].map((it) => it.body.data.id)).size).toBe(1);
    expect(again.body.data).toMatchObject({ kind: 'fallback_cover', managed_by: 'service' });
    expect(again.body.data).not.toHaveProperty('_created');
    const read = await alice.get(`/mods/${mod.id}`);
    expect(read.body.data.cover.id).toBe(again.body.data.id);
  });

  longTest(
    'the fallback cover is served as an immutable image with the stated size and digest',
    async () => {
      const mod = await drawnMod(alice, 'publication');
      const { cover } = (await alice.get(`/mods/${mod.id}`)).body.data;
      const response = await fetch(cover.url);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(cover.content_type);
      expect(response.headers.get('cache-control')).toMatch(/public.*max-age=31536000.*immutable/);
      expect([bytes.length, sha256Of(bytes)]).toEqual([cover.size_bytes, cover.sha256]);
      const magic = Buffer.from(bytes).toString('latin1');
      expect(magic.startsWith('\x89PNG') || magic.slice(8, 12) === 'WEBP').toBe(true);
      const etag = response.headers.get('etag') ?? '';
      const cached = await fetch(cover.url, { headers: { 'If-None-Match': etag } });
      expect([cached.status, await cached.text()]).toEqual([304, '']);
      const absent = await fetch(cover.url.replace(cover.id, randomUUID()));
      expect(absent.status).toBe(404);
    },
  );
});
