import { syncBuiltinESMExports } from 'node:module';
import querystring from 'node:querystring';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { created, type Route } from '../../rest-facade/route.js';
import { refusalOf, startToy, type Toy } from './toy.js';
import { TOY_OPERATIONS, TOY_ROUTES } from './toy-routes.js';
import { NOTE } from './toy-schema.js';

/**
 * A write in which every step reads the query: costs, the check ahead, the key and the variables.
 */
const paintNote = {
  ...TOY_ROUTES['createNote'],
  path: '/paintings',
  costs: { 'query.color': 'search' },
  idempotency: 'required',
  ahead: { operation: 'mayPaint', bind: {} },
  bind: { title: 'body.title', color: 'query.color' },
  reply: created(),
  replay: { how: 'stored', operation: 'keepCover', bind: { id: 'effect' } },
} as Route;

const operationsSource = `${TOY_OPERATIONS}
  mutation paintNote($title: String!, $color: Color) {
    createNote(input: { title: $title, color: $color }) { ...NoteRef }
  }
  query mayPaint { note(id: "${NOTE}") { ...NoteRef } }
`;

let toy: Toy;
beforeAll(async () => {
  toy = await startToy({ routes: { ...TOY_ROUTES, paintNote }, operationsSource });
});
afterAll(() => toy.close());

const parsed = vi.fn<(query: string) => void>();
const { parse } = querystring;
beforeEach(() => {
  parsed.mockClear();
  querystring.parse = (query, ...rest) => {
    parsed(query);
    return parse(query, ...rest);
  };
  syncBuiltinESMExports();
});
afterEach(() => {
  querystring.parse = parse;
  syncBuiltinESMExports();
});

const paint = (color: string, key: string) =>
  toy.write('POST', `/v1/paintings?color=${color}`, { title: 'x' }, { 'idempotency-key': key });

it('the query string of a keyed write with a cost and a check ahead is parsed once', async () => {
  expect((await paint('red', 'k')).status).toBe(201);
  expect(parsed.mock.calls).toEqual([['color=red']]);
});

it('the query string of a public read is parsed once', async () => {
  expect((await toy.send('GET', '/v1/notes?limit=3')).status).toBe(200);
  expect(parsed.mock.calls).toEqual([['limit=3']]);
});

it('a keyed write with the same key and another query string returns 409 idempotency_conflict', async () => {
  expect((await paint('red', 'again')).status).toBe(201);
  const other = await paint('green', 'again');
  expect(await refusalOf(other)).toEqual([409, 'idempotency_conflict']);
});
