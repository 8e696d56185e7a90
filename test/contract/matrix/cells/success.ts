import { expect } from 'vitest';
import { statusesOf } from '../../../../rest-facade/reply.js';
import { always, type Cell, isKeyed, withoutVolatile } from '../cell.js';
import { documented, resolved } from '../operations.js';

/** The responses to valid requests. */
export const successCells: readonly Cell[] = [
  {
    name: 'returns its own status, headers and body',
    applies: always,
    async check({ operation, fresh, keyed, ask }) {
      const answer = isKeyed(operation) ? (await keyed()).answer : await ask(await fresh());
      expect(answer.status, answer.text).toBe(statusesOf(operation.route.reply)[0]);
    },
  },
  {
    name: 'replaces a malformed X-Request-Id and traceparent',
    isSampled: always,
    applies: always,
    async check({ spare, ask }) {
      const sample = await spare();
      const given: (string | null)[] = [null, null, 'two words', 'x'.repeat(129), ''];
      const names = new Set<unknown>();
      for (const name of given) {
        const headers = { 'X-Request-Id': name, traceparent: name };
        const answer = await ask(sample, { token: 'x', headers });
        names.add(answer.headers['x-request-id']).add(answer.body.trace_id);
      }
      expect(names.size).toBe(2 * given.length);
    },
  },
  {
    name: 'makes shared caches revalidate, and returns 304 without a body',
    applies: ({ route }) => route.cache === 'public',
    async check({ fresh, ask, done }) {
      const sample = await fresh();
      const first = await ask(sample, { token: null });
      const headers = { 'If-None-Match': first.headers.etag ?? '', 'Cache-Control': 'no-cache' };
      const again = await ask(sample, { token: null, headers });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.etag).toBe(first.headers.etag);
      await done(sample, { token: null, headers: { ...headers, Cookie: 'a=b' } });
    },
  },
  {
    name: 'rejects a repeated parameter and ignores an unknown one',
    isSampled: always,
    applies: (operation) => scalarsOf(documented(operation)).length > 0,
    async check({ operation, fresh, ask }) {
      const sample = await fresh();
      for (const name of scalarsOf(documented(operation))) {
        const twice = { ...sample, query: {} };
        const suffix = `?${name}=1&${name}=1`;
        const { status, body } = await ask(twice, { suffix });
        expect([status, body.fields]).toEqual([
          400,
          expect.arrayContaining([{ field: name, code: 'repeated_parameter' }]),
        ]);
      }
      const query = { ...sample.query, utm_source: 'x', __proto__: 'y', [`${'x'.repeat(99)}`]: '' };
      const [plain, odd] = [await ask(sample), await ask({ ...sample, query })];
      expect([odd.status, withoutVolatile(odd.body)]).toEqual([
        plain.status,
        withoutVolatile(plain.body),
      ]);
    },
  },
];

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: { readonly type?: string };
}

/** The query parameters of an operation that take one value each. */
function scalarsOf({ parameters = [] }: { parameters?: Parameter[] }): string[] {
  return parameters
    .filter((it) => it.in === 'query' && resolved(it.schema).type !== 'array')
    .map(({ name }) => name);
}
