import type { GraphQLObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../rest-facade/routes/index.js';
import { buildDomainSchema } from '../../../src/graphql/index.js';
import { FIELD_RATES, RATE_CLASSES } from '../../../src/registry/limits.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame, refusal } from '../../publishing.js';
import { from, newAddress, quotaOf, times } from '../../routes/identity/rate-limiting.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
const { bulk, graphql, search, webhooks } = RATE_CLASSES;
const LIST = '{ listGames { items { slug } } }';
let alice: Creator;

beforeAll(async () => {
  world.clock.stop();
  await newGame(world, 'graph');
  alice = await world.creator('alice');
});

const ask = (actor: Actor, address: string, query: string) =>
  actor.graphql(query, {}, from(address));
const codeOf = (body: Json): string | undefined => body.errors?.[0].extensions.code;
const remaining = async (actor: Actor, address: string) =>
  Number(quotaOf(await ask(actor, address, '{ __typename }'))[1]);

/** An operation with this number of writes. Each is refused for its game, and each is counted. */
const writes = (count: number): string => {
  const input = '{ gameSlug: "nowhere", title: { en: "T" }, description: { en: "D" } }';
  const field = (at: number) => `w${at}: createModDraft(input: ${input}) { id }`;
  return `mutation { ${Array.from({ length: count }, (_, at) => field(at)).join(' ')} }`;
};

describe('rate limits of GraphQL (Spec 8)', () => {
  it('GraphQL rate limits count each request before its body is read, valid or not', async () => {
    const address = newAddress();
    const first = await ask(world.anon, address, LIST);
    expect(quotaOf(first)).toEqual([String(graphql.anonymousPerMinute), '119', '1']);
    const broken = await ask(world.anon, address, '{ nonsense');
    expect([broken.status, quotaOf(broken)[1]]).toEqual([400, '118']);
    await times(118, () => ask(world.anon, address, '{ noSuchField }'));
    const refused = await ask(world.anon, address, LIST);
    expect(refusal(refused)).toBe('429 rate_limited');
    expect(refused.body).toMatchObject({ quota_bucket: 'graphql', retry_after_seconds: 1 });
    expect(quotaOf(refused)).toEqual(['120', '0', '60']);
  });

  it('GraphQL rate limits count each write of an operation, also in named operations and fragments', async () => {
    const address = newAddress();
    const writer = await alice.withToken({});
    await ask(writer, address, writes(10));
    expect(await remaining(writer, address)).toBe(graphql.credentialPerMinute - 10 - 1);
    const hidden = `query Other { __typename } ${writes(5).replace('mutation', 'mutation Go')}`;
    const named = await writer.graphql(hidden, {}, from(address), 'Go');
    expect(codeOf(named.body)).toBe('invalid_metadata');
    expect(await remaining(writer, address)).toBe(graphql.credentialPerMinute - 11 - 6);
    const fragment = writes(3).replace('{', '{ ...All } fragment All on Mutation {');
    await ask(writer, address, fragment);
    expect(await remaining(writer, address)).toBe(graphql.credentialPerMinute - 17 - 4);
  });

  it('fields without a REST route count in their own rate class, and sums come one per request', async () => {
    const writer = await alice.withToken({ scopes: 'account:read webhooks:write' });
    const address = newAddress();
    const sums = '{ myStatistics(days: 365) { downloads } }';
    expect(quotaOf(await ask(writer, address, sums))[0]).toBe(String(bulk.credentialPerMinute));
    const twice = `{ a: ${sums.slice(2, -2)} b: ${sums.slice(2, -2)} }`;
    expect(codeOf((await ask(writer, address, twice)).body)).toBe('invalid_request');
    const id = '01a21661-3a90-7000-8000-000000000000';
    const test = `mutation { testWebhookSubscription(id: "${id}") { id } }`;
    const sent = await ask(writer, address, test);
    expect(quotaOf(sent)[0]).toBe(String(webhooks.credentialPerMinute));
  });

  it('each field with a rate class of its own exists, and has no REST route', () => {
    const fields = ['Query', 'Mutation'].flatMap((name) =>
      Object.keys((buildDomainSchema().getType(name) as GraphQLObjectType).getFields()),
    );
    for (const name of Object.keys(FIELD_RATES)) {
      expect(fields).toContain(name);
      expect(routes[name]).toBeUndefined();
    }
  });

  it('GraphQL and REST share the rate limit of an operation', async () => {
    const address = newAddress();
    const limit = search.anonymousPerMinute;
    const rest = () => world.anon.get('/search?q=x', from(address));
    await times(limit - 10, rest);
    const field = (at: number) => `s${at}: searchCatalog(q: "x") { items { id } }`;
    const fields = (count: number) =>
      `{ ${Array.from({ length: count }, (_, at) => field(at)).join(' ')} }`;
    const some = await ask(world.anon, address, fields(9));
    expect([codeOf(some.body), quotaOf(some)[1]]).toEqual([undefined, '1']);
    const over = await ask(world.anon, address, fields(2));
    expect([over.status, quotaOf(over)]).toEqual([429, [String(limit), '1', '60']]);
    expect(over.headers.get('retry-after')).toBe('1');
    expect(over.body.errors[0].extensions).toEqual({
      code: 'rate_limited',
      status: 429,
      retryable: true,
      quota_bucket: 'search',
      retry_after_seconds: 1,
      request_id: over.headers.get('x-request-id'),
    });
    expect((await rest()).status).toBe(200);
    expect((await rest()).status).toBe(429);
  });

  it('a list without a REST route counts as a catalog read, once per alias', async () => {
    const address = newAddress();
    const field = (at: number) => `l${at}: listArtifacts(limit: 1) { items { id } }`;
    const fields = Array.from({ length: 30 }, (_, at) => field(at)).join(' ');
    await ask(world.anon, address, `{ ${fields} }`);
    const left = RATE_CLASSES['catalog-read'].anonymousPerMinute - 30;
    const read = await world.anon.get('/games', from(address));
    expect(quotaOf(read)[1]).toBe(String(left - 1));
  });

  it('listMods with a search text counts as a search', async () => {
    const address = newAddress();
    await ask(world.anon, address, '{ listMods(q: "x") { items { id } } }');
    const next = await world.anon.get('/search?q=x', from(address));
    expect(quotaOf(next)[1]).toBe(String(search.anonymousPerMinute - 2));
  });

  it('an operation over a rate limit is refused before any of its fields runs', async () => {
    const address = newAddress();
    const writer = await world.creator('writer');
    const limit = RATE_CLASSES['mod-write'].credentialPerMinute;
    await times(3, () => ask(writer, address, writes(limit / 4)));
    const statements = await world.statements(async () => {
      const refused = await ask(writer, address, writes(limit / 4 + 1));
      expect([refused.status, codeOf(refused.body)]).toEqual([429, 'rate_limited']);
    });
    expect(statements.filter((sql) => /games|mods/.test(sql))).toEqual([]);
    const fits = await ask(writer, address, writes(limit / 4));
    expect(codeOf(fits.body)).toBe('invalid_metadata');
  });

  it('an operation with more writes than the limit per minute returns invalid_request', async () => {
    const writer = await world.creator('eager');
    const tooMuch = await ask(writer, newAddress(), writes(121));
    expect([tooMuch.status, codeOf(tooMuch.body)]).toEqual([400, 'invalid_request']);
    expect(tooMuch.headers.get('retry-after')).toBeNull();
  });

  it('the tokens of one user share the GraphQL rate limits', async () => {
    const address = newAddress();
    const many = await world.creator('many');
    const half = RATE_CLASSES['mod-write'].credentialPerMinute / 2;
    const statuses: number[] = [];
    for (const token of [many, await many.withToken({}), await many.withToken({})]) {
      for (const _ of [1, 2]) statuses.push((await ask(token, address, writes(half))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });

  it('failed authentication counts toward one limit for GraphQL and REST', async () => {
    const address = newAddress();
    const headers = { ...from(address), Authorization: 'Bearer nonsense' };
    const answers = await times(31, () => world.anon.graphql(LIST, {}, headers));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const rest = await world.anon.get('/games', headers);
    expect([refusal(rest), rest.body.quota_bucket]).toEqual(['429 rate_limited', 'auth']);
  });
});
