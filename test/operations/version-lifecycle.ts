import { aboutVersion, type Operations } from './operation.js';

/** Changes of published versions, in GraphQL only. */
export const versionLifecycle: Operations = {
  archiveModVersion: {
    probe: aboutVersion,
  },
  withdrawModVersion: {
    probe: aboutVersion,
  },
  restoreModVersion: {
    probe: aboutVersion,
  },
  deleteModVersion: {
    // The callers have no second factor, which the deletion of a published version requires.
    probe: ({ releasedId }) => `(id: "${releasedId}")`,
  },
  takeDownModVersion: {
    probe: aboutVersion,
  },
  liftModVersionTakedown: {
    probe: aboutVersion,
  },
};
