import { describe, expect, it } from 'vitest';
import type { Answer } from '../../actors.js';
import { refusal, sendFile } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import {
  alice,
  clean,
  complete,
  decide,
  doubtful,
  filesOf,
  newTarget,
  publish,
  read,
  statusOf,
  upload,
  useReplacements,
  whileVersionLocked,
  world,
} from './replaced-uploads.js';

describe('replacing the file of an unpublished version', () => {
  useReplacements();

  const codeOf = (answer: Answer) => (answer.status < 300 ? 'done' : refusal(answer));

  describe('concurrent replacements', () => {
    longTest(
      'a publication that waits for an approval publishes the new file or returns version_not_ready',
      async () => {
        const target = await newTarget();
        await upload(target, clean());
        const newer = await upload(target, doubtful());
        // The approval locks the version, so the publication sees its result.
        const { waited, result } = await whileVersionLocked(target, () =>
          Promise.all([publish(target), decide('approve', newer.upload_id)]),
        );
        expect(waited).toBe(true);
        const [published, decided] = result;
        expect(decided).toBe('ready');
        if (published.status === 200) {
          expect(published.body.data.artifact_ids).toEqual([newer.artifact_id]);
        } else {
          expect(refusal(published)).toBe('409 version_not_ready');
          expect((await publish(target)).body.data.artifact_ids).toEqual([newer.artifact_id]);
        }
      },
    );

    longTest(
      'one of two concurrent completions of new uploads is accepted and replaces the old file',
      async () => {
        const target = await newTarget();
        const old = await upload(target, clean());
        const ids = [
          await sendFile(alice, target, clean()),
          await sendFile(alice, target, clean()),
        ] as const;
        const { result } = await whileVersionLocked(target, () =>
          Promise.all([complete(ids[0]), complete(ids[1])]),
        );
        expect(result.map(codeOf).toSorted()).toEqual(['409 invalid_state', 'done']);
        await world.settled();
        const states = await Promise.all([old.upload_id, ...ids].map((id) => read(id)));
        expect(states.filter((it) => it.lifecycleStatus === 'ready')).toHaveLength(1);
        expect((await read(old.upload_id)).lifecycleStatus).toBe('cancelled');
      },
    );

    longTest('concurrent approvals of an old and a new upload keep the new file', async () => {
      const target = await newTarget();
      const old = await upload(target, doubtful());
      const newer = await upload(target, doubtful());
      const { result } = await whileVersionLocked(target, () =>
        Promise.all([decide('approve', old.upload_id), decide('approve', newer.upload_id)]),
      );
      expect(result[1]).toBe('ready');
      expect(['ready', 'invalid_state']).toContain(result[0]);
      expect((await read(old.upload_id)).lifecycleStatus).toBe('cancelled');
      expect(await filesOf(target)).toEqual([newer.artifact_id]);
    });

    it('two concurrent aborts of an upload both succeed', async () => {
      const target = await newTarget();
      const { upload_id: id } = await upload(target, doubtful());
      const abort = () => alice.post(`/uploads/${id}/abort`);
      const { waited, result } = await whileVersionLocked(target, () =>
        Promise.all([abort(), abort()]),
      );
      expect(waited).toBe(true);
      expect(result.map(({ status }) => status)).toEqual([200, 200]);
      const { db } = world.platform;
      expect(await db.auditEntry.count({ where: { targetId: id, action: 'upload.aborted' } })).toBe(
        1,
      );
    });

    longTest(
      'a concurrent abort of the old upload and approval of the new one both succeed',
      async () => {
        const target = await newTarget();
        const old = await upload(target, doubtful());
        const newer = await upload(target, doubtful());
        const { result } = await whileVersionLocked(target, () =>
          Promise.all([
            alice.post(`/uploads/${old.upload_id}/abort`),
            decide('approve', newer.upload_id),
          ]),
        );
        expect([result[0].status, result[1]]).toEqual([200, 'ready']);
        expect((await read(old.upload_id)).lifecycleStatus).toBe('cancelled');
        expect(await statusOf(target)).toBe('ready');
        expect(await filesOf(target)).toEqual([newer.artifact_id]);
      },
    );
  });
});
