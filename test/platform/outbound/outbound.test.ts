import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/platform/outbound/address.js';
import { follow } from '../../../src/platform/outbound/follow.js';
import { readJson } from '../../../src/platform/outbound/read-json.js';
import { OutboundFailed, type OutboundRequest } from '../../../src/platform/outbound/send.js';
import {
  checkTarget,
  type Resolver,
  TargetRefused,
} from '../../../src/platform/outbound/target.js';

describe('an address', () => {
  it.each([['1.1.1.1'], ['140.82.121.4'], ['2606:4700::1111'], ['::ffff:140.82.121.4']])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['this host', '0.0.0.0'],
    ['this host, too', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback, in one number', '2130706433'],
    ['loopback, in other digits', '0x7f.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['of a carrier', '100.64.0.1'],
    ['link-local, with the metadata of clouds', '169.254.169.254'],
    ['for protocols', '192.0.0.1'],
    ['for documents', '192.0.2.1'],
    ['for documents', '198.51.100.1'],
    ['for documents', '203.0.113.1'],
    ['for measurements', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['a private one, mapped', '::ffff:10.0.0.1'],
    ['loopback, mapped', '::ffff:7f00:1'],
    ['a private one, translated', '64:ff9b::a00:1'],
    ['a private one, tunnelled', '2002:a00:1::'],
    ['tunnelled', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd12:3456::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['a public one with a zone', '2606:4700::1111%eth0'],
    ['for documents', '2001:db8::1'],
    ['multicast', 'ff02::1'],
    ['none at all', 'localhost'],
    ['empty', ''],
  ])('that is %s is not public: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a target', () => {
  const policy = {
    hosts: ['api.example.com', '127.0.0.1'],
    trustedOrigin: 'http://127.0.0.1:9999',
  };

  it.each([
    ['https://api.example.com/a'],
    ['https://API.example.com:443/a'],
    ['http://127.0.0.1:9999/b'],
  ])('%s is allowed', (url) => expect(() => checkTarget(new URL(url), policy)).not.toThrow());

  it.each([
    ['http', 'http://api.example.com/'],
    ['another port', 'https://api.example.com:8443/'],
    ['another host', 'https://example.com/'],
    ['a host that ends alike', 'https://evil-api.example.com/'],
    ['a host with a dot at its end', 'https://api.example.com./'],
    ['a user', 'https://user@api.example.com/'],
    ['a password', 'https://:secret@api.example.com/'],
    ['digits', 'https://127.0.0.1/'],
    ['another port of the trusted host', 'http://127.0.0.1:9998/'],
    ['a file', 'file:///etc/passwd'],
  ])('with %s is refused', (_, url) => {
    expect(() => checkTarget(new URL(url), policy)).toThrow(TargetRefused);
  });
});

describe('a request', () => {
  let origin: string;
  let answer: RequestListener;
  const server = createServer((request, response) => answer(request, response));
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const request = (more: Partial<OutboundRequest> = {}): OutboundRequest => ({
    method: 'GET',
    url: `${origin}/start`,
    headers: {},
    policy: { hosts: [], trustedOrigin: origin },
    idleSeconds: 5,
    signal: AbortSignal.timeout(20_000),
    ...more,
  });

  it('goes on where it is sent, at most four times', async () => {
    let hops = 0;
    answer = (_request, response) => {
      hops += 1;
      response.writeHead(302, { Location: '/on' }).end();
    };
    await expect(follow(request())).rejects.toThrow(OutboundFailed);
    expect(hops).toBe(5);
  });

  it.each([['http://127.0.0.1:1/'], ['https://169.254.169.254/latest'], ['file:///etc/passwd']])(
    'is not sent on to %s',
    async (location) => {
      answer = (_request, response) => response.writeHead(302, { Location: location }).end();
      await expect(follow(request())).rejects.toThrow(TargetRefused);
    },
  );

  it('is given up when nothing comes any more, before the answer and within it', async () => {
    answer = () => {};
    await expect(follow(request({ idleSeconds: 0.05 }))).rejects.toThrow(OutboundFailed);
    answer = (_request, response) => response.writeHead(200).write('a');
    const begun = await follow(request({ idleSeconds: 0.05 }));
    await expect(readJson(begun, 1000)).rejects.toThrow(OutboundFailed);
  });

  it('is given up when its time is over, although bytes come', async () => {
    const ending = new AbortController();
    answer = (_request, response) => response.writeHead(200).write('a');
    const begun = await follow(request({ signal: ending.signal }));
    ending.abort();
    await expect(readJson(begun, 1000)).rejects.toThrow();
  });

  it('reads no more of a document than it may', async () => {
    answer = (_request, response) => response.writeHead(200).end('"'.padEnd(2000, 'a'));
    await expect(readJson(await follow(request()), 1000)).rejects.toThrow('longer than 1000');
  });

  it('is not sent to a name that leads to a private address, in part or after a while', async () => {
    const policy = { hosts: ['api.example.com'] };
    const url = 'https://api.example.com/';
    const answers = [['10.0.0.1'], ['127.0.0.1', '::1', 'fd00::1'], ['169.254.169.254']];
    const asked: string[] = [];
    for (const addresses of answers) {
      const resolve: Resolver = (host, done) => {
        asked.push(host);
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      };
      await expect(follow(request({ policy, url, resolve }))).rejects.toThrow(TargetRefused);
    }
    // Each connection asks once, and connects to what it was told and nothing else.
    expect(asked).toEqual(['api.example.com', 'api.example.com', 'api.example.com']);
  });
});
