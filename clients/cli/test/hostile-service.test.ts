import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environment, modport, modportJson, PROGRAM, temporaryFolder, watch } from './cli.js';
import { FACTS } from './facts.js';

const id = (last: number): string => `01a214d2-0000-7000-8000-${String(last).padStart(12, '0')}`;

/** An item of a plan whose file has this name. */
function item(at: number, filename: string | null, more: object = {}) {
  const file = {
    artifact_id: id(100 + at),
    file_version: '1',
    original_filename: filename,
    size_bytes: 3,
    sha256: 'c'.repeat(64),
    resolve_endpoint: '/v1/downloads/x/resolve',
  };
  return {
    item_id: id(200 + at),
    role: 'selected',
    mod_id: id(at),
    title: { en: 'T' },
    slug: `mod-${at}`,
    access_tier: 'public',
    version_id: id(300 + at),
    version: '1',
    artifact_id: id(100 + at),
    artifact_source: 'rehosted_blob',
    embedded_in: null,
    file,
    ...more,
  };
}

/** A service whose plans all have these items, and whose searches all find one mod. */
async function service(items: readonly object[], requests: string[] = []): Promise<string> {
  const game = { id: id(1), slug: 'g', name: 'G' };
  const mod = {
    id: id(1),
    slug: 'evil',
    localized_slugs: {},
    title: { en: '\u001b]0;owned\u0007T\u202e' },
    game,
  };
  const empty = {
    categories: [],
    latest_version: '1\u001b[2J',
    downloads_count: 0,
    links: { web: '' },
    author: null,
  };
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    request.resume();
    const send = (data: unknown) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(data));
    if (request.url?.startsWith('/v1/search')) {
      const pagination = { next_cursor: null, has_more: false, limit: 1 };
      send({ data: [{ ...mod, ...empty }], pagination });
    } else if (request.url?.startsWith('/v1/install-plans')) {
      const lists = {
        dependency_constraints: [],
        conflicts: [],
        artifact_selection: [],
        decision_reasons: [],
        dependencies: [],
        steps: [],
      };
      send({ data: { plan_id: id(9), status: 'resolved', request: {}, items, ...lists } });
    } else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const install = (url: string, folder: string) =>
  modportJson(['install', 'evil', '--server', url, '--into', folder, '--dry-run']);

describe('a hostile service', () => {
  it.each([
    '../../evil.zip',
    '/etc/evil.zip',
    'C:\\Windows\\evil.dll',
    '..',
    '.modport',
    'modport.lock',
    'MODPORT.TOML',
    'nul',
    'a/b\\c.zip',
    'x\u0000.zip',
    'gpj\u202e.exe',
    `${'x'.repeat(5000)}.zip`,
    '',
    null,
  ])(
    'a hostile service cannot choose a place outside of the folder or a file of modport: %j',
    async (filename) => {
      const folder = temporaryFolder();
      const { code, data } = await install(await service([item(2, filename)]), folder);
      expect(code).toBe(0);
      const [{ path }] = data.added;
      expect(dirname(join(folder, path))).toBe(folder);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must be absent
      expect(path).not.toMatch(/[\u0000-\u001f\u202e\\/:]/);
      expect(['.modport', 'modport.lock', 'modport.toml', '..', '']).not.toContain(
        path.toLowerCase(),
      );
    },
  );

  it('a hostile service cannot make two files the same file on a case-insensitive file system', async () => {
    const names = ['Mod.zip', 'mod.ZIP', 'ｍod.zip', 'mod.zip'];
    const url = await service(names.map((name, at) => item(at + 2, name)));
    const { data } = await install(url, temporaryFolder());
    const paths = data.added.map(({ path }: { path: string }) =>
      path.normalize('NFKC').toUpperCase(),
    );
    expect(new Set(paths).size).toBe(4);
  });

  it.each([
    ['a digest that is none', { sha256: '../../x' }],
    ['a negative size', { size_bytes: -1 }],
  ])('a hostile service cannot put %s into a lockfile', async (_name, file) => {
    const first = item(2, 'a.zip');
    const url = await service([{ ...first, file: { ...first.file, ...file } }]);
    const { code, error } = await install(url, temporaryFolder());
    expect({ code, error: error.code }).toEqual({ code: 6, error: 'integrity' });
  });

  it('a hostile service cannot name the same file twice', async () => {
    const url = await service([item(2, 'a.zip'), item(2, 'b.zip')]);
    expect((await install(url, temporaryFolder())).code).toBe(6);
  });

  it('a hostile service cannot control the terminal by titles and versions', async () => {
    const { code, stdout } = await modport(['search', 'evil', '--server', await service([])]);
    expect(code).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must be absent
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
  });

  it('a hostile service gets no credential of another service', async () => {
    const home = temporaryFolder();
    const requests: string[] = [];
    const url = await service([], requests);
    const env = { MODPORT_HOME: home };
    expect((await modportJson(['whoami', '--server', url], { env })).error.code).toBe(
      'not_signed_in',
    );
    expect(requests).toEqual([]);
  });
});

describe('a full disk', () => {
  it('an installation on a full disk ends with exit code 7, leaves no wrong file, and the next run continues', async () => {
    const folder = temporaryFolder();
    // The limit of a file counts in KiB, and acts like a full disk.
    const script = 'ulimit -f 2000; exec "$0" "$@"';
    const args = [process.execPath, PROGRAM, 'install', 'large-pack', '--into', folder];
    const child = spawn('bash', ['-c', script, ...args], { env: environment() });
    const { code, stderr } = await watch(child).ended;
    expect(code).toBe(7);
    expect(stderr).toContain('disk is full');
    expect(readdirSync(folder)).toEqual(['.modport']);
    expect((await modport(['install', 'large-pack', '--into', folder])).code).toBe(0);
    expect(existsSync(join(folder, 'modport.lock'))).toBe(true);
    expect(FACTS.mods.some(({ slug }) => slug === 'large-pack')).toBe(true);
  });
});
