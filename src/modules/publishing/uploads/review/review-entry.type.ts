import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import {
  FileKind,
  ReviewState,
  UploadState,
} from '../../../../platform/database/generated/enums.js';
import { PageArgs, pageType } from '../../../../request/page.js';
import { JsonObject, LanguageMap, SafeInt, type Texts } from '../../../../request/scalars.js';
import { UploadFinding } from '../scan/findings-of.js';

/** A user in the review queue. */
@ObjectType({ simpleResolvers: true })
export class ReviewPerson {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;
}

/** A moderator's note. Only moderators read it. */
@ObjectType({ simpleResolvers: true })
export class ReviewNote {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ReviewPerson)
  readonly author!: ReviewPerson;

  @Field(() => String)
  readonly text!: string;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/**
 * An upload that is pending review or decided. `holder` and `heldUntil` are null without a claim, the
 * members about the decision before it, and `rejectionReason` unless it was rejected for one.
 */
@ObjectType({ simpleResolvers: true, description: 'An upload under review, for moderators.' })
export class UploadReviewEntry {
  @Field(() => ID, { description: 'The id of the upload.' })
  readonly id!: string;

  @Field(() => UploadState)
  readonly lifecycleStatus!: UploadState;

  @Field(() => ReviewState)
  readonly state!: ReviewState;

  /** Codes of `REVIEW_REASONS`. */
  @Field(() => [String])
  readonly reasons!: readonly string[];

  @Field(() => Date, { description: 'When the review began.' })
  readonly since!: Date;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => String)
  readonly modSlug!: string;

  @Field(() => LanguageMap)
  readonly modTitle!: Texts;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String)
  readonly version!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => FileKind)
  readonly fileKind!: FileKind;

  @Field(() => String)
  readonly filename!: string;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => String, { description: 'As its creator declared it.' })
  readonly expectedSha256!: string;

  @Field(() => ReviewPerson)
  readonly creator!: ReviewPerson;

  /** The stored record of the scan; null if no attempt measured the bytes. */
  @Field(() => JsonObject, {
    nullable: true,
    description:
      'The engine, measurements and findings of the scan; null if no attempt measured the bytes.',
  })
  readonly scan!: unknown;

  @Field(() => [UploadFinding], { description: 'The findings of the scan, for people.' })
  readonly findings!: readonly UploadFinding[];

  @Field(() => ReviewPerson, {
    nullable: true,
    description: 'The moderator who has claimed the upload. Null without a claim.',
  })
  readonly holder!: ReviewPerson | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Until then, no other moderator can decide. Null without a claim.',
  })
  readonly heldUntil!: Date | null;

  @Field(() => ReviewPerson, {
    nullable: true,
    description: 'The moderator who decided. Null before.',
  })
  readonly decidedBy!: ReviewPerson | null;

  @Field(() => Date, { nullable: true, description: 'When the moderator decided. Null before.' })
  readonly decidedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The note for the creator. Null without one.',
  })
  readonly publicNote!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The reason that the creator can read. Null unless the upload was rejected for one.',
  })
  readonly rejectionReason!: string | null;

  @Field(() => [ReviewNote], {
    description: 'Oldest first. Empty for a moderator who is involved in the upload.',
  })
  readonly notes!: readonly ReviewNote[];

  @Field(() => String)
  readonly supportCorrelationId!: string;
}

/** One page of the queue. */
export const UploadReviewEntryPage = pageType('UploadReviewEntryPage', () => UploadReviewEntry);

/** Filters and page of the review queue. */
@ArgsType()
export class UploadReviewListArgs extends PageArgs {
  @Field(() => ReviewState, { nullable: true, description: '`pending` if omitted.' })
  readonly state?: ReviewState | null;

  @Field(() => String, { nullable: true, description: 'Only uploads with this review reason.' })
  readonly reason?: string | null;

  @Field(() => ID, { nullable: true })
  readonly modId?: string | null;
}
