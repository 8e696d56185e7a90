import { UploadPartCopyCommand } from '@aws-sdk/client-s3';
import { quoted } from '../etag.js';
import type { ByteRange } from '../storage.port.js';
import type { Bucket } from './connect.js';

import type { NamedPart } from './multiparts.js';

/**
 * The bytes to copy: a range or the whole object. With an ETag, only that version of the object.
 */
export interface CopySource {
  readonly from: string;
  readonly etag?: string;
  readonly range?: ByteRange | undefined;
}

/**
 * Copies bytes of an object into a part of an upload, within the bucket. Throws `ObjectMissing`.
 */
export async function copyRange(
  bucket: Bucket,
  upload: { readonly key: string; readonly multipartId: string },
  partNumber: number,
  { from, etag, range }: CopySource,
): Promise<NamedPart> {
  const { CopyPartResult } = await bucket.patient.send(
    new UploadPartCopyCommand({
      Bucket: bucket.name,
      Key: upload.key,
      UploadId: upload.multipartId,
      PartNumber: partNumber,
      CopySource: `${bucket.name}/${from.split('/').map(encodeURIComponent).join('/')}`,
      CopySourceIfMatch: etag,
      CopySourceRange: range && `bytes=${range.start}-${range.end}`,
    }),
  );
  if (CopyPartResult?.ETag === undefined) throw new Error('S3 copied without telling an ETag');
  return { partNumber, etag: quoted(CopyPartResult.ETag) };
}
