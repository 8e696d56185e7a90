import { randomUUID } from 'node:crypto';
import { sessionCookie } from '../../../src/auth/session-cookie.js';
import { startSession } from '../../../src/modules/identity/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Actor, Answer, Creator, Json } from '../../actors.js';
import { writeZip } from '../../archives/zip-writer.js';
import { REGISTER, REVIEW, SUBMIT } from '../../graphql/identity/apps.js';
import { keep } from '../../provider-server.js';
import { bareMod, draftMod, draftVersion, readyVersion, sendFile } from '../../publishing.js';
import { declared, refer } from '../../workers/publishing/references.js';
import {
  alice,
  bytesOf,
  mallory,
  modId,
  newTarget,
  server,
  world,
} from '../publishing/external-files.js';

/** A request that the service refuses each time, and what its detail must name. */
export interface Scene {
  readonly by: Actor;
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  /** Texts that the detail must not contain. */
  readonly hides?: readonly string[];
}

const versions = () => `/mods/${modId}/versions`;
const review = () =>
  new Uint8Array(writeZip([{ name: 'tool.exe', content: `MZ ${randomUUID()}` }]));

/** Sends a file of a version, completes it, and runs its scan. */
async function completed(target: { modId: string; versionId: string }, more: object = {}) {
  const id = await sendFile(alice, target, review(), more);
  await alice.post(`/uploads/${id}/complete`, {});
  await world.settled();
  return id;
}

const setState = (id: string, state: 'scanning' | 'quarantined') =>
  world.platform.db.uploadSession.update({ where: { id }, data: { state } });

/** A version string that another version of the mod already has. */
export async function takenVersion(loaders: readonly string[]): Promise<Scene> {
  const version = randomUUID();
  await draftVersion(alice, modId, { version, loader_platforms: loaders });
  return { by: alice, path: versions(), body: { version }, names: [version, ...loaders] };
}

/** A change of loaders that makes two versions of one name overlap. */
export async function takenByChange(): Promise<Scene> {
  const version = randomUUID();
  await draftVersion(alice, modId, { version, loader_platforms: ['forge'] });
  const own = await draftVersion(alice, modId, { version, loader_platforms: ['fabric'] });
  const body = { loader_platforms: ['fabric', 'forge'] };
  return { ...(await change(own.id, body)), names: [version, '"forge"', 'loader_platforms'] };
}

async function change(versionId: string, body: object): Promise<Omit<Scene, 'names'>> {
  const path = `${versions()}/${versionId}`;
  const etag = (await alice.get(path)).headers.get('etag') ?? '';
  return { by: alice, method: 'PATCH', path, body, headers: { 'If-Match': etag } };
}

/** A game version that the game does not list, in a new version or in a change. */
export async function unknownGameVersion(method: 'POST' | 'PATCH'): Promise<Scene> {
  const body = { game_versions: ['1.21', '9.99'] };
  const names = ['"9.99"', 'game_versions'];
  const hides = ['1.21'];
  if (method === 'PATCH') {
    return { ...(await change((await newTarget()).versionId, body)), names, hides };
  }
  return { by: alice, path: versions(), body: { ...body, version: randomUUID() }, names, hides };
}

/** A change of members that the publication fixed. */
export async function fixedMember(): Promise<Scene> {
  const ready = await readyVersion(world, alice, modId, { version: randomUUID() });
  await alice.post(`${versions()}/${ready.versionId}/publish`, {});
  const body = { release_channel: 'beta', changelog: { en: 'Not fixed.' } };
  return { ...(await change(ready.versionId, body)), names: ['release_channel'] };
}

const publishing = (versionId: string, names: readonly string[]): Scene => ({
  by: alice,
  path: `${versions()}/${versionId}/publish`,
  names,
});

/** A publication without a main file. */
export async function withoutMainFile(): Promise<Scene> {
  return publishing((await newTarget()).versionId, ['main file|основного файла|Hauptdatei']);
}

/** A publication while an upload is scanned or reviewed. */
export async function withUpload(state: 'scanning' | 'quarantined'): Promise<Scene> {
  const { versionId } = await readyVersion(world, alice, modId, { version: randomUUID() });
  const more = { fileKind: 'optional', filename: 'extra.zip' };
  const id = await completed({ modId, versionId }, more);
  await setState(id, state);
  const why = state === 'scanning' ? 'scan|скан|Scan' : 'review|модератор|Moderator';
  return publishing(versionId, [id, 'extra.zip', why]);
}

/** A second publication of a version. */
export async function publishedTwice(): Promise<Scene> {
  const { versionId } = await readyVersion(world, alice, modId, { version: randomUUID() });
  await alice.post(`${versions()}/${versionId}/publish`, {});
  return publishing(versionId, ['already published|уже опубликована|bereits veröffentlicht']);
}

/** A version with an imported file whose SHA-256 is unknown. */
export async function undigested(verb: 'publish' | 'resolve'): Promise<Scene> {
  const ready = await readyVersion(world, alice, modId, { version: randomUUID() });
  const { versionId, artifactId } = ready;
  if (verb === 'resolve') await alice.post(`${versions()}/${versionId}/publish`, {});
  await world.platform.db.artifact.update({ where: { id: artifactId }, data: { sha256: null } });
  if (verb === 'publish') return publishing(versionId, [artifactId, 'mod.zip']);
  return { by: mallory, path: `/downloads/${artifactId}/resolve`, names: [artifactId] };
}

/** A main upload, while another one is in checks: before and after its bytes arrive. */
export async function besideChecks(step: 'reserve' | 'complete'): Promise<Scene> {
  const target = await newTarget();
  const second = await sendFile(alice, target, bytesOf());
  const first = await completed(target);
  await setState(first, 'scanning');
  const names = [first, 'mod.zip'];
  if (step === 'complete')
    return { by: alice, path: `/uploads/${second}/complete`, body: {}, names };
  const declaration = { ...target, filename: 'b.zip', sizeBytes: 9, fileKind: 'main' };
  const body = { ...declaration, expectedHashes: { sha256: 'a'.repeat(64) } };
  return { by: alice, path: '/uploads', body, names };
}

/** An external file of a mod that is not public. */
export async function externalOfPaid(): Promise<Scene> {
  const { id } = await bareMod(alice, 'kept', { access_tier: 'paid' });
  const target = await newTarget(id);
  const bytes = bytesOf();
  const body = declared(keep(server, 'github', bytes), bytes);
  return { by: alice, path: externalPath(target), body, names: ['access_tier', 'public'] };
}

const externalPath = (target: { modId: string; versionId: string }) =>
  `/mods/${target.modId}/versions/${target.versionId}/external-artifact`;

/** A provider's file that a version of `alice` already has. */
export async function importedTwice(by: Creator): Promise<Scene> {
  const bytes = bytesOf();
  const body = declared(keep(server, 'github', bytes), bytes);
  const first = await refer(alice, modId, body);
  const ids = [first.referenceId, first.versionId];
  if (by.userId === alice.userId) {
    return { by, path: externalPath(await newTarget()), body, names: ['github', ...ids] };
  }
  const own = (await draftMod(by, 'kept')).id;
  const { id: versionId } = await draftVersion(by, own, { version: '1' });
  const path = externalPath({ modId: own, versionId });
  return { by, path, body, names: ['github'], hides: [...ids, modId, first.artifactId] };
}

/** A key with a scope that is unknown, or that no key may have. */
export async function keyScope(scope: string): Promise<Scene> {
  const scopes = 'credentials:manage admin:* versions:write';
  const by = await alice.withToken({ scopes });
  const body = { name: 'ci', scopes: ['versions:write', scope], resource_grants: [] };
  return { by, path: '/api-keys', body, names: [scope], hides: ['versions:write'] };
}

/** Sends a GraphQL operation over HTTP with a browser session. */
export async function asVisitor(
  userId: string,
): Promise<(query: string, variables: object) => Promise<Answer>> {
  const { platform, baseUrl, anon } = world;
  const system = createSystemContext(platform, 'test');
  const { token } = await startSession(system, { userId, aal2: true });
  const headers = { Cookie: `${sessionCookie(baseUrl).name}=${token}`, Origin: baseUrl };
  return (query, variables) => anon.graphql(query, variables, headers);
}

/** Registers an application; returns the response. */
export async function registered(userId: string, scopes: readonly string[]): Promise<Answer> {
  const input = { kind: 'public', name: `Pack ${randomUUID().slice(0, 8)}`, scopes };
  const send = await asVisitor(userId);
  return send(REGISTER, { input: { ...input, redirectUris: ['https://pack.example/callback'] } });
}

/** An admin approves a scope that the application does not wait for; returns the response. */
export async function approved(scope: string): Promise<Answer> {
  const made: Json = (await registered(alice.userId, ['mods:write'])).body.data.registerApp.app;
  const owner = await asVisitor(alice.userId);
  const app = (await owner(SUBMIT, { id: made.id })).body.data.submitAppForReview;
  const { userId } = await world.creator('root');
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'admin' } });
  const admin = await asVisitor(userId);
  const input = { decision: 'approve', approvedScopes: ['mods:write', scope] };
  return admin(REVIEW, { id: app.id, etag: app.etag, input });
}
