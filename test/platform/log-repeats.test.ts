import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog, type Log } from '../../src/platform/log.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Json } from '../actors.js';

let lines: Json[];
let log: Log;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
});
afterEach(() => {
  vi.useRealTimers();
});

const endOfInterval = () => vi.advanceTimersByTime(LIMITS.logRepeatSeconds * 1000);
const stacks = () => lines.filter(({ err }) => err?.stack !== undefined).length;

/** A request that fails because of the database, as two layers log it. */
function failRequest(
  id: number,
  cause: Error = new Error(`connection ${1_000_000 + id} timed out`),
): void {
  log.warn({ err: cause }, 'a part does not respond');
  const err = new Error('service_unavailable', { cause });
  log.warn({ request_id: `r${id}`, path: '/v1/mods', err }, 'a request failed');
}

test('a thousand requests with one cause write one stack, and their number at the end of the interval', () => {
  for (let id = 0; id < 1000; id += 1) failRequest(id);
  expect(lines).toHaveLength(2);
  expect(stacks()).toBe(1);
  expect(lines[1]).toMatchObject({ request_id: 'r0', path: '/v1/mods' });
  endOfInterval();
  expect(lines.slice(2)).toMatchObject([
    {
      level: 40,
      repeated: 999,
      cause: 'Error: connection # timed out',
      msg: 'a part does not respond',
    },
    { level: 40, repeated: 999, msg: 'a request failed' },
  ]);
});

test('an outage that goes on writes one stack in each interval, and a lone failure no number', () => {
  for (let id = 0; id < 3; id += 1) {
    failRequest(id);
    endOfInterval();
  }
  expect(stacks()).toBe(3);
  expect(lines.filter(({ repeated }) => repeated !== undefined)).toEqual([]);
});

test('failures with different causes each write their stack', () => {
  failRequest(1, new Error('the disk is full'));
  failRequest(2, Object.assign(new Error('the disk is full'), { code: 'ENOSPC' }));
  failRequest(3, new TypeError('x is not a function'));
  failRequest(4, new TypeError('x is not a function'));
  expect(stacks()).toBe(4);
});

test('equal failures of two parts are two causes, and their numbers name the part', () => {
  for (const part of ['scanner', 'storage', 'storage']) {
    log.warn({ part, err: new Error('no response in 2000 ms') }, 'a part does not respond');
  }
  expect(lines.map(({ part }) => part)).toEqual(['scanner', 'storage']);
  endOfInterval();
  expect(lines.slice(2)).toMatchObject([{ part: 'storage', repeated: 1 }]);
});

test('failures that differ in a status or a port are different causes', () => {
  failRequest(1, new Error('the store responded 403'));
  failRequest(2, new Error('the store responded 503'));
  failRequest(3, new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  failRequest(4, new Error('connect ECONNREFUSED 127.0.0.1:9000'));
  expect(stacks()).toBe(4);
});

test('an entry that names a job is written each time, with one stack for all', () => {
  for (const job of ['a', 'b', 'c']) log.warn({ err: new Error('away'), job }, 'job failed');
  expect(lines.map(({ job }) => job)).toEqual(['a', 'b', 'c']);
  expect(stacks()).toBe(1);
});

test('texts from outside cannot raise the number of stacks above the limit', () => {
  const word = (at: number) => [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  for (let at = 0; at < LIMITS.logCauses * 3; at += 1) {
    log.error({ err: new Error(`no ${word(at)}`) }, 'a request failed');
  }
  expect(stacks()).toBe(LIMITS.logCauses + 1);
  endOfInterval();
  expect(lines.at(-1)).toMatchObject({ cause: 'other causes', repeated: LIMITS.logCauses * 2 - 1 });
});

test('an entry without an error is written each time', () => {
  for (let at = 0; at < 3; at += 1) log.error({ sha256: 'x' }, 'stored bytes are corrupt');
  expect(lines).toHaveLength(3);
});
