import { randomBytes, randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { LIMITS } from '../../../registry/limits.js';
import { type Clock, secondsAhead, systemClock } from '../../clock.js';
import { ObjectExists, PROBE_PREFIX, StoreUnavailable, UnfitStore } from '../storage.port.js';
import { toStoreError } from './errors.js';
import type { S3Settings } from './settings.js';

/** A bucket with its clients. */
export interface S3Bucket {
  readonly name: string;
  readonly client: S3Client;
  /** A client for requests that the server works on silently: copies, and joining large objects. */
  readonly patient: S3Client;
  /** See `Storage`. */
  clockAheadSeconds(): number | null;
  close(): void;
}

// The SDK prints a warning on Node 20 about the end of its support. Operators should only see
// messages on stderr that they can act on.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const CONNECT_MILLISECONDS = 3_000;
/** A server that sends nothing for this long counts as gone, even in the middle of a response. */
const SILENCE_MILLISECONDS = 10_000;
const PATIENCE_MILLISECONDS = 10 * 60_000;
/** The timeout of a request that sends the service's own bytes, up to its response. */
export const SENDING = { requestTimeout: 60_000 };
/** Each read of an object occupies a socket until its end. */
const MAX_SOCKETS = 128;
const ATTEMPTS = 3;

/** Creates the clients of one bucket and sends nothing. They throw the errors of the port. */
export function connectBucket(settings: S3Settings, clock: Clock = systemClock): S3Bucket {
  const client = createClient(settings, SILENCE_MILLISECONDS);
  const clockAheadSeconds = watchClock(client, clock);
  const patient = createClient(settings, PATIENCE_MILLISECONDS);
  return {
    name: settings.bucket,
    client,
    patient,
    clockAheadSeconds,
    close() {
      client.destroy();
      patient.destroy();
    },
  };
}

function createClient(settings: S3Settings, silenceMilliseconds: number): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Few servers besides AWS know the checksums that the SDK adds, and clients of a signed URL
    // cannot send them. The service's own writes carry Content-MD5, which all servers know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MILLISECONDS,
      requestTimeout: silenceMilliseconds,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMilliseconds,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  // Outside of the retries, so that it converts only the last attempt's error.
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw toStoreError(error);
      }
    },
    { step: 'initialize', name: 'toStoreError', priority: 'high' },
  );
  return client;
}

/**
 * Compares the clock with the `Date` of each response. The SDK corrects its own requests by it, so
 * only the signed addresses of clients would fail.
 */
function watchClock(client: S3Client, clock: Clock): () => number | null {
  let last: { readonly ahead: number; readonly at: number } | null = null;
  client.middlewareStack.add(
    (next) => async (args) => {
      const sentAtMs = clock.now().getTime();
      const began = performance.now();
      const result = await next(args);
      const fromMs = dateOf(result.response);
      const at = performance.now();
      // The header has whole seconds.
      if (!Number.isNaN(fromMs)) {
        const tookMs = at - began;
        const toMs = fromMs + 1000;
        last = { ahead: secondsAhead({ sentAtMs, tookMs, fromMs, toMs }), at };
      }
      return result;
    },
    // The nearest to the network, so that it also sees responses with errors.
    { step: 'deserialize', name: 'watchClock', priority: 'low' },
  );
  return () => {
    const isFresh = last !== null && performance.now() - last.at < LIMITS.clockKeptSeconds * 1000;
    return isFresh ? (last?.ahead ?? null) : null;
  };
}

function dateOf(response: unknown): number {
  const isResponse = typeof response === 'object' && response !== null && 'headers' in response;
  const headers = isResponse ? response.headers : null;
  const hasDate = typeof headers === 'object' && headers !== null && 'date' in headers;
  return hasDate && typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
}

/** Shorter than the timeout of `/readyz`. */
const PING_PATIENCE_MILLISECONDS = 2_500;

/** Checks whether a bucket accepts and returns bytes. */
interface Ping {
  /**
   * Writes this process's own object and reads it back. Now and then it also writes it on the
   * condition that it does not exist. The server or a proxy before it may change while the service
   * runs. Throws `StoreUnavailable`, and Error if the read returns another number of bytes. If the
   * server ignores that condition, it throws `UnfitStore`, and so do all later pings until the
   * server passes the test again.
   */
  send(): Promise<void>;
  /** Throws `StoreUnavailable` if the last test found that the server ignores conditions. */
  requireFit(): void;
  /** Removes that object. If that fails, a sweep removes it later. */
  forget(): Promise<void>;
}

/** Waits for a conditional write to an object that exists. Throws `UnfitStore` if it succeeds. */
export async function requireOverwriteRefused(
  bucket: string,
  write: Promise<unknown>,
): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (error instanceof ObjectExists) return;
    throw error;
  }
  throw new UnfitStore(
    `the object store ignores If-None-Match: * in bucket ${bucket}, so that clients ` +
      'could overwrite files; modport needs a server that keeps that condition',
  );
}

/** Creates the ping of a bucket. The first ping writes the object. */
export function createPing({ client, name }: S3Bucket): Ping {
  const object = { Bucket: name, Key: PROBE_PREFIX + randomUUID() };
  let isWritten = false;
  let sent = 0;
  const conditions = createConditionTest(name);
  return {
    requireFit() {
      const fault = conditions.fault();
      if (fault !== null) throw new StoreUnavailable(fault.message);
    },
    async send() {
      const abortSignal = AbortSignal.timeout(PING_PATIENCE_MILLISECONDS);
      const bytes = randomBytes(64);
      isWritten = true;
      const content = { ...object, Body: bytes, ContentLength: bytes.length };
      await client.send(new PutObjectCommand(content), { abortSignal });
      sent += 1;
      if (sent % LIMITS.storeConditionsEveryChecks === 0) {
        const again = new PutObjectCommand({ ...content, IfNoneMatch: '*' });
        await conditions.test(client.send(again, { abortSignal }));
      }
      const fault = conditions.fault();
      if (fault !== null) throw fault;
      const { Body } = await client.send(new GetObjectCommand(object), { abortSignal });
      // Two concurrent pings write the same object, so only the length is compared.
      const read = await Body?.transformToByteArray();
      if (read?.length !== bytes.length) throw new Error('S3 returned other bytes than it stored');
    },
    async forget() {
      if (!isWritten) return;
      const abortSignal = AbortSignal.timeout(PING_PATIENCE_MILLISECONDS);
      await client.send(new DeleteObjectCommand(object), { abortSignal }).catch(() => undefined);
    },
  };
}

/**
 * Creates the memory of the last test of conditional writes. Each ping reads it, because several
 * timers and jobs send pings, and only some pings make the test.
 */
function createConditionTest(bucket: string) {
  let fault: UnfitStore | null = null;
  return {
    /** Waits for a conditional write to an object that exists. Throws all errors but the fault. */
    async test(write: Promise<unknown>): Promise<void> {
      try {
        await requireOverwriteRefused(bucket, write);
        fault = null;
      } catch (error) {
        if (!(error instanceof UnfitStore)) throw error;
        fault = error;
      }
    },
    /** The fault that the last test found; null without one. */
    fault: () => fault,
  };
}
