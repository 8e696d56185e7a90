import { Prisma } from '../../../platform/database/generated/client.js';
import { problem } from '../../../registry/errors.js';
import {
  type AttemptLimit,
  MAIL_REQUEST_LIMITS,
  MAILBOX_DAY_LIMIT,
  type MailRequest,
} from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { customerOf, siteOf } from '../../../request/network.js';

/** A counter of attempts in the database, with its limit. `key` names it. */
export interface AttemptCounter extends AttemptLimit {
  readonly key: string;
}

/** A counter after an attempt. */
export interface AttemptCount {
  readonly key: string;
  /** All attempts that it counts, this one included. */
  readonly count: number;
  readonly expires_at: Date;
}

/**
 * Counts an attempt in all counters and returns the new counts. Throws `rate_limited` and counts
 * nothing if a counter is already full. An attempt that exceeds a limit only because of concurrent
 * attempts is counted, and also throws. The counters are in the database, so their limits also hold
 * for concurrent attempts, several processes and after a restart.
 */
export async function countAttempts(
  ctx: RequestContext,
  counters: readonly AttemptCounter[],
): Promise<readonly AttemptCount[]> {
  const now = ctx.platform.clock.now();
  const given = Prisma.join(
    // A fixed order prevents a deadlock between two concurrent attempts.
    [...counters]
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, attempts, windowSeconds }) => {
        const expiresAt = new Date(now.getTime() + windowSeconds * 1000);
        return Prisma.sql`(${key}::text, ${attempts}::int, ${expiresAt}::timestamptz)`;
      }),
  );
  const counts = await ctx.platform.db.$queryRaw<AttemptCount[]>`
    WITH given (key, most, expires_at) AS (VALUES ${given}),
    full_ones AS (
      SELECT 1 FROM guess_counts JOIN given USING (key)
      WHERE guess_counts.failures >= given.most AND guess_counts.expires_at > ${now})
    INSERT INTO guess_counts AS counted (key, failures, expires_at)
    SELECT key, 1, expires_at FROM given WHERE NOT EXISTS (SELECT FROM full_ones)
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN counted.expires_at <= ${now} THEN 1 ELSE counted.failures + 1 END,
      expires_at = CASE WHEN counted.expires_at <= ${now} THEN EXCLUDED.expires_at
        ELSE counted.expires_at END
    RETURNING key, failures AS count, expires_at`;
  // Concurrent attempts may all pass the first check. The returned counts show which of them were
  // within the limits.
  const most = new Map(counters.map((counter) => [counter.key, counter.attempts]));
  const isAllowed = counts.every(({ key, count }) => count <= (most.get(key) ?? 0));
  if (counts.length === counters.length && isAllowed) return counts;
  throw await refusal(ctx, counters);
}

async function refusal(ctx: RequestContext, counters: readonly AttemptCounter[]) {
  const now = ctx.platform.clock.now();
  const rows = await ctx.platform.db.guessCount.findMany({
    where: { key: { in: counters.map(({ key }) => key) }, expiresAt: { gt: now } },
  });
  const full = rows.filter(({ key, failures }) =>
    counters.some((counter) => counter.key === key && failures >= counter.attempts),
  );
  const waitsMs = full.map(({ expiresAt }) => expiresAt.getTime() - now.getTime());
  return problem('rate_limited', {
    quotaBucket: 'auth',
    retryAfterSeconds: Math.max(1, Math.ceil(Math.max(0, ...waitsMs) / 1000)),
    log: 'too many attempts',
  });
}

/**
 * Counts a request for a mail to an address. It does not check whether an account has the address,
 * so the limits reveal no account. There are these counters:
 * - the mailbox, for this form
 * - the mailbox, for all forms in a day, except password resets and reports
 * - the client's IPv4 /24 or IPv6 /64, for this form, and with IPv6 also its /48
 *
 * Throws `rate_limited`.
 */
export async function countMailRequest(
  ctx: RequestContext,
  request: MailRequest,
  address: string,
): Promise<void> {
  const limits = MAIL_REQUEST_LIMITS[request];
  const keyOf = (form: string, ...parts: string[]) => {
    const name = JSON.stringify(['mail request', form, ...parts]);
    return `${form}:${ctx.platform.keys.mac('guesses', name).toString('base64url')}`;
  };
  const mailbox = mailboxOf(address);
  const client = ctx.request.address;
  const customer = customerOf(client);
  await countAttempts(ctx, [
    { key: keyOf(request, 'mailbox', mailbox), ...limits.mailbox },
    { key: keyOf(request, 'network', siteOf(client)), ...limits.network },
    // Strangers could use up the daily limit, and so prevent a password reset. A report has a daily
    // limit of its own.
    ...(request === 'reset_password' || request === 'report'
      ? []
      : [{ key: keyOf('mailbox_day', mailbox), ...MAILBOX_DAY_LIMIT }]),
    ...(customer === null
      ? []
      : [{ key: keyOf(request, 'customer', customer), ...limits.customer }]),
  ]);
}

/** The mailbox of an address: many providers deliver `name+tag@host` to `name@host`. */
function mailboxOf(address: string): string {
  return address.replace(/\+[^@]*(?=@[^@]*$)/, '');
}
