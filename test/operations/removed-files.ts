import { expect, it } from 'vitest';
import { type Actor, type Answer, type Json } from '../actors.js';
import { agentOf, read as readTool } from '../agents.js';
import { GAME, type Stage } from '../contract/matrix/stage.js';
import { meanwhile } from '../locks.js';
import { archiveOf, readyVersion, refusal, sendFile, type UploadTarget } from '../publishing.js';
import { covered, unique } from './things.js';

/** An optional file, unlike all others. */
const optional = () => ({ fileKind: 'optional', filename: `${unique()}.zip` });

/** A version with a ready main file and a ready optional file. */
interface Draft extends UploadTarget {
  readonly target: UploadTarget;
  readonly main: Json;
  readonly extra: Json;
}

/** Uploads an optional file, waits for its scan, and returns the session. */
async function addFile(stage: Stage, to: UploadTarget, more = optional()): Promise<Json> {
  const { world, creator } = stage;
  const id = await sendFile(creator, to, new Uint8Array(archiveOf(unique())), more);
  await creator.post(`/uploads/${id}/complete`, {});
  await world.settled();
  return sessionOf(creator, id);
}

const sessionOf = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.get(`/uploads/${id}`)).body.data;

async function newDraft(stage: Stage): Promise<Draft> {
  const { world, creator } = stage;
  const modId = await covered(stage);
  const { versionId, uploadId } = await readyVersion(world, creator, modId, { version: unique() });
  const target = { modId, versionId };
  const main = await sessionOf(creator, uploadId);
  return { ...target, target, main, extra: await addFile(stage, target) };
}

/** Removes the file of an upload; returns the new state of its session, or the error code. */
async function removal(actor: Actor, { upload_id: id }: Json): Promise<string> {
  const mutation = 'mutation ($id: ID!) { removeUploadedFile(id: $id) { lifecycleStatus } }';
  const { body } = await actor.graphql(mutation, { id });
  return body.errors?.[0].extensions.code ?? body.data.removeUploadedFile.lifecycleStatus;
}

const pathOf = ({ modId, versionId }: UploadTarget) => `/mods/${modId}/versions/${versionId}`;
const filesOf = async ({ creator }: Stage, of: UploadTarget): Promise<readonly string[]> =>
  (await creator.get(pathOf(of))).body.data.artifact_ids;
const publish = ({ creator }: Stage, of: UploadTarget) => creator.post(`${pathOf(of)}/publish`);

/** The files of a plan that installs a version with its optional files. */
async function planned({ world }: Stage, { modId, versionId }: UploadTarget) {
  const selected = { versions: [{ mod_id: modId, version_id: versionId }], include_optional: true };
  const { body } = await world.anon.post('/install-plans:resolve', {
    game_slug: GAME,
    ...selected,
  });
  return body.data.items.map((item: Json) => item.artifact_id);
}

const linesAbout = ({ world }: Stage, { upload_id: targetId }: Json) =>
  world.platform.db.auditEntry.findMany({ where: { targetId, action: 'upload.removed' } });

/** Registers the tests of `removeUploadedFile`. */
export function removalRules(stage: Stage): void {
  it('a removed file is not in its version, its publication or install plans', async () => {
    const draft = await newDraft(stage);
    const { main, extra } = draft;
    expect(await filesOf(stage, draft)).toEqual([main.artifact_id, extra.artifact_id]);
    expect(await removal(stage.creator, extra)).toBe('cancelled');
    expect(await filesOf(stage, draft)).toEqual([main.artifact_id]);
    expect(refusal(await stage.creator.get(`/artifacts/${extra.artifact_id}`))).toBe('410 gone');
    expect(await sessionOf(stage.creator, extra.upload_id)).toMatchObject({
      lifecycleStatus: 'cancelled',
      status: 'aborted',
      supersededBy: null,
      failure: null,
    });
    const published = await publish(stage, draft);
    expect(published.body.data.artifact_ids).toEqual([main.artifact_id]);
    expect(await planned(stage, draft)).toEqual([main.artifact_id]);
  });

  it('the removal of a file that prevents the publication makes the version publishable', async () => {
    const draft = await newDraft(stage);
    const { artifact_id: id } = draft.extra;
    await stage.world.platform.db.artifact.update({ where: { id }, data: { sha256: null } });
    const agent = await agentOf(stage.world, stage.creator, 'publisher.validate');
    const input = { mod_id: draft.modId, version_id: draft.versionId };
    const check = async () => (await readTool(agent, 'publisher.validate', input)).publishable;
    expect(await check()).toBe(false);
    expect(await removal(stage.creator, draft.extra)).toBe('cancelled');
    expect(await check()).toBe(true);
  });

  it('a repeated removal returns the session and writes one audit line, which the team can read', async () => {
    const draft = await newDraft(stage);
    const { modId, versionId, extra } = draft;
    for (const _ of [1, 2]) expect(await removal(stage.creator, extra)).toBe('cancelled');
    const { userId: actorId } = stage.creator;
    expect(await linesAbout(stage, extra)).toMatchObject([
      { actorId, targetKind: 'upload', data: { version_id: versionId } },
    ]);
    const query = 'query ($id: ID!) { listModHistory(modId: $id) { items { action fileName } } }';
    const { body } = await stage.creator.graphql(query, { id: modId });
    const { action, fileName } = body.data.listModHistory.items[0];
    expect([action, fileName]).toEqual(['upload.removed', extra.filename]);
    const again = await stage.creator.post(`/uploads/${extra.upload_id}/complete`, {});
    expect([again.status, again.body.data.lifecycleStatus]).toEqual([200, 'cancelled']);
  });

  it('a removed file can be uploaded again under its name', async () => {
    const draft = await newDraft(stage);
    await removal(stage.creator, draft.extra);
    const { filename } = draft.extra;
    const newer = await addFile(stage, draft.target, { fileKind: 'optional', filename });
    expect(await filesOf(stage, draft)).toEqual([draft.main.artifact_id, newer.artifact_id]);
  });

  it('an older upload of a removed file fails with invalid_state', async () => {
    const draft = await newDraft(stage);
    const file = optional();
    const bytes = new Uint8Array(archiveOf(unique()));
    const older = await sendFile(stage.creator, draft.target, bytes, file);
    await removal(stage.creator, await addFile(stage, draft.target, file));
    await stage.creator.post(`/uploads/${older}/complete`, {});
    await stage.world.settled();
    expect(await sessionOf(stage.creator, older)).toMatchObject({
      lifecycleStatus: 'failed',
      failure: { code: 'invalid_state' },
    });
    const { main, extra } = draft;
    expect(await filesOf(stage, draft)).toEqual([main.artifact_id, extra.artifact_id]);
  });

  it('the removal of an unknown file, or one of another team, returns session_not_found', async () => {
    const draft = await newDraft(stage);
    expect(await removal(stage.stranger, draft.extra)).toBe('session_not_found');
    expect(await removal(stage.creator, { upload_id: unique() })).toBe('session_not_found');
    expect(await filesOf(stage, draft)).toContain(draft.extra.artifact_id);
  });

  it('the removal of a main file, or of a file that is not ready, returns invalid_state', async () => {
    const draft = await newDraft(stage);
    const bytes = new Uint8Array(archiveOf(unique()));
    const open = await sendFile(stage.creator, draft.target, bytes, optional());
    expect(await removal(stage.creator, draft.main)).toBe('invalid_state');
    expect(await removal(stage.creator, { upload_id: open })).toBe('invalid_state');
    expect(await filesOf(stage, draft)).toContain(draft.main.artifact_id);
  });

  it.each(['validating', 'published', 'archived', 'withdrawn', 'deleted'] as const)(
    'the removal of a file of a version that is %s returns invalid_state',
    async (state) => {
      const { versionId: id, extra } = await newDraft(stage);
      const { db } = stage.world.platform;
      await db.modVersion.update({ where: { id }, data: { state } });
      expect(await removal(stage.creator, extra)).toBe('invalid_state');
      const file = await db.artifact.findUniqueOrThrow({ where: { id: extra.artifact_id } });
      expect(file.state).toBe('ready');
    },
  );

  it('a removal waits for a running publication, then returns invalid_state', async () => {
    const { versionId: id, extra } = await newDraft(stage);
    const { waited, result } = await meanwhile(
      stage.world,
      (tx) => tx.modVersion.update({ where: { id }, data: { state: 'published' } }),
      () => removal(stage.creator, extra),
    );
    expect([waited, result]).toEqual([true, 'invalid_state']);
    expect((await sessionOf(stage.creator, extra.upload_id)).lifecycleStatus).toBe('ready');
  });

  it('a publication and a concurrent removal agree on the published files', async () => {
    const draft = await newDraft(stage);
    const { main, extra } = draft;
    const { waited, result } = await meanwhile(
      stage.world,
      (tx) => tx.$queryRaw`
        select 1 from mod_versions where id = ${draft.versionId}::uuid for no key update`,
      () => Promise.all([publish(stage, draft), removal(stage.creator, extra)]),
    );
    const [published, removed] = result as [Answer, string];
    expect([waited, published.status]).toEqual([true, 200]);
    const isRemoved = removed === 'cancelled';
    expect(isRemoved || removed === 'invalid_state').toBe(true);
    const left = isRemoved ? [main.artifact_id] : [main.artifact_id, extra.artifact_id];
    expect(await filesOf(stage, draft)).toEqual(left);
    expect(published.body.data.artifact_ids).toEqual(left);
    const { lifecycleStatus } = await sessionOf(stage.creator, extra.upload_id);
    expect(lifecycleStatus).toBe(isRemoved ? 'cancelled' : 'published');
    expect(await linesAbout(stage, extra)).toHaveLength(isRemoved ? 1 : 0);
  });
}
