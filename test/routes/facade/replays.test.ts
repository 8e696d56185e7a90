import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { OPERATIONS, type Operation } from '../../contract/matrix/operations.js';
import { GAME, useStage } from '../../contract/matrix/stage.js';
import { type Subject, subjectOf } from '../../contract/matrix/subject.js';
import type { WireAnswer } from '../../contract/matrix/wire.js';
import { type CutOffs, createCutOffs } from '../../cut-offs.js';
import { FIXTURES } from '../../operations/index.js';
import { bareMod } from '../../publishing.js';
import { everyNth, someOf } from '../../rounds.js';

const stage = useStage();
let cutOffs: CutOffs;

beforeAll(async () => {
  cutOffs = await createCutOffs(stage.world.platform.db);
});

const keyed = OPERATIONS.filter(({ route }) => route.idempotency !== 'none');

describe('replay declarations of keyed routes', () => {
  it.each(keyed.map((it) => [it.operationId, it.route] as const))(
    'the keyed route %s declares how it is replayed',
    (_, { replay, reply }) => {
      expect(replay).toBeDefined();
      if (replay === 'empty') expect(reply.shape).toBe('none');
    },
  );
});

/** The keyed operations that replay a response, each with its fixture. */
const subjects = keyed.flatMap((operation): [string, Subject][] => {
  const fixture = FIXTURES[operation.operationId];
  if (!fixture || operation.route.replay === 'unavailable') return [];
  return [[operation.operationId, subjectOf(operation, fixture, stage)]];
});

/** A write with a key that has not been sent, as often as the test sends it. */
async function keyedWrite({ fixture, fresh, done }: Subject): Promise<() => Promise<WireAnswer>> {
  const sample = await (fixture.effect?.(stage) ?? fresh());
  const how = { key: randomUUID() };
  return () => done(sample, how);
}

/** Counts the effects of a write, none of which may occur twice. */
async function effects(): Promise<Json> {
  const { db } = stage.world.platform;
  return {
    audits: await db.auditEntry.count(),
    events: await db.outboxEvent.count(),
    jobs: await db.job.count({ where: { kind: { in: ['scan-upload', 'index-mod'] } } }),
    pictures: await db.media.count({ where: { deletedAt: null } }),
    grants: await db.downloadGrant.count(),
    deliveries: await db.webhookDelivery.count(),
    downloads: await db.mod.aggregate({ _sum: { downloadsCount: true } }),
    revisions: await db.mod.aggregate({ _sum: { revision: true } }),
  };
}

const HEADERS = ['etag', 'location', 'cache-control', 'x-upload-correlation-id'];

/** The parts of a response that a rebuilt replay keeps: without the state and signed URLs. */
function lasting(answer: WireAnswer, { route: { replay } }: Operation): Json {
  const headers = HEADERS.map((name) => answer.headers[name]);
  const isAfresh = typeof replay === 'object' && replay.how === 'afresh';
  // The text, because a replay keeps the order of the members as well.
  if (!isAfresh) return { status: answer.status, headers, text: answer.text };
  const { upload_id, job, download_job, output } = answer.body.data;
  const download = { download_job: download_job?.id, grant: download_job?.grant_id };
  return { upload_id, job: job?.id, ...download, output };
}

describe('retries after a lost response', () => {
  // The matrix repeats a key of each operation too.
  it.each(everyNth(subjects, 12))(
    'the retry of %s after a lost response replays it without another effect',
    async (_, subject) => {
      const send = await keyedWrite(subject);
      const first = await cutOffs.before('done', send);
      await stage.world.settled();
      const before = await effects();
      const replays = [await send(), await send()];
      for (const replay of replays) {
        expect(lasting(replay, subject.operation)).toEqual(lasting(first, subject.operation));
      }
      await stage.world.settled();
      expect(await effects()).toEqual(before);
    },
  );
});

const stored = subjects.filter(([, { operation }]) => {
  const { replay } = operation.route;
  return typeof replay === 'object' && replay.how === 'stored';
});

describe('replays of stored responses', () => {
  it.each(someOf(stored, 2))(
    'the stored replay of %s keeps the order of the members',
    async (_, subject) => {
      const send = await keyedWrite(subject);
      const first = await send();
      await stage.world.settled();
      const again = await send();
      expect([again.status, again.text]).toEqual([first.status, first.text]);
    },
  );
});

it('a keyed write that had no effect replays its response', async () => {
  const { creator } = stage;
  const path = `/mods/${(await bareMod(creator, GAME)).id}/media:fallback`;
  const made = await creator.post(path);
  const key = { 'Idempotency-Key': randomUUID() };
  const [first, again] = [
    await creator.post(path, undefined, key),
    await creator.post(path, undefined, key),
  ];
  expect([made.status, first.status, again.status]).toEqual([201, 200, 200]);
  expect(again.body).toEqual(first.body);
});
