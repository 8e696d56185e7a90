import { extname } from 'node:path';
import type { NewUpload } from '../../src/demo/api.js';
import type { ModVersion } from '../../src/demo/shapes.js';
import { fileSource, sendBytes, type UploadSource, waitForUpload } from '../../src/demo/upload.js';
import { expect, type Walk, type WalkFile, type WalkMod } from './walk.js';

/** The result for a creator: the file that anyone can download now. */
export interface Published {
  readonly artifactId: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.zip': 'application/zip',
  '.jar': 'application/java-archive',
  '.7z': 'application/x-7z-compressed',
  '.rar': 'application/vnd.rar',
};

/**
 * Creates a version, uploads its file, waits for the scan and publishes it. Throws if the service
 * would refuse the upload, or if the file cannot be published after the scan.
 */
export async function publishFile(walk: Walk, to: WalkMod, file: WalkFile): Promise<Published> {
  const { api, terminal } = walk;
  terminal.step(`Create version ${file.version}: a draft without a file`);
  const version = await api.createVersion(to.mod.id, {
    version: file.version,
    changelog: { en: `Walkthrough release ${file.version}.` },
    game_versions: to.game.game_versions.slice(-1),
    loader_platforms: to.game.loaders.slice(0, 1),
  });

  const source = await fileSource(file.path);
  const type = mediaTypes[extname(file.filename).toLowerCase()];
  const upload: NewUpload = {
    modId: to.mod.id,
    versionId: version.id,
    filename: file.filename,
    ...(type ? { contentType: type } : {}),
    sizeBytes: source.sizeBytes,
    expectedHashes: { sha256: source.sha256 },
    fileKind: 'main',
  };
  await uploadBytes(walk, upload, source);

  terminal.step(`Publish version ${file.version}`);
  const published = await api.publishVersion(to.mod.id, version.id);
  return { artifactId: artifactOf(published), sizeBytes: source.sizeBytes, sha256: source.sha256 };
}

async function uploadBytes(
  { client, api, terminal }: Walk,
  upload: NewUpload,
  source: UploadSource,
): Promise<void> {
  terminal.step('Check whether the service would accept the upload, without reserving it');
  const check = await api.validateUpload(upload);
  expect(check.valid, `the upload would be refused: ${JSON.stringify(check.problems)}`);
  terminal.note(`${upload.sizeBytes} bytes, sha256 ${source.sha256}`);

  terminal.step('Open an upload session, which returns the addresses for the bytes');
  const session = await api.createUpload(upload);
  const { upload: instructions } = session;
  const count = instructions && 'parts' in instructions ? instructions.totalParts : 1;
  terminal.note(`strategy ${session.strategy}: ${count} part(s)`);

  terminal.step('Send the bytes to the signed addresses, not through the API');
  const parts = await sendBytes(client, api, session, source);

  terminal.step('Complete the upload, so that the service checks and scans it');
  const completed = await api.completeUpload(session.upload_id, parts);
  const { job } = completed.session;
  expect(job != null, 'the completed session names no job');
  const { location } = completed;
  expect(location === null || location === job.statusEndpoint, `Location is ${location}`);

  terminal.step('Poll the job until the scan ends');
  const end = await waitForUpload(client, api, job.statusEndpoint);
  terminal.note(`the session is ${end.lifecycleStatus}`);
  expect(
    end.lifecycleStatus === 'ready',
    `the file cannot be published: ${end.lifecycleStatus}, ` +
      `${end.failure?.code ?? end.review?.reasons.join(', ') ?? 'no reason given'} ` +
      `(support: ${end.supportCorrelationId ?? 'none'})`,
  );
}

function artifactOf(version: ModVersion): string {
  const [artifactId] = version.artifact_ids;
  expect(artifactId !== undefined, `version ${version.version} has no artifact`);
  return artifactId;
}
