import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { bareMod, draftMod, draftVersion, newGame, refusal } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { type Seeded, type Shelf, seedMod, shelfOf } from '../catalog/catalog-rows.js';

const world = useWorld();
let shelf: Shelf;
let alice: Creator;
let mod: Json;
let library: Seeded;

beforeAll(async () => {
  await newGame(world, 'depends');
  shelf = await shelfOf(world, 'depends');
  alice = await world.creator('alice');
  mod = await draftMod(alice, 'depends');
  library = await seedMod(world, shelf, {
    versions: [{ version: '1.0.0' }, { version: '2024 build 5' }],
  });
});

const versionsOf = (modId: string) => `/mods/${modId}/versions`;
const onto = (modId: string, version_constraint?: string) => ({
  kind: 'required',
  mod_id: modId,
  ...(version_constraint === undefined ? {} : { version_constraint }),
});
const write = (dependencies: object[], actor: Actor = alice, modId = mod.id) =>
  actor.post(versionsOf(modId), { version: randomUUID(), dependencies });
const KINDS = ['required', 'optional', 'conflict', 'embedded'] as const;
const writeByGraphql = (versionConstraint: string, kind: (typeof KINDS)[number] = 'required') =>
  alice.graphql(
    `mutation ($modId: ID!, $input: CreateModVersionInput!) {
      createModVersion(modId: $modId, input: $input) { id } }`,
    {
      modId: mod.id,
      input: {
        version: randomUUID(),
        dependencies: [{ kind, modId: library.modId, versionConstraint }],
      },
    },
  );
/** Sets the dependencies of a version, all of them on the library. */
const changeByGraphql = (
  { id: versionId, expectedEtag }: Readonly<Record<'id' | 'expectedEtag', string>>,
  dependencies: readonly (readonly [kind: (typeof KINDS)[number], versionConstraint: string])[],
) =>
  alice.graphql(
    `mutation ($modId: ID!, $versionId: ID!, $input: UpdateModVersionInput!, $expectedEtag: String!) {
      updateModVersion(modId: $modId, versionId: $versionId, input: $input, expectedEtag: $expectedEtag) {
        dependencies { kind versionConstraint } } }`,
    {
      modId: mod.id,
      versionId,
      expectedEtag,
      input: {
        dependencies: dependencies.map(([kind, versionConstraint]) => {
          return { kind, modId: library.modId, versionConstraint };
        }),
      },
    },
  );
const faultsOf = ({ body }: Json) => body.fields.map(({ field, code }: Json) => `${field} ${code}`);

/** Creates a draft mod of alice with a draft version. */
async function sibling(version = '0.1.0'): Promise<{ modId: string; versionId: string }> {
  const { id } = await bareMod(alice, 'depends');
  return { modId: id, versionId: (await draftVersion(alice, id, { version })).id };
}

describe('version_constraint', () => {
  it('a version_constraint is accepted if it is an npm range or an exact version string of the mod', async () => {
    for (const text of ['^1.2.0', '>=1 <3 || 5.x', '*', '1', '2024 build 5', '>=1.0.0-rc.1']) {
      const made = await write([onto(library.modId, text)]);
      expect([text, made.status]).toEqual([text, 201]);
      expect(made.body.data.dependencies[0].version_constraint).toBe(text);
    }
  });

  it.each([
    'latest',
    '2024 build 6',
    '[1.0,2.0)',
    '>=1.0, <2.0',
    '１.０.０',
    '٩.x',
    '>=99999999999999999999',
    '^9007199254740991',
    `${'1||'.repeat(25)}x y`,
  ])('the version_constraint %j is rejected by name over REST and GraphQL', async (text) => {
    const posted = await write([onto(library.modId, text)]);
    expect(refusal(posted)).toBe('400 invalid_metadata');
    expect(faultsOf(posted)).toEqual(['dependencies[0].version_constraint invalid_format']);
    const made = await write([]);
    const patched = await alice.patch(
      `${versionsOf(mod.id)}/${made.body.data.id}`,
      { dependencies: [onto(library.modId, text)] },
      { 'If-Match': made.headers.get('etag') ?? '' },
    );
    expect(faultsOf(patched)).toEqual(['dependencies[0].version_constraint invalid_format']);
    const response = await writeByGraphql(text);
    const { extensions } = response.body.errors[0];
    expect([extensions.code, extensions.fields[0].field]).toEqual([
      'invalid_metadata',
      'dependencies[0].versionConstraint',
    ]);
  });

  it.each(everyNth(KINDS, 2))(
    'an invalid %s constraint is rejected by both GraphQL mutations as in REST and writes nothing',
    async (kind) => {
      const { db } = world.platform;
      const posted = await write([{ ...onto(library.modId, '[1.0,2.0)'), kind }]);
      const made = await write([{ ...onto(library.modId, '^1.0.0'), kind }]);
      const { id } = made.body.data;
      const expectedEtag = made.headers.get('etag') ?? '';
      const rows = () =>
        Promise.all([
          db.modVersion.findMany({ where: { modId: mod.id }, orderBy: { id: 'asc' } }),
          db.dependency.findMany({ where: { modId: mod.id }, orderBy: { id: 'asc' } }),
        ]);
      const before = await rows();
      const created = await writeByGraphql('[1.0,2.0)', kind);
      const updated = await changeByGraphql({ id, expectedEtag }, [[kind, '[1.0,2.0)']]);
      for (const { body } of [created, updated]) {
        const { code, status, fields } = body.errors[0].extensions;
        expect([code, status]).toEqual([posted.body.code, posted.status]);
        expect(fields).toMatchObject([
          { field: 'dependencies[0].versionConstraint', code: 'invalid_format' },
        ]);
      }
      expect(await rows()).toEqual(before);
      const readable = await changeByGraphql({ id, expectedEtag }, [[kind, '>=2 <3']]);
      expect(readable.body.data.updateModVersion.dependencies).toEqual([
        { kind, versionConstraint: '>=2 <3' },
      ]);
    },
  );

  longTest('a GraphQL update names the invalid constraint among valid ones', async () => {
    const made = await write([]);
    const expectedEtag = made.headers.get('etag') ?? '';
    const { body } = await changeByGraphql({ id: made.body.data.id, expectedEtag }, [
      ['required', '^1.0.0'],
      ['optional', '2024 build 5'],
      ['conflict', 'latest'],
    ]);
    expect(body.errors[0].extensions).toMatchObject({
      code: 'invalid_metadata',
      fields: [{ field: 'dependencies[2].versionConstraint', code: 'invalid_format' }],
    });
  });

  it('a version_constraint with a NUL is rejected over REST and GraphQL', async () => {
    const text = '1.0.0\u0000';
    expect(refusal(await write([onto(library.modId, text)]))).toBe('400 invalid_request');
    const { extensions } = (await writeByGraphql(text)).body.errors[0];
    expect([extensions.code, extensions.status]).toEqual(['invalid_input', 400]);
  });

  it('a version_constraint with the string of a hidden version is rejected like an unknown one', async () => {
    const own = await sibling('secret nightly');
    expect((await write([onto(own.modId, 'secret nightly')])).status).toBe(201);
    const { db } = world.platform;
    const hidden = await db.modVersion.create({
      data: { modId: library.modId, version: 'hidden nightly', createdById: shelf.userId },
    });
    const refused = await write([onto(library.modId, 'hidden nightly')]);
    const unknown = await write([onto(library.modId, 'unknown nightly')]);
    expect(refused.body.fields).toEqual(unknown.body.fields);
    await db.modVersion.delete({ where: { id: hidden.id } });
  });
});

describe('duplicate dependencies', () => {
  it('a second dependency of one kind on a mod is rejected by name in POST and PATCH', async () => {
    const twice = [onto(library.modId, '^1.0.0'), onto(library.modId, '^2.0.0')];
    const posted = await write(twice);
    const made = await write([{ kind: 'embedded', mod_id: library.modId }, onto(library.modId)]);
    const headers = { 'If-Match': made.headers.get('etag') ?? '' };
    const path = `${versionsOf(mod.id)}/${made.body.data.id}`;
    const patched = await alice.patch(path, { dependencies: twice }, headers);
    for (const answer of [posted, patched]) {
      expect(refusal(answer)).toBe('400 invalid_metadata');
      expect(faultsOf(answer)).toEqual(['dependencies[1].mod_id not_unique']);
    }
    expect(made.status).toBe(201);
  });
});
