import { randomBytes, randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { PROBE_PREFIX } from '../storage.port.js';
import { type S3Settings, toStoreError } from './errors.js';

/** A bucket with its clients. */
export interface S3Bucket {
  readonly name: string;
  readonly client: S3Client;
  /** A client for requests that the server works on silently: copies, and joining large objects. */
  readonly patient: S3Client;
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
export function connectBucket(settings: S3Settings): S3Bucket {
  const client = createClient(settings, SILENCE_MILLISECONDS);
  const patient = createClient(settings, PATIENCE_MILLISECONDS);
  return {
    name: settings.bucket,
    client,
    patient,
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

/** Shorter than the timeout of `/readyz`. */
const PING_PATIENCE_MILLISECONDS = 2_500;

/** Checks whether a bucket accepts and returns bytes. */
interface Ping {
  /** Writes this process's own object and reads it back. Throws `StoreUnavailable`. */
  send(): Promise<void>;
  /** Removes that object. If that fails, a sweep removes it later. */
  forget(): Promise<void>;
}

/** Creates the ping of a bucket. The first ping writes the object. */
export function createPing({ client, name }: S3Bucket): Ping {
  const object = { Bucket: name, Key: PROBE_PREFIX + randomUUID() };
  let isWritten = false;
  return {
    async send() {
      const abortSignal = AbortSignal.timeout(PING_PATIENCE_MILLISECONDS);
      const bytes = randomBytes(64);
      isWritten = true;
      const put = new PutObjectCommand({ ...object, Body: bytes, ContentLength: bytes.length });
      await client.send(put, { abortSignal });
      const { Body } = await client.send(new GetObjectCommand(object), { abortSignal });
      // Two concurrent pings write the same object, so only the length is compared.
      const read = await Body?.transformToByteArray();
      if (read?.length !== bytes.length) throw new Error('S3 did not give back what it took');
    },
    async forget() {
      if (!isWritten) return;
      const abortSignal = AbortSignal.timeout(PING_PATIENCE_MILLISECONDS);
      await client.send(new DeleteObjectCommand(object), { abortSignal }).catch(() => undefined);
    },
  };
}
