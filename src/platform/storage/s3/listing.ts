import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
} from '@aws-sdk/client-s3';
import {
  LIST_PAGE,
  type ListedMultipart,
  type ListedObject,
  type Storage,
} from '../storage.port.js';
import type { S3Bucket } from './connect.js';

/**
 * Returns the page. Throws if it repeats the last key of the previous page, because the listing
 * would never end.
 */
function refuseRepeatedPage<T extends { readonly key: string }>(
  page: readonly T[],
  after: string | undefined,
): T[] {
  if (after !== undefined && page.some(({ key }) => key === after)) {
    throw new Error('S3 lists the same page again');
  }
  return [...page];
}

/**
 * Lists in key order by the S3 list requests. Drops keys outside the prefix, which a server without
 * prefix support returns, because sweepers remove the listed keys. A page of uploads ends at a key
 * boundary, so it may be shorter than `limit`. Throws if a server repeats a page or sends only empty
 * ones, because the walk would never end; also the errors of the requests.
 */
export function createS3Listing(bucket: S3Bucket): Pick<Storage, 'list' | 'listMultiparts'> {
  return {
    list: (prefix, after, limit = LIST_PAGE) => listObjects(bucket, prefix, after, limit),
    listMultiparts: (prefix, after, limit = LIST_PAGE) =>
      listUploads(bucket, prefix, after?.key, limit),
  };
}

/** A page may be empty without being the last. The listing fails after this many in a row. */
const EMPTY_PAGES_MAX = 100;

/** One page of a listing, and the position of the next one or null. */
interface ListPage<T, Place> {
  readonly listed: readonly T[];
  readonly next: Place | null;
}

/**
 * Returns the first page that is not empty, or null if the listing ends before one. Throws after
 * `EMPTY_PAGES_MAX` empty pages.
 */
async function firstFilled<T, Place>(
  start: Place,
  read: (place: Place) => Promise<ListPage<T, Place>>,
): Promise<ListPage<T, Place> | null> {
  let place: Place | null = start;
  for (let pages = 0; pages < EMPTY_PAGES_MAX; pages += 1) {
    const page: ListPage<T, Place> = await read(place);
    if (page.listed.length > 0) return page;
    if (page.next === null) return null;
    place = page.next;
  }
  throw new Error(`S3 returned ${EMPTY_PAGES_MAX} empty pages of a list without an end`);
}

async function listObjects(
  { client, name }: S3Bucket,
  prefix: string,
  after: string | undefined,
  limit: number,
): Promise<ListedObject[]> {
  type Place = Pick<ListObjectsV2CommandInput, 'StartAfter' | 'ContinuationToken'>;
  const found = await firstFilled<ListedObject, Place>({ StartAfter: after }, async (place) => {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: name, Prefix: prefix, MaxKeys: limit, ...place }),
    );
    const listed = (page.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
      Key === undefined || LastModified === undefined || !Key.startsWith(prefix)
        ? []
        : [{ key: Key, sizeBytes: Size ?? 0, lastModified: LastModified }],
    );
    const token = page.IsTruncated ? page.NextContinuationToken : undefined;
    return { listed, next: token === undefined ? null : { ContinuationToken: token } };
  });
  return refuseRepeatedPage(found?.listed ?? [], after);
}

// Servers differ in how they continue within the uploads of one key, so a page ends at a key
// boundary. If a key has more uploads than a page holds, the listing omits the rest until the
// listed ones have ended.
async function listUploads(
  { client, name }: S3Bucket,
  prefix: string,
  after: string | undefined,
  limit: number,
): Promise<ListedMultipart[]> {
  type Place = Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'>;
  const found = await firstFilled<ListedMultipart, Place>({ KeyMarker: after }, async (place) => {
    const page = await client.send(
      new ListMultipartUploadsCommand({
        Bucket: name,
        Prefix: prefix,
        MaxUploads: limit,
        ...place,
      }),
    );
    const listed = (page.Uploads ?? []).flatMap(({ Key, UploadId, Initiated }) =>
      Key === undefined ||
      UploadId === undefined ||
      Initiated === undefined ||
      !Key.startsWith(prefix)
        ? []
        : [{ key: Key, multipartId: UploadId, initiatedAt: Initiated }],
    );
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
    const next = { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker };
    return { listed, next: IsTruncated ? next : null };
  });
  if (found === null) return [];
  const { listed, next } = found;
  const last = next === null ? undefined : listed.at(-1)?.key;
  const whole = listed.filter(({ key }) => key !== last);
  return refuseRepeatedPage(whole.length > 0 ? whole : listed, after);
}
