import { Prisma } from '../platform/database/generated/client.js';
import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import { claimKey, type KeyedWrite } from './claim-key.js';
import type { RequestContext } from './context.js';
import type { IdempotencyClaim } from './mark-effect.js';

/** The stored response of a write with an idempotency key, for replays. */
export interface RememberedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the response has no body. */
  readonly body: unknown;
}

/** The result of claiming an idempotency key. */
export type Claimed =
  /** The request is the first with this key. It runs in `ctx`, whose transactions mark the key. */
  | { readonly kind: 'run'; readonly claim: IdempotencyClaim; readonly ctx: RequestContext }
  /** The write took effect before. The response is replayed and no row changes. */
  | {
      readonly kind: 'replay';
      /** The claim of the request that took effect. */
      readonly claim: IdempotencyClaim;
      /** A context in which queries may read the result of the write. */
      readonly ctx: RequestContext;
      /** The stored response, or null if none was stored. */
      readonly reply: RememberedReply | null;
      /** The id of the object that the write created, or null. */
      readonly subjectId: string | null;
    };

/**
 * Makes a write with an idempotency key take effect at most once per actor and operation (Spec 7.1,
 * docs/decisions/0012). A record moves from `running` to `effected` to `done`. The write's own
 * transaction sets `effected`.
 */
export interface IdempotencyStore {
  /** Claims the key for a request. Throws `idempotency_conflict` and `idempotency_in_progress`. */
  claim(ctx: RequestContext, write: KeyedWrite): Promise<Claimed>;
  /** Returns whether an unexpired record exists for the key. */
  isKnown(ctx: RequestContext, operation: string, key: string): Promise<boolean>;
  /** Completes a successful write and stores its response; null if it must not be stored. */
  remember(claim: IdempotencyClaim, reply: RememberedReply | null): Promise<void>;
  /** Stores a response that was read again, unless the write already stored its own. */
  rememberReplay(claim: IdempotencyClaim, reply: RememberedReply): Promise<void>;
  /** Releases the key of a rejected write, if the claim is still valid and had no effect. */
  release(claim: IdempotencyClaim): Promise<void>;
}

/** Stores idempotency records in PostgreSQL, which all processes share. */
export function createIdempotencyStore(platform: Platform): IdempotencyStore {
  const { idempotencyRecord } = platform.db;
  return {
    async claim(ctx, write) {
      const { actor } = ctx.viewer;
      const row = await claimKey(platform, actor, write);
      const claim = { actor, operation: write.operation, key: write.key, holder: row.holder };
      if (row.taken) return { kind: 'run', claim, ctx: { ...ctx, claim } };
      if (row.fingerprint !== write.fingerprint) throw problem('idempotency_conflict');
      if (row.state === 'running') {
        throw problem('idempotency_in_progress', { retryAfterSeconds: 1 });
      }
      const { status, headers, body, subjectId } = row;
      const reply =
        status === null ? null : { status, headers: headers ?? {}, body: body ?? undefined };
      return { kind: 'replay', claim, ctx: { ...ctx, isReplay: true }, reply, subjectId };
    },
    async isKnown({ viewer: { actor } }, operation, key) {
      const expiresAt = { gt: platform.clock.now() };
      return (await idempotencyRecord.count({ where: { actor, operation, key, expiresAt } })) > 0;
    },
    async remember(claim, reply) {
      const data = reply ? columns(reply) : {};
      await idempotencyRecord.updateMany({ where: claim, data: { state: 'done', ...data } });
    },
    async rememberReplay(claim, reply) {
      const where = { ...claim, state: 'effected' } as const;
      await idempotencyRecord.updateMany({ where, data: { state: 'done', ...columns(reply) } });
    },
    async release(claim) {
      await idempotencyRecord.deleteMany({ where: { ...claim, state: 'running' } });
    },
  };
}

function columns({ status, headers, body }: RememberedReply) {
  // The body is a value that JSON.stringify accepts.
  const json = body === undefined ? Prisma.DbNull : (body as Prisma.InputJsonValue);
  return { status, headers: { ...headers }, body: json };
}
