import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import { isSwitchedOn, providersOn } from '../../../platform/provider-switches.js';
import { isProvider, PROVIDERS } from '../../../registry/providers.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { type ModAccess, requireModPermission } from '../../collaboration/index.js';
import { checkUpload, refusalOf } from '../uploads/session/check-upload.js';
import {
  claimVersion,
  lockVersion,
  readTarget,
  versionFault,
} from '../uploads/session/lock-version.js';
import { declaredFile, fileRowOf, referenceRowOf, requireHashes } from './declared-file.js';
import { queueExamination } from './examination.js';
import { presentReference, readSource } from './read-reference.js';
import type { ExternalArtifactInput } from './reference.input.js';
import type { ExternalArtifact } from './reference.type.js';
import { alreadyImported, notPublic, providerOff } from './reference-refusals.js';

/**
 * Registers a provider's file as a main or optional file of a version, and queues its examination.
 * A main file claims the version (`claimVersion`). Also writes an audit line. The client's facts
 * are not trusted; the worker's attestation decides. Spec 2.13, 4.3. Throws:
 * - registration or the provider is switched off: `feature_disabled`, before any other check of the
 *   input
 * - an unknown provider: `provider_unsupported`; invalid or unstable ids: `locator_invalid`
 * - the mod is not public: `forbidden`
 * - faults of the declared file: like `createUpload`; missing digests of the provider:
 *   `missing_sha256`, `invalid_metadata`
 * - another reference has this source: `source_already_imported`
 * - an unknown or deleted version: `not_found`, `gone`; it accepts no such file: `invalid_state`
 * - no permission: the errors of `requireModPermission`
 */
export async function registerReference(
  ctx: RequestContext,
  modId: string,
  versionId: string,
  input: ExternalArtifactInput,
): Promise<ExternalArtifact> {
  const { source, version } = await checkedRegistration(ctx, modId, versionId, input);
  const ids = { artifactId: newId(), referenceId: newId() };
  const now = ctx.platform.clock.now();
  const validationId = await transact(
    ctx,
    async (tx) => {
      await lockPublicMod(tx, modId);
      // The version may have been renamed since it was read. The lock prevents that from here on.
      const locked = await lockVersion(tx, versionId);
      await claimVersion(tx, { versionId, fileKind: input.fileKind ?? 'main' }, now);
      await tx.artifact.create({
        data: {
          ...fileRowOf({ ...version, ...locked }, input),
          id: ids.artifactId,
          createdAt: now,
          updatedAt: now,
        },
      });
      const { userId } = requireUser(ctx);
      const reference = { ...referenceRowOf(source, input), ...ids, registeredById: userId };
      await addReference(ctx, tx, reference, now);
      await audit(tx, ctx, {
        action: 'reference.registered',
        targetKind: 'artifact',
        targetId: ids.artifactId,
        data: { reference_id: ids.referenceId, provider: source.provider },
      });
      return queueExamination(tx, ids.referenceId, now);
    },
    (id) => id,
  );
  return presentReference({ ...ids, validationId, state: 'pending' });
}

/** Makes the checks of `registerReference` that need no lock. */
async function checkedRegistration(
  ctx: RequestContext,
  modId: string,
  versionId: string,
  input: ExternalArtifactInput,
) {
  const access = await requireReferenceWrite(ctx, modId);
  const { provider } = input.locator;
  if (isProvider(provider) && !isSwitchedOn(ctx.platform, 'registration', provider)) {
    throw providerOff(provider);
  }
  const source = readSource(input.locator);
  if (access.accessTier !== 'public') throw notPublic();
  const version = await readTarget(ctx, access, versionId);
  const file = declaredFile(modId, versionId, input);
  const fault = checkUpload(file)[0] ?? (await versionFault(ctx.platform.db, version, file));
  if (fault) throw refusalOf(fault);
  requireHashes(input, PROVIDERS[source.provider].hashes);
  return { source, version };
}

/**
 * Locks the access tier of a mod until the transaction ends. A concurrent change waits and then
 * finds the file. Throws `forbidden` if the mod is no longer public.
 */
async function lockPublicMod(tx: Tx, modId: string): Promise<void> {
  const [mod] = await tx.$queryRaw<{ accessTier: string }[]>`
    select access_tier::text as "accessTier" from mods where id = ${modId}::uuid for update`;
  if (mod?.accessTier !== 'public') throw notPublic();
}

/**
 * Checks everything that needs no input: the permission, and whether registration is on for any
 * provider. Throws the errors of `requireModPermission`, and `feature_disabled`.
 */
export async function requireReferenceWrite(
  ctx: RequestContext,
  modId: string,
): Promise<ModAccess> {
  const access = await requireModPermission(ctx, modId, 'references');
  if (providersOn(ctx.platform, 'registration').length === 0) throw providerOff(null);
  return access;
}

/**
 * Inserts a reference. Throws `source_already_imported` if another one has its source, also if a
 * concurrent registration was first.
 */
async function addReference(
  ctx: RequestContext,
  tx: Tx,
  {
    referenceId,
    ...row
  }: Omit<Prisma.ExternalReferenceCreateManyInput, 'id'> & { referenceId: string },
  now: Date,
): Promise<void> {
  const data = [{ ...row, id: referenceId, createdAt: now, updatedAt: now }];
  const taken = await tx.externalReference.createMany({ data, skipDuplicates: true });
  if (taken.count === 0) throw await alreadyImported(ctx, tx, row);
}
