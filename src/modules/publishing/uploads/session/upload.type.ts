import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  FileKind,
  ReviewState,
  UploadState,
  UploadStrategy,
} from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { REJECTION_REASONS } from '../../../../registry/reviews.js';
import { SafeInt } from '../../../../request/scalars.js';
import { UploadInstructions } from './upload-transfer.type.js';

registerEnumType(ReviewState, { name: 'ReviewState' });
registerEnumType(UploadState, { name: 'UploadState' });
registerEnumType(UploadStrategy, { name: 'UploadStrategy' });

/** A part that the store confirms. */
@ObjectType({ simpleResolvers: true })
export class CompletedPart {
  @Field(() => Int, { description: 'The number of the part, from 1.' })
  readonly partNumber!: number;

  @Field(() => String, {
    description: 'The ETag from the store. The completion of a `multipart` upload names it.',
  })
  readonly etag!: string;

  @Field(() => SafeInt, { description: 'The received size of the part in bytes.' })
  readonly sizeBytes!: number;
}

/** The stored bytes of an upload. A completed upload has 100 percent and lists no parts. */
@ObjectType({ simpleResolvers: true })
export class UploadProgress {
  @Field(() => SafeInt, {
    description: 'The number of bytes in the store. 0 if `available` is false.',
  })
  readonly uploadedBytes!: number;

  @Field(() => Int, {
    description:
      '`uploadedBytes` as a percentage of the file, rounded down. 100 from the completion on.',
  })
  readonly percent!: number;

  @Field(() => Int, { description: 'The number of parts; 1 for the strategy `single`.' })
  readonly totalParts!: number;

  @Field(() => [CompletedPart], {
    description: 'The parts in the store. Empty from the completion on.',
  })
  readonly completedParts!: readonly CompletedPart[];

  @Field(() => Boolean, { description: 'False means that the progress is unknown, not zero.' })
  readonly available!: boolean;
}

/**
 * Whether, how and when the client can continue an upload in any state. `retryable` is true for
 * `resume` and `wait`, and only `wait` has `retryAfterSeconds`. The attempts are those of its job;
 * without a job they are 0.
 */
@ObjectType({ simpleResolvers: true })
export class UploadRetry {
  @Field(() => Boolean, { description: 'True for `resume` and `wait`.' })
  readonly retryable!: boolean;

  @Field(() => String, {
    description:
      '`resume`: send the missing bytes. `wait`: the checks are running, read the upload again later. `wait_for_review`: a moderator decides. `new_session`: this upload has ended, create another one. `none`: there is nothing to do.',
  })
  readonly strategy!: string;

  @Field(() => Int, {
    description: 'The number of attempts of the job until now. 0 without a job.',
  })
  readonly attempt!: number;

  @Field(() => Int, {
    description: 'The number of attempts after which the job ends. 0 without a job.',
  })
  readonly maxAttempts!: number;

  @Field(() => Date, {
    nullable: true,
    description: 'When the job begins its next attempt. Null unless it waits for one.',
  })
  readonly nextAttemptAt!: Date | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The seconds after which to read the upload again. Null unless `strategy` is `wait`.',
  })
  readonly retryAfterSeconds!: number | null;
}

/** The state of the manual review. */
@ObjectType({ simpleResolvers: true })
export class UploadReview {
  /** The stored row, for lazily resolved fields. */
  readonly row!: UploadSessionModel;

  @Field(() => ReviewState)
  readonly state!: ReviewState;

  @Field(() => [String], {
    description: 'Stable codes of the reasons for which a moderator has to decide.',
  })
  readonly reasons!: readonly string[];

  @Field(() => Date, { nullable: true, description: 'When a moderator decided. Null before.' })
  readonly decidedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The note for the creator from the moderator who decided. Null without one.',
  })
  readonly publicNote!: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Why a moderator rejected it: ${REJECTION_REASONS.join(', ')}. Null unless a moderator gave one.`,
  })
  readonly rejectionReason!: string | null;

  @Field(() => String, { description: 'The id of the upload for support requests.' })
  readonly supportCorrelationId!: string;
}

/** The reason why an upload failed or is stuck, or why its file was found unsafe later. */
@ObjectType({ simpleResolvers: true })
export class UploadFailure {
  @Field(() => String, {
    description: 'The registered error code. Without one, the state.',
  })
  readonly code!: string;

  @Field(() => String, {
    description:
      '`upload_interrupted`: send the missing bytes, or abort. `validation_failed`: the bytes differ from the declaration, or are not acceptable. `scan_failed`: the scan refused the bytes, or did not finish.',
  })
  readonly state!: string;

  @Field(() => Boolean, {
    description: 'Whether another attempt with the same upload may succeed.',
  })
  readonly retryable!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'An explanation for people, in English. Null without one.',
  })
  readonly detail!: string | null;
}

/** The upload of one file, from reservation to end (Spec 2.9). */
@ObjectType({ simpleResolvers: true, description: 'The upload of one file.' })
export class UploadSession {
  /** The stored row, for lazily resolved fields. */
  readonly row!: UploadSessionModel;

  @Field(() => ID)
  readonly id!: string;

  @Field(() => UploadState)
  readonly lifecycleStatus!: UploadState;

  @Field(() => String, {
    description: 'The state in the terms of old clients.',
    deprecationReason: 'Read `lifecycleStatus`.',
  })
  readonly status!: string;

  @Field(() => UploadStrategy, {
    description: '`single`: one PUT of the whole file. `multipart`: one PUT for each part.',
  })
  readonly strategy!: UploadStrategy;

  @Field(() => SafeInt, { description: 'The declared size of the file in bytes.' })
  readonly sizeBytes!: number;

  @Field(() => String)
  readonly filename!: string;

  @Field(() => FileKind)
  readonly fileKind!: FileKind;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => ID, { description: 'The file that the upload creates.' })
  readonly artifactId!: string;

  @Field(() => UploadReview)
  readonly review!: UploadReview;

  @Field(() => ID, {
    nullable: true,
    description: 'The newer upload of the same file that replaced this one. Null if none did.',
  })
  readonly supersededBy!: string | null;

  @Field(() => Date, {
    description: 'When the upload expires unless it is completed or new addresses are signed.',
  })
  readonly expiresAt!: Date;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => String, {
    description: 'An id for support requests. It is not a secret and grants no access.',
  })
  readonly supportCorrelationId!: string;

  @Field(() => UploadInstructions, {
    nullable: true,
    description: 'New signed addresses. Set only in responses that sign some.',
  })
  readonly upload?: UploadInstructions | null;
}
