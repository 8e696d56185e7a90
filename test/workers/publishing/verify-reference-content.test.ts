import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { examineReferences } from '../../../src/modules/publishing/references/examine-references.js';
import { blobKeyOf } from '../../../src/modules/storage/index.js';
import { condemnBlob, recordFinding } from '../../../src/modules/storage/safety/unsafe-blob.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import { transact } from '../../../src/request/transact.js';
import { EICAR } from '../../archives/inspect.js';
import { writeZip } from '../../archives/zip-writer.js';
import { fileOf, json, keep, openProviderServer, status } from '../../provider-server.js';
import { sha256Of } from '../../publishing.js';
import { bytesOf, useExaminations } from './examinations.js';
import { declared, passDays } from './references.js';

const server = await openProviderServer();
const scene = useExaminations(server, 'minecraft');

describe('the inspection of an external file', () => {
  const jar = { filename: 'mod.jar', content_type: 'application/java-archive' };
  const library = writeZip([{ name: 'A.class', content: Buffer.from('cafebabe00000041', 'hex') }]);
  const jarOf = (id: string) =>
    new Uint8Array(
      writeZip([
        { name: `${id}.txt`, content: id },
        { name: 'META-INF/jars/library.jar', content: library },
      ]),
    );

  it.each([
    ['accepts', ['fabric'], { state: 'verified', terminal_reason: null }],
    ['rejects', [], { state: 'rejected', terminal_reason: 'av_scan_rejected' }],
  ])(
    'the examination of a jar with a library %s it for the loaders %s',
    async (_, loaders, end) => {
      const bytes = jarOf(randomUUID());
      const made = await scene.register(declared(keep(server, 'codeberg', bytes), bytes, jar));
      const where = { id: made.versionId };
      await scene.world.platform.db.modVersion.update({
        where,
        data: { loaderPlatforms: loaders },
      });
      await scene.world.settled();
      expect(await scene.examined(made)).toMatchObject(end);
    },
  );

  it.each([
    ['accepts', ['EICAR-Test-File'], 'verified', 'sealed'],
    ['rejects', ['Another.Find'], 'rejected', 'unsafe'],
  ])(
    'the examination %s bytes for which an admin cleared %s, and stored bytes of the same digest follow',
    async (_, clearedFinds, state, stored) => {
      const files = [{ name: `${randomUUID()}.txt`, content: EICAR }];
      const bytes = new Uint8Array(writeZip(files));
      const sha256 = sha256Of(bytes);
      const storageKey = blobKeyOf(sha256);
      const facts = { sizeBytes: bytes.length, contentType: 'application/zip', etag: 'none' };
      await scene.world.platform.db.blob.create({
        data: { sha256, storageKey, ...facts, clearedFinds },
      });
      const made = await scene.register(declared(keep(server, 'codeberg', bytes), bytes));
      await scene.world.settled();
      expect((await scene.examined(made)).state).toBe(state);
      const blob = await scene.world.platform.db.blob.findUniqueOrThrow({
        where: { sha256 },
        select: { state: true, scans: { select: { cause: true, found: true } } },
      });
      const scans = stored === 'unsafe' ? [{ cause: 'reference', found: 'EICAR-Test-File' }] : [];
      expect(blob).toEqual({ state: stored, scans });
    },
  );

  it('malware in equal bytes during an examination keeps its doubt, and the next one reads the bytes again', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'codeberg', bytes);
    const { platform } = scene.world;
    const made = await scene.register(declared(file, bytes));
    await scene.world.settled();
    const serve = fileOf(bytes);
    // The first HEAD follows the scan.
    server.serve(file.filePath, async (request, response) => {
      if (request.method === 'HEAD') {
        const ctx = createSystemContext(platform, 'test');
        await examineReferences(ctx, sha256Of(bytes), new AbortController().signal);
      }
      serve(request, response);
    });
    const reads = () =>
      server.asked.filter(({ method, path }) => method === 'GET' && path === file.filePath).length;
    await passDays(scene.world, LIMITS.referenceAttestedSeconds / 86_400);
    expect(await scene.referenceOf(made)).toMatchObject({ state: 'verified', attestedAt: null });
    server.serve(file.filePath, serve);
    const before = reads();
    await passDays(scene.world, 1);
    expect(reads()).toBeGreaterThan(before);
    expect((await scene.referenceOf(made)).attestedAt).not.toBeNull();
  });
});

describe('a verified external file', () => {
  const { world } = scene;
  const verified = async () => {
    const bytes = new Uint8Array(writeZip([{ name: `${randomUUID()}.txt`, content: 'fine' }]));
    const file = keep(server, 'codeberg', bytes);
    const made = await scene.register(declared(file, bytes));
    await world.settled();
    expect((await scene.referenceOf(made)).state).toBe('verified');
    return { made, file, bytes, sha256: sha256Of(bytes), sizeBytes: bytes.length };
  };
  const ctx = () => createSystemContext(world.platform, 'test');
  const infected = () => ({
    verdict: 'infected' as const,
    reasons: [],
    engine: { name: 'clamav', signatures: '1' },
    found: 'Java.Late',
    scannedAt: world.clock.now(),
  });
  const block = async (sha256: string) => {
    const root = await world.creator(`root-${randomUUID()}`);
    const where = { id: root.userId };
    await world.platform.db.user.update({ where, data: { role: 'admin' } });
    const admin = await root.withToken({ scopes: 'admin:*' });
    const input = `{ sha256: "${sha256}", name: "Late" }`;
    const { body } = await admin.graphql(`mutation { blockHash(input: ${input}) { id } }`);
    expect(body.errors).toBeUndefined();
  };
  /** The examinations of a file that have not ended. */
  const open = ({ referenceId }: Awaited<ReturnType<typeof verified>>['made']) =>
    world.platform.db.referenceValidation.findMany({
      where: { referenceId, state: { in: ['pending', 'processing'] } },
    });
  const ends = async (made: Awaited<ReturnType<typeof verified>>['made']) => {
    await world.settled();
    expect(await scene.referenceOf(made)).toMatchObject({
      state: 'withdrawn',
      endReason: 'av_scan_rejected',
    });
  };

  it('a verified external file ends at once when an admin blocks its digest', async () => {
    const { made, sha256 } = await verified();
    await block(sha256);
    await ends(made);
  });

  it('a verified external file ends at once, although its provider requires a wait', async () => {
    const { made, sha256, file } = await verified();
    server.serve(file.apiPath, status(429, { 'Retry-After': '3600' }));
    await passDays(world, 1);
    await block(sha256);
    await ends(made);
    expect((await open(made)).length).toBe(0);
  });

  it('a verified external file ends, although its digest is blocked while the provider confirms it', async () => {
    const { made, sha256, file, bytes } = await verified();
    const { userId: createdById } = await world.creator('root');
    const entry = { sha256, name: 'Late', createdById };
    server.serve(file.apiPath, async (request, response) => {
      const createdAt = world.clock.now();
      await world.platform.db.blockedHash.create({ data: { ...entry, createdAt } });
      await examineReferences(ctx(), sha256, new AbortController().signal);
      json(file.tell(bytes))(request, response);
    });
    await passDays(world, 1);
    await ends(made);
  });

  it('malware in equal bytes that are not stored has the file read again, also during a confirmation', async () => {
    const { made, sha256, file, bytes } = await verified();
    const reads = () =>
      server.asked.filter(({ method, path }) => method === 'GET' && path === file.filePath).length;
    const found = () =>
      transact(ctx(), (tx) => recordFinding(ctx(), tx, sha256, { cause: 'upload', ...infected() }));
    const before = reads();
    await found();
    await world.settled();
    const afterFirst = reads();
    expect(afterFirst).toBeGreaterThan(before);
    server.serve(file.apiPath, async (request, response) => {
      server.serve(file.apiPath, json(file.tell(bytes)));
      await examineReferences(ctx(), sha256, new AbortController().signal);
      json(file.tell(bytes))(request, response);
    });
    await passDays(world, 1);
    expect(reads()).toBeGreaterThan(afterFirst);
    expect(await scene.referenceOf(made)).toMatchObject({ state: 'verified' });
    expect((await scene.referenceOf(made)).attestedAt).not.toBeNull();
  });

  it('a verified external file ends at once when equal stored bytes become unsafe', async () => {
    const { made, sha256, sizeBytes } = await verified();
    const { id } = await world.platform.db.blob.create({
      data: {
        sha256,
        storageKey: blobKeyOf(sha256),
        sizeBytes,
        contentType: 'application/zip',
        etag: 'none',
      },
    });
    await transact(ctx(), (tx) =>
      condemnBlob(ctx(), tx, { blobId: id, cause: 'rescan', ...infected() }),
    );
    await ends(made);
  });
});
