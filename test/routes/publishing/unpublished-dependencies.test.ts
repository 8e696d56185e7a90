import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Answer, Creator, Json } from '../../actors.js';
import { agentOf, confirmed, runTool } from '../../agents.js';
import { useWorld } from '../../harness.js';
import {
  bareMod,
  draftMod,
  draftVersion,
  makeModerator,
  newGame,
  publishedVersion,
  readyVersion,
  refusal,
} from '../../publishing.js';
import { longTest } from '../../rounds.js';

const world = useWorld();
let alice: Creator;
let bob: Creator;
let mod: Json;

beforeAll(async () => {
  await newGame(world, 'unpublished');
  alice = await world.creator('alice');
  bob = await world.creator('bob');
  mod = await draftMod(alice, 'unpublished');
});

/** A draft mod with a draft version. */
interface Draft {
  readonly modId: string;
  readonly versionId: string;
}

const versionsOf = (modId: string) => `/mods/${modId}/versions`;
const onto = ({ modId }: Pick<Draft, 'modId'>, more: object = {}) => ({
  kind: 'required',
  mod_id: modId,
  ...more,
});
const write = (dependencies: object[], actor: Actor = alice) =>
  actor.post(versionsOf(mod.id), { version: randomUUID(), dependencies });
const faultsOf = ({ body }: Answer) =>
  body.fields.map(({ field, code }: Json) => `${field} ${code}`);
const HIDDEN = ['dependencies[0].mod_id unknown_value'];

async function draftOf(owner: Actor, version = '0.1.0'): Promise<Draft> {
  const { id } = await bareMod(owner, 'unpublished');
  return { modId: id, versionId: (await draftVersion(owner, id, { version })).id };
}

async function join(owner: Actor, modId: string, { userId }: Creator, role: string) {
  const added = await owner.request('PUT', `/mods/${modId}/team-members/${userId}`, {
    body: { role },
    headers: { 'Idempotency-Key': randomUUID() },
  });
  expect([200, 201]).toContain(added.status);
}

/** Sends a change of a version with its current ETag. */
async function change(actor: Actor, path: string, body: object): Promise<Answer> {
  const etag = (await actor.get(path)).headers.get('etag') ?? '';
  return actor.patch(path, body, { 'If-Match': etag });
}

describe('dependencies on unpublished mods', () => {
  it('a draft can depend on unpublished mods, versions and version strings of its author', async () => {
    const own = await draftOf(alice, 'nightly');
    const exact = onto(own, { version_constraint: 'nightly', version_id: own.versionId });
    const made = await write([exact]);
    expect([made.status, made.text]).toEqual([201, expect.stringContaining(own.versionId)]);
    const other = await draftOf(alice);
    const path = `${versionsOf(mod.id)}/${made.body.data.id}`;
    const changed = await change(alice, path, { dependencies: [exact, onto(other)] });
    expect(changed.body.data.dependencies.map((it: Json) => it.mod_id)).toEqual([
      own.modId,
      other.modId,
    ]);
  });

  it('GraphQL and the agent tool accept a dependency on an unpublished mod too', async () => {
    const own = await draftOf(alice);
    const { body } = await alice.graphql(
      `mutation ($modId: ID!, $input: CreateModVersionInput!) {
        createModVersion(modId: $modId, input: $input) { dependencies { modId } } }`,
      {
        modId: mod.id,
        input: { version: randomUUID(), dependencies: [{ kind: 'optional', modId: own.modId }] },
      },
    );
    expect(body.data.createModVersion.dependencies).toEqual([{ modId: own.modId }]);
    const agent = await agentOf(world, alice, 'publisher.draft');
    const version = { version: randomUUID(), dependencies: [onto(own)] };
    const input = { action: 'create_version', mod_id: mod.id, version };
    const done = await confirmed(agent, 'publisher.draft', input);
    const { id } = done.output.version;
    const stored = await alice.get(`${versionsOf(mod.id)}/${id}`);
    expect(stored.body.data.dependencies).toMatchObject([{ mod_id: own.modId }]);
  });

  it('members of both teams need a role that writes versions in the unpublished mod', async () => {
    const hers = await draftOf(bob, 'nightly');
    const foreign = await write([onto(hers)]);
    await join(bob, hers.modId, alice, 'reviewer');
    const asReviewer = await write([onto(hers)]);
    expect([foreign, asReviewer].map(faultsOf)).toEqual([HIDDEN, HIDDEN]);
    await join(bob, hers.modId, alice, 'publisher');
    expect((await write([onto(hers)])).status).toBe(201);
  });

  it('a dependency on a hidden mod of another team is rejected like one on an unknown mod', async () => {
    const foreign = await draftOf(bob, 'nightly');
    const exact = { version_id: foreign.versionId, version_constraint: 'nightly' };
    const hidden = await write([onto(foreign, exact)]);
    const unknown = await write([
      onto({ modId: randomUUID() }, { ...exact, version_id: randomUUID() }),
    ]);
    expect(hidden.body.fields).toEqual(unknown.body.fields);
    expect(faultsOf(hidden)).toEqual([
      ...HIDDEN,
      'dependencies[0].version_id unknown_value',
      'dependencies[0].version_constraint invalid_format',
    ]);
  });

  it('a moderator cannot depend on a draft that only the rights of staff show', async () => {
    const foreign = await draftOf(bob);
    const staff = await world.creator('staff');
    await makeModerator(world, staff.userId);
    const own = await bareMod(staff, 'unpublished');
    const refused = await staff.post(versionsOf(own.id), {
      version: '1',
      dependencies: [onto(foreign)],
    });
    expect(faultsOf(refused)).toEqual(HIDDEN);
  });

  it('a dependency on a draft outside the mods of the credential is rejected', async () => {
    const own = await draftOf(alice);
    const key = await alice.withToken({ modIds: [mod.id] });
    expect(faultsOf(await write([onto(own)], key))).toEqual(HIDDEN);
  });

  it('a member keeps a dependency on a draft that only a colleague sees, and cannot change it', async () => {
    const hidden = await draftOf(alice, 'nightly');
    const shared = await bareMod(alice, 'unpublished');
    await join(alice, shared.id, bob, 'publisher');
    const { id } = await draftVersion(alice, shared.id, {
      version: '1',
      dependencies: [onto(hidden)],
    });
    const path = `${versionsOf(shared.id)}/${id}`;
    const dependencies = [onto(hidden)];
    const renamed = await change(bob, path, { changelog: { en: 'New.' }, dependencies });
    const extended = [...dependencies, onto(await draftOf(bob))];
    const added = await change(bob, path, { dependencies: extended });
    expect([renamed.status, added.status]).toEqual([200, 200]);
    const probed = [onto(hidden, { version_constraint: 'nightly' })];
    expect(faultsOf(await change(bob, path, { dependencies: probed }))).toEqual([
      ...HIDDEN,
      'dependencies[0].version_constraint invalid_format',
    ]);
  });

  it('a version cannot be published before the mods it depends on, and the 409 names the mod', async () => {
    const own = await draftMod(alice, 'unpublished');
    const { versionId } = await readyVersion(world, alice, mod.id, {
      version: randomUUID(),
      dependencies: [onto({ modId: own.id })],
    });
    const publish = () => alice.post(`${versionsOf(mod.id)}/${versionId}/publish`, {});
    const refused = await publish();
    expect([refusal(refused), refused.body.detail]).toEqual([
      '409 version_not_ready',
      expect.stringContaining(own.id),
    ]);
    const tool = 'publisher.validate';
    const input = { mod_id: mod.id, version_id: versionId };
    const { body } = await runTool(await agentOf(world, alice, tool), { tool, input });
    expect(body.data.output.problems.map((it: Json) => it.code)).toEqual([
      'dependency_not_published',
    ]);
    await publishedVersion(world, alice, own.id, { version: '1.0.0' });
    expect((await publish()).status).toBe(200);
  });

  longTest(
    'a version cannot be published while the exact version it depends on is a draft',
    async () => {
      const own = await draftMod(alice, 'unpublished');
      await publishedVersion(world, alice, own.id, { version: '1.0.0' });
      const { id } = await draftVersion(alice, own.id, { version: 'nightly' });
      for (const exact of [{ version_id: id }, { version_constraint: 'nightly' }]) {
        const { versionId } = await readyVersion(world, alice, mod.id, {
          version: randomUUID(),
          dependencies: [onto({ modId: own.id }, exact)],
        });
        const refused = await alice.post(`${versionsOf(mod.id)}/${versionId}/publish`, {});
        expect(refusal(refused)).toBe('409 version_not_ready');
      }
    },
  );

  it('a published version cannot get unpublished dependencies', async () => {
    const own = await draftOf(alice);
    const { versionId } = await publishedVersion(world, alice, mod.id, { version: randomUUID() });
    const path = `${versionsOf(mod.id)}/${versionId}`;
    expect(faultsOf(await change(alice, path, { dependencies: [onto(own)] }))).toEqual(HIDDEN);
  });
});
