import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type Client,
  createClient,
  download,
  downloadsOf,
  type PlanRequest,
  plan,
  safeFilename,
  updates,
} from '@modport/client';

// A small mod manager: node install.js <api> <game> <folder> <search terms…>
// It searches mods, installs the first result of each term with its dependencies, verifies the
// folder and updates it. Run it again at any time: it continues where it stopped.

/** One installed file, as `installed.json` in the folder lists it. */
export interface Installed {
  readonly mod_id: string;
  readonly artifact_id: string;
  readonly sha256: string;
  readonly file: string;
}

const LIST = 'installed.json';

/** The installed files of a folder; empty without a list. */
export async function readList(folder: string): Promise<readonly Installed[]> {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => '[]');
  const list: readonly Installed[] = JSON.parse(text);
  // The list may have been edited: a name must not lead out of the folder.
  return list.map((one) => ({ ...one, file: safeFilename(one.file) }));
}

async function writeList(folder: string, list: readonly Installed[]): Promise<void> {
  const draft = join(folder, `${LIST}.new`);
  await writeFile(draft, `${JSON.stringify(list, null, 2)}\n`);
  await rename(draft, join(folder, LIST));
}

/** The id of the first mod that a search finds. Throws if it finds none. */
export async function search(client: Client, game: string, q: string): Promise<string> {
  const { body } = await client.get('/search', { params: { query: { q, game_slug: game } } });
  const [first] = body.data;
  if (first === undefined) throw new Error(`no mod is found for "${q}"`);
  return first.id;
}

/**
 * Installs what a plan lists, dependencies first. Returns the titles with the versions. Throws if
 * the plan has a conflict.
 */
export async function install(
  client: Client,
  folder: string,
  request: PlanRequest,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const solution = await plan(client, request);
  const [conflict] = solution.conflicts;
  if (conflict !== undefined) throw new Error(conflict.explanation);
  const chosen = downloadsOf(solution);
  for (const { mod_id, artifact_id, file, slug } of chosen) {
    // The id in front keeps equal names of different mods apart; its beginning is the time.
    const name = safeFilename(`${mod_id.slice(-8)}-${file.original_filename ?? `${slug}.zip`}`);
    const { sha256 } = await download(client, artifact_id, join(folder, name), {
      sha256: file.sha256,
    });
    const before = await readList(folder);
    const others = before.filter((one) => one.mod_id !== mod_id);
    await writeList(folder, [...others, { mod_id, artifact_id, sha256, file: name }]);
    for (const old of before) {
      if (old.mod_id === mod_id && old.file !== name)
        await rm(join(folder, old.file), { force: true });
    }
  }
  return chosen.map(({ title, slug, version }) => `${title['en'] ?? slug} ${version}`);
}

/** The names of the files that are missing or changed. */
export async function verify(folder: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { file, sha256 } of await readList(folder)) {
    const hash = createHash('sha256');
    const isRead = await pipeline(createReadStream(join(folder, file)), hash).then(
      () => true,
      () => false,
    );
    if (!isRead || hash.digest('hex') !== sha256) wrong.push(file);
  }
  return wrong;
}

/** Installs the newer files that fit. Returns the titles with the versions. */
export async function update(
  client: Client,
  folder: string,
  game: string,
): Promise<readonly string[]> {
  const list = await readList(folder);
  if (list.length === 0) return [];
  const asked = list.map(({ artifact_id }) => ({ artifact_id }));
  const states = await updates(client, { game_slug: game, items: asked });
  const stale = list.filter((_, at) => states[at]?.status === 'update_available');
  if (stale.length === 0) return [];
  return install(client, folder, { game_slug: game, mod_ids: stale.map(({ mod_id }) => mod_id) });
}

/** Runs the whole example. */
export async function main([baseUrl = '', game = '', folder = '', ...terms]: readonly string[]) {
  const identity = { name: 'install-example', version: '1.0.0', contact: 'https://example.org' };
  const client = createClient({ baseUrl, identity });
  const mod_ids: string[] = [];
  for (const term of terms) mod_ids.push(await search(client, game, term));
  for (const title of await install(client, folder, { game_slug: game, mod_ids })) {
    console.log(`installed ${title}`);
  }
  const damaged = await verify(folder);
  for (const file of damaged) console.log(`damaged: ${file}`);
  for (const title of await update(client, folder, game)) console.log(`updated ${title}`);
  if (damaged.length === 0) console.log('everything is verified and current');
}

if (process.argv.length > 5) await main(process.argv.slice(2));
