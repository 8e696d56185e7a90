import { S3Client } from '@aws-sdk/client-s3';
import { toStoreError } from './failures.js';
import type { S3Settings } from './settings.js';

/** A bucket, and how it is asked. */
export interface Bucket {
  readonly name: string;
  readonly client: S3Client;
  /** For what a server works on in silence: copies, and joining the parts of a large object. */
  readonly patient: S3Client;
  close(): void;
}

// The SDK tells every process on Node 20 when its support ends. What a service writes to stderr is for
// its operator to act on.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const CONNECT_MILLISECONDS = 3_000;
/** A server that sends nothing for this long has gone, in the middle of an answer too. */
const SILENCE_MILLISECONDS = 10_000;
const PATIENCE_MILLISECONDS = 10 * 60_000;
/** How long a request of the service's own bytes may take, up to its answer. */
export const SENDING = { requestTimeout: 60_000 };
/** Each that reads an object keeps a socket until it is done. */
const MAX_SOCKETS = 128;
const ATTEMPTS = 3;

/** Makes the clients of one bucket; nothing is sent yet. What they throw is told in the port's words. */
export function connectBucket(settings: S3Settings): Bucket {
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
    // The checksums that the SDK adds by itself are known to few servers besides AWS, and a client
    // could not send those of a signed URL. Our own writes carry Content-MD5, which all of them know.
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
  // Outside of the retries: only the last attempt's failure is told.
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
