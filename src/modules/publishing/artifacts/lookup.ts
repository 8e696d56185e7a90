import { Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import { type FieldProblem, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { ANY_HASH_PATTERN } from '../../../registry/patterns.js';
import type { RequestContext } from '../../../request/context.js';
import { groupedBy } from '../../../request/loaders.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { Artifact } from './artifact.type.js';
import { ArtifactVersionRef } from './get-artifact.js';
import { type Digest, DigestAlgorithm, filesOfDigests, readDigest } from './known-files.js';
import { FILE_COLUMNS, type FileRow, presentArtifact } from './present-artifact.js';
import { eachFile, isVisible } from './visible-files.js';

registerEnumType(DigestAlgorithm, { name: 'DigestAlgorithm' });

/** The digests of a file look-up. */
@InputType()
export class ArtifactLookupInput {
  @Field(() => [String], {
    description:
      'SHA-256, SHA-512 or SHA-1 of the whole file, in upper-case or lower-case hex. A repeated hash gets a repeated result.',
  })
  @Extensions({
    jsonSchema: {
      minItems: 1,
      maxItems: LIMITS.lookupItems,
      items: { pattern: ANY_HASH_PATTERN },
    },
  })
  readonly hashes!: readonly string[];

  @Field(() => DigestAlgorithm, {
    nullable: true,
    description: 'The algorithm of all hashes. If omitted, the length of each hash decides.',
  })
  readonly algorithm?: DigestAlgorithm | null;
}

/** The mod of a file in a list. */
@ObjectType({ simpleResolvers: true })
class MatchedMod {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly slug!: string;

  @Field(() => LanguageMap)
  readonly title!: Texts;

  @Field(() => String)
  readonly gameSlug!: string;
}

/** A file with a given hash. */
@ObjectType({ simpleResolvers: true })
class ArtifactMatch {
  @Field(() => MatchedMod)
  readonly mod!: MatchedMod;

  @Field(() => ArtifactVersionRef)
  readonly version!: ArtifactVersionRef;

  @Field(() => Artifact)
  readonly artifact!: Artifact;
}

/** The files of one hash in a look-up. */
@ObjectType({ simpleResolvers: true })
class HashMatches {
  @Field(() => String, { description: 'As sent in the request.' })
  readonly hash!: string;

  @Field(() => DigestAlgorithm)
  readonly algorithm!: DigestAlgorithm;

  @Field(() => [ArtifactMatch], {
    description: `Between 1 and ${LIMITS.lookupMatches} files, the earliest published first.`,
  })
  readonly matches!: readonly ArtifactMatch[];

  @Field(() => Boolean, { description: 'Whether more files have the same bytes.' })
  readonly hasMore!: boolean;
}

/** The result of a look-up. */
@ObjectType({ simpleResolvers: true })
export class ArtifactLookup {
  @Field(() => [HashMatches], {
    description: 'In the order of the request. Hashes without a published file are omitted.',
  })
  // The cost of the operation already counts one result per requested hash (`oneResultPer`).
  @Extensions({ isCountedAbove: true })
  readonly hashes!: readonly HashMatches[];
}

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
 * The published files with these hashes, but only those that `getArtifact` shows, and at most
 * `LIMITS.lookupMatches` for each hash. One statement for any number of hashes. Throws
 * `invalid_input` for no or too many hashes, and for invalid ones, naming each.
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
