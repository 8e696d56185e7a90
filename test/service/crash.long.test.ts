import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { demoMods } from '../../src/demo/catalog.js';
import { anonymous } from '../actors.js';
import { eventually } from '../eventually.js';
import { archiveOf, putBytes } from '../publishing.js';
import { killableService } from './bundle.js';
import { createMachine, operate } from './child-service.js';
import { newPublisher, reserve } from './publisher.js';

const machine = createMachine();
const killable = await killableService();
afterEach(() => machine.clear());

const ENOUGH_MS = 60_000;
/** Longer than the test, so that only the restart returns the job of the killed process. */
const LEASE_SECONDS = '3600';

test.each([
  ['while its scan runs', 'within storage.readTransient'],
  ['right after its completion', 'after the answer to POST /v1/uploads/ID/complete'],
])(
  'an upload whose service with its own database is killed %s becomes ready after a restart',
  async (_, point) => {
    const dataDir = await machine.dataDir();
    const killFile = join(dataDir, 'kill-at');
    const env = { KILL_FILE: killFile, LEASE_SECONDS };
    const first = machine.start(dataDir, env, { command: killable });
    const url = await first.baseUrl;
    const publisher = await newPublisher(dataDir, url);
    const { actor, modId } = publisher;
    const bytes = new Uint8Array(archiveOf('killed'));
    const { upload_id, upload } = await reserve(publisher, '1.0.0', bytes);
    expect((await putBytes(upload, bytes)).status).toBe(200);
    await writeFile(killFile, point);
    const accepted = await actor.post(`/uploads/${upload_id}/complete`, {}).catch(() => null);
    expect((await first.ended).signal).toBe('SIGKILL');
    expect(accepted?.status ?? 202).toBe(202);

    await machine.start(dataDir, { PORT: new URL(url).port }).baseUrl;
    await eventually(async () => {
      const { body } = await actor.get(`/uploads/${upload_id}`);
      expect(body.data.lifecycleStatus).toBe('ready');
    }, ENOUGH_MS);
    const { body } = await actor.get(`/mods/${modId}/versions`);
    expect(body.data.map((one: { status: string }) => one.status)).toEqual(['ready']);
  },
);

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
