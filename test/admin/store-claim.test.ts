import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { OWNER_KEY, requireOwnStore } from '../../src/modules/storage/index.js';
import { useWorld } from '../harness.js';
import {
  emptyStore,
  installationOf,
  ownerText,
  put,
  putUnknown,
  storeOf,
  textOf,
} from '../workers/storage/owned-stores.js';
import { operate } from './operator.js';

const world = useWorld({ MIRROR: 'disk' });
const environment = { MIRROR: 'disk' };
const former = randomUUID();
const storage = () => storeOf(world.platform, 'primary');

beforeEach(async () => {
  await emptyStore(storage());
  await putUnknown(storage());
});

it('store claim takes a store over from the named owner, and writes an audit line', async () => {
  await put(storage(), OWNER_KEY, textOf(former));
  await expect(requireOwnStore(world.platform)).rejects.toThrow(
    `belongs to installation ${former}`,
  );
  const { exitCode, printed } = await operate(
    world,
    `store claim --owner ${former.toUpperCase()}`,
    environment,
  );
  const installation = await installationOf(world.platform);
  expect({ exitCode, printed }).toEqual({
    exitCode: 0,
    printed: {
      store: 'primary',
      installation_id: installation,
      former_owner: former,
      files_named: 0,
      files_found: 0,
    },
  });
  expect(await ownerText(storage())).toBe(textOf(installation));
  await requireOwnStore(world.platform);
  const [line] = await world.platform.db.auditEntry.findMany({
    where: { action: 'store.claimed' },
  });
  expect(line).toMatchObject({
    targetKind: 'store',
    data: { store: 'primary', installation, former_owner: former },
  });
});

it('store claim takes over a store without an owner, and a damaged owner', async () => {
  await expect(requireOwnStore(world.platform)).rejects.toThrow('store claim');
  const first = await operate(world, 'store claim --owner none', environment);
  expect(first.printed).toMatchObject({ former_owner: null });
  await requireOwnStore(world.platform);
  await storage().remove(OWNER_KEY);
  await put(storage(), OWNER_KEY, 'of another program');
  const second = await operate(world, 'store claim --owner unknown', environment);
  expect(second.printed).toMatchObject({ former_owner: 'unknown' });
  await requireOwnStore(world.platform);
});

it.each(['none', '00000000-0000-4000-8000-000000000000', 'unknown'])(
  'store claim changes nothing with --owner %s if the store names another owner',
  async (owner) => {
    await put(storage(), OWNER_KEY, textOf(former));
    const { exitCode, refused } = await operate(world, `store claim --owner ${owner}`, environment);
    expect({ exitCode, refused }).toEqual({
      exitCode: 1,
      refused: {
        error: `the owner of the store is ${former}; --owner must name it`,
        installation_id: await installationOf(world.platform),
      },
    });
    expect(await ownerText(storage())).toBe(textOf(former));
  },
);

it('store claim changes only the store that --store names', async () => {
  const mirror = storeOf(world.platform, 'mirror');
  await emptyStore(mirror);
  await put(storage(), OWNER_KEY, textOf(former));
  await put(mirror, OWNER_KEY, textOf(former));
  const { printed } = await operate(
    world,
    `store claim --store mirror --owner ${former}`,
    environment,
  );
  expect(printed).toMatchObject({ store: 'mirror', former_owner: former });
  expect(await ownerText(mirror)).toBe(textOf(await installationOf(world.platform)));
  expect(await ownerText(storage())).toBe(textOf(former));
});

it('store claim is refused without the owner, without that store, and in read-only mode', async () => {
  const reasonOf = async (line: string, more: NodeJS.ProcessEnv = {}) =>
    (await operate(world, line, more)).refused.error;
  expect(await reasonOf('store claim')).toBe('--owner is needed');
  expect(await reasonOf('store claim --owner none --store second')).toBe(
    '--store takes primary, mirror',
  );
  expect(await reasonOf('store claim --owner none --store mirror')).toBe(
    'there is no mirror; set MIRROR or S3_MIRROR_…',
  );
  expect(await reasonOf('store claim --owner none', { READ_ONLY: 'on' })).toMatch(
    /^READ_ONLY is on/,
  );
  expect(await ownerText(storage())).toBeNull();
});
