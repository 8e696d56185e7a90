import type { Prisma } from '../../../platform/database/generated/client.js';
import { staleBefore } from '../artifacts/obtainable.js';

/**
 * The condition for publishing a file: its blob is sealed in a store, or its provider was checked
 * recently (Spec 4.2, 4.3).
 */
export function publishable(now: Date): Prisma.ArtifactWhereInput {
  return {
    scanStatus: 'clean',
    OR: [
      { source: 'rehosted_blob', blob: { state: 'sealed' } },
      {
        source: 'external_provider_reference',
        reference: { state: 'verified', checkedAt: { gt: staleBefore(now) } },
      },
    ],
  };
}
