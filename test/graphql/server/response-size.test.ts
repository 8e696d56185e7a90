import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';

const world = useWorld();
let alice: Creator;
let modId: string;

const LONG = 'x'.repeat(LIMITS.descriptionCharacters);

beforeAll(async () => {
  await newGame(world, 'long');
  alice = await world.creator('alice');
  modId = (await bareMod(alice, 'long', { description: { en: LONG } })).id;
});

const times = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ');
const texts = (count: number) => times(count, (at) => `d${at}: description`);
const codesOf = (body: Json) => (body.errors ?? []).map((it: Json) => it.extensions.code);

describe('limits of the response size', () => {
  it('a query with more than fifty aliases of leaf fields is refused', async () => {
    const ask = (count: number) =>
      alice.graphql(`{ getMod(id: "${modId}") { ${times(count, (at) => `i${at}: id`)} } }`);
    expect((await ask(LIMITS.graphqlAliases)).status).toBe(200);
    const refused = await ask(LIMITS.graphqlAliases + 1);
    expect([refused.status, codesOf(refused.body)]).toEqual([400, ['invalid_request']]);
  });

  it('a query with a response over the size limit returns an error with its request ID and no data', async () => {
    const ask = (mods: number) =>
      alice.graphql(
        `query ($id: ID!) { ${times(mods, (at) => `m${at}: getMod(id: $id) { ...All }`)} }
         fragment All on Mod { ${texts(40)} }`,
        { id: modId },
      );
    expect((await ask(3)).status).toBe(200);
    const refused = await ask(4);
    expect([refused.status, codesOf(refused.body)]).toEqual([400, ['invalid_request']]);
    expect(refused.body.data).toBeUndefined();
    expect(refused.body.errors[0].extensions.request_id).toBe(refused.headers.get('x-request-id'));
    expect(refused.text.length).toBeLessThan(1000);
  });

  it('a query with long names of members in its response is refused, as one with long texts', async () => {
    const long = 'a'.repeat(200_000);
    const ask = (list: string) => alice.graphql(`{ __schema { ${list} { ${long}: name } } }`);
    expect((await ask('directives')).status).toBe(200);
    const refused = await ask('types');
    expect([refused.status, codesOf(refused.body)]).toEqual([400, ['invalid_request']]);
    expect(refused.text.length).toBeLessThan(1000);
  });

  it('a long response of a keyed mutation is sent once and not stored', async () => {
    const input = { gameSlug: 'long', title: { en: 'T' }, description: { en: LONG } };
    const create = (key: string) =>
      alice.graphql(
        `mutation ($input: CreateModInput!) { createModDraft(input: $input) { id ${texts(20)} } }`,
        { input },
        { 'Idempotency-Key': key },
      );
    const key = randomUUID();
    const made = await create(key);
    expect(made.status).toBe(200);
    const again = await create(key);
    expect(codesOf(again.body)).toEqual(['idempotency_replay_unavailable']);
    const stored = await world.platform.db.$queryRaw<{ bytes: number }[]>`
      select coalesce(max(octet_length(body::text)), 0)::int as bytes from idempotency_records`;
    expect(stored[0]?.bytes).toBeLessThan(LIMITS.keptResponseBytes);
  });
});
