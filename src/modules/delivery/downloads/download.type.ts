import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Mod } from '../../catalog/index.js';
import { Artifact, ModVersion } from '../../publishing/index.js';
import { DownloadGrantInfo, DownloadJob, DownloadResume } from './grant.type.js';
import { OfferedBytes } from './offered-bytes.type.js';
import { DownloadFallback, DownloadTransport } from './source.type.js';

/**
 * The response with everything that a client needs to fetch and verify one file. A managed file has
 * a grant and signed URLs (Spec 2.5), a provider's file has a `transport` (Spec 2.6).
 */
@ObjectType({ simpleResolvers: true })
export class Download extends OfferedBytes {
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

  @Field(() => DownloadTransport, {
    nullable: true,
    description: 'Only of a file that a provider keeps; the members of a grant are missing then.',
  })
  readonly transport?: DownloadTransport;

  @Field(() => String, { nullable: true, description: 'Signed for GET; never to be kept.' })
  readonly primaryUrl?: string;

  @Field(() => String, { nullable: true, description: 'Signed for HEAD; never to be kept.' })
  readonly headUrl?: string;

  @Field(() => Date, { nullable: true })
  readonly expiresAt?: Date;

  @Field(() => Int, { nullable: true, description: 'Seconds.' })
  readonly expiresIn?: number;

  @Field(() => Int, { nullable: true })
  readonly refreshAfterSeconds?: number;

  @Field(() => DownloadJob, { nullable: true })
  readonly downloadJob?: DownloadJob;

  @Field(() => ID, { nullable: true })
  readonly downloadSessionId?: string;

  @Field(() => DownloadGrantInfo, { nullable: true })
  readonly downloadGrant?: DownloadGrantInfo;

  @Field(() => DownloadResume, { nullable: true })
  readonly resume?: DownloadResume;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a HEAD has to tell the ETag first: after a change of the store.',
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
