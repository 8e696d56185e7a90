import { refreshMods } from '../src/modules/catalog/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Brings the mods that offer some bytes in line with the current state of those bytes. */
export function refreshModsJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      await refreshMods(platform, { blobId: payload['blobId'] ?? '', after: payload['after'] });
      return { kind: 'done' };
    },
  };
}
