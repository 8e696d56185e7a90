import { Extensions, Field, ID, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../registry/limits.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { Artifact } from './artifact.type.js';
import { ArtifactVersionRef } from './artifact-summary.type.js';
import { DigestAlgorithm } from './digest.js';

/** The mod of a file in a list. */
@ObjectType({ simpleResolvers: true })
export class MatchedMod {
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
export class ArtifactMatch {
  @Field(() => MatchedMod)
  readonly mod!: MatchedMod;

  @Field(() => ArtifactVersionRef)
  readonly version!: ArtifactVersionRef;

  @Field(() => Artifact)
  readonly artifact!: Artifact;
}

/** The files of one hash in a look-up. */
@ObjectType({ simpleResolvers: true })
export class HashMatches {
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
  @Extensions({ isCountedAbove: true })
  readonly hashes!: readonly HashMatches[];
}
