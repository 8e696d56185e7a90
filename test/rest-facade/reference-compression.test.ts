import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createApiReference } from '../../rest-facade/api-reference.js';
import { readAssets } from '../../rest-facade/reference/assets.js';

describe('a file of the reference page', () => {
  it('a file of the reference page is sent in its built compressed form if the request accepts it', async () => {
    const variants = mkdtempSync(join(tmpdir(), 'modport-reference-'));
    const { script } = readAssets();
    writeFileSync(join(variants, `${script.file}.br`), brotliCompressSync(script.bytes));
    const apiReference = createApiReference({
      document: '/v1/openapi.json',
      folder: '/',
      legal: [],
      variants,
    });
    const server = createServer((req, res) => apiReference.sendAsset(req, res, script.file));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const ask = (coding: string) => fetch(url, { headers: { 'accept-encoding': coding } });
    for (const [coding, sent] of [
      ['br', 'br'],
      ['gzip', null],
      ['identity', null],
    ] as const) {
      const answer = await ask(coding);
      expect(await answer.text()).toBe(script.bytes.toString());
      expect(answer.headers.get('content-encoding')).toBe(sent);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    }
    server.closeAllConnections();
    server.close();
    rmSync(variants, { recursive: true });
  });
});
