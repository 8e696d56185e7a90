import { Field, ID, InputType } from 'type-graphql';
import { SafeInt } from '../../../request/scalars.js';

/** The progress that a client reports. */
@InputType()
export class DownloadProgressInput {
  @Field(() => SafeInt)
  readonly bytesReceived!: number;

  @Field(() => String, { nullable: true })
  readonly provider?: string | null;
}

/** The job that a client continues. */
@InputType()
export class DownloadJobInput {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => DownloadProgressInput, { nullable: true })
  readonly progress?: DownloadProgressInput | null;

  @Field(() => String, { nullable: true })
  readonly etag?: string | null;
}

/** The state of a download that a returning client reports. */
@InputType()
export class ResolveDownloadInput {
  @Field(() => DownloadJobInput, { nullable: true })
  readonly downloadJob?: DownloadJobInput | null;
}
