import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import { PROVIDER_NAMES } from '../../../src/registry/providers.js';
import type { Json } from '../../actors.js';
import {
  fileOf,
  json,
  keep,
  openProviderServer,
  plainFileOf,
  status,
} from '../../provider-server.js';
import { everyNth } from '../../rounds.js';
import { bytesOf, expectPlainRequests, useExaminations } from './examinations.js';
import { declared, passDays, runAllAttempts } from './references.js';

const server = await openProviderServer();
const elsewhere = await openProviderServer();
afterAll(() => elsewhere.close());
const scene = useExaminations(server);
const { world } = scene;

/** The event kinds and audit actions of a file, and the code of its last event. */
const toldOf = async ({ artifactId }: { artifactId: string }) => {
  const { outboxEvent, auditEntry } = world.platform.db;
  const events = await outboxEvent.findMany({ where: { subjectId: artifactId } });
  const lines = await auditEntry.findMany({ where: { targetId: artifactId } });
  const data = events.at(-1)?.data as Json;
  return [[...events.map(({ kind }) => kind), ...lines.map(({ action }) => action)], data.code];
};

describe('a provider that does not respond properly', () => {
  it("a provider's Retry-After delays the examination without spending an attempt", async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    server.serve(file.apiPath, status(429, { 'Retry-After': '120' }));
    const made = await scene.register(declared(file, bytes));
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({ state: 'processing', attempts: 0 });
    server.serve(file.apiPath, json(file.tell(bytes)));
    world.clock.advance(110);
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({ state: 'processing' });
    world.clock.advance(11);
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({ state: 'verified', attempts: 1 });
  });

  it('an examination waits at most an hour per Retry-After, backs off and fails after the last wait', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    const times = () => server.asked.filter(({ path }) => path === file.apiPath).length;
    const minutes: number[] = [];
    server.serve(file.apiPath, status(429, { 'Retry-After': '86400' }));
    const made = await scene.register(declared(file, bytes));
    await world.settled();
    world.clock.advance(LIMITS.providerWaitMaxSeconds - 60);
    await world.settled();
    expect(times()).toBe(1);
    server.serve(file.apiPath, status(503, { 'Retry-After': '1' }));
    world.clock.advance(61);
    for (let asked = 2; asked <= LIMITS.providerWaits; asked += 1) {
      await world.settled();
      const { next_attempt_at, attempts } = await scene.examined(made);
      const waitSeconds = (Date.parse(next_attempt_at) - world.clock.now().getTime()) / 1000;
      minutes.push(Math.round(waitSeconds / 60));
      expect([times(), attempts]).toEqual([asked, 0]);
      world.clock.advance(waitSeconds + 1);
    }
    expect(minutes).toEqual([2, 4, 8, 16, 32, ...Array.from(minutes.slice(5), () => 60)]);
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({
      state: 'failed',
      terminal_reason: 'provider_rate_limited',
      next_attempt_at: null,
    });
    expect(await scene.stateOf(made)).toBe('failed');
    expect(await scene.referenceOf(made)).toMatchObject({
      state: 'failed',
      endReason: 'provider_rate_limited',
      locatorKey: null,
    });
    expect(await toldOf(made)).toEqual([
      ['file.failed', 'reference.registered', 'reference.rejected'],
      'provider_rate_limited',
    ]);
    const asked = times();
    world.clock.advance(2 * LIMITS.providerWaitMaxSeconds);
    await world.settled();
    expect(times()).toBe(asked);
  });

  it('a verified reference becomes stale, not failed, if its provider keeps rate limiting', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    const made = await scene.register(declared(file, bytes));
    await world.settled();
    server.serve(file.apiPath, status(429));
    const { referenceId } = made;
    const open = { referenceId, state: 'processing' } as const;
    const { referenceValidation } = world.platform.db;
    for (const [days, state] of [[1, 'verified'] as const, [4, 'stale'] as const]) {
      await passDays(world, days);
      // Skips all waits but the last.
      const data = { waits: LIMITS.providerWaits };
      expect(await referenceValidation.updateMany({ where: open, data })).toEqual({ count: 1 });
      world.clock.advance(LIMITS.providerWaitMaxSeconds);
      await world.settled();
      expect(await scene.referenceOf(made)).toMatchObject({ state, endReason: null });
      const last = { where: { referenceId }, orderBy: { createdAt: 'desc' } } as const;
      expect(await referenceValidation.findFirst(last)).toMatchObject({
        state: 'failed',
        terminalReason: 'provider_rate_limited',
      });
    }
  });

  it.each(everyNth(PROVIDER_NAMES, 2))(
    'a verified reference of %s outlives a response about its file in an unknown form',
    async (provider) => {
      const bytes = bytesOf();
      const file = keep(server, provider, bytes);
      const made = await scene.register(declared(file, bytes));
      await world.settled();
      const unknown = { size: 'some', sizeBytes: 'some' };
      server.serve(file.apiPath, json(file.tell(bytes, unknown)));
      await passDays(world, 1);
      await runAllAttempts(world);
      const { referenceId } = made;
      const last = { where: { referenceId }, orderBy: { createdAt: 'desc' } } as const;
      expect(await world.platform.db.referenceValidation.findFirst(last)).toMatchObject({
        state: 'failed',
        terminalReason: 'provider_unavailable',
      });
      expect(await scene.referenceOf(made)).toMatchObject({ state: 'verified', endReason: null });
    },
  );

  it('an interrupted download is retried', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'codeberg', bytes);
    server.serve(file.filePath, (_request, response) => {
      response.writeHead(200, { 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, 10), () => response.destroy());
    });
    const made = await scene.register(declared(file, bytes));
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({ state: 'processing', attempts: 1 });
    expect(await scene.stagedKeys()).toEqual([]);
    server.serve(file.filePath, fileOf(bytes));
    world.clock.advance(61);
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({ state: 'verified', attempts: 2 });
  });

  it.each([
    ['returns 500', status(500)],
    ['returns invalid JSON', plainFileOf(new Uint8Array([1]))],
    ['returns JSON in an unknown form', json({ release: { id: 41 } })],
    ['redirects without end', status(302, { Location: '/repos/round' })],
    ['redirects to another host', status(302, { Location: `${elsewhere.origin}/secret` })],
    ['redirects to a loopback address', status(302, { Location: 'http://127.0.0.1:22/' })],
  ])('an examination fails after five attempts if its provider %s', async (_, answer) => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    server.serve('/repos/round', status(302, { Location: '/repos/round' }));
    server.serve(file.apiPath, answer);
    const made = await scene.register(declared(file, bytes));
    await runAllAttempts(world);
    expect(await scene.examined(made)).toMatchObject({
      state: 'failed',
      terminal_reason: 'provider_unavailable',
      attempts: 5,
    });
    expect(await scene.stateOf(made)).toBe('failed');
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('an examination without the store or the antivirus', () => {
  afterEach(() => void vi.restoreAllMocks());

  const away = new Error('away');
  it.each([
    ['the store is away', () => vi.spyOn(world.platform.storage, 'ping').mockRejectedValue(away)],
    [
      'the antivirus is away',
      () => vi.spyOn(world.platform.scanner, 'ping').mockRejectedValue(away),
    ],
    [
      'the antivirus is unreliable',
      () =>
        vi
          .spyOn(world.platform.scanner, 'engine')
          .mockResolvedValue({ name: 'clamav', signatures: '1', doubt: 'old signatures' }),
    ],
  ])('a first examination waits without an attempt or a request while %s', async (_, begin) => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    begin();
    const made = await scene.register(declared(file, bytes));
    for (let run = 0; run <= LIMITS.referenceAttempts; run += 1) {
      await world.settled();
      world.clock.advance(3_600);
    }
    expect(await scene.examined(made)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(server.asked.filter(({ path }) => path === file.apiPath)).toEqual([]);
    vi.restoreAllMocks();
    await world.settled();
    expect(await scene.examined(made)).toMatchObject({ state: 'verified', attempts: 1 });
  });

  it('the daily check confirms a known file while the antivirus is away', async () => {
    const bytes = bytesOf();
    const made = await scene.register(declared(keep(server, 'github', bytes), bytes));
    await world.settled();
    const { checkedAt } = await scene.referenceOf(made);
    vi.spyOn(world.platform.scanner, 'ping').mockRejectedValue(away);
    await passDays(world, 1);
    const checked = await scene.referenceOf(made);
    expect(checked.state).toBe('verified');
    expect(checked.checkedAt?.getTime()).toBeGreaterThan(checkedAt?.getTime() ?? 0);
  });

  it('changed bytes at the provider wait until the antivirus is back', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'codeberg', bytes);
    const made = await scene.register(declared(file, bytes));
    await world.settled();
    server.serve(file.apiPath, json(file.tell(bytes, { created_at: '2026-02-02T00:00:00Z' })));
    vi.spyOn(world.platform.scanner, 'ping').mockRejectedValue(away);
    await passDays(world, 1);
    expect(await scene.referenceOf(made)).toMatchObject({ state: 'verified', revision: 1 });
    vi.restoreAllMocks();
    world.clock.advance(3_600);
    await world.settled();
    expect(await scene.referenceOf(made)).toMatchObject({ state: 'verified', revision: 2 });
  });
});

it('repeated and redirected requests carry the User-Agent of modport and no credential', () => {
  expectPlainRequests(server);
});
