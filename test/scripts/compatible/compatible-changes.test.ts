import { describe, expect, test } from 'vitest';
import { compareDocuments } from '../../../scripts/compatible/compare-documents.js';
import { type Change, changed, code, codesBeside, linesOf, NOW } from './changes.js';
import { releasedDocument } from './document.js';

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
  [
    'the codes of an error are listed beside its schema',
    ({ list }) => codesBeside(list, 404, 'not_found', 'hidden'),
  ],
  [
    'the values of an answer are extensible',
    ({ note }) => {
      const { enum: values, ...state } = note.properties.state;
      note.properties.state = { ...state, 'x-extensible-enum': [...values, 'hidden'] };
    },
  ],
  [
    'a rule of a body is written as a condition',
    ({ input }) => {
      input.properties.target = { if: input.properties.target, else: false };
    },
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
  [
    'a deprecation without a sunset date',
    ({ create }) => {
      create.deprecated = true;
      create['x-deprecation-date'] = '2026-05-01';
      create['x-sunset-date'] = null;
      create['x-migration-url'] = create['x-changelog-url'] = 'https://notes.test';
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

  test('compareDocuments allows a nullable object that becomes a reference or null', () => {
    const before = releasedDocument();
    const inline = { type: ['object', 'null'], properties: { id: { type: 'string' } } };
    Object.assign(before.components.schemas.Note.properties, { owner: inline });
    const after = structuredClone(before);
    const owner = { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] };
    Object.assign(after.components.schemas.Note.properties, { owner });
    Object.assign(after.components.schemas, { Owner: { ...inline, type: 'object' } });
    expect(compareDocuments({ before, after }, NOW)).toEqual([]);
  });

  test('a deprecated operation may be removed after its sunset date', () => {
    const after = changed(({ paths }) => delete paths['/notes:old']);
    expect(linesOf(after, new Date('2026-06-02T00:00:00Z'))).toEqual([]);
  });
});
