import { zipBytes } from '../../../src/demo/zip-bytes.js';
import { createCategory, createGame } from '../../../src/modules/catalog/index.js';
import { fanOutEvents } from '../../../src/modules/integrations/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Answer, Json } from '../../actors.js';
import type { World } from '../../harness.js';
import { bareMod, publishedVersion, putBytes, sha256Of } from '../../publishing.js';
import type { Player } from './player.js';

/** The archive of the story, the same byte for byte in every run. */
export const ARCHIVE = archiveOf('lantern-roads', '1.4.0');

/** Prepares a game, a library for its mods, and a colleague for the team of the mod. */
export async function prepare(world: World): Promise<Json> {
  const ctx = createSystemContext(world.platform, 'test');
  await createGame(ctx, {
    slug: 'brackenvale',
    name: 'Brackenvale',
    loaders: ['lattice', 'hearth'],
    versions: ['1.19', '1.20', '1.20.2'],
  });
  for (const [slug, name] of [
    ['libraries', 'Libraries'],
    ['travel', 'Travel'],
    ['world', 'World and weather'],
  ] as const) {
    await createCategory(ctx, { gameSlug: 'brackenvale', slug, name });
  }
  const mirela = await world.creator('mirela');
  const library = await bareMod(mirela, 'brackenvale', {
    title: { en: 'Loomcore' },
    description: { en: 'The library that other mods stand on.' },
    categories: ['libraries'],
  });
  await mirela.post(`/mods/${library.id}/media:fallback`);
  await publishedVersion(
    world,
    mirela,
    library.id,
    { version: '2.4.1', game_versions: ['1.20', '1.20.2'], loader_platforms: ['lattice'] },
    archiveOf('loomcore', '2.4.1'),
  );
  await world.settled();
  const colleague = await world.creator('jonas-weiss');
  return { library: { id: library.id }, colleague: { id: colleague.userId } };
}

/** A creator publishes a mod; a mod manager finds, plans and downloads it. */
export async function tell(world: World, player: Player): Promise<Answer[]> {
  const { play } = player;
  const refused: Answer[] = [];
  await play('createModDraft', 'draft');
  await play('updateModDraft', 'homepage');
  refused.push(
    await player.vary('updateModDraft', 'homepage', { headers: { 'Idempotency-Key': 'late' } }),
    await player.vary('updateModDraft', 'homepage', { headers: { 'If-Match': '"stale"' } }),
    await player.vary('createModDraft', 'draft', { body: {} }),
  );
  await play('addModMedia', 'cover');
  await play('createModFallbackCover', 'first');
  await play('createModFallbackCover', 'again');
  await play('listModMedia', 'all');
  await play('deleteModMedia', 'imported');
  await play('createModVersion', 'draft');
  await play('updateModVersion', 'changelog');
  await play('createModVersion', 'referred');
  await play('registerExternalArtifact', 'release');
  await play('getExternalArtifactValidationJob', 'pending');

  await play('validateUploadRequest', 'good');
  await play('validateUploadRequest', 'bad');
  const session = await play('createUploadSession', 'single');
  await putBytes(session.body.data.upload, ARCHIVE);
  await play('getUploadSession', 'uploading');
  const large = await play('createUploadSession', 'multipart');
  for (const part of large.body.data.upload.parts) {
    await putBytes(part, new Uint8Array(part.sizeBytes));
  }
  await play('signUploadParts', 'nextParts');
  await play('abortUploadSession', 'unwanted');
  await play('completeUploadSession', 'queued');
  await world.settled();
  await play('completeUploadSession', 'settled');
  await play('getUploadSession', 'ready');
  await play('getUploadReview', 'none');
  await play('publishModVersion', 'ready');
  await world.settled();

  await play('listGames', 'all');
  await play('getGame', 'bySlug');
  await play('listCatalogCategories', 'ofGame');
  await play('listMods', 'firstPage');
  await play('listMods', 'nextPage');
  await play('searchCatalog', 'words');
  await play('getMod', 'published');
  await play('listModVersions', 'releases');
  await play('getModVersion', 'published');
  await play('listModDependencies', 'latest');
  await play('getArtifact', 'published');
  await play('lookupArtifacts', 'bySha256');
  await play('checkUpdates', 'folder');
  await play('resolveInstallPlan', 'resolved');
  await play('resolveInstallPlan', 'unsatisfiable');
  await play('resolveDownload', 'first');
  await play('resolveDownload', 'resumed');
  await play('resolveDownloadFallback', 'elsewhere');
  await play('getMe', 'own');
  await play('updateMyProfile', 'name');
  await play('listMyResources', 'all');
  await play('getApiKeyCapabilities', 'all');
  await play('createApiKey', 'forBuilds');
  await play('rotateApiKey', 'replaced');
  await play('revokeApiKey', 'unwanted');
  await play('listApiKeys', 'all');
  await play('createWebhookSubscription', 'forBuilds');
  await play('rotateWebhookSubscriptionSecret', 'replaced');
  await play('listWebhookSubscriptions', 'all');
  await play('getUser', 'colleague');
  await play('setModTeamMember', 'publisher');
  await play('listModTeamMembers', 'all');
  await play('removeModTeamMember', 'publisher');
  await play('rollbackModVersion', 'broken');
  // Fans out the events without sending them: examples have no receiver.
  await fanOutEvents(world.platform);
  await play('listWebhookDeliveries', 'latest');
  await play('redeliverWebhookDelivery', 'again');
  await play('getWebhookSubscription', 'forBuilds');
  await play('updateWebhookSubscription', 'fewer');
  await play('deleteWebhookSubscription', 'unwanted');
  await play('listAgentGatewayTools', 'held');
  await play('runAgentGatewayTool', 'read');
  await play('runAgentGatewayTool', 'dryRun');
  await play('runAgentGatewayTool', 'confirmed');
  return refused;
}

function archiveOf(name: string, version: string): Uint8Array<ArrayBuffer> {
  const manifest = JSON.stringify({ name, version, loader: 'lattice' }, null, 2);
  return new Uint8Array(zipBytes([{ path: `${name}.json`, bytes: Buffer.from(manifest) }]));
}

/** The values of `{given.archive.…}`. */
export const given = {
  archive: { sizeBytes: ARCHIVE.length, sha256: sha256Of(ARCHIVE) },
  // A PNG of one pixel.
  picture:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
};
