import { Arg, Field, ID, Int, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import type { Change } from '../../../platform/changes/changes.port.js';
import { ReviewState, UploadState } from '../../../platform/database/generated/enums.js';
import { announcedNumber, announcedState, announcedText } from '../../../request/announced.js';
import { requireModerator } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { watchChanges } from '../../../request/live.js';
import { Reads } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import { requireModPermission } from '../../collaboration/index.js';

/** A new upload, or a change of its state, review or review claim. Has ids and states only. */
@ObjectType({
  simpleResolvers: true,
  description:
    'A new upload, or one with another state, review or review claim. Read what you need of it with `getUploadSession`.',
})
class UploadChange {
  @Field(() => ID)
  readonly uploadId!: string;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => UploadState)
  readonly lifecycleStatus!: UploadState;

  @Field(() => Int, { description: 'Rises with each change that is reported.' })
  readonly revision!: number;
}

/**
 * A change of an upload that is or was under review: of its state, review or review claim. Has its
 * id and review state only.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'An upload whose review began, was claimed or released, or ended.',
})
class ReviewChange {
  @Field(() => ID)
  readonly uploadId!: string;

  @Field(() => ReviewState)
  readonly state!: ReviewState;

  @Field(() => Int, { description: 'Rises with each change that is reported.' })
  readonly revision!: number;
}

/**
 * Streams the changes of all uploads of a mod to a member of its team who reads drafts. Throws the
 * errors of `requireModPermission`, and `service_unavailable`. The stream checks the access again
 * later, and a failed check ends it (`watchChanges`).
 */
function watchUploads(ctx: RequestContext, modId: string): Promise<AsyncGenerator<UploadChange>> {
  return watchChanges(ctx, {
    topic: `uploads:${modId}`,
    allowed: (fresh) => requireModPermission(fresh, modId, 'read-drafts'),
    present: presentUpload,
  });
}

/**
 * Streams the changes of the review queue to a moderator. Throws the errors of `requireModerator`,
 * and `service_unavailable`. The stream checks the access again later, and a failed check ends it
 * (`watchChanges`).
 */
function watchReviews(ctx: RequestContext): Promise<AsyncGenerator<ReviewChange>> {
  return watchChanges(ctx, {
    topic: 'reviews',
    allowed: requireModerator,
    present: presentReview,
  });
}

/** Returns null for a change with data that this release does not understand. */
function presentUpload({ key, data }: Change): UploadChange | null {
  const modId = announcedText(data, 'modId');
  const versionId = announcedText(data, 'versionId');
  const lifecycleStatus = announcedState(data, 'lifecycleStatus', UploadState);
  const revision = announcedNumber(data, 'revision');
  if (modId === null || versionId === null) return null;
  if (lifecycleStatus === null || revision === null) return null;
  return { uploadId: key, modId, versionId, lifecycleStatus, revision };
}

/** Returns null for a change with data that this release does not understand. */
function presentReview({ key, data }: Change): ReviewChange | null {
  const state = announcedState(data, 'state', ReviewState);
  const revision = announcedNumber(data, 'revision');
  return state === null || revision === null ? null : { uploadId: key, state, revision };
}

/** Live updates of uploads and of the review queue. */
@Resolver()
export class UploadChangesResolver {
  @Subscription(() => UploadChange, {
    description:
      'Reports each new upload of a mod, and each change of its state, review or review claim. For the team of the mod.',
    subscribe: ({ args, context }) => watchUploads(context, args['modId']),
  })
  @Scoped('required', 'files:upload')
  @Reads('read-drafts')
  uploadChanged(
    @Root() change: UploadChange,
    @Arg('modId', () => ID) _modId: string,
  ): UploadChange {
    return change;
  }

  @Subscription(() => ReviewChange, {
    description: 'Reports each change of the review queue. For moderators.',
    subscribe: ({ context }) => watchReviews(context),
  })
  @Scoped('required')
  @Reads('moderator')
  reviewQueueChanged(@Root() change: ReviewChange): ReviewChange {
    return change;
  }
}
