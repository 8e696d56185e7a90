import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../actors.js';
import { startToy, type Toy } from './toy.js';

/** The security requirements of a scope, one per way to present a credential. */
const withScope = (scope: string) =>
  ['bearer', 'oauth2', 'openIdConnect'].map((name) => ({ [name]: [scope] }));

describe('the OpenAPI document', () => {
  let toy: Toy;
  let document: Record<string, unknown>;
  beforeAll(async () => {
    toy = await startToy();
    document = (await (await toy.send('GET', '/v1/openapi.json')).json()) as typeof document;
  });
  afterAll(() => toy.close());

  it('the OpenAPI document is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document['openapi']).toMatch(/^3\.1\./);
  });

  it('the OpenAPI document is identical in both namespaces and returns 304 for a matching ETag', async () => {
    const one = await toy.send('GET', '/v1/openapi.json');
    const other = await toy.send('GET', '/api/v1/openapi.json');
    expect(await one.text()).toBe(await other.text());
    const etag = one.headers.get('etag') ?? '';
    const again = await toy.send('GET', '/v1/openapi.json', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('the OpenAPI document has no dangling reference', () => {
    const missing = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].filter(
      ([, path = '']) =>
        path
          .split('/')
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document) ===
        undefined,
    );
    expect(missing).toEqual([]);
  });

  it('the OpenAPI document describes a keyed write with its body, headers, responses and refusals', () => {
    expect(document).toMatchObject({
      paths: {
        '/notes': {
          post: {
            operationId: 'createNote',
            tags: ['notes'],
            security: withScope('mods:write'),
            requestBody: {
              required: true,
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/NoteInput' } },
              },
            },
            parameters: expect.arrayContaining([
              { $ref: '#/components/parameters/OptionalIdempotencyKey' },
              { $ref: '#/components/parameters/UserAgent' },
            ]),
            responses: {
              201: {
                headers: { Location: expect.anything(), ETag: expect.anything() },
                content: {
                  'application/json': {
                    schema: { $ref: '#/components/schemas/NoteResponse' },
                  },
                },
              },
              403: expect.anything(),
              409: {
                'x-error-codes': ['idempotency_conflict', 'idempotency_in_progress'],
                content: {
                  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
                },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          NoteInput: {
            properties: {
              title: { type: 'string', description: 'What stands above the note.' },
              part_list: {
                type: ['array', 'null'],
                items: { $ref: '#/components/schemas/PartInput' },
              },
              parent_id: { type: ['string', 'null'], format: 'uuid' },
              is_pinned: { default: false },
            },
            required: ['title'],
            additionalProperties: false,
          },
          Note: {
            description: 'A short text.',
            required: ['id', 'title', 'tags', 'color'],
            additionalProperties: true,
          },
          NoteResponse: {
            type: 'object',
            properties: { data: { $ref: '#/components/schemas/Note' } },
            required: ['data'],
            additionalProperties: true,
          },
          Color: { type: 'string', 'x-extensible-enum': ['red', 'green'] },
          ColorInput: { type: 'string', enum: ['red', 'green'] },
        },
      },
    });
  });

  it('the OpenAPI document describes the rate limit headers of every response', () => {
    const operations = Object.values(document['paths'] as Record<string, Json>).flatMap((path) =>
      Object.values(path),
    );
    const answers = operations.flatMap(({ responses }: Json) => Object.entries(responses));
    expect(answers.length).toBeGreaterThan(50);
    for (const [status, answer] of answers) {
      const headers = Object.keys((answer as Json).headers);
      for (const name of ['Limit', 'Remaining', 'Reset']) {
        expect(headers, status).toContain(`RateLimit-${name}`);
      }
      if (status === '429') expect(headers).toContain('Retry-After');
    }
  });

  it('the OpenAPI document describes a public list with parameters, defaults, page and 304', () => {
    expect(document).toMatchObject({
      paths: {
        '/notes': {
          get: {
            security: [{}, ...withScope('mods:read')],
            parameters: [
              {
                name: 'game_slug',
                in: 'query',
                description: 'Only notes of this game.',
                schema: { type: 'string' },
              },
              { name: 'color', schema: { type: 'array', items: { $ref: expect.any(String) } } },
              { name: 'limit', schema: { type: 'integer', default: 25 } },
              { name: 'pinned', schema: { type: 'boolean' } },
              { $ref: '#/components/parameters/IfNoneMatch' },
            ],
            responses: {
              200: {
                content: {
                  'application/json': { schema: { $ref: '#/components/schemas/ListedNotePage' } },
                },
              },
              304: expect.anything(),
            },
          },
        },
      },
      components: {
        schemas: {
          ListedNotePage: {
            required: ['data', 'pagination'],
            properties: {
              data: { type: 'array', items: { $ref: '#/components/schemas/ListedNote' } },
            },
          },
          ListedNote: {
            required: ['id', 'title', 'tags', 'color', 'parent'],
            properties: {
              parent: { anyOf: [{ $ref: '#/components/schemas/Parent' }, { type: 'null' }] },
            },
          },
        },
      },
    });
  });

  it('the OpenAPI document describes members next to data, and both responses of an accepted job', () => {
    const content = {
      'application/json': { schema: { $ref: '#/components/schemas/SessionResponse' } },
    };
    expect(document).toMatchObject({
      paths: {
        '/sessions/{session_id}/complete': {
          post: {
            parameters: expect.arrayContaining([
              {
                name: 'session_id',
                in: 'path',
                description: 'The id of the session.',
                required: true,
                schema: { type: 'string', format: 'uuid' },
              },
              { $ref: '#/components/parameters/IdempotencyKey' },
            ]),
            responses: {
              200: { content },
              202: { content, headers: { Location: expect.anything() } },
            },
          },
        },
      },
      components: {
        schemas: {
          SessionResponse: {
            required: ['data', 'status'],
            properties: {
              data: { $ref: '#/components/schemas/Session' },
              status: { $ref: '#/components/schemas/SessionStatus' },
            },
          },
          SessionStatus: { properties: { progress: { $ref: expect.any(String) } } },
        },
      },
    });
  });

  it('the OpenAPI document contains no hidden member', () => {
    expect(JSON.stringify(document)).not.toMatch(/"_[a-z]+"/i);
  });
});
