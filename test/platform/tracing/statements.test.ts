import { expect, test } from 'vitest';
import { describeStatement } from '../../../src/platform/database/trace-statements.js';

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
  ['select\n  1  /* why */ as one', 'select 1 as one'],
])('the text of a statement has no literals and no comments: %s', (text, shown) => {
  expect(describeStatement(text).attributes?.['db.query.text']).toBe(shown);
});
