import { Field, ID, InputType } from 'type-graphql';
import { SafeInt } from '../../request/scalars.js';

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
