import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isUniqueViolation } from '../../../src/platform/database/failures.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { meanwhile } from '../../locks.js';
import {
  addedPicture,
  etagOf,
  formBytes,
  formType,
  mediaParts,
  sendPicture,
  smallPng,
} from '../../pictures.js';
import { drawnMod, publishedVersion, refusal } from '../../publishing.js';
import { inLongTests, longTest } from '../../rounds.js';
import { alice, listOf, newMod, png, statusOf, useMedia, world } from './media-of-alice.js';

useMedia();

const modOf = async (id: string): Promise<Json> => (await alice.get(`/mods/${id}`)).body.data;

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

  longTest(
    'a cover that an importer deletes is gone, and the fallback cover replaces it',
    async () => {
      const { id, cover } = await modOf((await drawnMod(alice, 'media')).id);
      const sent = { kind: 'cover', managed_by: 'importer' };
      const media = await addedPicture(alice, id, sent, png);
      const gone = await alice.request('DELETE', `/mods/${id}/media/${media.id}`);
      expect(gone.status).toBe(204);
      expect((await modOf(id)).cover).toEqual(cover);
      expect(await statusOf(media.url)).toBe(410);
      const again = await alice.request('DELETE', `/mods/${id}/media/${media.id}`);
      expect(refusal(again)).toBe('410 gone');
    },
  );

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
      [c]: 1,
      [a]: 2,
      [b]: 3,
      [d]: LIMITS.mediaPosition - 1,
      [last]: LIMITS.mediaPosition,
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

  longTest('the alternative text of a picture is empty by default', async () => {
    const id = await newMod();
    for (const kind of ['gallery', 'cover']) {
      expect((await addedPicture(alice, id, { kind }, png)).alt).toEqual({});
    }
  });

  longTest(
    'a full gallery returns 409 for another picture, and the mod still accepts a cover',
    async () => {
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
    },
  );

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

  longTest('a retried media upload with other bytes returns 409 and adds no picture', async () => {
    const id = await newMod();
    const [key, etag] = [randomUUID(), await etagOf(alice, id)];
    await send(id, key, png, etag);
    const other = await send(id, key, await smallPng(3), etag);
    expect(refusal(other)).toBe('409 idempotency_conflict');
    expect((await listOf(id)).length).toBe(1);
  });
});

inLongTests(() =>
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
  }),
);
