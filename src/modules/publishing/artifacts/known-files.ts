import { Prisma } from '../../../platform/database/generated/client.js';
import type { ArtifactState, FileKind } from '../../../platform/database/generated/enums.js';
import type { RequestContext } from '../../../request/context.js';
import { type Digest, filesOfDigests } from './digest.js';
import { eachFile, wasVisible } from './visible-files.js';

/** A published file that a client has installed. */
export interface KnownFile {
  /** The identifier that the client sent: an id, or a digest in lower-case hex. */
  readonly key: string;
  readonly id: string;
  readonly modId: string;
  readonly versionId: string;
  readonly version: string;
  readonly publishedAt: Date;
  readonly fileKind: FileKind;
  readonly label: string;
  readonly sha256: string;
  readonly state: ArtifactState;
  /** Whether other mods have files of the same bytes. */
  readonly shared: boolean;
}

/**
 * The published files of one game with these ids and digests. Includes withdrawn ones, because
 * their users need to know. Of several files with the same bytes, it returns the first published
 * one, preferably still published. One statement.
 */
export function readKnownFiles(
  { platform }: RequestContext,
  gameId: string,
  named: { readonly ids: readonly string[]; readonly digests: readonly Digest[] },
): Promise<KnownFile[]> {
  const where = Prisma.sql`m.game_id = ${gameId}::uuid and ${wasVisible(platform)}`;
  return platform.db.$queryRaw<KnownFile[]>`
    with named as (${filesOfDigests(named.digests)}
      union all select a.id, a.id::text from artifacts a where a.id = any(${[...named.ids]}::uuid[]))
    select distinct on (n.key) n.key, f.*,
      min(f."modId"::text) over (partition by n.key)
        <> max(f."modId"::text) over (partition by n.key) as shared
    from named n ${eachFile(COLUMNS, where)}
    order by n.key, f.state = 'withdrawn', f."publishedAt", f.id`;
}

const COLUMNS = Prisma.sql`a.id, a.mod_id as "modId", a.version_id as "versionId", v.version,
  v.published_at as "publishedAt", a.file_kind::text as "fileKind", a.label, a.sha256,
  a.state::text`;
