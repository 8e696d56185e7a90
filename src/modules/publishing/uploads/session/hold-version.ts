import type { Tx } from '../../../../platform/database/connect.js';
import type { VersionState } from '../../../../platform/database/generated/enums.js';

/** A version whose row is locked until the transaction ends. */
export interface HeldVersion {
  readonly id: string;
  readonly version: string;
  readonly state: VersionState;
  readonly primaryArtifactId: string | null;
}

/**
 * Locks the row of a version. Completion, settlement, review, abort and publication of its uploads
 * then run one after another. Call this before changing an upload session: all writers lock the
 * version first, which prevents deadlocks. Returns undefined for an unknown id.
 */
export async function holdVersion(tx: Tx, id: string): Promise<HeldVersion | undefined> {
  // Inserts of files and uploads do not wait for this lock, because they only need the key.
  const [version] = await tx.$queryRaw<HeldVersion[]>`
    select id, version, state::text, primary_artifact_id as "primaryArtifactId"
    from mod_versions where id = ${id}::uuid for no key update`;
  return version;
}
