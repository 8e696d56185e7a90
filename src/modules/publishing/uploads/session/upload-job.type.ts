import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { JobState } from '../../../../platform/database/generated/enums.js';

registerEnumType(JobState, { name: 'JobState' });

/** A scan reports no percentages, so its job is either complete or not. */
@ObjectType({ simpleResolvers: true })
class JobProgress {
  @Field(() => Int, { description: '0 until the job has ended, then 1.' })
  readonly completed!: number;

  @Field(() => Int, { description: 'Always 1.' })
  readonly total!: number;
}

/**
 * The job after the completion of an upload (Spec 3.4). `nextAttemptAt` is null unless the job
 * waits for a retry. `terminalReason` is also set for a rejection, and if the upload goes to
 * review.
 */
@ObjectType({ simpleResolvers: true })
export class UploadJob {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: "The address of the job's state, with the API prefix." })
  readonly statusEndpoint!: string;

  @Field(() => JobState)
  readonly status!: JobState;

  /** Also true while the job waits for an attempt. */
  @Field(() => Boolean, { description: 'Whether the job is still running.' })
  readonly active!: boolean;

  @Field(() => JobProgress)
  readonly progress!: JobProgress;

  @Field(() => Int, { description: 'The number of attempts until now.' })
  readonly attempts!: number;

  @Field(() => Int, { description: 'The number of attempts after which the job ends.' })
  readonly maxAttempts!: number;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the first attempt began. Null before.' })
  readonly startedAt!: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the job ended. Null before.' })
  readonly completedAt!: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the next attempt begins. Null unless the job waits for one after a failure.',
  })
  readonly nextAttemptAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A stable error code if the job failed, the file was rejected or the upload went to review; otherwise null.',
  })
  readonly terminalReason!: string | null;
}
