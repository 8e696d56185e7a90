import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { coerceInputValue, type GraphQLInputObjectType, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PlaygroundOptions, playground } from '../../../src/graphql/playground.js';
import {
  firstMutation,
  firstQuery,
  MUTATION_VARIABLES,
} from '../../../src/graphql/playground-page.js';
import { buildDomainSchema } from '../../../src/graphql/schema.js';

let server: Server;
let origin: string;
let username: string | null = null;

beforeAll(async () => {
  const app = express();
  const page: PlaygroundOptions['page'] = (handler) => async (req, res) => {
    await handler({ user: username === null ? null : { username }, req, res });
  };
  app.use('/playground', playground({ endpoint: '/graphql', page }));
  app.use((_req, res) => void res.status(404).send('left to the service'));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function open(path = '/playground') {
  const response = await fetch(`${origin}${path}`, { redirect: 'error' });
  const html = await response.text();
  return { response, html, policy: directivesOf(response), scripts: inlineScripts(html) };
}

function directivesOf(response: Response): Map<string, string[]> {
  const policy = response.headers.get('content-security-policy') ?? '';
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

function inlineScripts(html: string): { attributes: string; code: string }[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .map(([, attributes = '', code = '']) => ({ attributes, code }))
    .filter(({ attributes }) => !attributes.includes('src='));
}

describe('the playground page', () => {
  test.each(['/playground', '/playground/', '/playground/index.html'])(
    'the playground opens at %s',
    async (path) => {
      const { response, html } = await open(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html).toContain('<base href="/playground/">');
    },
  );

  test('the playground page loads all its files from its own origin', async () => {
    const { html } = await open();
    const [, base = ''] = /<base href="([^"]+)"/.exec(html) ?? [];
    const named = [...html.matchAll(/<(?!base)[^>]*\s(?:src|href)="([^"]+)"/g)];
    const files = named.map(([, file = '']) => new URL(file, `${origin}${base}`));
    expect(files.map((file) => file.pathname)).toEqual(
      expect.arrayContaining(['/playground/main.js', '/playground/styles.css']),
    );
    for (const file of files) {
      expect(file.origin).toBe(origin);
      const response = await fetch(file);
      expect(response.status, file.pathname).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/javascript|css|icon|svg/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });

  test('the playground style uses only classes that the IDE defines', async () => {
    const { html } = await open();
    const style = /<title>modport playground<\/title>\s*<style>([\s\S]*?)<\/style>/.exec(html)?.[1];
    const selectors = (style ?? '').replace(/\{[^{}]*\}/g, ' ');
    const classes = [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
    expect(classes).toContain('send-request__button');
    const program = await (await fetch(`${origin}/playground/main.js`)).text();
    expect(classes.filter((name) => !program.includes(`"${name}"`))).toEqual([]);
  });

  test('the playground page contains no URL of another host', async () => {
    const { html } = await open();
    expect(html).not.toMatch(/(?:https?:|wss?:|["'(])\/\//);
  });

  test('the playground starts with a valid query and mutation, and shows where to put a token', async () => {
    const { html } = await open();
    const schema = buildDomainSchema();
    for (const example of [firstQuery(null), firstMutation(null)]) {
      expect(validate(schema, parse(example))).toEqual([]);
      expect(html).toContain(/^(?:query|mutation) \w+/m.exec(example)?.[0]);
    }
    const input = schema.getType('CreateModInput');
    expect(
      coerceInputValue(JSON.parse(MUTATION_VARIABLES).input, input as GraphQLInputObjectType),
    ).toBeDefined();
    expect(firstQuery(null)).toContain('Authorization: Bearer <token>');
    expect(html).toMatch(/endpointURL: `\/graphql`/);
  });

  test('the playground page states which session its requests use', async () => {
    expect((await open()).html).toContain('Nobody was signed in when this page opened.');
    username = 'ada';
    const { html } = await open();
    username = null;
    expect(html).toContain('You are signed in as ada.');
    expect(html).not.toContain('Nobody was signed in');
    expect(html).not.toContain('as anybody');
  });
});

describe('the content security policy of the playground', () => {
  test('the playground policy allows connections only to the own origin and forbids framing', async () => {
    const { policy, response } = await open();
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    const sources = [...policy.values()].flat().filter((source) => !source.startsWith("'nonce-"));
    const known = new Set(["'none'", "'self'", "'unsafe-inline'", 'data:']);
    expect(sources.filter((source) => !known.has(source))).toEqual([]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('the playground policy allows only own scripts, with a new nonce per response', async () => {
    const [first, second] = [await open(), await open()];
    const sources = first.policy.get('script-src') ?? [];
    expect(sources).toEqual(["'self'", expect.stringMatching(/^'nonce-[\w+/]{22}=='$/)]);
    expect(sources).not.toEqual(second.policy.get('script-src'));
    const nonce = sources[1]?.slice("'nonce-".length, -1);
    expect(first.scripts.length).toBeGreaterThan(0);
    for (const { attributes } of first.scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    expect(first.response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('the playground policy denies everything to a file that is opened directly', async () => {
    const { policy } = await open('/playground/iframe-sandbox/index.html');
    expect([...policy]).toEqual([
      ['default-src', ["'none'"]],
      ['frame-ancestors', ["'none'"]],
    ]);
  });
});

test('a token typed into the playground is not stored in the browser', async () => {
  const { html, scripts } = await open();
  const stored: unknown[] = [];
  class IDBObjectStore {
    constructor(readonly name: string) {}
    put(record: unknown) {
      stored.push(record);
    }
  }
  runInNewContext(scripts[0]?.code ?? '', { IDBObjectStore });
  new IDBObjectStore('appState').put({ key: 'windows', value: 'tok_secret' });
  new IDBObjectStore('queryCollections').put({ title: 'kept on purpose' });
  expect(stored).toEqual([{ key: 'windows', value: 'null' }, { title: 'kept on purpose' }]);

  // The guard is defined before the IDE starts, and the IDE stores its state in the guarded store.
  expect(html.indexOf('IDBObjectStore')).toBeLessThan(html.indexOf('main.js'));
  const program = await (await fetch(`${origin}/playground/main.js`)).text();
  expect(program).toMatch(/\.stores\(\{[^}]*appState:"key"/);
  expect(program).toContain('appState.put({key:');
});

test('a path outside the playground is passed on to the service', async () => {
  for (const path of [
    '/playground/nothing.js',
    '/playground/..%2fpackage.json',
    '/playground/media',
  ]) {
    const { response, html } = await open(path);
    expect([response.status, html], path).toEqual([404, 'left to the service']);
  }
});
