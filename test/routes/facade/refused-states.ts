import { randomUUID } from 'node:crypto';
import type { Answer, Json } from '../../actors.js';
import { APP, DISABLE, REGISTER, REVIEW, SUBMIT, UPDATE } from '../../graphql/identity/apps.js';
import { keep } from '../../provider-server.js';
import { draftMod, draftVersion, readyVersion, sendFile } from '../../publishing.js';
import { declared } from '../../workers/publishing/references.js';
import {
  alice,
  bytesOf,
  mallory,
  modId,
  newTarget,
  server,
  world,
} from '../publishing/external-files.js';
import { asVisitor, type Scene } from './refused-scenes.js';

const declaration = async (more: object) => ({
  ...(await newTarget()),
  filename: 'mod.zip',
  sizeBytes: 9,
  fileKind: 'main',
  expectedHashes: { sha256: 'a'.repeat(64) },
  ...more,
});

async function readyUpload(): Promise<string> {
  const made = await readyVersion(world, alice, modId, { version: randomUUID() });
  return made.uploadId;
}

/** A declared file with one member that breaks a rule. */
export async function declaredWith(more: object, names: readonly string[]): Promise<Scene> {
  return { by: alice, path: '/uploads', body: await declaration(more), names };
}

/** A completion of an upload that was aborted. */
export async function abortedUpload(): Promise<Scene> {
  const id = await sendFile(alice, await newTarget(), bytesOf());
  await alice.post(`/uploads/${id}/abort`, {});
  return { by: alice, path: `/uploads/${id}/complete`, body: {}, names: ['cancelled'] };
}

/** The abort of an upload that is ready. */
export async function readyUploadAborted(): Promise<Scene> {
  const id = await readyUpload();
  return { by: alice, path: `/uploads/${id}/abort`, body: {}, names: ['ready'] };
}

/** A list of parts for an upload that is sent with a single PUT. */
export async function partsOfOnePut(): Promise<Scene> {
  const id = await sendFile(alice, await newTarget(), bytesOf());
  const body = { parts: [{ partNumber: 1, etag: 'a' }] };
  return { by: alice, path: `/uploads/${id}/complete`, body, names: ['parts', 'PUT'] };
}

async function multipart(): Promise<string> {
  const body = await declaration({ sizeBytes: 200 * 1024 * 1024 });
  const { upload_id: id, strategy } = (await alice.post('/uploads', body)).body.data;
  if (strategy !== 'multipart') throw new Error(`the upload is ${strategy}`);
  return id;
}

/** A part number that the upload does not have. */
export async function impossiblePart(): Promise<Scene> {
  const path = `/uploads/${await multipart()}/parts`;
  return { by: alice, path, body: { partNumbers: [999] }, names: ['partNumbers', '1'] };
}

/** A completion that names too few parts, or one that has not arrived. */
export async function partsMissing(which: 'unnamed' | 'unsent'): Promise<Scene> {
  const id = await multipart();
  const { totalParts } = await world.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
  const count = which === 'unnamed' ? 1 : totalParts;
  const parts = Array.from({ length: count }, (_, at) => ({ partNumber: at + 1, etag: 'a' }));
  const names = which === 'unnamed' ? ['parts', `${totalParts}`] : ['parts', '1'];
  return { by: alice, path: `/uploads/${id}/complete`, body: { parts }, names };
}

/** A withdrawal of a version that was never published. */
export async function draftWithdrawn(): Promise<Scene> {
  const { versionId } = await newTarget();
  const path = `/mods/${modId}/versions/${versionId}/rollback`;
  return { by: alice, path, body: {}, names: ['"draft|«draft|„draft', 'published'] };
}

/** A write to a mod by a stranger, by a key for another mod, and after the mod was deleted. */
export async function closedMod(to: 'stranger' | 'other key' | 'owner'): Promise<Scene> {
  const body = { version: randomUUID() };
  if (to === 'owner') {
    const { id } = await draftMod(alice, 'kept');
    await (await asVisitor(alice.userId))('mutation ($id: ID!) { deleteMod(id: $id) }', { id });
    return { by: alice, path: `/mods/${id}/versions`, body, names: [id] };
  }
  const { id } = await draftMod(alice, 'kept');
  const ready = await readyVersion(world, alice, id, { version: '1' });
  await alice.post(`/mods/${id}/versions/${ready.versionId}/publish`, {});
  const by = to === 'stranger' ? mallory : await alice.withToken({ modIds: [modId] });
  const cure = to === 'stranger' ? 'owners|владельцев|Besitzer' : 'resource_grants';
  return { by, path: `/mods/${id}/versions`, body, names: [id, cure] };
}

/** A new mod by a key that is limited to some mods. */
export async function modOfLimitedKey(): Promise<Scene> {
  const by = await alice.withToken({ modIds: [modId] });
  const body = { game_slug: 'kept', title: { en: 'A mod' }, description: { en: 'It adds.' } };
  return { by, path: '/mods', body, names: ['resource_grants'] };
}

/** A file of a provider that the service does not know. */
export async function unknownProvider(): Promise<Scene> {
  const target = await newTarget();
  const path = `/mods/${target.modId}/versions/${target.versionId}/external-artifact`;
  const bytes = bytesOf();
  const body = declared(keep(server, 'github', bytes), bytes);
  body.locator.provider = 'floppy';
  return { by: alice, path, body, names: ['floppy', 'locator', 'github'] };
}

/** A body that is not declared as JSON, or is compressed. */
export function undeclaredBody(headers: Readonly<Record<string, string>>, name: string): Scene {
  const path = `/mods/${modId}/versions`;
  return { by: alice, path, body: new Uint8Array([123, 125]), headers, names: [name] };
}

/** An admin with a browser session. */
async function admin() {
  const { userId } = await world.creator(`admin-${randomUUID().slice(0, 8)}`);
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'admin' } });
  return asVisitor(userId);
}

async function newApp(more: object = {}): Promise<Json> {
  const owner = await asVisitor(alice.userId);
  const input = {
    kind: 'public',
    name: `Pack ${randomUUID().slice(0, 8)}`,
    redirectUris: ['https://pack.example/callback'],
    scopes: ['mods:read'],
    ...more,
  };
  return (await owner(REGISTER, { input })).body.data.registerApp.app;
}

/** Changes an application that an admin has disabled. */
export async function disabledApp(): Promise<Answer> {
  const app = await newApp();
  const disable = await admin();
  const { etag } = (await disable(DISABLE, { id: app.id })).body.data.disableApp;
  const owner = await asVisitor(alice.userId);
  return owner(UPDATE, { id: app.id, etag, input: { name: 'Other' } });
}

/** Submits an application without a sensitive scope. */
export async function nothingToReview(): Promise<Answer> {
  const { id } = await newApp();
  return (await asVisitor(alice.userId))(SUBMIT, { id });
}

/** Decides about an application whose owner did not submit it. */
export async function noReview(): Promise<Answer> {
  const { id, etag } = await newApp();
  return (await admin())(REVIEW, { id, etag, input: { decision: 'approve' } });
}

/** Replaces the secret of a public application. */
export async function publicSecret(): Promise<Answer> {
  const { id, etag } = await newApp();
  const rotate = `mutation ($id: ID!, $etag: String!) {
    rotateAppSecret(id: $id, expectedEtag: $etag) { app { ...App } } } ${APP}`;
  return (await asVisitor(alice.userId))(rotate, { id, etag });
}

/** Rotates an account key that does not exist yet. */
export async function withoutAccountKey(): Promise<Answer> {
  const { userId } = await world.creator(`key-${randomUUID().slice(0, 8)}`);
  return (await asVisitor(userId))('mutation { rotateAccountKey { id } }', {});
}

/** Approves an upload that waits for no decision. */
export async function decidedUpload(): Promise<Answer> {
  const id = await readyUpload();
  return (await admin())('mutation ($id: ID!) { approveUpload(id: $id) { id } }', { id });
}

/** Approves, claims or releases an upload that another moderator has claimed. */
export async function claimedUpload(verb: string): Promise<Answer> {
  const id = await readyUpload();
  const reviewHeldUntil = new Date(world.clock.now().getTime() + 60_000);
  const claim = { reviewHolderId: mallory.userId, reviewHeldUntil };
  const data = {
    state: 'quarantined',
    reviewState: 'pending',
    reviewSince: world.clock.now(),
    ...claim,
  } as const;
  await world.platform.db.uploadSession.update({ where: { id }, data });
  return (await admin())(`mutation ($id: ID!) { ${verb}(id: $id) { id } }`, { id });
}

/** Lifts a takedown that does not exist. */
export async function notTakenDown(): Promise<Answer> {
  const { id } = await draftVersion(alice, modId, { version: randomUUID() });
  return (await admin())('mutation ($id: ID!) { liftModVersionTakedown(id: $id) { id } }', { id });
}

/** Releases bytes that no scan found unsafe. */
export async function cleanBytes(): Promise<Answer> {
  const id = await readyUpload();
  const { expectedSha256 } = await world.platform.db.uploadSession.findUniqueOrThrow({
    where: { id },
  });
  const clear = `mutation ($sha256: String!) {
    clearBlob(sha256: $sha256, note: "harmless") { id } }`;
  return (await admin())(clear, { sha256: expectedSha256 });
}

/** Adds a synonym group while there are as many as possible. */
export async function fullSynonyms(): Promise<Answer> {
  const at = { createdAt: new Date(), updatedAt: new Date() };
  await world.platform.db.searchSynonym.createMany({
    data: Array.from({ length: 300 }, (_, n) => ({
      id: randomUUID(),
      gameId: null,
      terms: [`a${n}`, `b${n}`],
      ...at,
    })),
  });
  const add = 'mutation { addSynonymGroup(input: { terms: ["inv", "inventory"] }) { id } }';
  return (await admin())(add, {});
}

/** Sends an operation that costs too much. */
export async function costly(): Promise<Answer> {
  const field = 'listMods(limit: 100) { items { id slug title author { id username } } }';
  const copies = Array.from({ length: 45 }, (_, at) => `a${at}: ${field}`).join(' ');
  return world.anon.graphql(`{ ${copies} }`);
}
