import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createOwnerWatch,
  OWNER_KEY,
  requireOwnStore,
} from '../../../src/modules/storage/index.js';
import { type Log, silentLog } from '../../../src/platform/log.js';
import { StoreUnavailable, UnfitStore } from '../../../src/platform/storage/storage.port.js';
import { useWorld } from '../../harness.js';
import { everyNth } from '../../rounds.js';
import {
  emptyStore,
  installationOf,
  keysIn,
  nameFiles,
  ownerText,
  put,
  putUnknown,
  type StoreName,
  storeOf,
  textOf,
} from './owned-stores.js';

const said: string[] = [];
const warned: string[] = [];
const log: Log = {
  ...silentLog,
  error: (_fields, text) => void said.push(String(text)),
  warn: (_fields, text) => void warned.push(String(text)),
};
const world = useWorld({ MIRROR: 'disk' }, { jobs: 'when-settled', log });

/** How many of the files that the database names the store has; null without such files. */
const FILES = {
  'no files': null,
  'all of its files': 8,
  'most of its files': 5,
  'half of its files': 4,
  'none of its files': 0,
} as const;
type Files = keyof typeof FILES;

type Owner = 'no' | 'the same' | 'another' | 'a damaged';

/** One situation of a store. */
interface Case {
  readonly files: Files;
  readonly owner: Owner;
  /** Whether the store also has objects that the database does not know. */
  readonly hasOthers: boolean;
}

/** The promise: the outcome for each situation. An empty mirror is filled again. */
function expected(name: StoreName, { files, owner, hasOthers }: Case): 'own' | 'refused' {
  if (owner === 'the same') return 'own';
  if (owner !== 'no') return 'refused';
  const found = FILES[files];
  if (found === null || (found === 0 && name === 'mirror')) return hasOthers ? 'refused' : 'own';
  return found > 4 ? 'own' : 'refused';
}

const another = textOf(randomUUID());

/** Brings a store and the rows into a situation. Returns the text of the owner in the store. */
async function prepare(name: StoreName, { files, owner, hasOthers }: Case): Promise<string | null> {
  const store = storeOf(world.platform, name);
  await emptyStore(store);
  await world.platform.db.blob.deleteMany();
  const found = FILES[files];
  const keys = found === null ? [] : await nameFiles(world.platform, 10);
  // The sample has the four newest and the four oldest. After a disk was unmounted, only new files are there.
  const sampled = [...keys.slice(0, 4), ...keys.slice(6)].reverse();
  for (const key of sampled.slice(0, found ?? 0)) await put(store, key, 'known');
  if (hasOthers) await putUnknown(store);
  const texts = {
    no: null,
    'the same': textOf(await installationOf(world.platform)),
    another,
    'a damaged': 'not JSON',
  };
  const text = texts[owner];
  if (text !== null) await put(store, OWNER_KEY, text);
  return text;
}

const outcomeOf = (check: Promise<void>) =>
  check.then(
    () => 'own',
    (error: unknown) => {
      if (error instanceof UnfitStore) return 'refused';
      throw error;
    },
  );

const OWNERS: readonly Owner[] = ['no', 'the same', 'another', 'a damaged'];
const CASES: readonly Case[] = (Object.keys(FILES) as Files[]).flatMap((files) =>
  OWNERS.flatMap((owner) => [true, false].map((hasOthers) => ({ files, owner, hasOthers }))),
);
/** Every case of a store without an owner, and a part of the others. */
const SHOWN = [
  ...CASES.filter(({ owner }) => owner === 'no'),
  ...everyNth(
    CASES.filter(({ owner }) => owner !== 'no'),
    5,
  ),
];
const title = ({ files, owner, hasOthers }: Case) =>
  `${owner} owner, ${files}${hasOthers ? ', and unknown objects' : ''}`;

afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
  warned.length = 0;
});

describe.each(['primary', 'mirror'] as const)('the owner of the %s', (name) => {
  it.each(SHOWN.map((one) => [title(one), one] as const))(
    'a store with %s has the promised outcome, and only a claim writes',
    async (_title, one) => {
      const before = await prepare(name, one);
      const store = storeOf(world.platform, name);
      const keys = await keysIn(store);
      const outcome = await outcomeOf(requireOwnStore(world.platform, name));
      expect(outcome).toBe(expected(name, one));
      const own = textOf(await installationOf(world.platform));
      expect(await ownerText(store)).toBe(outcome === 'own' ? own : before);
      expect((await keysIn(store)).filter((key) => key !== OWNER_KEY)).toEqual(
        keys.filter((key) => key !== OWNER_KEY),
      );
      expect(await outcomeOf(requireOwnStore(world.platform, name))).toBe(outcome);
    },
  );

  it.each(['blobs/', 'media/', 'staging/', 'exports/'])(
    'an object below %s that no row names shows that the store is not new',
    async (prefix) => {
      await prepare(name, { files: 'no files', owner: 'no', hasOthers: false });
      const store = storeOf(world.platform, name);
      const key = await putUnknown(store, prefix);
      expect(await outcomeOf(requireOwnStore(world.platform, name))).toBe('refused');
      expect(await keysIn(store)).toEqual([key]);
    },
  );

  it('a store with its files gets no owner if most of the files there are of another installation', async () => {
    await prepare(name, { files: 'all of its files', owner: 'no', hasOthers: false });
    const store = storeOf(world.platform, name);
    for (let more = 0; more < 9; more += 1) await putUnknown(store);
    expect(await outcomeOf(requireOwnStore(world.platform, name))).toBe('refused');
    expect(await ownerText(store)).toBeNull();
  });

  it('a store with its files gets no owner if another file is older than all of them', async () => {
    const { db } = world.platform;
    await prepare(name, { files: 'all of its files', owner: 'no', hasOthers: true });
    await db.blob.updateMany({ data: { createdAt: new Date(Date.now() + 60_000) } });
    expect(await outcomeOf(requireOwnStore(world.platform, name))).toBe('refused');
    expect(await ownerText(storeOf(world.platform, name))).toBeNull();
  });

  it('objects of other programs do not keep a new store from its owner', async () => {
    await prepare(name, { files: 'no files', owner: 'no', hasOthers: false });
    await put(storeOf(world.platform, name), 'site/index.html', 'of another program');
    expect(await outcomeOf(requireOwnStore(world.platform, name))).toBe('own');
  });

  it('a read-only service uses a store without an owner, and writes nothing into it', async () => {
    await prepare(name, { files: 'no files', owner: 'no', hasOthers: false });
    const config = { ...world.platform.config, readOnly: true };
    await requireOwnStore({ ...world.platform, config }, name);
    expect(await keysIn(storeOf(world.platform, name))).toEqual([]);
  });

  it('two processes that start at once both use the store', async () => {
    await prepare(name, { files: 'no files', owner: 'no', hasOthers: false });
    const checks = [1, 2, 3].map(() => outcomeOf(requireOwnStore(world.platform, name)));
    expect(await Promise.all(checks)).toEqual(['own', 'own', 'own']);
  });

  it('a store with its owner costs one request, regardless of what else it lacks', async () => {
    await prepare(name, { files: 'none of its files', owner: 'the same', hasOthers: true });
    const store = storeOf(world.platform, name);
    const calls = (['read', 'head', 'list', 'put'] as const).map((call) => vi.spyOn(store, call));
    await requireOwnStore(world.platform, name);
    expect(calls.map((call) => call.mock.calls.length)).toEqual([1, 0, 0, 0]);
  });

  it('a store that does not respond is not claimed, and gets a warning but no error', async () => {
    await prepare(name, { files: 'no files', owner: 'no', hasOthers: false });
    const store = storeOf(world.platform, name);
    for (const call of ['read', 'head', 'list'] as const) {
      const away = vi.spyOn(store, call).mockRejectedValue(new StoreUnavailable('away'));
      if (call === 'head') await nameFiles(world.platform, 1);
      if (call === 'list') await world.platform.db.blob.deleteMany();
      await expect(requireOwnStore(world.platform, name)).rejects.toThrow(StoreUnavailable);
      warned.length = 0;
      await createOwnerWatch(world.platform).check();
      expect(warned).toContain('the owner of a store cannot be read');
      away.mockRestore();
      expect(await ownerText(store)).toBeNull();
    }
    expect(said).toEqual([]);
  });
});

describe('the log of a start with two stores', () => {
  const fresh = { files: 'no files', owner: 'no', hasOthers: false } as const;

  it.each(['primary', 'mirror'] as const)(
    'the log says that the %s may belong to another installation',
    async (name) => {
      for (const store of ['primary', 'mirror'] as const) await prepare(store, fresh);
      await prepare(name, { ...fresh, owner: 'another' });
      await createOwnerWatch(world.platform).check();
      expect(said).toEqual(['the store may belong to another installation']);
    },
  );

  it('the log says nothing of files that the first store lacks, because the mirror fills it', async () => {
    await prepare('mirror', fresh);
    await prepare('primary', { ...fresh, files: 'half of its files' });
    await createOwnerWatch(world.platform).check();
    expect(said).toEqual([]);
  });
});
