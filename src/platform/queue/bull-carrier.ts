import { setTimeout as delay } from 'node:timers/promises';
import Bull from 'bull';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { LANE_NAMES, LANES, type Lane } from '../../registry/jobs.js';
import { inTime } from '../in-time.js';
import { isOfReplica } from '../redis-replica.js';
import { type DueRow, hintIdOf } from './due-rows.js';

const CONNECT_PATIENCE_MS = 1_000;
/** How long Redis may take for an answer before it counts as away. */
const PATIENCE_MS = 2_000;
const RECONNECT_MS = { step: 100, max: 2_000 };
/** How long a blocked wait for the next hint lasts; then it is begun again. */
const BLOCK_SECONDS = 5;
/** A connection that keeps silent for longer than any answer may take is dead. */
const SILENCE_MS = 15_000;

/** How long the key of a probe lives in Redis. */
const PROBE_LIFETIME_MS = 1_000;

/** The names of keys in Redis begin with this, and with the name of the installation. */
const PREFIX = 'modport:jobs:';

/** A message as another process sent it, or as anyone else with access to Redis did. */
const hint = z.object({ id: z.guid() });

/** Where hints are carried. */
export interface CarrierOptions {
  readonly redisUrl: string;
  /** Installations that share a Redis do not meet: each has a name of its own. */
  readonly installation: string;
  /** Told of what goes wrong on a connection, which is tried again. */
  readonly onFault: (error: Error) => void;
}

/** Carries hints from process to process: "this row is due". It may lose them, and repeat them. */
export interface Carrier {
  /** Sends hints; those that are on their way already are not sent again. Throws while Redis is away. */
  carry(lane: Lane, rows: readonly DueRow[]): Promise<void>;
  /** Begins to hand hints to `take`, as many at once as a lane has places. */
  deliver(take: (id: string, lane: Lane) => Promise<void>): void;
  /** Throws unless Redis accepts writes. */
  ping(): Promise<void>;
  /** Hands over no further hint. */
  pause(): Promise<void>;
  /** Lets go of Redis. */
  close(): Promise<void>;
}

type Hint = z.output<typeof hint>;

/**
 * Hints as jobs of Bull, each lane a queue of its own. Of Bull's own retries, delays and results
 * nothing is used: the row decides, so a hint that was taken is removed however its run ended.
 */
export function openBullCarrier(options: CarrierOptions): Carrier {
  const { onFault } = options;
  let isClosed = false;
  const redis = {
    ...connectionOf(options.redisUrl),
    // One that hangs while this closes is not waited for, and ends by itself.
    retryStrategy: (times: number) =>
      isClosed ? null : Math.min(times * RECONNECT_MS.step, RECONNECT_MS.max),
  };
  const queues = {
    long: openLane('long'),
    external: openLane('external'),
    quick: openLane('quick'),
    outbound: openLane('outbound'),
    upkeep: openLane('upkeep'),
  };
  let isPaused = false;
  const each = (work: (queue: Bull.Queue<Hint>) => Promise<void>) =>
    Promise.all(
      Object.values(queues).map((queue) => inTime(work(queue), PATIENCE_MS).catch(onFault)),
    );

  function openLane(lane: Lane): Bull.Queue<Hint> {
    const queue = new Bull<Hint>(lane, {
      redis,
      prefix: `${PREFIX}${options.installation}`,
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
      settings: { drainDelay: BLOCK_SECONDS, retryProcessDelay: RECONNECT_MS.max },
    });
    // Bull names its connections in a promise that nobody holds: closed too early, that would end the process.
    Object.assign(queue, { setWorkerName: () => Promise.resolve() });
    return queue.on('error', onFault);
  }

  async function deliverLane(
    lane: Lane,
    take: (id: string, lane: Lane) => Promise<void>,
  ): Promise<void> {
    const queue = queues[lane];
    // Bull gives up for good where Redis refuses its first commands, as it does while it loads.
    while (!isPaused && !(await isWritable(queue))) {
      await delay(RECONNECT_MS.max, undefined, { ref: false });
    }
    if (!isPaused) {
      await queue.process(LANES[lane].places, async ({ data }) => {
        const read = hint.safeParse(data);
        if (read.success) await take(read.data.id, lane);
        else onFault(new Error(`a message of the lane ${lane} is no hint`));
      });
    }
  }

  return {
    async carry(lane, rows) {
      const queue = queues[lane];
      const added = rows.map((row) => queue.add({ id: row.id }, { jobId: hintIdOf(row) }));
      await inTime(Promise.all(added), PATIENCE_MS);
    },
    deliver(take) {
      for (const lane of LANE_NAMES) deliverLane(lane, take).catch(onFault);
    },
    async ping() {
      await probe(queues.quick);
    },
    async pause() {
      isPaused = true;
      await each((queue) => queue.pause(true, true));
    },
    async close() {
      isClosed = true;
      await each((queue) => queue.close(true));
    },
  };
}

/**
 * How Bull connects: to what the address says, as the rate limiter reads it too. Bull brings its
 * own release of ioredis and reads addresses in its own way, without TLS.
 */
function connectionOf(url: string): NonNullable<Exclude<Bull.QueueOptions['redis'], string>> {
  const asked = new Redis(url, { lazyConnect: true }).options;
  const { host = 'localhost', port = 6379, db = 0, username, password, tls } = asked;
  return {
    ...{ host, port, db },
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(tls ? { tls } : {}),
    connectTimeout: CONNECT_PATIENCE_MS,
    socketTimeout: SILENCE_MS,
    // A hint that cannot be sent at once is an error; the connections that wait for hints keep trying.
    maxRetriesPerRequest: 0,
    // Subscriptions carry delayed jobs, which hints never are. ioredis leaves the promise of a repeated
    // subscription unhandled: with a password that was changed, that would end the process.
    autoResubscribe: false,
    reconnectOnError: isOfReplica,
  };
}

/**
 * Writes a key, as a hint would. A replica and a Redis that is out of memory answer PING, but take
 * no hint.
 */
async function probe(queue: Bull.Queue): Promise<void> {
  const written = queue.client.set(queue.toKey('probe'), '1', 'PX', PROBE_LIFETIME_MS);
  await inTime(written, PATIENCE_MS);
}

function isWritable(queue: Bull.Queue): Promise<boolean> {
  return probe(queue).then(
    () => true,
    () => false,
  );
}
