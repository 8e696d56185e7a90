import { LANE_NAMES, type Lane } from '../../registry/jobs.js';
import { type HintTransportOptions, openBullTransport } from './bull-transport.js';
import { dueRows } from './claim.js';
import { createHints } from './hints.js';
import type { Queue } from './queue.port.js';
import { createRowQueue, type QueueOptions } from './row-queue.js';

/** The maximum number of due rows per lane that Redis holds hints for at once. */
const WINDOW_ROWS = 200;
/** A row that is due for longer than this is claimed without a hint. */
const PATIENCE_MS = 5_000;

/** The additional options of a queue for several processes. */
export interface BullQueueOptions
  extends QueueOptions,
    Pick<HintTransportOptions, 'redisUrl' | 'installation'> {}

/**
 * The queue for several processes. Bull carries a hint for each due row to a process that runs
 * jobs, which claims the row as without Redis. The rows repair everything that Redis loses,
 * repeats or delays. Hints are repeated, each row is claimed once, and old rows are claimed without
 * a hint. While Redis is unavailable, jobs run as without Redis.
 */
export function createBullQueue(options: BullQueueOptions): Queue {
  const { db, clock, log, redisUrl, installation } = options;
  const onFault = ({ message }: Error) =>
    log.debug({ part: 'redis', reason: message }, 'a connection of the queue failed');
  const transport = openBullTransport({ redisUrl, installation, onFault });
  const hints = createHints({ transport: transport, clock, log });
  return createRowQueue(options, {
    async look(runner) {
      const now = clock.now();
      const due = await dueRows(db, now, WINDOW_ROWS);
      const dueIn = (lane: Lane) => due.filter((row) => row.lane === lane);
      await Promise.all(LANE_NAMES.map((lane) => hints.send(lane, dueIn(lane))));
      const overdueBy = new Date(now.getTime() - (hints.isUnavailable() ? 0 : PATIENCE_MS));
      const isOverdue = due.some(({ dueAt }) => dueAt <= overdueBy);
      if (isOverdue) await runner?.fill(overdueBy);
      return due.length === 0;
    },
    begin: (runner) => transport.deliver(runner.run),
    async pause() {
      hints.stop();
      await transport.pause();
    },
    close: transport.close,
    ping: transport.ping,
  });
}
