import { kindsOf, LANE_NAMES } from '../../registry/jobs.js';
import { type CarrierOptions, openBullCarrier } from './bull-carrier.js';
import { dueRows } from './due-rows.js';
import { createHints } from './hints.js';
import type { Queue } from './queue.port.js';
import { createRowQueue, type QueueOptions } from './row-queue.js';

/** Of how many due rows of a lane Redis is told at once; of the next ones when these are claimed. */
const WINDOW_ROWS = 200;
/** What nobody took for so long, a hint does not bring any more: it is claimed without one. */
const PATIENCE_MS = 5_000;

/** What the queue of several processes needs besides. */
export interface BullQueueOptions
  extends QueueOptions,
    Pick<CarrierOptions, 'redisUrl' | 'installation'> {}

/**
 * The queue of several processes: Bull carries a hint for each row that is due from whoever wrote
 * it to a process that runs jobs, which claims the row as the dispatcher would. All that Redis
 * forgets, repeats or delays is made good from the rows: they are told of again, claimed once, and
 * claimed without a hint where none comes. While Redis is away, jobs run as without it.
 */
export function createBullQueue(options: BullQueueOptions): Queue {
  const { db, clock, log, redisUrl, installation } = options;
  const onFault = ({ message }: Error) =>
    log.debug({ part: 'redis', reason: message }, 'a connection of the queue failed');
  const carrier = openBullCarrier({ redisUrl, installation, onFault });
  const hints = createHints({ carrier, clock, log });
  return createRowQueue(options, {
    async look(runner) {
      const now = clock.now();
      const due = await Promise.all(
        LANE_NAMES.map(async (lane) => {
          const rows = await dueRows(db, kindsOf(lane), now, WINDOW_ROWS);
          await hints.send(lane, rows);
          return rows;
        }),
      );
      const overdueBy = new Date(now.getTime() - (hints.isAway() ? 0 : PATIENCE_MS));
      const isOverdue = due.flat().some(({ dueAt }) => dueAt <= overdueBy);
      if (isOverdue) await runner?.fill(overdueBy);
      return due.flat().length === 0;
    },
    begin: (runner) => carrier.deliver(runner.run),
    async pause() {
      hints.stop();
      await carrier.pause();
    },
    close: carrier.close,
    ping: carrier.ping,
  });
}
