import { Prisma } from '../platform/database/generated/client.js';
import type { Platform } from '../platform/platform.js';
import { problem } from '../registry/errors.js';
import type { RequestContext } from './context.js';
import type { IdempotencyClaim } from './mark-effect.js';
import { type KeyedWrite, takeKey } from './take-key.js';

/** What a keyed write answered, as it is sent again to whoever repeats it. */
export interface RememberedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where nothing is sent. */
  readonly body: unknown;
}

/** What becomes of a request with a key. */
export type Claimed =
  /** It is the first: it runs in this context, whose transactions mark the key. */
  | { readonly kind: 'run'; readonly claim: IdempotencyClaim; readonly ctx: RequestContext }
  /** It took effect before: it is answered, and nothing is written. */
  | {
      readonly kind: 'replay';
      /** That of the request which took effect. */
      readonly claim: IdempotencyClaim;
      /** Where queries may read what the write would have answered. */
      readonly ctx: RequestContext;
      /** The first answer, where one was kept. */
      readonly reply: RememberedReply | null;
      /** The id of what the write made, where it named one. */
      readonly subjectId: string | null;
    };

/**
 * Sees to it that a keyed write takes effect at most once, per actor and operation (Spec 7.1,
 * docs/decisions/0012). A record goes from `running` over `effected`, which the write's own
 * transaction sets, to `done`.
 */
export interface IdempotencyStore {
  /** Takes the key for a request. Throws `idempotency_conflict` and `idempotency_in_progress`. */
  claim(ctx: RequestContext, write: KeyedWrite): Promise<Claimed>;
  /** Whether a key stands for a write that runs, or that took effect within its day. */
  isKnown(ctx: RequestContext, operation: string, key: string): Promise<boolean>;
  /** Ends a write that succeeded and keeps its reply; null where none may be kept. */
  remember(claim: IdempotencyClaim, reply: RememberedReply | null): Promise<void>;
  /** Keeps a reply that had to be read again, unless the write's own was kept meanwhile. */
  rememberReplay(claim: IdempotencyClaim, reply: RememberedReply): Promise<void>;
  /** Gives the key back after a write that was refused, if it is still held and had no effect. */
  release(claim: IdempotencyClaim): Promise<void>;
}

/** Keeps keyed writes in PostgreSQL, where all processes see them. */
export function createIdempotencyStore(platform: Platform): IdempotencyStore {
  const { idempotencyRecord } = platform.db;
  return {
    async claim(ctx, write) {
      const { actor } = ctx.viewer;
      const row = await takeKey(platform, actor, write);
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
  // The body is what JSON.stringify makes the answer of.
  const json = body === undefined ? Prisma.DbNull : (body as Prisma.InputJsonValue);
  return { status, headers: { ...headers }, body: json };
}
