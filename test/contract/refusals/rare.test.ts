import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Prisma } from '../../../src/platform/database/generated/client.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Answer, Creator } from '../../actors.js';
import { agentOf, runTool } from '../../agents.js';
import { useWorld } from '../../harness.js';
import { meanwhile } from '../../locks.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  refusal,
} from '../../publishing.js';
import { declaredReference, REGISTRATION } from '../../references.js';
import { newDelivery } from '../../webhooks.js';

// Refusals of single operations that no other API test covers.
const world = useWorld(REGISTRATION, { jobs: 'when-settled' });
const bytes = new Uint8Array(archiveOf('rare'));
let alice: Creator;
let bob: Creator;

beforeAll(async () => {
  await newGame(world, 'rare');
  alice = await world.creator('alice');
  bob = await world.creator('bob');
});
afterEach(() => void vi.restoreAllMocks());

async function newTarget() {
  const { id: modId } = await bareMod(alice, 'rare');
  const { id: versionId } = await draftVersion(alice, modId, { version: '1.0.0' });
  return { modId: String(modId), versionId: String(versionId) };
}

const buried = async () => {
  const data = { id: randomUUID(), entity: 'mod' };
  return (await world.platform.db.tombstone.create({ data })).id;
};

describe('a replayed mod draft whose response was not stored', () => {
  const body = { game_slug: 'rare', title: { en: 'A' }, description: { en: 'B' } };

  /** Creates a draft like a process that ends between the write and its response. */
  async function cutOff() {
    const key = randomUUID();
    const { data } = (await alice.post('/mods', body, { 'Idempotency-Key': key })).body;
    await world.platform.db.idempotencyRecord.updateMany({
      where: { key },
      data: { state: 'effected', status: null, headers: Prisma.DbNull, body: Prisma.DbNull },
    });
    const replay = async () => refusal(await alice.post('/mods', body, { 'Idempotency-Key': key }));
    return { id: String(data.id), replay };
  }

  it('the replay of a draft returns 410 gone after the deletion of the mod', async () => {
    const { db } = world.platform;
    const { id, replay } = await cutOff();
    await db.mod.update({ where: { id }, data: { state: 'deleted' } });
    await db.tombstone.create({ data: { id, entity: 'mod' } });
    expect(await replay()).toBe('410 gone');
  });

  it('the replay of a draft returns 404 not_found after its author left the team', async () => {
    const { id, replay } = await cutOff();
    const { db } = world.platform;
    await db.teamMember.deleteMany({ where: { team: { mods: { some: { id } } } } });
    expect(await replay()).toBe('404 not_found');
  });
});

describe('redelivery of an event', () => {
  it('redelivery returns 409 invalid_state while the subscription is disabled', async () => {
    const id = await newDelivery(world, alice);
    const { db } = world.platform;
    const { subscriptionId } = await db.webhookDelivery.findUniqueOrThrow({ where: { id } });
    await db.webhookSubscription.update({
      where: { id: subscriptionId },
      data: { state: 'disabled' },
    });
    const key = { 'Idempotency-Key': randomUUID() };
    const again = await alice.post(`/webhook-deliveries/${id}/redeliver`, undefined, key);
    expect(refusal(again)).toBe('409 invalid_state');
  });
});

describe('an update of a version', () => {
  it('an update with an unknown game version returns 422 unsupported_version', async () => {
    const { modId, versionId } = await newTarget();
    const path = `/mods/${modId}/versions/${versionId}`;
    const etag = (await alice.get(path)).headers.get('etag') ?? '';
    const changed = await alice.patch(path, { game_versions: ['9.99'] }, { 'If-Match': etag });
    expect(refusal(changed)).toBe('422 unsupported_version');
  });
});

describe('the reservation of an upload', () => {
  const reserve = async (more: object, key = randomUUID(), who = alice, target = newTarget()) =>
    who.post('/uploads', declarationOf(await target, bytes, more), { 'Idempotency-Key': key });

  it('an upload session that ends while the store opens it returns 409 session_not_uploading', async () => {
    const { storage, db } = world.platform;
    const createMultipart = storage.createMultipart.bind(storage);
    vi.spyOn(storage, 'createMultipart').mockImplementation(async (...args) => {
      const opened = await createMultipart(...args);
      await db.uploadSession.updateMany({
        where: { state: 'draft' },
        data: { state: 'cancelled' },
      });
      return opened;
    });
    const large = { sizeBytes: 100 * 2 ** 20 + 1 };
    expect(refusal(await reserve(large))).toBe('409 session_not_uploading');
  });

  it('the replay of an upload by a former team member returns 404 session_not_found', async () => {
    const target = await newTarget();
    const member = `/mods/${target.modId}/team-members/${bob.userId}`;
    await alice.request('PUT', member, { body: { role: 'publisher' } });
    const key = randomUUID();
    const again = () => reserve({}, key, bob, Promise.resolve(target));
    expect((await again()).status).toBe(201);
    await alice.request('DELETE', member);
    expect(refusal(await again())).toBe('404 session_not_found');
  });
});

describe('the registration of an external file', () => {
  it.each([
    ['400 invalid_size', 0],
    ['413 archive_too_large', LIMITS.archiveBytes + 1],
  ])(
    'the registration of an external file returns %s for %i bytes',
    async (expected, expected_size_bytes) => {
      const { modId, versionId } = await newTarget();
      const path = `/mods/${modId}/versions/${versionId}/external-artifact`;
      const body = declaredReference(bytes, { expected_size_bytes });
      const made = await alice.post(path, body, { 'Idempotency-Key': randomUUID() });
      expect(refusal(made)).toBe(expected);
    },
  );
});

describe('an agent tool', () => {
  const run = async (tool: string, input: object): Promise<Answer> =>
    runTool(await agentOf(world, alice, tool), { tool, input });

  it('mods.get returns 410 gone for a deleted mod', async () => {
    expect(refusal(await run('mods.get', { mod_id: await buried() }))).toBe('410 gone');
  });

  it('downloads.resolve returns 404 file_not_found for an unknown file', async () => {
    const input = { artifact_id: randomUUID() };
    expect(refusal(await run('downloads.resolve', input))).toBe('404 file_not_found');
  });

  it('downloads.resolve returns 404 download_session_not_found for an unknown job', async () => {
    const { id } = await draftMod(alice, 'rare');
    const { artifactId } = await publishedVersion(world, alice, id, { version: '1' });
    const input = { artifact_id: artifactId, download_job: { id: randomUUID() } };
    expect(refusal(await run('downloads.resolve', input))).toBe('404 download_session_not_found');
  });

  it('publisher.draft returns 412 precondition_failed if the draft changes concurrently', async () => {
    const { id } = await bareMod(alice, 'rare');
    const input = { action: 'update_mod', mod_id: id, mod: { license: 'MIT' } };
    const change = { where: { id }, data: { license: 'ISC', revision: { increment: 1 } } };
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.mod.update(change),
      () => run('publisher.draft', input),
    );
    expect([waited, refusal(result)]).toEqual([true, '412 precondition_failed']);
  });
});
