import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES_FILE, type RecordedExample } from '../../../rest-facade/examples-source.js';
import { EXAMPLE_URL } from '../../../rest-facade/openapi/problem-examples.js';
import { statusesOf } from '../../../rest-facade/reply.js';
import { routes } from '../../../rest-facade/routes/index.js';
import { eventBody } from '../../../src/modules/integrations/webhooks/event-delivery.js';
import { EVENT_DATA, EVENTS, type EventKind } from '../../../src/registry/events.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Answer, Json } from '../../actors.js';
import { agentOf } from '../../agents.js';
import { register } from '../../graphql/identity/apps.js';
import { signIn } from '../../graphql/identity/signed-in.js';
import { useWorld, type World } from '../../harness.js';
import { EXAMPLES } from '../../operations/index.js';
import { bareMod, readyVersion } from '../../publishing.js';
import { REGISTRATION } from '../../references.js';
import { everyNth } from '../../rounds.js';
import { budgetOf, countStatements } from '../../statement-count.js';
import { OPERATIONS } from '../matrix/operations.js';
import { createPlayer, type Player } from './player.js';
import { createStandIns } from './stand-ins.js';
import { given, prepare, tell } from './story.js';
import { validatorOf } from './validator.js';

describe('the examples of the OpenAPI document', () => {
  // Jobs run only when the test settles them, so that a job stays as the document shows it.
  const world = useWorld({ ...REGISTRATION, MIRROR: 'disk' }, { jobs: 'when-settled' });
  let document: Json;
  let recorded: Player['recorded'];
  let statements: Player['statements'];
  let refused: readonly Answer[];
  let accepts: (pointer: readonly string[], value: unknown) => string | null;

  beforeAll(async () => {
    const prepared = await prepare(world);
    const creator = await world.creator('tobias-kern');
    const made = new Map<string, Promise<Actor>>();
    const agent = (tools = 'mods.search publisher.draft') => {
      const one = made.get(tools) ?? agentOf(world, creator, tools);
      made.set(tools, one);
      return one;
    };
    const standIns = createStandIns({
      baseUrl: world.baseUrl,
      exampleUrl: EXAMPLE_URL,
      now: () => world.clock.now(),
      constant: new Set([given.archive.sha256]),
    });
    const everything = { ...given, ...prepared };
    const player = createPlayer({
      operations: OPERATIONS,
      examples: EXAMPLES,
      creator,
      agent,
      anon: world.anon,
      standIns,
      count: (work) => countStatements(world, work),
      given: everything,
    });
    await tell(world, player, EXAMPLES);
    refused = [
      await player.vary('updateModDraft', 'homepage', { headers: { 'Idempotency-Key': 'late' } }),
      await player.vary('updateModDraft', 'homepage', { headers: { 'If-Match': '"stale"' } }),
      await player.vary('createModDraft', 'draft', { body: {} }),
    ];
    recorded = player.recorded;
    statements = player.statements;
    document = (await world.anon.get('/openapi.json')).body;
    accepts = validatorOf(document);
  });

  const all = Object.entries(EXAMPLES).flatMap(([operationId, named]) =>
    Object.keys(named).map((name) => ({ operationId, name })),
  );
  const recordOf = (operationId: string, name: string): RecordedExample => {
    const record = recorded[operationId]?.[name];
    if (!record) throw new Error(`${operationId}.${name} was not played`);
    return record;
  };
  const placeOf = (operationId: string) => {
    const { path = '', method = '' } = routes[operationId] ?? {};
    return ['paths', path, method.toLowerCase()];
  };

  const bodyTypeOf = (operationId: string) =>
    routes[operationId]?.body?.form ? 'multipart/form-data' : 'application/json';

  it('the examples match the recorded responses: `npm run examples` regenerates them', async () => {
    await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot(EXAMPLES_FILE);
  });

  it.each(Object.entries(routes).map(([operationId, route]) => ({ operationId, route })))(
    'the examples show every success status of $operationId',
    ({ operationId, route }) => {
      const shown = Object.values(recorded[operationId] ?? {}).map((it) => it.response.status);
      expect([...new Set(shown)].toSorted()).toEqual(statusesOf(route.reply).toSorted());
    },
  );

  it.each(everyNth(all, 12))(
    'the example $name of $operationId matches the schemas of the document',
    ({ operationId, name }) => {
      const { request, response } = recordOf(operationId, name);
      const at = placeOf(operationId);
      const content = ['content', 'application/json', 'schema'];
      const answered = [...at, 'responses', String(response.status), ...content];
      if (response.body !== undefined) expect(accepts(answered, response.body)).toBeNull();
      if (request.body !== undefined) {
        const sent = ['content', bodyTypeOf(operationId), 'schema'];
        expect(accepts([...at, 'requestBody', ...sent], request.body)).toBeNull();
      }
      const operation = at.reduce((node, key) => node[key], document);
      const parameters: Json[] = (operation.parameters ?? []).map((it: Json) => resolved(it));
      for (const [place, values] of [
        ['path', request.path],
        ['query', request.query],
        ['header', request.headers],
      ] as const) {
        for (const [key, value] of Object.entries(values ?? {})) {
          const index = parameters.findIndex((it) => it.in === place && it.name === key);
          expect(index, `${place} ${key} is a parameter`).toBeGreaterThanOrEqual(0);
          const parameter = operation.parameters[index];
          const where = parameter.$ref
            ? parameter.$ref.split('/').slice(1)
            : [...at, 'parameters', String(index)];
          expect(accepts([...where, 'schema'], value), key).toBeNull();
        }
      }
    },
  );

  it('every operation stays within its budget of statements', () => {
    expect([...statements].filter(([name, sent]) => sent > budgetOf(name))).toEqual([]);
  });

  it('the document with its examples is valid OpenAPI 3.1', async () => {
    const { errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
  });

  it('the document shows every example as recorded', () => {
    for (const { operationId, name } of all) {
      const { request, response } = recordOf(operationId, name);
      const operation = placeOf(operationId).reduce((node, key) => node[key], document);
      const answer = operation.responses[response.status].content?.['application/json'];
      expect(answer?.examples[name].value).toEqual(response.body);
      if (request.body === undefined) continue;
      const body = operation.requestBody.content[bodyTypeOf(operationId)];
      expect(body.examples[name].value).toEqual(request.body);
    }
  });

  it('the problem examples match real responses except for URLs and request ids', () => {
    const codes = refused.map(({ body }) => body.code);
    expect(codes).toEqual(['precondition_required', 'precondition_failed', 'idempotency_conflict']);
    for (const { body } of refused) {
      const { value } = document.components.examples[body.code];
      const { type, instance, request_id, trace_id } = value;
      expect({ ...body, type, instance, request_id, trace_id }).toEqual(value);
      expect(body.type).toBe(type.replace(EXAMPLE_URL, world.baseUrl));
      expect(Object.keys(body)).toEqual(Object.keys(value));
    }
  });

  it('problem examples match the schemas of the places that show them', () => {
    const faults: string[] = [];
    for (const [path, methods] of everyNth(Object.entries<Json>(document.paths), 16)) {
      for (const [method, operation] of Object.entries<Json>(methods)) {
        for (const [status, response] of Object.entries<Json>(operation.responses)) {
          const problems = response.content?.['application/problem+json']?.examples ?? {};
          for (const reference of Object.values<Json>(problems)) {
            const { value } = resolved(reference);
            const content = ['content', 'application/problem+json', 'schema'];
            const at = ['paths', path, method, 'responses', status, ...content];
            const fault = value.status === Number(status) ? accepts(at, value) : 'another status';
            if (fault !== null) faults.push(`${method} ${path} ${value.code}: ${fault}`);
          }
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('every event of every kind matches the schema of its webhook', async () => {
    await causeOtherEvents(world);
    const rows = await world.platform.db.outboxEvent.findMany();
    const kinds = new Set(rows.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(Object.keys(EVENTS).toSorted());
    for (const { id, kind, ...row } of rows) {
      const body = eventBody({ ...row, id, eventId: id, eventKind: kind as EventKind });
      const content = ['post', 'requestBody', 'content', 'application/json', 'schema'];
      expect(accepts(['webhooks', kind, ...content], JSON.parse(body)), kind).toBeNull();
      const known = Object.keys(EVENT_DATA[kind as EventKind]);
      const strange = Object.keys(JSON.parse(body).data).filter((name) => !known.includes(name));
      expect(strange, kind).toEqual([]);
    }
  });

  it('every operation, parameter and tag of the document has a description', () => {
    const silent: string[] = [];
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      for (const [method, operation] of Object.entries<Json>(methods)) {
        const { operationId, summary, description, parameters = [] } = operation;
        if (!operationId || !summary || !description) silent.push(`${method} ${path}`);
        for (const { $ref, name, description: text } of parameters) {
          if (!$ref && !text) silent.push(`${method} ${path} ${name}`);
        }
      }
    }
    const shared = Object.entries<Json>(document.components.parameters);
    for (const [name, { description }] of shared) if (!description) silent.push(name);
    for (const tag of document.tags) if (!tag.description) silent.push(`tag ${tag.name}`);
    expect(silent).toEqual([]);
    expect(document.info.description).toMatch(/Credentials.*Errors.*Retries.*Preconditions/s);
  });

  it('the schemas state the limits that the service enforces', () => {
    const { paths, components } = document;
    const membersOf = (name: string) => components.schemas[name].properties;
    const page = paths['/games'].get.parameters.find((it: Json) => it.name === 'limit');
    expect(page.schema).toMatchObject({
      minimum: 1,
      maximum: LIMITS.pageSizeMax,
      default: LIMITS.pageSizeDefault,
    });
    const title = { minLength: 1, maxLength: LIMITS.titleCharacters };
    expect(membersOf('CreateModInput')).toMatchObject({
      categories: { type: ['array', 'null'], maxItems: LIMITS.categoriesPerMod },
      homepage_url: { format: 'uri', maxLength: LIMITS.urlCharacters },
    });
    const forms = resolved(membersOf('CreateModInput').title).anyOf.map(resolved);
    expect(forms).toMatchObject([title, { additionalProperties: title }]);
    expect(membersOf('CreateModVersionInput')).toMatchObject({
      version: { type: 'string', maxLength: LIMITS.versionStringCharacters },
      game_versions: { items: { type: 'string', minLength: 1 }, maxItems: LIMITS.keysPerVersion },
    });
    expect(membersOf('UploadInput').sizeBytes).toMatchObject({ maximum: LIMITS.archiveBytes });
  });

  it('the schemas distinguish null from an optional member', () => {
    const { title, license } = document.components.schemas.UpdateModInput.properties;
    const forms = resolved(title).anyOf.map(resolved);
    expect(forms.map((it: Json) => it.type)).toEqual(['string', 'object']);
    expect(license.type).toEqual(['string', 'null']);
  });

  it('the schema of every id has the format uuid', () => {
    const ours = Object.entries<Json>(document.components.schemas).filter(
      // Other services assign these ids.
      ([name]) => name !== 'ProviderLocatorInput',
    );
    const members = ours.flatMap(([, schema]) => Object.entries<Json>(schema.properties ?? {}));
    const ids = members.filter(([name]) => /^id$|_id$|Id$/.test(name));
    const others = ids.filter(([, { format }]) => format !== 'uuid').map(([name]) => name);
    expect(ids.length).toBeGreaterThan(20);
    // Names of applications, which may be any text, ids for support, which identify no object, and
    // ids that a provider of CI assigns.
    const names = ['client_id', 'request_id', 'supportCorrelationId', 'trace_id'];
    const ofCi = ['repository_id', 'repository_owner_id', 'run_id'];
    expect([...new Set(others)].toSorted()).toEqual([...names, ...ofCi].toSorted());
  });

  /** Follows a reference within the document. */
  function resolved(node: Json): Json {
    const path: string[] | undefined = node.$ref?.split('/').slice(1);
    return path ? path.reduce((at, key) => at[key], document) : node;
  }
});

/** Causes the kinds of events that the story does not: of an application and of a rejected file. */
async function causeOtherEvents(world: World): Promise<void> {
  const lena = await world.creator('lena-hoff');
  await register(await signIn(world, lena.userId));
  const { id } = await bareMod(lena, 'brackenvale');
  const damaged = new Uint8Array(Buffer.from('PK is all that this file has of an archive'));
  await readyVersion(world, lena, id, { version: '1.0.0' }, damaged);
}
