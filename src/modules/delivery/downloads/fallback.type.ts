import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { DownloadGrantInfo, DownloadJob, DownloadResume } from './grant.type.js';
import { OfferedBytes } from './offered-bytes.type.js';

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
