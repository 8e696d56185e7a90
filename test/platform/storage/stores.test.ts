import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../src/platform/log.js';
import { createStoreWatch } from '../../../src/platform/storage/open-storage.js';
import { openStores, type Stores } from '../../../src/platform/storage/open-stores.js';
import type { S3Settings } from '../../../src/platform/storage/s3/settings.js';
import { StoreUnavailable, UnfitStore } from '../../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { foreignKeys } from '../../keys.js';
import { NEEDS_S3, newBucket, S3_SERVER } from './s3-subject.js';

const dataDir = mkdtempSync(join(tmpdir(), 'stores-'));
/** Settings with the port of a server that has stopped. */
let nowhere: S3Settings;
beforeAll(async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const place = { endpoint: `http://127.0.0.1:${port}`, region: 'r', bucket: 'mods' };
  nowhere = { ...place, accessKeyId: 'k', secretAccessKey: 's', forcePathStyle: true };
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let opened: Stores | undefined;
afterEach(() => opened?.close());
afterEach(() => vi.restoreAllMocks());

async function open(
  s3: S3Settings | undefined,
  mirror: { s3: S3Settings | undefined } | undefined,
) {
  opened = undefined;
  opened = await openStores(
    { s3, mirror, dataDir },
    {
      publicUrl: 'http://127.0.0.1',
      keys: foreignKeys(),
      isProbed: true,
      sendProblem: (_req, res) => res.destroy(),
      clock: { now: () => new Date() },
      log: silentLog,
    },
  );
  return opened;
}

describe('the stores of a service', () => {
  it('a service has one store by default', async () => {
    const { storage, mirror } = await open(undefined, undefined);
    expect([storage.storeName, mirror]).toEqual(['primary', null]);
  });

  it('either of two stores can be unavailable at the start', async () => {
    await expect(open(nowhere, undefined)).rejects.toThrow(UnfitStore);
    const away = await open(nowhere, { s3: undefined });
    await expect(away.storage.ping()).rejects.toThrow(UnfitStore);
    // A client might be able to replace checked bytes in it.
    const file = { sizeBytes: 1, contentType: 'application/zip' };
    const signed = away.storage.signPut('staging/1', file, new Date());
    await expect(signed).rejects.toThrow(StoreUnavailable);
    await away.mirror?.check();
    expect([away.mirror?.isUp(), away.mirror?.replacesFirst()]).toEqual([true, true]);
    await away.close();
    const { mirror } = await open(undefined, { s3: nowhere });
    await mirror?.check();
    expect([mirror?.isUp(), mirror?.replacesFirst()]).toEqual([false, false]);
  });

  it('a sweep removes the leftovers of the mirror while the first store fails', async () => {
    const { mirror, sweep } = await open(nowhere, { s3: undefined });
    if (mirror === null) throw new Error('this service has a mirror');
    const swept = vi.spyOn(mirror.storage, 'sweep');
    await expect(sweep(new Date())).rejects.toThrow(StoreUnavailable);
    expect(swept).toHaveBeenCalledOnce();
  });

  it('a sweep begins at the first store while the mirror does not answer', async () => {
    const { storage, mirror, sweep } = await open(undefined, { s3: undefined });
    if (mirror === null) throw new Error('this service has a mirror');
    let answer = (_removed: number): void => undefined;
    vi.spyOn(mirror.storage, 'sweep').mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const swept = vi.spyOn(storage, 'sweep').mockResolvedValue(2);
    const removed = sweep(new Date());
    await vi.waitFor(() => expect(swept).toHaveBeenCalledOnce());
    answer(3);
    expect(await removed).toBe(5);
  });

  it('a sweep reports the failures of both stores', async () => {
    const { mirror, sweep } = await open(nowhere, { s3: undefined });
    if (mirror === null) throw new Error('this service has a mirror');
    const warn = vi.spyOn(silentLog, 'warn');
    const fault = new StoreUnavailable('the mirror is away');
    vi.spyOn(mirror.storage, 'sweep').mockImplementation(async () => {
      await delay(20);
      throw fault;
    });
    await expect(sweep(new Date())).rejects.toThrow(StoreUnavailable);
    expect(warn).toHaveBeenCalledWith({ err: fault }, 'the clean-up of the mirror failed');
  });

  it.skipIf(S3_SERVER === undefined)(
    `two stores must be different buckets, regardless of their endpoints${NEEDS_S3}`,
    async () => {
      const first = await newBucket();
      const alias = { ...first, endpoint: first.endpoint.replace('127.0.0.1', 'localhost') };
      await expect(open(first, { s3: alias })).rejects.toThrow(
        'the mirror is the bucket of the first store',
      );
      const { mirror } = await open(first, { s3: await newBucket() });
      expect(mirror?.storage.storeName).toBe('mirror');
    },
  );
});

describe('the watch of a store', () => {
  const watch = () => {
    let failure: Error | undefined;
    const ping = () => (failure ? Promise.reject(failure) : Promise.resolve());
    const it = createStoreWatch({ storeName: 'primary', ping }, silentLog);
    const check = async (times: number) => {
      for (let time = 0; time < times; time += 1) await it.check();
      return it.isUp();
    };
    return {
      check,
      answers(isUp: boolean) {
        failure = isUp ? undefined : new Error('away');
      },
    };
  };

  it('a store watch changes its state only after several equal results in a row', async () => {
    const { check, answers } = watch();
    expect(await check(1)).toBe(true);
    answers(false);
    expect(await check(LIMITS.storeDownAfter - 1)).toBe(true);
    answers(true);
    expect(await check(1)).toBe(true);
    answers(false);
    expect(await check(LIMITS.storeDownAfter - 1)).toBe(true);
    expect(await check(1)).toBe(false);
    answers(true);
    expect(await check(LIMITS.storeUpAfter - 1)).toBe(false);
    answers(false);
    expect(await check(1)).toBe(false);
    answers(true);
    expect(await check(LIMITS.storeUpAfter)).toBe(true);
  });

  it('a store watch takes its first state from the first check', async () => {
    const { check, answers } = watch();
    answers(false);
    expect(await check(1)).toBe(false);
  });
});
