import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '../../clock.js';
import { attachment } from '../../http/headers.js';
import type { Served, SignedRequest, Storage } from '../storage.port.js';
import type { S3Bucket } from './connect.js';

/** The part of a store that signs requests. */
export type Signer = Pick<Storage, 'signPut' | 'signGet' | 'signHead' | 'signPart'>;

/** The longest lifetime that S3 allows for a signature. */
const LONGEST_SECONDS = 7 * 24 * 60 * 60;
const HOUR_MS = 60 * 60 * 1000;

type Sign = (options: Parameters<typeof getSignedUrl>[2]) => Promise<string>;

/**
 * Signs requests that clients send to S3 itself (Signature Version 4 in the query). Sends nothing
 * to S3. The signature expires at a whole second, at or before the requested time. For a past time
 * it has expired already. Rejects with RangeError for more than 7 days.
 */
export function createSigner({ client, name }: S3Bucket, clock: Clock): Signer {
  const signed = createSigned(clock);
  return {
    signPut(key, { sizeBytes, contentType }, until) {
      const object = { ContentLength: sizeBytes, ContentType: contentType, IfNoneMatch: '*' };
      const command = new PutObjectCommand({ Bucket: name, Key: key, ...object });
      const headers = { 'Content-Type': contentType, 'If-None-Match': '*' };
      return signed('PUT', until, (options) => getSignedUrl(client, command, options), headers);
    },
    signPart(key, multipartId, { partNumber, sizeBytes }, until) {
      const part = { UploadId: multipartId, PartNumber: partNumber, ContentLength: sizeBytes };
      const command = new UploadPartCommand({ Bucket: name, Key: key, ...part });
      return signed('PUT', until, (options) => getSignedUrl(client, command, options));
    },
    signGet(key, served, until) {
      const command = new GetObjectCommand({ Bucket: name, Key: key, ...asServed(served) });
      return signed('GET', until, (options) => getSignedUrl(client, command, options));
    },
    signHead(key, served, until) {
      const command = new HeadObjectCommand({ Bucket: name, Key: key, ...asServed(served) });
      return signed('HEAD', until, (options) => getSignedUrl(client, command, options));
    },
  };
}

/** Creates the function that signs one request with `sign`, for the time until its end. */
function createSigned(clock: Clock) {
  return async (
    method: SignedRequest['method'],
    until: Date,
    sign: Sign,
    headers: Record<string, string> = {},
  ): Promise<SignedRequest> => {
    const { signedAt, lifetimeSeconds } = lifetime(clock.now(), until);
    const url = await sign({
      signingDate: signedAt,
      expiresIn: lifetimeSeconds,
      // The library signs every header of a command, such as the length, except the type. This adds
      // the type.
      ...('Content-Type' in headers ? { signableHeaders: new Set(['content-type']) } : {}),
    });
    const expiresAt = new Date(signedAt.getTime() + lifetimeSeconds * 1000);
    return { method, url, headers, expiresAt };
  };
}

// A signature starts at a whole second, lives for whole seconds, and never beyond the requested
// end. If the requested end is past, the signature ends one hour before it, because the bucket's
// clock may be slow.
function lifetime(now: Date, until: Date): { signedAt: Date; lifetimeSeconds: number } {
  const isOver = until.getTime() <= now.getTime();
  const endMs = isOver ? until.getTime() - HOUR_MS : until.getTime();
  const beginsMs = Math.min(now.getTime(), endMs - 1000);
  const signedAt = new Date(Math.floor(beginsMs / 1000) * 1000);
  const lifetimeSeconds = Math.floor((endMs - signedAt.getTime()) / 1000);
  if (lifetimeSeconds < 1 || lifetimeSeconds > LONGEST_SECONDS) {
    throw new RangeError(`S3 signs for 1 second to 7 days, not for ${lifetimeSeconds} seconds`);
  }
  return { signedAt, lifetimeSeconds };
}

function asServed({ filename, contentType }: Served) {
  return {
    ResponseContentDisposition: attachment(filename),
    ResponseCacheControl: 'private, max-age=0, no-transform',
    ...(contentType === undefined ? {} : { ResponseContentType: contentType }),
  };
}
