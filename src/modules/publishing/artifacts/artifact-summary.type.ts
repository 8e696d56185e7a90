import { Field, ID, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../request/scalars.js';
import { Mod, ModLinks } from '../../catalog/index.js';
import { Artifact, ArtifactHashes, DownloadMetadata } from './artifact.type.js';

/** The exact version of a file. */
@ObjectType({ simpleResolvers: true })
export class ArtifactVersionRef {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly version!: string;

  @Field(() => String)
  readonly releaseChannel!: string;

  @Field(() => [String])
  readonly gameVersions!: readonly string[];

  @Field(() => [String])
  readonly loaderPlatforms!: readonly string[];

  @Field(() => Date)
  readonly publishedAt!: Date;
}

/** The facts that a mod manager shows before a download (Spec 2.8). */
@ObjectType({ simpleResolvers: true })
export class ArtifactSummary {
  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => Mod)
  readonly mod!: Mod;

  @Field(() => ArtifactVersionRef)
  readonly version!: ArtifactVersionRef;

  @Field(() => Artifact)
  readonly artifact!: Artifact;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => String, { deprecationReason: 'Read `hashes.sha256`.' })
  readonly sha256!: string;

  @Field(() => ArtifactHashes)
  readonly hashes!: ArtifactHashes;

  @Field(() => ModLinks)
  readonly links!: ModLinks;

  @Field(() => DownloadMetadata)
  readonly download!: DownloadMetadata;
}
