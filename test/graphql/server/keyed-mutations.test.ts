import { randomUUID } from 'node:crypto';
import { getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDomainSchema } from '../../../src/graphql/schema.js';
import { SECRET_FIELDS } from '../../../src/graphql/secret-fields.js';
import { startSession } from '../../../src/modules/identity/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Actor, Answer, Creator, Json } from '../../actors.js';
import { type CutOffs, createCutOffs } from '../../cut-offs.js';
import { useWorld } from '../../harness.js';
import { untilSomebodyWaits, whileRowLocked } from '../../locks.js';
import { bareMod, newGame } from '../../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let cutOffs: CutOffs;

beforeAll(async () => {
  await newGame(world, 'keyed');
  alice = await world.creator('alice');
  cutOffs = await createCutOffs(world.platform.db);
});

const CREATE = `mutation ($input: CreateModInput!) {
  createModDraft(input: $input) { updatedAt slug id state title }
}`;
const input = { gameSlug: 'keyed', title: { en: 'T', de: 'T' }, description: { en: 'D' } };
const keyed = (key: string) => ({ 'Idempotency-Key': key });
const create = (actor: Actor, key: string, more: object = {}) =>
  actor.graphql(CREATE, { input: { ...input, ...more } }, keyed(key));
const errorOf = ({ body }: Answer): Json => body.errors?.[0];
const refusalOf = (answer: Answer) =>
  [answer.status, errorOf(answer)?.extensions.code ?? null] as const;
const mods = () => world.platform.db.mod.count();

describe('a GraphQL mutation with an Idempotency-Key', () => {
  it('a keyed mutation runs once, and a repeat returns the first response byte for byte', async () => {
    const key = randomUUID();
    const before = await mods();
    const first = await create(alice, key);
    const again = await create(alice, key);
    expect(first.body.errors).toBeUndefined();
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(await mods()).toBe(before + 1);
  });

  it('whitespace and the order of variables do not change a keyed request', async () => {
    const key = randomUUID();
    const first = await create(alice, key);
    const { title, description, gameSlug } = input;
    const turned = { description, title, gameSlug };
    const spaced = CREATE.replaceAll('\n', '\n\n  ');
    const again = await alice.graphql(spaced, { input: turned }, keyed(key));
    expect(again.text).toBe(first.text);
  });

  it('a different request with the same key returns idempotency_conflict', async () => {
    const key = randomUUID();
    await create(alice, key);
    const other = await create(alice, key, { title: { en: 'Other' } });
    expect(refusalOf(other)).toEqual([409, 'idempotency_conflict']);
    expect(errorOf(other).extensions.request_id).toBe(other.headers.get('x-request-id'));
    const narrower = await alice.graphql(CREATE.replace('updatedAt', ''), { input }, keyed(key));
    expect(refusalOf(narrower)).toEqual([409, 'idempotency_conflict']);
  });

  it('idempotency keys are scoped by actor and mutation, and separate from REST keys', async () => {
    const key = randomUUID();
    const bob = await world.creator('bob');
    const [one, other] = [await create(alice, key), await create(bob, key)];
    expect(one.body.data.createModDraft.id).not.toBe(other.body.data.createModDraft.id);
    const profile = await alice.graphql(
      'mutation { updateMyProfile(input: { displayName: "A" }) { id } }',
      {},
      keyed(key),
    );
    expect(profile.body.errors).toBeUndefined();
    const rest = await alice.post(
      '/mods',
      { game_slug: 'keyed', title: 'T', description: 'D' },
      keyed(key),
    );
    expect(rest.status).toBe(201);
  });

  it('a refused mutation releases its key', async () => {
    const key = randomUUID();
    const refused = await create(alice, key, { gameSlug: 'unknown' });
    expect(errorOf(refused)).toBeDefined();
    expect((await create(alice, key)).body.errors).toBeUndefined();
  });

  it('one of two concurrent keyed requests runs, and the other returns idempotency_in_progress', async () => {
    const key = randomUUID();
    const before = await mods();
    const { first, meanwhile } = await whileRowLocked(world, ['users', alice.userId], async () => {
      const first = create(alice, key);
      await untilSomebodyWaits(world.platform.db);
      return { first, meanwhile: await create(alice, key) };
    });
    expect(refusalOf(meanwhile)).toEqual([409, 'idempotency_in_progress']);
    expect(meanwhile.headers.get('retry-after')).toBe('1');
    const made = await first;
    expect(made.body.errors).toBeUndefined();
    expect((await create(alice, key)).text).toBe(made.text);
    expect(await mods()).toBe(before + 1);
  });

  it('a keyed mutation with an unknown outcome blocks its key for one lease, and then runs again', async () => {
    const key = randomUUID();
    const before = await mods();
    const failed = await cutOffs.before('effected', () => create(alice, key));
    expect(errorOf(failed).extensions.code).toBe('internal_error');
    expect(refusalOf(await create(alice, key))).toEqual([409, 'idempotency_in_progress']);
    expect(await mods()).toBe(before);
    world.clock.advance(LIMITS.idempotencyLeaseSeconds);
    expect((await create(alice, key)).body.errors).toBeUndefined();
    expect(await mods()).toBe(before + 1);
  });

  it('a keyed mutation that took effect but returned an error does not run again', async () => {
    const { db } = world.platform;
    const { id: modId } = await bareMod(alice, 'keyed');
    const key = randomUUID();
    const make = () =>
      alice.graphql(
        `mutation ($modId: ID!) {
          createModVersion(modId: $modId, input: { version: "1" }) { id artifacts { id } }
        }`,
        { modId },
        keyed(key),
      );
    await db.$executeRaw`alter table artifacts rename to artifacts_away`;
    const first = await make().finally(
      () => db.$executeRaw`alter table artifacts_away rename to artifacts`,
    );
    expect(first.body.data.createModVersion).toMatchObject({ artifacts: null });
    expect(errorOf(first).extensions.code).toBe('internal_error');
    expect(refusalOf(await make())).toEqual([409, 'idempotency_replay_unavailable']);
    expect(await db.modVersion.count({ where: { modId } })).toBe(1);
  });

  it('a keyed operation with two mutation fields is refused before either runs', async () => {
    const before = await mods();
    const two = await alice.graphql(
      `mutation ($input: CreateModInput!) {
        a: createModDraft(input: $input) { id }
        b: createModDraft(input: $input) { id }
      }`,
      { input },
      keyed(randomUUID()),
    );
    expect(refusalOf(two)).toEqual([400, 'invalid_input']);
    expect(errorOf(two).extensions.fields).toEqual([
      { field: 'Idempotency-Key', code: 'not_allowed' },
    ]);
    expect(errorOf(two).message).toContain('one mutation');
    expect(await mods()).toBe(before);
  });

  it.each(['with a space', 'ü', 'x'.repeat(256)])(
    'the idempotency key %j is refused',
    async (key) => {
      const sent = Buffer.from(key).toString('latin1');
      const refused = await create(alice, sent);
      expect(refusalOf(refused)).toEqual([400, 'invalid_input']);
      expect(errorOf(refused).extensions.fields).toEqual([
        { field: 'Idempotency-Key', code: 'invalid_format' },
      ]);
    },
  );

  it('a response with a secret is not stored, and its repeat returns idempotency_replay_unavailable', async () => {
    const key = randomUUID();
    const make = () =>
      alice.graphql(
        'mutation { createWebhookSubscription(input: { url: "https://hooks.invalid/", eventKinds: ["mod.updated"] }) { id secret } }',
        {},
        keyed(key),
      );
    const first = await make();
    expect(first.body.data.createWebhookSubscription.secret).toMatch(/^whsec_/);
    expect(refusalOf(await make())).toEqual([409, 'idempotency_replay_unavailable']);
    const rows = await world.platform.db.idempotencyRecord.findMany({ where: { key } });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('whsec_');
  });

  it('a mutation that took effect before its response was stored does not run again', async () => {
    const key = randomUUID();
    const before = await mods();
    const lost = await cutOffs.before('done', () => create(alice, key));
    expect(lost.body.errors).toBeUndefined();
    expect(refusalOf(await create(alice, key))).toEqual([409, 'idempotency_replay_unavailable']);
    expect(await mods()).toBe(before + 1);
  });

  it('an order that the gallery has already takes effect before its response is stored', async () => {
    const { id: modId } = await bareMod(alice, 'keyed');
    const read = await alice.graphql(
      'query ($modId: ID!) { modGallery(modId: $modId) { modEtag } }',
      { modId },
    );
    const etag = read.body.data.modGallery.modEtag;
    const key = randomUUID();
    const order = () =>
      alice.graphql(
        `mutation ($modId: ID!, $etag: String!) {
          orderModGallery(modId: $modId, ids: [], expectedEtag: $etag) { modEtag }
        }`,
        { modId, etag },
        keyed(key),
      );
    const lost = await cutOffs.before('done', order);
    expect(lost.body.errors).toBeUndefined();
    expect(refusalOf(await order())).toEqual([409, 'idempotency_replay_unavailable']);
  });

  it('a credential limited to other mods does not get a stored response', async () => {
    const key = randomUUID();
    const other = await bareMod(alice, 'keyed');
    const first = await alice.graphql(
      'mutation { updateMyProfile(input: { displayName: "B" }) { id } }',
      {},
      keyed(key),
    );
    expect(first.body.errors).toBeUndefined();
    const limited = await alice.withToken({ scopes: 'profile:write', modIds: [other.id] });
    const repeat = await limited.graphql(
      'mutation { updateMyProfile(input: { displayName: "B" }) { id } }',
      {},
      keyed(key),
    );
    expect(refusalOf(repeat)).toEqual([409, 'idempotency_conflict']);
  });

  it('a repeat requires the scope of the mutation', async () => {
    const key = randomUUID();
    await create(alice, key);
    const reader = await alice.withToken({ scopes: 'mods:read' });
    const repeat = await create(reader, key);
    expect(errorOf(repeat).extensions.code).toBe('insufficient_scope');
  });

  it('a repeat of an agent run requires the scope of a tool and a program', async () => {
    const run = `mutation { runAgentGatewayTool(input: { tool: "mods.search", input: { q: "keyed" } }) {
      dryRun } }`;
    const headers = keyed(randomUUID());
    const agent = await alice.withToken({ scopes: 'agent:mods.search' });
    const first = await agent.graphql(run, {}, headers);
    expect(first.body.errors).toBeUndefined();
    const reader = await alice.withToken({ scopes: 'mods:read' });
    const system = createSystemContext(world.platform, 'test');
    const { token } = await startSession(system, { userId: alice.userId, aal2: true });
    const browser = { Cookie: `modport_session=${token}`, Origin: new URL(world.baseUrl).origin };
    expect([
      (await agent.graphql(run, {}, headers)).text,
      errorOf(await reader.graphql(run, {}, headers)).extensions.code,
      errorOf(await world.anon.graphql(run, {}, { ...headers, ...browser })).extensions.code,
    ]).toEqual([first.text, 'insufficient_scope', 'forbidden']);
  });

  it('a query with a key runs each time', async () => {
    const key = randomUUID();
    const ask = () => alice.graphql('{ listGames { items { id } } }', {}, keyed(key));
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect(await world.platform.db.idempotencyRecord.count({ where: { key } })).toBe(0);
  });
});

describe('GraphQL errors', () => {
  it.each([
    ['of a resolver', '{ getMod(id: "00000000-0000-7000-8000-000000000000") { id } }'],
    ['of the syntax', '{ getMod('],
    ['of validation', '{ nothing }'],
    ['of a request without a query', ''],
  ])('an error %s carries the request ID and a registered code', async (_, query) => {
    const answer = await world.anon.graphql(query, {}, { 'X-Request-Id': 'mine-1' });
    expect(errorOf(answer).extensions).toMatchObject({
      request_id: 'mine-1',
      code: expect.stringMatching(/^(not_found|invalid_request)$/),
    });
  });
});

it('every schema field with a secret or a signed URL is in SECRET_FIELDS', () => {
  const types = Object.values(buildDomainSchema().getTypeMap()).filter(isObjectType);
  const found = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ name }) => /^(secret|token|primaryUrl|headUrl|fallbackUrl)$/.test(name))
      .map(({ name, type: of }) => [`${type.name}.${name}`, getNamedType(of).name] as const),
  );
  expect(found.length).toBeGreaterThan(5);
  expect(found.map(([name]) => name).filter((name) => !SECRET_FIELDS.has(name))).toEqual([]);
});
