import { giveUpNotice, sendNotice } from '../src/modules/identity/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/**
 * Sends one message to a user. If the mail server is down, the run fails and the queue tries again.
 */
export function sendMailJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      await sendNotice(platform, payload['mailId'] ?? '');
      return { kind: 'done' };
    },
    async exhausted({ payload }) {
      await giveUpNotice(platform, payload['mailId'] ?? '');
      return { kind: 'done' };
    },
  };
}
