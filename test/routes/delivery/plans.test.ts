import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { seedUnlistedMods, seedVersion } from '../catalog/catalog-rows.js';
import type { SeededVersion } from '../publishing/version-rows.js';
import { mod, plan, resolved, shelf, usePlannedMods, versionsOf, world } from './planned-mods.js';

usePlannedMods();

const modsOf = (data: Json): string[] => data.items.map((it: Json) => it.mod_id);

describe('version selection of plans (Spec 2.7)', () => {
  it('a plan chooses the newest version that fits game version, loader, platform and channel', async () => {
    const { modId } = await mod(
      { version: '1.0.0', gameVersions: ['1.20'], loaders: ['forge'] },
      { version: '1.1.0', gameVersions: ['1.20'], loaders: ['fabric'], platforms: ['linux'] },
      { version: '1.2.0', gameVersions: ['1.21'], loaders: ['fabric'] },
      { version: '1.3.0-beta', channel: 'beta', gameVersions: ['1.21'] },
      { version: '1.4.0-alpha', channel: 'alpha', gameVersions: ['1.21'] },
    );
    const chosen = async (more: object) =>
      versionsOf(await resolved({ mod_ids: [modId], ...more }));
    expect(await chosen({})).toEqual(['1.2.0']);
    expect(await chosen({ release_channel: 'beta' })).toEqual(['1.3.0-beta']);
    expect(await chosen({ release_channel: 'alpha' })).toEqual(['1.4.0-alpha']);
    expect(await chosen({ game_version: '1.20' })).toEqual(['1.1.0']);
    expect(await chosen({ game_version: '1.20', platform: 'linux' })).toEqual(['1.1.0']);
    expect(await chosen({ game_version: '1.20', platform: 'windows' })).toEqual(['1.0.0']);
    expect(await chosen({ loader: 'forge' })).toEqual(['1.0.0']);
    expect(await chosen({ loader: 'forge', game_version: '1.21' })).toEqual([]);
  });

  it('an exact version or file selector overrides channel, game version and loader, and the reasons name it', async () => {
    const seeded = await mod(
      { version: '1.0.0-alpha', channel: 'alpha', gameVersions: ['1.20'], loaders: ['forge'] },
      { version: '2.0.0' },
    );
    const { versionId, artifactId } = seeded.versions[0] ?? { versionId: '', artifactId: '' };
    const around = { game_version: '1.21', loader: 'fabric' };
    const selectors = [
      { versions: [{ mod_id: seeded.modId, version_id: versionId }], code: 'exact_version' },
      { artifacts: [artifactId], code: 'exact_artifact' },
    ];
    for (const { code, ...selector } of selectors) {
      for (const more of [{}, { mod_ids: [seeded.modId] }]) {
        const data = await resolved({ ...around, ...selector, ...more });
        expect([data.status, versionsOf(data)]).toEqual(['resolved', ['1.0.0-alpha']]);
        expect(data.artifact_selection.map((it: Json) => it.rule)).toEqual([code]);
        expect(data.decision_reasons).toEqual([
          expect.objectContaining({ item_id: data.items[0].item_id, code }),
        ]);
      }
    }
  });

  it('a plan orders required mods before the mods that require them, at any depth', async () => {
    // Required mods have larger ids, so that an order by id fails the test.
    const top = await mod({ version: '2.0.0' });
    const middle = await mod({ version: '0.1.0' });
    const deepest = await mod({ version: '1.5.0' }, { version: '2.0.0' });
    await seedVersion(world, shelf, middle.modId, {
      version: '1.0.0',
      dependencies: [{ kind: 'required', modId: deepest.modId, range: '^1.0.0' }],
    });
    await seedVersion(world, shelf, top.modId, {
      version: '3.0.0',
      dependencies: [{ kind: 'required', modId: middle.modId }],
    });
    const data = await resolved({ mod_ids: [top.modId] });
    expect(modsOf(data)).toEqual([deepest.modId, middle.modId, top.modId]);
    expect(data.items.map((it: Json) => [it.role, it.version])).toEqual([
      ['required', '1.5.0'],
      ['required', '1.0.0'],
      ['selected', '3.0.0'],
    ]);
    expect(data.steps.map((it: Json) => [it.order, it.item_id])).toEqual(
      data.items.map((it: Json, at: number) => [at + 1, it.item_id]),
    );
    const constraint = {
      from_item_id: data.items[1].item_id,
      mod_id: deepest.modId,
      kind: 'required',
      version_constraint: '^1.0.0',
      satisfied_by_item_id: data.items[0].item_id,
    };
    expect(data.dependency_constraints[0]).toEqual(constraint);
    expect(data.dependencies[0]).toEqual(constraint);
  });

  it('a plan installs both of two mods that require each other', async () => {
    const a = await mod({ version: '1.0.0' });
    const b = await mod({ version: '1.0.0', dependencies: [{ kind: 'required', modId: a.modId }] });
    world.clock.advance(1);
    await seedVersion(world, shelf, a.modId, {
      version: '1.1.0',
      dependencies: [{ kind: 'required', modId: b.modId }],
    });
    const data = await resolved({ mod_ids: [a.modId] });
    expect([data.status, modsOf(data).sort()]).toEqual(['resolved', [a.modId, b.modId].sort()]);
  });

  it('a plan includes optional dependencies only if the request includes them', async () => {
    const extra = await mod();
    const top = await mod({
      version: '1.0.0',
      dependencies: [{ kind: 'optional', modId: extra.modId }],
    });
    expect(modsOf(await resolved({ mod_ids: [top.modId] }))).toEqual([top.modId]);
    const data = await resolved({ mod_ids: [top.modId], include_optional: true });
    expect(data.items.map((it: Json) => [it.mod_id, it.role])).toEqual([
      [extra.modId, 'optional'],
      [top.modId, 'selected'],
    ]);
  });

  it('a plan adds no item for a requirement that a chosen file embeds', async () => {
    const library = await mod({ version: '1.4.0' });
    const bundle = await mod({
      version: '1.0.0',
      dependencies: [{ kind: 'embedded', modId: library.modId, range: '1.4.0' }],
    });
    const user = await mod({
      version: '1.0.0',
      dependencies: [{ kind: 'required', modId: library.modId, range: '^1.2.0' }],
    });
    const data = await resolved({ mod_ids: [bundle.modId, user.modId] });
    expect(modsOf(data).sort()).toEqual([bundle.modId, user.modId].sort());
    const item = data.items.find((it: Json) => it.mod_id === bundle.modId);
    const constraint = data.dependency_constraints.find((it: Json) => it.kind === 'required');
    expect(constraint.satisfied_by_item_id).toBe(item.item_id);
    const alone = await resolved({ mod_ids: [user.modId] });
    expect(modsOf(alone)).toEqual([library.modId, user.modId]);
  });

  it('a plan prefers the higher semver version over the later publication', async () => {
    const { modId } = await mod({ version: '2.0.0' }, { version: '1.0.5' });
    expect(versionsOf(await resolved({ mod_ids: [modId] }))).toEqual(['2.0.0']);
    const named = await mod({ version: 'b' }, { version: 'a' });
    expect(versionsOf(await resolved({ mod_ids: [named.modId] }))).toEqual(['a']);
  });

  it('a plan chooses older versions if the newest versions exclude each other', async () => {
    const library = await mod({ version: '1.0.0' }, { version: '2.0.0' });
    const needs = (version: string, range: string): SeededVersion => ({
      version,
      dependencies: [{ kind: 'required', modId: library.modId, range }],
    });
    const flexible = await mod(needs('1.0.0', '^1.0.0'), needs('2.0.0', '^2.0.0'));
    const strict = await mod(needs('1.0.0', '^1.0.0'));
    const data = await resolved({ mod_ids: [flexible.modId, strict.modId] });
    expect([data.status, versionsOf(data)]).toEqual(['resolved', ['1.0.0', '1.0.0', '1.0.0']]);
    expect(modsOf(data)[0]).toBe(library.modId);
    const alone = await resolved({ mod_ids: [flexible.modId] });
    expect(versionsOf(alone)).toEqual(['2.0.0', '2.0.0']);
  });

  it('a plan of many mods with many versions names only the two mods in conflict', async () => {
    const one = await mod();
    const rival = await mod({
      version: '1.0.0',
      dependencies: [{ kind: 'conflict', modId: one.modId }],
    });
    const versions = Array.from({ length: 6 }, (_, at) => ({ version: `1.${at}.0` }));
    const crowd = await seedUnlistedMods(world, shelf, Array(12).fill({ versions }));
    const mods = [...crowd, one, rival];
    const data = await resolved({ mod_ids: mods.map(({ modId }) => modId) });
    expect(data.conflicts.map((it: Json) => it.mod_ids)).toEqual([[one.modId, rival.modId].sort()]);
  });

  it('a plan item has its file with size, digest and resolve endpoint', async () => {
    const { modId, slug, versions } = await mod();
    const { artifactId = '', versionId = '' } = versions[0] ?? {};
    const data = await resolved({ mod_ids: [modId] });
    const file = await world.platform.db.artifact.findUniqueOrThrow({ where: { id: artifactId } });
    expect(data.items).toEqual([
      {
        item_id: expect.any(String),
        role: 'selected',
        mod_id: modId,
        title: { en: `Mod ${modId}` },
        slug,
        access_tier: 'public',
        version_id: versionId,
        version: '1.0.0',
        artifact_id: artifactId,
        artifact_source: 'rehosted_blob',
        embedded_in: null,
        file: {
          artifact_id: artifactId,
          file_version: '1.0.0',
          original_filename: 'mod.zip',
          size_bytes: 100,
          sha256: file.sha256,
          resolve_endpoint: `/downloads/${artifactId}/resolve`,
        },
      },
    ]);
  });
});

describe('plan responses', () => {
  it('the response to equal plan requests is the same byte for byte, in any spelling', async () => {
    const library = await mod();
    const users: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      const dependencies = [{ kind: 'required', modId: library.modId }] as const;
      users.push((await mod({ version: '1.0.0', dependencies })).modId);
    }
    const first = await plan({ mod_ids: users });
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(users, { minLength: 4 }),
        fc.subarray(users),
        async (shuffled, again) => {
          const next = await plan({
            mod_ids: [...shuffled, ...again],
            platform: null,
            release_channel: 'release',
            include_optional: false,
          });
          expect(next.text).toBe(first.text);
          expect(next.headers.get('etag')).toBe(first.headers.get('etag'));
        },
      ),
      { numRuns: 6 },
    );
    expect(first.body.data.request.mod_ids).toEqual([...users].sort());
    expect(first.headers.get('etag')).toBe(`"${first.body.data.plan_id}"`);
  });

  it('the plan_id changes with the request and with the catalog', async () => {
    const { modId } = await mod();
    const first = await resolved({ mod_ids: [modId] });
    const beta = await resolved({ mod_ids: [modId], release_channel: 'beta' });
    expect([beta.plan_id === first.plan_id, beta.items]).toEqual([false, first.items]);
    world.clock.advance(1);
    await seedVersion(world, shelf, modId, { version: '1.0.1' });
    const later = await resolved({ mod_ids: [modId] });
    expect([later.plan_id === first.plan_id, versionsOf(later)]).toEqual([false, ['1.0.1']]);
  });

  it('a plan response is private, and a credential needs install_plans:resolve', async () => {
    const { modId } = await mod();
    const bob = await world.creator('bob');
    const body = { game_slug: 'planned', mod_ids: [modId] };
    const answers = [
      await plan({ mod_ids: [modId] }),
      await bob.post('/install-plans:resolve', body),
    ];
    for (const { status, headers } of answers) {
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    }
    const narrow = await bob.withToken({ scopes: 'mods:read' });
    const refused = await narrow.post('/install-plans:resolve', body);
    expect([refused.status, refused.body.required_scopes]).toEqual([
      403,
      ['install_plans:resolve'],
    ]);
    const invalid = await world.anon.post('/install-plans:resolve', body, {
      Authorization: 'Bearer nonsense',
    });
    expect([invalid.status, invalid.body.code]).toEqual([401, 'unauthorized']);
  });
});
