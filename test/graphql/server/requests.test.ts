import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../rest-facade/routes/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame, sha256Of } from '../../publishing.js';
import { type Seeded, seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let mod: Seeded;

beforeAll(async () => {
  await newGame(world, 'graph');
  mod = await seedMod(world, await shelfOf(world, 'graph'), { title: { en: 'Node' } });
  alice = await world.creator('alice');
});

/** The error codes of a response body. */
const codesOf = (body: Json): string[] => (body.errors ?? []).map((it: Json) => it.extensions.code);

describe('POST /graphql', () => {
  it('an anonymous GraphQL query returns the same catalog as REST', async () => {
    const { status, body, headers } = await world.anon.graphql(
      'query ($game: String) { listMods(gameSlug: $game) { items { id title downloadsCount publishedAt } pagination { hasMore } } }',
      { game: 'graph' },
    );
    const rest = (await world.anon.get(`/mods/${mod.modId}`)).body.data;
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.data.listMods).toEqual({
      items: [
        {
          id: mod.modId,
          title: rest.title,
          downloadsCount: rest.downloads_count,
          publishedAt: rest.published_at,
        },
      ],
      pagination: { hasMore: false },
    });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('GraphQL errors carry the registered code, its status and its fields', async () => {
    const cases: [string, string, number][] = [
      ['{ getMod(id: "not-an-id") { id } }', 'not_found', 404],
      ['{ getGame(slug: "unknown") { id } }', 'not_found', 404],
      ['{ listMods(limit: 101) { pagination { limit } } }', 'invalid_input', 400],
      ['{ listMods(cursor: "x") { pagination { limit } } }', 'invalid_input', 400],
      ['{ getArtifact(id: "x") { artifactId } }', 'invalid_file_id', 400],
    ];
    for (const [query, code, status] of cases) {
      const { body } = await world.anon.graphql(query);
      expect(body.errors[0].extensions).toMatchObject({ code, status, retryable: false });
    }
    const limit = await world.anon.graphql('{ listMods(limit: 0) { pagination { limit } } }');
    expect(limit.body.errors[0].extensions.fields).toEqual([{ field: 'limit', code: 'too_small' }]);
  });

  const create =
    'mutation ($input: CreateModInput!) { createModDraft(input: $input) { id state } }';
  const input = { gameSlug: 'graph', title: { en: 'T' }, description: { en: 'D' } };

  it('a GraphQL mutation requires a credential and the scope', async () => {
    const anonymous = await world.anon.graphql(create, { input });
    expect(codesOf(anonymous.body)).toEqual(['unauthorized']);
    const reader = await alice.withToken({ scopes: 'mods:read' });
    const narrow = await reader.graphql(create, { input });
    expect(narrow.body.errors[0].extensions).toMatchObject({
      code: 'insufficient_scope',
      required_scopes: ['mods:write'],
    });
    const made = await alice.graphql(create, { input });
    expect(made.body.data.createModDraft.state).toBe('draft');
    const hidden = await world.anon.graphql('query ($id: ID!) { getMod(id: $id) { id } }', {
      id: made.body.data.createModDraft.id,
    });
    expect(codesOf(hidden.body)).toEqual(['not_found']);
  });

  it('an invalid bearer token returns a 401 problem before the operation runs', async () => {
    const response = await fetch(`${world.baseUrl}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer nonsense' },
      body: JSON.stringify({ query: '{ listGames { items { id } } }' }),
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('invalid GraphQL syntax and schema violations return invalid_request', async () => {
    for (const query of ['{ listGames {', '{ noSuchField }', 'query A { __typename } query A']) {
      const { status, body } = await world.anon.graphql(query);
      expect([status, codesOf(body)[0]]).toEqual([400, 'invalid_request']);
    }
    const variables = await world.anon.graphql('query ($id: ID!) { getMod(id: $id) { id } }');
    expect(codesOf(variables.body)[0]).toBe('invalid_input');
    const [{ extensions }] = variables.body.errors;
    expect(extensions.fields).toEqual([{ field: 'id', code: 'required' }]);
  });

  it('a GraphQL body that is invalid JSON or too large returns a problem document', async () => {
    const send = (body: string) =>
      fetch(`${world.baseUrl}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
    const broken = await send('{"query": ');
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'invalid_json' }]);
    const large = await send(JSON.stringify({ query: ' '.repeat(LIMITS.graphqlBodyBytes) }));
    expect([large.status, await large.json()]).toMatchObject([
      413,
      { code: 'request_body_too_large' },
    ]);
  });

  it('a GraphQL operation over the depth or cost limit is refused before it runs', async () => {
    const nested = 'ofType { '.repeat(LIMITS.graphqlDepth);
    const deep = `{ __schema { types { fields { type { ${nested} name ${'} '.repeat(LIMITS.graphqlDepth)} } } } }`;
    const tooDeep = await world.anon.graphql(deep);
    expect(codesOf(tooDeep.body)[0]).toBe('invalid_request');
    const field = 'listMods(limit: 100) { items { id slug title author { id username } } }';
    const copies = Array.from({ length: 45 }, (_, at) => `a${at}: ${field}`).join(' ');
    const statements = await world.statements(async () => {
      const tooMuch = await world.anon.graphql(`{ ${copies} }`);
      expect([tooMuch.status, codesOf(tooMuch.body)]).toEqual([400, ['invalid_request']]);
    });
    expect(statements.filter((sql) => sql.includes('mod_publications'))).toEqual([]);
  });

  it('a list by IDs costs as much as its number of IDs', async () => {
    const ids = Array.from({ length: LIMITS.pageSizeMax }, () => mod.modId);
    const list = (at: number) => `a${at}: listMods(ids: $ids) { items { id } }`;
    const ask = (lists: number) =>
      world.anon.graphql(
        `query ($ids: [ID!]) { ${Array.from({ length: lists }, (_, at) => list(at)).join(' ')} }`,
        { ids },
      );
    expect((await ask(2)).status).toBe(200);
    const tooMuch = await ask(260);
    expect([tooMuch.status, codesOf(tooMuch.body)]).toEqual([400, ['invalid_request']]);
  });

  it('a bulk lookup costs what it selects per item, and an operation may contain only one', async () => {
    const hashes = Array.from(
      { length: LIMITS.lookupItems },
      (_, at) => sha256Of(Buffer.from([at])).slice(4) + String(at).padStart(4, '0'),
    );
    const items = hashes.map((hash) => ({ hash }));
    const ask = (fields: string, of: number) => {
      const declared = { $hashes: '[String!]!', $items: '[InstalledFileInput!]!' };
      const used = Object.entries(declared).filter(([name]) => fields.includes(name));
      return world.anon.graphql(
        `query (${used.map((it) => it.join(': ')).join(', ')}) { ${fields} }`,
        { hashes: hashes.slice(0, of), items: items.slice(0, of) },
      );
    };
    const lookup = (shown: string) => `lookupArtifacts(input: { hashes: $hashes }) { ${shown} }`;
    const check = (shown: string) =>
      `checkUpdates(input: { gameSlug: "graph", items: $items }) { ${shown} }`;
    const brief = [
      lookup('hashes { hash matches { version { id } artifact { id } } }'),
      check('items { status installed { modId } latest { version file { artifactId sha256 } } }'),
    ] as const;
    const full =
      'hash algorithm hasMore matches { mod { id slug title gameSlug } version { id version } artifact { id modId versionId sizeBytes } }';
    for (const [fields, of] of [
      [brief[0], 1000],
      [brief[1], 1000],
      [lookup(`hashes { ${full} }`), 100],
    ] as const) {
      const { status, body } = await ask(fields, of);
      expect([fields, status, body.errors]).toEqual([fields, 200, undefined]);
    }
    const aliases = (field: string, count: number) =>
      Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ');
    const statements = await world.statements(async () => {
      for (const [fields, of] of [
        [aliases(check('items { status }'), 20), 1000],
        [aliases(lookup('hashes { hash }'), 2), 1],
        [brief.join(' '), 1],
        [`... { ${brief[0]} } ... on Query { ${brief[1]} }`, 1],
        [lookup(`hashes { ${full} }`), 1000],
        [check(`items { ${aliases('latest { file { artifactId sha256 } }', 20)} }`), 1000],
      ] as const) {
        const { status, body } = await ask(fields, of);
        expect([fields, status, codesOf(body)]).toEqual([fields, 400, ['invalid_request']]);
      }
    });
    expect(statements.filter((sql) => /artifacts|games/.test(sql))).toEqual([]);
  });

  it('text that PostgreSQL cannot store returns invalid_input', async () => {
    const query = 'query ($slug: String!) { getGame(slug: $slug) { id } }';
    const { status, body } = await world.anon.graphql(query, { slug: 'a\0b' });
    expect([status, codesOf(body)]).toEqual([400, ['invalid_input']]);
    const literal = await world.anon.graphql('{ getGame(slug: "a\\u0000b") { id } }');
    expect(codesOf(literal.body)).toEqual(['invalid_input']);
    const half = await world.anon.graphql(query, { slug: 'a\ud800b' });
    expect([half.status, codesOf(half.body)]).toEqual([400, ['invalid_input']]);
  });

  it('deep nesting in an operation or its variables returns 400', async () => {
    const lists = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    for (const levels of [500, 1_900, 20_000]) {
      const { status, body, text } = await world.anon.graphql(
        `{ getMod(id: ${lists(levels)}) { id } }`,
      );
      expect([levels, status, codesOf(body)[0]]).toEqual([levels, 400, 'invalid_request']);
      expect(text).not.toMatch(/stack/i);
    }
    const send = (variables: string) =>
      fetch(`${world.baseUrl}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: `{"query":"query ($a: String!) { getGame(slug: $a) { id } }","variables":${variables}}`,
      });
    for (const levels of [100, 50_000]) {
      const deep = await send(`{"a":${lists(levels)}}`);
      expect([deep.status, await deep.text()]).toEqual([
        400,
        expect.stringMatching('nested deeper'),
      ]);
    }
  });

  it('GET and HEAD /graphql run queries and refuse mutations', async () => {
    const ask = (method: string, query: string) =>
      fetch(`${world.baseUrl}/graphql?query=${encodeURIComponent(query)}`, {
        method,
        headers: { 'Apollo-Require-Preflight': 'true' },
      });
    const get = await ask('GET', '{ __typename }');
    expect(await get.json()).toEqual({ data: { __typename: 'Query' } });
    const headOnly = await ask('HEAD', '{ __typename }');
    expect([headOnly.status, await headOnly.text()]).toEqual([200, '']);
    const write = await ask('GET', 'mutation { createModFallbackCover(modId: "x") { id } }');
    expect([write.status, codesOf(await write.json())]).toEqual([400, ['invalid_request']]);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s /graphql returns 404',
    async (method) => {
      const response = await fetch(`${world.baseUrl}/graphql`, { method });
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }]);
    },
  );

  it('a mutation returns its JSON result even if Accept excludes JSON', async () => {
    const response = await fetch(`${world.baseUrl}/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'image/png',
        Authorization: `Bearer ${alice.token}`,
      },
      body: JSON.stringify({ query: create, variables: { input } }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({ data: { createModDraft: { state: 'draft' } } });
  });

  it('a GraphQL error explains its occurrence in the language of the request, if its code does not say everything', async () => {
    const ask = (query: string) => world.anon.graphql(query, {}, { 'Accept-Language': 'de-AT' });
    const [unknown] = (await ask('{ getGame(slug: "atlantis") { id } }')).body.errors;
    expect(unknown.extensions).toMatchObject({
      code: 'not_found',
      detail: 'Es gibt kein Spiel „atlantis“; verwenden Sie einen Slug aus der Liste der Spiele.',
    });
    expect(unknown.message).toMatch(/^There is no game "atlantis"/);
    const [anonymous] = (await ask('{ getMe { user { id } } }')).body.errors;
    expect(anonymous.extensions.code).toBe('unauthorized');
    expect(anonymous.extensions).not.toHaveProperty('detail');
  });

  it('introspection is available to anonymous callers', async () => {
    const { body } = await world.anon.graphql(
      '{ __schema { queryType { fields { name } } mutationType { fields { name } } } }',
    );
    const { queryType, mutationType } = body.data.__schema;
    expect(queryType.fields.length).toBeGreaterThan(10);
    expect(mutationType.fields.length).toBeGreaterThan(5);
  });

  it('the schema has a field for each REST operation, named by its operationId', async () => {
    const { body } = await world.anon.graphql(
      '{ __schema { queryType { fields { name } } mutationType { fields { name } } } }',
    );
    const { queryType, mutationType } = body.data.__schema;
    const fields = new Set([...queryType.fields, ...mutationType.fields].map((it) => it.name));
    expect(Object.keys(routes).filter((operationId) => !fields.has(operationId))).toEqual([]);
  });
});
