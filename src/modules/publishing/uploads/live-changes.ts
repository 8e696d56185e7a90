import type { Change } from '../../../platform/changes/changes.port.js';
import { ReviewState, UploadState } from '../../../platform/database/generated/enums.js';
import { announcedNumber, announcedState, announcedText } from '../../../request/announced.js';
import { requireModerator } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { watchChanges } from '../../../request/live.js';
import { requireModPermission } from '../../collaboration/index.js';
import type { ReviewChange, UploadChange } from './live-changes.type.js';

/**
 * Streams the changes of all uploads of a mod to a member of its team who reads drafts. Throws and
 * ends with the errors of `requireModPermission`.
 */
export function watchUploads(
  ctx: RequestContext,
  modId: string,
): Promise<AsyncGenerator<UploadChange>> {
  return watchChanges(ctx, {
    topic: `uploads:${modId}`,
    allowed: (fresh) => requireModPermission(fresh, modId, 'read-drafts'),
    present: presentUpload,
  });
}

/**
 * Streams the changes of the review queue to a moderator. Throws and ends with the errors of
 * `requireModerator`.
 */
export function watchReviews(ctx: RequestContext): Promise<AsyncGenerator<ReviewChange>> {
  return watchChanges(ctx, {
    topic: 'reviews',
    allowed: requireModerator,
    present: presentReview,
  });
}

function presentUpload({ key, data }: Change): UploadChange | null {
  const modId = announcedText(data, 'modId');
  const versionId = announcedText(data, 'versionId');
  const lifecycleStatus = announcedState(data, 'lifecycleStatus', UploadState);
  const revision = announcedNumber(data, 'revision');
  if (modId === null || versionId === null) return null;
  if (lifecycleStatus === null || revision === null) return null;
  return { uploadId: key, modId, versionId, lifecycleStatus, revision };
}

function presentReview({ key, data }: Change): ReviewChange | null {
  const state = announcedState(data, 'state', ReviewState);
  const revision = announcedNumber(data, 'revision');
  return state === null || revision === null ? null : { uploadId: key, state, revision };
}
