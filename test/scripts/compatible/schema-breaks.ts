import type { Break } from './changes.js';

/** Changes of schemas, at least one for each rule about them. */
export const SCHEMA_BREAKS: readonly Break[] = [
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
    'request-variant-removed',
    'one form of a body is refused by a condition',
    'createNote: body target',
    ({ input }) => {
      const [first] = input.properties.target.oneOf;
      input.properties.target = { if: { oneOf: [first] }, else: false };
    },
  ],
  [
    'response-value-removed',
    'a value of an answer is gone from the extensible ones',
    'createNote: response 201 state = "shown"',
    ({ note }) => (note.properties.state = { type: 'string', 'x-extensible-enum': ['draft'] }),
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
    'request-field-removed',
    'a closed body names a member only in its alternatives',
    'createNote: body contact.kind',
    ({ input }) => delete input.properties.contact.properties.kind,
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
