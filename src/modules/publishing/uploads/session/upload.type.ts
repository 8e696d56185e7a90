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
  @Field(() => Int)
  readonly partNumber!: number;

  @Field(() => String)
  readonly etag!: string;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;
}

/** The stored bytes of an upload. A completed upload has 100 percent and lists no parts. */
@ObjectType({ simpleResolvers: true })
export class UploadProgress {
  @Field(() => SafeInt)
  readonly uploadedBytes!: number;

  @Field(() => Int)
  readonly percent!: number;

  @Field(() => Int)
  readonly totalParts!: number;

  @Field(() => [CompletedPart])
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
  @Field(() => Boolean)
  readonly retryable!: boolean;

  @Field(() => String, {
    description: '`resume`, `wait`, `wait_for_review`, `new_session` or `none`.',
  })
  readonly strategy!: string;

  @Field(() => Int)
  readonly attempt!: number;

  @Field(() => Int)
  readonly maxAttempts!: number;

  @Field(() => Date, { nullable: true })
  readonly nextAttemptAt!: Date | null;

  @Field(() => Int, { nullable: true })
  readonly retryAfterSeconds!: number | null;
}

/** The state of the manual review. */
@ObjectType({ simpleResolvers: true })
export class UploadReview {
  /** The stored row, for lazily resolved fields. */
  readonly row!: UploadSessionModel;

  @Field(() => ReviewState)
  readonly state!: ReviewState;

  @Field(() => [String])
  readonly reasons!: readonly string[];

  @Field(() => Date, { nullable: true })
  readonly decidedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The note of the moderator who decided, for the creator.',
  })
  readonly publicNote!: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Why a moderator rejected it: ${REJECTION_REASONS.join(', ')}.`,
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

  @Field(() => Boolean)
  readonly retryable!: boolean;

  @Field(() => String, { nullable: true, description: 'An explanation for people, in English.' })
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

  @Field(() => UploadStrategy)
  readonly strategy!: UploadStrategy;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => String)
  readonly filename!: string;

  @Field(() => FileKind)
  readonly fileKind!: FileKind;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => UploadReview)
  readonly review!: UploadReview;

  @Field(() => ID, {
    nullable: true,
    description: 'The newer upload of the same file that replaced this one.',
  })
  readonly supersededBy!: string | null;

  @Field(() => Date, { description: 'The end of the activity window.' })
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
