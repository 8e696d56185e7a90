import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemHeaders } from '../../../src/platform/http/headers.js';
import {
  createDiskStorage,
  type DiskStorage,
  type DiskStorageOptions,
} from '../../../src/platform/storage/disk-storage.js';
import { problem, RegisteredError } from '../../../src/registry/errors.js';
import { oneKey } from '../../keys.js';
import type { Subject } from './store-under-test.js';

/** A disk store that serves its signed URLs on a free port. */
export interface DiskSubject extends Subject {
  readonly storage: DiskStorage;
  readonly directory: string;
  /** Advances the clock of the store, so that signatures expire. */
  pass(seconds: number): void;
  /** Opens the same directory again, like another process or a later start. */
  reopen(options?: Partial<DiskStorageOptions>): DiskStorage;
  /** Errors of the handler that no client may see. */
  readonly unregistered: unknown[];
}

const FIRST = { storeName: 'primary', mountPath: '/storage' };

/** Opens a store in a new directory; `mount` can wrap its handler. */
export async function openDisk(
  mount: (storage: DiskStorage) => RequestListener = ({ handler }) => handler,
  place: Pick<DiskStorageOptions, 'storeName' | 'mountPath'> = FIRST,
): Promise<DiskSubject> {
  const directory = mkdtempSync(join(tmpdir(), 'storage-'));
  const server = createServer();
  let time = Date.parse('2026-01-02T03:04:05.678Z');
  const unregistered: unknown[] = [];
  const options: DiskStorageOptions = {
    directory,
    ...place,
    baseUrl: () => `http://127.0.0.1:${portOf(server.address())}`,
    signingKeys: oneKey(Buffer.alloc(32, 7)),
    clock: { now: () => new Date(time) },
    sendProblem(_req, res, error) {
      if (!(error instanceof RegisteredError)) unregistered.push(error);
      const known = error instanceof RegisteredError ? error : problem('internal_error');
      res.writeHead(known.status, {
        ...problemHeaders(known),
        'Content-Type': 'application/problem+json',
      });
      res.end(JSON.stringify({ code: known.code, detail: known.detail?.en }));
    },
  };
  const storage = createDiskStorage(options);
  server.on('request', mount(storage));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    storage,
    directory,
    unregistered,
    reopen: (changes = {}) => createDiskStorage({ ...options, ...changes }),
    now: () => new Date(time),
    writers: () => readdirSync(join(directory, 'tmp')).length,
    async aged(seconds, sign) {
      const signed = await sign();
      time += seconds * 1000;
      return signed;
    },
    pass: (seconds) => {
      time += seconds * 1000;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on TCP');
  return address.port;
}
