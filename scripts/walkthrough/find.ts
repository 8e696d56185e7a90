import { buildHandoffUri, parseHandoffUri } from '../../src/registry/handoff-uri.js';
import type { Published } from './publish.js';
import { expect, type Walk, type WalkMod } from './walk.js';

const pollMs = 500;
/** Search finds a mod at most this long after its publication. */
const freshnessMs = 15_000;

/** Finds the published file as a mod manager does: catalog, search, summary, plan. */
export async function findPublished(
  { client, api, terminal }: Walk,
  { mod, game, title }: WalkMod,
  { artifactId, sha256, sizeBytes }: Published,
): Promise<void> {
  terminal.step('The catalog shows the mod at once, without any credential');
  const { mods } = await api.listMods({ game_slug: game.slug, sort: 'latest' });
  expect(
    mods.some((one) => one.id === mod.id),
    'the catalog does not list the mod',
  );

  terminal.step('Search knows it within 15 seconds');
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const found = await api.search({ q: title, game_slug: game.slug });
    if (found.some((one) => one.id === mod.id)) break;
    expect(waitedMs < freshnessMs, `search does not find "${title}"`);
    await client.pause(pollMs);
  }

  terminal.step('A page hands the file over to a mod manager, which takes no other text than this');
  const uri = buildHandoffUri(artifactId);
  const handoff = parseHandoffUri(uri);
  expect('artifactId' in handoff, `the manager turns ${uri} down`);
  terminal.note(uri);

  terminal.step('The artifact summary names size and hash, and no address of the bytes');
  const summary = await api.readArtifact(handoff.artifactId);
  expect(summary.hashes.sha256 === sha256, `the summary says sha256 ${summary.hashes.sha256}`);
  expect(summary.size_bytes === sizeBytes, `the summary says ${summary.size_bytes} bytes`);

  terminal.step('Resolve an install plan for the mod');
  const [gameVersion, loader] = [game.game_versions.at(-1), game.loaders[0]];
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
