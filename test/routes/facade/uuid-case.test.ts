import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { addedPicture, smallPng } from '../../pictures.js';
import { bareMod, newGame, publishedVersion } from '../../publishing.js';

describe('UUIDs in upper case', () => {
  const world = useWorld();
  let alice: Creator;
  let mod: Json;
  let picture: Json;
  let ids: { versionId: string; uploadId: string; artifactId: string };

  beforeAll(async () => {
    await newGame(world, 'case');
    alice = await world.creator('alice');
    mod = await bareMod(alice, 'case');
    picture = await addedPicture(alice, mod.id, { kind: 'cover' }, await smallPng());
    ids = await publishedVersion(world, alice, mod.id, { version: '1.0.0' });
  });

  const upper = (text: string) => text.toUpperCase();

  it('upper-case UUIDs name the same resources in paths', async () => {
    const paths = [
      (of: (id: string) => string) => `/mods/${of(mod.id)}`,
      (of: (id: string) => string) => `/mods/${of(mod.id)}/versions/${of(ids.versionId)}`,
      (of: (id: string) => string) => `/artifacts/${of(ids.artifactId)}`,
      (of: (id: string) => string) => `/uploads/${of(ids.uploadId)}`,
      (of: (id: string) => string) => `/mods/${of(mod.id)}/team-members`,
    ];
    for (const pathOf of paths) {
      const [lower, other] = [await alice.get(pathOf((id) => id)), await alice.get(pathOf(upper))];
      expect([other.status, other.body]).toEqual([200, lower.body]);
    }
  });

  it('upper-case UUIDs name the same resources in bodies and queries', async () => {
    const plan = await world.anon.post('/install-plans:resolve', {
      game_slug: 'case',
      mod_ids: [upper(mod.id)],
      versions: [{ mod_id: upper(mod.id), version_id: upper(ids.versionId) }],
      artifacts: [upper(ids.artifactId)],
    });
    expect(plan.body.data.request.mod_ids).toEqual([mod.id]);
    expect(plan.body.data.items.map((it: Json) => it.artifact_id)).toEqual([ids.artifactId]);
    const other = await bareMod(alice, 'case');
    const version = await alice.post(`/mods/${upper(other.id)}/versions`, {
      version: '1.0.0',
      dependencies: [{ kind: 'required', mod_id: upper(mod.id), version_id: upper(ids.versionId) }],
    });
    expect(version.body.data.dependencies).toMatchObject([
      { mod_id: mod.id, version_id: ids.versionId },
    ]);
    const etag = (await alice.get(`/mods/${mod.id}`)).headers.get('etag') ?? '';
    const patched = await alice.patch(
      `/mods/${upper(mod.id)}`,
      { license: 'MIT' },
      { 'If-Match': etag },
    );
    expect(patched.body.data).toMatchObject({ id: mod.id, license: 'MIT' });
  });

  it('upper-case UUIDs name the same resources in GraphQL, as variables and as literals', async () => {
    const byVariable = await world.anon.graphql('query ($id: ID!) { getMod(id: $id) { id } }', {
      id: upper(mod.id),
    });
    expect(byVariable.body.data.getMod.id).toBe(mod.id);
    const listed = await world.anon.graphql(
      'query ($id: ID!) { listArtifacts(modId: $id) { items { id } } }',
      { id: upper(mod.id) },
    );
    expect(listed.body.data.listArtifacts.items).toEqual([{ id: ids.artifactId }]);
    const literal = await world.anon.graphql(`{ getMod(id: "${upper(mod.id)}") { id } }`);
    expect(literal.body.data.getMod.id).toBe(mod.id);
  });

  it('upper-case UUIDs name the same picture at its permanent URL', async () => {
    const url = new URL(picture.url);
    url.pathname = url.pathname.replace(picture.id, upper(picture.id));
    expect((await fetch(url)).status).toBe(200);
  });

  it('a refused write with an upper-case UUID has its target in the audit log', async () => {
    const mallory = await world.creator('mallory');
    const limited = await mallory.withToken({ scopes: 'mods:read' });
    await limited.patch(`/mods/${upper(mod.id)}`, {}, { 'If-Match': '"x"' });
    const entry = { action: 'updateModDraft', outcome: 'refused', targetId: mod.id } as const;
    expect(await world.platform.db.auditEntry.count({ where: entry })).toBe(1);
  });

  it('the retry of a keyed write with its UUIDs in the other case is a replay', async () => {
    const dependent = await bareMod(alice, 'case');
    const make = (of: (id: string) => string) =>
      alice.post(
        `/mods/${of(dependent.id)}/versions`,
        { version: '1.0.0', dependencies: [{ kind: 'required', mod_id: of(mod.id) }] },
        { 'Idempotency-Key': 'cased' },
      );
    const [first, again] = [await make((id) => id), await make(upper)];
    expect([again.status, again.text]).toEqual([201, first.text]);
    const named = { name: 'cased', scopes: ['mods:read'] };
    const key = await alice.post('/api-keys', named, { 'Idempotency-Key': 'key' });
    const rotate = (id: string) =>
      alice.post(`/api-keys/${id}/rotate`, undefined, { 'Idempotency-Key': 'rotated' });
    expect((await rotate(upper(key.body.data.id))).status).toBe(201);
    const { body } = await rotate(key.body.data.id);
    expect(body.code).toBe('idempotency_replay_unavailable');
  });

  it('the retry of a keyed GraphQL mutation with its UUIDs in the other case is a replay', async () => {
    const dependent = await bareMod(alice, 'case');
    const make = (of: (id: string) => string) =>
      alice.graphql(
        `mutation ($input: CreateModVersionInput!) {
          createModVersion(modId: "${of(dependent.id)}", input: $input) { id }
        }`,
        { input: { version: '1', dependencies: [{ kind: 'required', modId: of(mod.id) }] } },
        { 'Idempotency-Key': 'cased' },
      );
    const [first, again] = [await make(upper), await make((id) => id)];
    expect(first.body.errors).toBeUndefined();
    expect(again.text).toBe(first.text);
  });
});
