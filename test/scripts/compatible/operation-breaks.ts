import { type Break, code, codesBeside } from './changes.js';

/** Changes of operations, parameters and responses, at least one for each rule about them. */
export const OPERATION_BREAKS: readonly Break[] = [
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
    'a deprecation names no date',
    'createNote: x-deprecation-date',
    ({ create }) => {
      create.deprecated = true;
      create['x-sunset-date'] = '2026-10-01';
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
    'error-code-removed',
    'an error code is gone from the codes beside the schema',
    'listNotes: response 404 code = "hidden"',
    ({ list }) => codesBeside(list, 404, 'not_found'),
  ],
  [
    'error-code-removed',
    'a response lists no codes any more',
    'listNotes: response 404 code',
    ({ list }) => {
      codesBeside(list, 404);
      delete list.responses[404]['x-error-codes'];
    },
  ],
  [
    'error-code-status',
    'an error code comes with another status',
    'listNotes: response 400 code conflict',
    ({ list }) => code(list, 400, 'invalid_input', 'conflict'),
  ],
];
