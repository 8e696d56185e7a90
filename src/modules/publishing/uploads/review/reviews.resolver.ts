import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  registerEnumType,
} from 'type-graphql';
import { REJECTION_REASONS, type RejectionReason } from '../../../../registry/reviews.js';
import type { RequestContext } from '../../../../request/context.js';
import { Reads, Writes } from '../../../../request/operation-facts.js';
import type { Page } from '../../../../request/page.js';
import { Scoped } from '../../../../request/scoped.js';
import { findingsOf, UploadFinding } from '../scan/findings-of.js';
import { presentUpload, readUpload } from '../session/read-upload.js';
import { UploadReview, UploadSession } from '../session/upload.type.js';
import { ReviewedContents, readContents } from './read-contents.js';
import { listReviews, queuePosition, readReview } from './read-reviews.js';
import {
  UploadReviewEntry,
  UploadReviewEntryPage,
  UploadReviewListArgs,
} from './review-entry.type.js';
import { claimReview, releaseReview } from './review-lease.js';
import { addReviewNote } from './review-notes.js';
import { approveUpload, rejectQuarantinedUpload } from './review-upload.js';

const NOTE = 'Visible to moderators only, not to the creator.';
const PUBLIC_NOTE = 'Visible to the creator: the finding, why it matters and how to fix it.';

const RejectionReasonEnum = Object.fromEntries(REJECTION_REASONS.map((code) => [code, code]));
registerEnumType(RejectionReasonEnum, { name: 'RejectionReason' });

const notesOf = (note?: string | null, publicNote?: string | null) => ({
  note: note ?? null,
  publicNote: publicNote ?? null,
});

/** Queries and mutations for uploads that need a manual review (Spec 3.2, 4.4). */
@Resolver(() => UploadReview)
export class ReviewsResolver {
  @Query(() => UploadReview, { description: "The state of an upload's review, for its team." })
  @Scoped('required', 'files:upload')
  @Reads('read-drafts', 'hidden')
  async getUploadReview(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<UploadReview> {
    return presentUpload(await readUpload(ctx, id, 'read-drafts')).review;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The position in the review queue, from 1. Null if the upload does not wait.',
  })
  position(@Ctx() ctx: RequestContext, @Root() review: UploadReview): Promise<number | null> {
    return queuePosition(ctx, review.row);
  }

  @FieldResolver(() => [UploadFinding], {
    description: 'The entries that a moderator has to review.',
  })
  findings(@Ctx() ctx: RequestContext, @Root() review: UploadReview): readonly UploadFinding[] {
    return findingsOf(review.row, ctx.request.locale);
  }

  @Query(() => UploadReviewEntryPage, {
    description: 'Uploads in one state of their review, the longest wait first. For moderators.',
  })
  @Scoped('required')
  @Reads('moderator')
  listUploadReviews(
    @Ctx() ctx: RequestContext,
    @Args(() => UploadReviewListArgs) args: UploadReviewListArgs,
  ): Promise<Page<UploadReviewEntry>> {
    return listReviews(ctx, args, args);
  }

  @Query(() => UploadReviewEntry, {
    description: 'One upload that is or was under review. For moderators.',
  })
  @Scoped('required')
  @Reads('moderator')
  uploadReviewEntry(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<UploadReviewEntry> {
    return readReview(ctx, id);
  }

  @Query(() => ReviewedContents, {
    nullable: true,
    description:
      'The files of an upload that is or was under review, compared with the previous version. Null if no scan has listed them. For moderators.',
  })
  @Scoped('required')
  @Reads('moderator')
  uploadReviewContents(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<ReviewedContents | null> {
    return readContents(ctx, id);
  }

  @Mutation(() => UploadReviewEntry, {
    description:
      'Claims an upload for review. Other moderators cannot decide while the claim lasts.',
  })
  @Scoped('required')
  @Writes('moderator', 'upload', 'id')
  claimUploadReview(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('takeOver', () => Boolean, {
      defaultValue: false,
      description: 'Takes the claim from another moderator. For admins.',
    })
    takeOver: boolean,
  ): Promise<UploadReviewEntry> {
    return claimReview(ctx, id, takeOver);
  }

  @Mutation(() => UploadReviewEntry, {
    description: 'Releases the claim. The upload returns to its position in the queue.',
  })
  @Scoped('required')
  @Writes('moderator', 'upload', 'id')
  releaseUploadReview(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<UploadReviewEntry> {
    return releaseReview(ctx, id);
  }

  @Mutation(() => UploadReviewEntry, { description: `Adds a note, which never changes. ${NOTE}` })
  @Scoped('required')
  @Writes('moderator', 'upload', 'id')
  noteUploadReview(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('text', () => String) text: string,
  ): Promise<UploadReviewEntry> {
    return addReviewNote(ctx, id, text);
  }

  @Mutation(() => UploadSession, {
    description: 'Approves an upload under review. For moderators.',
  })
  @Scoped('required')
  @Writes('moderator', 'upload', 'id')
  approveUpload(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('note', () => String, { nullable: true, description: NOTE }) note?: string | null,
    @Arg('publicNote', () => String, { nullable: true, description: PUBLIC_NOTE })
    publicNote?: string | null,
  ): Promise<UploadSession> {
    return approveUpload(ctx, id, notesOf(note, publicNote));
  }

  @Mutation(() => UploadSession, { description: 'Rejects an upload under review. For moderators.' })
  @Scoped('required')
  @Writes('moderator', 'upload', 'id')
  rejectUpload(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('note', () => String, { nullable: true, description: NOTE }) note?: string | null,
    @Arg('publicNote', () => String, { nullable: true, description: PUBLIC_NOTE })
    publicNote?: string | null,
    @Arg('reason', () => RejectionReasonEnum, {
      nullable: true,
      description: 'The reason. The creator can read it.',
    })
    reason?: RejectionReason | null,
  ): Promise<UploadSession> {
    return rejectQuarantinedUpload(ctx, id, notesOf(note, publicNote), reason ?? null);
  }
}
