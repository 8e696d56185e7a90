import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE } from './support/child.js';
import { BASE_URL, facts, fetches, mod, withFaults } from './support/service.js';

const file = mod('stand-alone');
let code: string;
let imports: string[];
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const bundle = await rolldown({
    input: join(PACKAGE, 'test/support/page-child.ts'),
    platform: 'browser',
    logLevel: 'silent',
    resolve: {
      conditionNames: ['browser', 'modport-source', 'import', 'default'],
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  ({ code } = output[0]);
  imports = [...output[0].imports, ...output[0].dynamicImports];
  server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html').end('<!doctype html><title>test</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const executablePath = process.env['CHROMIUM_PATH'];
  if (!executablePath) throw new Error('npm run test:clients finds the browser');
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await page.addScriptTag({ content: code });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Runs a function of the page by its name. */
const run = (name: string, ...args: string[]): Promise<unknown> =>
  page.evaluate(
    ([one = '', ...rest]) =>
      (globalThis as unknown as Record<string, (...given: string[]) => Promise<unknown>>)[one]?.(
        ...rest,
      ),
    [name, ...args],
  );

describe('the browser bundle', () => {
  it('the bundle has nothing of Node and is small', () => {
    expect(imports).toEqual([]);
    expect(code).not.toContain('node:');
    expect(code.length).toBeLessThan(60_000);
  });

  it('a page reads a list and resolves a plan', async () => {
    await withFaults();
    const slugs = await run('listed', BASE_URL, facts.game);
    expect(slugs).toContain('stand-alone');
    const planned = await run('planned', BASE_URL, facts.game, mod('uses-base').id);
    expect(planned).toEqual(['base-library', 'uses-base']);
  });

  it('a page downloads a verified file', async () => {
    await withFaults();
    expect(await run('downloaded', BASE_URL, file.artifact_id)).toEqual({
      size: file.size,
      sha256: file.sha256,
    });
  });

  it('a download in a page goes on after a cut', async () => {
    const big = mod('large-pack');
    const match = { method: 'GET', path: '/storage/' };
    await withFaults({ match, fault: { kind: 'cut', after: 6_000_000 } });
    const { sha256 } = big;
    expect(await run('downloaded', BASE_URL, big.artifact_id)).toMatchObject({ sha256 });
    expect((await fetches()).at(-1)?.range).toMatch(/^bytes=\d+-$/);
  });

  it('wrong bytes never reach the page', async () => {
    const match = { method: 'GET', path: '/storage/' };
    await withFaults({ match, times: 9, fault: { kind: 'corrupt', at: 5 } });
    expect(await run('downloaded', BASE_URL, file.artifact_id)).toBe('IntegrityError');
  });

  it('a stream is closed after verification only, and aborted otherwise', async () => {
    await withFaults();
    expect(await run('streamed', BASE_URL, file.artifact_id)).toEqual({
      bytes: file.size,
      end: 'closed',
    });
    const match = { method: 'GET', path: '/storage/' };
    await withFaults({ match, times: 9, fault: { kind: 'corrupt', at: 5 } });
    expect(await run('streamed', BASE_URL, file.artifact_id)).toMatchObject({ end: 'aborted' });
  });

  it('a redirect of the API is not followed', async () => {
    await withFaults({
      match: { path: '/mods' },
      times: 9,
      fault: { kind: 'redirect', location: 'http://127.0.0.1:9/' },
    });
    expect(await run('listed', BASE_URL, facts.game)).toBe('TransportError');
  });
});
