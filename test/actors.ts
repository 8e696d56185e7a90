import { randomUUID } from 'node:crypto';
import { skeletonOf } from '../src/modules/identity/accounts/usernames.js';
import { createToken, makeSecret } from '../src/modules/identity/index.js';
import type { Platform } from '../src/platform/platform.js';
import { parseScopes } from '../src/registry/scopes.js';
import { createSystemContext } from '../src/request/context.js';
import { newId } from '../src/request/ids.js';

/** The return type of JSON.parse. Tests read its members freely and state their expectations. */
export type Json = ReturnType<typeof JSON.parse>;

/** A response for tests. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; an empty object if the body is empty or not JSON. */
  readonly body: Json;
}

/** More parts of a request. */
export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller of the API over HTTP. Paths are below `/v1` unless they begin with `/api/`. */
export interface Actor {
  readonly token: string | null;
  /** The address of its service. */
  readonly baseUrl: string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Runs a GraphQL operation; the response's body has `data` and `errors`. */
  graphql(
    query: string,
    variables?: object,
    headers?: Readonly<Record<string, string>>,
    operationName?: string,
  ): Promise<Answer>;
}

/** An account with a token. */
export interface Creator extends Actor {
  readonly userId: string;
  readonly username: string;
  /** The same account with another token. */
  withToken(options: TokenOptions): Promise<Actor>;
}

/** Limits of a token that differ from a creator's token. */
export interface TokenOptions {
  readonly scopes?: string;
  readonly modIds?: readonly string[] | null;
  readonly lifetimeSeconds?: number;
  /** Whether the token counts as granted under AAL2. Default: true. */
  readonly aal2?: boolean;
}

/** The default scopes of a creator's token. */
export const CREATOR_SCOPES =
  'mods:read mods:write versions:write versions:publish versions:archive files:upload files:reference files:download install_plans:resolve teams:admin credentials:manage account:read profile:write webhooks:read webhooks:write';

/** A caller without a credential. */
export function anonymous(baseUrl: string): Actor {
  return actorOf(baseUrl, null);
}

/** A caller with the secret of a token or key. An application gives its id as well. */
export function withSecret(baseUrl: string, secret: string, client?: string): Actor {
  return actorOf(baseUrl, secret, client);
}

/**
 * Makes an account with a token of all creator scopes, as rows: tests of accounts and tokens make
 * theirs through the domain. It leaves no audit entries.
 */
export async function newCreator(
  platform: Platform,
  baseUrl: string,
  username: string,
): Promise<Creator> {
  const ctx = createSystemContext(platform, 'test');
  const userId = await insertUser(platform, username);
  const tokenOf = async ({
    scopes = CREATOR_SCOPES,
    modIds = null,
    lifetimeSeconds,
    aal2 = true,
  }: TokenOptions) => {
    const token = await createToken(ctx, {
      userId,
      name: 'test',
      scopes: parseScopes(scopes),
      modIds,
      lifetimeSeconds: lifetimeSeconds ?? null,
      aal2,
    });
    return actorOf(baseUrl, token.secret);
  };
  const secret = await insertToken(platform, userId);
  return { ...actorOf(baseUrl, secret), userId, username, withToken: tokenOf };
}

async function insertUser({ db }: Platform, username: string): Promise<string> {
  const id = newId();
  const names = { username, usernameSkeleton: skeletonOf(username), displayName: username };
  // Each new token raises it.
  const accessRevision = 2;
  await db.user.create({ data: { id, ...names, accessRevision }, select: { id: true } });
  return id;
}

/** Inserts a token of all creator scopes for all mods, and returns its secret. */
async function insertToken({ db, keys, clock }: Platform, userId: string): Promise<string> {
  const { text, keyId, hash: secretHash } = makeSecret(keys, 'pat');
  const scopes = parseScopes(CREATOR_SCOPES);
  const [createdAt, aal2Scopes] = [clock.now(), scopes];
  const times = { aal2At: createdAt, createdAt };
  await db.credential.create({
    data: { kind: 'pat', userId, name: 'test', keyId, secretHash, scopes, aal2Scopes, ...times },
    select: { id: true },
  });
  return text;
}

/** Serializes a body as JSON; bytes stay unchanged. */
const sentAs = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);

function actorOf(baseUrl: string, token: string | null, client = 'modport-tests'): Actor {
  const identity = {
    'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)',
    'X-Service-Client': client,
    'X-Service-Client-Version': '1.0',
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
  const send = async (method: string, url: string, options: RequestOptions = {}) => {
    const { body, headers } = options;
    const response = await fetch(url, {
      method,
      headers: {
        ...identity,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: sentAs(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const parsed: Json = isJson ? JSON.parse(text) : JSON.parse('{}');
    return { status: response.status, headers: response.headers, text, body: parsed };
  };
  const request: Actor['request'] = (method, path, options) =>
    send(method, `${baseUrl}${path.startsWith('/api/') ? '' : '/v1'}${path}`, options);
  return {
    token,
    baseUrl,
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body, headers = {}) =>
      request('POST', path, { body, headers: { 'Idempotency-Key': randomUUID(), ...headers } }),
    patch: (path, body, headers = {}) => request('PATCH', path, { body, headers }),
    graphql: (query, variables = {}, headers = {}, operationName) =>
      send('POST', `${baseUrl}/graphql`, { headers, body: { query, variables, operationName } }),
  };
}
