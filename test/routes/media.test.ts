import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isUniqueViolation } from '../../src/platform/database/failures.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Creator, Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { endTransactions, meanwhile } from '../locks.js';
import {
  addedPicture,
  etagOf,
  formBytes,
  formType,
  mediaParts,
  picture,
  sendPicture,
  smallPng,
} from '../pictures.js';
import { bareMod, drawnMod, newGame, publishedVersion, refusal } from '../publishing.js';

const world = useWorld();
let alice: Creator;
let png: Buffer;

beforeAll(async () => {
  await newGame(world, 'media');
  alice = await world.creator('alice');
  png = await smallPng();
});

const newMod = async (): Promise<string> => (await bareMod(alice, 'media')).id;
const modOf = async (id: string): Promise<Json> => (await alice.get(`/mods/${id}`)).body.data;
const listOf = async (id: string): Promise<Json> =>
  (await alice.get(`/mods/${id}/media`)).body.data;
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const sweep = async () => {
  const { db } = world.platform;
  await db.job.create({ data: { kind: 'sweep-media', payload: {}, maxAttempts: 1 } });
  world.platform.queue.wake();
  await world.settled();
};

describe('covers', () => {
  it('an uploaded cover becomes the cover of the mod and is returned with all its metadata', async () => {
    const id = await newMod();
    const sent = { kind: 'cover', alt: { en: 'A lantern.', de: 'Eine Laterne.' } };
    const made = await sendPicture(alice, id, sent, png);
    expect(made.status).toBe(201);
    const { data } = made.body;
    expect(data).toMatchObject({ ...sent, width: 24, height: 16, content_type: 'image/webp' });
    expect(data).toMatchObject({ managed_by: 'uploader', position: 0, variants: [] });
    const mod = await modOf(id);
    expect(mod.cover).toEqual(data);
    expect(made.headers.get('etag')).toBe(await etagOf(alice, id));
  });

  it('an uploaded cover replaces the previous cover, whose URL stays valid', async () => {
    const { id } = await drawnMod(alice, 'media');
    const first = await addedPicture(alice, id, { kind: 'cover' }, png);
    const second = await addedPicture(alice, id, { kind: 'cover' }, await smallPng(2));
    expect((await modOf(id)).cover.id).toBe(second.id);
    const kinds = (await listOf(id)).map((it: Json) => [it.kind, it.id]);
    expect(kinds).toEqual([
      ['fallback_cover', expect.any(String)],
      ['cover', second.id],
    ]);
    expect(await statusOf(first.url)).toBe(200);
  });

  it('a cover that an importer deletes is gone, and the fallback cover replaces it', async () => {
    const { id, cover } = await modOf((await drawnMod(alice, 'media')).id);
    const sent = { kind: 'cover', managed_by: 'importer' };
    const media = await addedPicture(alice, id, sent, png);
    const gone = await alice.request('DELETE', `/mods/${id}/media/${media.id}`);
    expect(gone.status).toBe(204);
    expect((await modOf(id)).cover).toEqual(cover);
    expect(await statusOf(media.url)).toBe(410);
    const again = await alice.request('DELETE', `/mods/${id}/media/${media.id}`);
    expect(refusal(again)).toBe('410 gone');
  });

  it('the only cover of a published mod cannot be deleted', async () => {
    const id = await newMod();
    const sent = { kind: 'cover', managed_by: 'importer' };
    const media = await addedPicture(alice, id, sent, png);
    await publishedVersion(world, alice, id, { version: '1' });
    const kept = await alice.request('DELETE', `/mods/${id}/media/${media.id}`);
    expect(refusal(kept)).toBe('409 cover_required');
    expect((await world.anon.get(`/mods/${id}`)).body.data.cover.id).toBe(media.id);
    expect(await statusOf(media.url)).toBe(200);
  });
});

describe('galleries', () => {
  it('gallery pictures are ordered by position, pictures without a position last', async () => {
    const id = await newMod();
    const [a, b, c] = [
      await addedPicture(alice, id, { kind: 'gallery', position: 5 }, png),
      await addedPicture(alice, id, { kind: 'gallery' }, png),
      await addedPicture(alice, id, { kind: 'gallery', position: 0 }, png),
    ];
    const gallery = (await modOf(id)).gallery.map((it: Json) => [it.id, it.position]);
    expect(gallery).toEqual([
      [c.id, 0],
      [a.id, 5],
      [b.id, 6],
    ]);
  });

  it('a gallery picture moves the pictures at its position back, so that positions stay unique', async () => {
    const id = await newMod();
    const add = async (position?: number) =>
      (
        await addedPicture(
          alice,
          id,
          { kind: 'gallery', ...(position === undefined ? {} : { position }) },
          png,
        )
      ).id;
    const positions = async () =>
      Object.fromEntries((await modOf(id)).gallery.map((it: Json) => [it.id, it.position]));
    const [a, b, c] = [await add(), await add(), await add(7)];
    expect(await positions()).toEqual({ [a]: 0, [b]: 1, [c]: 7 });
    const d = await add(0);
    expect(await positions()).toEqual({ [d]: 0, [a]: 1, [b]: 2, [c]: 7 });
    const update = `mutation ($m: ID!, $id: ID!, $at: Int!, $etag: String!) { updateModMedia(modId: $m,
      id: $id, input: { position: $at }, expectedEtag: $etag) { position } }`;
    const move = async (picture: string, at: number) =>
      alice.graphql(update, { m: id, id: picture, at, etag: await etagOf(alice, id) });
    await move(c, 1);
    expect(await positions()).toEqual({ [d]: 0, [c]: 1, [a]: 2, [b]: 3 });
    await move(d, LIMITS.mediaPosition);
    const last = await add();
    expect(await positions()).toEqual({
      ...{ [c]: 1, [a]: 2, [b]: 3 },
      ...{ [d]: LIMITS.mediaPosition - 1, [last]: LIMITS.mediaPosition },
    });
  });

  it('the database rejects two concurrent gallery pictures at one position', async () => {
    const id = await newMod();
    const { id: first } = await addedPicture(alice, id, { kind: 'gallery' }, png);
    const { db } = world.platform;
    const row = await db.media.findUniqueOrThrow({ where: { id: first } });
    const copy = () => ({ ...row, id: randomUUID(), alt: {}, variants: [], position: 5 });
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.media.create({ data: copy() }),
      () =>
        db.media.create({ data: copy() }).then(
          () => 'written',
          (error: unknown) => isUniqueViolation(error),
        ),
    );
    expect({ waited, result }).toEqual({ waited: true, result: true });
    await db.media.create({ data: { ...copy(), deletedAt: new Date() } });
  });

  it('the alternative text of a picture is empty by default', async () => {
    const id = await newMod();
    for (const kind of ['gallery', 'cover']) {
      expect((await addedPicture(alice, id, { kind }, png)).alt).toEqual({});
    }
  });

  it('a full gallery returns 409 for another picture, and the mod still accepts a cover', async () => {
    const id = await newMod();
    const { id: first } = await addedPicture(alice, id, { kind: 'gallery' }, png);
    const { db } = world.platform;
    const row = await db.media.findUniqueOrThrow({ where: { id: first } });
    const more = Array.from({ length: LIMITS.mediaPerMod - 1 }, (_, at) => ({
      ...row,
      id: randomUUID(),
      position: at + 1,
      alt: {},
      variants: [],
    }));
    await db.media.createMany({ data: more });
    const refused = await sendPicture(alice, id, { kind: 'gallery' }, png);
    expect(refusal(refused)).toBe('409 invalid_state');
    expect((await sendPicture(alice, id, { kind: 'cover' }, png)).status).toBe(201);
  });

  it('a gallery picture of an uploader rejects deletion over REST, and GraphQL changes and removes it', async () => {
    const id = await newMod();
    const media = await addedPicture(alice, id, { kind: 'gallery' }, png);
    const refused = await alice.request('DELETE', `/mods/${id}/media/${media.id}`);
    expect(refusal(refused)).toBe('409 invalid_state');
    const update = `mutation ($modId: ID!, $id: ID!, $etag: String!) { updateModMedia(modId: $modId,
      id: $id, input: { alt: { en: "Better" }, position: 7 }, expectedEtag: $etag) { alt position } }`;
    const variables = { modId: id, id: media.id, etag: await etagOf(alice, id) };
    const changed = await alice.graphql(update, variables);
    expect(changed.body.data.updateModMedia).toEqual({ alt: { en: 'Better' }, position: 7 });
    expect((await modOf(id)).gallery).toMatchObject([{ alt: { en: 'Better' }, position: 7 }]);
    const stale = await alice.graphql(update, variables);
    expect(stale.body.errors[0].extensions.code).toBe('precondition_failed');
    const remove = 'mutation ($m: ID!, $id: ID!) { removeModPicture(modId: $m, id: $id) }';
    await alice.graphql(remove, { m: id, id: media.id });
    expect((await modOf(id)).gallery).toEqual([]);
    expect(await listOf(id)).toEqual([]);
  });
});

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

describe('retried media uploads', () => {
  const send = async (id: string, key: string, bytes: Buffer, etag: string) =>
    alice.request('POST', `/mods/${id}/media`, {
      body: formBytes(mediaParts({ kind: 'gallery' }, bytes)),
      headers: { 'Content-Type': formType(), 'Idempotency-Key': key, 'If-Match': etag },
    });

  it('a retried media upload with the same bytes replays its response despite a stale ETag', async () => {
    const id = await newMod();
    const [key, etag] = [randomUUID(), await etagOf(alice, id)];
    const [first, again] = [await send(id, key, png, etag), await send(id, key, png, etag)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await listOf(id)).length).toBe(1);
  });

  it('a retried media upload with other bytes returns 409 and adds no picture', async () => {
    const id = await newMod();
    const [key, etag] = [randomUUID(), await etagOf(alice, id)];
    await send(id, key, png, etag);
    const other = await send(id, key, await smallPng(3), etag);
    expect(refusal(other)).toBe('409 idempotency_conflict');
    expect((await listOf(id)).length).toBe(1);
  });
});

describe('fallback covers', () => {
  it('a fallback cover is not created for a mod that a concurrent request deletes', async () => {
    const id = await newMod();
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.mod.update({ where: { id }, data: { state: 'deleted' } }),
      () => alice.post(`/mods/${id}/media:fallback`),
    );
    expect([waited, refusal(result)]).toEqual([true, '410 gone']);
    expect(await world.platform.db.media.count({ where: { modId: id } })).toBe(0);
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
