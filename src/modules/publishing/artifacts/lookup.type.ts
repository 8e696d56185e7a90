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
  @Field(() => String, { description: 'As it was sent.' })
  readonly hash!: string;

  @Field(() => DigestAlgorithm)
  readonly algorithm!: DigestAlgorithm;

  @Field(() => [ArtifactMatch], {
    description: `At least one and at most ${LIMITS.lookupMatches}; what was published first comes first.`,
  })
  readonly matches!: readonly ArtifactMatch[];

  @Field(() => Boolean, { description: 'Whether further files have the same bytes.' })
  readonly hasMore!: boolean;
}

/** The result of a look-up. */
@ObjectType({ simpleResolvers: true })
export class ArtifactLookup {
  @Field(() => [HashMatches], {
    description: 'In the order of the request; a hash of no published file is left out.',
  })
  @Extensions({ isCountedAbove: true })
  readonly hashes!: readonly HashMatches[];
}
