import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** One request as the fake registry received it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A fake service over real HTTP. Each test gives its replies. */
export interface FakeRegistry {
  readonly url: string;
  readonly seen: readonly Seen[];
  close(): Promise<void>;
}

/** Replies through `handle`; the request stays open until the promise of `handle` settles. */
export async function startFake(
  handle: (seen: Seen, url: string) => Reply | Promise<Reply>,
): Promise<FakeRegistry> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks) };
    seen.push(one);
    const reply = await handle(one, url);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A problem document in the format of the service. */
export function problem(status: number, code: string, more: object = {}): Reply {
  const body = { type: `/problems/${code}`, title: code, status, code, retryable: false, ...more };
  return { status, body, headers: { 'content-type': 'application/problem+json' } };
}

interface FakeMod {
  readonly id: string;
  readonly slug: string;
  readonly game: string;
  readonly title: Record<string, string>;
  readonly versions: FakeVersion[];
}

interface FakeVersion {
  readonly id: string;
  readonly version: string;
  readonly dependencies: readonly { readonly mod_id: string }[];
  status: string;
  sha256?: string;
}

/**
 * A registry in memory: keeps what the demo loader writes, replays keyed writes, and scans nothing.
 */
export function createMemoryRegistry() {
  const mods: FakeMod[] = [];
  const sessions = new Map<string, { version: FakeVersion; sha256: string; status: string }>();
  const replies = new Map<string, Reply>();
  const json = (seen: Seen) => JSON.parse(seen.body.toString('utf8'));
  const versionOf = (id: string): FakeVersion | undefined =>
    mods.flatMap((mod) => mod.versions).find((version) => version.id === id);
  const shown = (version: FakeVersion) => ({ ...version, artifact_ids: [] });
  const session = (id: string) => ({
    upload_id: id,
    lifecycleStatus: sessions.get(id)?.status ?? 'unknown',
    strategy: 'single',
    job: { status: 'succeeded', statusEndpoint: `/v1/uploads/${id}` },
  });

  function write(seen: Seen, url: string): Reply {
    const [, , noun, id = '', child, versionId = ''] = seen.path.split('/');
    const mod = mods.find((one) => one.id === id);
    if (noun === 'mods' && id === '') {
      const { slug, game_slug: game, title } = json(seen);
      if (mods.some((one) => one.slug === slug)) return problem(400, 'invalid_metadata');
      const made = { id: randomUUID(), slug, game, title, versions: [] };
      mods.push(made);
      return { status: 201, body: { data: made } };
    }
    if (child === 'media:fallback') {
      return { status: 201, body: { data: { id: randomUUID(), url, content_type: 'image/webp' } } };
    }
    if (mod && child === 'versions' && versionId === '') {
      const { version, dependencies } = json(seen);
      const made = { id: randomUUID(), version, dependencies, status: 'draft' };
      mod.versions.push(made);
      return { status: 201, body: { data: shown(made) } };
    }
    if (child === 'versions') {
      const version = versionOf(versionId);
      if (!version?.sha256) return problem(409, 'version_not_ready');
      version.status = 'published';
      return { status: 200, body: { data: shown(version) } };
    }
    if (noun === 'uploads' && child === 'complete') {
      const known = sessions.get(id);
      if (known) known.status = known.version.sha256 === known.sha256 ? 'ready' : 'failed';
      return { status: 200, body: { data: session(id) } };
    }
    if (noun !== 'uploads') return problem(404, 'not_found');
    const { versionId: target, expectedHashes } = json(seen);
    const version = versionOf(target);
    if (!version) return problem(404, 'not_found');
    const made = randomUUID();
    sessions.set(made, { version, sha256: expectedHashes.sha256, status: 'uploading' });
    const upload = { method: 'PUT', url: `${url}/store/${made}?sig=1`, headers: { 'x-part': '1' } };
    return { status: 201, body: { data: { ...session(made), upload } } };
  }

  function read(seen: Seen): Reply {
    const { pathname, searchParams } = new URL(seen.path, 'http://fake');
    const [, , noun, id = '', child] = pathname.split('/');
    const pagination = { next_cursor: null };
    if (noun === 'uploads') return { status: 200, body: { data: session(id) } };
    if (child === 'versions') {
      const versions = mods.find((mod) => mod.id === id)?.versions ?? [];
      return { status: 200, body: { data: versions.map(shown), pagination } };
    }
    const visible = mods.filter(
      (mod) =>
        mod.game === searchParams.get('game_slug') &&
        mod.versions.some((version) => version.status === 'published'),
    );
    return { status: 200, body: { data: visible, pagination } };
  }

  return {
    mods,
    handle(seen: Seen, url: string): Reply {
      if (seen.method === 'PUT') {
        const known = sessions.get(/\/store\/([^?]+)/.exec(seen.path)?.[1] ?? '');
        if (!known) return { status: 404 };
        known.version.sha256 = createHash('sha256').update(seen.body).digest('hex');
        return { status: 200, headers: { etag: '"1"' } };
      }
      if (seen.method === 'GET') return read(seen);
      const key = `${seen.path} ${seen.headers['idempotency-key']}`;
      const reply = replies.get(key) ?? write(seen, url);
      if (reply.status < 400) replies.set(key, reply);
      return reply;
    },
  };
}
