import { buildHandoffUri, parseHandoffUri } from '../../src/registry/handoff-uri.js';
import type { Published } from './publish.js';
import { expect, type Walk, type WalkMod } from './walk.js';

const pollMs = 500;
/** Search finds a mod at most this long after its publication. */
const freshnessMs = 15_000;

/**
 * Finds the published file as a mod manager does: catalog, search, summary, plan. Throws at the
 * first response without the expected mod or file.
 */
export async function findPublished(
  walk: Walk,
  walkMod: WalkMod,
  published: Published,
): Promise<void> {
  await findInCatalog(walk, walkMod);
  await findBySearch(walk, walkMod);
  await readSummary(walk, published);
  await resolvePlan(walk, walkMod, published);
}

async function findInCatalog({ api, terminal }: Walk, { mod, game }: WalkMod): Promise<void> {
  terminal.step('Find the mod in the catalog at once, without a credential');
  const { mods } = await api.listMods({ game_slug: game.slug, sort: 'latest' });
  expect(
    mods.some((one) => one.id === mod.id),
    'the catalog does not list the mod',
  );
}

async function findBySearch(
  { client, api, terminal }: Walk,
  { mod, game, title }: WalkMod,
): Promise<void> {
  terminal.step('Find it by search within 15 seconds');
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const found = await api.search({ q: title, game_slug: game.slug });
    if (found.some((one) => one.id === mod.id)) break;
    expect(waitedMs < freshnessMs, `search does not find "${title}"`);
    await client.pause(pollMs);
  }
}

async function readSummary(
  { api, terminal }: Walk,
  { artifactId, sha256, sizeBytes }: Published,
): Promise<void> {
  terminal.step('Pass the file from a page to a mod manager with a handoff URI');
  const uri = buildHandoffUri(artifactId);
  const handoff = parseHandoffUri(uri);
  expect('artifactId' in handoff, `the manager refuses ${uri}`);
  terminal.note(uri);

  terminal.step('Read the artifact summary: size and hash, without an address of the bytes');
  const summary = await api.readArtifact(handoff.artifactId);
  expect(summary.hashes.sha256 === sha256, `the summary says sha256 ${summary.hashes.sha256}`);
  expect(summary.size_bytes === sizeBytes, `the summary says ${summary.size_bytes} bytes`);
}

async function resolvePlan(
  { api, terminal }: Walk,
  { mod, game }: WalkMod,
  { artifactId }: Published,
): Promise<void> {
  terminal.step('Resolve an install plan for the mod');
  const gameVersion = game.game_versions.at(-1);
  const loader = game.loaders[0];
  const plan = await api.resolvePlan({
    game_slug: game.slug,
    mod_ids: [mod.id],
    ...(gameVersion ? { game_version: gameVersion } : {}),
    ...(loader ? { loader } : {}),
  });
  const item = plan.items.find((one) => one.mod_id === mod.id);
  expect(item?.artifact_id === artifactId, `the plan is ${plan.status} without the new file`);
  terminal.note(`plan ${plan.plan_id}: ${plan.items.length} item(s), version ${item.version}`);
}
