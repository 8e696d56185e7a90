import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/platform/log.js';
import type { Stores } from '../../src/platform/storage/open-stores.js';
import { createProxyWatches } from '../../src/server/proxy/index.js';
import { createProxyProbe } from '../../src/server/proxy/probe.js';
import {
  PROBES,
  type ProbeKind,
  type ProbeTerms,
  tokenOf,
} from '../../src/server/proxy/probe-token.js';
import { eventually } from '../eventually.js';
import { useWorld } from '../harness.js';
import { metricsOf, metricsShow } from '../metrics.js';
import { type ProxyFaults, startFaultyProxy } from './faulty-proxy.js';

const world = useWorld();
const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

/** A probe of a public address that has run once. */
async function probeOf(publicUrl: string, servesFiles = true) {
  const { keys, clock } = world.platform;
  const probe = createProxyProbe({
    keys,
    clock,
    servesFiles,
    publicUrl,
    log: silentLog,
    firstSeconds: 0,
    delaySeconds: 1,
    repeatDelaySeconds: 1,
    repeatPauseSeconds: 0,
  });
  closers.push(probe.stop);
  await Promise.all([probe.run(), probe.runRepeat()]);
  return probe;
}

/** A probe through a proxy with faults. */
async function probeThrough(faults: ProxyFaults, servesFiles = true) {
  const proxy = await startFaultyProxy(faults);
  closers.push(proxy.close);
  proxy.forwardTo(world.baseUrl);
  return probeOf(proxy.url, servesFiles);
}

describe.concurrent('the test of a proxy', () => {
  it('a proxy that passes everything has no fault', async () => {
    const probe = await probeThrough({});
    expect(probe.report()).toEqual({ state: 'up' });
    expect(Object.values(probe.faults())).toEqual([false, false, false, false, false]);
    expect(probe.reached()).toBe(true);
  });

  it.for([
    [
      'request_headers',
      { dropped: ['authorization'] },
      'removes or changes Authorization in requests',
    ],
    [
      'request_headers',
      { dropped: ['idempotency-key'] },
      'removes or changes Idempotency-Key in requests',
    ],
    [
      'request_headers',
      { dropped: ['if-none-match'] },
      'removes or changes If-None-Match in requests',
    ],
    [
      'request_headers',
      { dropped: ['range', 'if-match'] },
      'removes or changes Range, If-Match in',
    ],
    ['response_headers', { lost: ['etag', 'retry-after'] }, 'removes ETag, Retry-After from'],
    ['buffered_uploads', { buffersRequests: true }, 'holds back uploads'],
    ['buffered_streams', { buffersResponses: true }, 'holds back live updates'],
    ['repeated_writes', { attempts: 2 }, 'repeats a POST'],
  ] as const)('a proxy with the fault %s is found: %o', async ([fault, faults, reason]) => {
    const probe = await probeThrough(faults);
    expect(probe.report()).toEqual({ state: 'degraded', reason: expect.stringContaining(reason) });
    const shown = Object.entries(probe.faults()).filter(([, isShown]) => isShown);
    // A proxy that repeats a request must hold it back whole.
    const others = fault === 'repeated_writes' ? ['buffered_uploads'] : [];
    expect(shown.map(([name]) => name).toSorted()).toEqual([fault, ...others].toSorted());
  });

  it('a proxy that holds requests back in a queue does not look like one that repeats them', async () => {
    const probe = await probeThrough({ queuedMs: 1_000 });
    expect(probe.faults().repeated_writes).toBe(false);
  });

  it('a server that changes the protocol shows no fault', async () => {
    const probe = await probeThrough({ refuses: 101 });
    expect([probe.report(), probe.reached()]).toEqual([{ state: 'up' }, false]);
  });

  it('files that clients get elsewhere show no fault', async () => {
    const probe = await probeThrough({ dropped: ['range'], buffersRequests: true }, false);
    expect(probe.report()).toEqual({ state: 'up' });
  });

  it('a service whose files are in a bucket does not test how its proxy carries files', async () => {
    const proxy = await startFaultyProxy({ dropped: ['range'], buffersRequests: true });
    closers.push(proxy.close);
    proxy.forwardTo(world.baseUrl);
    const { config, limits } = world.platform;
    const platform = {
      ...world.platform,
      publicUrl: proxy.url,
      config: { ...config, publicUrl: proxy.url },
      limits: { ...limits, proxyProbeFirstSeconds: 0 },
    };
    const bucket = { handler: null } as Stores['storage'];
    const watches = createProxyWatches(platform, { storage: bucket } as Stores);
    closers.push(watches.stop);
    watches.start();
    await eventually(() => expect(watches.reached()).toBe(true));
    expect(watches.report()).toEqual({ state: 'up' });
  });

  it('the responses of another server show no fault', async () => {
    for (const refuses of [200, 204, 404, 502]) {
      const probe = await probeThrough({ refuses });
      expect([probe.report(), probe.reached()]).toEqual([{ state: 'up' }, false]);
    }
  });

  it('an address without a server shows no fault', async () => {
    const proxy = await startFaultyProxy({});
    proxy.close();
    const probe = await probeOf(proxy.url);
    expect([probe.report(), probe.reached()]).toEqual([{ state: 'up' }, false]);
  });
});

describe('the requests of a test', () => {
  const same = (token: string) => token;
  function addressOf(kind: ProbeKind, terms: Partial<ProbeTerms>, change = same): string {
    const { keys, clock } = world.platform;
    const token = tokenOf(keys, { kind, atMs: clock.now().getTime(), delayMs: 0, ...terms });
    return `${world.baseUrl}${PROBES[kind].path}?token=${encodeURIComponent(change(token))}`;
  }
  const send = (kind: ProbeKind, terms: Partial<ProbeTerms> = {}, change = same) =>
    fetch(addressOf(kind, terms, change), { method: PROBES[kind].method });

  it('a request without a new token of this installation for its path gets 404', async () => {
    expect((await send('headers')).status).toBe(200);
    const isOld = { atMs: world.platform.clock.now().getTime() - 61_000 };
    const refused = [
      await send('headers', isOld),
      await send('headers', {}, (token) => token.slice(0, -2)),
      await send('headers', {}, (token) => token.replace('headers', 'repeat')),
      await send('headers', {}, () => 'constructor.1.1.a'),
      await send('headers', { kind: 'upload' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('a process holds at most twenty of them at once', async () => {
    const holding = Array.from({ length: 20 }, () =>
      request(addressOf('stream', { delayMs: 99_999 }), { method: 'POST' }).end(),
    );
    for (const each of holding) each.on('error', () => undefined);
    await Promise.all(holding.map((each) => once(each, 'response')));
    expect((await send('headers')).status).toBe(404);
    for (const each of holding) each.socket?.resetAndDestroy();
    await eventually(async () => expect((await send('headers')).status).toBe(200));
  });
});

const front = await startFaultyProxy({ dropped: ['if-none-match'], lost: ['location'] });
const proxied = useWorld({ PUBLIC_URL: front.url }, { limits: { proxyProbeFirstSeconds: 0 } });
beforeAll(() => front.forwardTo(proxied.baseUrl));
afterAll(front.close);

describe('the tests of a service', () => {
  it('a service without PUBLIC_URL has no metric of tests', async () => {
    expect(await metricsOf(world)).not.toMatch(/^modport_proxy_tested/m);
  });

  it('the service says in /readyz what the proxy does, and in a metric with an alert', async () => {
    await eventually(async () => {
      const response = await fetch(`${proxied.baseUrl}/readyz`);
      expect(await response.json()).toMatchObject({
        status: 'ready',
        parts: { proxy: 'degraded' },
        reasons: {
          proxy:
            'the proxy removes or changes If-None-Match in requests; the proxy removes Location from responses',
        },
      });
    });
    await metricsShow(
      proxied,
      'modport_proxy_fault{fault="request_headers"} 1',
      'modport_proxy_fault{fault="response_headers"} 1',
      'modport_proxy_fault{fault="buffered_streams"} 0',
      'modport_proxy_tested 1',
    );
  });
});
