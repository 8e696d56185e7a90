import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator, Json } from '../../actors.js';
import { EICAR } from '../../archives/inspect.js';
import { writeZip } from '../../archives/zip-writer.js';
import { useWorld } from '../../harness.js';
import { type FakeClamd, startFakeClamd, versionOf } from '../../platform/scanner/fake-clamd.js';
import { bareMod, draftVersion, newGame, newModerator, sendFile } from '../../publishing.js';

const WAITS_SECONDS = [15, 30];

const environment: NodeJS.ProcessEnv = {};
let clamd: FakeClamd;
beforeAll(async () => {
  clamd = await startFakeClamd();
  environment['CLAMD_ADDRESS'] = clamd.environment;
});
afterAll(() => clamd.stop());

describe('scans by the antivirus (Spec 4.4)', () => {
  const world = useWorld(environment);
  let alice: Creator;
  let moderator: Creator;
  let modId: string;
  beforeAll(async () => {
    await newGame(world, 'antivirus');
    alice = await world.creator('alice');
    moderator = await newModerator(world, 'mary');
    modId = (await bareMod(alice, 'antivirus')).id;
  });
  beforeEach(() => {
    clamd.script.version = versionOf(world.clock.now());
    clamd.script.verdict = () => 'stream: OK';
    // Expires the cached clamd version.
    world.clock.advance(LIMITS.clamdVersionSeconds);
  });

  let count = 0;
  const upload = async (entries: Record<string, string>): Promise<string> => {
    count += 1;
    const { id: versionId } = await draftVersion(alice, modId, { version: `1.${count}` });
    const files = { 'count.txt': String(count), ...entries };
    const zip = writeZip(Object.entries(files).map(([name, content]) => ({ name, content })));
    const id = await sendFile(alice, { modId, versionId }, new Uint8Array(zip));
    await alice.post(`/uploads/${id}/complete`, {});
    await world.settled();
    return id;
  };
  const read = async (id: string): Promise<Json> => (await alice.get(`/uploads/${id}`)).body.data;
  const scanStatusOf = async (id: string) => {
    const { artifact_id: artifactId } = await read(id);
    const query = `{ listArtifacts(artifactId: "${artifactId}") { items { scanStatus } } }`;
    return (await alice.graphql(query)).body.data.listArtifacts.items[0]?.scanStatus;
  };
  const runTheRest = async () => {
    for (const seconds of WAITS_SECONDS) {
      world.clock.advance(seconds);
      await world.settled();
    }
  };

  it('a file that the antivirus finds clean is ready, and its blob names the signature versions', async () => {
    const id = await upload({ 'a.txt': 'a' });
    expect((await read(id)).lifecycleStatus).toBe('ready');
    const { finalBlobId } = await world.platform.db.uploadSession.findUniqueOrThrow({
      where: { id },
    });
    const blob = await world.platform.db.blob.findUnique({ where: { id: finalBlobId ?? '' } });
    expect(blob).toMatchObject({
      scanEngine: 'builtin+clamav',
      scanSignatures: expect.stringMatching(/^builtin-\w+ clamav-1\.4\.6\/27001 blocklist-\w+$/),
    });
  });

  it('the antivirus gets the whole archive and each file in it, and one finding fails the upload', async () => {
    clamd.script.verdict = (content) =>
      content.toString() === 'bad' ? 'stream: Java.Bad FOUND' : 'stream: OK';
    const data = await read(await upload({ 'good.txt': 'good', 'in/bad.txt': 'bad' }));
    expect(data).toMatchObject({
      lifecycleStatus: 'failed',
      failure: { code: 'av_scan_rejected', retryable: false },
      retry: { strategy: 'new_session' },
      job: { status: 'rejected', terminalReason: 'av_scan_rejected' },
    });
    const sent = clamd.contents.map(String);
    expect(sent).toEqual(expect.arrayContaining(['good', 'bad']));
    expect(sent.some((content) => content.startsWith('PK'))).toBe(true);
  });

  it('the built-in signatures are checked in addition to the antivirus', async () => {
    const data = await read(await upload({ 'eicar.txt': EICAR }));
    expect(data.failure).toMatchObject({ code: 'av_scan_rejected' });
  });

  it('an unknown verdict of the antivirus quarantines the upload for review', async () => {
    clamd.script.verdict = (content) =>
      content.toString() === 'odd' ? 'stream: Heuristics.Limits.Exceeded FOUND' : 'stream: OK';
    const data = await read(await upload({ 'odd.txt': 'odd' }));
    expect(data).toMatchObject({
      lifecycleStatus: 'quarantined',
      review: { state: 'pending', reasons: ['antivirus_unknown'] },
    });
    expect(data.findings[0]).toMatchObject({ code: 'antivirus_unknown', path: 'odd.txt' });
  });

  it('an upload is quarantined for manual intervention after three scan attempts without the antivirus', async () => {
    clamd.script.verdict = (content) =>
      content.toString() === 'poison' ? 'hang up' : 'stream: OK';
    const id = await upload({ 'a.txt': 'poison' });
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'scanning',
      failure: null,
      job: { status: 'queued', attempts: 1 },
      retry: { strategy: 'wait', maxAttempts: 3 },
    });
    expect(await scanStatusOf(id)).toBe('failed');
    await runTheRest();
    expect(await scanStatusOf(id)).toBe('quarantined');
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'quarantined',
      review: { reasons: ['manual_intervention_required'] },
      job: { status: 'failed', attempts: 3, terminalReason: 'manual_intervention_required' },
      retry: { strategy: 'wait_for_review' },
    });
  });

  it('an upload is quarantined for manual intervention after three scan attempts with old signatures', async () => {
    const before = clamd.contents.length;
    clamd.script.version = 'ClamAV 1.4.6';
    const id = await upload({ 'a.txt': 'aged' });
    expect((await read(id)).job).toMatchObject({ status: 'queued', attempts: 1 });
    expect(clamd.contents).toHaveLength(before);
    await runTheRest();
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'quarantined',
      failure: { code: 'scan_failed', state: 'scan_failed', retryable: false },
      review: { state: 'pending', reasons: ['antivirus_unknown', 'manual_intervention_required'] },
      job: { status: 'failed', attempts: 3, terminalReason: 'manual_intervention_required' },
      retry: { strategy: 'wait_for_review' },
    });
    expect(await scanStatusOf(id)).toBe('quarantined');
    // The bytes were measured, so a moderator can approve them.
    const query = 'mutation ($id: ID!) { approveUpload(id: $id) { lifecycleStatus } }';
    const { body } = await moderator.graphql(query, { id });
    expect(body.data.approveUpload.lifecycleStatus).toBe('ready');
    expect((await read(id)).failure).toBeNull();
  });

  it('an upload is ready if the signatures are renewed in time', async () => {
    clamd.script.version = 'ClamAV 1.4.6';
    const id = await upload({ 'a.txt': 'renewed' });
    clamd.script.version = versionOf(world.clock.now());
    world.clock.advance(LIMITS.clamdVersionSeconds);
    await world.settled();
    expect(await read(id)).toMatchObject({ lifecycleStatus: 'ready', job: { attempts: 2 } });
  });

  it('GET /readyz includes the scanner', async () => {
    const health = async () => (await fetch(`${world.baseUrl}/readyz`)).json();
    expect(await health()).toMatchObject({ parts: { scanner: 'up' } });
  });
});
