import { S3ServiceException } from '@aws-sdk/client-s3';
import { ObjectExists, ObjectMissing, PartMismatch, StoreUnavailable } from '../storage.port.js';

/** Codes of S3 by what they mean to the port. */
const MISSING = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];
const MISMATCH = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];
/** Somebody writes the same key right now and it is open who wins, or the bucket is away. */
const LATER = ['ConditionalRequestConflict', 'OperationAborted', 'NoSuchBucket'];
/** Too many requests; and what only the operator can mend: another region, a credential, a policy. */
const LATER_STATUSES = [301, 401, 403, 429];

/**
 * What an answer of S3 means to the port. Faults of the network, of the server, or of what the
 * operator has set become `StoreUnavailable`; what is left is a fault of ours and stays as it is.
 */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || isPortError(error)) return error;
  const cause = { cause: harmless(error) };
  // A fault in how a request was put together, by us.
  if (error instanceof TypeError || error instanceof RangeError) return error;
  // No answer came, or one that is no S3's.
  if (!(error instanceof S3ServiceException)) return new StoreUnavailable(tell(error), cause);
  const status = error.$metadata.httpStatusCode ?? 500;
  if (MISSING.includes(error.name)) return new ObjectMissing('S3 holds nothing there', cause);
  if (status === 412) return new ObjectExists('the key is taken', cause);
  if (MISMATCH.includes(error.name)) return new PartMismatch('S3 refuses the parts', cause);
  const isLater = status >= 500 || LATER_STATUSES.includes(status) || LATER.includes(error.name);
  return isLater ? new StoreUnavailable(tell(error), cause) : cause.cause;
}

/**
 * The same error without what the server sent. A refused signature comes back with the access key, the
 * signature and the request that was signed, as members of the error, and a log prints those.
 */
function harmless(error: Error): Error {
  if (!(error instanceof S3ServiceException)) return error;
  const { httpStatusCode: status, requestId } = error.$metadata;
  const plain = new Error(tell(error));
  plain.name = error.name;
  return Object.assign(plain, { status, requestId });
}

function isPortError(error: Error): boolean {
  return [ObjectExists, ObjectMissing, PartMismatch, StoreUnavailable].some(
    (kind) => error instanceof kind,
  );
}

/** More of a message is a page of markup from a proxy. */
const TOLD_CHARACTERS = 300;

/** The code and the message of a failure in one short line; Node gives some without a message. */
function tell(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const text = [code, error.message].filter((part) => part !== '').join(': ');
  return text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, TOLD_CHARACTERS);
}
