import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createS3Storage, type S3Storage } from '../../../src/platform/storage/s3-storage.js';
import { StoreUnavailable, UnfitStore } from '../../../src/platform/storage/storage.port.js';
import { bytesOf, gather } from './http.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A store for a fake server; the test defines responses that S3 would never send. */
async function storeBefore(answer: RequestListener): Promise<S3Storage> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const storage = createS3Storage({
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'mods',
      accessKeyId: 'AKIA1',
      secretAccessKey: 'hunter2',
      forcePathStyle: true,
    },
    provider: 'primary',
    clock: { now: () => new Date() },
  });
  closing.push(
    () => storage.close(),
    async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  );
  return storage;
}

const refusal = (storage: S3Storage) => storage.probe().catch((error: unknown) => error);

describe('an unfit bucket', () => {
  it('the probe rejects a bucket whose server lets clients overwrite files', async () => {
    const storage = await storeBefore((req, res) => {
      req.resume();
      res.writeHead(200, { ETag: '"x"', 'Content-Length': 0 }).end();
    });
    const error = await refusal(storage);
    expect(error).toBeInstanceOf(UnfitStore);
    expect(String(error)).toMatch(/ignores If-None-Match: \* in bucket mods.*$/);
  });

  it('the probe rejects a bucket whose server lets a signed PUT copy other files', async () => {
    let isTaken = false;
    const storage = await storeBefore((req, res) => {
      req.resume();
      const isRefused = isTaken && req.headers['x-amz-copy-source'] === undefined;
      isTaken ||= req.method === 'PUT';
      res.writeHead(isRefused ? 412 : 200, { ETag: '"x"', 'Content-Length': 0 }).end();
    });
    const error = await refusal(storage);
    expect(error).toBeInstanceOf(UnfitStore);
    expect(String(error)).toContain('takes x-amz-copy-source beside a signed URL');
  });

  it('the probe rejects a bucket without access, with the reason in one line', async () => {
    const storage = await storeBefore((req, res) => {
      req.resume();
      const body = '<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>';
      res.writeHead(403, { 'Content-Type': 'application/xml' }).end(body);
    });
    const error = await refusal(storage);
    expect(error).toBeInstanceOf(UnfitStore);
    expect(String(error)).toMatch(
      /cannot be used with bucket mods: AccessDenied: Access Denied\.$/,
    );
    expect(String(error)).not.toContain('hunter2');
  });

  it('the probe rejects a bucket whose server does not respond', async () => {
    const storage = await storeBefore((req) => req.socket.destroy());
    const error = await refusal(storage);
    expect(error).toBeInstanceOf(UnfitStore);
    expect(String(error)).toContain('ECONNRESET');
  });
});

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
    await expect(storage.listMultiparts('a/')).rejects.toThrow('does not end');
    await expect(storage.list('a/')).rejects.toThrow('does not end');
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

describe('the log of S3 failures', () => {
  it('a refused signature leaves no access key and no signed request in the log', async () => {
    const body =
      '<Error><Code>SignatureDoesNotMatch</Code><Message>no\nmatch</Message><AWSAccessKeyId>AKIA1</AWSAccessKeyId>' +
      '<StringToSign>AWS4-HMAC-SHA256 x</StringToSign><SignatureProvided>abc123</SignatureProvided></Error>';
    const storage = await storeBefore((req, res) => {
      req.resume();
      res.writeHead(403, { 'Content-Type': 'application/xml' }).end(body);
    });
    const error: unknown = await storage.read('k').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreUnavailable);
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    pino({}, stream).error({ err: error }, 'failed');
    expect(lines.join('')).toContain('SignatureDoesNotMatch: no match');
    expect(lines.join('')).not.toMatch(/AKIA1|AWS4-HMAC|abc123/);
  });
});

describe('reads from an unreliable S3 server', () => {
  const bytes = bytesOf(300_000);

  const rangeOf = (start: number) =>
    start === 0 ? {} : { 'Content-Range': `bytes ${start}-299999/300000` };

  /** Serves ranges of the bytes, and cuts each response off after some bytes. */
  const cutting = (afterBytes: number, etag: (request: number) => string): RequestListener => {
    let requests = 0;
    return (req, res) => {
      const start = Number(/^bytes=(\d+)-/.exec(String(req.headers.range))?.[1] ?? 0);
      const rest = bytes.subarray(start);
      requests += 1;
      res.writeHead(start === 0 ? 200 : 206, {
        ETag: etag(requests),
        'Content-Length': rest.length,
        ...rangeOf(start),
      });
      res.write(rest.subarray(0, afterBytes), () => {
        if (rest.length <= afterBytes) res.end();
        else res.destroy();
      });
    };
  };

  it('an object is read whole even if each response breaks off', async () => {
    const storage = await storeBefore(cutting(70_000, () => '"same"'));
    expect((await gather(await storage.read('k'))).equals(bytes)).toBe(true);
    const range = { start: 1000, end: 299_999 };
    const part = await gather(await storage.readTransient('k', range));
    expect(part.equals(bytes.subarray(1000))).toBe(true);
  });

  it('a range is refused if the server sends the object from its start', async () => {
    const storage = await storeBefore((_, res) => {
      res.writeHead(200, { ETag: '"same"', 'Content-Length': bytes.length }).end(bytes);
    });
    const range = { start: 1000, end: 1999 };
    await expect(storage.read('k', range)).rejects.toThrow(StoreUnavailable);
  });

  it('a read is never assembled from two objects', async () => {
    const storage = await storeBefore(cutting(70_000, (request) => `"${request}"`));
    await expect(storage.read('k').then(gather)).rejects.toThrow('was replaced');
  });

  it('a read fails if the server sends nothing more', async () => {
    const serve = cutting(70_000, () => '"same"');
    const storage = await storeBefore((req, res) => {
      const isFirst = req.headers.range === undefined;
      if (isFirst) serve(req, res);
      else
        res
          .writeHead(206, { ETag: '"same"', 'Content-Length': 10, ...rangeOf(299_990) })
          .flushHeaders();
      if (!isFirst) res.destroy();
    });
    await expect(storage.read('k').then(gather)).rejects.toThrow(StoreUnavailable);
  });
});

describe('a sweep of an S3 bucket', () => {
  const xml = (type: string, content: string) => `<${type}>${content}</${type}>`;
  const since = '2026-01-01T00:00:00.000Z';

  it('a sweep aborts abandoned uploads even if another upload ends meanwhile', async () => {
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
        const uploads = ['ended', 'left'].map((id) =>
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

describe('a hanging server', () => {
  it('the ping of a hanging server fails before a readiness probe times out', async () => {
    const storage = await storeBefore(() => undefined);
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    timeouts.mockImplementation((milliseconds) => {
      expect(milliseconds).toBeLessThan(3000);
      return AbortSignal.abort();
    });
    closing.push(async () => timeouts.mockRestore());
    await expect(storage.ping()).rejects.toThrow(StoreUnavailable);
  });
});

it('a URL that is already expired when it is signed never works, even if the clock of S3 is slow', async () => {
  const storage = await storeBefore((_, res) => res.end());
  for (const agoMs of [0, 500, 60_000]) {
    const { url } = await storage.signGet('blobs/a', {}, new Date(Date.now() - agoMs));
    const query = new URL(url).searchParams;
    const signed = (query.get('X-Amz-Date') ?? '').replace(
      /^(....)(..)(..)T(..)(..)(..)Z$/,
      '$1-$2-$3T$4:$5:$6Z',
    );
    const endMs = Date.parse(signed) + Number(query.get('X-Amz-Expires')) * 1000;
    expect(endMs).toBeGreaterThan(0);
    expect(endMs).toBeLessThan(Date.now() - 30 * 60_000);
  }
});
