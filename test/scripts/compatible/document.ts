/** A released document with one example of everything that a rule checks. */
export function releasedDocument() {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const json = (schema: object) => ({ 'application/json': { schema } });
  const problem = (...codes: string[]) => ({
    description: 'refused',
    content: {
      'application/problem+json': {
        schema: { allOf: [ref('Problem'), { properties: { code: { enum: codes } } }] },
      },
    },
  });
  return {
    openapi: '3.1.0',
    servers: [{ url: '/v1' }, { url: '/api/v1' }],
    paths: {
      '/notes': {
        parameters: [{ $ref: '#/components/parameters/Limit' }],
        get: {
          operationId: 'listNotes',
          security: [{}, { bearer: ['notes:read'] }],
          parameters: [
            {
              name: 'sort',
              in: 'query',
              schema: { type: 'string', enum: ['newest', 'oldest'], default: 'newest' },
            },
            { name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
          ],
          responses: {
            200: {
              headers: {
                ETag: { $ref: '#/components/headers/ETag' },
                'X-Request-Id': { required: true, schema: { type: 'string' } },
              },
              content: json({
                type: 'object',
                required: ['data'],
                properties: { data: { type: 'array', items: ref('Note') } },
              }),
            },
            304: { description: 'unchanged' },
            400: problem('invalid_input'),
            404: problem('not_found', 'hidden'),
          },
        },
        post: {
          operationId: 'createNote',
          security: [{ bearer: ['notes:write'] }],
          requestBody: { content: json(ref('NoteInput')) },
          responses: { 201: { content: json(ref('Note')) }, 409: problem('conflict') },
        },
      },
      '/notes:old': {
        post: {
          operationId: 'oldNotes',
          deprecated: true,
          'x-deprecation-date': '2026-01-01',
          'x-sunset-date': '2026-06-01',
          'x-migration-url': 'https://notes.test/migrate',
          'x-changelog-url': 'https://notes.test/changes',
          security: [{}, { bearer: ['notes:read'] }],
          responses: { 200: { content: json(ref('Note')) } },
        },
      },
      '/beta/dreams': {
        get: {
          operationId: 'listDreams',
          responses: { 200: { content: json({ type: 'string' }) } },
        },
      },
      '/ideas': {
        get: {
          operationId: 'listIdeas',
          'x-service-stage': 'experimental',
          responses: { 200: { content: json({ type: 'string' }) } },
        },
      },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: {
        Limit: {
          name: 'limit',
          in: 'query',
          schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 100 },
        },
      },
      headers: { ETag: { schema: { type: 'string' } } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['code'],
          properties: { code: { type: 'string' }, detail: { type: 'string' } },
        },
        Note: {
          type: 'object',
          required: ['id', 'title'],
          properties: {
            id: { type: 'string', format: 'uuid' },
            title: { type: 'string', maxLength: 80 },
            likes: { type: 'integer' },
            state: { type: 'string', enum: ['draft', 'shown'] },
            parent: { anyOf: [ref('Note'), { type: 'null' }] },
            labels: { type: 'object', additionalProperties: { type: 'string' } },
            shape: {
              oneOf: [
                {
                  type: 'object',
                  required: ['radius'],
                  properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
                },
                {
                  type: 'object',
                  required: ['side'],
                  properties: { kind: { const: 'square' }, side: { type: 'number' } },
                },
              ],
            },
          },
        },
        NoteInput: {
          type: 'object',
          required: ['title'],
          additionalProperties: false,
          properties: {
            title: { type: 'string', minLength: 1, maxLength: 80 },
            color: { type: ['string', 'null'], enum: ['red', 'green', null] },
            size: { type: ['integer', 'string'] },
            extra: { type: 'object' },
            contact: {
              type: 'object',
              additionalProperties: false,
              properties: { kind: { type: 'string' }, address: { type: 'string' } },
              oneOf: [
                { properties: { kind: { const: 'mail' } } },
                { properties: { kind: { const: 'phone' } } },
              ],
            },
            target: {
              oneOf: [
                { type: 'object', required: ['mail'], properties: { mail: { type: 'string' } } },
                { type: 'object', required: ['phone'], properties: { phone: { type: 'string' } } },
              ],
            },
          },
        },
      },
    },
  };
}

/** The released document, for changes to single members. */
export type TestDocument = ReturnType<typeof releasedDocument>;
