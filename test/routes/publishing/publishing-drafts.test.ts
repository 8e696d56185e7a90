import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { meanwhile } from '../../locks.js';
import { bareMod, draftMod, newGame, publishedVersion, refusal } from '../../publishing.js';

const DRAFT = { game_slug: 'drafts', title: { en: 'A mod' }, description: { en: 'What it does.' } };

describe('mod drafts (Spec 4.3)', () => {
  const world = useWorld();
  let alice: Creator;

  beforeAll(async () => {
    await newGame(world, 'drafts');
    alice = await world.creator('alice');
  });

  const fieldsOf = (answer: Json) =>
    Object.fromEntries(answer.body.fields.map(({ field, code }: Json) => [field, code]));

  it('createModDraft returns 201 with the draft, a strong ETag and its location', async () => {
    const made = await alice.post('/mods', { ...DRAFT, categories: ['magic'], license: 'MIT' });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/v1/mods/${made.body.data.id}`);
    expect(made.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(made.headers.get('cache-control')).toContain('no-store');
    expect(made.body.data).toMatchObject({
      title: { en: 'A mod' },
      license: 'MIT',
      latest_release: null,
      published_at: null,
      author: { id: alice.userId, username: 'alice' },
    });
    expect(made.body.data.categories.map((it: Json) => it.slug)).toEqual(['magic']);
    expect(made.body.data).not.toHaveProperty('_etag');
  });

  it('a mod draft is visible only to its owner, with the ETag of its creation', async () => {
    const made = await alice.post('/mods', DRAFT);
    const path = `/mods/${made.body.data.id}`;
    const read = await alice.get(path);
    expect([read.status, read.body.data.state]).toEqual([200, 'draft']);
    expect(read.body.data).toEqual(made.body.data);
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
    const unknown = await world.anon.get(`/mods/${randomUUID()}`);
    for (const other of [world.anon, await world.creator('bystander')]) {
      const hidden = await other.get(path);
      expect(refusal(hidden)).toBe('404 not_found');
      expect(hidden.body.detail).toBe(unknown.body.detail);
    }
    const listed = await world.anon.get('/mods?game_slug=drafts');
    expect(listed.body.data.map((it: Json) => it.id)).not.toContain(made.body.data.id);
  });

  it('the written summary of a mod has no excerpts, and only its team reads it', async () => {
    const description = { en: 'What it does.', de: 'Was sie tut.' };
    const made = await alice.post('/mods', { ...DRAFT, description, summary: { en: 'Short.' } });
    const { id, summary } = made.body.data;
    expect(summary).toEqual({ en: 'Short.', de: 'Was sie tut.' });
    const query = `{ writtenModSummary(modId: "${id}") }`;
    expect((await alice.graphql(query)).body.data.writtenModSummary).toEqual({ en: 'Short.' });
    const stranger = await world.creator('stranger');
    expect((await stranger.graphql(query)).body.errors[0].extensions.code).toBe('not_found');
  });

  it('createModDraft rejects invalid metadata and names every field as the client sent it', async () => {
    const bad = await alice.post('/mods', {
      ...DRAFT,
      slug: 'Not A Slug',
      title: { en: 'x'.repeat(121) },
      summary: { en: 'fine', de: 'x'.repeat(301) },
      homepage_url: 'javascript:alert(1)',
      source_url: 'no address',
      localized_slugs: { ru: '' },
    });
    expect(refusal(bad)).toBe('400 invalid_metadata');
    expect(fieldsOf(bad)).toEqual({
      slug: 'invalid_format',
      'title.en': 'too_long',
      'summary.de': 'too_long',
      homepage_url: 'invalid_format',
      source_url: 'invalid_format',
      'localized_slugs.ru': 'too_short',
    });
  });

  it('createModDraft rejects unknown members and names them', async () => {
    const bad = await alice.post('/mods', { ...DRAFT, gameSlug: 'drafts', version: '1' });
    expect(refusal(bad)).toBe('400 invalid_input');
    expect(fieldsOf(bad)).toEqual({ gameSlug: 'unknown_member', version: 'unknown_member' });
  });

  it('createModDraft names an unknown game, an unknown category and a taken slug', async () => {
    const game = await alice.post('/mods', { ...DRAFT, game_slug: 'nowhere' });
    expect(refusal(game)).toBe('400 invalid_metadata');
    expect(fieldsOf(game)).toEqual({ game_slug: 'unknown_value' });
    const category = await alice.post('/mods', { ...DRAFT, categories: ['tools', 'nothing'] });
    expect(fieldsOf(category)).toEqual({ 'categories[1]': 'unknown_value' });
    await alice.post('/mods', { ...DRAFT, slug: 'taken' });
    const slug = await alice.post('/mods', { ...DRAFT, slug: 'taken' });
    expect(refusal(slug)).toBe('400 invalid_metadata');
    expect(fieldsOf(slug)).toEqual({ slug: 'not_unique' });
  });

  it('createModDraft gives different slugs to two mods with one title', async () => {
    const title = { en: 'Twin' };
    const [one, two] = [
      await alice.post('/mods', { ...DRAFT, title }),
      await alice.post('/mods', { ...DRAFT, title }),
    ];
    expect(one.body.data.slug).toBe('twin');
    expect(two.body.data.slug).toMatch(/^twin-/);
  });

  it('createModDraft gives a derived slug a suffix if another mod takes it meanwhile', async () => {
    const title = { en: 'Contested' };
    const { id } = (await alice.post('/mods', DRAFT)).body.data;
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.mod.update({ where: { id }, data: { slug: 'contested' } }),
      () => alice.post('/mods', { ...DRAFT, title }),
    );
    expect([waited, result.status]).toEqual([true, 201]);
    expect(result.body.data.slug).toMatch(/^contested-/);
  });

  it('a retried createModDraft replays its draft, and another body conflicts', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await alice.post('/mods', DRAFT, headers);
    const again = await alice.post('/mods', DRAFT, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    const other = await alice.post('/mods', { ...DRAFT, license: 'MIT' }, headers);
    expect(refusal(other)).toBe('409 idempotency_conflict');
  });

  describe('updateModDraft', () => {
    it('updateModDraft returns 428 without If-Match, and 412 unless it is one strong current tag', async () => {
      const mod = await bareMod(alice, 'drafts');
      const path = `/mods/${mod.id}`;
      const etag = (await alice.get(path)).headers.get('etag') ?? '';
      const missing = await alice.patch(path, { license: 'MIT' });
      expect(refusal(missing)).toBe('428 precondition_required');
      for (const bad of [etag.slice(1, -1), `W/${etag}`, '*', `${etag}, "other"`, '"other"']) {
        const refused = await alice.patch(path, { license: 'MIT' }, { 'If-Match': bad });
        expect(refusal(refused), bad).toBe('412 precondition_failed');
      }
      const read = await alice.get(path);
      expect([read.headers.get('etag'), read.body.data.license]).toEqual([etag, null]);
    });

    it('updateModDraft returns 412 with the current ETag for a stale If-Match', async () => {
      const mod = await bareMod(alice, 'drafts');
      const path = `/mods/${mod.id}`;
      const etag = (await alice.get(path)).headers.get('etag') ?? '';
      const won = await alice.patch(path, { license: 'MIT' }, { 'If-Match': etag });
      expect(won.status).toBe(200);
      expect(won.headers.get('cache-control')).toContain('no-store');
      const lost = await alice.patch(path, { license: 'Zlib' }, { 'If-Match': etag });
      expect(refusal(lost)).toBe('412 precondition_failed');
      const current = lost.headers.get('etag') ?? '';
      expect(current).toBe(won.headers.get('etag'));
      const rebased = await alice.patch(path, { license: 'Zlib' }, { 'If-Match': current });
      expect([rebased.status, rebased.body.data.license]).toEqual([200, 'Zlib']);
    });

    it('updateModDraft accepts exactly one of several concurrent writes with one ETag', async () => {
      const mod = await bareMod(alice, 'drafts');
      const path = `/mods/${mod.id}`;
      const headers = { 'If-Match': (await alice.get(path)).headers.get('etag') ?? '' };
      const licenses = ['MIT', 'Zlib', 'ISC', 'CC0-1.0'];
      const answers = await Promise.all(
        licenses.map((license) => alice.patch(path, { license }, headers)),
      );
      const winners = answers.filter((it) => it.status === 200);
      expect(answers.map((it) => it.status).sort()).toEqual([200, 412, 412, 412]);
      const read = await alice.get(path);
      expect(read.body.data.license).toBe(winners[0]?.body.data.license);
      const [etags] = [new Set(answers.map((it) => it.headers.get('etag')))];
      expect([...etags]).toEqual([read.headers.get('etag')]);
    });

    it('updateModDraft keeps omitted members, and null clears optional members', async () => {
      const mod = await bareMod(alice, 'drafts', {
        license: 'MIT',
        homepage_url: 'https://example.org/',
        summary: { en: 'Short.' },
        categories: ['tools', 'magic'],
      });
      const path = `/mods/${mod.id}`;
      const tag = async () => ({ 'If-Match': (await alice.get(path)).headers.get('etag') ?? '' });
      const one = await alice.patch(path, { license: null, summary: null }, await tag());
      expect(one.body.data).toMatchObject({
        license: null,
        summary: { en: 'What it does.' },
        homepage_url: 'https://example.org/',
      });
      expect(one.body.data.categories).toHaveLength(2);
      const two = await alice.patch(path, { categories: ['magic'] }, await tag());
      expect(two.body.data.categories.map((it: Json) => it.slug)).toEqual(['magic']);
      const none = await alice.patch(path, { categories: null }, await tag());
      expect(none.body.data.categories).toEqual([]);
      const bad = await alice.patch(path, { title: null, slug: null }, await tag());
      expect(refusal(bad)).toBe('400 invalid_metadata');
      expect(Object.keys(fieldsOf(bad)).sort()).toEqual(['slug', 'title']);
    });

    it('a retried updateModDraft replays its response despite a stale If-Match', async () => {
      const mod = await bareMod(alice, 'drafts');
      const path = `/mods/${mod.id}`;
      const headers = {
        'If-Match': (await alice.get(path)).headers.get('etag') ?? '',
        'Idempotency-Key': randomUUID(),
      };
      const first = await alice.patch(path, { license: 'MIT' }, headers);
      const again = await alice.patch(path, { license: 'MIT' }, headers);
      expect([again.status, again.body]).toEqual([200, first.body]);
    });

    it('updateModDraft of a published mod changes the catalog before it returns', async () => {
      const mod = await draftMod(alice, 'drafts');
      await publishedVersion(world, alice, mod.id, { version: '1' });
      const path = `/mods/${mod.id}`;
      const before = await world.anon.get(path);
      const headers = { 'If-Match': (await alice.get(path)).headers.get('etag') ?? '' };
      await alice.patch(path, { title: { en: 'Another name', de: 'Anderer Name' } }, headers);
      const after = await world.anon.get(path);
      expect(after.body.data.title).toEqual({ en: 'Another name', de: 'Anderer Name' });
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
      const list = await world.anon.get('/mods?game_slug=drafts');
      expect(list.body.data.find((it: Json) => it.id === mod.id).title.en).toBe('Another name');
    });

    it('updateModDraft returns 404 for an unknown mod or a foreign draft, and 403 for a foreign published mod', async () => {
      const bob = await world.creator('bob');
      const headers = { 'If-Match': '"x"' };
      const unknown = await bob.patch(`/mods/${randomUUID()}`, {}, headers);
      expect(refusal(unknown)).toBe('404 not_found');
      const mod = await draftMod(alice, 'drafts');
      expect(refusal(await bob.patch(`/mods/${mod.id}`, {}, headers))).toBe('404 not_found');
      await publishedVersion(world, alice, mod.id, { version: '1' });
      expect(refusal(await bob.patch(`/mods/${mod.id}`, {}, headers))).toBe('403 forbidden');
    });
  });
});
