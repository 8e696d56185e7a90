import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { bareMod, declarationOf, draftVersion, newGame, refusal } from '../../publishing.js';

const DRAFT = { game_slug: 'names', title: { en: 'A mod' }, description: { en: 'What it does.' } };
const HIDDEN = ['\u200b', 'night\u200b', 'a\nb', '\u202e0.1', '\u2066fdp.exe\u2069', '\u3164'];

describe('names of mods, versions and files', () => {
  const world = useWorld();
  let alice: Creator;
  let mod: Json;

  beforeAll(async () => {
    await newGame(world, 'names');
    alice = await world.creator('alice');
    mod = await bareMod(alice, 'names');
  });

  const faultsOf = (answer: Answer) => [
    refusal(answer),
    ...answer.body.fields.map(({ field, code }: Json) => `${field} ${code}`),
  ];
  const newVersion = (version: object) => alice.post(`/mods/${mod.id}/versions`, version);
  const faultOf = (field: string) => ['400 invalid_metadata', `${field} invalid_format`];
  /** Sends a change with the current ETag. */
  const change = async (path: string, body: object) => {
    const etag = (await alice.get(path)).headers.get('etag') ?? '';
    return alice.patch(path, body, { 'If-Match': etag });
  };

  it.each(HIDDEN)(
    'a title, a license, a version and a category of files with %j are refused',
    async (text) => {
      const title = { en: 'A mod', de: text };
      expect(faultsOf(await alice.post('/mods', { ...DRAFT, title }))).toEqual(faultOf('title.de'));
      expect(faultsOf(await change(`/mods/${mod.id}`, { title }))).toEqual(faultOf('title.de'));
      const license = await change(`/mods/${mod.id}`, { license: text });
      expect(faultsOf(license)).toEqual(faultOf('license'));
      expect(faultsOf(await newVersion({ version: text }))).toEqual(faultOf('version'));
      const category = await newVersion({ version: '1', file_category: text });
      expect(faultsOf(category)).toEqual(faultOf('file_category'));
    },
  );

  it('titles keep the joiners and selectors that scripts and emoji need', async () => {
    const title = {
      en: 'Family 👨‍👩‍👧 ❤️ and 🏳️‍🌈',
      fa: 'می\u200cخواهم',
      hi: 'क्\u200dष शक्ति',
      he: 'פנס',
      ja: '夜の灯',
    };
    const made = await alice.post('/mods', { ...DRAFT, title });
    expect([made.status, made.body.data.title]).toEqual([201, title]);
    expect((await newVersion({ version: '2024 год ❤️' })).status).toBe(201);
  });

  it.each(['../x', 'A B', 'a b', '<script>', 'x/y', 'Лампа', 'a--b', '-a', 'лампа\u200b', '%2e'])(
    'the localized slug %j is refused',
    async (slug) => {
      const bad = await alice.post('/mods', { ...DRAFT, localized_slugs: { en: slug } });
      expect(faultsOf(bad)).toEqual(faultOf('localized_slugs.en'));
    },
  );

  it('a localized slug may have letters and digits of its language', async () => {
    const localized_slugs = { en: 'night-lamp', ru: 'ночная-лампа-2', hi: 'शक्ति', ja: '夜の灯' };
    const made = await alice.post('/mods', { ...DRAFT, localized_slugs });
    expect(made.body.data.localized_slugs).toEqual(localized_slugs);
  });

  it.each([
    'https://trusted.example@evil.example/',
    'https://user:password@evil.example/',
    'https:///evil.example',
    'https:evil.example',
    'https:\\\\evil.example',
    'https://exam\u200bple.org/',
  ])('the link %j hides its host and is refused', async (link) => {
    const bad = await alice.post('/mods', { ...DRAFT, homepage_url: link, source_url: link });
    expect(faultsOf(bad)).toEqual([...faultOf('homepage_url'), 'source_url invalid_format']);
  });

  it('a plain link is stored unchanged', async () => {
    const homepage_url = 'HTTP://Example.org:8080/a b?q=@x';
    const source_url = 'https://пример.рф/лампа';
    const made = await alice.post('/mods', { ...DRAFT, homepage_url, source_url });
    expect(made.body.data).toMatchObject({ homepage_url, source_url });
  });

  it('label and version of an optional file with invisible characters are refused', async () => {
    const { id } = await draftVersion(alice, mod.id, { version: randomUUID() });
    const target = { modId: mod.id, versionId: id };
    for (const text of HIDDEN) {
      const more = { fileKind: 'optional', label: text, fileVersion: text };
      const body = declarationOf(target, Buffer.from('x'), more);
      const checked = await alice.post('/uploads:validate', body);
      expect(checked.body.data.problems.map((it: Json) => `${it.code} ${it.field}`)).toEqual([
        'invalid_metadata label',
        'invalid_metadata fileVersion',
      ]);
    }
  });

  it('a mod that gets another slug keeps the previous one as a localized slug if the change says so', async () => {
    const { id, slug } = await bareMod(alice, 'names');
    const body = { slug: `${slug}-renamed`, localized_slugs: { en: slug } };
    const changed = await change(`/mods/${id}`, body);
    expect([changed.status, changed.body.data]).toMatchObject([200, body]);
  });

  it('stored names that the rules would refuse stay readable, and other fields can change', async () => {
    const { db } = world.platform;
    const [title, version] = [{ en: 'Old', de: '\u200b' }, 'a\nb'];
    const old = await bareMod(alice, 'names');
    const made = await draftVersion(alice, old.id, { version: '1' });
    await db.mod.update({
      where: { id: old.id },
      data: { title, localizedSlugs: { de: 'A B' }, homepageUrl: 'https:///x' },
    });
    await db.modVersion.update({ where: { id: made.id }, data: { version } });
    const path = `/mods/${old.id}`;
    const shown = { en: old.slug, de: 'A B' };
    const kept = { title, localized_slugs: shown, homepage_url: 'https:///x' };
    const changed = await change(path, { ...kept, license: 'MIT' });
    expect([changed.status, changed.body.data.title]).toEqual([200, title]);
    const file = `${path}/versions/${made.id}`;
    const edited = await change(file, { version, changelog: { en: 'New.' } });
    expect([edited.status, edited.body.data.version]).toEqual([200, version]);
    const more = { title: { ...title, fr: ' Vieux ' }, localized_slugs: { ...shown, fr: 'vieux' } };
    const added = await change(path, more);
    expect(added.body.data).toMatchObject({ ...more, title: { ...title, fr: 'Vieux' } });
    expect((await change(path, { title: { de: '\u200b' } })).body.data.title).toEqual({
      de: '\u200b',
    });
    const bad = await change(path, { title: { de: '\u200b\u200b', fr: 'Neuf' } });
    expect(faultsOf(bad)).toEqual(faultOf('title.de'));
  });
});
