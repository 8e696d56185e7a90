import { createHash } from 'node:crypto';
import AdmZip from 'adm-zip';
import { createCategory, createGame } from '../src/modules/catalog/index.js';
import { createSystemContext } from '../src/request/context.js';
import type { Actor, Json } from './actors.js';
import type { World } from './harness.js';

/** A game that most tests can use: two loaders, two versions, two categories. */
export async function newGame(world: World, slug: string): Promise<void> {
  const ctx = createSystemContext(world.platform, 'test');
  await createGame(ctx, {
    slug,
    name: slug,
    loaders: ['fabric', 'forge'],
    versions: ['1.20', '1.21'],
  });
  await createCategory(ctx, { gameSlug: slug, slug: 'tools', name: 'Tools' });
  await createCategory(ctx, { gameSlug: slug, slug: 'magic', name: 'Magic' });
}

/** A small good archive; the text makes its bytes different from others. */
export function archiveOf(text: string): Buffer {
  const zip = new AdmZip();
  zip.addFile('readme.txt', Buffer.from(text));
  return zip.toBuffer();
}

/** Lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Makes a draft with a cover. */
export async function draftMod(actor: Actor, gameSlug: string, more: object = {}): Promise<Json> {
  const made = await actor.post('/mods', {
    game_slug: gameSlug,
    title: { en: 'A mod' },
    description: { en: 'What it does.' },
    ...more,
  });
  if (made.status !== 201) throw new Error(`no draft: ${made.text}`);
  const id: string = made.body.data.id;
  await actor.post(`/mods/${id}/media:fallback`);
  return made.body.data;
}

/** Reserves an upload of some bytes and sends them; answers the session's id. */
export async function sendFile(
  actor: Actor,
  target: { modId: string; versionId: string },
  bytes: Uint8Array<ArrayBuffer>,
  more: object = {},
): Promise<string> {
  const made = await actor.post('/uploads', {
    ...target,
    filename: 'mod.zip',
    sizeBytes: bytes.length,
    expectedHashes: { sha256: sha256Of(bytes) },
    fileKind: 'main',
    ...more,
  });
  if (made.status !== 201) throw new Error(`no session: ${made.text}`);
  const { upload, upload_id } = made.body.data;
  const headers: Record<string, string> = { ...upload.headers };
  const put = await fetch(upload.url, { method: upload.method, headers, body: bytes });
  if (!put.ok) throw new Error(`the store answered ${put.status}`);
  return upload_id;
}

/** Makes a version, uploads its file and waits for the scan; answers the ids. */
export async function readyVersion(
  world: World,
  actor: Actor,
  modId: string,
  version: object,
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(archiveOf(JSON.stringify([modId, version]))),
): Promise<{ versionId: string; uploadId: string; artifactId: string }> {
  const made = await actor.post(`/mods/${modId}/versions`, version);
  if (made.status !== 201) throw new Error(`no version: ${made.text}`);
  const versionId: string = made.body.data.id;
  const uploadId = await sendFile(actor, { modId, versionId }, bytes);
  const completed = await actor.post(`/uploads/${uploadId}/complete`, {});
  if (completed.status !== 202) throw new Error(`not completed: ${completed.text}`);
  await world.settled();
  return { versionId, uploadId, artifactId: completed.body.data.artifact_id };
}

/** The whole way of one version, up to its publication. */
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
