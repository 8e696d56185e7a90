import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ArtifactSource } from '../../../platform/database/generated/enums.js';
import { SafeInt } from '../../../request/scalars.js';
import { ArtifactHashes } from '../../publishing/index.js';

/** The reported progress of a download. */
@ObjectType({ simpleResolvers: true })
class DownloadProgress {
  @Field(() => SafeInt)
  readonly bytesReceived!: number;

  @Field(() => String)
  readonly provider!: string;
}

/**
 * The download of one file by one actor. A client that names its `id` continues it, even after its
 * grant has expired.
 */
@ObjectType({ simpleResolvers: true })
export class DownloadJob {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly grantId!: string;

  @Field(() => DownloadProgress)
  readonly progress!: DownloadProgress;

  @Field(() => String, { description: 'The ETag of the bytes that the job downloads.' })
  readonly etag!: string;
}

/** The grant. A POST to `resolveEndpoint` renews it and returns new URLs. */
@ObjectType({ simpleResolvers: true })
export class DownloadGrantInfo {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: 'Stable, relative to the API base.' })
  readonly resolveEndpoint!: string;

  @Field(() => Date)
  readonly expiresAt!: Date;
}

/**
 * How an interrupted download continues. `signedUrlExpiryRefresh` is the path of
 * `DownloadGrantInfo.resolveEndpoint`. A client may request ranges if `rangeSupported` is true.
 */
@ObjectType({ simpleResolvers: true })
export class DownloadResume {
  @Field(() => String)
  readonly signedUrlExpiryRefresh!: string;

  @Field(() => Boolean)
  readonly rangeSupported!: boolean;
}

/**
 * The store or provider of the bytes, and their validator. A client sends `ifMatch` only if
 * `provider` equals `etagScope`. In the mirror and at a provider, `etag` and `ifMatch` are null.
 */
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

/**
 * The second store, if it holds the file and the mod allows it. Its URLs come only from the
 * endpoint, so `url` is always null.
 */
@ObjectType({ simpleResolvers: true })
export class DownloadFallback {
  @Field(() => Boolean)
  readonly available!: boolean;

  @Field(() => String, { nullable: true })
  readonly endpoint!: string | null;

  @Field(() => String, { nullable: true })
  readonly url!: string | null;
}

/** The actual capabilities of the store for this file. */
@ObjectType({ simpleResolvers: true })
class DownloadCapabilities {
  @Field(() => Boolean)
  readonly headSupported!: boolean;

  @Field(() => Boolean)
  readonly rangeSupported!: boolean;

  @Field(() => Boolean)
  readonly conditionalRequests!: boolean;

  @Field(() => [String])
  readonly conditionalHeaders!: readonly string[];
}

/** The provider's URL of an external file (Spec 2.6). */
@ObjectType({ simpleResolvers: true })
export class DownloadTransport {
  @Field(() => ArtifactSource)
  readonly kind!: ArtifactSource;

  @Field(() => String)
  readonly provider!: string;

  @Field(() => ID)
  readonly referenceId!: string;

  @Field(() => Int, { description: 'Increases each time the bytes are verified.' })
  readonly referenceRevision!: number;

  @Field(() => String, { description: 'A short-lived URL of the provider. Do not store it.' })
  readonly url!: string;

  @Field(() => Date)
  readonly expiresAt!: Date;

  @Field(() => Int)
  readonly ttlSeconds!: number;
}

/**
 * The facts about the bytes of a download. Every response has them. `representation` and
 * `capabilities` depend on the store or provider.
 */
@ObjectType({ simpleResolvers: true })
export abstract class OfferedBytes {
  @Field(() => DownloadRepresentation)
  readonly representation!: DownloadRepresentation;

  @Field(() => DownloadCapabilities)
  readonly capabilities!: DownloadCapabilities;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => String, { deprecationReason: 'Read `hashes.sha256`.' })
  readonly sha256!: string;

  @Field(() => ArtifactHashes)
  readonly hashes!: ArtifactHashes;
}

/** The URLs of the second store for a file, valid as long as the grant of the download. */
@ObjectType({ simpleResolvers: true })
export class FallbackDownload extends OfferedBytes {
  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => String, { description: 'A signed URL for GET. Do not store it.' })
  readonly fallbackUrl!: string;

  @Field(() => String, { description: 'A signed URL for HEAD. Do not store it.' })
  readonly headUrl!: string;

  @Field(() => Date)
  readonly expiresAt!: Date;

  @Field(() => Int, { description: 'Seconds.' })
  readonly expiresIn!: number;

  @Field(() => DownloadJob)
  readonly downloadJob!: DownloadJob;

  @Field(() => ID)
  readonly downloadSessionId!: string;

  @Field(() => DownloadGrantInfo)
  readonly downloadGrant!: DownloadGrantInfo;

  @Field(() => DownloadResume)
  readonly resume!: DownloadResume;

  @Field(() => Boolean, {
    description:
      'Whether to send a HEAD first. Range requests have to use the ETag that it returns.',
  })
  readonly requiresHeadBeforeRange!: boolean;
}

/** The download to continue in the second store. */
@InputType()
export class ResolveDownloadFallbackInput {
  @Field(() => ID, { description: 'The `download_session_id` of the resolve response.' })
  readonly downloadSessionId!: string;
}
