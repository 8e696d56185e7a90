import { createHash } from 'node:crypto';
import AdmZip from 'adm-zip';
import { PLATFORMS } from '../src/modules/catalog/games/game-values.js';
import type { Prisma } from '../src/platform/database/generated/client.js';
import type { Platform } from '../src/platform/platform.js';
import { enqueue } from '../src/platform/queue/queue.port.js';
import { newId } from '../src/request/ids.js';
import type { Actor, Answer, Creator, Json } from './actors.js';
import { writeZip } from './archives/zip-writer.js';
import type { World } from './harness.js';
import { platformAt } from './open-worlds.js';
import { addedPicture, smallPng } from './pictures.js';

/** A game for most tests, as rows: two loaders, two versions, two categories. */
export async function newGame(world: World, slug: string): Promise<void> {
  const { db } = world.platform;
  const [loaders, versions] = [
    ['fabric', 'forge'],
    ['1.20', '1.21'],
  ];
  const { id: gameId } = await db.game.create({
    data: { slug, name: slug, loaders, versions, platforms: PLATFORMS },
    select: { id: true },
  });
  const categories = [
    { gameId, slug: 'tools', name: 'Tools' },
    { gameId, slug: 'magic', name: 'Magic' },
  ];
  await db.category.createMany({ data: categories });
}

/** A small valid archive; the text makes its bytes unique. */
export function archiveOf(text: string): Buffer {
  const zip = new AdmZip();
  zip.addFile('readme.txt', Buffer.from(text));
  return zip.toBuffer();
}

/** SHA-256 in lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Makes a draft without a cover. It is cheap and cannot be published. */
export async function bareMod(actor: Actor, gameSlug: string, more: object = {}): Promise<Json> {
  const made = await actor.post('/mods', {
    game_slug: gameSlug,
    title: { en: 'A mod' },
    description: { en: 'What it does.' },
    ...more,
  });
  if (made.status !== 201) throw new Error(`no draft: ${made.text}`);
  return made.body.data;
}

let cover: Promise<Buffer> | undefined;
/** The first cover of each service in this process. */
const covers = new WeakMap<Platform, Prisma.MediaGetPayload<object>>();

/**
 * Makes a draft with a small uploaded cover, which is faster than a drawn one. Later drafts of a
 * service get a copy of the row, without an audit entry: each upload is decoded and resized.
 */
export async function draftMod(actor: Actor, gameSlug: string, more: object = {}): Promise<Json> {
  const mod = await bareMod(actor, gameSlug, more);
  const platform = platformAt(actor.baseUrl);
  const first = platform && covers.get(platform);
  if (first) {
    await copyCover(platform, first, mod.id);
    return mod;
  }
  cover ??= smallPng();
  await addedPicture(actor, mod.id, { kind: 'cover' }, await cover);
  if (platform) {
    const where = { modId: mod.id, kind: 'cover' } as const;
    covers.set(platform, await platform.db.media.findFirstOrThrow({ where }));
  }
  return mod;
}

/** Gives a mod a copy of the cover of another mod. */
async function copyCover(
  { db, clock }: Platform,
  { alt, variants, ...picture }: Prisma.MediaGetPayload<object>,
  modId: string,
): Promise<void> {
  const [coverId, now] = [newId(), clock.now()];
  await db.media.create({
    data: {
      ...picture,
      alt: alt ?? {},
      variants: variants ?? [],
      id: coverId,
      modId,
      createdAt: now,
    },
    select: { id: true },
  });
  await db.mod.update({
    where: { id: modId },
    data: { coverId, revision: { increment: 1 }, updatedAt: now },
    select: { id: true },
  });
}

/** Makes a draft with the cover that the service draws. */
export async function drawnMod(actor: Actor, gameSlug: string): Promise<Json> {
  const mod = await bareMod(actor, gameSlug);
  const made = await actor.post(`/mods/${mod.id}/media:fallback`);
  if (made.status !== 201) throw new Error(`no cover: ${made.text}`);
  return mod;
}

/** A refused request as `409 cover_required`. Throws if the response is no problem document. */
export function refusal({ status, headers, body, text }: Answer): string {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem || body.status !== status) throw new Error(`no problem: ${status} ${text}`);
  return `${status} ${body.code}`;
}

/** Makes the draft of a version and returns it. */
export async function draftVersion(actor: Actor, modId: string, version: object): Promise<Json> {
  const made = await actor.post(`/mods/${modId}/versions`, version);
  if (made.status !== 201) throw new Error(`no version: ${made.text}`);
  return made.body.data;
}

/** The version that receives a file. */
export interface UploadTarget {
  readonly modId: string;
  readonly versionId: string;
}

/** The declaration of a file before its upload. */
export function declarationOf(target: UploadTarget, bytes: Uint8Array, more: object = {}) {
  return {
    ...target,
    filename: 'mod.zip',
    sizeBytes: bytes.length,
    expectedHashes: { sha256: sha256Of(bytes) },
    fileKind: 'main',
    ...more,
  };
}

/** Sends bytes to the address of a session or a part. */
export function putBytes(
  to: { method: string; url: string; headers: object },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(to.url, { method: to.method, headers: { ...to.headers }, body: bytes });
}

/** Reserves an upload of some bytes and sends them; returns the session's id. */
export async function sendFile(
  actor: Actor,
  target: UploadTarget,
  bytes: Uint8Array<ArrayBuffer>,
  more: object = {},
): Promise<string> {
  const made = await actor.post('/uploads', declarationOf(target, bytes, more));
  if (made.status !== 201) throw new Error(`no session: ${made.text}`);
  const put = await putBytes(made.body.data.upload, bytes);
  if (!put.ok) throw new Error(`the store answered ${put.status}`);
  return made.body.data.upload_id;
}

/** Makes a version, uploads its file and waits for the scan; returns the ids. */
export async function readyVersion(
  world: World,
  actor: Actor,
  modId: string,
  version: object,
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(archiveOf(JSON.stringify([modId, version]))),
): Promise<{ versionId: string; uploadId: string; artifactId: string }> {
  const versionId: string = (await draftVersion(actor, modId, version)).id;
  const uploadId = await sendFile(actor, { modId, versionId }, bytes);
  const completed = await actor.post(`/uploads/${uploadId}/complete`, {});
  // 200 if the scan finished before the response.
  if (completed.status !== 202 && completed.status !== 200)
    throw new Error(`not completed: ${completed.text}`);
  await world.settled();
  return { versionId, uploadId, artifactId: completed.body.data.artifact_id };
}

/**
 * Makes a version whose file waits for a moderator, because it contains a desktop executable; returns
 * the ids. The files of different versions have different bytes.
 */
export function quarantinedVersion(world: World, actor: Actor, modId: string, version: string) {
  const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: version }]));
  return readyVersion(world, actor, modId, { version }, bytes);
}

/** Makes a version, uploads its file and publishes it. */
export async function publishedVersion(
  world: World,
  actor: Actor,
  modId: string,
  version: object,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<{ versionId: string; uploadId: string; artifactId: string }> {
  const ready = await readyVersion(world, actor, modId, version, bytes);
  const published = await actor.post(`/mods/${modId}/versions/${ready.versionId}/publish`, {});
  if (published.status !== 200) throw new Error(`not published: ${published.text}`);
  return ready;
}

/** Runs the clean-up of uploads and grants now; the periodic job would run later. */
export async function sweepNow(world: World): Promise<void> {
  await enqueue(world.platform.db, { kind: 'sweep-uploads', payload: {} });
  await world.settled();
}

/** Gives the account of an actor the role of a moderator. */
export async function makeModerator(world: World, userId: string): Promise<void> {
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'moderator' } });
}

/** A moderator with a token that has all admin scopes. */
export async function newModerator(world: World, username: string): Promise<Creator> {
  const person = await world.creator(username);
  await makeModerator(world, person.userId);
  return { ...person, ...(await person.withToken({ scopes: 'admin:*' })) };
}
