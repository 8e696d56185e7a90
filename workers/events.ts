import { deliverDue, fanOutEvents, sweepWebhooks } from '../src/modules/integrations/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { LIMITS } from '../src/registry/limits.js';
import { createSystemContext } from '../src/request/context.js';

/**
 * Sends the due deliveries of one subscription, and runs again when its next attempt is due. A
 * failing receiver is no failure of the job: each delivery has its result in its own row.
 */
export function deliverWebhookJob(platform: Platform): JobHandler {
  return {
    async run({ id, payload, signal }) {
      const ctx = createSystemContext(platform, `job ${id}`);
      const run = { jobId: id, subscriptionId: payload['subscriptionId'] ?? '', signal };
      const afterSeconds = await deliverDue(ctx, run);
      return afterSeconds === null ? { kind: 'done' } : { kind: 'later', afterSeconds };
    },
  };
}

/**
 * Creates the deliveries of new events. Runs again every `webhookFanOutSeconds` until a job of a
 * later minute exists. So writers of events need not notify it, and write nothing extra.
 */
export function fanOutEventsJob(platform: Platform): JobHandler {
  return {
    async run({ id }) {
      await fanOutEvents(platform);
      if (await isReplaced(platform, id)) return { kind: 'done' };
      return { kind: 'later', afterSeconds: LIMITS.webhookFanOutSeconds };
    },
  };
}

/**
 * Whether the job of a later period exists. The clock cannot decide this: a late run would continue
 * for minutes at the same time as that job. The keys of periods have the same length.
 */
async function isReplaced({ db }: Platform, id: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    select exists (select from jobs own, jobs later where own.id = ${id}::uuid
      and later.kind = own.kind and later.dedupe_key > own.dedupe_key) as found`;
  return row?.found ?? false;
}

/** Removes expired deliveries and events, and queues due deliveries that have no job. */
export function sweepWebhooksJob(platform: Platform): JobHandler {
  return {
    async run() {
      await sweepWebhooks(platform);
      return { kind: 'done' };
    },
  };
}
