import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createNameCheck } from '../../../rest-facade/mcp/known-names.js';

/** Whether a service at an address accepts a request with these headers. */
function accepts(publicUrl: string, host: string, origin?: string): boolean {
  const req = new IncomingMessage(new Socket());
  req.headers = { host, ...(origin === undefined ? {} : { origin }) };
  try {
    createNameCheck(publicUrl)(req);
    return true;
  } catch {
    return false;
  }
}

const PUBLIC = 'https://mods.example';

describe('names in MCP requests to a public service', () => {
  it('a public service accepts any Host, because proxies may replace it', () => {
    for (const host of ['mods.example', 'upstream', '10.0.0.1:4000', '']) {
      expect(accepts(PUBLIC, host)).toBe(true);
    }
  });

  it('a public service accepts its own pages and those of the machine of the user', () => {
    for (const origin of [PUBLIC, 'http://localhost:6274', 'http://[::1]']) {
      expect(accepts(PUBLIC, 'mods.example', origin)).toBe(true);
    }
  });

  it('a public service rejects pages of every other origin', () => {
    const others = ['http://mods.example', 'https://mods.example:8443', 'https://x.mods.example'];
    for (const origin of [...others, 'https://evil.example', 'null', '', '*']) {
      expect(accepts(PUBLIC, 'mods.example', origin)).toBe(false);
    }
  });

  it('a local service rejects a Host that a DNS entry could redirect to it', () => {
    expect(accepts('http://localhost:4000', 'evil.example:4000')).toBe(false);
    expect(accepts('http://localhost:4000', '127.0.0.1:4000')).toBe(true);
  });
});
