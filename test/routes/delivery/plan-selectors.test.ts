import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { latestRelease } from '../../../src/request/version-order.js';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame } from '../../publishing.js';
import { longTest, rounds } from '../../rounds.js';
import { type Shelf, seedMod, seedVersion, shelfOf } from '../catalog/catalog-rows.js';
import type { SeededVersion } from '../publishing/version-rows.js';

const world = useWorld();
let shelf: Shelf;

beforeAll(async () => {
  await newGame(world, 'selected');
  shelf = await shelfOf(world, 'selected');
});

const plan = (request: object, headers: Record<string, string> = {}) =>
  world.anon.post('/install-plans:resolve', { game_slug: 'selected', ...request }, headers);

const tombstone = (id: string, entity: string) =>
  world.platform.db.tombstone.create({ data: { id, entity } });

describe('rejected plan selectors', () => {
  const refusal = async (request: object) => {
    const { status, body } = await plan(request);
    return { refused: `${status} ${body.code}`, detail: body.detail as string };
  };

  it('the detail of a rejected plan names the unknown selector', async () => {
    const { modId } = await seedMod(world, shelf);
    const id = randomUUID();
    const cases = [
      [{ mod_ids: [modId, id] }, '404 not_found', id],
      [{ versions: [{ mod_id: modId, version_id: id }] }, '404 not_found', id],
      [{ artifacts: [id] }, '404 file_not_found', id],
      [{ mod_ids: [modId], game_slug: 'nowhere' }, '404 not_found', 'nowhere'],
      [{ mod_ids: [modId], game_version: '9.99' }, '422 unsupported_version', '9.99'],
    ] as const;
    for (const [request, refused, named] of cases) {
      expect(await refusal(request)).toEqual({ refused, detail: expect.stringContaining(named) });
    }
  });

  it('the detail of a rejected plan names the selector in the language of the client', async () => {
    const id = randomUUID();
    const answers = await Promise.all(
      ['en', 'de', 'ru'].map((language) =>
        plan({ mod_ids: [id] }, { 'Accept-Language': language }),
      ),
    );
    const details = answers.map(({ body }) => body.detail as string);
    expect(new Set(details).size).toBe(3);
    for (const detail of details) expect(detail).toContain(id);
  });

  it('a plan selector of a deleted mod, version or artifact returns 410 and is named', async () => {
    const { modId, versions } = await seedMod(world, shelf, {
      versions: [{ version: '1.0.0' }, { version: '2.0.0' }],
    });
    const { versionId = '', artifactId = '' } = versions[1] ?? {};
    const { db } = world.platform;
    await db.modVersion.update({ where: { id: versionId }, data: { state: 'deleted' } });
    await db.artifact.update({ where: { id: artifactId }, data: { state: 'deleted' } });
    await tombstone(versionId, 'ModVersion');
    await tombstone(artifactId, 'Artifact');
    const gone = randomUUID();
    await tombstone(gone, 'Mod');
    const cases = [
      [{ mod_ids: [gone] }, gone],
      [{ versions: [{ mod_id: gone, version_id: versionId }] }, gone],
      [{ versions: [{ mod_id: modId, version_id: versionId }] }, versionId],
      [{ artifacts: [artifactId] }, artifactId],
    ] as const;
    for (const [request, named] of cases) {
      expect(await refusal(request)).toEqual({
        refused: '410 gone',
        detail: expect.stringContaining(named),
      });
    }
  });

  it('a plan selector of a withdrawn version returns 410 and is named', async () => {
    const { modId, versions } = await seedMod(world, shelf);
    const { versionId = '', artifactId = '' } = versions[0] ?? {};
    const { db } = world.platform;
    await db.modVersion.update({ where: { id: versionId }, data: { state: 'withdrawn' } });
    await db.artifact.update({ where: { id: artifactId }, data: { state: 'withdrawn' } });
    for (const [request, named] of [
      [{ versions: [{ mod_id: modId, version_id: versionId }] }, versionId],
      [{ artifacts: [artifactId] }, artifactId],
    ] as const) {
      expect(await refusal(request)).toEqual({
        refused: '410 gone',
        detail: expect.stringContaining(named),
      });
    }
  });

  it('the problem of a plan for a hidden mod equals that for an unknown mod, except for the id', async () => {
    const draft = await draftMod(await world.creator('alice'), 'selected');
    const unknown = randomUUID();
    const [hidden, missing] = [
      await refusal({ mod_ids: [draft.id] }),
      await refusal({ mod_ids: [unknown] }),
    ];
    expect(hidden.detail.replace(draft.id, '')).toBe(missing.detail.replace(unknown, ''));
  });

  it('the detail of a rejected plan shows a hostile text truncated and on one line', async () => {
    const { body } = await plan({
      mod_ids: [randomUUID()],
      game_slug: `\u202ex\n\u0007${'a'.repeat(5_000)}`,
    });
    expect(body.detail).not.toMatch(/[\p{C}]/u);
    expect(body.detail.length).toBeLessThan(200);
  });

  it('the GraphQL error of a rejected plan names the selector', async () => {
    const query = `query ($id: ID!) {
      resolveInstallPlan(input: { gameSlug: "selected", modIds: [$id] }) { status } }`;
    for (const id of [randomUUID(), 'no-uuid']) {
      const response = await fetch(`${world.baseUrl}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables: { id } }),
      });
      const { errors } = (await response.json()) as Json;
      expect([errors[0].extensions.code, errors[0].message]).toEqual([
        'not_found',
        expect.stringContaining(id),
      ]);
    }
  });
});

describe('version ranges of plans', () => {
  const versionOf = async (user: string, target: string, more: object = {}) => {
    const { body } = await plan({ mod_ids: [user], ...more });
    const item = body.data.items.find((it: Json) => it.mod_id === target);
    return item?.version ?? body.data.status;
  };
  const needing = async (modId: string, range: string) => {
    const dependencies = [{ kind: 'required', modId, range }] as const;
    return (await seedMod(world, shelf, { versions: [{ version: '1.0.0', dependencies }] })).modId;
  };

  it('a prerelease satisfies a range only if the range names one, or the channel accepts prereleases', async () => {
    const { modId } = await seedMod(world, shelf, {
      versions: [
        { version: '1.1.0' },
        { version: '1.2.0-rc.1' },
        { version: '1.3.0-b', channel: 'beta' },
      ],
    });
    const [plain, named] = [await needing(modId, '^1.0.0'), await needing(modId, '>=1.2.0-rc.0')];
    expect(await versionOf(plain, modId)).toBe('1.1.0');
    expect(await versionOf(named, modId)).toBe('1.2.0-rc.1');
    for (const release_channel of ['beta', 'alpha']) {
      expect(await versionOf(plain, modId, { release_channel })).toBe('1.3.0-b');
    }
  });

  longTest('an update check reads ranges like a plan', async () => {
    const { modId } = await seedMod(world, shelf, { versions: [{ version: '2.0.0-rc.1' }] });
    const user = await seedMod(world, shelf, { versions: [{ version: '1.0.0' }] });
    await seedVersion(world, shelf, user.modId, {
      version: '2.0.0',
      dependencies: [{ kind: 'required', modId, range: '>=1.0.0' }],
    });
    const items = [{ artifact_id: user.versions[0]?.artifactId }];
    const latest = async (release_channel: string) => {
      const asked = { game_slug: 'selected', release_channel, items };
      const { body } = await world.anon.post('/beta/updates:check', asked);
      const planned = await plan({ mod_ids: [user.modId], release_channel });
      const own = planned.body.data.items.find((it: Json) => it.mod_id === user.modId);
      expect(body.data.items[0].latest?.version).toBe(own?.version);
      return own?.version;
    };
    expect([await latest('release'), await latest('beta')]).toEqual(['1.0.0', '2.0.0']);
  });

  longTest('a constraint that equals a published version string means that version', async () => {
    const { modId, versions } = await seedMod(world, shelf, {
      versions: [{ version: '1.2' }, { version: '1.2.5' }, { version: '2024 build 5' }],
    });
    const [short, words] = [await needing(modId, '1.2'), await needing(modId, '2024 build 5')];
    expect(await versionOf(short, modId)).toBe('1.2');
    expect(await versionOf(words, modId)).toBe('2024 build 5');
    await world.platform.db.modVersion.update({
      where: { id: versions[0]?.versionId ?? '' },
      data: { state: 'archived' },
    });
    expect(await versionOf(short, modId)).toBe('1.2.5');
  });

  it('a version that declares no loader fits each loader, and one version fits all filters', async () => {
    const { modId } = await seedMod(world, shelf, {
      versions: [
        { version: '1.0.0', loaders: [], gameVersions: [] },
        { version: '2.0.0', loaders: ['fabric'], gameVersions: ['1.20'] },
        { version: '3.0.0', loaders: ['forge'], gameVersions: ['1.21'] },
      ],
    });
    const chosen = (game_version: string, loader: string) =>
      versionOf(modId, modId, { game_version, loader });
    expect(await chosen('1.20', 'fabric')).toBe('2.0.0');
    expect(await chosen('1.21', 'fabric')).toBe('1.0.0');
    expect(await chosen('1.21', 'quilt')).toBe('1.0.0');
  });
});

describe('plans of one mod without filters', () => {
  it('a plan of one mod installs the latest release of its channel', async () => {
    const string = fc.constantFrom(
      '1.0.0',
      '1.10.0',
      '1.9.0',
      '2.0.0-rc.1',
      'v3.0.0',
      '4',
      'spring',
      '1.0.0+b',
    );
    const version = fc.record({
      version: string,
      channel: fc.constantFrom<'release' | 'beta' | 'alpha'>('release', 'beta', 'alpha'),
    });
    const versions = fc.uniqueArray(version, {
      minLength: 1,
      maxLength: 5,
      selector: (it) => it.version,
    });
    await fc.assert(
      fc.asyncProperty(versions, async (published: SeededVersion[]) => {
        const { modId } = await seedMod(world, shelf, { versions: published.slice(0, 1) });
        for (const more of published.slice(1)) {
          world.clock.advance(1);
          await seedVersion(world, shelf, modId, more);
        }
        const rows = await world.platform.db.modVersion.findMany({ where: { modId } });
        const latest = latestRelease(
          rows.map(({ id, version, releaseChannel, publishedAt }) => ({
            versionId: id,
            version,
            releaseChannel,
            publishedAt: publishedAt ?? 0,
          })),
        );
        const { body } = await plan({ mod_ids: [modId], release_channel: latest?.releaseChannel });
        expect(body.data.items.map((it: Json) => it.version_id)).toEqual([latest?.versionId]);
      }),
      { numRuns: rounds(2, 25) },
    );
  });
});
