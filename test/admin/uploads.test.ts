import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { writeZip } from '../modules/uploads/inspection/zip-writer.js';
import { draftMod, newGame, sendFile } from '../publishing.js';
import { operate } from './operator.js';

const world = useWorld();
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'review');
  alice = await world.creator('alice');
  await operate(world, 'user create --username judge --role moderator');
  await operate(world, 'user create --username passerby');
});

/** A content that nobody but a person can judge. */
async function quarantined(title: string) {
  const mod = await draftMod(alice, 'review', { title: { en: title } });
  const made = await alice.post(`/mods/${mod.id}/versions`, { version: '1.0.0' });
  const versionId: string = made.body.data.id;
  const bytes = new Uint8Array(writeZip([{ name: 'setup.exe', content: `MZ ${title}` }]));
  const uploadId = await sendFile(alice, { modId: mod.id, versionId }, bytes);
  await alice.post(`/uploads/${uploadId}/complete`, {});
  await world.settled();
  expect(await statusOf(uploadId)).toBe('quarantined');
  return { modId: mod.id, versionId, uploadId };
}

async function statusOf(uploadId: string): Promise<string> {
  const { body } = await alice.get(`/uploads/${uploadId}`);
  return body.data.lifecycleStatus;
}

describe('a quarantined upload', () => {
  it('becomes ready on the word of a moderator, whom the audit log names, and can be published', async () => {
    const { modId, versionId, uploadId } = await quarantined('Good');
    const { exitCode, printed } = await operate(
      world,
      `upload approve --upload ${uploadId} --moderator judge`,
    );
    expect({ exitCode, printed }).toEqual({
      exitCode: 0,
      printed: { upload_id: uploadId, lifecycleStatus: 'ready' },
    });
    const judge = await world.platform.db.user.findUnique({ where: { username: 'judge' } });
    const line = await world.platform.db.auditEntry.findFirst({
      where: { action: 'upload.approved', targetId: uploadId },
    });
    expect(line).toMatchObject({ actorId: judge?.id, credentialId: null });
    const published = await alice.post(`/mods/${modId}/versions/${versionId}/publish`, {});
    expect(published.status).toBe(200);
  });

  it('fails on the word of a moderator', async () => {
    const { uploadId } = await quarantined('Bad');
    const { exitCode, printed } = await operate(
      world,
      `upload reject --upload ${uploadId} --moderator judge`,
    );
    expect({ exitCode, printed }).toEqual({
      exitCode: 0,
      printed: { upload_id: uploadId, lifecycleStatus: 'failed' },
    });
    expect(await statusOf(uploadId)).toBe('failed');
  });

  it('waits on where somebody decides who is no moderator, or is nobody, or is blocked', async () => {
    const { uploadId } = await quarantined('Undecided');
    await operate(world, 'user create --username former --role moderator');
    await operate(world, 'user block --username former');
    const codeFor = async (username: string) => {
      const line = `upload approve --upload ${uploadId} --moderator ${username}`;
      return (await operate(world, line)).refused.code;
    };
    expect(await codeFor('passerby')).toBe('forbidden');
    expect(await codeFor('nobody')).toBe('user_not_found');
    expect(await codeFor('former')).toBe('account_blocked');
    expect(await statusOf(uploadId)).toBe('quarantined');
  });

  it('is decided once', async () => {
    const { uploadId } = await quarantined('Once');
    await operate(world, `upload reject --upload ${uploadId} --moderator judge`);
    const { exitCode, refused } = await operate(
      world,
      `upload approve --upload ${uploadId} --moderator judge`,
    );
    expect({ exitCode, code: refused.code }).toEqual({ exitCode: 1, code: 'invalid_state' });
  });
});
