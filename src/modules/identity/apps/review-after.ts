import type { AppReview } from '../../../platform/database/generated/enums.js';
import { unreviewedScopes } from './app-scopes.js';

/** The members of an application that a review covers. */
export interface Reviewed {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** The state of an application's review. */
export interface ReviewStanding {
  readonly review: AppReview;
  readonly approvedScopes: string[];
}

/**
 * The review state after a change of an application.
 * - A dropped sensitive scope loses its approval; a new one waits until it is submitted.
 * - A new name or redirect URI was never reviewed. So approved scopes are suspended and the
 *   application goes to review at once.
 * - The review ends if no scope needs one any more.
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
