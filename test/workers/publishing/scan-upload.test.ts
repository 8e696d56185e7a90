import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../../src/modules/publishing/uploads/scan/findings-of.js';
import { operate } from '../../admin/operator.js';
import { EICAR } from '../../archives/inspect.js';
import { writeRar4, writeRar5 } from '../../archives/rar-writer.js';
import { writeSevenZip } from '../../archives/seven-zip-writer.js';
import { writeZip } from '../../archives/zip-writer.js';
import {
  archiveOf,
  declarationOf,
  putBytes,
  refusal,
  sendFile,
  sha256Of,
  sweepNow,
} from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { useScans } from './scans.js';

const HOLD_SECONDS = 16 * 60;
const scans = useScans();
const { world, newTarget, complete, upload, statusOf, publish, decide } = scans;
const { stagingOf, promotedOf, eventsOf, outcomeOf } = scans;

describe('the outcome of an upload (Spec 3.1, 3.2, 4.4)', () => {
  it('clean bytes make the file and the version ready, with events and an audit entry', async () => {
    const target = await newTarget();
    const bytes = new Uint8Array(archiveOf('clean'));
    const data = await upload(target, bytes);
    expect(data).toMatchObject({ lifecycleStatus: 'ready', failure: null });
    expect(data.job).toMatchObject({ status: 'succeeded', terminalReason: null, attempts: 1 });
    expect(await statusOf(target)).toBe('ready');
    expect(await eventsOf(data)).toEqual(['file.ready', 'scan.completed', 'upload.completed']);
    expect(await outcomeOf(data)).toBe('clean');
    const [blobs, head] = await promotedOf(bytes);
    expect([blobs, head]).toEqual([1, expect.objectContaining({ sizeBytes: bytes.length })]);
    const audits = await world.platform.db.auditEntry.count({
      where: { targetId: data.artifact_id, action: 'file.ready' },
    });
    expect(audits).toBe(1);
  });

  it('a scan stores its findings with their paths, for a failure and for a review', async () => {
    const findingsIn = async (name: string, content: string, over: object = {}) => {
      const bytes = writeZip([
        { name: 'a.txt', content: name },
        { name, content, ...over },
      ]);
      const data = await upload(await newTarget(), new Uint8Array(bytes));
      const { upload_id: id } = data;
      const row = await world.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
      return [data.lifecycleStatus, findingsOf(row, 'en').map(({ code, path }) => [code, path])];
    };
    expect(await findingsIn('tools/run.bat', 'x')).toEqual([
      'quarantined',
      [['executable_content', 'tools/run.bat']],
    ]);
    const lzma = { local: { method: 14 }, central: { method: 14 } };
    expect(await findingsIn('a.png', 'x', lzma)).toEqual(['failed', [['zip_method', 'a.png']]]);
  });

  longTest('content that an operator allowed for the game needs no review', async () => {
    const packed = { name: 'a.blend', content: Buffer.from('28b52ffd', 'hex') };
    const bytes = (text: string) =>
      new Uint8Array(writeZip([{ name: 'a.txt', content: text }, packed]));
    const held = await upload(await newTarget(), bytes('before'));
    expect(held.lifecycleStatus).toBe('quarantined');
    await operate(world, 'game content --slug scans --allow packed_blends');
    const free = await upload(await newTarget(), bytes('after'));
    expect(free.lifecycleStatus).toBe('ready');
    await operate(world, 'game content --slug scans --deny packed_blends');
  });

  it('bytes that differ from the declared digest fail before promotion, and a new upload can follow', async () => {
    const target = await newTarget();
    const bytes = new Uint8Array(archiveOf('the sent ones'));
    const expectedHashes = { sha256: sha256Of(archiveOf('the meant one')) };
    const data = await upload(target, bytes, { expectedHashes });
    expect(data).toMatchObject({
      lifecycleStatus: 'failed',
      status: 'failed',
      failure: { code: 'sha256_mismatch', retryable: false },
      retry: { retryable: false, strategy: 'new_session' },
      job: { status: 'rejected', terminalReason: 'sha256_mismatch' },
    });
    expect(await promotedOf(bytes)).toEqual([0, null]);
    expect(await eventsOf(data)).toEqual(['file.failed', 'scan.completed', 'upload.completed']);
    expect(await outcomeOf(data)).toBe('rejected');
    expect(await statusOf(target)).toBe('failed');
    expect(refusal(await publish(target))).toBe('409 version_not_ready');
    const aborted = await scans.alice.post(`/uploads/${data.upload_id}/abort`);
    expect(refusal(aborted)).toBe('409 session_not_abortable');
    const version = await scans.alice.get(`/mods/${scans.mod.id}/versions/${target.versionId}`);
    expect(version.body.data.artifact_ids).toEqual([]);

    expect(await stagingOf(data.upload_id)).not.toBeNull();
    world.clock.advance(HOLD_SECONDS + 1);
    await sweepNow(world);
    expect(await stagingOf(data.upload_id)).toBeNull();

    const second = await upload(target, bytes);
    expect(second.lifecycleStatus).toBe('ready');
    expect((await publish(target)).status).toBe(200);
  });

  longTest('a declared SHA-512 is checked in addition to SHA-256', async () => {
    const bytes = new Uint8Array(archiveOf('other digests'));
    const expectedHashes = { sha256: sha256Of(bytes), sha512: '0'.repeat(128) };
    const data = await upload(await newTarget(), bytes, { expectedHashes });
    expect(data.lifecycleStatus).toBe('failed');
    expect(data.failure.code).toMatch(/^(sha256|hash)_mismatch$/);
    expect(await promotedOf(bytes)).toEqual([0, null]);
  });

  it.each(
    everyNth(
      [
        ['archive_magic_mismatch', Buffer.from('these are no bytes of an archive'), 'mod.zip'],
        ['archive_magic_mismatch', archiveOf('a zip by another name'), 'mod.7z'],
        [
          'av_scan_rejected',
          writeZip([{ name: 'a.txt', content: EICAR, method: 'deflate' }]),
          'a.zip',
        ],
        ['archive_path_traversal', writeZip([{ name: '../a.txt', content: 'x' }]), 'a.zip'],
        ['archive_empty', writeZip([]), 'a.zip'],
      ],
      3,
    ),
  )('an upload with %s fails and promotes nothing', async (code, content, filename) => {
    const bytes = new Uint8Array(content);
    const target = await newTarget();
    const data = await upload(target, bytes, { filename });
    expect(data).toMatchObject({ lifecycleStatus: 'failed', failure: { code } });
    expect(data.job).toMatchObject({ status: 'rejected', terminalReason: code });
    expect(await promotedOf(bytes)).toEqual([0, null]);
    expect(await statusOf(target)).toBe('failed');
  });

  it.each(
    everyNth(
      [
        ['a.7z', writeSevenZip([{ name: 'mod.lua', content: 'print(7)' }])],
        ['a.rar', writeRar5([{ name: 'mod.lua', content: 'print(5)' }])],
        ['a.rar', writeRar4([{ name: 'mod.lua', content: 'print(4)' }])],
      ],
      3,
    ),
  )('an ordinary %s becomes ready without a review', async (filename, content) => {
    const data = await upload(await newTarget(), new Uint8Array(content), { filename });
    expect(data).toMatchObject({ lifecycleStatus: 'ready', failure: null });
  });

  it.each(
    everyNth(
      [
        ['executable_content', writeZip([{ name: 'setup.exe', content: 'MZ' }]), 'a.zip'],
        ['nested_archive', writeZip([{ name: 'in.zip', content: archiveOf('nested') }]), 'a.zip'],
        ['executable_content', writeSevenZip([{ name: 'setup.exe', content: 'MZ' }]), 'a.7z'],
        ['executable_content', writeRar5([{ name: 'setup.exe', content: 'MZ' }]), 'a.rar'],
      ],
      3,
    ),
  )(
    'an upload with %s is quarantined for review and is never ready without one',
    async (reason, content, filename) => {
      const target = await newTarget();
      const data = await upload(target, new Uint8Array(content), { filename });
      expect(data).toMatchObject({
        lifecycleStatus: 'quarantined',
        status: 'quarantined',
        failure: null,
        review: { state: 'pending', reasons: expect.arrayContaining([reason]), decidedAt: null },
        retry: { retryable: false, strategy: 'wait_for_review' },
      });
      expect(data.job.status).toBe('succeeded');
      expect(await promotedOf(new Uint8Array(content))).toEqual([0, null]);
      expect(await outcomeOf(data)).toBe('quarantined');
      expect(await eventsOf(data)).toEqual(['scan.completed', 'upload.completed']);
      expect(refusal(await publish(target))).toBe('409 version_not_ready');
      const download = await world.anon.post(`/downloads/${data.artifact_id}/resolve`);
      expect(refusal(download)).toBe('404 file_not_found');
    },
  );

  it('a quarantined file that a moderator approves is ready and can be published', async () => {
    const target = await newTarget();
    const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: 'MZ approved' }]));
    const data = await upload(target, bytes);
    expect(await decide('approve', data.upload_id, scans.alice)).toBe('forbidden');
    expect(await decide('approve', data.upload_id)).toBe('ready');
    // A repeated approval by the same moderator returns the same result without side effects.
    expect(await decide('approve', data.upload_id)).toBe('ready');
    expect(await decide('reject', data.upload_id)).toBe('invalid_state');
    expect(await eventsOf(data)).toEqual(['file.ready', 'scan.completed', 'upload.completed']);
    expect(await outcomeOf(data)).toBe('quarantined');
    const read = (await scans.alice.get(`/uploads/${data.upload_id}`)).body.data;
    expect(read.review).toMatchObject({ state: 'approved', decidedAt: expect.any(String) });
    const audits = await world.platform.db.auditEntry.findMany({
      where: { targetId: data.upload_id, action: 'upload.approved' },
    });
    expect(audits).toMatchObject([{ actorId: scans.moderator.userId }]);
    expect((await publish(target)).status).toBe(200);
    const download = await world.anon.post(`/downloads/${data.artifact_id}/resolve`);
    const fetched = await fetch(download.body.data.primary_url);
    expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(bytes);
  });

  it('a quarantined file that a moderator rejects fails with its version', async () => {
    const target = await newTarget();
    const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: 'MZ rejected' }]));
    const data = await upload(target, bytes);
    expect(await decide('reject', data.upload_id)).toBe('failed');
    const read = (await scans.alice.get(`/uploads/${data.upload_id}`)).body.data;
    expect(read).toMatchObject({
      review: { state: 'rejected' },
      failure: { code: 'av_scan_rejected' },
    });
    expect(await statusOf(target)).toBe('failed');
    expect(await eventsOf(data)).toEqual(['file.failed', 'scan.completed', 'upload.completed']);
    expect(await promotedOf(bytes)).toEqual([0, null]);
    expect(await decide('approve', data.upload_id)).toBe('invalid_state');
    const instead = await upload(target, new Uint8Array(archiveOf('instead')));
    expect(instead.lifecycleStatus).toBe('ready');
  });

  longTest('an upload that is aborted under review leaves its version in draft', async () => {
    const target = await newTarget();
    const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: 'MZ aborted' }]));
    const data = await upload(target, bytes);
    const aborted = await scans.alice.post(`/uploads/${data.upload_id}/abort`);
    expect(aborted.body.data).toMatchObject({ lifecycleStatus: 'cancelled', status: 'aborted' });
    expect(aborted.body.data.review.state).toBe('none');
    expect(await statusOf(target)).toBe('draft');
    expect(await decide('approve', data.upload_id)).toBe('invalid_state');
  });

  longTest('two files with the same bytes share one blob with two bindings', async () => {
    const bytes = new Uint8Array(archiveOf('shared'));
    const ids = [await sendFile(scans.alice, await newTarget(), bytes)];
    ids.push(await sendFile(scans.alice, await newTarget(), bytes));
    const [one, two] = await Promise.all(ids.map(complete));
    expect([one.lifecycleStatus, two.lifecycleStatus]).toEqual(['ready', 'ready']);
    expect(one.artifact_id).not.toBe(two.artifact_id);
    const blob = await world.platform.db.blob.findUniqueOrThrow({
      where: { sha256: sha256Of(bytes) },
      include: { bindings: true },
    });
    expect(blob.bindings).toHaveLength(2);
  });

  longTest(
    'unsafe bytes are refused in later uploads and in approvals by a moderator',
    async () => {
      const condemn = (bytes: Uint8Array) =>
        world.platform.db.blob.update({
          where: { sha256: sha256Of(bytes) },
          data: { state: 'unsafe' },
        });
      const clean = new Uint8Array(archiveOf('found unsafe later'));
      await upload(await newTarget(), clean);
      await condemn(clean);
      const again = await upload(await newTarget(), clean);
      expect(again).toMatchObject({
        lifecycleStatus: 'failed',
        failure: { code: 'av_scan_rejected' },
      });
      const doubtful = new Uint8Array(writeZip([{ name: 'tool.exe', content: 'MZ doubtful' }]));
      const first = await upload(await newTarget(), doubtful);
      const second = await upload(await newTarget(), doubtful);
      expect(await decide('approve', first.upload_id)).toBe('ready');
      await condemn(doubtful);
      expect(await decide('approve', second.upload_id)).toBe('av_scan_rejected');
      expect((await upload(await newTarget(), doubtful)).lifecycleStatus).toBe('failed');
    },
  );

  longTest('a PUT after completion returns 412 and does not change the scanned bytes', async () => {
    const bytes = new Uint8Array(archiveOf('late'));
    const made = await scans.alice.post('/uploads', declarationOf(await newTarget(), bytes));
    await putBytes(made.body.data.upload, bytes);
    const data = await complete(made.body.data.upload_id);
    const late = await putBytes(made.body.data.upload, new Uint8Array(bytes).fill(1));
    expect(late.status).toBe(412);
    expect(data.lifecycleStatus).toBe('ready');
  });
});
