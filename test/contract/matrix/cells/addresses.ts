import { expect } from 'vitest';
import { createPathMatcher } from '../../../../rest-facade/matcher.js';
import { statusesOf } from '../../../../rest-facade/reply.js';
import { always, type Cell, hasPlaces, isWrite, refusing, withoutVolatile } from '../cell.js';
import { OPERATIONS, type Operation } from '../operations.js';
import { placesOf } from '../sample.js';
import { unknownId } from '../stage.js';
import { pathOf } from '../subject.js';
import type { WireAnswer } from '../wire.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

const ADDRESSES = createPathMatcher<Operation>();
for (const operation of OPERATIONS) {
  ADDRESSES.add(operation.route.method, operation.route.path, operation);
}

const isRead = (operation: Operation) => !isWrite(operation);

/** The addresses and methods of each operation. */
export const addressCells: readonly Cell[] = [
  {
    name: 'returns the same response in both namespaces, with and without a trailing slash',
    isSampled: always,
    applies: isRead,
    async check({ light, ask, done }) {
      const sample = await light();
      const plain = await done(sample);
      for (const how of [
        { suffix: '/' },
        { namespace: '/api/v1', suffix: '/' },
        { namespace: '/api/v1' },
      ] as const) {
        const other = await ask(sample, how);
        expect([other.status, comparable(other), withoutVolatile(other.body)]).toEqual([
          plain.status,
          comparable(plain),
          withoutVolatile(plain.body),
        ]);
      }
    },
  },
  {
    name: 'has the same effect in both namespaces, with and without a trailing slash',
    isSampled: always,
    applies: isWrite,
    async check({ light, done }) {
      const plain = await done(await light());
      const other = await done(await light(), { namespace: '/api/v1', suffix: '/' });
      expect(other.status, other.text).toBe(plain.status);
      expect(Object.keys(comparable(other))).toEqual(Object.keys(comparable(plain)));
      expect(shapeOf(other.body)).toEqual(shapeOf(plain.body));
    },
  },
  {
    name: 'returns 404 for an unknown name in both namespaces',
    isSampled: always,
    applies: hasPlaces,
    check: refusing(async ({ operation, fixture, spare, refused }) => {
      const [place] = placesOf(operation, await spare());
      if (!place) throw new Error('nothing in the sample has a name');
      const lost = place.with(place.isId ? unknownId() : 'nothing-of-this-name');
      for (const namespace of ['/v1', '/api/v1'] as const) {
        await refused(lost, { namespace }, `404 ${fixture.missing[place.name]}`);
      }
    }),
  },
  {
    name: 'returns 404 if its path has capitals or extra slashes',
    isSampled: always,
    applies: always,
    check: refusing(async ({ operation, stage, spare, refused }) => {
      const sample = await spare();
      const path = pathOf(operation, sample);
      for (const target of [`/v1${path}//`, `/v1/${path}`, `/V1${path}`, `/v1${loud(operation)}`]) {
        const answer = await stage.wire.send({
          method: operation.route.method,
          target,
          headers: {},
        });
        expect([target, answer.status, answer.body.code]).toEqual([target, 404, 'not_found']);
      }
      await refused(sample, { suffix: '?', token: 'x' }, '401 unauthorized');
    }),
  },
  {
    name: 'returns the status and headers of GET for HEAD, without a body',
    isSampled: always,
    applies: isRead,
    async check({ operation, stage, light, ask }) {
      const sample = await light();
      const tokens = operation.rule.access === 'required' ? [] : [null];
      for (const token of [stage.tokens.full, 'x', ...tokens]) {
        const [get, head] = [
          await ask(sample, { token }),
          await ask(sample, { token, method: 'HEAD' }),
        ];
        expect([head.status, head.text]).toEqual([get.status, '']);
        // A problem contains its request id, which has a fixed length. A cursor contains the running
        // transactions, whose number varies.
        const isFixed = !get.body?.pagination?.next_cursor;
        const lengths = [head.headers['content-length'], get.headers['content-length']];
        if (isFixed) expect(lengths[0]).toBe(lengths[1]);
        else expect(lengths).toEqual([expect.stringMatching(/^\d+$/), lengths[1]]);
        expect(comparable(head)).toEqual(comparable(get));
      }
    },
  },
  {
    name: 'returns 404 for other methods, even with X-HTTP-Method-Override',
    isSampled: always,
    applies: always,
    check: refusing(async ({ operation, spare, ask, refused }) => {
      const sample = await spare();
      const others = METHODS.filter((it) => !ADDRESSES.find(it, pathOf(operation, sample)));
      for (const method of others) {
        const headers = { 'X-HTTP-Method-Override': operation.route.method };
        await refused(sample, { method, headers }, '404 not_found');
      }
      if (!others.includes('GET')) return;
      expect((await ask(sample, { method: 'HEAD' })).status).toBe(404);
    }),
  },
  {
    name: 'ignores X-HTTP-Method-Override',
    // The second status of an operation has no other test.
    isSampled: ({ route }) => statusesOf(route.reply).length === 1,
    applies: always,
    async check({ light, done }) {
      const names = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'];
      const headers = Object.fromEntries(names.map((name) => [name, 'DELETE']));
      await done(await light(), { headers });
    },
  },
];

/** The path of an operation with its literals in capitals and with unknown ids. */
const loud = ({ route }: Operation) =>
  route.path.replace(/\{[^}]*\}|[a-z-]+/g, (part) =>
    part.startsWith('{') ? unknownId() : part.toUpperCase(),
  );

/** The headers that two responses to the same request share. */
function comparable({ headers }: WireAnswer): Record<string, unknown> {
  const own = [
    'date',
    'x-request-id',
    'content-length',
    'etag',
    'location',
    'x-upload-correlation-id',
  ];
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !own.includes(name) && !/ratelimit/.test(name)),
  );
}

/** The member names of a response without its values. */
function shapeOf(value: unknown): unknown {
  // Two things of a kind may have a different number of parts.
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
