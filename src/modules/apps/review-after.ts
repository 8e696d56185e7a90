import type { AppReview } from '../../platform/database/generated/enums.js';
import { unreviewedScopes } from './app-scopes.js';

/** What a review looks at. */
export interface Reviewed {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** How the review of an application stands. */
export interface ReviewStanding {
  readonly review: AppReview;
  readonly approvedScopes: string[];
}

/**
 * How a change of an application leaves its review.
 * - a sensitive scope that is given up loses its approval; a new one waits until it is submitted
 * - a new name or a new redirect URI is nothing that anybody has looked at: what was approved is
 *   handed out no longer, and the application is under review at once
 * - nothing is under review where no scope needs one any more
 */
export function reviewAfter(
  before: Reviewed & Omit<ReviewStanding, 'approvedScopes'> & { approvedScopes: readonly string[] },
  after: Reviewed,
): ReviewStanding {
  const kept = before.approvedScopes.filter((scope) => after.scopes.includes(scope));
  const isUnseen =
    after.name !== before.name ||
    after.redirectUris.some((uri) => !before.redirectUris.includes(uri));
  if (kept.length > 0 && isUnseen) return { review: 'pending', approvedScopes: [] };
  const waits = unreviewedScopes({ scopes: after.scopes, approvedScopes: kept }).length > 0;
  const settled = kept.length > 0 ? 'approved' : 'none';
  const isOpen = before.review === 'pending' || before.review === 'rejected';
  return { review: isOpen && waits ? before.review : settled, approvedScopes: kept };
}
