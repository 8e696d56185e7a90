import { expect, test } from 'vitest';
import { describeStatement, tracedQuery } from '../../../src/platform/database/trace-statements.js';
import type { Span, Tracer } from '../../../src/platform/tracing/tracing.js';

test.each([
  ['SELECT "public"."mods"."id" FROM "public"."mods" WHERE id = $1', 'SELECT mods'],
  ['/* prepared */\n  select id\n  from only jobs', 'SELECT jobs'],
  ['with due as (select id from jobs) update jobs set state = $1', 'WITH jobs'],
  ['INSERT INTO "public"."users" ("id") VALUES ($1)', 'INSERT users'],
  ['update mods set title = $1', 'UPDATE mods'],
  ['BEGIN', 'BEGIN'],
  ['-- from nothing\nselect 1', 'SELECT'],
  ['', 'SQL'],
])('a statement is named by its operation and its first table: %s', (text, name) => {
  expect(describeStatement(text).name).toBe(name);
});

test.each([
  ["select * from t where a = 'it''s' and b = 'x'", "select * from t where a = '?' and b = '?'"],
  ['select * from t where id in ($1, $2,$3)', 'select * from t where id in ($n)'],
  ["select 'a--b', 'c /* d', 2 -- 'e'\n, 3", "select '?', '?', 2 , 3"],
  ["select E'it\\'s secret', e'x', 4", "select '?', '?', 4"],
  ["select $$it's$$, $tag$ $$ -- $tag$, $1", "select '?', '?', $1"],
  [`select "it's--odd" from t where a = 'x'`, `select "it's--odd" from t where a = '?'`],
  ["select 'without an end", "select '?'"],
  ['select\n  1  /* why */ as one', 'select 1 as one'],
])('the text of a statement has no literals and no comments: %s', (text, shown) => {
  expect(describeStatement(text).attributes?.['db.query.text']).toBe(shown);
});

test('a statement that the driver refuses at once ends its span as failed', () => {
  const calls: string[] = [];
  const span: Span = {
    traceId: '',
    traceparent: '',
    isSampled: true,
    rename: () => undefined,
    set: () => undefined,
    fail: (type) => void calls.push(`fail ${type}`),
    end: () => void calls.push('end'),
  };
  const tracer: Tracer = {
    start: () => span,
    active: () => span,
    within: (_span, work) => work(),
    flush: async () => undefined,
  };
  const refuse = () => {
    throw new TypeError('no statement');
  };
  for (const args of [['select 1'], ['select 1', () => undefined]]) {
    expect(() => tracedQuery(tracer, 'select 1', args, refuse)).toThrow('no statement');
  }
  expect(calls).toEqual(['fail TypeError', 'end', 'fail TypeError', 'end']);
});
