import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOBS } from '../../src/registry/jobs.js';
import { LIMITS } from '../../src/registry/limits.js';
import { PROVIDER_NAMES } from '../../src/registry/providers.js';
import type { Creator, Json } from '../actors.js';
import { EICAR } from '../archives/inspect.js';
import { writeZip } from '../archives/zip-writer.js';
import { useWorld } from '../harness.js';
import { fileOf, json, keep, openProviderServer, plainFileOf, status } from '../provider-server.js';
import { archiveOf, draftMod, newGame, sha256Of } from '../publishing.js';
import {
  declared,
  examinationOf,
  passDays,
  refer,
  runAllAttempts,
  switchedOn,
} from './references.js';

const server = await openProviderServer();
const elsewhere = await openProviderServer();
afterAll(() => Promise.all([server.close(), elsewhere.close()]));

const world = useWorld(switchedOn(server), { jobs: 'when-settled' });
let alice: Creator;
let modId: string;

beforeAll(async () => {
  await newGame(world, 'kept');
  alice = await world.creator('alice');
  modId = (await draftMod(alice, 'kept')).id;
});

const bytesOf = (text: string = randomUUID()) => new Uint8Array(archiveOf(text));
const stateOf = async ({ versionId }: { versionId: string }) =>
  (await alice.get(`/mods/${modId}/versions/${versionId}`)).body.data.status;
const referenceOf = ({ referenceId }: { referenceId: string }) =>
  world.platform.db.externalReference.findUniqueOrThrow({ where: { id: referenceId } });
/** The event kinds and audit actions of a file, and the code of its last event. */
const toldOf = async ({ artifactId }: { artifactId: string }) => {
  const { outboxEvent, auditEntry } = world.platform.db;
  const events = await outboxEvent.findMany({ where: { subjectId: artifactId } });
  const lines = await auditEntry.findMany({ where: { targetId: artifactId } });
  const data = events.at(-1)?.data as Json;
  return [[...events.map(({ kind }) => kind), ...lines.map(({ action }) => action)], data.code];
};
const stagedKeys = async () =>
  (await world.platform.storage.list('staging/references/')).map(({ key }) => key);

describe('the examination of an external file', () => {
  it.each(PROVIDER_NAMES)(
    'an external file of %s becomes the file of its version after every byte was checked',
    async (provider) => {
      const bytes = bytesOf();
      const file = keep(server, provider, bytes);
      const made = await refer(alice, modId, declared(file, bytes));
      expect(await examinationOf(alice, made)).toMatchObject({
        state: 'pending',
        progress: { completed: 0, total: 1 },
        attempts: 0,
      });
      expect(await stateOf(made)).toBe('validating');
      await world.settled();
      expect(await examinationOf(alice, made)).toMatchObject({
        state: 'verified',
        progress: { completed: 1, total: 1 },
        terminal_reason: null,
        attempts: 1,
      });
      expect(await stateOf(made)).toBe('ready');
      const attested = await world.platform.db.referenceAttestation.findMany({
        where: { referenceId: made.referenceId },
      });
      expect(attested).toMatchObject([
        {
          revision: 1,
          sizeBytes: BigInt(bytes.length),
          sha256: sha256Of(bytes),
          headSupported: true,
          rangeSupported: true,
          conditionalRequests: true,
          engine: 'builtin',
        },
      ]);
      expect(await stagedKeys()).toEqual([]);
    },
  );

  it('a verified reference emits file.ready and writes audit entries', async () => {
    const bytes = bytesOf();
    const made = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
    await world.settled();
    const events = await world.platform.db.outboxEvent.findMany({
      where: { subjectId: made.artifactId },
    });
    expect(events.map(({ kind }) => kind)).toEqual(['file.ready']);
    const actions = await world.platform.db.auditEntry.findMany({
      where: { targetId: made.artifactId },
      orderBy: { id: 'asc' },
    });
    expect(actions.map(({ action }) => action)).toEqual([
      'reference.registered',
      'reference.verified',
    ]);
  });

  it('an attestation records missing HEAD, range and conditional request support', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    server.serve(file.filePath, plainFileOf(bytes));
    const made = await refer(alice, modId, declared(file, bytes));
    await world.settled();
    const attested = await world.platform.db.referenceAttestation.findFirst({
      where: { referenceId: made.referenceId },
    });
    expect(attested).toMatchObject({
      headSupported: false,
      rangeSupported: false,
      conditionalRequests: false,
    });
  });

  it('an attestation cannot be changed or deleted', async () => {
    const bytes = bytesOf();
    const made = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
    await world.settled();
    const where = { referenceId: made.referenceId };
    const { referenceAttestation } = world.platform.db;
    await expect(
      referenceAttestation.updateMany({ where, data: { sha1: '0'.repeat(40) } }),
    ).rejects.toThrow();
    await expect(referenceAttestation.deleteMany({ where })).rejects.toThrow();
  });

  it('an examination whose process died is run again and verifies the file', async () => {
    const bytes = bytesOf();
    const made = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
    const { storage, db } = world.platform;
    const left = new Uint8Array([1, 2, 3]);
    await storage.put(`staging/references/${made.jobId}`, Readable.from([left]), 'application/zip');
    await db.referenceValidation.update({
      where: { id: made.jobId },
      data: { state: 'processing' },
    });
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'verified' });
  });
});

describe('an external file that differs from its declaration', () => {
  // Both archives have the same length.
  const good = new Uint8Array(writeZip([{ name: 'a.txt', content: 'these' }]));
  const other = new Uint8Array(writeZip([{ name: 'a.txt', content: 'other' }]));
  const longer = new Uint8Array([...good, 0]);
  const infected = new Uint8Array(writeZip([{ name: 'virus.txt', content: EICAR }]));
  const executable = new Uint8Array(writeZip([{ name: 'tool.exe', content: 'MZ' }]));

  it.each([
    [
      'its provider tells another size',
      'github',
      good,
      { size: good.length + 1 },
      good,
      'size_mismatch',
    ],
    [
      'its provider tells another SHA-256',
      'github',
      good,
      { digest: `sha256:${'0'.repeat(64)}` },
      good,
      'sha256_mismatch',
    ],
    [
      'its provider tells another SHA-1',
      'modrinth',
      good,
      { hashes: { sha512: 'a'.repeat(128), sha1: 'b'.repeat(40) } },
      good,
      'hash_mismatch',
    ],
    ['other bytes come', 'codeberg', good, {}, other, 'sha256_mismatch'],
    ['more bytes come', 'codeberg', good, {}, longer, 'size_mismatch'],
    ['fewer bytes come', 'codeberg', good, {}, good.subarray(1), 'size_mismatch'],
    ['a virus is in it', 'codeberg', infected, {}, infected, 'av_scan_rejected'],
    [
      'somebody would have to look into it',
      'codeberg',
      executable,
      {},
      executable,
      'av_scan_rejected',
    ],
  ] as const)('a reference is rejected if %s', async (_, provider, expected, told, sent, code) => {
    const file = keep(server, provider, sent);
    server.serve(file.apiPath, json(file.tell(expected, told)));
    const made = await refer(alice, modId, declared(file, expected));
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({
      state: 'rejected',
      terminal_reason: code,
    });
    expect(await stateOf(made)).toBe('failed');
    expect(await referenceOf(made)).toMatchObject({ state: 'failed', endReason: code });
    expect(await stagedKeys()).toEqual([]);
    const [event] = await world.platform.db.outboxEvent.findMany({
      where: { subjectId: made.artifactId },
    });
    expect(event?.kind).toBe('file.failed');
  });

  it.each(PROVIDER_NAMES)('a reference is rejected if %s has no such file', async (provider) => {
    const bytes = bytesOf();
    const file = keep(server, provider, bytes);
    server.serve(file.apiPath, status(404));
    const made = await refer(alice, modId, declared(file, bytes));
    await world.settled();
    const seen = await examinationOf(alice, made);
    expect([seen.state, seen.terminal_reason]).toEqual(['rejected', 'reference_withdrawn']);
  });

  it('a version whose reference was rejected accepts the same source again', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'codeberg', bytes);
    server.serve(file.filePath, fileOf(bytesOf()));
    const body = declared(file, bytes);
    const first = await refer(alice, modId, body);
    await world.settled();
    server.serve(file.filePath, fileOf(bytes));
    const path = `/mods/${modId}/versions/${first.versionId}/external-artifact`;
    const again = await alice.post(path, body, { 'Idempotency-Key': randomUUID() });
    expect(again.status).toBe(202);
    await world.settled();
    expect(await stateOf(first)).toBe('ready');
  });
});

describe('a provider that does not respond properly', () => {
  it("a provider's Retry-After delays the examination without spending an attempt", async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    server.serve(file.apiPath, status(429, { 'Retry-After': '120' }));
    const made = await refer(alice, modId, declared(file, bytes));
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'processing', attempts: 0 });
    server.serve(file.apiPath, json(file.tell(bytes)));
    world.clock.advance(110);
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'processing' });
    world.clock.advance(11);
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'verified', attempts: 1 });
  });

  it('an examination waits at most an hour per Retry-After, backs off and fails after the last wait', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    const times = () => server.asked.filter(({ path }) => path === file.apiPath).length;
    const minutes: number[] = [];
    server.serve(file.apiPath, status(429, { 'Retry-After': '86400' }));
    const made = await refer(alice, modId, declared(file, bytes));
    await world.settled();
    world.clock.advance(LIMITS.providerWaitMaxSeconds - 60);
    await world.settled();
    expect(times()).toBe(1);
    server.serve(file.apiPath, status(503, { 'Retry-After': '1' }));
    world.clock.advance(61);
    for (let asked = 2; asked <= LIMITS.providerWaits; asked += 1) {
      await world.settled();
      const { next_attempt_at, attempts } = await examinationOf(alice, made);
      const waitSeconds = (Date.parse(next_attempt_at) - world.clock.now().getTime()) / 1000;
      minutes.push(Math.round(waitSeconds / 60));
      expect([times(), attempts]).toEqual([asked, 0]);
      world.clock.advance(waitSeconds + 1);
    }
    expect(minutes).toEqual([2, 4, 8, 16, 32, ...Array.from(minutes.slice(5), () => 60)]);
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({
      state: 'failed',
      terminal_reason: 'provider_rate_limited',
      next_attempt_at: null,
    });
    expect(await stateOf(made)).toBe('failed');
    expect(await referenceOf(made)).toMatchObject({
      state: 'failed',
      endReason: 'provider_rate_limited',
      locatorKey: null,
    });
    expect(await toldOf(made)).toEqual([
      ['file.failed', 'reference.registered', 'reference.rejected'],
      'provider_rate_limited',
    ]);
    const asked = times();
    world.clock.advance(2 * LIMITS.providerWaitMaxSeconds);
    await world.settled();
    expect(times()).toBe(asked);
  });

  it('a verified reference becomes stale, not failed, if its provider keeps rate limiting', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    const made = await refer(alice, modId, declared(file, bytes));
    await world.settled();
    server.serve(file.apiPath, status(429));
    const { referenceId } = made;
    const open = { referenceId, state: 'processing' } as const;
    const { referenceValidation } = world.platform.db;
    for (const [days, state] of [[1, 'verified'] as const, [4, 'stale'] as const]) {
      await passDays(world, days);
      // Skips all waits but the last.
      const data = { waits: LIMITS.providerWaits };
      expect(await referenceValidation.updateMany({ where: open, data })).toEqual({ count: 1 });
      world.clock.advance(LIMITS.providerWaitMaxSeconds);
      await world.settled();
      expect(await referenceOf(made)).toMatchObject({ state, endReason: null });
      const last = { where: { referenceId }, orderBy: { createdAt: 'desc' } } as const;
      expect(await referenceValidation.findFirst(last)).toMatchObject({
        state: 'failed',
        terminalReason: 'provider_rate_limited',
      });
    }
  });

  it('an interrupted download is retried', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'codeberg', bytes);
    server.serve(file.filePath, (_request, response) => {
      response.writeHead(200, { 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, 10), () => response.destroy());
    });
    const made = await refer(alice, modId, declared(file, bytes));
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'processing', attempts: 1 });
    expect(await stagedKeys()).toEqual([]);
    server.serve(file.filePath, fileOf(bytes));
    world.clock.advance(61);
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'verified', attempts: 2 });
  });

  it.each([
    ['answers 500', status(500)],
    ['answers what is no JSON', plainFileOf(new Uint8Array([1]))],
    ['redirects without end', status(302, { Location: '/repos/round' })],
    ['redirects to another host', status(302, { Location: `${elsewhere.origin}/secret` })],
    ['redirects into the machine', status(302, { Location: 'http://127.0.0.1:22/' })],
  ])('an examination fails after five attempts if its provider %s', async (_, answer) => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    server.serve('/repos/round', status(302, { Location: '/repos/round' }));
    server.serve(file.apiPath, answer);
    const made = await refer(alice, modId, declared(file, bytes));
    await runAllAttempts(world);
    expect(await examinationOf(alice, made)).toMatchObject({
      state: 'failed',
      terminal_reason: 'provider_unavailable',
      attempts: 5,
    });
    expect(await stateOf(made)).toBe('failed');
    expect(elsewhere.asked).toEqual([]);
  });
});

it('requests to a provider carry the User-Agent of modport and no credential', () => {
  for (const { headers } of server.asked) {
    expect(headers['user-agent']).toMatch(/^modport\/\d\S* \(\+http/);
    expect(headers['accept-encoding']).toBe('identity');
    expect(headers.authorization ?? headers.cookie).toBeUndefined();
  }
});

it('an examination runs in a different lane than upload scans', () => {
  expect(JOBS['verify-reference'].lane).not.toBe(JOBS['scan-upload'].lane);
});
