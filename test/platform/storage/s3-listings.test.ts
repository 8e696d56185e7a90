import { type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { storeBefore, useUnreliableS3 } from './unreliable-s3.js';

useUnreliableS3();

describe('a listing with empty pages before the last one', () => {
  const upload =
    '<Upload><Key>a/mod</Key><UploadId>u7</UploadId><Initiated>2026-01-01T00:00:00Z</Initiated></Upload>';
  const object =
    '<Contents><Key>a/mod</Key><Size>3</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>';

  /** Returns empty pages, each with the markers of its number, and the content at the end. */
  const paging = (
    asked: URLSearchParams[],
    emptyPages: number,
    content: string,
  ): RequestListener => {
    return (req, res) => {
      const query = new URL(req.url ?? '', 'http://s3').searchParams;
      asked.push(query);
      const isLast = asked.length > emptyPages;
      const root = query.has('uploads') ? 'ListMultipartUploadsResult' : 'ListBucketResult';
      const next =
        `<NextKeyMarker>k${asked.length}</NextKeyMarker><NextUploadIdMarker>u${asked.length}</NextUploadIdMarker>` +
        `<NextContinuationToken>t${asked.length}</NextContinuationToken>`;
      const body = `<${root}><IsTruncated>${!isLast}</IsTruncated>${isLast ? content : next}</${root}>`;
      res.writeHead(200, { 'Content-Type': 'application/xml' }).end(body);
    };
  };
  const placesIn = (asked: readonly URLSearchParams[]) =>
    asked.map((query) =>
      ['key-marker', 'upload-id-marker', 'start-after', 'continuation-token'].flatMap(
        (name) => query.get(name) ?? [],
      ),
    );

  it('a listing continues after an empty page, for uploads and for objects', async () => {
    const asked: URLSearchParams[] = [];
    const uploads = await storeBefore(paging(asked, 2, upload));
    const after = { key: 'a/', multipartId: 'u0' };
    expect(await uploads.listMultiparts('a/', after)).toMatchObject([
      { key: 'a/mod', multipartId: 'u7' },
    ]);
    expect(placesIn(asked.splice(0))).toEqual([['a/'], ['k1', 'u1'], ['k2', 'u2']]);
    const objects = await storeBefore(paging(asked, 2, object));
    expect(await objects.list('a/', 'a/a')).toMatchObject([{ key: 'a/mod', sizeBytes: 3 }]);
    expect(placesIn(asked)).toEqual([['a/a'], ['t1'], ['t2']]);
  });

  it('a listing whose last page is also empty returns nothing', async () => {
    const asked: URLSearchParams[] = [];
    const storage = await storeBefore(paging(asked, 3, ''));
    expect(await storage.listMultiparts('a/')).toEqual([]);
    expect(asked).toHaveLength(4);
  });

  it('a listing with endless empty pages fails', async () => {
    const asked: URLSearchParams[] = [];
    const storage = await storeBefore(paging(asked, Number.POSITIVE_INFINITY, ''));
    await expect(storage.listMultiparts('a/')).rejects.toThrow('empty pages');
    await expect(storage.list('a/')).rejects.toThrow('empty pages');
    expect(asked).toHaveLength(200);
  });
});

describe('a server whose listings differ from S3', () => {
  const at = '<LastModified>2026-01-01T00:00:00Z</LastModified>';
  const listing = (...keys: string[]) => {
    const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>3</Size>${at}</Contents>`);
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
  };
  const answering = (body: string) =>
    storeBefore((_, res) => res.writeHead(200, { 'Content-Type': 'application/xml' }).end(body));

  it('a sweep removes no object outside its prefix', async () => {
    const removed: string[] = [];
    const storage = await storeBefore((req, res) => {
      const { pathname, searchParams } = new URL(req.url ?? '/', 'http://s3');
      if (req.method === 'DELETE') removed.push(pathname);
      const body = searchParams.has('uploads')
        ? '<ListMultipartUploadsResult></ListMultipartUploadsResult>'
        : listing('blobs/published', 'probe/dead');
      res.writeHead(200, { 'Content-Type': 'application/xml' }).end(body);
    });
    expect(await storage.sweep(new Date())).toBe(1);
    expect(removed).toEqual(['/mods/probe/dead']);
  });

  it('a removal that is cancelled among the unfinished uploads of its key ends no further one', async () => {
    const upload = (id: string) =>
      `<Upload><Key>a/mod</Key><UploadId>${id}</UploadId><Initiated>2026-01-01T00:00:00Z</Initiated></Upload>`;
    const uploads = `<ListMultipartUploadsResult>${upload('u1')}${upload('u2')}</ListMultipartUploadsResult>`;
    const cancel = new AbortController();
    const removed: string[] = [];
    const storage = await storeBefore((req, res) => {
      if (req.method === 'DELETE') {
        removed.push(new URL(req.url ?? '', 'http://s3').searchParams.get('uploadId') ?? 'object');
        cancel.abort();
        res.writeHead(204).end();
      } else res.writeHead(200, { 'Content-Type': 'application/xml' }).end(uploads);
    });
    await expect(storage.remove('a/mod', cancel.signal)).rejects.toThrow('abort');
    expect(removed).toEqual(['u1']);
  });

  it('a listing of uploads names none outside its prefix', async () => {
    const uploads = ['blobs/published', 'staging/left'].map(
      (key) =>
        `<Upload><Key>${key}</Key><UploadId>u</UploadId><Initiated>2026-01-01T00:00:00Z</Initiated></Upload>`,
    );
    const storage = await answering(
      `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`,
    );
    expect(await storage.listMultiparts('staging/')).toMatchObject([{ key: 'staging/left' }]);
  });

  it('a listing that repeats its page fails', async () => {
    const storage = await answering(listing('a/1', 'a/2'));
    await expect(storage.list('a/', 'a/2')).rejects.toThrow('the same page again');
  });

  it('a list of parts that does not end fails', async () => {
    const part = '<Part><PartNumber>1</PartNumber><ETag>"x"</ETag><Size>1</Size></Part>';
    const storage = await answering(
      `<ListPartsResult><IsTruncated>true</IsTruncated><NextPartNumberMarker>1</NextPartNumberMarker>${part}</ListPartsResult>`,
    );
    await expect(storage.listParts('k', 'u')).rejects.toThrow('the same parts again');
  });
});

describe('a sweep of an S3 bucket', () => {
  const xml = (type: string, content: string) => `<${type}>${content}</${type}>`;
  const since = '2026-01-01T00:00:00.000Z';

  it('a sweep aborts abandoned uploads except staged ones, even if another upload ends meanwhile', async () => {
    const aborted: string[] = [];
    const storage = await storeBefore((req, res) => {
      req.resume();
      const { searchParams } = new URL(req.url ?? '/', 'http://s3');
      const uploadId = searchParams.get('uploadId');
      const say = (status: number, body: string) =>
        res.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);
      if (req.method === 'DELETE') {
        aborted.push(uploadId ?? '');
        say(204, '');
      } else if (uploadId === 'ended') say(404, xml('Error', xml('Code', 'NoSuchUpload')));
      else if (uploadId !== null) say(200, xml('ListPartsResult', ''));
      else if (searchParams.has('uploads') && !searchParams.has('key-marker')) {
        const uploads = ['ended', 'left', 'staging/of-a-session'].map((id) =>
          xml('Upload', xml('Key', id) + xml('UploadId', id) + xml('Initiated', since)),
        );
        say(200, xml('ListMultipartUploadsResult', uploads.join('')));
      } else if (searchParams.has('uploads')) say(200, xml('ListMultipartUploadsResult', ''));
      else say(200, xml('ListBucketResult', ''));
    });
    expect(await storage.sweep(new Date(Date.parse(since) + 1000))).toBe(1);
    expect(aborted).toEqual(['left']);
  });
});
