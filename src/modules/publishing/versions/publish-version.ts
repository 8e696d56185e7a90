import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type {
  ArtifactModel,
  ModVersionModel,
} from '../../../platform/database/generated/models.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { problem } from '../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { lockMod, rewriteModDocument } from '../../catalog/index.js';
import { provenanceOf, requireModPermission } from '../../collaboration/index.js';
import { requireVerifiedAddress } from '../../identity/index.js';
import { type DependentMod, dependencyFaults } from './check-dependencies.js';
import { storedDependencies } from './dependencies.js';
import { listPublication, publicationOf, publishable } from './list-publication.js';
import { modMoved, requireNoModTakedown } from './move-refusals.js';
import { presentVersion } from './present-version.js';
import {
  refusedMainFile,
  refusedState,
  refusedUpload,
  requireNoneUnderWay,
  undigested,
} from './publication-refusals.js';
import type { ModVersion } from './version.type.js';
import { readVersion } from './version-access.js';
import { versionStep } from './version-step.js';

/** A dependency that prevents the publication of a version. `modId` is its target mod. */
interface Unpublished {
  readonly modId: string;
}

/**
 * A dependency that prevents the publication of a version, or null. It has a fault of
 * `dependencyFaults`: usually its target is neither published nor archived. A saved draft may
 * depend on unpublished mods, so publication checks this again.
 */
export async function unpublishedDependency(
  db: Tx,
  mod: DependentMod,
  versionId: string,
): Promise<Unpublished | null> {
  const dependencies = await storedDependencies(db, versionId);
  const [fault] = await dependencyFaults(db, mod, dependencies);
  const at = Number(/^dependencies\[(\d+)\]/.exec(fault?.field ?? '')?.[1] ?? Number.NaN);
  return dependencies[at] ?? null;
}

/** Throws `version_not_ready` with the target mod of an `unpublishedDependency`. */
async function requirePublishedDependencies(
  db: Tx,
  mod: DependentMod,
  versionId: string,
): Promise<void> {
  const dependency = await unpublishedDependency(db, mod, versionId);
  if (!dependency) return;
  const { modId } = dependency;
  throw problem('version_not_ready', {
    detail: {
      en: `The dependency on the mod ${modId} prevents the publication. That mod must be published for the same game, the constraint must be a range or a published version, and the dependency may appear only once; correct the dependencies of the version.`,
      ru: `Зависимость от мода ${modId} мешает публикации. Этот мод должен быть опубликован для той же игры, ограничением должен быть диапазон или опубликованная версия, и зависимость не должна повторяться; исправьте зависимости версии.`,
      de: `Die Abhängigkeit von der Mod ${modId} verhindert die Veröffentlichung. Diese Mod muss für dasselbe Spiel veröffentlicht sein, die Bedingung muss ein Bereich oder eine veröffentlichte Version sein, und die Abhängigkeit darf nur einmal vorkommen; korrigieren Sie die Abhängigkeiten der Version.`,
    },
  });
}

/**
 * Publishes a ready version, and the mod if it is not published. The mod becomes the newest of the
 * catalog. Only clean files that are stored, or recently confirmed by their provider, become part
 * of the version. Also stores the record of the publication (`publicationOf`) and any provenance
 * (`provenanceOf`), writes an audit line, emits `version.published` and queues the search update.
 * Spec 3.1, 3.3, 4.3. Throws:
 * - the caller has not verified the address of the sign-up: `account_blocked`
 * - the mod has no cover: `cover_required`
 * - the version, its file, or the file's upload or reference is not ready, another file is being
 *   scanned, examined or reviewed, or a dependency is not published: `version_not_ready`
 * - the SHA-256 of a file is unknown: `missing_sha256`
 * - the state of the mod does not allow it: `invalid_state`
 * - a moderator took the mod down: `forbidden`
 * - no such version of the mod, or no permission: the errors of `readVersion` and
 *   `requireModPermission`
 */
export async function publishVersion(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<ModVersion> {
  const access = await requireModPermission(ctx, modId, 'publish');
  const version = await readVersion(ctx, access, versionId);
  if (!sources(LIFECYCLES.modVersion, 'publish').includes(version.state)) {
    throw await refusedState(ctx.platform.db, versionId);
  }
  return transact(ctx, async (tx) => {
    await requireVerifiedAddress(tx, ctx);
    await lockMod(tx, modId);
    await requireNoModTakedown(tx, modId);
    const published = await publishRow(ctx, tx, versionId);
    await requirePublishedDependencies(tx, access, versionId);
    await publishMod(ctx, tx, modId, published);
    await rewriteModDocument(tx, modId);
    await audit(tx, ctx, {
      action: 'version.published',
      targetKind: 'version',
      targetId: versionId,
      ...(published.provenance ? { data: { provenance: published.provenance } } : {}),
    });
    await emit(tx, {
      kind: 'version.published',
      subjectId: versionId,
      modId,
      data: { mod_id: modId, version_id: versionId, artifact_id: published.primaryArtifactId },
    });
    await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
    return presentVersion(published);
  });
}

/**
 * Publishes the version with its files and uploads, each by its own guarded update. Stores the
 * immutable record of the publication, and the provenance if there is one.
 */
async function publishRow(
  ctx: RequestContext,
  tx: Tx,
  versionId: string,
): Promise<ModVersionModel> {
  const now = ctx.platform.clock.now();
  const { when, data } = versionStep('publish', now);
  const [version] = await tx.modVersion.updateManyAndReturn({
    where: { id: versionId, ...when },
    data: { ...data, publishedAt: now },
  });
  if (!version) throw await refusedState(tx, versionId);
  await requireNoneUnderWay(tx, versionId);
  const files = await publishFiles(tx, versionId, now);
  const primary = files.find((file) => file.id === version.primaryArtifactId);
  if (!primary) throw await refusedMainFile(tx, version);
  // Imported rows may lack it. Clients compare it before they install anything (Spec 2.4).
  const unknown = files.find(({ sha256 }) => sha256 === null);
  if (unknown) throw undigested(unknown);
  await publishUploads(tx, files, now);
  const fileIds = files.map(({ id }) => id);
  const provenance = await provenanceOf(tx, ctx, fileIds);
  await tx.versionPublication.create({
    data: { versionId, ...publicationOf(version, primary), publishedAt: now },
  });
  if (provenance === null) return version;
  return tx.modVersion.update({
    where: { id: versionId },
    data: { provenance: { ...provenance } },
  });
}

/** The condition for the files that a publication publishes: clean, and stored or confirmed. */
export function filesToPublish(versionId: string, now: Date): Prisma.ArtifactWhereInput {
  const states = sources(LIFECYCLES.artifact, 'publish');
  return { versionId, state: { in: states }, ...publishable(now) };
}

/** Publishes the files of `filesToPublish`. Others stay as they are, and out of the version. */
async function publishFiles(tx: Tx, versionId: string, now: Date): Promise<ArtifactModel[]> {
  return tx.artifact.updateManyAndReturn({
    where: filesToPublish(versionId, now),
    data: { state: 'published', updatedAt: now, revision: { increment: 1 } },
  });
}

/** Publishes the uploads of the files. Throws `version_not_ready` if one is not ready. */
async function publishUploads(tx: Tx, files: readonly ArtifactModel[], now: Date): Promise<void> {
  const uploads = await tx.uploadSession.updateManyAndReturn({
    where: {
      id: { in: files.flatMap((file) => file.uploadId ?? []) },
      state: { in: sources(LIFECYCLES.uploadSession, 'publish') },
    },
    data: { state: 'published', updatedAt: now, revision: { increment: 1 } },
    select: { id: true },
  });
  const published = new Set(uploads.map(({ id }) => id));
  const refused = files.find(
    ({ source, uploadId }) => source === 'rehosted_blob' && !published.has(uploadId ?? ''),
  );
  if (refused) throw refusedUpload(refused);
}

/**
 * Publishes the mod, or lists a published one as the newest of the catalog. Throws
 * `cover_required`, and `invalid_state` if the state of the mod does not allow it.
 */
async function publishMod(
  ctx: RequestContext,
  tx: Tx,
  modId: string,
  version: ModVersionModel,
): Promise<void> {
  const now = version.publishedAt ?? ctx.platform.clock.now();
  const mod = await tx.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { coverId: true, publishedAt: true, gameId: true, downloadsCount: true },
  });
  if (mod.coverId === null) throw problem('cover_required');
  const moved = await tx.mod.updateMany({
    where: { id: modId, state: { in: sources(LIFECYCLES.mod, 'publish') } },
    data: {
      state: 'published',
      publishedAt: mod.publishedAt ?? now,
      updatedAt: now,
      revision: { increment: 1 },
    },
  });
  if (moved.count === 0) throw modMoved();
  await listPublication(tx, { modId, gameId: mod.gameId }, now);
}
