import { describe, expect, it } from 'vitest';
import { declarationOf, refusal, sendFile } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import {
  alice,
  clean,
  complete,
  decide,
  doubtful,
  filesOf,
  inReview,
  kindsAbout,
  malformed,
  newTarget,
  publish,
  read,
  statusOf,
  superseded,
  upload,
  useReplacements,
  world,
} from './replaced-uploads.js';

describe('replacing the file of an unpublished version', () => {
  useReplacements();

  it('a new upload replaces a ready one when it becomes ready', async () => {
    const target = await newTarget();
    const old = await upload(target, clean());
    const bytes = clean();
    const newer = await upload(target, bytes);
    expect(newer).toMatchObject({ lifecycleStatus: 'ready', supersededBy: null });
    expect(await read(old.upload_id)).toMatchObject({
      lifecycleStatus: 'cancelled',
      status: 'aborted',
      supersededBy: newer.upload_id,
      failure: null,
      retry: { strategy: 'new_session' },
    });
    expect(await filesOf(target)).toEqual([newer.artifact_id]);
    const { body } = await publish(target);
    expect(body.data.artifact_ids).toEqual([newer.artifact_id]);
    const download = await world.anon.post(`/downloads/${newer.artifact_id}/resolve`);
    const fetched = await fetch(download.body.data.primary_url);
    expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(bytes);
  });

  it('a superseded artifact is gone, and its audit entry and event name the replacement', async () => {
    const { target, old, newer } = await superseded();
    expect(refusal(await alice.get(`/artifacts/${old.artifact_id}`))).toBe('410 gone');
    const { db } = world.platform;
    const row = await db.artifact.findUniqueOrThrow({ where: { id: old.artifact_id } });
    expect(row.state).toBe('deleted');
    const lines = await db.auditEntry.findMany({
      where: { targetId: old.upload_id, action: 'upload.superseded' },
    });
    expect(lines).toMatchObject([
      { data: { superseded_by: newer.upload_id, version_id: target.versionId } },
    ]);
    const ready = await db.outboxEvent.findFirstOrThrow({
      where: { kind: 'file.ready', subjectId: newer.artifact_id },
    });
    expect(ready.data).toMatchObject({ superseded_artifact_ids: [old.artifact_id] });
    expect(await kindsAbout(old.artifact_id)).toEqual(['file.ready']);
  });

  longTest('a new upload replaces a failed one, which keeps its failure', async () => {
    const target = await newTarget();
    const old = await upload(target, malformed());
    expect(old.lifecycleStatus).toBe('failed');
    const newer = await upload(target, clean());
    expect(await read(old.upload_id)).toMatchObject({
      lifecycleStatus: 'cancelled',
      supersededBy: newer.upload_id,
      failure: old.failure,
    });
    expect(old.failure.code).not.toBe('');
    expect(await statusOf(target)).toBe('ready');
    expect(refusal(await alice.get(`/artifacts/${old.artifact_id}`))).toBe('410 gone');
  });

  longTest('a new upload replaces a quarantined one and closes its review', async () => {
    const target = await newTarget();
    const old = await upload(target, doubtful());
    const newer = await upload(target, clean());
    expect(newer.lifecycleStatus).toBe('ready');
    expect(await read(old.upload_id)).toMatchObject({
      lifecycleStatus: 'cancelled',
      supersededBy: newer.upload_id,
      review: { state: 'none', decidedAt: null },
    });
    expect(await decide('approve', old.upload_id)).toBe('invalid_state');
    expect(await decide('reject', old.upload_id)).toBe('invalid_state');
    expect(await inReview(target)).not.toContain(old.upload_id);
    const row = await world.platform.db.uploadSession.findUniqueOrThrow({
      where: { id: old.upload_id },
    });
    expect(row.cleanupAfter).not.toBeNull();
    expect((await publish(target)).status).toBe(200);
  });

  longTest(
    'the old file stays, and its version cannot be published, until the new upload is ready',
    async () => {
      const target = await newTarget();
      const old = await upload(target, clean());
      const id = await sendFile(alice, target, doubtful());
      // Uploaded bytes change nothing before the completion.
      expect(await statusOf(target)).toBe('ready');
      await complete(id);
      await world.settled();
      expect(await statusOf(target)).toBe('ready');
      expect((await read(old.upload_id)).lifecycleStatus).toBe('ready');
      expect(refusal(await publish(target))).toBe('409 version_not_ready');
      expect(await decide('approve', id)).toBe('ready');
      expect((await read(old.upload_id)).lifecycleStatus).toBe('cancelled');
      const { body } = await publish(target);
      expect(body.data.artifact_ids).toEqual([(await read(id)).artifact_id]);
    },
  );

  it.each(
    everyNth(
      [
        ['fails', malformed, async () => undefined],
        ['is aborted', doubtful, async (id: string) => alice.post(`/uploads/${id}/abort`)],
        ['is rejected', doubtful, async (id: string) => decide('reject', id)],
      ],
      2,
    ),
  )('the old file is published if the new upload %s', async (_, bytes, end) => {
    const target = await newTarget();
    const old = await upload(target, clean());
    const newer = await upload(target, bytes());
    await end(newer.upload_id);
    expect(await statusOf(target)).toBe('ready');
    const { body } = await publish(target);
    expect(body.data.artifact_ids).toEqual([old.artifact_id]);
  });

  it.each(
    everyNth(
      [
        ['rejected', async (id: string) => decide('reject', id)],
        ['aborted', async (id: string) => alice.post(`/uploads/${id}/abort`)],
      ],
      2,
    ),
  )(
    'a version keeps its state while one upload is in review and another one is %s',
    async (_, end) => {
      const target = await newTarget();
      const first = await upload(target, doubtful());
      const second = await upload(target, doubtful());
      await end(second.upload_id);
      expect(await statusOf(target)).toBe('scanning');
      expect(await decide('approve', first.upload_id)).toBe('ready');
      expect(await statusOf(target)).toBe('ready');
    },
  );

  longTest('abort and completion of a superseded session return its current state', async () => {
    const { old } = await superseded();
    for (const verb of ['abort', 'complete']) {
      const again = await alice.post(`/uploads/${old.upload_id}/${verb}`, {});
      expect([again.status, again.body.data.lifecycleStatus]).toEqual([200, 'cancelled']);
    }
  });

  longTest(
    'replays of creation and completion return the superseded session and change nothing',
    async () => {
      const target = await newTarget();
      const bytes = clean();
      const headers = { 'Idempotency-Key': `superseded-${target.versionId}` };
      const created = await alice.post('/uploads', declarationOf(target, bytes), headers);
      const { upload: put, upload_id: id } = created.body.data;
      await fetch(put.url, { method: put.method, headers: put.headers, body: bytes });
      await alice.post(`/uploads/${id}/complete`, {}, headers);
      await world.settled();
      const newer = await upload(target, clean());
      const replays = [
        await alice.post('/uploads', declarationOf(target, bytes), headers),
        await alice.post(`/uploads/${id}/complete`, {}, headers),
      ];
      for (const { body } of replays) {
        expect(body.data).toMatchObject({ upload_id: id, lifecycleStatus: 'cancelled' });
        expect(body.data.upload ?? null).toBeNull();
      }
      expect(await filesOf(target)).toEqual([newer.artifact_id]);
    },
  );

  it('an older upload never replaces a newer one', async () => {
    const target = await newTarget();
    const older = await sendFile(alice, target, clean());
    const newer = await upload(target, clean());
    expect(refusal(await complete(older))).toBe('409 invalid_state');
    expect(await filesOf(target)).toContain(newer.artifact_id);
    expect((await read(newer.upload_id)).lifecycleStatus).toBe('ready');
  });

  longTest(
    'the approval of an older upload leaves a newer one in review, which replaces it later',
    async () => {
      const target = await newTarget();
      const older = await upload(target, doubtful());
      const newer = await upload(target, doubtful());
      expect(await decide('approve', older.upload_id)).toBe('ready');
      expect((await read(newer.upload_id)).lifecycleStatus).toBe('quarantined');
      expect(await decide('approve', newer.upload_id)).toBe('ready');
      expect((await read(older.upload_id)).lifecycleStatus).toBe('cancelled');
      expect(await filesOf(target)).toEqual([newer.artifact_id]);
    },
  );

  it('an optional file replaces the optional file of its name and label, and no other file', async () => {
    const target = await newTarget();
    const main = await upload(target, clean());
    const optional = { fileKind: 'optional', filename: 'extra.zip', label: 'Extra' };
    const old = await upload(target, clean(), optional);
    const other = await upload(target, clean(), { ...optional, filename: 'more.zip' });
    const labelled = await upload(target, clean(), { ...optional, label: 'Extra for servers' });
    const newer = await upload(target, clean(), optional);
    expect(await filesOf(target)).toEqual([
      ...[main, other, labelled, newer].map((it) => it.artifact_id),
    ]);
    expect((await read(old.upload_id)).supersededBy).toBe(newer.upload_id);
    const { body } = await publish(target);
    expect(body.data.artifact_ids).toHaveLength(4);
  });

  it('a published version rejects a new main file', async () => {
    const target = await newTarget();
    await upload(target, clean());
    const late = await sendFile(alice, target, clean());
    expect((await publish(target)).status).toBe(200);
    expect(refusal(await complete(late))).toBe('409 invalid_state');
    const another = await alice.post('/uploads', declarationOf(target, clean()));
    expect(refusal(another)).toBe('409 invalid_state');
  });

  longTest('a version is deleted together with its replaced files', async () => {
    const target = await newTarget();
    const old = await upload(target, clean());
    await upload(target, clean());
    const query = `mutation { deleteModVersion(id: "${target.versionId}") }`;
    const { body } = await alice.graphql(query);
    expect(body.errors).toBeUndefined();
    expect(refusal(await alice.get(`/artifacts/${old.artifact_id}`))).toBe('410 gone');
  });
});
