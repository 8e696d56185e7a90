import { describe, expect, it } from 'vitest';
import type { Acknowledged, Attempt, Delivery, Recorded } from '../record.js';
import { checkActions, withEvidence } from './actions.js';
import {
  type Checked,
  checkAll,
  checkAudits,
  checkCounters,
  checkDeliveries,
  checkDownloads,
  checkEvents,
  checkMails,
  checkMalware,
  checkReads,
  checkResponses,
  checkTimes,
  checkTokens,
  checkWrites,
} from './check.js';
import type { Stored } from './stored.js';

const MOD = { id: 'm1', mark: 'alice 1', serial: 2, downloads: 3, downloadsOfDays: 3 };
const VERSION = { id: 'v1', modId: 'm1', name: '1.0.0', state: 'published' };
const FILE = { versionId: 'v1', sha256: 'aa', state: 'ready' };
const EVENT = { id: 'e1', kind: 'version.published', owner: 'alice' };

const stored: Stored = {
  mods: [MOD],
  versions: [VERSION],
  files: [FILE],
  events: [EVENT],
  audits: [
    { action: 'mod.created', targetId: 'm1', count: 1 },
    { action: 'mod.updated', targetId: 'm1', count: 2 },
    { action: 'version.created', targetId: 'v1', count: 1 },
    { action: 'version.published', targetId: 'v1', count: 1 },
  ],
  mails: [{ id: 'n1', outcome: 'sent' }],
};

const by = { caller: 'alice', atMs: 10 };
const acknowledged: Acknowledged[] = [
  { kind: 'mod', modId: 'm1', mark: 'alice 1', ...by },
  { kind: 'edit', modId: 'm1', serial: 2, ...by },
  { kind: 'version', modId: 'm1', versionId: 'v1', name: '1.0.0', ...by },
  { kind: 'file', versionId: 'v1', sha256: 'aa', ...by },
  { kind: 'publication', modId: 'm1', versionId: 'v1', ...by },
];
const delivery: Delivery = {
  caller: 'alice',
  eventId: 'e1',
  deliveryId: 'd1',
  kind: EVENT.kind,
  isGenuine: true,
  atMs: 20,
};
const attempt: Attempt = {
  caller: 'alice',
  operation: 'edit mod',
  beginMs: 0,
  endMs: 5,
  limitMs: 30_000,
  status: 200,
  code: null,
  failure: null,
  isStore: false,
  expects: null,
};
const read = { caller: 'alice', modId: 'm1', beginMs: 11, serial: 2, versionIds: null };
const download = { caller: 'alice', artifactId: 'a1', expected: 'aa', actual: 'aa', atMs: 12 };
const tokenUse = { caller: 'app', state: 'issued', isAccepted: true, atMs: 12 } as const;
const infected = { caller: 'alice', versionId: 'v2', sha256: 'cc', isPublished: false };
const record: Recorded = {
  acknowledged,
  attempts: [attempt],
  reads: [read],
  downloads: [download],
  tokenUses: [tokenUse],
  infected: [infected],
};

const count = ({ violations }: Checked) => violations.length;

it('a run without a broken promise has no violation', () => {
  const checks = checkAll({ record, stored, deliveries: [delivery], mails: 1 });
  expect(checks.flatMap(({ violations }) => violations)).toEqual([]);
  expect(checks.every(({ facts }) => facts > 0)).toBe(true);
});

describe('checkWrites', () => {
  it.each<[lost: string, rows: Partial<Stored>]>([
    ['mod', { mods: [] }],
    ['edit', { mods: [{ ...MOD, serial: 1 }] }],
    ['version', { versions: [] }],
    ['file', { files: [{ ...FILE, sha256: 'bb' }] }],
    ['publication', { versions: [{ ...VERSION, state: 'ready' }] }],
  ])('checkWrites finds an acknowledged %s that is not stored', (_lost, rows) => {
    expect(count(checkWrites(record, { ...stored, ...rows }))).toBeGreaterThan(0);
  });

  it('checkWrites finds a write that happened twice, also without a response', () => {
    const mods = [MOD, { ...MOD, id: 'm2' }];
    expect(count(checkWrites({ ...record, acknowledged: [] }, { ...stored, mods }))).toBe(1);
    const versions = [VERSION, { ...VERSION, id: 'v2' }];
    expect(count(checkWrites({ ...record, acknowledged: [] }, { ...stored, versions }))).toBe(1);
  });
});

it.each([0, 3])('checkAudits finds %i entries of two edits', (entries) => {
  const audits = stored.audits.map((row) =>
    row.action === 'mod.updated' ? { ...row, count: entries } : row,
  );
  expect(count(checkAudits({ ...stored, audits }))).toBe(1);
});

it('checkEvents finds an event without a delivery to its owner, or only with a wrong signature', () => {
  expect(count(checkEvents(stored, []))).toBe(1);
  expect(count(checkEvents(stored, [{ ...delivery, isGenuine: false }]))).toBe(1);
  expect(count(checkEvents(stored, [{ ...delivery, caller: 'bob' }]))).toBe(1);
});

it('checkDeliveries finds wrong signatures, and repetitions with another event', () => {
  expect(count(checkDeliveries([{ ...delivery, isGenuine: false }]))).toBe(1);
  expect(count(checkDeliveries([delivery, { ...delivery, eventId: 'e2' }]))).toBe(1);
  expect(count(checkDeliveries([delivery, delivery]))).toBe(0);
});

it('checkDownloads finds other bytes than were published', () => {
  expect(count(checkDownloads({ ...record, downloads: [{ ...download, actual: 'bb' }] }))).toBe(1);
});

describe('checkReads', () => {
  const seen = (more: object) => count(checkReads({ ...record, reads: [{ ...read, ...more }] }));

  it('checkReads finds a read that is older than an acknowledged edit', () => {
    expect(seen({ serial: 1 })).toBe(1);
  });

  it('checkReads finds a list without a published version', () => {
    expect(seen({ versionIds: [] })).toBe(1);
    expect(seen({ versionIds: ['v1'] })).toBe(0);
  });

  it('checkReads accepts an older state if the read began before the response, or if another caller wrote', () => {
    expect(seen({ serial: 1, beginMs: 9 })).toBe(0);
    expect(seen({ serial: 1, caller: 'bob' })).toBe(0);
  });
});

it.each([
  { state: 'issued', isAccepted: false },
  { state: 'revoked', isAccepted: true },
] as const)('checkTokens finds a token that was %o', (use) => {
  expect(count(checkTokens({ ...record, tokenUses: [{ ...tokenUse, ...use }] }))).toBe(1);
  const right = { ...tokenUse, ...use, isAccepted: !use.isAccepted };
  expect(count(checkTokens({ ...record, tokenUses: [right] }))).toBe(0);
});

it('checkMalware finds malware in a ready file or a published version', () => {
  const seen = (rows: Partial<Stored>, more = {}) =>
    count(
      checkMalware({ ...record, infected: [{ ...infected, ...more }] }, { ...stored, ...rows }),
    );
  expect(seen({})).toBe(0);
  expect(seen({ files: [{ ...FILE, sha256: 'cc' }] })).toBe(1);
  expect(seen({ files: [{ ...FILE, sha256: 'cc', state: 'rejected' }] })).toBe(0);
  expect(seen({ versions: [{ ...VERSION, id: 'v2' }] })).toBe(1);
  expect(seen({}, { isPublished: true })).toBe(1);
});

describe('checkResponses', () => {
  const seen = (more: object) =>
    count(checkResponses({ ...record, attempts: [{ ...attempt, ...more }] }));

  it('checkResponses finds an error without a registered code, and one with the status of another code', () => {
    expect(seen({ status: 502 })).toBe(1);
    expect(seen({ status: 503, code: 'unheard_of' })).toBe(1);
    expect(seen({ status: 404, code: 'service_unavailable' })).toBe(1);
    expect(seen({ status: 503, code: 'service_unavailable' })).toBe(0);
  });

  it('checkResponses finds internal errors, but no errors of the store', () => {
    expect(seen({ status: 500, code: 'internal_error' })).toBe(1);
    expect(seen({ status: 500, isStore: true })).toBe(0);
  });
});

it('checkTimes finds a request without an end, but no refused connection', () => {
  const seen = (failure: Attempt['failure']) =>
    count(checkTimes({ ...record, attempts: [{ ...attempt, status: null, failure }] }));
  expect(seen('timeout')).toBe(1);
  expect(seen('connection')).toBe(0);
});

it('checkCounters finds a total that is not the sum of its days', () => {
  expect(count(checkCounters({ ...stored, mods: [{ ...MOD, downloads: 4 }] }))).toBe(1);
});

it('checkMails finds messages that were not sent, or never arrived', () => {
  const failed = { ...stored, mails: [{ id: 'n1', outcome: 'failed' }] };
  expect(count(checkMails(failed, 1))).toBe(1);
  expect(count(checkMails(stored, 0))).toBe(1);
});

describe('checkActions', () => {
  const fault = { name: 'SIGKILL of api-1', kind: 'kill', beginMs: 1_000, healMs: 2_000 };
  const seen = (atMs: number, recoveredMs: number | null = 5_000) => {
    const outages = [{ caller: 'alice', error: 'edit mod: 503', atMs }];
    return count(checkActions({ done: 9, failures: [], outages }, [{ ...fault, recoveredMs }]));
  };

  it('checkActions accepts that a client gives up during a fault, or within a request after it', () => {
    expect(seen(1_000)).toBe(0);
    expect(seen(35_000)).toBe(0);
    expect(seen(900_000, null)).toBe(0);
  });

  it('checkActions finds a client that gives up before a fault, or later after the recovery', () => {
    expect(seen(999)).toBe(1);
    expect(seen(35_001)).toBe(1);
  });

  it('checkActions finds an action that failed for good during a fault', () => {
    const actions = { done: 9, failures: ['alice: 404'], outages: [] };
    expect(count(checkActions(actions, [{ ...fault, recoveredMs: 5_000 }]))).toBe(1);
  });
});

it('withEvidence finds a check that compared nothing', () => {
  expect(count(withEvidence({ promise: 'every read is fresh', facts: 0, violations: [] }))).toBe(1);
  expect(count(withEvidence({ promise: 'every read is fresh', facts: 1, violations: [] }))).toBe(0);
});
