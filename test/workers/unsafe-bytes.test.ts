import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { enqueue } from '../../src/platform/queue/enqueue.js';
import { StoreUnavailable } from '../../src/platform/storage/storage.port.js';
import { JOBS } from '../../src/registry/jobs.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Actor, Creator, Json } from '../actors.js';
import { writeZip } from '../archives/zip-writer.js';
import { useWorld } from '../harness.js';
import { graphqlList, walkThrough } from '../lists.js';
import { untilSomebodyWaits } from '../locks.js';
import { noise } from '../platform/scanner/contract.js';
import { type FakeClamd, startFakeClamd, versionOf } from '../platform/scanner/fake-clamd.js';
import {
  draftMod,
  draftVersion,
  newGame,
  newModerator,
  publishedVersion,
  refusal,
  sendFile,
  sha256Of,
} from '../publishing.js';

const environment: NodeJS.ProcessEnv = {};
let clamd: FakeClamd;
beforeAll(async () => {
  clamd = await startFakeClamd();
  environment['CLAMD_ADDRESS'] = clamd.environment;
  return () => clamd.stop();
});

const world = useWorld(environment);
let alice: Creator;
let moderator: Creator;
let root: Creator;
let admin: Actor;

beforeAll(async () => {
  await newGame(world, 'unsafe');
  alice = await world.creator('alice');
  moderator = await newModerator(world, 'mary');
  root = await world.creator('root');
  await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
});

beforeEach(async () => {
  // A recent second factor, independent of the clock.
  admin = await root.withToken({ scopes: 'admin:*' });
  clamd.script.version = versionOf(world.clock.now());
  clamd.script.verdict = () => 'stream: OK';
  world.clock.advance(LIMITS.clamdVersionSeconds);
});

const archive = (...files: (string | Buffer)[]) =>
  new Uint8Array(writeZip(files.map((content, at) => ({ name: `${at}.txt`, content }))));
const finds = (text: string) => {
  clamd.script.verdict = (content) =>
    content.includes(text) ? 'stream: Java.Late FOUND' : 'stream: OK';
};

const ask = async (query: string, variables: object = {}, actor = admin): Promise<Json> => {
  const { body } = await actor.graphql(query, variables);
  return body.errors ? body.errors[0].extensions.code : Object.values(body.data)[0];
};
const block = (input: object) =>
  ask(
    'mutation ($input: BlockHashInput!) { blockHash(input: $input) { id sha256 sizeBytes name note createdById removedAt } }',
    { input },
  );
const clear = (sha256: string, actor = admin) =>
  ask(
    'mutation ($sha256: String!) { clearBlob(sha256: $sha256, note: "looked at") { state } }',
    { sha256 },
    actor,
  );
const rescan = async (sha256: string | null = null) => {
  world.clock.advance(1);
  const order = await ask(
    'mutation ($sha256: String) { rescanBlobs(sha256: $sha256) { sha256 } }',
    {
      sha256,
    },
  );
  await world.settled();
  return order;
};
const scansOf = async (sha256: string): Promise<string[]> => {
  const query = `{ listBlobScans(sha256: "${sha256}") { items { cause verdict found reasons } } }`;
  const { items } = await ask(query, {}, moderator);
  return items.map((it: Json) =>
    [it.cause, it.verdict, it.found, ...it.reasons].filter(Boolean).join(' '),
  );
};
const stateOf = async (sha256: string) =>
  (await world.platform.db.blob.findUnique({ where: { sha256 } }))?.state;
const resolve = async (artifactId: string, actor: Actor = world.anon) => {
  const answer = await actor.post(`/downloads/${artifactId}/resolve`);
  return answer.status === 200 ? 'resolved' : refusal(answer);
};

let count = 0;
const newMod = async () => (await draftMod(alice, 'unsafe')).id as string;
const publish = async (bytes: Uint8Array<ArrayBuffer>, modId?: string) => {
  count += 1;
  const id = modId ?? (await newMod());
  const ids = await publishedVersion(world, alice, id, { version: `1.${count}` }, bytes);
  return { ...ids, modId: id, sha256: sha256Of(bytes) };
};
const send = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  count += 1;
  const modId = await newMod();
  const { id: versionId } = await draftVersion(alice, modId, { version: `1.${count}` });
  return sendFile(alice, { modId, versionId }, bytes);
};
const upload = async (bytes: Uint8Array<ArrayBuffer>): Promise<Json> => {
  const id = await send(bytes);
  await alice.post(`/uploads/${id}/complete`, {});
  await world.settled();
  return (await alice.get(`/uploads/${id}`)).body.data;
};
const latestOf = async (modId: string) =>
  (await world.anon.get(`/mods/${modId}`)).body.data.latest_release?.version ?? null;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a published file that a rescan finds infected', () => {
  it('an upload session shows the failure av_scan_rejected after its file was found unsafe', async () => {
    const out = await publish(archive('told late'));
    const upload = async () => (await alice.get(`/uploads/${out.uploadId}`)).body.data;
    expect((await upload()).failure).toBeNull();
    await world.platform.db.artifact.update({
      where: { id: out.artifactId },
      data: { scanStatus: 'rejected' },
    });
    expect(await upload()).toMatchObject({
      lifecycleStatus: 'published',
      failure: { code: 'av_scan_rejected', state: 'scan_failed', retryable: false },
    });
    expect((await upload()).failure.detail).toContain('new version');
  });

  it('all files of infected bytes return 404 to every caller at once, and their mod offers the previous version', async () => {
    const bytes = archive('found late');
    const { modId, versionId: beforeId } = await publish(archive('harmless'));
    const one = await publish(bytes, modId);
    const other = await publish(bytes);
    const before = (await alice.get(`/mods/${modId}/versions/${beforeId}`)).body.data.version;
    expect(await resolve(one.artifactId)).toBe('resolved');
    const { db } = world.platform;
    finds('found late');
    expect(await rescan()).toEqual({ sha256: null });

    expect(await resolve(one.artifactId)).toBe('404 file_not_found');
    expect(await resolve(one.artifactId, alice)).toBe('404 file_not_found');
    expect(await resolve(other.artifactId)).toBe('404 file_not_found');
    const unknown = await world.anon.post(`/downloads/${beforeId}/resolve`);
    const unsafe = await world.anon.post(`/downloads/${one.artifactId}/resolve`);
    const shown = ({ body }: { body: Json }) => ({
      ...body,
      instance: '',
      request_id: '',
      trace_id: '',
    });
    expect(shown(unsafe)).toEqual(shown(unknown));

    expect(await latestOf(modId)).toBe(before);
    expect(await latestOf(other.modId)).toBeNull();
    const grants = await db.downloadGrant.findMany({ where: { artifactId: one.artifactId } });
    expect(grants.map(({ state }) => state)).toEqual(['revoked']);
    for (const { artifactId } of [one, other]) {
      const failed = await db.outboxEvent.findMany({
        where: { subjectId: artifactId, kind: 'file.failed' },
      });
      expect(failed).toMatchObject([
        { data: { artifact_id: artifactId, code: 'av_scan_rejected' } },
      ]);
      const lines = await db.auditEntry.count({
        where: { targetId: artifactId, action: 'file.failed' },
      });
      expect(lines).toBe(1);
    }
    const audit = await db.auditEntry.findMany({ where: { action: 'blob.condemned' } });
    expect(audit).toMatchObject([
      { data: { sha256: one.sha256, found: 'Java.Late', cause: 'rescan', files: 2 } },
    ]);
    expect(await scansOf(one.sha256)).toEqual([
      'rescan infected Java.Late',
      'upload clean',
      'upload clean',
    ]);
  });

  it('an upload of bytes that a rescan found infected fails, even if the antivirus finds them clean', async () => {
    const bytes = archive('comes again');
    const { sha256 } = await publish(bytes);
    finds('comes again');
    await rescan(sha256);
    clamd.script.verdict = () => 'stream: OK';
    expect(await upload(bytes)).toMatchObject({
      lifecycleStatus: 'failed',
      failure: { code: 'av_scan_rejected' },
    });
  });

  it('an unsafe blob stays unsafe after a clean rescan until an admin clears it', async () => {
    const bytes = archive('a false alarm');
    const { artifactId, modId, sha256 } = await publish(bytes);
    const version = await latestOf(modId);
    finds('a false alarm');
    await rescan(sha256);
    clamd.script.verdict = () => 'stream: OK';
    await rescan(sha256);
    expect(await scansOf(sha256)).toEqual([
      'rescan clean',
      'rescan infected Java.Late',
      'upload clean',
    ]);
    expect([await stateOf(sha256), await resolve(artifactId)]).toEqual([
      'unsafe',
      '404 file_not_found',
    ]);

    expect(await clear(sha256, moderator)).toBe('forbidden');
    expect(await clear(sha256)).toEqual({ state: 'sealed' });
    expect(await clear(sha256)).toBe('invalid_state');
    expect(await clear('0'.repeat(64))).toBe('not_found');
    expect(await clear('no digest')).toBe('invalid_sha256');
    await world.settled();
    expect([await resolve(artifactId), await latestOf(modId)]).toEqual(['resolved', version]);
    const { db } = world.platform;
    const cleared = await db.auditEntry.findFirst({ where: { action: 'blob.cleared' } });
    expect(cleared).toMatchObject({
      actorId: root.userId,
      data: { sha256, note: 'looked at', found: ['Java.Late'], files: 1 },
    });
    const events = await db.outboxEvent.count({
      where: { subjectId: artifactId, kind: 'file.ready' },
    });
    expect(events).toBe(2);

    finds('a false alarm');
    await rescan(sha256);
    expect([await stateOf(sha256), (await scansOf(sha256))[0]]).toEqual([
      'sealed',
      'rescan infected Java.Late',
    ]);
    clamd.script.verdict = () => 'stream: Another FOUND';
    await rescan(sha256);
    expect(await stateOf(sha256)).toBe('unsafe');
  });

  it('a cleared blob becomes unsafe again for any finding that was not cleared', async () => {
    const blocked = noise(4_000, 11);
    const bytes = archive(Buffer.from('first harmless'), Buffer.from('second bad'), blocked);
    const { sha256 } = await publish(bytes);
    finds('first harmless');
    await rescan(sha256);
    await clear(sha256);
    world.clock.advance(1);
    const entry = { sha256: sha256Of(blocked), sizeBytes: 4_000, name: 'Third' };
    await block(entry);
    clamd.script.verdict = (content) => {
      if (content.length < 100 && content.includes('first harmless'))
        return 'stream: Java.Late FOUND';
      return content.equals(blocked) ? 'stream: Of.Engine FOUND' : 'stream: OK';
    };
    await rescan(sha256);
    expect(await stateOf(sha256)).toBe('unsafe');
    const scan = await world.platform.db.blobScan.findFirst({
      where: { blob: { sha256 } },
      orderBy: { scannedAt: 'desc' },
    });
    expect([scan?.found, scan?.alsoFound]).toEqual(['Java.Late', ['Blocked.Third', 'Of.Engine']]);

    // The scan lists all three findings, so clearing covers all three.
    expect(await clear(sha256)).toEqual({ state: 'sealed' });
    await rescan(sha256);
    expect(await stateOf(sha256)).toBe('sealed');
    clamd.script.verdict = (content) =>
      content.includes('second bad') && content.length < 100
        ? 'stream: Fourth FOUND'
        : 'stream: OK';
    await rescan(sha256);
    expect(await stateOf(sha256)).toBe('unsafe');
  });

  it('an upload of cleared bytes passes with the cleared finding and fails with a new one', async () => {
    const bytes = archive('harmless after all');
    const { sha256 } = await publish(bytes);
    finds('harmless after all');
    await rescan(sha256);
    expect((await upload(bytes)).lifecycleStatus).toBe('failed');
    await clear(sha256);
    const passed = await upload(bytes);
    expect(passed.lifecycleStatus).toBe('ready');
    expect((await scansOf(sha256))[0]).toBe('upload infected Java.Late');
    const row = await world.platform.db.uploadSession.findUniqueOrThrow({
      where: { id: passed.upload_id },
    });
    expect(row.inspection).toMatchObject({ outcome: { kind: 'clean', cleared: ['Java.Late'] } });
    clamd.script.verdict = (content) =>
      content.includes('harmless after all') ? 'stream: Another FOUND' : 'stream: OK';
    expect(await upload(bytes)).toMatchObject({
      lifecycleStatus: 'failed',
      failure: { code: 'av_scan_rejected' },
    });
  });
});

describe('a rescan without a finding', () => {
  it('a rescan with an unknown verdict keeps the file available and stores the verdict', async () => {
    const { artifactId, sha256 } = await publish(archive('not told'));
    clamd.script.verdict = () => 'stream: Heuristics.Limits.Exceeded FOUND';
    await rescan(sha256);
    expect(await scansOf(sha256)).toEqual(['rescan unknown antivirus_unknown', 'upload clean']);
    expect([await stateOf(sha256), await resolve(artifactId)]).toEqual(['sealed', 'resolved']);
  });

  it("a rescan applies the content rules of the file's game, like its upload", async () => {
    await newGame(world, 'foundry-vtt');
    const { id } = await draftMod(alice, 'foundry-vtt');
    const script = { name: 'module.js', content: 'export const plain = 1;' };
    const manifest = { name: 'module.json', content: '{"esmodules":["module.js"]}' };
    const { sha256 } = await publish(new Uint8Array(writeZip([script, manifest])), id);
    await rescan(sha256);
    expect(await scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
  });

  it('a rescan continues after a blob whose object is missing', async () => {
    const gone = await publish(archive('removed from the store'));
    const late = await publish(archive('behind it'));
    await world.platform.storage.remove(`blobs/${gone.sha256}`);
    finds('behind it');
    await rescan();
    expect((await scansOf(gone.sha256))[0]).toBe('rescan unknown object_missing');
    expect(await stateOf(late.sha256)).toBe('unsafe');
  });

  it('a rescan continues after a blob that breaks the antivirus connection', async () => {
    const deadly = await publish(archive('deadly'));
    const late = await publish(archive('after it'));
    clamd.script.verdict = (content) => {
      if (content.includes('deadly')) return 'hang up';
      return content.includes('after it') ? 'stream: Java.Late FOUND' : 'stream: OK';
    };
    await rescan();
    expect((await scansOf(deadly.sha256))[0]).toBe('rescan unknown scan_failed');
    expect([await stateOf(deadly.sha256), await stateOf(late.sha256)]).toEqual([
      'sealed',
      'unsafe',
    ]);
  });

  it('a rescan that the store interrupted is retried and then finds the infection', async () => {
    const { storage } = world.platform;
    const broken = await publish(archive('too late 1'));
    const away = await publish(archive('too late 2'));
    const late = await publish(archive('too late 3'));
    const troubles = new Map<string, Error>([
      [`blobs/${broken.sha256}`, new Error('the disk gives no more')],
      [`blobs/${away.sha256}`, new StoreUnavailable('not now')],
    ]);
    const read = storage.readTransient.bind(storage);
    const store = vi.spyOn(storage, 'readTransient').mockImplementation(async (key, range) => {
      const trouble = troubles.get(key);
      if (trouble) throw trouble;
      return read(key, range);
    });
    finds('too late');
    const scans = async () => [await scansOf(broken.sha256), await scansOf(away.sha256)];
    await rescan();
    expect(await scans()).toEqual([
      ['rescan unknown scan_failed', 'upload clean'],
      ['upload clean'],
    ]);
    expect([await resolve(broken.artifactId), await stateOf(late.sha256)]).toEqual([
      'resolved',
      'unsafe',
    ]);
    await world.settled();
    expect(await scansOf(broken.sha256)).toHaveLength(2);
    store.mockRestore();
    world.clock.advance(LIMITS.rescanRetrySeconds + 60);
    await world.settled();
    expect([await stateOf(broken.sha256), await stateOf(away.sha256)]).toEqual([
      'unsafe',
      'unsafe',
    ]);
  });

  it('a rescan backs off for unreadable bytes, except for a rescan that an admin requests', async () => {
    const { sha256 } = await publish(archive('never read'));
    await world.platform.storage.remove(`blobs/${sha256}`);
    const tried = async () => (await scansOf(sha256)).length - 1;
    await rescan(sha256);
    expect(await tried()).toBe(1);
    const later = async (seconds: number) => {
      world.clock.advance(seconds);
      await world.settled();
      return tried();
    };
    expect(await later(LIMITS.rescanRetrySeconds + 60)).toBe(2);
    expect(await later(LIMITS.rescanRetrySeconds)).toBe(2);
    await rescan(sha256);
    expect(await tried()).toBe(3);
  });

  it('a rescan stores no verdict while the store is down, and continues when the store is up', async () => {
    const { storage } = world.platform;
    const { sha256 } = await publish(archive('the store is away'));
    const head = vi.spyOn(storage, 'head').mockRejectedValue(new StoreUnavailable('away'));
    const ping = vi.spyOn(storage, 'ping').mockRejectedValue(new StoreUnavailable('away'));
    await rescan(sha256);
    const row = await world.platform.db.blob.findUnique({ where: { sha256 } });
    expect([await scansOf(sha256), row?.rescanFailures]).toEqual([['upload clean'], 0]);
    head.mockRestore();
    ping.mockRestore();
    world.clock.advance(JOBS['rescan-blobs'].backoffSeconds);
    await world.settled();
    expect(await scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
  });

  it('a rescan waits for current signatures and decides nothing meanwhile', async () => {
    const { sha256 } = await publish(archive('waits'));
    clamd.script.version = 'ClamAV 1.4.6';
    world.clock.advance(LIMITS.clamdVersionSeconds);
    await rescan(sha256);
    expect(await scansOf(sha256)).toEqual(['upload clean']);
    clamd.script.version = versionOf(world.clock.now());
    world.clock.advance(Math.max(LIMITS.clamdVersionSeconds, 60));
    await world.settled();
    expect(await scansOf(sha256)).toEqual(['rescan clean', 'upload clean']);
  });
});

describe('the blocklist', () => {
  it('the blocklist refuses an upload whose digest is listed without a size', async () => {
    const bytes = archive('unwanted as a whole');
    const entry = { sha256: sha256Of(bytes).toUpperCase(), name: 'Unwanted', note: ' why ' };
    expect(await block(entry)).toMatchObject({
      ...{ sha256: sha256Of(bytes), sizeBytes: null, name: 'Unwanted', note: 'why' },
      ...{ createdById: root.userId, removedAt: null },
    });
    expect(await upload(bytes)).toMatchObject({
      lifecycleStatus: 'failed',
      failure: { code: 'av_scan_rejected' },
    });
  });

  it('the blocklist refuses an archive that contains a listed file if the entry has a size', async () => {
    const file = noise(5_000, 7);
    const sha256 = sha256Of(file);
    const { id } = await block({ sha256, name: 'Unsized' });
    expect((await upload(archive('a', file, 'one'))).lifecycleStatus).toBe('ready');
    await ask(`mutation { unblockHash(id: "${id}") { id } }`);
    await block({ sha256, sizeBytes: 5_000, name: 'Sized' });
    const data = await upload(archive('a', file, 'two'));
    expect(data.failure).toMatchObject({ code: 'av_scan_rejected' });
    const row = await world.platform.db.uploadSession.findUniqueOrThrow({
      where: { id: data.upload_id },
    });
    expect(row.failureDetail).toBe('signature Blocked.Sized');
  });

  it('a blocklist entry makes stored bytes unsafe at once, and archives that contain them with the next rescan', async () => {
    const file = noise(6_000, 8);
    const whole = await publish(archive('stored as a whole'));
    const holding = await publish(archive('stored within', file));
    await block({ sha256: whole.sha256, name: 'Stored' });
    expect(await resolve(whole.artifactId)).toBe('404 file_not_found');
    expect(await scansOf(whole.sha256)).toEqual([
      'blocklist infected Blocked.Stored',
      'upload clean',
    ]);
    expect(await clear(whole.sha256)).toBe('invalid_state');
    world.clock.advance(1);
    await block({ sha256: sha256Of(file), sizeBytes: 6_000, name: 'Within' });
    expect(await resolve(holding.artifactId)).toBe('resolved');
    world.clock.advance(1);
    await enqueue(world.platform.db, { kind: 'rescan-blobs', payload: {} });
    await world.settled();
    expect(await resolve(holding.artifactId)).toBe('404 file_not_found');
    expect((await scansOf(holding.sha256))[0]).toBe('rescan infected Blocked.Within');
  });

  it('the blocklist overrides an approval by a moderator', async () => {
    const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: 'MZ blocked' }]));
    const data = await upload(bytes);
    expect(data.lifecycleStatus).toBe('quarantined');
    await block({ sha256: sha256Of(bytes), name: 'Tool' });
    const approve = `mutation { approveUpload(id: "${data.upload_id}") { id } }`;
    expect(await ask(approve, {}, moderator)).toBe('av_scan_rejected');
  });

  it('the blocklist is writable only by admins with a recent second factor, and keeps removed entries', async () => {
    const entry = { sha256: 'ab'.repeat(32), name: 'Kept' };
    const made = await block(entry);
    expect(await block(entry)).toEqual(made);
    expect(await block({ ...entry, name: 'Other' })).toBe('invalid_state');
    expect(await block({ ...entry, sha256: 'ab' })).toBe('invalid_sha256');
    for (const wrong of [{ name: 'a b' }, { name: 'x'.repeat(65) }, { sizeBytes: 0 }]) {
      expect(await block({ ...entry, ...wrong })).toBe('invalid_input');
    }
    const remove = `mutation { unblockHash(id: "${made.id}") { removedById removedAt } }`;
    expect(await ask(remove, {}, moderator)).toBe('forbidden');
    expect(await ask(remove)).toEqual({ removedById: root.userId, removedAt: expect.any(String) });
    expect(await ask(remove)).toBe('not_found');
    const list = (filters: string) =>
      ask(`{ listBlockedHashes(${filters}) { items { id } } }`).then(({ items }) => items);
    expect(await list(`sha256: "${entry.sha256}"`)).toEqual([]);
    expect(await list(`sha256: "${entry.sha256}", includeRemoved: true`)).toEqual([
      { id: made.id },
    ]);
    const ids = await walkThrough(
      graphqlList(admin, 'listBlockedHashes', 'includeRemoved: true'),
      [2],
    );
    const rows = await world.platform.db.blockedHash.findMany({
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    expect(ids).toEqual(rows.map(({ id }) => id));
    const later = await root.withToken({ scopes: 'admin:*' });
    world.clock.advance(LIMITS.stepUpLifetimeSeconds + 1);
    for (const write of [remove, 'mutation { rescanBlobs { id } }']) {
      expect(await ask(write, {}, later)).toBe('step_up_required');
    }
    expect(await clear('0'.repeat(64), later)).toBe('step_up_required');
  });
});

describe('bytes that become unsafe while an upload of them is being bound', () => {
  const programOf = (text: string) =>
    new Uint8Array(writeZip([{ name: 'tool.exe', content: `MZ ${text}` }]));
  const approve = (id: string) =>
    ask(`mutation { approveUpload(id: "${id}") { id } }`, {}, moderator);
  /** Runs the work after the next promotion, before a row refers to the bytes. */
  const afterPromotion = (work: () => Promise<unknown>) => {
    const { storage } = world.platform;
    const promote = storage.promote.bind(storage);
    return vi.spyOn(storage, 'promote').mockImplementationOnce(async (...keys) => {
      const head = await promote(...keys);
      await work();
      return head;
    });
  };
  /** Completes an upload and runs the work while its file is bound in an open transaction. */
  const whileBinding = async (id: string, work: () => Promise<unknown>) => {
    const { db } = world.platform;
    const { working } = await db.$transaction(
      async (tx) => {
        await tx.$executeRaw`lock table blob_bindings in share mode`;
        await alice.post(`/uploads/${id}/complete`, {});
        await untilSomebodyWaits(db);
        const begun = work();
        await Promise.race([begun, untilSomebodyWaits(db, 2)]);
        return { working: begun };
      },
      { timeout: 20_000 },
    );
    await working;
    await world.settled();
    return (await alice.get(`/uploads/${id}`)).body.data;
  };

  it('an upload fails if its bytes are blocked after the scan', async () => {
    const bytes = archive('blocked in between');
    const promoting = afterPromotion(() => block({ sha256: sha256Of(bytes), name: 'Between' }));
    expect(await upload(bytes)).toMatchObject({
      lifecycleStatus: 'failed',
      failure: { code: 'av_scan_rejected' },
      job: { status: 'rejected' },
    });
    expect(promoting).toHaveBeenCalledOnce();
    expect(await stateOf(sha256Of(bytes))).toBeUndefined();
  });

  it('an upload is rejected if its bytes are blocked while its file is bound', async () => {
    const bytes = archive('blocked at once');
    const sha256 = sha256Of(bytes);
    const data = await whileBinding(await send(bytes), () => block({ sha256, name: 'AtOnce' }));
    expect(await stateOf(sha256)).toBe('unsafe');
    const { db } = world.platform;
    const file = await db.artifact.findUnique({ where: { id: data.artifact_id } });
    expect(file?.scanStatus).toBe('rejected');
  });

  it('an upload is rejected if a rescan finds its bytes infected while its file is bound', async () => {
    const bytes = archive('found meanwhile');
    const { sha256 } = await publish(bytes);
    const data = await whileBinding(await send(bytes), () => {
      finds('found meanwhile');
      return rescan(sha256);
    });
    const { db } = world.platform;
    const file = await db.artifact.findUnique({ where: { id: data.artifact_id } });
    expect([await stateOf(sha256), file?.scanStatus]).toEqual(['unsafe', 'rejected']);
  });

  it('an approval fails if the bytes become unsafe meanwhile, and the upload stays under review', async () => {
    const blocked = await upload(programOf('blocked meanwhile'));
    const sha256 = sha256Of(programOf('blocked meanwhile'));
    afterPromotion(() => block({ sha256, name: 'Meanwhile' }));
    expect(await approve(blocked.upload_id)).toBe('av_scan_rejected');

    const bytes = programOf('condemned');
    const first = await upload(bytes);
    const second = await upload(bytes);
    expect(await approve(first.upload_id)).toEqual({ id: first.upload_id });
    const condemned = { where: { sha256: sha256Of(bytes) }, data: { state: 'unsafe' as const } };
    afterPromotion(() => world.platform.db.blob.update(condemned));
    expect(await approve(second.upload_id)).toBe('av_scan_rejected');
    const read = (await alice.get(`/uploads/${second.upload_id}`)).body.data;
    expect(read).toMatchObject({ lifecycleStatus: 'quarantined', review: { state: 'pending' } });
  });

  it('a rescan finds stored bytes that a blocklist entry missed', async () => {
    const { sha256, artifactId } = await publish(archive('missed'));
    const createdAt = world.clock.now();
    await world.platform.db.blockedHash.create({
      data: { sha256, name: 'Missed', createdById: root.userId, createdAt },
    });
    await rescan(sha256);
    expect((await scansOf(sha256))[0]).toBe('rescan infected Blocked.Missed');
    expect(await resolve(artifactId)).toBe('404 file_not_found');
  });
});

// The last block: it advances the clock by a week, so sweeps remove everything older.
describe('the scheduled rescan', () => {
  it('a scheduled rescan runs with new signatures if the last scan is a week old', async () => {
    const { sha256 } = await publish(archive('by itself'));
    const byItself = async () => {
      clamd.script.version = versionOf(world.clock.now()).replace('27001', '27002');
      await enqueue(world.platform.db, { kind: 'rescan-blobs', payload: {} });
      await world.settled();
      return scansOf(sha256);
    };
    world.clock.advance(LIMITS.rescanIntervalSeconds - 60);
    expect(await byItself()).toEqual(['upload clean']);
    world.clock.advance(120);
    expect(await byItself()).toEqual(['rescan clean', 'upload clean']);
    expect(await byItself()).toEqual(['rescan clean', 'upload clean']);
  });
});
