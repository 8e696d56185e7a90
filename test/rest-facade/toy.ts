import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type DocumentNode,
  type ExecutionResult,
  Kind,
  parse,
  separateOperations,
  validate,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { createFacade, type FacadeOptions } from '../../rest-facade/facade.js';
import type { FormReader } from '../../rest-facade/form-reader.js';
import { createSharedReads } from '../../rest-facade/shared/shared-reads.js';
import type {
  Gateway,
  IdempotencyClaim,
  IdempotencyStore,
  Operation,
  OperationOutcome,
  RememberedReply,
} from '../../src/graphql/gateway.js';
import { silentLog } from '../../src/platform/log.js';
import type { Platform } from '../../src/platform/platform.js';
import { problem, RegisteredError } from '../../src/registry/errors.js';
import type { Scope } from '../../src/registry/scopes.js';
import { createContext, type RequestContext } from '../../src/request/context.js';
import type { Viewer } from '../../src/request/viewer.js';
import { TOY_OPERATIONS, TOY_ROUTES } from './toy-routes.js';
import { type Mark, NOTE, type ToyState, toySchema } from './toy-schema.js';

/** The headers of a fully valid write. */
export const GOOD_WRITE: Readonly<Record<string, string>> = {
  authorization: 'Bearer mpat_good_secret',
  'user-agent': 'NoteKeeper/1.2 (+https://notes.test/contact)',
  'x-service-client': 'note-keeper',
  'x-service-client-version': '1.2',
  'content-type': 'application/json',
};

const CREDENTIALS: Readonly<Record<string, { scopes: readonly Scope[]; clientId: string | null }>> =
  {
    'Bearer mpat_good_secret': { scopes: ['mods:read', 'mods:write'], clientId: null },
    'Bearer mpat_weak_secret': { scopes: ['files:download'], clientId: null },
    'Bearer oauth-token': { scopes: ['mods:read', 'mods:write'], clientId: 'note-app' },
  };

/** The toy accepts no files. */
export const NO_FORMS: FormReader = {
  read: () => Promise.reject(new Error('no file is taken')),
};

/** A state with one note. */
export function toyState(): ToyState {
  const note = { id: NOTE, title: 'First', tags: ['a'], revision: 1 };
  return {
    notes: new Map([[NOTE, note]]),
    effects: [],
    echoed: null,
    jobActive: true,
    isCutOff: false,
  };
}

/** A small real gateway: compiled GraphQL over a domain of notes. */
export function toyGateway(state: ToyState, idempotency = memoryIdempotency()): Gateway {
  const schema = toySchema(state, (ctx, id) => idempotency.mark(ctx, id));
  // The toy uses none of the parts.
  const platform = {} as Platform;
  return {
    schema,
    compile(source) {
      const document = parse(source);
      const [invalid] = validate(schema, document);
      if (invalid) throw invalid;
      const documents = Object.entries(separateOperations(document));
      return new Map(documents.map(([name, own]) => [name, operationOf(name, own)]));
    },
    async open(request) {
      return createContext(platform, request, viewerOf(request.authorization));
    },
    refresh: async (ctx) => ctx,
    async authorize({ viewer }, { access, scopes }) {
      if (viewer.kind === 'anonymous' && access === 'required') throw problem('unauthorized');
      if (viewer.kind === 'anonymous') return;
      const missing = scopes.filter((scope) => !viewer.credential.scopes.includes(scope));
      if (missing.length > 0) throw problem('insufficient_scope', { requiredScopes: missing });
    },
    admit: async () => null,
    admitAnonymous: () => null,
    hasLimits: false,
    isReadOnly: false,
    requireRoomForChange: () => undefined,
    noteRefusal: async () => undefined,
    idempotency,
  };

  function operationOf(name: string, document: DocumentNode): Operation {
    const compiled = compileQuery(schema, document);
    if (!isCompiledQuery(compiled)) throw new Error(`${name} does not compile`);
    const kind = document.definitions.some(
      (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === 'mutation',
    );
    return {
      name,
      kind: kind ? 'mutation' : 'query',
      document,
      run: (variables, ctx) => outcomeOf(compiled, variables, ctx),
      runConditional: async (variables, ctx) => ({
        ...(await outcomeOf(compiled, variables, ctx)),
        validator: null,
        pagination: null,
      }),
    };
  }
}

async function outcomeOf(
  compiled: CompiledQuery,
  variables: Readonly<Record<string, unknown>>,
  ctx: RequestContext,
): Promise<OperationOutcome> {
  const result: ExecutionResult = await compiled.query(undefined, ctx, variables);
  const [error] = result.errors ?? [];
  if (!error) return { data: result.data ?? {} };
  const cause = error.originalError;
  if (cause instanceof RegisteredError) return { error: cause };
  return { error: problem('internal_error', { cause: cause ?? error }) };
}

function viewerOf(authorization: string | undefined): Viewer {
  if (authorization === undefined) return { kind: 'anonymous', actor: 'address' };
  const found = CREDENTIALS[authorization];
  if (!found) throw problem('unauthorized');
  const facts = {
    kind: 'pat',
    id: 'credential',
    modIds: null,
    expiresAt: null,
    aal2At: null,
  } as const;
  const credential = { ...facts, ...found };
  return { kind: 'user', actor: 'user:1', userId: '1', username: 'ann', role: 'user', credential };
}

/** The idempotency records of the toy, which tests inspect. */
export interface MemoryIdempotency extends IdempotencyStore {
  /** The replies to store, in order. */
  readonly kept: (RememberedReply | null)[];
  readonly mark: Mark;
}

interface MemoryRecord {
  readonly fingerprint: string;
  readonly holder: string;
  state: 'running' | 'effected' | 'done';
  reply: RememberedReply | null;
  subjectId: string | null;
}

/** Keeps idempotency records in memory; the real gateway uses the database. */
export function memoryIdempotency(): MemoryIdempotency {
  const records = new Map<string, MemoryRecord>();
  const nameOf = ({ actor, operation, key }: IdempotencyClaim) => `${actor} ${operation} ${key}`;
  const heldBy = (claim: IdempotencyClaim | null) => {
    const record = claim && records.get(nameOf(claim));
    return record?.holder === claim?.holder ? record : undefined;
  };
  const kept: (RememberedReply | null)[] = [];
  const keep = (claim: IdempotencyClaim, reply: RememberedReply | null) => {
    // The reply passes through JSON, like in a database.
    const stored: RememberedReply | null = JSON.parse(JSON.stringify(reply));
    kept.push(stored);
    const record = heldBy(claim);
    if (record) Object.assign(record, { state: 'done', reply: stored });
  };
  return {
    kept,
    async isKnown({ viewer: { actor } }, operation, key) {
      return records.has(nameOf({ actor, operation, key, holder: '' }));
    },
    mark(ctx, subjectId) {
      const record = heldBy(ctx.claim);
      if (record) Object.assign(record, { state: 'effected', subjectId });
    },
    async claim(ctx, { fingerprint, ...write }) {
      const claim = { ...write, actor: ctx.viewer.actor, holder: randomUUID() };
      const known = records.get(nameOf(claim));
      if (!known) {
        const { holder } = claim;
        const fresh = { state: 'running', reply: null, subjectId: null } as const;
        records.set(nameOf(claim), { ...fresh, fingerprint, holder });
        return { kind: 'run', claim, ctx: { ...ctx, claim } };
      }
      if (known.fingerprint !== fingerprint) throw problem('idempotency_conflict');
      const { state, holder, reply, subjectId } = known;
      if (state === 'running') throw problem('idempotency_in_progress', { retryAfterSeconds: 1 });
      const replaying = { ...ctx, isReplay: true };
      return { kind: 'replay', claim: { ...claim, holder }, ctx: replaying, reply, subjectId };
    },
    async remember(claim, reply) {
      keep(claim, reply);
    },
    async rememberReplay(claim, reply) {
      if (heldBy(claim)?.state === 'effected') keep(claim, reply);
    },
    async release(claim) {
      if (heldBy(claim)?.state === 'running') records.delete(nameOf(claim));
    },
  };
}

/** The status and problem code of a response, for one comparison. */
export async function refusalOf(response: Response): Promise<[status: number, code: unknown]> {
  const body: unknown = await response.json();
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return [response.status, code];
}

/** A running facade over the toy. */
export interface Toy {
  readonly state: ToyState;
  readonly url: string;
  readonly port: number;
  readonly kept: readonly (RememberedReply | null)[];
  /** Sends a request; the path is below the server's root. */
  send(method: string, path: string, init?: ToyRequest): Promise<Response>;
  /** Sends a write with a good credential and a JSON body. */
  write(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  close(): Promise<void>;
}

interface ToyRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Shared reads without a store and without compression. */
export const NOTHING_STORED = { compress: async () => null, maxBytes: 0, documentBytes: 0 };

/** Serves the toy over real HTTP. */
export async function startToy(options: Partial<FacadeOptions> = {}): Promise<Toy> {
  const state = toyState();
  const idempotency = memoryIdempotency();
  const facade = createFacade({
    gateway: toyGateway(state, idempotency),
    routes: TOY_ROUTES,
    operationsSource: TOY_OPERATIONS,
    publicUrl: 'https://modport.test',
    log: silentLog,
    forms: NO_FORMS,
    sharedReads: createSharedReads(NOTHING_STORED),
    ...options,
  });
  const server = createServer((req, res) => {
    if (!facade.serveKnown(req, res)) facade.serve(req, res, () => res.writeHead(418).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const send = (method: string, path: string, { headers = {}, body }: ToyRequest = {}) =>
    fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  return {
    state,
    url,
    port,
    kept: idempotency.kept,
    send,
    write: (method, path, body, headers = {}) =>
      send(method, path, {
        headers: { ...GOOD_WRITE, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
