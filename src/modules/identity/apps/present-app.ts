import type { AppModel } from '../../../platform/database/generated/models.js';
import { etagOf } from '../../../request/etag.js';
import type { App } from './app.type.js';
import { effectiveScopes, unreviewedScopes } from './app-scopes.js';

/** The columns of an application that may be shown; the hash of its secret is not one of them. */
export type AppRow = Omit<AppModel, 'secretHash' | 'reviewedById' | 'deletedAt'>;

/** An application for its owner and reviewers. */
export function presentApp(row: AppRow): App {
  return {
    id: row.id,
    clientId: row.clientId,
    kind: row.kind,
    name: row.name,
    redirectUris: row.redirectUris,
    scopes: row.scopes,
    approvedScopes: row.approvedScopes,
    effectiveScopes: effectiveScopes(row),
    unreviewedScopes: unreviewedScopes(row),
    review: row.review,
    reviewNote: row.reviewNote,
    reviewedAt: row.reviewedAt,
    secretHint: row.secretHint,
    secretAt: row.secretAt,
    disabledAt: row.disabledAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    etag: etagOf(row.id, row.revision),
    ownerId: row.ownerId,
  };
}
