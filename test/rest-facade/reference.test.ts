import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, startToy, type Toy } from './toy.js';

describe('the API reference page', () => {
  let toy: Toy;
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());

  const open = async (path = '/docs') => {
    const response = await toy.send('GET', path);
    return { response, html: await response.text() };
  };
  const filesOf = (html: string) =>
    [...html.matchAll(/<(?:link|script)\b[^>]*\s(?:src|href)="([^"]+)"/g)]
      .map(([, file = '']) => file)
      // The icon is a file of the site, not of the facade.
      .filter((file) => file !== '/favicon.svg');
  const fileOf = async (pattern: RegExp) =>
    filesOf((await open()).html).find((file) => pattern.test(file)) ?? '';

  it.each(['/docs', '/docs/'])(
    'the reference page opens at %s without a redirect',
    async (path) => {
      const { response, html } = await open(path);
      expect([response.status, response.redirected]).toEqual([200, false]);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html).toContain('<title>modport API reference</title>');
      expect(html).toContain('<a class="brand" href="/">');
    },
  );

  it('the reference page loads the document from its own origin', async () => {
    const { html } = await open();
    const [, document = ''] = /data-document="([^"]+)"/.exec(html) ?? [];
    for (const origin of [toy.url, 'https://mods.example', 'https://mods.example:8443']) {
      expect(new URL(document, `${origin}/docs`).href).toBe(`${origin}/v1/openapi.json`);
    }
    expect((await toy.send('GET', document)).status).toBe(200);
  });

  it('the reference page loads every file from its own origin', async () => {
    const { html } = await open();
    const files = filesOf(html).map((file) => new URL(file, `${toy.url}/docs`));
    expect(files.map((file) => file.pathname.replace(/-[0-9a-f]{16}\./, '.'))).toEqual([
      '/docs/assets/swagger-ui.css',
      '/docs/assets/reference.css',
      '/docs/assets/swagger-ui-bundle.js',
      '/docs/assets/reference.js',
    ]);
    for (const file of files) {
      expect(file.origin).toBe(toy.url);
      const response = await toy.send('GET', file.pathname);
      expect(response.status, file.pathname).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^(text\/(javascript|css)|image\/png)/);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });

  it('the reference page and its files load nothing from other origins', async () => {
    const { html } = await open();
    expect(html).not.toMatch(/(?:https?:|wss?:|["'(])\/\//);
    for (const path of filesOf(html).filter((file) => !file.endsWith('.png'))) {
      const text = await (await toy.send('GET', path)).text();
      expect(text, path).not.toContain('sourceMappingURL');
      if (!path.endsWith('.css')) continue;
      const loaded = [...text.matchAll(/url\(\s*["']?([^"')]{0,20})/g)].map(([, url]) => url);
      expect(
        loaded.filter((url) => !url?.startsWith('data:')),
        path,
      ).toEqual([]);
      expect(text, path).not.toContain('@import');
    }
  });

  it('the policy of the reference page forbids inline code, other origins and framing', async () => {
    const { response, html } = await open();
    expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('a file of the reference page has a policy that allows nothing', async () => {
    const { headers } = await toy.send('GET', await fileOf(/bundle/));
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('files of the reference page are immutable, and the page itself is revalidated', async () => {
    const asset = await toy.send('GET', await fileOf(/bundle/));
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { response } = await open();
    expect(response.headers.get('cache-control')).toContain('must-revalidate');
    const etag = response.headers.get('etag') ?? '';
    const again = await toy.send('GET', '/docs', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('HEAD of the reference page returns only headers, and every response has its request id', async () => {
    for (const path of ['/docs', await fileOf(/reference\S+css/)]) {
      // A build sends compressed files, whose length `fetch` does not report.
      const headers = { 'x-request-id': 'mine', 'accept-encoding': 'identity' };
      const [get, head] = [
        await toy.send('GET', path, { headers }),
        await toy.send('HEAD', path, { headers }),
      ];
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
      expect(head.headers.get('x-request-id')).toBe('mine');
    }
  });

  it.each([
    '/docs/nothing',
    '/docs/assets',
    '/docs/assets/nothing.js',
    '/docs/assets/swagger-ui.css',
    '/docs/assets/package.json',
    '/docs/assets/..%2f..%2fpackage.json',
    '/docs/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/docs/assets/..%5c..%5cpackage.json',
    '/docs/assets/%2fetc%2fpasswd',
    '/docs/assets/constructor',
  ])('the reference page has no file %s', async (path) => {
    const response = await toy.send('GET', path);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await refusalOf(response)).toEqual([404, 'not_found']);
  });

  it('the reference page links the document for readers without JavaScript', async () => {
    const { html } = await open();
    const [, sentence = ''] = /<noscript>([\s\S]*)<\/noscript>/.exec(html) ?? [];
    expect(sentence).toContain('<a href="/v1/openapi.json">');
  });

  describe('the program of the reference page', () => {
    const DOCUMENT = {
      paths: {
        '/mods/{mod_id}': { get: { parameters: [example('mod_id', 'path', 'recorded', true)] } },
        '/uploads/{upload_id}': {
          get: { parameters: [example('upload_id', 'path', 'u-1', true)] },
        },
        '/mods': {
          get: {
            parameters: [
              example('q', 'query', 'lantern', true),
              example('loader', 'query', 'forge'),
              example('cursor', 'query', 'abc'),
            ],
          },
        },
      },
    };
    const MODS = {
      data: [{ id: 'mine', game: { slug: 'wharf' }, author: { username: 'ann' } }],
    };
    const started = async ({ isDark = false, answers = {} }: StartOptions = {}) => {
      const code = await (await toy.send('GET', await fileOf(/reference\S+js/))).text();
      const classes = new Map<string, boolean>();
      const classList = { toggle: (name: string, on: boolean) => classes.set(name, on) };
      const settings = await new Promise<Settings>((resolve) => {
        runInNewContext(code, {
          SwaggerUIBundle: resolve,
          matchMedia: () => ({ matches: isDark, addEventListener() {} }),
          fetch: async (address: string) =>
            address in answers ? Response.json(answers[address]) : Response.error(),
          document: {
            documentElement: { classList },
            getElementById: () => ({ dataset: { document: '/v1/openapi.json' } }),
          },
        });
      });
      return { settings, classes };
    };

    it('the reference program stores no tokens, uses no validator and enables deep links', async () => {
      const { settings } = await started();
      expect(settings).toMatchObject({
        persistAuthorization: false,
        validatorUrl: null,
        deepLinking: true,
      });
    });

    it.each([
      ['get', [{ bearer: ['mods:read'] }], true],
      ['get', [{}, { bearer: ['mods:read'] }], true],
      ['post', [{}, { bearer: ['files:download'] }], true],
      ['post', [{ bearer: ['mods:write'] }], false],
      ['patch', undefined, false],
    ])('the reference program offers to try %s with %j: %s', async (method, security, expected) => {
      const { settings } = await started();
      const selectors = settings.plugins.map((plugin) => plugin().statePlugins);
      const allows = selectors.find(({ spec }) => spec)?.spec?.wrapSelectors.allowTryItOutFor();
      const requirements = security?.map((requirement) => new Map(Object.entries(requirement)));
      const state = { getIn: () => new Map([['security', requirements]]) };
      expect(allows?.(state, '/mods', method)).toBe(expected);
    });

    it('the reference program offers values of this service, and examples only as texts', async () => {
      const { settings } = await started({
        answers: { '/v1/openapi.json': structuredClone(DOCUMENT), '/v1/mods?limit=1': MODS },
      });
      const { get } = settings.spec?.paths['/mods/{mod_id}'] ?? {};
      expect(get?.parameters).toMatchObject([{ name: 'mod_id', example: 'mine' }]);
      const [upload] = settings.spec?.paths['/uploads/{upload_id}']?.get.parameters ?? [];
      expect(upload).toMatchObject({ description: 'A name. Example: `u-1`.' });
      expect(upload).not.toHaveProperty('example');
      const list = settings.spec?.paths['/mods']?.get.parameters;
      expect(list).toMatchObject([
        { name: 'q', example: 'lantern' },
        { name: 'loader', description: 'A name. Example: `forge`.' },
        { name: 'cursor', description: 'A name.' },
      ]);
      expect(JSON.stringify(settings.spec)).not.toContain('examples');
    });

    it('the reference program leaves ids open without a published mod, and the document to the library without one', async () => {
      const { settings } = await started({
        answers: {
          '/v1/openapi.json': structuredClone(DOCUMENT),
          '/v1/mods?limit=1': { data: [] },
        },
      });
      const [modId] = settings.spec?.paths['/mods/{mod_id}']?.get.parameters ?? [];
      expect(modId).not.toHaveProperty('example');
      expect((await started()).settings).toMatchObject({ url: '/v1/openapi.json' });
    });

    it('the reference program follows the light or dark preference of the browser', async () => {
      expect([...(await started({ isDark: true })).classes]).toEqual([['dark-mode', true]]);
      expect([...(await started()).classes]).toEqual([['dark-mode', false]]);
    });
  });
});

/** A parameter with a recorded example. */
function example(name: string, where: string, value: string, required = false) {
  return { name, in: where, required, description: 'A name.', examples: { recorded: { value } } };
}

/** The preference of the browser, and the responses of the service by address. */
interface StartOptions {
  readonly isDark?: boolean;
  readonly answers?: Readonly<Record<string, object>>;
}

/** The settings that the program passes to the library. */
interface Settings {
  readonly spec?: {
    readonly paths: Readonly<
      Record<string, { readonly get: { readonly parameters: readonly object[] } }>
    >;
  };
  readonly plugins: readonly (() => {
    readonly statePlugins: {
      readonly spec?: {
        readonly wrapSelectors: {
          allowTryItOutFor(): (state: unknown, path: string, method: string) => boolean;
        };
      };
    };
  })[];
}
