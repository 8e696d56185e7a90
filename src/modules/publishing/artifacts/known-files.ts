import { Prisma } from '../../../platform/database/generated/client.js';
import type { ArtifactState, FileKind } from '../../../platform/database/generated/enums.js';
import type { FieldCode } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { eachFile, wasVisible } from './visible-files.js';

/** The digest algorithms that identify bytes. */
export const DigestAlgorithm = { sha256: 'sha256', sha512: 'sha512', sha1: 'sha1' } as const;

export type DigestAlgorithm = keyof typeof DigestAlgorithm;

const HEX = { sha256: /^[0-9a-f]{64}$/, sha512: /^[0-9a-f]{128}$/, sha1: /^[0-9a-f]{40}$/ };
const ALGORITHMS = Object.values(DigestAlgorithm);

/** A digest of some bytes. */
export interface Digest {
  readonly algorithm: DigestAlgorithm;
  /** Lower-case hex, as in the rows. */
  readonly hex: string;
}

/**
 * Parses a digest in hex of either case. Its length determines the algorithm; with `demanded`, only
 * that one is valid. Returns `invalid_format` for any other text.
 */
export function readDigest(text: string, demanded?: DigestAlgorithm | null): Digest | FieldCode {
  const hex = text.toLowerCase();
  const algorithm = ALGORITHMS.find((it) => HEX[it].test(hex));
  if (algorithm === undefined || (demanded && demanded !== algorithm)) return 'invalid_format';
  return { algorithm, hex };
}

/**
 * A select of the files with one of these digests: their ids, and each digest as `key`. For
 * external files, the latest attestation counts. It does not check access.
 */
export function filesOfDigests(digests: readonly Digest[]): Prisma.Sql {
  const of = (algorithm: DigestAlgorithm): string[] => [
    ...new Set(digests.filter((it) => it.algorithm === algorithm).map(({ hex }) => hex)),
  ];
  const selects = ALGORITHMS.flatMap((algorithm) => {
    const hexes = of(algorithm);
    return hexes.length === 0 ? [] : SELECTS[algorithm](Prisma.sql`any(${hexes}::bpchar[])`);
  });
  return selects.length === 0
    ? Prisma.sql`select null::uuid as id, null::text as key where false`
    : Prisma.join(selects, ' union all ');
}

// The columns are `char`: a comparison with `text` would not use an index.
const SELECTS: Readonly<Record<DigestAlgorithm, (any: Prisma.Sql) => Prisma.Sql[]>> = {
  sha256: (any) => [
    Prisma.sql`select a.id, a.sha256::text as key from artifacts a where a.sha256 = ${any}`,
  ],
  sha512: (any) => furtherDigests(Prisma.sql`sha512`, any),
  sha1: (any) => furtherDigests(Prisma.sql`sha1`, any),
};

function furtherDigests(column: Prisma.Sql, any: Prisma.Sql): Prisma.Sql[] {
  return [
    Prisma.sql`select a.id, b.${column}::text as key
      from blobs b join artifacts a on a.blob_id = b.id where b.${column} = ${any}`,
    Prisma.sql`select r.artifact_id as id, t.${column}::text as key
      from reference_attestations t
        join external_references r on r.id = t.reference_id and r.revision = t.revision
      where t.${column} = ${any}`,
  ];
}

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
  /**
   * Whether published files of several mods of the game have this digest. Always false for an id,
   * which names one file.
   */
  readonly isAmbiguous: boolean;
}

/**
 * Reads the published files of one game with these ids and digests; unknown ones have no row.
 * Includes withdrawn files, because their users need to know. Of several files with one digest, it
 * returns one that is not withdrawn, if possible, and of these the one published first. One
 * statement.
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
        <> max(f."modId"::text) over (partition by n.key) as "isAmbiguous"
    from named n ${eachFile(COLUMNS, where)}
    order by n.key, f.state = 'withdrawn', f."publishedAt", f.id`;
}

const COLUMNS = Prisma.sql`a.id, a.mod_id as "modId", a.version_id as "versionId", v.version,
  v.published_at as "publishedAt", a.file_kind::text as "fileKind", a.label, a.sha256,
  a.state::text`;
