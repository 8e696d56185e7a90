import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { SafeInt } from '../../request/scalars.js';
import { Artifact, ArtifactHashes } from '../artifacts/index.js';
import { Mod } from '../catalog/index.js';
import { ModVersion } from '../versions/index.js';

/** How far a download has come, by the client's own account. */
@ObjectType({ simpleResolvers: true })
export class DownloadProgress {
  @Field(() => SafeInt)
  readonly bytesReceived!: number;

  @Field(() => String)
  readonly provider!: string;
}

/** A durable download of one file by one actor. */
@ObjectType({ simpleResolvers: true })
export class DownloadJob {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly grantId!: string;

  @Field(() => DownloadProgress)
  readonly progress!: DownloadProgress;

  @Field(() => String, { description: 'The validator of the bytes that the job fetches.' })
  readonly etag!: string;
}

/** The right to fetch, and where it is renewed. */
@ObjectType({ simpleResolvers: true })
export class DownloadGrantInfo {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: 'Stable, relative to the API base.' })
  readonly resolveEndpoint!: string;

  @Field(() => Date)
  readonly expiresAt!: Date;
}

/** How an interrupted download goes on. */
@ObjectType({ simpleResolvers: true })
export class DownloadResume {
  @Field(() => String)
  readonly signedUrlExpiryRefresh!: string;

  @Field(() => Boolean)
  readonly rangeSupported!: boolean;
}

/** Which bytes of which store a validator speaks of. */
@ObjectType({ simpleResolvers: true })
export class DownloadRepresentation {
  @Field(() => String)
  readonly provider!: string;

  @Field(() => String)
  readonly etagScope!: string;

  @Field(() => String, { nullable: true })
  readonly etag!: string | null;

  @Field(() => String, { nullable: true })
  readonly ifMatch!: string | null;
}

/** The second store, where there is one that holds the file. */
@ObjectType({ simpleResolvers: true })
export class DownloadFallback {
  @Field(() => Boolean)
  readonly available!: boolean;

  @Field(() => String, { nullable: true })
  readonly endpoint!: string | null;

  @Field(() => String, { nullable: true })
  readonly url!: string | null;
}

/** What the store does for this file, truthfully. */
@ObjectType({ simpleResolvers: true })
export class DownloadCapabilities {
  @Field(() => Boolean)
  readonly headSupported!: boolean;

  @Field(() => Boolean)
  readonly rangeSupported!: boolean;

  @Field(() => Boolean)
  readonly conditionalRequests!: boolean;

  @Field(() => [String])
  readonly conditionalHeaders!: readonly string[];
}

/** Everything a client needs to fetch one file and to know that it has it (Spec 2.5). */
@ObjectType({ simpleResolvers: true })
export class Download {
  @Field(() => Mod)
  readonly mod!: Mod;

  @Field(() => ModVersion, { description: 'Exactly the version of the file.' })
  readonly version!: ModVersion;

  @Field(() => Artifact)
  readonly artifact!: Artifact;

  @Field(() => String)
  readonly distribution!: string;

  @Field(() => String)
  readonly websiteUrl!: string;

  @Field(() => String)
  readonly modUrl!: string;

  @Field(() => String)
  readonly apiUrl!: string;

  @Field(() => String, { description: 'Signed for GET; never to be kept.' })
  readonly primaryUrl!: string;

  @Field(() => String, { description: 'Signed for HEAD; never to be kept.' })
  readonly headUrl!: string;

  @Field(() => Date)
  readonly expiresAt!: Date;

  @Field(() => Int, { description: 'Seconds.' })
  readonly expiresIn!: number;

  @Field(() => Int)
  readonly refreshAfterSeconds!: number;

  @Field(() => DownloadJob)
  readonly downloadJob!: DownloadJob;

  @Field(() => ID)
  readonly downloadSessionId!: string;

  @Field(() => DownloadGrantInfo)
  readonly downloadGrant!: DownloadGrantInfo;

  @Field(() => DownloadResume)
  readonly resume!: DownloadResume;

  @Field(() => DownloadRepresentation)
  readonly representation!: DownloadRepresentation;

  @Field(() => DownloadFallback)
  readonly fallback!: DownloadFallback;

  @Field(() => DownloadCapabilities)
  readonly capabilities!: DownloadCapabilities;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => String, { deprecationReason: 'Read `hashes.sha256`.' })
  readonly sha256!: string;

  @Field(() => ArtifactHashes)
  readonly hashes!: ArtifactHashes;
}

/** How far the client says it has come. */
@InputType()
export class DownloadProgressInput {
  @Field(() => SafeInt)
  readonly bytesReceived!: number;

  @Field(() => String, { nullable: true })
  readonly provider?: string | null;
}

/** The job that a client goes on with. */
@InputType()
export class DownloadJobInput {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => DownloadProgressInput, { nullable: true })
  readonly progress?: DownloadProgressInput | null;

  @Field(() => String, { nullable: true })
  readonly etag?: string | null;
}

/** What a client that comes back tells of its download. */
@InputType()
export class ResolveDownloadInput {
  @Field(() => DownloadJobInput, { nullable: true })
  readonly downloadJob?: DownloadJobInput | null;
}
