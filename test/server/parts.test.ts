import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Config, loadConfig } from '../../src/config/config.js';
import { type Log, silentLog } from '../../src/platform/log.js';
import { openParts } from '../../src/server/parts.js';
import { startService } from '../../src/server/service.js';
import { type ClonedDatabase, cloneDatabase } from '../database.js';

describe('the parts of a process', () => {
  let database: ClonedDatabase;
  let dataDir: string;
  const log = { ...silentLog, error: vi.fn<Log['error']>() };

  beforeEach(async () => {
    database = await cloneDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'modport-parts-'));
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    log.error.mockClear();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  function configured(): Config {
    const address = { DATABASE_URL: database.url, PORT: '0' };
    return loadConfig({ DATA_DIR: dataDir, ...address, NODE_ENV: 'test' });
  }

  const open = (config: Config) =>
    openParts({ config, log, publicUrl: 'http://parts.invalid', owner: 'command' });

  /** The failures that the log received. */
  const logged = () => log.error.mock.calls.map(([fields]) => Reflect.get(fields, 'err'));

  /** Lets the first pool that closes report a failure after it has closed. */
  function failPoolsEnd(failure: Error): void {
    const end: () => Promise<void> = pg.Pool.prototype.end;
    vi.spyOn(pg.Pool.prototype, 'end').mockImplementationOnce(async function (this: pg.Pool) {
      await end.call(this);
      throw failure;
    });
  }

  it('every part closes although two of them fail, and the first failure is thrown', async () => {
    const { close, platform, stores } = await open(configured());
    const disconnected = vi.spyOn(platform.db, '$disconnect');
    const [first, second] = [new Error('the queue stays'), new Error('the stores stay')];
    vi.spyOn(platform.queue, 'stop').mockRejectedValue(first);
    vi.spyOn(stores, 'close').mockRejectedValue(second);
    await expect(close()).rejects.toBe(first);
    expect(stores.close).toHaveBeenCalledOnce();
    expect(logged()).toEqual([second]);
    expect(disconnected).toHaveBeenCalledOnce();
  });

  it('a stopped service closes its parts although it cannot write the last uses', async () => {
    const { platform, stop } = await startService({
      config: configured(),
      log,
      mode: 'api',
      lastUsesEverySeconds: null,
    });
    const disconnected = vi.spyOn(platform.db, '$disconnect');
    const failure = new Error('the last uses stay');
    vi.spyOn(platform.lastUses, 'stop').mockRejectedValue(failure);
    await expect(stop()).rejects.toBe(failure);
    expect(disconnected).toHaveBeenCalledOnce();
  });

  it('a failed start throws its own error although closing fails as well', async () => {
    const [cause, later] = [new Error('no mail'), new Error('the pool stays')];
    const config = {
      ...configured(),
      get smtpServer(): never {
        failPoolsEnd(later);
        throw cause;
      },
    };
    await expect(open(config)).rejects.toBe(cause);
    expect(logged()).toEqual([later]);
  });
});
