import { S3ServiceException } from '@aws-sdk/client-s3';
import {
  ObjectExists,
  ObjectMissing,
  PartMismatch,
  StoreFull,
  StoreUnavailable,
} from '../storage.port.js';

/** S3 error codes, grouped by their meaning for the port. */
const MISSING = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];
const MISMATCH = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];
/** A concurrent write to the same key is undecided, or the bucket is unavailable. */
const LATER = ['ConditionalRequestConflict', 'OperationAborted', 'NoSuchBucket'];
/** The server or the quota of the bucket is full: MinIO, and Ceph. */
const FULL = ['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded'];
/**
 * Too many requests, or errors that only the operator can fix: a region, a credential, a policy.
 */
const LATER_STATUSES = [301, 401, 403, 429];

/**
 * Converts an S3 error to an error of the port, such as `StoreFull`. Network, server and
 * configuration errors become `StoreUnavailable`. Any other error is a bug: it keeps its name and
 * message, without the server's data.
 */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || isPortError(error)) return error;
  const cause = { cause: harmless(error) };
  // modport built a malformed request.
  if (error instanceof TypeError || error instanceof RangeError) return error;
  // No response arrived, or it was not from S3.
  if (!(error instanceof S3ServiceException))
    return new StoreUnavailable(describeError(error), cause);
  const status = error.$metadata.httpStatusCode ?? 500;
  if (MISSING.includes(error.name))
    return new ObjectMissing('S3 has no object with this key', cause);
  if (status === 412) return new ObjectExists('the key is taken', cause);
  if (MISMATCH.includes(error.name)) return new PartMismatch('S3 refuses the parts', cause);
  if (status === 507 || FULL.includes(error.name))
    return new StoreFull(describeError(error), cause);
  const isLater = status >= 500 || LATER_STATUSES.includes(status) || LATER.includes(error.name);
  return isLater ? new StoreUnavailable(describeError(error), cause) : cause.cause;
}

/**
 * The same error without the server's data, which a log would print. S3 reports a rejected
 * signature with the access key, the signature and the signed request as members of the error.
 */
function harmless(error: Error): Error {
  if (!(error instanceof S3ServiceException)) return error;
  const { httpStatusCode: status, requestId } = error.$metadata;
  const plain = new Error(describeError(error));
  plain.name = error.name;
  return Object.assign(plain, { status, requestId });
}

function isPortError(error: Error): boolean {
  return [ObjectExists, ObjectMissing, PartMismatch, StoreUnavailable].some(
    (kind) => error instanceof kind,
  );
}

/** A longer message is an HTML page from a proxy. */
const DESCRIPTION_CHARACTERS = 300;

/** The code and message of an error in one short line. Some Node errors have no message. */
function describeError(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const text = [code, error.message].filter((part) => part !== '').join(': ');
  return text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, DESCRIPTION_CHARACTERS);
}
