import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  follow,
  OutboundFailed,
  type OutboundRequest,
  readJson,
} from '../../../src/platform/outbound/send.js';
import {
  checkTarget,
  isPublicAddress,
  queryNameServers,
  type Resolver,
  TargetRefused,
} from '../../../src/platform/outbound/target.js';

describe('isPublicAddress', () => {
  it.each([['1.1.1.1'], ['140.82.121.4'], ['2606:4700::1111'], ['::ffff:140.82.121.4']])(
    'the address %s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['this host', '0.0.0.0'],
    ['on this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback as one number', '2130706433'],
    ['loopback in hex', '0x7f.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local (cloud metadata)', '169.254.169.254'],
    ['for protocols', '192.0.0.1'],
    ['for documentation', '192.0.2.1'],
    ['for documentation', '198.51.100.1'],
    ['for documentation', '203.0.113.1'],
    ['for benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['private and IPv4-mapped', '::ffff:10.0.0.1'],
    ['loopback and IPv4-mapped', '::ffff:7f00:1'],
    ['private behind NAT64', '64:ff9b::a00:1'],
    ['private in 6to4', '2002:a00:1::'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd12:3456::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700::1111%eth0'],
    ['for documentation', '2001:db8::1'],
    ['multicast', 'ff02::1'],
    ['site-local', 'fec0::1'],
    ['unassigned', '4000::1'],
    ['unassigned', '::2:0:1'],
    ['a name', 'localhost'],
    ['empty', ''],
  ])('an address that is %s is not public: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the target policy', () => {
  const policy = {
    hosts: ['api.example.com', '127.0.0.1'],
    trustedOrigin: 'http://127.0.0.1:9999',
  };

  it.each([
    ['https://api.example.com/a'],
    ['https://API.example.com:443/a'],
    ['http://127.0.0.1:9999/b'],
  ])('the target %s is allowed', (url) =>
    expect(() => checkTarget(new URL(url), policy)).not.toThrow(),
  );

  it.each([
    ['http', 'http://api.example.com/'],
    ['another port', 'https://api.example.com:8443/'],
    ['another host', 'https://example.com/'],
    ['a host with the same ending', 'https://evil-api.example.com/'],
    ['a host with a dot at its end', 'https://api.example.com./'],
    ['a user', 'https://user@api.example.com/'],
    ['a password', 'https://:secret@api.example.com/'],
    ['digits', 'https://127.0.0.1/'],
    ['another port of the trusted host', 'http://127.0.0.1:9998/'],
    ['a file', 'file:///etc/passwd'],
  ])('a target with %s is refused', (_, url) => {
    expect(() => checkTarget(new URL(url), policy)).toThrow(TargetRefused);
  });
});

describe('an outbound request', () => {
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

  it('an outbound request follows at most four redirects', async () => {
    let hops = 0;
    answer = (_request, response) => {
      hops += 1;
      response.writeHead(302, { Location: '/on' }).end();
    };
    await expect(follow(request())).rejects.toThrow(OutboundFailed);
    expect(hops).toBe(5);
  });

  it.each([['http://127.0.0.1:1/'], ['https://169.254.169.254/latest'], ['file:///etc/passwd']])(
    'an outbound request does not follow a redirect to %s',
    async (location) => {
      answer = (_request, response) => response.writeHead(302, { Location: location }).end();
      await expect(follow(request())).rejects.toThrow(TargetRefused);
    },
  );

  it('an outbound request fails when no bytes arrive, before the response or during it', async () => {
    answer = () => {};
    await expect(follow(request({ idleSeconds: 0.05 }))).rejects.toThrow(OutboundFailed);
    answer = (_request, response) => response.writeHead(200).write('a');
    const begun = await follow(request({ idleSeconds: 0.05 }));
    await expect(readJson(begun, 1000)).rejects.toThrow(OutboundFailed);
  });

  it('an outbound request fails at its deadline even if bytes arrive', async () => {
    const ending = new AbortController();
    answer = (_request, response) => response.writeHead(200).write('a');
    const begun = await follow(request({ signal: ending.signal }));
    ending.abort();
    await expect(readJson(begun, 1000)).rejects.toThrow();
  });

  it('an outbound request fails if the server switches protocols', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const policy = { hosts: [], trustedOrigin: other };
    await expect(follow(request({ url: `${other}/`, policy }))).rejects.toThrow(OutboundFailed);
    server.close();
  });

  it('readJson rejects a document over its size limit', async () => {
    answer = (_request, response) => response.writeHead(200).end('"'.padEnd(2000, 'a'));
    await expect(readJson(await follow(request()), 1000)).rejects.toThrow('longer than 1000');
  });

  it('an outbound request is not sent to a name with a private address, even among others or after a while', async () => {
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
    // Each connection resolves the name once and connects only to that result.
    expect(asked).toEqual(['api.example.com', 'api.example.com', 'api.example.com']);
  });
});

describe('name resolution', () => {
  const KNOWN = 'known.example.com';
  const SILENT = 'silent.example.com';
  const server = createSocket('udp4');
  let servers: string[];
  const asked: string[] = [];

  /** Responds for the known name with one address of each version, and never for other names. */
  beforeAll(async () => {
    server.on('message', (query, { port, address }) => {
      const end = query.indexOf(0, 12);
      const host = query.toString('latin1', 13, end).replace(/[^a-z]/g, '.');
      const type = query.readUInt16BE(end + 1);
      asked.push(host);
      if (host !== KNOWN) return;
      const question = query.subarray(12, end + 5);
      const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
      const v6 = Buffer.from('26064700000000000000000000001111', 'hex');
      const data = type === 28 ? v6 : Buffer.from([1, 1, 1, 1]);
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]);
      server.send(Buffer.concat([head, question, record]), port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    servers = [`127.0.0.1:${server.address().port}`];
  });
  afterAll(() => {
    server.close();
  });

  const resolved = (host: string, seconds: number) =>
    new Promise<readonly string[]>((resolve, reject) =>
      queryNameServers({ servers, seconds })(host, (error, found) =>
        error ? reject(error) : resolve(found.map(({ address }) => address)),
      ),
    );

  it('a name resolves to its addresses of both versions while other queries time out', async () => {
    let waiting = 0;
    const others = Array.from({ length: 16 }, async () => {
      waiting += 1;
      await resolved(SILENT, 1).catch(() => {});
      waiting -= 1;
    });
    expect(await resolved(KNOWN, 20)).toEqual(['1.1.1.1', '2606:4700::1111']);
    expect(waiting).toBe(16);
    await Promise.all(others);
    expect(asked).toContain(SILENT);
  });

  it('a name without a response from its name servers fails to resolve', async () => {
    await expect(resolved(SILENT, 0.05)).rejects.toThrow(`${SILENT} has no address`);
  });
});
