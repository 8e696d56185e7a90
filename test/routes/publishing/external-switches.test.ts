import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { ExternalConfig } from '../../../src/config/config.js';
import { keep } from '../../provider-server.js';
import { refusal } from '../../publishing.js';
import { declared, examinationOf, refer, register } from '../../workers/publishing/references.js';
import {
  alice,
  byAgent,
  bytesOf,
  mallory,
  modId,
  newTarget,
  published,
  resolve,
  server,
  useExternalFiles,
  world,
} from './external-files.js';

await useExternalFiles();

describe('external artifact switches', () => {
  type Switches = {
    -readonly [K in 'registration' | 'worker' | 'resolve']: boolean;
  } & { providers: { github: { enabled: boolean } } };
  // Another start would read these values from its environment.
  const switches = () => world.platform.config.external as ExternalConfig & Switches;
  afterAll(() => set('registration worker resolve provider'));

  function set(on: string): void {
    const external = switches();
    const {
      registration,
      worker,
      resolve: handsOut,
      provider,
    } = {
      registration: on.includes('registration'),
      worker: on.includes('worker'),
      resolve: on.includes('resolve'),
      provider: on.includes('provider'),
    };
    Object.assign(external, { registration, worker, resolve: handsOut });
    external.providers.github.enabled = provider;
  }

  it.each([
    ['', '503', 'pending', '503 feature_disabled', 404, 404],
    ['registration worker resolve', '503', 'pending', '503 feature_disabled', 404, 404],
    ['provider', '503', 'pending', '503 feature_disabled', 404, 404],
    ['registration provider', '202', 'pending', '503 feature_disabled', 404, 404],
    ['worker provider', '503', 'verified', '503 feature_disabled', 404, 404],
    ['resolve provider', '503', 'pending', '200', 200, 200],
  ])(
    'the external artifact switches “%s” enable only their own features',
    async (on, registered, examined, resolved, shown, planned) => {
      const { file: _, ...out } = await published();
      const bytes = bytesOf();
      const waiting = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
      const body = declared(keep(server, 'github', bytes), bytes);
      const target = await newTarget();
      set(on);
      const made = await register(alice, target, body);
      await world.settled();
      const found = await resolve(world.anon, out);
      const tool = await byAgent(out.artifactId);
      const plan = await world.anon.post('/install-plans:resolve', {
        game_slug: 'kept',
        artifacts: [out.artifactId],
      });
      const seen = {
        registered: made.status === 202 ? '202' : refusal(made),
        examined: await examinationOf(alice, waiting),
        resolved: found.status === 200 ? '200' : refusal(found),
        byAgent: tool.status === 200 ? '200' : refusal(tool),
        shown: (await world.anon.get(`/artifacts/${out.artifactId}`)).status,
        planned: plan.status,
      };
      set('registration worker resolve provider');
      expect(seen).toEqual({
        registered: registered === '202' ? '202' : '503 feature_disabled',
        examined: expect.objectContaining({
          state: examined,
          attempts: examined === 'pending' ? 0 : 1,
        }),
        resolved,
        byAgent: resolved,
        shown,
        planned,
      });
    },
  );

  it('a disabled external artifact registration returns 503 before it parses the body', async () => {
    const target = await newTarget();
    const path = `/mods/${target.modId}/versions/${target.versionId}/external-artifact`;
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const sent = new TextEncoder().encode('{ no JSON');
    set('worker resolve provider');
    const answers = [
      await alice.request('POST', path, { body: sent, headers }),
      await alice.post(path, { unknown: true }),
      await mallory.post(path, { unknown: true }),
    ];
    set('registration worker resolve');
    const body = { ...declared(keep(server, 'github', bytesOf()), bytesOf()) };
    const locator = { provider: 'github', owner: '../..' };
    answers.push(await alice.post(path, { ...body, locator }));
    set('registration worker resolve provider');
    expect(answers.map(refusal)).toEqual([
      '503 feature_disabled',
      '503 feature_disabled',
      '403 forbidden',
      '503 feature_disabled',
    ]);
    const on = await alice.request('POST', path, { body: sent, headers });
    expect(refusal(on)).toBe('400 invalid_json');
  });

  it('an external artifact registration replays after its feature is switched off', async () => {
    const bytes = bytesOf();
    const body = declared(keep(server, 'github', bytes), bytes);
    const target = await newTarget();
    const key = randomUUID();
    const made = await register(alice, target, body, key);
    set('worker resolve provider');
    const again = await register(alice, target, body, key);
    set('registration worker resolve provider');
    expect([again.status, again.body]).toEqual([202, made.body]);
  });

  it('a pending external artifact is examined after its worker is switched on', async () => {
    const bytes = bytesOf();
    set('registration provider resolve');
    const made = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
    await world.settled();
    set('registration worker resolve provider');
    world.clock.advance(301);
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'verified', attempts: 1 });
  });
});
