import { type RequestListener } from 'node:http';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { type S3Storage } from '../../../src/platform/storage/s3-storage.js';
import {
  type Storage,
  StoreFull,
  StoreUnavailable,
  UnfitStore,
} from '../../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createStoreHealth } from '../../../src/server/health.js';
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

const PLAN = { contentType: 'a/b', sizeBytes: 3, partSizeBytes: 3 };

describe('a full S3 store', () => {
  it.each([
    [507, 'XMinioStorageFull'],
    [400, 'XMinioAdminBucketQuotaExceeded'],
    [403, 'QuotaExceeded'],
  ])('a write is refused as StoreFull after status %i with %s', async (status, code) => {
    const storage = await storeBefore((req, res) => {
      req.resume();
      const body = `<Error><Code>${code}</Code><Message>no room</Message></Error>`;
      res.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);
    });
    await expect(storage.createMultipart('k', PLAN)).rejects.toBeInstanceOf(StoreFull);
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

describe('a bucket that stops keeping conditions', () => {
  const changing = async () => {
    const object = Buffer.alloc(64);
    const server = { keeps: true };
    const storage = await storeBefore((req, res) => {
      req.resume();
      const isRefused = server.keeps && req.headers['if-none-match'] === '*';
      if (req.method === 'GET') res.writeHead(200, { 'Content-Length': 64 }).end(object);
      else res.writeHead(isRefused ? 412 : 200, { ETag: '"x"', 'Content-Length': 0 }).end();
    });
    return { server, storage };
  };
  /** As many pings as contain one test, with the messages of those that failed. */
  const pings = async ({ ping }: Pick<Storage, 'ping'>) => {
    const results: unknown[] = [];
    for (let each = 0; each < LIMITS.storeConditionsEveryChecks; each += 1) {
      results.push(await ping().catch((reason: unknown) => reason));
    }
    return results;
  };

  it('each ping names a server that ignores If-None-Match, until the server passes the test again', async () => {
    const { server, storage } = await changing();
    expect(new Set(await pings(storage))).toEqual(new Set([undefined]));
    server.keeps = false;
    expect((await pings(storage)).at(-1)).toBeInstanceOf(UnfitStore);
    server.keeps = true;
    const after = await pings(storage);
    expect(after.pop()).toBeUndefined();
    for (const error of after) {
      expect(error).toBeInstanceOf(UnfitStore);
      expect(String(error)).toContain('ignores If-None-Match: * in bucket mods');
    }
  });

  it('a bucket that ignores conditions gets no uploads, and is still read', async () => {
    const { server, storage } = await changing();
    const signed = () => {
      const until = new Date(Date.now() + 60_000);
      const put = storage.signPut('k', { sizeBytes: 1, contentType: 'a/b' }, until);
      const part = storage.signPart('k', 'm', { partNumber: 1, sizeBytes: 1 }, until);
      return Promise.allSettled([put, part, storage.signGet('k', {}, until)]);
    };
    const states = async () => (await signed()).map(({ status }) => status);
    server.keeps = false;
    await pings(storage);
    const [put, part, get] = await signed();
    expect(put).toMatchObject({ reason: expect.any(StoreUnavailable) });
    expect(part).toMatchObject({ reason: expect.any(StoreUnavailable) });
    expect(get.status).toBe('fulfilled');
    server.keeps = true;
    await pings(storage);
    expect(await states()).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });

  /** Starts the health of a store whose pings end like this, and then succeed. */
  async function startHealth(...failures: (Error | null)[]) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    closing.push(async () => void vi.useRealTimers());
    const ping = async () => {
      const failure = failures.shift() ?? null;
      if (failure) throw failure;
    };
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const health = createStoreHealth([{ storeName: 'primary', ping } as unknown as Storage], log);
    closing.push(async () => health.stop());
    await health.start();
    return {
      shown: () => [health.isUp('primary'), health.faultOf('primary')],
      messages: () => lines.map((line): string => JSON.parse(line).msg),
      lines,
      async pingAgain() {
        vi.advanceTimersByTime(LIMITS.storeWatchSeconds * 1000);
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
  }

  it('a store that lost a guarantee is down with a reason and one error in the log, until a ping succeeds', async () => {
    const unfit = new UnfitStore('ignores it');
    const health = await startHealth(unfit, unfit, new StoreUnavailable('away'));
    expect(health.shown()).toEqual([false, 'ignores it']);
    for (const expected of [false, false, true]) {
      await health.pingAgain();
      expect(health.shown()).toEqual([expected, expected ? null : 'ignores it']);
    }
    expect(health.messages()).toEqual(['a store must not be used', 'a store is fit for use again']);
  });

  it('a store that goes down writes its reason to the log once, and a line when it is up again', async () => {
    const full = new Error('ENOSPC: no space left on device');
    const health = await startHealth(null, full, full);
    expect(health.messages()).toEqual([]);
    for (const expected of [false, false, true]) {
      await health.pingAgain();
      expect(health.shown()).toEqual([expected, null]);
    }
    expect(health.messages()).toEqual(['a store does not respond', 'a store responds again']);
    expect(health.lines[0]).toContain('ENOSPC');
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
