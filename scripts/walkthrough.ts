import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createApi } from '../src/demo/api.js';
import { createClient } from '../src/demo/client.js';
import { ProblemResponse } from '../src/demo/problem-response.js';
import type { Game } from '../src/demo/shapes.js';
import { downloadAndVerify } from './walkthrough/download.js';
import { findPublished } from './walkthrough/find.js';
import { createOperator, type Operator } from './walkthrough/operator.js';
import { publishFile } from './walkthrough/publish.js';
import { writeLargeZip, writeSmallZip } from './walkthrough/sample-archives.js';
import { createTerminal, type Terminal } from './walkthrough/terminal.js';
import { expect, type Walk, type WalkFile, type WalkMod } from './walkthrough/walk.js';

// `npm run walkthrough [-- file.zip] [--base URL]`: publishes two versions of a new mod on a
// running service and downloads them again. Uploads the first file with one PUT, and the second in
// parts. Shows every request. Creates an account and a token with the operator commands, and a game
// only if the service has none.

const singlePutBytes = 100 * 1024 * 1024;
const scopes = ['mods:read', 'mods:write', 'versions:write', 'versions:publish', 'files:upload'];

const { values, positionals } = parseArgs({
  options: { base: { type: 'string' } },
  allowPositionals: true,
});
const address = process.env['HOST'] ?? '127.0.0.1';
const host = isIPv6(address) ? `[${address}]` : address;
const baseUrl = values.base ?? `http://${host}:${process.env['PORT'] ?? 4000}`;
const terminal = createTerminal((line) => console.log(line));
const folder = await mkdtemp(join(tmpdir(), 'modport-walkthrough-'));

try {
  const hashes = await walkThrough(positionals[0], folder);
  terminal.flush();
  console.log('');
  for (const hash of hashes) console.log(`  verified sha256 ${hash}  ✔`);
} catch (error) {
  terminal.flush();
  console.error(`\n  ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof ProblemResponse) console.error(JSON.stringify(error.document, null, 2));
  else if (error instanceof Error && error.cause) console.error(error.cause);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function walkThrough(given: string | undefined, temp: string): Promise<readonly string[]> {
  // A part of all names, so that those of this run are new.
  const run = randomBytes(4).toString('hex');
  const anonymous = visitor(terminal);
  terminal.step(`Check that the service at ${baseUrl} responds`);
  const health = await anonymous.client.transfer({ method: 'GET', url: `${baseUrl}/healthz` });
  expect(health.ok, `the service returned ${health.status}`);

  terminal.step('Browse without an account: games, mods, search');
  const games = await anonymous.api.listGames();
  const { mods } = await anonymous.api.listMods({ limit: '3' });
  for (const mod of mods) terminal.note(`· ${mod.title['en'] ?? mod.slug} (${mod.slug})`);
  await anonymous.api.search({ q: 'lantern' });

  terminal.step('Create an account and a token with the operator commands');
  const operator = createOperator((line) => terminal.note(line));
  const username = `walker-${run}`;
  await operator.createUser(username);
  const creator = visitor(terminal, await operator.createToken(username, scopes));
  const game = games[0] ?? (await newGame(operator, anonymous, run));

  const to = await createMod(creator, game, run);
  const hashes: string[] = [];
  for (const file of await filesToPublish(given, temp, run)) {
    const published = await publishFile(creator, to, file);
    await findPublished(anonymous, to, published);
    await downloadAndVerify(anonymous, published, join(temp, `received-${file.version}`));
    hashes.push(published.sha256);
  }
  return hashes;
}

/** Creates a side of the walkthrough, anonymous without a token. */
function visitor(output: Terminal, token?: string): Walk {
  const client = createClient({
    baseUrl,
    ...(token === undefined ? {} : { token }),
    rewriteUrl: toListener,
    onRequest: output.request,
  });
  return { client, api: createApi(client), terminal: output };
}

/** Signed URLs contain the public address, which may be unreachable from this machine. */
function toListener(url: string): string {
  const publicUrl = process.env['PUBLIC_URL'];
  if (!publicUrl || new URL(url).origin !== new URL(publicUrl).origin) return url;
  const { pathname, search } = new URL(url);
  return new URL(pathname + search, baseUrl).href;
}

async function newGame(operator: Operator, { api }: Walk, run: string): Promise<Game> {
  const slug = `walkthrough-${run}`;
  await operator.createGame({ slug, name: 'Walkthrough', loaders: ['plain'], versions: ['1.0'] });
  const game = (await api.listGames()).find((one) => one.slug === slug);
  expect(game !== undefined, `the game ${slug} was created but is not listed`);
  return game;
}

async function createMod({ api }: Walk, game: Game, run: string): Promise<WalkMod> {
  const title = `Lantern Road ${run}`;
  terminal.step(`Create the mod "${title}" for ${game.name}: a draft that only its team sees`);
  const mod = await api.createMod({
    game_slug: game.slug,
    title: { en: title, ru: `Дорога фонарей ${run}`, de: `Laternenweg ${run}` },
    summary: { en: 'Lanterns along every road, lit at dusk.' },
    description: { en: 'Lanterns along every road.\n\nThey are lit at dusk and put out at dawn.' },
    license: 'MIT',
  });
  terminal.step('Give it a cover, which every published mod needs');
  const cover = await api.createFallbackCover(mod.id);
  terminal.note(cover.url);
  return { mod, game, title };
}

/** The given file if its size fits, otherwise generated ones: one for each way of uploading. */
async function filesToPublish(
  given: string | undefined,
  temp: string,
  run: string,
): Promise<readonly WalkFile[]> {
  const path = given === undefined ? null : resolve(given);
  const givenIsLarge = path !== null && (await stat(path)).size > singlePutBytes;
  const small = path !== null && !givenIsLarge ? path : join(temp, `lantern-road-${run}.zip`);
  const large = path !== null && givenIsLarge ? path : join(temp, `lantern-road-${run}-tiles.zip`);
  if (small !== path) await writeSmallZip(small, run);
  if (large !== path) await writeLargeZip(large, 101);
  return [
    { path: small, filename: basename(small), version: '1.0.0' },
    { path: large, filename: basename(large), version: '1.1.0' },
  ];
}
