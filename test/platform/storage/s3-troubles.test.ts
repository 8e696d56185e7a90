import { type RequestListener } from 'node:http';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { type S3Storage } from '../../../src/platform/storage/s3-storage.js';
import { StoreUnavailable, UnfitStore } from '../../../src/platform/storage/storage.port.js';
import { bytesOf, gather } from './http.js';
import { closing, storeBefore, useUnreliableS3 } from './unreliable-s3.js';

useUnreliableS3();

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
