import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { endTransactions } from '../../locks.js';
import { addedPicture, etagOf, picture, sendPicture, smallPng } from '../../pictures.js';
import { refusal } from '../../publishing.js';
import { alice, listOf, newMod, png, statusOf, useMedia, world } from './media-of-alice.js';

useMedia();

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

const sweep = async () => {
  const { db } = world.platform;
  await db.job.create({ data: { kind: 'sweep-media', payload: {}, maxAttempts: 1 } });
  world.platform.queue.wake();
  await world.settled();
};

describe('stored pictures', () => {
  it('a stored picture has narrower variants, each with its own URL', async () => {
    const wide = await picture({ width: 1300, height: 130 }).jpeg().toBuffer();
    const id = await newMod();
    const made = await sendPicture(alice, id, { kind: 'gallery' }, wide, { type: 'image/jpeg' });
    const { variants, url } = made.body.data;
    const sizes = variants.map((it: Json) => [it.width, it.height]);
    expect(sizes).toEqual([
      [320, 32],
      [640, 64],
      [1280, 128],
    ]);
    for (const { url: at, width, size_bytes } of [...variants, made.body.data]) {
      const bytes = await bytesAt(at);
      expect(bytes.length).toBe(size_bytes);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width });
    }
    expect(await statusOf(url.replace('.webp', '-1920.webp'))).toBe(404);
  });

  it('a stored picture is served as immutable, with an ETag and a sandbox policy', async () => {
    const { url, sha256 } = await addedPicture(alice, await newMod(), { kind: 'cover' }, png);
    const got = await fetch(url, { method: 'HEAD' });
    expect(Object.fromEntries(got.headers)).toMatchObject({
      etag: `"${sha256}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/webp',
    });
    const known = await fetch(url, { headers: { 'If-None-Match': `"${sha256}"` } });
    expect(known.status).toBe(304);
  });

  it('a picture upload writes an audit entry, an event and an index job', async () => {
    const id = await newMod();
    const media = await addedPicture(alice, id, { kind: 'gallery' }, png);
    const { db } = world.platform;
    const line = await db.auditEntry.findFirst({ where: { targetId: media.id } });
    expect(line).toMatchObject({ action: 'media.created', actorId: alice.userId, outcome: 'done' });
    const events = await db.outboxEvent.findMany({ where: { modId: id } });
    expect(events).toMatchObject([{ kind: 'mod.updated', data: { fields: ['gallery'] } }]);
    expect(await db.job.count({ where: { kind: 'index-mod', dedupeKey: id } })).toBeGreaterThan(0);
  });
});

describe('bytes of equal pictures', () => {
  it('equal pictures share their bytes until the last one is deleted and the clean-up runs', async () => {
    const bytes = await smallPng(44);
    const [one, two] = [await newMod(), await newMod()];
    const sent = { kind: 'gallery', managed_by: 'importer' };
    const [a, b] = [
      await addedPicture(alice, one, sent, bytes),
      await addedPicture(alice, two, sent, bytes),
    ];
    expect(a.sha256).toBe(b.sha256);
    const { storage, db } = world.platform;
    const kept = () => storage.head(`media/${a.sha256}`);
    await alice.request('DELETE', `/mods/${one}/media/${a.id}`);
    world.clock.advance(LIMITS.unusedMediaSeconds + 1);
    await sweep();
    expect(await kept()).not.toBeNull();
    expect(await statusOf(b.url)).toBe(200);
    await alice.request('DELETE', `/mods/${two}/media/${b.id}`);
    await sweep();
    expect(await kept()).toBeNull();
    expect(await db.mediaObject.count({ where: { sha256: a.sha256 } })).toBe(0);
    const back = await addedPicture(alice, one, sent, bytes);
    expect([back.sha256, await statusOf(back.url)]).toEqual([a.sha256, 200]);
  });

  it('a picture upload returns service_unavailable while the clean-up removes the same bytes, and succeeds afterwards', async () => {
    const id = await newMod();
    const bytes = await smallPng(46);
    const sent = { kind: 'gallery', managed_by: 'importer' };
    const { sha256, id: first } = await addedPicture(alice, id, sent, bytes);
    await alice.request('DELETE', `/mods/${id}/media/${first}`);
    world.clock.advance(LIMITS.unusedMediaSeconds + 1);
    const { storage, db } = world.platform;
    const original = storage.remove;
    let meanwhile = '';
    const spy = vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
      if (key === `media/${sha256}`) {
        await endTransactions(db);
        meanwhile = refusal(await sendPicture(alice, id, sent, bytes));
      }
      await original(key);
    });
    await sweep();
    spy.mockRestore();
    const back = await addedPicture(alice, id, sent, bytes);
    expect([back.sha256, await statusOf(back.url)]).toEqual([sha256, 200]);
    expect(meanwhile).toContain('service_unavailable');
  });

  it('the clean-up after a rejected picture upload keeps the bytes of an accepted equal picture', async () => {
    const id = await newMod();
    const etag = await etagOf(alice, id);
    const bytes = await smallPng(45);
    const both = [0, 1].map(() =>
      sendPicture(alice, id, { kind: 'gallery', alt: { en: randomUUID() } }, bytes, {
        headers: { 'If-Match': etag },
      }),
    );
    const statuses = (await Promise.all(both)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 412]);
    await sweep();
    const [{ url }] = await listOf(id);
    expect(await statusOf(url)).toBe(200);
  });
});
