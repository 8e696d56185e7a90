import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { ProxyFault } from '../../src/server/proxy/request-faults.js';
import { createProxyWatch } from '../../src/server/proxy/watch.js';
import type { Json } from '../actors.js';
import { eventually } from '../eventually.js';
import { useWorld, type World } from '../harness.js';
import { metricsShow } from '../metrics.js';

const SITE = 'https://mods.example.org';
const HOST = 'mods.example.org';
const direct = useWorld({ PUBLIC_URL: SITE });
const proxied = useWorld({ PUBLIC_URL: SITE, TRUST_PROXY: 'loopback' });
const counted = useWorld({ TRUST_PROXY: '2' });
const elsewhere = useWorld({ TRUST_PROXY: '192.0.2.0/24' });

const CLIENT = '<client>';
type Headers = Readonly<Record<string, string>>;

let sent = 0;
/** Another client each time, as the proxy states it. */
const clientOf = (at: number) => `198.51.${100 + (at >> 8)}.${at & 255}`;

/**
 * Sends requests as a proxy would, each of another client and to another address. `CLIENT` in a header
 * stands for the client.
 */
async function send(world: World, headers: Headers, times: number): Promise<void> {
  for (let each = 0; each < times; each += 1) {
    sent += 1;
    const own = Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(CLIENT, clientOf(sent)),
    ]);
    const options = { headers: Object.fromEntries(own) };
    const asked = request(`${world.baseUrl}/v1/mods/nothing-${sent}`, options);
    const [response] = (await once(asked.end(), 'response')) as [IncomingMessage];
    expect(response.statusCode).toBeLessThan(500);
    response.resume();
    await once(response, 'end');
  }
}

const shows = (world: World, state: string, reason?: string) =>
  eventually(async () => {
    const ready = await fetch(`${world.baseUrl}/readyz`);
    const { status, parts, reasons = {} }: Json = await ready.json();
    expect([ready.status, status, parts.proxy]).toEqual([200, 'ready', state]);
    if (reason !== undefined) expect(reasons.proxy).toContain(reason);
  });

const right = { Host: HOST, 'X-Forwarded-For': CLIENT, 'X-Forwarded-Proto': 'https' };

describe('the proxy in /readyz', () => {
  it('a proxy that TRUST_PROXY does not name makes the proxy degraded, with an alert', async () => {
    await send(direct, { Host: HOST }, 19);
    // One forged header of a stranger.
    await send(direct, { Host: HOST, 'X-Forwarded-For': '10.0.0.1' }, 1);
    await shows(direct, 'up');
    await send(direct, right, 20);
    await shows(direct, 'degraded', 'an address that TRUST_PROXY does not name');
    await metricsShow(
      direct,
      'modport_proxy_fault{fault="untrusted"} 1',
      'modport_proxy_fault{fault="host"} 0',
      'modport_part_up{part="proxy"} 1',
    );
  });

  it('a list in TRUST_PROXY that lacks the proxy makes it degraded', async () => {
    await send(elsewhere, { 'X-Forwarded-For': CLIENT }, 20);
    await shows(elsewhere, 'degraded', 'an address that TRUST_PROXY does not name');
  });

  it('a proxy that passes everything is up, and each header that it strips or changes is named', async () => {
    const cases: [ProxyFault, Headers][] = [
      ['no_address', { Host: HOST }],
      ['missing_proxy', { ...right, 'X-Forwarded-For': `${CLIENT}, 10.1.2.3` }],
      ['protocol', { ...right, 'X-Forwarded-Proto': 'http' }],
      ['host', { ...right, Host: 'api-1:4000' }],
    ];
    await send(proxied, right, 20);
    await send(proxied, { ...right, 'X-Forwarded-For': `${CLIENT}, ${CLIENT}` }, 5);
    await shows(proxied, 'up');
    let others = 25;
    for (const [fault, headers] of cases) {
      await send(proxied, headers, others + 1);
      others = 2 * others + 1;
      await metricsShow(proxied, `modport_proxy_fault{fault="${fault}"} 1`);
    }
    await shows(proxied, 'degraded');
  });

  it('a TRUST_PROXY that counts more proxies than requests pass makes the proxy degraded', async () => {
    await send(counted, { 'X-Forwarded-For': `${CLIENT}, 10.0.0.7` }, 20);
    await shows(counted, 'up');
    // One client that chooses its addresses cannot hide the fault of the others.
    await send(counted, { 'X-Forwarded-For': CLIENT }, 5);
    await shows(counted, 'degraded', 'clients can choose their address');
  });
});

describe('the watch of the proxy', () => {
  const watchAt = (time: { ms: number }, trusted = 'none') =>
    createProxyWatch(loadConfig({ TRUST_PROXY: trusted }), () => time.ms);
  const requestFrom = (peer: string, forwarded?: string, url = '/v1/mods') => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return Object.assign(new IncomingMessage(socket), { url, headers });
  };
  const noticeMany = (watch: ReturnType<typeof watchAt>, url?: string) => {
    for (let each = 0; each < 20; each += 1) {
      watch.notice(requestFrom('10.0.0.1', clientOf(each), url));
    }
  };

  it('requests are forgotten after ten minutes', () => {
    const time = { ms: 0 };
    const watch = watchAt(time);
    noticeMany(watch);
    expect(watch.report().state).toBe('degraded');
    time.ms += (LIMITS.proxyWatchSeconds / 2) * 1000;
    expect(watch.report().state).toBe('degraded');
    time.ms += (LIMITS.proxyWatchSeconds / 2) * 1000;
    expect(watch.report().state).toBe('up');
    noticeMany(watch);
    time.ms += 10 * LIMITS.proxyWatchSeconds * 1000;
    expect(watch.report().state).toBe('up');
  });

  it.each(['/healthz', '/readyz', '/metrics'])('%s does not count', (path) => {
    const watch = watchAt({ ms: 0 });
    noticeMany(watch, path);
    expect(watch.report().state).toBe('up');
  });

  it.each([1, 6])(
    'a client of the internet that forges many headers counts once beside %i others',
    (others) => {
      const watch = watchAt({ ms: 0 });
      for (let each = 0; each < 500; each += 1) {
        watch.notice(requestFrom('203.0.113.9', clientOf(each)));
        watch.notice(requestFrom(`2001:db8::${each.toString(16)}`, clientOf(each)));
      }
      for (let each = 0; each < others; each += 1) watch.notice(requestFrom(clientOf(each)));
      expect(watch.report().state).toBe('up');
    },
  );

  it('a client that forges headers before those of a proxy that is not trusted hides no fault', () => {
    const watch = watchAt({ ms: 0 });
    noticeMany(watch);
    for (let each = 0; each < 500; each += 1) {
      watch.notice(requestFrom('10.0.0.1', `${clientOf(each + 1000)}, 203.0.113.9`));
    }
    expect(watch.faults().untrusted).toBe(true);
  });

  it('the report has a sentence for each fault', () => {
    const config = loadConfig({ TRUST_PROXY: '2', PUBLIC_URL: SITE });
    const watch = createProxyWatch(config);
    for (let each = 0; each < 20; each += 1) {
      watch.notice(requestFrom('10.0.0.1', clientOf(each)));
    }
    expect(watch.report()).toEqual({
      state: 'degraded',
      reason: expect.stringMatching(/clients can choose their address; most requests name a host/),
    });
  });

  it('a trusted proxy without X-Forwarded-For is found, although its clients share one address', () => {
    const watch = watchAt({ ms: 0 }, 'loopback');
    for (let each = 0; each < 20; each += 1) watch.notice(requestFrom('127.0.0.1'));
    expect(watch.faults().no_address).toBe(true);
  });

  it('the watch reads no more requests of a half after 1,000 addresses', () => {
    const time = { ms: 0 };
    const watch = watchAt(time);
    const { proxySampleAddresses: most, proxyWatchSeconds } = LIMITS;
    for (let each = 0; each < most; each += 1) watch.notice(requestFrom(clientOf(each)));
    const unread = Object.defineProperty(requestFrom('10.0.0.1'), 'headers', {
      get: () => expect.fail('the request was read'),
    });
    watch.notice(unread);
    time.ms += (proxyWatchSeconds / 2) * 1000;
    expect(() => watch.notice(unread)).toThrow('the request was read');
  });
});
