import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import { Reads } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import { watchReviews, watchUploads } from './live-changes.js';
import { ReviewChange, UploadChange } from './live-changes.type.js';

/** Live updates of uploads and of the review queue. */
@Resolver()
export class UploadChangesResolver {
  @Subscription(() => UploadChange, {
    description: 'Reports each new state of an upload of a mod, for its team.',
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
