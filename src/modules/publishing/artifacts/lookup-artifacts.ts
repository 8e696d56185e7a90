import { Prisma } from '../../../platform/database/generated/client.js';
import { type FieldProblem, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { groupedBy } from '../../../request/loaders.js';
import type { Texts } from '../../../request/scalars.js';
import { type Digest, filesOfDigests, readDigest } from './digest.js';
import type { ArtifactLookupInput } from './lookup.input.js';
import type { ArtifactLookup, ArtifactMatch } from './lookup.type.js';
import { FILE_COLUMNS, type FileRow, presentArtifact } from './present-artifact.js';
import { eachFile, isVisible } from './visible-files.js';

interface MatchedFile extends FileRow {
  readonly key: string;
  readonly version: string;
  readonly releaseChannel: string;
  readonly publishedAt: Date;
  readonly modSlug: string;
  readonly modTitle: Texts;
  readonly gameSlug: string;
  readonly rangeSupported: boolean | null;
}

/**
 * The published files with these hashes, exactly those that `getArtifact` shows. One statement for
 * any number of hashes. Throws `invalid_input` for each invalid hash.
 */
export async function lookupArtifacts(
  ctx: RequestContext,
  input: ArtifactLookupInput,
): Promise<ArtifactLookup> {
  const digests = checked(input);
  const hexes = digests.map(({ hex }) => hex);
  const found = groupedBy(hexes, await readMatches(ctx, digests), ({ key }) => key);
  return {
    hashes: digests.flatMap(({ algorithm, hex }, at) => {
      const files = found[at] ?? [];
      if (files.length === 0) return [];
      const matches = files.slice(0, LIMITS.lookupMatches).map(presentMatch);
      const hasMore = files.length > matches.length;
      return [{ hash: input.hashes[at] ?? hex, algorithm, matches, hasMore }];
    }),
  };
}

function checked({ hashes, algorithm }: ArtifactLookupInput): Digest[] {
  if (hashes.length === 0) throw invalid([{ field: 'hashes', code: 'required' }]);
  if (hashes.length > LIMITS.lookupItems) throw invalid([{ field: 'hashes', code: 'too_many' }]);
  const read = hashes.map((hash) => readDigest(hash, algorithm));
  const faults = read.flatMap((it, at) =>
    typeof it === 'string' ? [{ field: `hashes[${at}]`, code: it }] : [],
  );
  if (faults.length > 0) throw invalid(faults);
  return read.filter((it) => typeof it !== 'string');
}

function invalid(fields: readonly FieldProblem[]) {
  return problem('invalid_input', { fields });
}

const MATCH_COLUMNS = Prisma.sql`${FILE_COLUMNS}, v.version,
  v.release_channel::text as "releaseChannel", v.published_at as "publishedAt",
  m.slug as "modSlug", m.title as "modTitle", g.slug as "gameSlug",
  t.range_supported as "rangeSupported"`;

/** Reads one file more per digest than it shows, to set `hasMore`. */
function readMatches(
  { platform }: RequestContext,
  digests: readonly Digest[],
): Promise<MatchedFile[]> {
  return platform.db.$queryRaw<MatchedFile[]>`
    with named as (${filesOfDigests(digests)}), found as (
      select n.key, f.*,
        row_number() over (partition by n.key order by f."publishedAt", f.id)::int as place
      from named n ${eachFile(MATCH_COLUMNS, isVisible(platform))})
    select * from found where place <= ${LIMITS.lookupMatches + 1} order by key, place`;
}

function presentMatch(file: MatchedFile): ArtifactMatch {
  return {
    mod: { id: file.modId, slug: file.modSlug, title: file.modTitle, gameSlug: file.gameSlug },
    version: {
      id: file.versionId,
      version: file.version,
      releaseChannel: file.releaseChannel,
      gameVersions: file.gameVersions,
      loaderPlatforms: file.loaderPlatforms,
      publishedAt: file.publishedAt,
    },
    artifact: presentArtifact(file, file.rangeSupported ?? true),
  };
}
