import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { JobState } from '../../../../platform/database/generated/enums.js';
import { JsonObject, SafeInt } from '../../../../request/scalars.js';

registerEnumType(JobState, { name: 'JobState' });

/** Either done or not: a scan reports no percentages. */
@ObjectType({ simpleResolvers: true })
class JobProgress {
  @Field(() => Int)
  readonly completed!: number;

  @Field(() => Int)
  readonly total!: number;
}

/** The job after the completion of an upload (Spec 3.4). */
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

  @Field(() => Int)
  readonly attempts!: number;

  @Field(() => Int)
  readonly maxAttempts!: number;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => Date, { nullable: true })
  readonly startedAt!: Date | null;

  @Field(() => Date, { nullable: true })
  readonly completedAt!: Date | null;

  @Field(() => Date, { nullable: true })
  readonly nextAttemptAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'A stable error code if the job failed.' })
  readonly terminalReason!: string | null;
}

/** A signed request to the object store. It needs no other credential. */
@ObjectType({ simpleResolvers: true })
export class SignedPart {
  @Field(() => Int)
  readonly partNumber!: number;

  @Field(() => String)
  readonly method!: string;

  @Field(() => String)
  readonly url!: string;

  @Field(() => JsonObject, { description: 'Send these headers exactly as given.' })
  readonly headers!: Readonly<Record<string, string>>;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => Date)
  readonly expiresAt!: Date;
}

/** Instructions to send the bytes: as one PUT, or in parts. */
@ObjectType({ simpleResolvers: true })
export class UploadInstructions {
  @Field(() => String, { nullable: true })
  readonly method?: string | null;

  @Field(() => String, { nullable: true })
  readonly url?: string | null;

  @Field(() => JsonObject, { nullable: true })
  readonly headers?: Readonly<Record<string, string>> | null;

  @Field(() => Date, { nullable: true })
  readonly expiresAt?: Date | null;

  @Field(() => Int, { nullable: true })
  readonly partSizeBytes?: number | null;

  @Field(() => Int, { nullable: true })
  readonly totalParts?: number | null;

  @Field(() => Int, { nullable: true, description: 'The number of parts that may be in flight.' })
  readonly concurrency?: number | null;

  @Field(() => [SignedPart], { nullable: true })
  readonly parts?: readonly SignedPart[] | null;
}

/** Newly signed parts. */
@ObjectType({ simpleResolvers: true })
export class SignedParts {
  @Field(() => ID)
  readonly uploadId!: string;

  @Field(() => String, {
    description: 'An id for support requests. It is not a secret and grants no access.',
  })
  readonly supportCorrelationId!: string;

  @Field(() => [SignedPart])
  readonly parts!: readonly SignedPart[];
}
