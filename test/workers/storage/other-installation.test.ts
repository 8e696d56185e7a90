import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { blobKeyOf, createOwnerWatch, OWNER_KEY } from '../../../src/modules/storage/index.js';
import { type Log, silentLog } from '../../../src/platform/log.js';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import type { JobKind } from '../../../src/registry/jobs.js';
import { type Service, startService } from '../../../src/server/service.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { CHEAP_PASSWORDS, runJobs, useWorld } from '../../harness.js';
import { archiveOf, sha256Of } from '../../publishing.js';
import { storedVersion } from '../../stored-versions.js';
import { useStoredMod } from '../catalog/stored-mod.js';
import {
  emptyStore,
  installationOf,
  keysIn,
  nameFiles,
  ownerText,
  put,
  putUnknown,
  storeOf,
  textOf,
} from './owned-stores.js';

/** The installation that owns the stores, with published files. */
const owner = useWorld({ MIRROR: 'disk' }, { jobs: 'when-settled' });
const mod = useStoredMod(owner, 'owned');
const WEEK_SECONDS = 7 * 24 * 60 * 60;

const said: string[] = [];
const log: Log = { ...silentLog, error: (_fields, text) => void said.push(String(text)) };
let database: TestDatabase | undefined;
let service: Service | undefined;

afterEach(async () => {
  await service?.stop();
  await database?.drop();
  service = undefined;
  database = undefined;
  said.length = 0;
});

/** Starts a service with a new database on the stores of the owner, a week later. */
async function startFresh(): Promise<Service> {
  database = await openTestDatabase();
  // Tests clone their databases, and so the identity in them.
  await database.db.$executeRaw`update installation set identity = gen_random_uuid()`;
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: owner.platform.config.dataDir,
    DATABASE_URL: database.url,
    SEED_DEMO: 'false',
    NODE_ENV: 'test',
    MIRROR: 'disk',
  });
  const clock = { now: () => new Date(Date.now() + WEEK_SECONDS * 1000) };
  const options = { mode: 'api', passwordCost: CHEAP_PASSWORDS, clock, log } as const;
  service = await startService({ config, ...options });
  return service;
}

/** Runs a job and those that it queues. Returns its error; null if it succeeded. */
async function run(fresh: Service, kind: JobKind, payload = {}): Promise<string | null> {
  const { db } = fresh.platform;
  const id = await enqueue(db, { kind, payload });
  await runJobs(fresh);
  const { attempts, lastError } = await db.job.findUniqueOrThrow({ where: { id } });
  expect(attempts).toBe(1);
  return lastError;
}

const stores = () => (['primary', 'mirror'] as const).map((name) => storeOf(owner.platform, name));
const objects = () => Promise.all(stores().map(keysIn));

let published: string;
beforeAll(async () => {
  const bytes = new Uint8Array(archiveOf('published'));
  await storedVersion(owner, mod.alice, mod.modId, mod.nextVersion(), bytes);
  await owner.settled();
  published = sha256Of(bytes);
  for (const store of stores()) await putUnknown(store, 'staging/');
});

/** Makes both stores name their owner, or none as in an earlier release. */
async function nameOwners(owned = true): Promise<void> {
  for (const store of stores()) {
    await store.remove(OWNER_KEY);
    if (owned) await put(store, OWNER_KEY, textOf(await installationOf(owner.platform)));
  }
}

const MAY_BELONG = 'the store may belong to another installation';
const OTHERS = /^the (store|mirror) belongs to installation [0-9a-f-]{36}, and this database to /;

describe('a new database on the stores of another installation', () => {
  it.each([
    ['stores that name their owner', true, OTHERS],
    [
      'stores of an earlier release',
      false,
      /^the store has objects, and the database does not name any of them; /,
    ],
  ])('jobs remove nothing from %s, and the log names both', async (_which, owned, reason) => {
    await nameOwners(owned);
    const before = await objects();
    for (const keys of before) expect(keys).toContain(blobKeyOf(published));
    const fresh = await startFresh();
    expect(said).toEqual([MAY_BELONG, MAY_BELONG]);
    expect(await run(fresh, 'collect-blobs')).toMatch(reason);
    expect(await run(fresh, 'sweep-staging')).toMatch(reason);
    for (const kind of ['sweep-uploads', 'sweep-storage', 'sweep-mirror'] as const) {
      expect(await run(fresh, kind)).toBeNull();
    }
    expect(await objects()).toEqual(before);
  });

  it('collect-blobs removes no copy from a mirror whose objects no row names', async () => {
    await nameOwners();
    const before = await objects();
    const fresh = await startFresh();
    expect(await run(fresh, 'collect-blobs', { phase: 'mirror' })).toMatch(OTHERS);
    expect(await objects()).toEqual(before);
  });

  it('jobs keep equal files and pictures that both installations had', async () => {
    await nameOwners();
    const [primary] = stores();
    if (primary) await put(primary, `media/${published}`, 'a picture');
    const before = await objects();
    const fresh = await startFresh();
    const { db } = fresh.platform;
    const unused = new Date(0);
    await db.mediaObject.create({ data: { sha256: published, usedAt: unused } });
    const blob = await db.blob.create({
      data: {
        sha256: published,
        sizeBytes: 1,
        contentType: 'application/zip',
        storageKey: blobKeyOf(published),
        etag: '"x"',
        state: 'deleted',
        collectAfter: unused,
        mirrorRun: randomUUID(),
      },
    });
    expect(await run(fresh, 'collect-blobs', { phase: 'remove' })).toMatch(OTHERS);
    expect(await run(fresh, 'mirror-blob', { blobId: blob.id })).toMatch(OTHERS);
    expect(await run(fresh, 'sweep-media')).toMatch(OTHERS);
    expect(await objects()).toEqual(before);
  });
});

describe('the start of an installation', () => {
  const named = () => Promise.all(stores().map(ownerText));

  it('the first start names the installation in its empty stores', async () => {
    await Promise.all(stores().map(emptyStore));
    const fresh = await startFresh();
    const own = textOf(await installationOf(fresh.platform));
    expect([await named(), said]).toEqual([[own, own], []]);
  });

  it('the first start after an upgrade names the installation in the stores with its files', async () => {
    await Promise.all(stores().map(emptyStore));
    const before = await startFresh();
    const keys = await nameFiles(before.platform, 3);
    for (const store of stores()) {
      await store.remove(OWNER_KEY);
      for (const key of keys) await put(store, key, 'a file');
    }
    await createOwnerWatch(before.platform).check();
    const own = textOf(await installationOf(before.platform));
    expect([await named(), said]).toEqual([[own, own], []]);
  });

  it('/readyz of a service on the stores of another installation says that they are degraded, and why', async () => {
    const identity = randomUUID();
    await Promise.all(stores().map(emptyStore));
    for (const store of stores()) await put(store, OWNER_KEY, textOf(identity));
    const { publicUrl } = await startFresh();
    const ready = await fetch(`${publicUrl}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'ready',
      parts: { storage: 'degraded', mirror: 'degraded', database: 'up' },
      reasons: {
        storage: expect.stringContaining(`the store belongs to installation ${identity}`),
        mirror: expect.stringContaining(`the mirror belongs to installation ${identity}`),
      },
    });
  });

  it('the service asks a store again while another installation owns it, and no longer than that', async () => {
    await Promise.all(stores().map(emptyStore));
    const { platform } = await startFresh();
    const read = vi.spyOn(platform.storage, 'read');
    const own = textOf(await installationOf(platform));
    const other = randomUUID();
    const name = async (text: string) => {
      await platform.storage.remove(OWNER_KEY);
      await put(platform.storage, OWNER_KEY, text);
    };
    await name(textOf(other));
    const timers = vi.spyOn(globalThis, 'setInterval');
    const watch = createOwnerWatch(platform);
    await watch.start();
    const tick = timers.mock.calls.at(-1)?.[0];
    timers.mockRestore();
    expect(watch.faults()).toEqual({ primary: expect.stringContaining(other) });
    await name(own);
    tick?.();
    await expect.poll(() => watch.faults()).toEqual({});
    read.mockClear();
    tick?.();
    expect(read).not.toHaveBeenCalled();
    watch.stop();
    expect(said).toEqual(['the store may belong to another installation']);
  });

  it('no job removes the object that names the owner, although it is old', async () => {
    await Promise.all(stores().map(emptyStore));
    const fresh = await startFresh();
    const kept = await objects();
    for (const kind of [
      'collect-blobs',
      'sweep-staging',
      'sweep-storage',
      'sweep-media',
    ] as const) {
      expect(await run(fresh, kind)).toBeNull();
    }
    expect(await objects()).toEqual(kept);
    expect(kept).toEqual([[OWNER_KEY], [OWNER_KEY]]);
    // These are the prefixes that the jobs of release 0.1 list.
    expect(OWNER_KEY).not.toMatch(/^(blobs|staging|probe)\//);
  });
});
