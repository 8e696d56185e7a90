import { afterEach, expect, test, vi } from 'vitest';
import { demoMods } from '../../src/demo/catalog.js';
import { anonymous } from '../actors.js';
import { eventually } from '../eventually.js';
import { putBytes } from '../publishing.js';
import { createMachine, operate } from './child-service.js';
import { newPublisher, reserve } from './publisher.js';
import { storedArchive } from './stored-archive.js';

const machine = createMachine();
afterEach(() => machine.clear());

const ENOUGH_MS = 60_000;

test('an upload whose scan was killed with the service becomes ready after a restart', async () => {
  const dataDir = await machine.dataDir();
  const first = machine.start(dataDir);
  const url = await first.baseUrl;
  const publisher = await newPublisher(dataDir, url);
  const { actor, modId } = publisher;
  const bytes = storedArchive(32);
  const killedAt = { accepted: '1.0.0', scanning: '2.0.0' };
  const ids: Record<string, string> = {};
  for (const [moment, version] of Object.entries(killedAt)) {
    const { upload_id, upload } = await reserve(publisher, version, bytes);
    expect((await putBytes(upload, bytes)).status).toBe(200);
    ids[moment] = upload_id;
  }
  const stateOf = async (id: string | undefined) =>
    (await actor.get(`/uploads/${id}`)).body.data.lifecycleStatus;
  await actor.post(`/uploads/${ids['scanning']}/complete`, {});
  await vi.waitUntil(async () => (await stateOf(ids['scanning'])) !== 'uploaded', ENOUGH_MS);
  const accepted = await actor.post(`/uploads/${ids['accepted']}/complete`, {});
  first.signal('SIGKILL');
  expect(accepted.status).toBe(202);
  await first.ended;

  await machine.start(dataDir, { PORT: new URL(url).port }).baseUrl;
  for (const id of Object.values(ids)) {
    await eventually(async () => expect(await stateOf(id)).toBe('ready'), ENOUGH_MS);
  }
  const versions = await actor.get(`/mods/${modId}/versions`);
  expect(versions.body.data.map((one: { status: string }) => one.status)).toEqual([
    'ready',
    'ready',
  ]);
});

test('a killed demo load is completed by the next start without duplicates', async () => {
  const dataDir = await machine.dataDir();
  const env = { SEED_DEMO: 'true' };
  const first = machine.start(dataDir, env);
  const anon = anonymous(await first.baseUrl);
  const titles = async (actor = anon): Promise<string[]> => {
    const { body } = await actor.get('/mods?limit=100');
    return body.data.map((mod: { slug: string }) => mod.slug);
  };
  await vi.waitUntil(async () => (await titles()).length >= 3, ENOUGH_MS);
  first.signal('SIGKILL');
  await first.ended;
  expect(first.said().stdout).not.toContain('demo catalog is loaded');

  const second = machine.start(dataDir, env);
  await second.says('the demo catalog is loaded');
  const expected = demoMods.map((mod) => mod.slug).sort();
  expect((await titles(anonymous(await second.baseUrl))).sort()).toEqual(expected);
  const versions = await operate(dataDir, ({ db }) =>
    db.modVersion.findMany({ select: { state: true, version: true, mod: true } }),
  );
  expect(versions.map(({ mod, version }) => `${mod.slug} ${version}`).sort()).toEqual(
    demoMods.flatMap((mod) => mod.versions.map((one) => `${mod.slug} ${one.version}`)).sort(),
  );
  expect(versions.every(({ state }) => state === 'published')).toBe(true);
  expect(second.said().stderr).toBe('');
});
