import { Extensions, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../request/scalars.js';
import { Mod } from '../../catalog/index.js';
import { Artifact, ModVersion } from '../../publishing/index.js';
import {
  DownloadFallback,
  DownloadGrantInfo,
  DownloadJob,
  DownloadResume,
  DownloadTransport,
  OfferedBytes,
} from './download-parts.type.js';

/**
 * The response with everything that a client needs to fetch and verify one file. A managed file has
 * a grant and signed URLs (Spec 2.5), a provider's file has a `transport` (Spec 2.6).
 * `distribution` is always `service`, and `websiteUrl` is the address of this installation.
 * `modUrl` and `apiUrl` lead to the mod, as a page and in the API. A client should resolve again
 * after `refreshAfterSeconds`. `requiresHeadBeforeRange` is true if the URLs lead to the mirror.
 */
@ObjectType({ simpleResolvers: true })
export class Download extends OfferedBytes {
  @Field(() => Mod)
  readonly mod!: Mod;

  @Field(() => ModVersion, { description: 'The version that the file belongs to.' })
  readonly version!: ModVersion;

  @Field(() => Artifact)
  readonly artifact!: Artifact;

  @Field(() => String, { description: 'Always `service`.' })
  readonly distribution!: string;

  @Field(() => String, { description: 'The address of this installation.' })
  readonly websiteUrl!: string;

  @Field(() => String, { description: 'The page of the mod.' })
  readonly modUrl!: string;

  @Field(() => String, { description: 'The mod in the API.' })
  readonly apiUrl!: string;

  @Field(() => DownloadTransport, {
    nullable: true,
    description:
      'The download from the provider. Only for a file that a provider hosts; it then replaces the job, the grant and the signed URLs.',
  })
  readonly transport?: DownloadTransport;

  @Field(() => String, {
    nullable: true,
    description: 'A signed URL for GET. Do not store it. Only for a file that this service stores.',
  })
  readonly primaryUrl?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'A signed URL for HEAD. Do not store it. Only for a file that this service stores.',
  })
  readonly headUrl?: string;

  @Field(() => Date, {
    nullable: true,
    description: 'When the signed URLs expire. Only for a file that this service stores.',
  })
  readonly expiresAt?: Date;

  @Field(() => Int, {
    nullable: true,
    description:
      'The seconds until the signed URLs expire. Only for a file that this service stores.',
  })
  readonly expiresIn?: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'The seconds after which a download that continues should resolve again. Only for a file that this service stores.',
  })
  readonly refreshAfterSeconds?: number;

  @Field(() => DownloadJob, {
    nullable: true,
    description: 'The lasting download. Only for a file that this service stores.',
  })
  readonly downloadJob?: DownloadJob;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id that the fallback endpoint needs. Only for a file that this service stores.',
  })
  readonly downloadSessionId?: string;

  @Field(() => DownloadGrantInfo, {
    nullable: true,
    description: 'The right to this download. Only for a file that this service stores.',
  })
  readonly downloadGrant?: DownloadGrantInfo;

  @Field(() => DownloadResume, {
    nullable: true,
    description: 'How to continue the download. Only for a file that this service stores.',
  })
  readonly resume?: DownloadResume;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to send a HEAD first to get the ETag. True exactly if the URLs lead to the mirror. Only for a file that this service stores.',
  })
  readonly requiresHeadBeforeRange?: boolean;

  @Field(() => DownloadFallback)
  readonly fallback!: DownloadFallback;
}

/** The members of a download that depend on the location of the bytes. */
export type DownloadPart = Pick<Download, 'representation' | 'fallback' | 'capabilities'> &
  Partial<
    Pick<
      Download,
      | 'transport'
      | 'primaryUrl'
      | 'headUrl'
      | 'expiresAt'
      | 'expiresIn'
      | 'refreshAfterSeconds'
      | 'downloadJob'
      | 'downloadSessionId'
      | 'downloadGrant'
      | 'resume'
      | 'requiresHeadBeforeRange'
    >
  >;

/**
 * The progress that a client reports. Only the bytes count. `provider` is accepted and ignored,
 * because clients send the progress back as a response showed it.
 */
@InputType()
class DownloadProgressInput {
  @Field(() => SafeInt, {
    description: 'The number of bytes that the client has stored, not lower than reported before.',
  })
  @Extensions({ jsonSchema: { minimum: 0 } })
  readonly bytesReceived!: number;

  @Field(() => String, { nullable: true, description: 'Accepted and ignored.' })
  readonly provider?: string | null;
}

/**
 * The job that a client continues, as an earlier response showed it. The service does not compare
 * the `etag`: a job for replaced bytes is `download_session_not_found`.
 */
@InputType()
export class DownloadJobInput {
  @Field(() => ID, { description: 'The id of the job in an earlier response.' })
  readonly id!: string;

  @Field(() => DownloadProgressInput, { nullable: true, description: 'The progress until now.' })
  readonly progress?: DownloadProgressInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'Accepted and ignored. A job for replaced bytes ends by itself.',
  })
  readonly etag?: string | null;
}

/** The state of a download that a returning client reports. */
@InputType()
export class ResolveDownloadInput {
  @Field(() => DownloadJobInput, {
    nullable: true,
    description: 'The job to continue. A new download begins without it.',
  })
  readonly downloadJob?: DownloadJobInput | null;
}
