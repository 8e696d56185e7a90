import type { Prisma } from '../../platform/database/generated/client.js';
import { staleBefore } from '../artifacts/index.js';

/**
 * What has to hold of a file that is published, whether its bytes are kept here or by a provider:
 * sealed in a store, or seen there of late (Spec 4.2, 4.3).
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
