import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { JOBS } from '../../../src/registry/jobs.js';
import { PROVIDER_NAMES } from '../../../src/registry/providers.js';
import { EICAR } from '../../archives/inspect.js';
import { writeZip } from '../../archives/zip-writer.js';
import {
  fileOf,
  json,
  keep,
  openProviderServer,
  plainFileOf,
  status,
} from '../../provider-server.js';
import { sha256Of } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { bytesOf, expectPlainRequests, useExaminations } from './examinations.js';
import { declared, passDays } from './references.js';

const server = await openProviderServer();
const scene = useExaminations(server);
const { world } = scene;

describe('the examination of an external file', () => {
  it.each(everyNth(PROVIDER_NAMES, 3))(
    'an external file of %s becomes the file of its version after every byte was checked',
    async (provider) => {
      const bytes = bytesOf();
      const file = keep(server, provider, bytes);
      const made = await scene.register(declared(file, bytes));
      expect(await scene.examined(made)).toMatchObject({
        state: 'pending',
        progress: { completed: 0, total: 1 },
        attempts: 0,
      });
      expect(await scene.stateOf(made)).toBe('validating');
      await world.settled();
      expect(await scene.examined(made)).toMatchObject({
        state: 'verified',
        progress: { completed: 1, total: 1 },
        terminal_reason: null,
        attempts: 1,
      });
      expect(await scene.stateOf(made)).toBe('ready');
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
      expect(await scene.stagedKeys()).toEqual([]);
    },
  );

  it('a verified reference emits file.ready and writes audit entries', async () => {
    const bytes = bytesOf();
    const made = await scene.register(declared(keep(server, 'github', bytes), bytes));
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

  longTest(
    'an attestation records missing HEAD, range and conditional request support',
    async () => {
      const bytes = bytesOf();
      const file = keep(server, 'github', bytes);
      server.serve(file.filePath, plainFileOf(bytes));
      const made = await scene.register(declared(file, bytes));
      await world.settled();
      const attested = await world.platform.db.referenceAttestation.findFirst({
        where: { referenceId: made.referenceId },
      });
      expect(attested).toMatchObject({
        headSupported: false,
        rangeSupported: false,
        conditionalRequests: false,
      });
    },
  );

  it('an attestation cannot be changed or deleted', async () => {
    const bytes = bytesOf();
    const made = await scene.register(declared(keep(server, 'github', bytes), bytes));
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
    const made = await scene.register(declared(keep(server, 'github', bytes), bytes));
    const { storage, db } = world.platform;
    const left = new Uint8Array([1, 2, 3]);
    await storage.put(`staging/references/${made.jobId}`, Readable.from([left]), 'application/zip');
    await db.referenceValidation.update({
      where: { id: made.jobId },
      data: { state: 'processing' },
    });
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({ state: 'verified' });
  });
});

describe('an external file that differs from its declaration', () => {
  // Both archives have the same length.
  const good = new Uint8Array(writeZip([{ name: 'a.txt', content: 'these' }]));
  const other = new Uint8Array(writeZip([{ name: 'a.txt', content: 'other' }]));
  const longer = new Uint8Array([...good, 0]);
  const infected = new Uint8Array(writeZip([{ name: 'virus.txt', content: EICAR }]));
  const block = async (entry: { sha256: string; sizeBytes: bigint | null }) => {
    const { id: createdById } = await world.platform.db.user.findFirstOrThrow();
    const createdAt = world.clock.now();
    const data = { ...entry, name: 'Unwanted', createdById, createdAt };
    await world.platform.db.blockedHash.create({ data });
  };
  const executable = new Uint8Array(writeZip([{ name: 'tool.exe', content: 'MZ' }]));

  it.each([
    [
      'its provider states another size',
      'github',
      good,
      { size: good.length + 1 },
      good,
      'size_mismatch',
    ],
    [
      'its provider states another SHA-256',
      'github',
      good,
      { digest: `sha256:${'0'.repeat(64)}` },
      good,
      'sha256_mismatch',
    ],
    [
      'its provider states another SHA-1',
      'modrinth',
      good,
      { hashes: { sha512: 'a'.repeat(128), sha1: 'b'.repeat(40) } },
      good,
      'hash_mismatch',
    ],
    ['its bytes differ', 'codeberg', good, {}, other, 'sha256_mismatch'],
    ['it has more bytes', 'codeberg', good, {}, longer, 'size_mismatch'],
    ['it has fewer bytes', 'codeberg', good, {}, good.subarray(1), 'size_mismatch'],
    ['it contains a virus', 'codeberg', infected, {}, infected, 'av_scan_rejected'],
    ['its contents need a review', 'codeberg', executable, {}, executable, 'av_scan_rejected'],
  ] as const)('a reference is rejected if %s', async (_, provider, expected, told, sent, code) => {
    const file = keep(server, provider, sent);
    server.serve(file.apiPath, json(file.tell(expected, told)));
    const made = await scene.register(declared(file, expected));
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({
      state: 'rejected',
      terminal_reason: code,
    });
    expect(await scene.stateOf(made)).toBe('failed');
    expect(await scene.referenceOf(made)).toMatchObject({ state: 'failed', endReason: code });
    expect(await scene.stagedKeys()).toEqual([]);
    const [event] = await world.platform.db.outboxEvent.findMany({
      where: { subjectId: made.artifactId },
    });
    expect(event?.kind).toBe('file.failed');
  });

  it.each(everyNth(PROVIDER_NAMES, 3))(
    'a reference is rejected if %s has no such file',
    async (provider) => {
      const bytes = bytesOf();
      const file = keep(server, provider, bytes);
      server.serve(file.apiPath, status(404));
      const made = await scene.register(declared(file, bytes));
      await world.settled();
      const seen = await scene.examined(made);
      expect([seen.state, seen.terminal_reason]).toEqual(['rejected', 'reference_withdrawn']);
    },
  );

  it.each([
    ['whole', (bytes: Uint8Array) => ({ sha256: sha256Of(bytes), sizeBytes: null })],
    [
      'in its archive',
      () => ({ sha256: sha256Of(new TextEncoder().encode('bad')), sizeBytes: 3n }),
    ],
  ])('a reference is rejected if its file is on the blocklist %s', async (_, entryOf) => {
    const bytes = new Uint8Array(writeZip([{ name: `${randomUUID()}.txt`, content: 'bad' }]));
    await block(entryOf(bytes));
    const made = await scene.register(declared(keep(server, 'codeberg', bytes), bytes));
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({
      state: 'rejected',
      terminal_reason: 'av_scan_rejected',
    });
  });

  it('a verified reference to blocked bytes ends with the daily check, even if its provider is down', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'codeberg', bytes);
    const made = await scene.register(declared(file, bytes));
    await world.settled();
    await block({ sha256: sha256Of(bytes), sizeBytes: null });
    server.serve(file.apiPath, status(500));
    await passDays(world, 1);
    expect(await scene.referenceOf(made)).toMatchObject({
      state: 'withdrawn',
      endReason: 'av_scan_rejected',
    });
  });

  it('malware in the file of a reference ends the other references to the same bytes', async () => {
    const content = randomUUID();
    const bytes = new Uint8Array(writeZip([{ name: 'bad.txt', content }]));
    const register = () => scene.register(declared(keep(server, 'codeberg', bytes), bytes));
    const earlier = [await register(), await register()];
    const other = await scene.register(declared(keep(server, 'codeberg', good), good));
    await world.settled();
    await block({ sha256: sha256Of(new TextEncoder().encode(content)), sizeBytes: 36n });
    const last = await register();
    await world.settled();
    for (const made of [...earlier, last]) {
      expect((await scene.referenceOf(made)).endReason).toBe('av_scan_rejected');
    }
    expect(await scene.referenceOf(other)).toMatchObject({ state: 'verified', revision: 1 });
  });

  it('a reference is rejected if its bytes are blocked after their scan', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'codeberg', bytes);
    const serve = fileOf(bytes);
    // The first HEAD follows the scan.
    server.serve(file.filePath, async (request, response) => {
      if (request.method === 'HEAD') await block({ sha256: sha256Of(bytes), sizeBytes: null });
      serve(request, response);
    });
    const made = await scene.register(declared(file, bytes));
    await world.settled();
    expect(await scene.referenceOf(made)).toMatchObject({
      state: 'failed',
      endReason: 'av_scan_rejected',
    });
  });

  it('a version whose reference was rejected accepts the same source again', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'codeberg', bytes);
    server.serve(file.filePath, fileOf(bytesOf()));
    const body = declared(file, bytes);
    const first = await scene.register(body);
    await world.settled();
    server.serve(file.filePath, fileOf(bytes));
    const again = await scene.registerAgain(first, body);
    expect(again.status).toBe(202);
    await world.settled();
    expect(await scene.stateOf(first)).toBe('ready');
  });
});

it('requests to a provider carry the User-Agent of modport and no credential', () => {
  expectPlainRequests(server);
});

it('an examination runs in a different lane than upload scans', () => {
  expect(JOBS['verify-reference'].lane).not.toBe(JOBS['scan-upload'].lane);
});
