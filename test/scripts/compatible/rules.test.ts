import { describe, expect, test } from 'vitest';
import { compareDocuments } from '../../../scripts/compatible/compare-documents.js';
import { lineOf, RULES, type Rule } from '../../../scripts/compatible/rules.js';
import { releasedDocument, type TestDocument } from './document.js';

const NOW = new Date('2026-05-01T00:00:00Z');

/** A document whose members tests may replace and delete. */
// biome-ignore lint/suspicious/noExplicitAny: a mutation leaves the shape that the document had
type Loose = any;

type Change = (parts: {
  document: Loose;
  paths: Loose;
  list: Loose;
  create: Loose;
  note: Loose;
  input: Loose;
}) => unknown;

function changed(change: Change): TestDocument {
  const document = releasedDocument();
  const { paths, components } = document;
  change({
    document,
    paths,
    list: paths['/notes'].get,
    create: paths['/notes'].post,
    note: components.schemas.Note,
    input: components.schemas.NoteInput,
  });
  return document;
}

function linesOf(after: TestDocument, now = NOW): string[] {
  return compareDocuments({ before: releasedDocument(), after }, now).map(lineOf);
}

const code = (operation: Loose, status: number, ...codes: string[]) => {
  const media = operation.responses[status].content['application/problem+json'];
  media.schema.allOf[1].properties.code.enum = codes;
};

/** For each rule: the changes that break it, and the reported operation and place. */
const BREAKS: readonly (readonly [Rule, what: string, place: string, Change])[] = [
  [
    'server-removed',
    'the compatibility namespace ends',
    'document: server /api/v1',
    ({ document }) => document.servers.pop(),
  ],
  [
    'operation-removed',
    'an operation ends',
    'createNote: POST /notes',
    ({ paths }) => delete paths['/notes'].post,
  ],
  [
    'operation-removed',
    'an operation ends before its announced date',
    'oldNotes: POST /notes:old',
    ({ paths }) => delete paths['/notes:old'],
  ],
  [
    'operation-renamed',
    'an operation is called otherwise',
    'listNotes: now allNotes',
    ({ list }) => (list.operationId = 'allNotes'),
  ],
  [
    'operation-moved',
    'an operation moves to another path',
    'createNote: POST /notes → POST /notes/new',
    ({ paths, create }) => {
      paths['/notes/new'] = { post: create, parameters: paths['/notes'].parameters };
      delete paths['/notes'].post;
    },
  ],
  [
    'stage-lowered',
    'a stable operation becomes beta',
    'createNote',
    ({ create }) => (create['x-service-stage'] = 'beta'),
  ],
  [
    'deprecation-incomplete',
    'a deprecation names no date to go by',
    'createNote: x-sunset-date',
    ({ create }) => {
      create.deprecated = true;
      create['x-deprecation-date'] = '2026-05-01';
      create['x-migration-url'] = create['x-changelog-url'] = 'https://notes.test';
    },
  ],
  [
    'notice-too-short',
    'a deprecation leaves less than 90 days',
    'oldNotes: x-sunset-date',
    ({ paths }) => (paths['/notes:old'].post['x-deprecation-date'] = '2026-05-01'),
  ],
  [
    'sunset-earlier',
    'an operation is to end sooner than announced',
    'oldNotes: x-sunset-date',
    ({ paths }) => (paths['/notes:old'].post['x-sunset-date'] = '2026-05-31'),
  ],
  [
    'credential-demanded',
    'an anonymous read needs a token',
    'listNotes: credential none',
    ({ list }) => list.security.shift(),
  ],
  [
    'credential-demanded',
    'a token is sent another way',
    'createNote: credential bearer',
    ({ document }) => (document.components.securitySchemes.bearer.scheme = 'basic'),
  ],
  [
    'scope-demanded',
    'a write needs a further scope',
    'createNote: scope notes:admin',
    ({ create }) => create.security[0].bearer.push('notes:admin'),
  ],
  [
    'scope-removed',
    'a scope that tokens hold means nothing any more',
    'document: scope notes:write',
    ({ create }) => (create.security[0].bearer = []),
  ],
  [
    'parameter-removed',
    'a query parameter is gone',
    'listNotes: parameter query sort',
    ({ list }) => list.parameters.shift(),
  ],
  [
    'parameter-removed',
    'a shared parameter is called otherwise',
    'listNotes: parameter query limit',
    ({ document }) => (document.components.parameters.Limit.name = 'size'),
  ],
  [
    'parameter-required',
    'an optional parameter is required',
    'listNotes: parameter query sort',
    ({ list }) => (list.parameters[0].required = true),
  ],
  [
    'parameter-required',
    'a new parameter is required',
    'createNote: parameter header idempotency-key',
    ({ create }) =>
      (create.parameters = [{ name: 'Idempotency-Key', in: 'header', required: true, schema: {} }]),
  ],
  [
    'parameter-form',
    'a list is written otherwise',
    'listNotes: parameter query sort',
    ({ list }) => (list.parameters[0].explode = false),
  ],
  [
    'body-removed',
    'a body is not taken any more',
    'createNote: body',
    ({ create }) => delete create.requestBody,
  ],
  [
    'body-required',
    'an optional body is required',
    'createNote: body',
    ({ create }) => (create.requestBody.required = true),
  ],
  [
    'status-removed',
    'a success has another status',
    'createNote: response 201',
    ({ create }) => {
      create.responses[200] = create.responses[201];
      delete create.responses[201];
    },
  ],
  [
    'status-removed',
    'an error is not answered any more',
    'listNotes: response 404',
    ({ list }) => delete list.responses[404],
  ],
  [
    'media-type-removed',
    'an answer has another media type',
    'createNote: response 201 application/json',
    ({ create }) => {
      const { content } = create.responses[201];
      content['application/xml'] = content['application/json'];
      delete content['application/json'];
    },
  ],
  [
    'header-removed',
    'a header is not sent any more',
    'listNotes: response 200 header etag',
    ({ list }) => delete list.responses[200].headers.ETag,
  ],
  [
    'header-optional',
    'a header is sent at times only',
    'listNotes: response 200 header x-request-id',
    ({ list }) => delete list.responses[200].headers['X-Request-Id'].required,
  ],
  [
    'error-code-removed',
    'an error code is renamed',
    'listNotes: response 404 code = "hidden"',
    ({ list }) => code(list, 404, 'not_found', 'concealed'),
  ],
  [
    'error-code-status',
    'an error code comes with another status',
    'listNotes: response 400 code conflict',
    ({ list }) => code(list, 400, 'invalid_input', 'conflict'),
  ],
  [
    'request-field-removed',
    'a member of a body is gone',
    'createNote: body extra',
    ({ input }) => delete input.properties.extra,
  ],
  [
    'request-field-required',
    'an optional member of a body is required',
    'createNote: body color',
    ({ input }) => input.required.push('color'),
  ],
  [
    'request-field-required',
    'a new member of a body is required',
    'createNote: body tone',
    ({ input }) => {
      input.properties.tone = { type: 'string' };
      input.required.push('tone');
    },
  ],
  [
    'request-type-removed',
    'one of two types is refused',
    'createNote: body size',
    ({ input }) => (input.properties.size.type = 'string'),
  ],
  [
    'request-null-refused',
    'null is refused',
    'createNote: body color',
    ({ input }) => (input.properties.color.type = 'string'),
  ],
  [
    'request-variant-removed',
    'one form of a body is refused',
    'createNote: body target',
    ({ input }) => input.properties.target.oneOf.pop(),
  ],
  [
    'request-value-removed',
    'a value of a parameter is refused',
    'listNotes: parameter query sort = "oldest"',
    ({ list }) => list.parameters[0].schema.enum.pop(),
  ],
  [
    'request-value-removed',
    'only some values are taken where any was',
    'createNote: body title',
    ({ input }) => (input.properties.title.enum = ['a']),
  ],
  [
    'request-narrowed',
    'a limit is lower',
    'listNotes: parameter query limit',
    ({ document }) => (document.components.parameters.Limit.schema.maximum = 50),
  ],
  [
    'request-narrowed',
    'a pattern is asked for',
    'createNote: body title',
    ({ input }) => (input.properties.title.pattern = '^[a-z]+$'),
  ],
  [
    'request-narrowed',
    'members that are not known are refused',
    'createNote: body extra.*',
    ({ input }) => (input.properties.extra.additionalProperties = false),
  ],
  [
    'request-default-changed',
    'leaving a parameter out means something else',
    'listNotes: parameter query sort',
    ({ list }) => (list.parameters[0].schema.default = 'oldest'),
  ],
  [
    'response-field-removed',
    'a member of an answer is gone',
    'listNotes: response 200 data[].labels',
    ({ note }) => delete note.properties.labels,
  ],
  [
    'response-field-removed',
    'a member of an answer is called otherwise',
    'createNote: response 201 title',
    ({ note }) => {
      note.properties.name = note.properties.title;
      delete note.properties.title;
    },
  ],
  [
    'response-field-removed',
    'a map holds nothing any more',
    'createNote: response 201 labels.*',
    ({ note }) => (note.properties.labels.additionalProperties = false),
  ],
  [
    'response-field-optional',
    'a member of an answer is there at times only',
    'createNote: response 201 title',
    ({ note }) => note.required.pop(),
  ],
  [
    'response-null-added',
    'a member of an answer may be null',
    'createNote: response 201 id',
    ({ note }) => (note.properties.id.type = ['string', 'null']),
  ],
  [
    'response-type-changed',
    'a text becomes a number',
    'createNote: response 201 title',
    ({ note }) => (note.properties.title.type = 'integer'),
  ],
  [
    'response-type-changed',
    'a whole number becomes any number',
    'createNote: response 201 likes',
    ({ note }) => (note.properties.likes.type = 'number'),
  ],
  [
    'response-type-changed',
    'the values of a map are of another type',
    'createNote: response 201 labels.*',
    ({ note }) => (note.properties.labels.additionalProperties = { type: 'object' }),
  ],
  [
    'response-value-removed',
    'a value that clients branch on is renamed',
    'createNote: response 201 state = "shown"',
    ({ note }) => (note.properties.state.enum = ['draft', 'visible']),
  ],
  [
    'response-variant-added',
    'an answer takes a form that nobody knows',
    'createNote: response 201 shape',
    ({ note }) =>
      note.properties.shape.oneOf.push({
        type: 'object',
        properties: { kind: { const: 'line' }, length: { type: 'number' } },
      }),
  ],
  [
    'response-field-removed',
    'one of two forms becomes like the other',
    'createNote: response 201 shape.side',
    ({ note }) => (note.properties.shape.oneOf[1] = note.properties.shape.oneOf[0]),
  ],
  [
    'response-variant-removed',
    'an answer never takes a form that clients read',
    'createNote: response 201 shape',
    ({ note }) => note.properties.shape.oneOf.pop(),
  ],
  [
    'response-widened',
    'an id is any text',
    'createNote: response 201 id',
    ({ note }) => delete note.properties.id.format,
  ],
  [
    'response-widened',
    'a text is longer than it could be',
    'createNote: response 201 title',
    ({ note }) => (note.properties.title.maxLength = 81),
  ],
  [
    'unjudged-keyword',
    'members depend on one another',
    'createNote: body',
    ({ input }) => (input.dependentRequired = { color: ['size'] }),
  ],
];

describe('incompatible changes', () => {
  test.each(BREAKS)('%s is reported if %s', (rule, _what, place, change) => {
    expect(linesOf(changed(change))).toContain(`${place}: ${rule}: ${RULES[rule]}`);
  });

  test('every rule has a change that breaks it', () => {
    expect(Object.keys(RULES).filter((name) => !BREAKS.some(([rule]) => rule === name))).toEqual(
      [],
    );
  });

  test('a change is reported once, at its place', () => {
    const lines = linesOf(changed(({ list }) => list.parameters[0].schema.enum.pop()));
    expect(lines).toHaveLength(1);
  });
});

const ALLOWED: readonly (readonly [what: string, Change])[] = [
  [
    'texts and examples differ',
    ({ note }) => Object.assign(note, { description: 'x', examples: [1] }),
  ],
  [
    'a new operation',
    ({ paths, create }) => (paths['/more'] = { post: { ...create, operationId: 'more' } }),
  ],
  ['a new member of an answer', ({ note }) => (note.properties.more = { type: 'string' })],
  ['a new optional member of a body', ({ input }) => (input.properties.more = { type: 'string' })],
  [
    'a new optional parameter',
    ({ list }) => list.parameters.push({ name: 'q', in: 'query', schema: {} }),
  ],
  ['a new optional body', ({ list }) => (list.requestBody = { content: {} })],
  ['a new value of an answer', ({ note }) => note.properties.state.enum.push('hidden')],
  ['a new value of a parameter', ({ list }) => list.parameters[0].schema.enum.push('best')],
  ['a new error code', ({ list }) => code(list, 404, 'not_found', 'hidden', 'lost')],
  [
    'a known error code at a further operation',
    ({ create }) => code(create, 409, 'conflict', 'other'),
  ],
  ['a new error status', ({ list }) => (list.responses[503] = { description: 'busy' })],
  ['a new header', ({ list }) => (list.responses[200].headers['X-More'] = {})],
  ['a new media type', ({ create }) => (create.responses[201].content['text/plain'] = {})],
  ['a new server', ({ document }) => document.servers.push({ url: '/v2' })],
  ['a higher limit', ({ document }) => (document.components.parameters.Limit.schema.maximum = 200)],
  ['a required member of a body is optional', ({ input }) => (input.required = [])],
  ['null is taken as well', ({ input }) => (input.properties.title.type = ['string', 'null'])],
  [
    'a further form of a body',
    ({ input }) => input.properties.target.oneOf.push({ type: 'string' }),
  ],
  [
    'a value of an answer is never null any more',
    ({ note }) => (note.properties.parent = { $ref: '#/components/schemas/Note' }),
  ],
  ['a member of an answer is always there', ({ note }) => note.required.push('state')],
  ['an answer keeps within tighter limits', ({ note }) => (note.properties.title.maxLength = 40)],
  ['a token is not needed any more', ({ create }) => create.security.push({})],
  ['a scope less is needed', ({ list }) => (list.security[1].bearer = [])],
  [
    'a deprecation with its dates',
    ({ create, paths }) => {
      const {
        operationId: _id,
        security: _way,
        responses: _all,
        ...announcement
      } = paths['/notes:old'].post;
      Object.assign(create, announcement);
    },
  ],
  ['an end put off', ({ paths }) => (paths['/notes:old'].post['x-sunset-date'] = '2027-01-01')],
  ['an end called off', ({ paths }) => delete paths['/notes:old'].post.deprecated],
  ['a beta operation ends', ({ paths }) => delete paths['/beta/dreams']],
  ['an experimental operation changes', ({ paths }) => (paths['/ideas'].get.responses = {})],
  [
    'the same said in other words',
    ({ document, note }) => {
      note.properties.parent = {
        oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Renamed' }],
      };
      document.components.schemas.Renamed = { allOf: [{ $ref: '#/components/schemas/Note' }] };
      note.properties.title = { allOf: [{ type: 'string' }, { maxLength: 80 }] };
    },
  ],
];

describe('compatible changes', () => {
  test.each(ALLOWED)('compareDocuments allows a compatible change: %s', (_what, change) => {
    expect(linesOf(changed(change))).toEqual([]);
  });

  test('a deprecated operation may be removed after its sunset date', () => {
    const after = changed(({ paths }) => delete paths['/notes:old']);
    expect(linesOf(after, new Date('2026-06-02T00:00:00Z'))).toEqual([]);
  });
});

test('compareDocuments throws for a reference that leads nowhere', () => {
  const after = changed(
    ({ note }) => (note.properties.parent = { $ref: '#/components/schemas/No' }),
  );
  expect(() => linesOf(after)).toThrow('#/components/schemas/No leads nowhere');
});
