import { Field, ID, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../request/scalars.js';

/** The reported progress of a download. */
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

  @Field(() => String, { description: 'The ETag of the bytes that the job downloads.' })
  readonly etag!: string;
}

/** The grant, and where it is renewed. */
@ObjectType({ simpleResolvers: true })
export class DownloadGrantInfo {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: 'Stable, relative to the API base.' })
  readonly resolveEndpoint!: string;

  @Field(() => Date)
  readonly expiresAt!: Date;
}

/** How an interrupted download continues. */
@ObjectType({ simpleResolvers: true })
export class DownloadResume {
  @Field(() => String)
  readonly signedUrlExpiryRefresh!: string;

  @Field(() => Boolean)
  readonly rangeSupported!: boolean;
}
