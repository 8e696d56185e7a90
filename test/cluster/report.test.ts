import { expect, it } from 'vitest';
import { type Attempt, createRecord } from './record.js';
import { markdownOf, rowOf } from './report.js';

const attempt: Attempt = {
  caller: 'alice',
  operation: 'edit mod',
  beginMs: 100,
  endMs: 200,
  limitMs: 30_000,
  status: 200,
  code: null,
  failure: null,
  isStore: false,
  expects: null,
};
const happened = { name: 'SIGKILL of api-1', kind: 'kill', beginMs: 150, healMs: 1_150 };

it('the row of a fault counts the requests between its beginning and the recovery', () => {
  const record = createRecord();
  record.attempts.push(
    { ...attempt, endMs: 140 },
    { ...attempt, endMs: 1_700 },
    { ...attempt, beginMs: 1_000, status: 503, code: 'service_unavailable' },
    { ...attempt, beginMs: 1_100, status: 500, isStore: true },
    { ...attempt, beginMs: 1_200, status: null, failure: 'connection' },
    { ...attempt, beginMs: 9_000, endMs: 9_001 },
  );
  const row = rowOf({ ...happened, recoveredMs: 3_150 }, record);
  expect(row).toMatchObject({
    requests: 4,
    longestSeconds: 1.6,
    recoverySeconds: 2,
    errors: { '503 service_unavailable': 1, 'store 500': 1, connection: 1 },
  });
});

it('the report shows a fault without a recovery and the number of violations', () => {
  const rows = [rowOf({ ...happened, recoveredMs: null }, createRecord())];
  const checks = [{ promise: 'every write is stored', facts: 3, violations: ['m1 is lost'] }];
  const text = markdownOf({ seed: 7, rows, checks });
  expect(text).toContain('Seed 7, 1 faults');
  expect(text).toContain(
    '| SIGKILL of api-1 | 0 | none | 0.0 s | **none** | 0 writes, 0 reads, 0 downloads |',
  );
  expect(text).toContain('| every write is stored | 3 | 1 |');
});
