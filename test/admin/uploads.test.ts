import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../actors.js';
import { writeZip } from '../archives/zip-writer.js';
import { useWorld } from '../harness.js';
import { draftMod, newGame, sendFile } from '../publishing.js';
import { longTest } from '../rounds.js';
import { type Ended, operate } from './operator.js';

const world = useWorld();
let alice: Creator;
/** Uploads of which no test changes the state, the first one first. */
let waiting: Quarantined;
let newest: Quarantined;
/** The result of `upload reject` with a note, for `rejectedId`. */
let rejection: Ended;
let rejectedId: string;

beforeAll(async () => {
  await newGame(world, 'review');
  alice = await world.creator('alice');
  await operate(world, 'user create --username judge --role moderator');
  await operate(world, 'user create --username passerby');
  waiting = await quarantined('Listed first');
  rejectedId = (await quarantined('Bad')).uploadId;
  const reasons = '--reason misleading --public-note "It is no map."';
  rejection = await operate(
    world,
    `upload reject --upload ${rejectedId} --moderator judge ${reasons}`,
  );
  newest = await quarantined('Listed second');
});

type Quarantined = Awaited<ReturnType<typeof quarantined>>;

/** Uploads an archive that only a moderator can approve. */
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
  it('upload approve makes a quarantined upload ready to publish, and the audit log names the moderator', async () => {
    const { modId, versionId, uploadId } = await quarantined('Good');
    const { exitCode, printed } = await operate(
      world,
      `upload approve --upload ${uploadId.toUpperCase()} --moderator judge`,
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

  it('upload reject makes a quarantined upload fail', async () => {
    const { exitCode, printed } = rejection;
    expect({ exitCode, printed }).toEqual({
      exitCode: 0,
      printed: { upload_id: rejectedId, lifecycleStatus: 'failed' },
    });
    expect(await statusOf(rejectedId)).toBe('failed');
  });

  it('upload approve leaves an upload in quarantine if the moderator is unknown, blocked or has no such role', async () => {
    const { uploadId } = waiting;
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

  longTest('upload approve is refused after upload reject', async () => {
    const { exitCode, refused } = await operate(
      world,
      `upload approve --upload ${rejectedId} --moderator judge`,
    );
    expect({ exitCode, code: refused.code }).toEqual({ exitCode: 1, code: 'invalid_state' });
  });
});

describe('upload list', () => {
  longTest('upload list --state quarantined prints the longest wait first', async () => {
    const { exitCode, printed } = await operate(world, 'upload list --state quarantined');
    expect(exitCode).toBe(0);
    const ids = printed.uploads.map((it: { upload_id: string }) => it.upload_id);
    expect(ids.indexOf(waiting.uploadId)).toBeLessThan(ids.indexOf(newest.uploadId));
    expect(printed.uploads[ids.indexOf(waiting.uploadId)]).toEqual({
      upload_id: waiting.uploadId,
      lifecycleStatus: 'quarantined',
      mod_id: waiting.modId,
      mod_slug: 'listed-first',
      version_id: waiting.versionId,
      version: '1.0.0',
      artifact_id: expect.any(String),
      file_kind: 'main',
      filename: 'mod.zip',
      size_bytes: expect.any(Number),
      username: 'alice',
      review_reasons: ['executable_content'],
      failure_code: null,
      created_at: expect.any(String),
      review_since: expect.any(String),
    });
    expect(printed.has_more).toBe(false);
  });

  it('upload list without --state prints uploads in all states, the newest first', async () => {
    const { printed } = await operate(world, 'upload list');
    const ids = printed.uploads.map((it: { upload_id: string }) => it.upload_id);
    const inOrder = [newest.uploadId, rejectedId, waiting.uploadId];
    expect(ids.filter((id: string) => inOrder.includes(id))).toEqual(inOrder);
    const states = new Set(
      printed.uploads.map((it: { lifecycleStatus: string }) => it.lifecycleStatus),
    );
    expect(states.size).toBeGreaterThan(1);
  });

  it('upload list refuses an unknown state with the names of all states', async () => {
    const { exitCode, refused } = await operate(world, 'upload list --state lost');
    expect(exitCode).not.toBe(0);
    expect(JSON.stringify(refused)).toContain('quarantined');
  });
});

it('upload reject tells the creator the reason and the public note', async () => {
  expect(rejection.exitCode).toBe(0);
  const { data } = (await alice.get(`/uploads/${rejectedId}/review`)).body;
  expect(data).toMatchObject({ public_note: 'It is no map.', rejection_reason: 'misleading' });
});
