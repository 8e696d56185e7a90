import { randomUUID } from 'node:crypto';
import type { Release } from '../catalog/lifecycle-mods.js';
import { world } from './lifecycle-of-alice.js';

/** Changes of a release after which it cannot be restored, with the code of the refusal. */
export const DAMAGES: Record<string, [string, (release: Release) => Promise<unknown>]> = {
  'a scan that does not count any more': [
    'av_scan_rejected',
    ({ artifactId }) =>
      world.platform.db.artifact.update({
        where: { id: artifactId },
        data: { scanStatus: 'quarantined' },
      }),
  ],
  'bytes that were found unsafe': [
    'av_scan_rejected',
    ({ artifactId }) =>
      world.platform.db.blob.updateMany({
        where: { artifacts: { some: { id: artifactId } } },
        data: { state: 'unsafe' },
      }),
  ],
  'bytes that are not in the store': [
    'file_not_ready',
    async ({ artifactId }) => {
      const { blob } = await world.platform.db.artifact.findUniqueOrThrow({
        where: { id: artifactId },
        include: { blob: true },
      });
      await world.platform.storage.remove(blob?.storageKey ?? '');
    },
  ],
  'an upload that names other bytes': [
    'file_not_ready',
    ({ uploadId }) =>
      world.platform.db.uploadSession.update({
        where: { id: uploadId },
        data: { finalBlobId: randomUUID() },
      }),
  ],
  'another content type than was published': [
    'invalid_state',
    ({ artifactId }) =>
      world.platform.db.artifact.update({
        where: { id: artifactId },
        data: { contentType: 'text/plain' },
      }),
  ],
  'another release channel than was published': [
    'invalid_state',
    ({ versionId }) =>
      world.platform.db.modVersion.update({
        where: { id: versionId },
        data: { releaseChannel: 'alpha' },
      }),
  ],
};
