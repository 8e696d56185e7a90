import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, enrolTotp } from '../../src/modules/identity/index.js';
import { createLog, type Log } from '../../src/platform/log.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Creator } from '../actors.js';
import { administer } from '../database.js';
import { eventually } from '../eventually.js';
import { useWorld } from '../harness.js';
import { newVisitor } from '../pages/visitor.js';
import { archiveOf, declarationOf, draftMod, draftVersion, newGame } from '../publishing.js';
import { leaveUnwatched } from '../rest-responses.js';
import { longTest } from '../rounds.js';
import { useCollector } from '../traces.js';
import { subscribed } from '../webhooks.js';

const lines: string[] = [];
/** Each entry gets a log of its own, because a log counts equal failures and does not write them. */
const write = (level: keyof Log) => (fields: object, message: string) =>
  createLog('trace', { write: (line) => void lines.push(line) })[level](fields, message);
const log: Log = {
  debug: write('debug'),
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
};

const SMTP_PASSWORD = 'canary-smtp-Vt4xwq';
const MEILI_KEY = 'canary-meili-Kd83nzPq1LwXcVbNmAs';
const ENCRYPTION_KEY = Buffer.alloc(32, 'canary-root-key').toString('base64');
const PASSWORD = 'canary horse battery Rz71';
/** Texts that a client sends in place of a secret, such as a mistyped password. */
const SENT = ['canary-sent-9pLw2kQvXz', `mpat_${'Qz7canary'.repeat(5)}`];

const COLLECTOR_KEY = 'canary-collector-Wq82mZxR';
const EMAIL = 'canary.ann@example.org';
const collector = useCollector();
const world = useWorld(
  Object.assign(collector.environment, {
    OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${COLLECTOR_KEY}`,
    ENCRYPTION_KEY,
    SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:59999`,
    MAIL_FROM: 'mods@example.org',
    MEILI_URL: 'http://127.0.0.1:59999',
    MEILI_API_KEY: MEILI_KEY,
    WEBHOOK_TARGETS: 'any',
  }),
  { log },
);

/** The secrets of the service and of its users, by what they are. */
const secrets = new Map<string, string>();
let alice: Creator;
let watchAgain: () => void;

beforeAll(async () => {
  watchAgain = leaveUnwatched(world.baseUrl);
  const { platform } = world;
  const url = new URL(platform.config.databaseUrl ?? '');
  await newGame(world, 'caged');
  alice = await world.creator('alice');
  const ctx = createSystemContext(platform, 'test');
  await createUser(ctx, { username: 'ann', password: PASSWORD, email: EMAIL });
  const visitor = newVisitor(world);
  await visitor.signIn('ann', PASSWORD);
  await newVisitor(world).fill('/account/forgot-password', { email: EMAIL });
  const { secret: totp } = await enrolTotp(ctx, 'ann');
  const key = await alice.post('/api-keys', { name: 'Canary', scopes: ['mods:read'] });
  const hook = await subscribed(alice, 'http://127.0.0.1:9/', ['mod.updated']);
  const { id: modId } = await draftMod(alice, 'caged');
  const { id: versionId } = await draftVersion(alice, modId, { version: '1.0.0' });
  const declared = declarationOf({ modId, versionId }, archiveOf('canary'));
  const { upload } = (await alice.post('/uploads', declared)).body.data;
  const found: Readonly<Record<string, string | undefined>> = {
    'the password of PostgreSQL': url.password,
    'the root key': ENCRYPTION_KEY,
    'the password of the mail server': SMTP_PASSWORD,
    'the key of Meilisearch': MEILI_KEY,
    'the key of the collector': COLLECTOR_KEY,
    'an access token': alice.token ?? undefined,
    'an API key': key.body.data.secret,
    'the secret of a webhook': hook.secret,
    'a password': PASSWORD,
    'a session': visitor.cookies.get('modport_session'),
    'the secret of a second factor': totp,
    'a signed address': new URL(upload.url).pathname.split('/').at(-1),
  };
  for (const [what, secret] of Object.entries(found)) {
    expect([what, (secret ?? '').length > 7]).toEqual([what, true]);
    secrets.set(what, secret ?? '');
  }
  for (const text of SENT) secrets.set(`a sent text ${secrets.size}`, text);
});
afterAll(() => watchAgain());

/**
 * Sends a text as a part of the addresses of pages. The log shows the path of a page that fails, so
 * this is only for a service that works.
 */
async function sendToPages(text: string): Promise<void> {
  const encoded = encodeURIComponent(text);
  const paths = ['', 'mods/', `mods/${encoded}/versions/`, 'games/', 'account/', 'guides/'];
  const options = { redirect: 'manual' } as const;
  await Promise.all(
    paths.map(async (path) =>
      (await fetch(`${world.baseUrl}/${path}${encoded}/`, options)).arrayBuffer(),
    ),
  );
}

/**
 * Sends a text wherever a client can send one, in the right place and in wrong ones. The log holds
 * the id that a client gives its request, so `X-Request-Id` is no place for a secret.
 */
async function sendEverywhere(text: string): Promise<void> {
  const encoded = encodeURIComponent(text);
  const token = `Bearer ${alice.token}`;
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: world.baseUrl };
  const basic = `Basic ${Buffer.from(`client:${text}`).toString('base64')}`;
  const send = (method: string, path: string, headers: object = {}, body?: string) =>
    fetch(world.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
    }).then((response) => response.arrayBuffer());
  const get = (path: string, headers: object = {}) => send('GET', path, headers);
  const graphql = (body: object, headers: object = {}) =>
    send('POST', '/graphql', { ...json, Authorization: token, ...headers }, JSON.stringify(body));
  const oauth = (path: string, fields: string, headers: object = {}) =>
    send('POST', `/oauth/${path}`, { ...form, ...headers }, fields);
  await Promise.all([
    get(`/v1/mods/${encoded}`),
    get(`/v1/mods?cursor=${encoded}&limit=${encoded}`),
    get(`/v1/me?access_token=${encoded}`),
    get(`/v1/search?q=${encoded}`),
    get(`/${encoded}?token=${encoded}`),
    get(`/storage/${encoded}`),
    send('PUT', `/storage/${encoded}`, {}, 'bytes'),
    get(`/mirror/${encoded}`),
    get(`/media/${encoded}`),
    get(`/account/reset-password?token=${encoded}`),
    get(`/account/verify-email?token=${encoded}`),
    get('/v1/me', { Authorization: `Bearer ${encoded}` }),
    get('/v1/me', { Authorization: `Bearer ${encoded} ${encoded}` }),
    get('/v1/me', { Authorization: basic }),
    get('/account/security', { Cookie: `modport_session=${encoded}`, Accept: 'text/html' }),
    get('/v1/mods', { 'X-Service-Client': encoded, Cookie: `modport_session=${encoded}` }),
    get('/v1/mods', { traceparent: encoded, tracestate: encoded, 'If-None-Match': encoded }),
    ...[
      { title: text },
      { game_slug: { [text]: text } },
      { [text]: text },
      { game_slug: 'caged', title: { en: 'T' }, description: { en: 7 }, license: { x: text } },
    ].map((body) =>
      send('POST', '/v1/mods', { ...json, Authorization: token }, JSON.stringify(body)),
    ),
    send('POST', '/v1/mods', { ...json, Authorization: token }, `{"title": "${text}`),
    send(
      'POST',
      '/v1/mods',
      { ...json, Authorization: token, 'Idempotency-Key': encoded, 'If-Match': `"${encoded}"` },
      '{"game_slug":"caged"}',
    ),
    send(
      'POST',
      '/v1/webhook-subscriptions',
      { ...json, Authorization: token },
      JSON.stringify({ url: `http://user:${encoded}@127.0.0.1:9/`, event_kinds: [text] }),
    ),
    graphql({
      query: 'query ($id: ID!, $n: Int) { mod(id: $id) { id } }',
      variables: { id: [text], n: text },
    }),
    graphql({ query: `{ mods(limit: "${text}") { nodes { id } } }` }),
    graphql({ query: `{ "${text}" }` }),
    graphql({
      query: `mutation { createModDraft(input: { gameSlug: "${text}", secret: "${text}" }) { id } }`,
    }),
    graphql({ query: '{ __typename }' }, { Authorization: `Bearer ${encoded}` }),
    send('POST', '/account/sign-in', form, `login=ann&password=${encoded}`),
    signInWith(text),
    oauth('token', `grant_type=authorization_code&code=${encoded}&client_id=${encoded}`),
    oauth('token', `grant_type=refresh_token&refresh_token=${encoded}`, { Authorization: basic }),
    oauth(
      'token',
      `grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=${encoded}`,
    ),
    oauth('token', `client_secret=${encoded}&client_assertion=${encoded}`),
    oauth('revoke', `token=${encoded}`),
    oauth('introspect', `token=${encoded}`, { Authorization: basic }),
    get(`/oauth/authorize?client_id=${encoded}&state=${encoded}&code_challenge=${encoded}`),
  ]);
}

async function signInWith(password: string): Promise<void> {
  const visitor = newVisitor(world);
  await visitor.get('/account/sign-in');
  await visitor.post('/account/sign-in', { login: 'ann', password });
}

/** The secrets that lines hold, each with a line. */
function leaks(lines: readonly string[]): unknown[] {
  return [...secrets].flatMap(([what, secret]) => {
    const forms = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(`client:${secret}`).toString('base64'),
      Buffer.from(secret).toString('base64url'),
    ];
    const line = lines.find((each) => forms.some((form) => each.includes(form)));
    return line === undefined ? [] : [{ what, line: line.slice(0, 1500) }];
  });
}

async function sendAll(): Promise<void> {
  for (const secret of secrets.values()) await sendEverywhere(secret);
}

describe('the log', () => {
  test('the log holds no secret after requests that carry one in any place', async () => {
    await sendAll();
    for (const secret of secrets.values()) await sendToPages(secret);
    await eventually(() => {
      // The mail server and Meilisearch do not exist.
      expect(lines.join()).toContain('PostgreSQL alone serves searches');
      expect(lines.join()).toContain('job failed');
    });
    expect(leaks(lines)).toEqual([]);
  });

  longTest('the log holds no secret after statements that failed', async () => {
    const { db } = world.platform;
    await db.$executeRaw`alter schema public rename to hidden`;
    try {
      await sendAll();
    } finally {
      await db.$executeRaw`alter schema hidden rename to public`;
    }
    expect(lines.join()).toContain('a request failed unexpectedly');
    expect(leaks(lines)).toEqual([]);
  });

  longTest('the log holds no secret after an outage of the database', async () => {
    const name = new URL(world.platform.config.databaseUrl ?? '').pathname.slice(1);
    await administer(`alter database ${name} allow_connections false`);
    try {
      await administer(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      await sendAll();
    } finally {
      await administer(`alter database ${name} allow_connections true`);
    }
    expect(lines.join()).toContain('a part of the service does not respond');
    expect(leaks(lines)).toEqual([]);
  });
});

describe('the traces', () => {
  test('spans hold no secret and no mail address after requests that carry one in any place', async () => {
    await sendAll();
    await sendEverywhere(EMAIL);
    for (const text of [...secrets.values(), EMAIL]) await sendToPages(text);
    await world.settled();
    const spans = await collector.spans();
    expect(collector.headers[0]['x-api-key']).toBe(COLLECTOR_KEY);
    const kinds = ['graphql', 'job send-mail', 'meilisearch', 'POST /oauth/token', 'SELECT users'];
    for (const kind of kinds) expect(spans.map(({ name }) => name).join('\n')).toContain(kind);
    secrets.set('a mail address', EMAIL);
    expect(leaks(spans.map((span) => JSON.stringify(span)))).toEqual([]);
    secrets.delete('a mail address');
  });
});
