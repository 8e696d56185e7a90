import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ArtifactSource } from '../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../registry/limits.js';
import { SafeInt } from '../../../request/scalars.js';
import { ArtifactHashes } from '../../publishing/index.js';

/** The reported progress of a download. */
@ObjectType({ simpleResolvers: true })
class DownloadProgress {
  @Field(() => SafeInt, {
    description: 'The highest number of bytes that the client has reported as received.',
  })
  readonly bytesReceived!: number;

  @Field(() => String, {
    description: 'The store that the addresses of this response lead to, as in `representation`.',
  })
  readonly provider!: string;
}

/**
 * The download of one file by one actor. A client that names its `id` continues it, even after its
 * grant has expired.
 */
@ObjectType({ simpleResolvers: true })
export class DownloadJob {
  @Field(() => ID, {
    description: 'The id of this download. Send it with the next resolve to continue it.',
  })
  readonly id!: string;

  @Field(() => ID, { description: 'The id of the grant that counts this download.' })
  readonly grantId!: string;

  @Field(() => DownloadProgress)
  readonly progress!: DownloadProgress;

  @Field(() => String, { description: 'The ETag of the bytes that the job downloads.' })
  readonly etag!: string;
}

/** The grant. A POST to `resolveEndpoint` renews it and returns new URLs. */
@ObjectType({ simpleResolvers: true })
export class DownloadGrantInfo {
  @Field(() => ID, { description: 'The id of the grant.' })
  readonly id!: string;

  @Field(() => String, { description: 'Stable, relative to the API base.' })
  readonly resolveEndpoint!: string;

  @Field(() => Date, {
    description: 'When the grant expires. Its signed addresses expire then or earlier.',
  })
  readonly expiresAt!: Date;
}

/**
 * How an interrupted download continues. `signedUrlExpiryRefresh` is the path of
 * `DownloadGrantInfo.resolveEndpoint`. A client may request ranges if `rangeSupported` is true.
 */
@ObjectType({ simpleResolvers: true })
export class DownloadResume {
  @Field(() => String, {
    description:
      'After the signed addresses expired, send POST to this path for new ones. Relative to the API base.',
  })
  readonly signedUrlExpiryRefresh!: string;

  @Field(() => Boolean, {
    description:
      'Whether the store accepts `Range`. Then continue after the last stored byte, if the SHA-256 is unchanged.',
  })
  readonly rangeSupported!: boolean;
}

/**
 * The store or provider of the bytes, and their validator. A client sends `ifMatch` only if
 * `provider` equals `etagScope`. In the mirror and at a provider, `etag` and `ifMatch` are null.
 */
@ObjectType({ simpleResolvers: true })
export class DownloadRepresentation {
  @Field(() => String, { description: 'The name of the store or provider of the bytes.' })
  readonly provider!: string;

  @Field(() => String, {
    description: 'The store or provider to which `etag` applies. Send the validator nowhere else.',
  })
  readonly etagScope!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The opaque validator of the bytes there, not a digest. Null in the fallback store, where HEAD returns it, and at a provider.',
  })
  readonly etag!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The value to send as `If-Match` with a range request. Null if `etag` is null.',
  })
  readonly ifMatch!: string | null;
}

/**
 * The second store, if it holds the file and the mod allows it. Its URLs come only from the
 * endpoint, so `url` is always null.
 */
@ObjectType({ simpleResolvers: true })
export class DownloadFallback {
  @Field(() => Boolean, {
    description: 'Whether the fallback store has the file and the mod allows its use.',
  })
  readonly available!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Send POST to this path for the addresses in the fallback store. Null if it is not available.',
  })
  readonly endpoint!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Always null: only the endpoint returns addresses.',
  })
  readonly url!: string | null;
}

/** The actual capabilities of the store for this file. */
@ObjectType({ simpleResolvers: true })
class DownloadCapabilities {
  @Field(() => Boolean, { description: 'Whether HEAD works.' })
  readonly headSupported!: boolean;

  @Field(() => Boolean, { description: 'Whether `Range` works.' })
  readonly rangeSupported!: boolean;

  @Field(() => Boolean, { description: 'Whether conditional requests work.' })
  readonly conditionalRequests!: boolean;

  @Field(() => [String], { description: 'The conditional headers that work.' })
  readonly conditionalHeaders!: readonly string[];
}

/** The provider's URL of an external file (Spec 2.6). */
@ObjectType({ simpleResolvers: true })
export class DownloadTransport {
  @Field(() => ArtifactSource)
  readonly kind!: ArtifactSource;

  @Field(() => String, { description: 'The provider that hosts the file.' })
  readonly provider!: string;

  @Field(() => ID, {
    description:
      'The reference of the file at the provider. It takes the place of the download job.',
  })
  readonly referenceId!: string;

  @Field(() => Int, { description: 'Increases each time the bytes are verified.' })
  readonly referenceRevision!: number;

  @Field(() => String, { description: 'A short-lived URL of the provider. Do not store it.' })
  readonly url!: string;

  @Field(() => Date, { description: 'When the URL expires.' })
  readonly expiresAt!: Date;

  @Field(() => Int, {
    description: `The seconds for which to use the URL, from 1 to ${LIMITS.referenceUrlSeconds}.`,
  })
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

  @Field(() => SafeInt, { description: 'The size of the whole file in bytes.' })
  readonly sizeBytes!: number;

  @Field(() => String, { deprecationReason: 'Read `hashes.sha256`.' })
  readonly sha256!: string;

  @Field(() => ArtifactHashes, {
    description: 'The digests of the whole file. Compare them after the last byte.',
  })
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

  @Field(() => Date, { description: 'When the signed addresses expire.' })
  readonly expiresAt!: Date;

  @Field(() => Int, { description: 'The seconds until the signed addresses expire.' })
  readonly expiresIn!: number;

  @Field(() => DownloadJob)
  readonly downloadJob!: DownloadJob;

  @Field(() => ID, {
    description: 'The id of the download session, the same as in the resolve response.',
  })
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
  @Field(() => ID, { description: 'The id of the download session in the resolve response.' })
  readonly downloadSessionId!: string;
}
