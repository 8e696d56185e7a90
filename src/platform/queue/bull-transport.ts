import { setTimeout as delay } from 'node:timers/promises';
import Bull from 'bull';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { LANE_NAMES, LANES, type Lane } from '../../registry/jobs.js';
import { inTime } from '../clock.js';
import { isOfReplica } from '../redis.js';
import { type DueRow, hintIdOf } from './claim.js';

const CONNECT_PATIENCE_MS = 1_000;
/** The timeout of one Redis command. After it, Redis counts as unavailable. */
const PATIENCE_MS = 2_000;
const RECONNECT_MS = { step: 100, max: 2_000 };
/** The duration of one blocking wait for the next hint. */
const BLOCK_SECONDS = 5;
/** A connection that is silent for longer than any command may take is dead. */
const SILENCE_MS = 15_000;

/** The lifetime of a probe's key in Redis. */
const PROBE_LIFETIME_MS = 1_000;

/** The prefix of all keys in Redis. The name of the installation follows it. */
const PREFIX = 'modport:jobs:';

/** A message from another process, or from anyone else with access to Redis. */
const hint = z.object({ id: z.guid() });

/** The options of a transport. */
export interface HintTransportOptions {
  readonly redisUrl: string;
  /** Separates installations that share a Redis. */
  readonly installation: string;
  /**
   * Receives connection errors, and messages of Redis that are no hints. The connection retries by
   * itself.
   */
  readonly onFault: (error: Error) => void;
}

/** Receives a hint. */
type TakeHint = (id: string, lane: Lane) => Promise<void>;

/** Carries hints between processes: "this row is due". It may lose or repeat them. */
export interface HintTransport {
  /** Sends hints, except those already in transit. Throws while Redis is unavailable. */
  carry(lane: Lane, rows: readonly DueRow[]): Promise<void>;
  /**
   * Starts to pass hints to `take`, as many at once as the lane allows, as soon as Redis accepts
   * writes. Call it once. A hint whose `take` rejects is lost.
   */
  deliver(take: TakeHint): void;
  /** Throws unless Redis accepts writes. */
  ping(): Promise<void>;
  /**
   * Stops passing hints. Does not wait for calls of `take`. Passes errors to `onFault` instead of
   * throwing them.
   */
  pause(): Promise<void>;
  /** Disconnects from Redis. Passes errors to `onFault` instead of throwing them. */
  close(): Promise<void>;
}

type Hint = z.output<typeof hint>;

/**
 * Carries hints as Bull jobs, with one Bull queue per lane. It uses none of Bull's retries, delays
 * and results, because the row decides. A taken hint is removed in every case.
 */
export function openBullTransport(options: HintTransportOptions): HintTransport {
  const { onFault } = options;
  let isClosed = false;
  let isPaused = false;
  const queues = openLanes(options, () => isClosed);
  const each = (work: (queue: Bull.Queue<Hint>) => Promise<void>) =>
    Promise.all(
      Object.values(queues).map((queue) => inTime(work(queue), PATIENCE_MS).catch(onFault)),
    );
  return {
    async carry(lane, rows) {
      const queue = queues[lane];
      const added = rows.map((row) => queue.add({ id: row.id }, { jobId: hintIdOf(row) }));
      await inTime(Promise.all(added), PATIENCE_MS);
    },
    deliver(take) {
      for (const lane of LANE_NAMES) {
        const delivery = { queue: queues[lane], lane, take, onFault, isPaused: () => isPaused };
        deliverLane(delivery).catch(onFault);
      }
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

function openLanes(
  options: HintTransportOptions,
  isClosed: () => boolean,
): Readonly<Record<Lane, Bull.Queue<Hint>>> {
  const redis = {
    ...connectionOf(options.redisUrl),
    // Close does not wait for a hanging connection, which then ends by itself.
    retryStrategy: (times: number) =>
      isClosed() ? null : Math.min(times * RECONNECT_MS.step, RECONNECT_MS.max),
  };
  const open = (lane: Lane) => openLane(lane, redis, options);
  return {
    long: open('long'),
    external: open('external'),
    quick: open('quick'),
    index: open('index'),
    outbound: open('outbound'),
    upkeep: open('upkeep'),
  };
}

function openLane(
  lane: Lane,
  redis: NonNullable<Bull.QueueOptions['redis']>,
  { installation, onFault }: HintTransportOptions,
): Bull.Queue<Hint> {
  const queue = new Bull<Hint>(lane, {
    redis,
    prefix: `${PREFIX}${installation}`,
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    settings: { drainDelay: BLOCK_SECONDS, retryProcessDelay: RECONNECT_MS.max },
  });
  // Bull names its connections in a promise that nothing awaits. After an early close, its
  // rejection would end the process.
  Object.assign(queue, { setWorkerName: () => Promise.resolve() });
  return queue.on('error', onFault);
}

/** The hints of one lane and their receiver. */
interface Delivery {
  readonly queue: Bull.Queue<Hint>;
  readonly lane: Lane;
  readonly take: TakeHint;
  readonly onFault: (error: Error) => void;
  readonly isPaused: () => boolean;
}

/** Passes the hints of a lane on until the queue is paused. */
async function deliverLane(delivery: Delivery): Promise<void> {
  const { queue, lane, take, onFault, isPaused } = delivery;
  // Bull gives up permanently if Redis rejects its first commands, which happens while Redis
  // loads.
  while (!isPaused() && !(await isWritable(queue))) {
    await delay(RECONNECT_MS.max, undefined, { ref: false });
  }
  if (isPaused()) return;
  await queue.process(LANES[lane].slots, async ({ data }) => {
    const read = hint.safeParse(data);
    if (read.success) await take(read.data.id, lane);
    else onFault(new Error(`a message of the lane ${lane} is not a hint`));
  });
}

/**
 * The connection options of Bull, parsed from the URL like those of the rate limiter. Bull contains
 * its own ioredis and parses URLs differently, without TLS.
 */
function connectionOf(url: string): NonNullable<Exclude<Bull.QueueOptions['redis'], string>> {
  const parsed = new Redis(url, { lazyConnect: true }).options;
  const { host = 'localhost', port = 6379, db = 0, username, password, tls } = parsed;
  return {
    host,
    port,
    db,
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(tls ? { tls } : {}),
    connectTimeout: CONNECT_PATIENCE_MS,
    socketTimeout: SILENCE_MS,
    // A hint that cannot be sent at once is an error. Connections that wait for hints keep
    // retrying.
    maxRetriesPerRequest: 0,
    // Subscriptions are only for delayed jobs, and hints are never delayed. ioredis does not handle
    // the rejection of a repeated subscription: after a password change, that would end the
    // process.
    autoResubscribe: false,
    // ioredis 5 sends its name before it calls a connection ready. If the connection ends
    // meanwhile, as behind a proxy without a Redis, it calls the ended one ready and never connects
    // again. With a password it must send the name, or it would not wait for the result of the
    // sign-in.
    disableClientInfo: !password,
    reconnectOnError: isOfReplica,
  };
}

/**
 * Writes a key, like a hint does. A replica, or a Redis without free memory, replies to PING but
 * accepts no hint.
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
