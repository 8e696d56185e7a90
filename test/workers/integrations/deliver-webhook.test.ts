import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fanOutEvents } from '../../../src/modules/integrations/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { refusal } from '../../publishing.js';
import { happens, type Received } from '../../webhooks.js';
import { DAY, useDeliveries } from './deliveries.js';

const hooks = useDeliveries();
const { world } = hooks;

/** The signature check from the documentation. */
async function documentedCheck() {
  const guide = await readFile('docs/webhooks.md', 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return (
    one: Received,
    secret: string,
    raw = one.raw,
    nowSeconds = world.clock.now().getTime() / 1000,
  ) => isGenuine(one.headers, Buffer.from(raw), secret, nowSeconds) as boolean;
}

describe('a webhook delivery', () => {
  it('a webhook delivery carries the event in its envelope, with IDs and without the secret', async () => {
    const subjectId = await hooks.tells();
    const [one, ...more] = hooks.receiver.received;
    expect(more).toEqual([]);
    const [shown] = await hooks.deliveries();
    expect(one?.body).toEqual({
      spec_version: '1.0',
      event_id: shown.event_id,
      delivery_id: shown.id,
      type: 'token.changed',
      version: 1,
      occurred_at: shown.occurred_at,
      subject: { type: 'Token', id: subjectId, mod_id: null },
      data: { token_id: subjectId },
    });
    expect(one?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(one?.headers['x-service-delivery-id']).toBe(shown.id);
    expect(one?.headers['user-agent']).toMatch(/^modport\//);
    expect(shown).toMatchObject({
      delivery_status: 'succeeded',
      attempt_count: 1,
      next_attempt_at: null,
      last_response_status: 204,
      last_failure: null,
      response_snippet: null,
      retry: { retryable: false, attempt: 1, max_attempts: 8, next_attempt_at: null },
      links: { subject: null },
    });
    expect(shown.latency_ms).toBeGreaterThanOrEqual(0);
  });

  it('the documented signature check accepts a genuine delivery and rejects forged, altered and old ones', async () => {
    const isGenuine = await documentedCheck();
    await hooks.tells();
    const [one] = hooks.receiver.received;
    if (!one) throw new Error('nothing came');
    const { secret } = hooks.subscription;
    const now = Number(one.headers['x-service-timestamp']);
    expect(isGenuine(one, secret)).toBe(true);
    expect(isGenuine(one, `${secret}x`)).toBe(false);
    expect(isGenuine(one, secret, `${one.raw} `)).toBe(false);
    for (const name of ['x-service-signature', 'x-service-timestamp']) {
      const { [name]: _, ...headers } = one.headers;
      expect(isGenuine({ ...one, headers }, secret)).toBe(false);
    }
    expect(isGenuine(one, secret, one.raw, now + LIMITS.webhookToleranceSeconds)).toBe(true);
    expect(isGenuine(one, secret, one.raw, now + LIMITS.webhookToleranceSeconds + 1)).toBe(false);
    const mac = createHmac('sha256', secret).update(`${now}.${one.raw}`).digest('hex');
    expect(one.headers['x-service-signature']).toBe(`v1=${mac}`);
  });

  it('a webhook delivery carries signatures of both secrets for a day after a rotation, the newer first', async () => {
    const isGenuine = await documentedCheck();
    const path = `/webhook-subscriptions/${hooks.subscription.id}/rotate-secret`;
    const rotated = (await hooks.alice.post(path)).body.data;
    expect(rotated.secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(rotated.secret).not.toBe(hooks.subscription.secret);
    world.clock.advance(DAY - 1);
    await hooks.tells();
    world.clock.advance(1);
    await hooks.tells();
    const [within, after] = hooks.receiver.received;
    if (!within || !after) throw new Error('too little came');
    const signatures = String(within.headers['x-service-signature']).split(',');
    expect(signatures.length).toBe(2);
    const { headers, raw } = within;
    const newest = createHmac('sha256', rotated.secret)
      .update(`${headers['x-service-timestamp']}.${raw}`)
      .digest('hex');
    expect(signatures[0]).toBe(`v1=${newest}`);
    const at = Number(within.headers['x-service-timestamp']);
    expect(
      [rotated.secret, hooks.subscription.secret].map((it) => isGenuine(within, it, raw, at)),
    ).toEqual([true, true]);
    expect([rotated.secret, hooks.subscription.secret].map((it) => isGenuine(after, it))).toEqual([
      true,
      false,
    ]);
  });

  it('a webhook delivery carries only the current signature if the previous secret is unreadable', async () => {
    const isGenuine = await documentedCheck();
    const path = `/webhook-subscriptions/${hooks.subscription.id}/rotate-secret`;
    const rotated = (await hooks.alice.post(path)).body.data;
    const where = { id: hooks.subscription.id };
    const data = { previousSecret: new Uint8Array(60) };
    await world.platform.db.webhookSubscription.update({ where, data });
    await hooks.tells();
    const one = hooks.receiver.received.at(-1) as Received;
    expect(one.headers['x-service-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
    expect(isGenuine(one, rotated.secret)).toBe(true);
    expect((await hooks.deliveries())[0]).toMatchObject({ delivery_status: 'succeeded' });
  });

  it('a webhook delivery after two rotations is signed with the two newest secrets only', async () => {
    const isGenuine = await documentedCheck();
    const path = `/webhook-subscriptions/${hooks.subscription.id}/rotate-secret`;
    const [second, third] = [await hooks.alice.post(path), await hooks.alice.post(path)];
    await hooks.tells();
    const [one] = hooks.receiver.received;
    if (!one) throw new Error('nothing came');
    const secrets = [third, second].map(({ body }) => body.data.secret);
    expect([...secrets, hooks.subscription.secret].map((it) => isGenuine(one, it))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('a failing webhook delivery is attempted eight times within about a day with the same body, then exhausted', async () => {
    hooks.failing();
    await hooks.tells();
    const waits = [80, 240, 720, 2_160, 6_480, 19_440, 58_320];
    for (const [at, seconds] of waits.entries()) {
      expect((await hooks.deliveries())[0]).toMatchObject({
        delivery_status: 'retrying',
        attempt_count: at + 1,
        last_response_status: 503,
        last_failure: 'status',
        response_snippet: 'busy',
        retry: { retryable: true, attempt: at + 1 },
        next_attempt_at: new Date(world.clock.now().getTime() + seconds * 1000).toISOString(),
      });
      await hooks.later(seconds - 1);
      expect(hooks.receiver.received.length).toBe(at + 1);
      await hooks.later(1);
      expect(hooks.receiver.received.length).toBe(at + 2);
    }
    expect((await hooks.deliveries())[0]).toMatchObject({
      delivery_status: 'exhausted',
      attempt_count: 8,
      next_attempt_at: null,
      retry: { retryable: false },
    });
    await hooks.later(3 * DAY);
    expect(hooks.receiver.received.length).toBe(8);
    expect(new Set(hooks.receiver.received.map(({ raw }) => raw)).size).toBe(1);
    expect(
      new Set(hooks.receiver.received.map((it) => it.headers['x-service-timestamp'])).size,
    ).toBe(8);
  });

  it('a webhook delivery that succeeds on a retry is not attempted again', async () => {
    hooks.failing();
    await hooks.tells();
    hooks.receiver.answer((response) => response.writeHead(200).end('ok'));
    await hooks.later(80);
    expect((await hooks.deliveries())[0]).toMatchObject({
      delivery_status: 'succeeded',
      attempt_count: 2,
    });
    await hooks.later(DAY);
    expect(hooks.receiver.received.length).toBe(2);
  });

  it('a webhook delivery does not follow redirects', async () => {
    hooks.receiver.answer((response) => response.writeHead(307, { Location: '/other' }).end());
    await hooks.tells();
    expect(hooks.receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect((await hooks.deliveries())[0]).toMatchObject({
      last_response_status: 307,
      last_failure: 'status',
    });
  });

  it('a webhook attempt fails if no response header arrives in time, and succeeds if only the body is slow', async () => {
    const event = { userId: hooks.alice.userId };
    hooks.receiver.answer(() => undefined);
    await happens(world, event);
    await fanOutEvents(world.platform);
    await hooks.run({ responseSeconds: 0.05 });
    expect((await hooks.deliveries())[0]).toMatchObject({
      last_failure: 'timeout',
      last_response_status: null,
    });
    hooks.receiver.answer((response) => response.destroy());
    world.clock.advance(80);
    await hooks.run();
    expect((await hooks.deliveries())[0]).toMatchObject({
      last_failure: 'no_answer',
      attempt_count: 2,
    });
    // The response status decides, even if the body does not end.
    hooks.receiver.answer((response) => response.writeHead(200).write('so far'));
    world.clock.advance(240);
    await hooks.run({ responseSeconds: 0.05 });
    expect((await hooks.deliveries())[0]).toMatchObject({
      delivery_status: 'succeeded',
      response_snippet: 'so far',
    });
  });

  it('a webhook delivery stores the start of the response, sanitized and without secrets', async () => {
    const { secret } = hooks.subscription;
    const nasty = `<script>alert("1")</script>\u0000\u001b[31m ${secret} \u202E${'0a'.repeat(32)} Bearer abc.def `;
    hooks.receiver.answer((response) => {
      response.writeHead(500, { 'Content-Type': 'text/html' });
      response.end(nasty + 'x'.repeat(1_000_000));
    });
    await hooks.tells();
    const { response_snippet: snippet } = (await hooks.deliveries())[0];
    expect(snippet).toMatch(/^script alert\( ?1 ?\) ?\/script \[31m … … … x+$/);
    expect([...snippet].length).toBe(LIMITS.webhookSnippetCharacters);
  });
});

describe('webhook secrets', () => {
  it('webhook secrets are stored sealed and never appear in the audit log', async () => {
    const { db } = world.platform;
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { url: `${hooks.receiver.url}?key=hidden`, event_kinds: ['token.changed'] };
    const made = await hooks.alice.post('/webhook-subscriptions', body, key);
    const again = await hooks.alice.post('/webhook-subscriptions', body, key);
    expect(refusal(again)).toBe('409 idempotency_replay_unavailable');
    const { id, secret } = made.body.data;
    const { secret: sealed } = await db.webhookSubscription.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(sealed).includes(secret)).toBe(false);
    const kept = JSON.stringify([
      await db.auditEntry.findMany({ where: { targetId: id } }),
      await db.idempotencyRecord.findMany(),
      (await hooks.alice.get('/webhook-subscriptions')).body,
    ]);
    expect(kept).toContain('webhook.created');
    expect(kept).not.toContain(secret);
    const audits = await db.auditEntry.findMany({ where: { targetId: id } });
    expect(JSON.stringify(audits)).not.toContain('hidden');
  });
});
