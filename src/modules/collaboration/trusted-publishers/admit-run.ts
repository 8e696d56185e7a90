import { createHash } from 'node:crypto';
import type { Database, Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { newId } from '../../../request/ids.js';
import { auditAs } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { type CiFacts, COMPARED, mismatchOf, type PublisherRule } from './ci-facts.js';
import { isLivePublisher } from './live-publisher.js';
import { noPublisher, replayedToken, unmatchedRun } from './run-refusals.js';

/** A token of CI that the service verified, and the mod that it is for. */
interface VerifiedRun {
  readonly modId: string;
  readonly facts: CiFacts;
  /** The unique id of the token, from its `jti`. */
  readonly tokenId: string;
  readonly tokenExpiresAt: Date;
  readonly requestId: string | null;
}

/** A run that was admitted, with the owner in whose name it acts. */
export interface RunAdmission {
  readonly ciRunId: string;
  readonly publisherId: string;
  readonly userId: string;
}

interface Candidate extends PublisherRule {
  readonly id: string;
  readonly createdById: string;
}

/**
 * Requires that a working trusted publisher of the mod has this issuer. Call it before verifying
 * the token, so that requests to an issuer are sent only for mods that use it. Throws
 * `invalid_grant`.
 */
export async function requireCandidates(
  platform: Platform,
  modId: string,
  issuer: string,
): Promise<void> {
  const found = await candidatesOf(platform.db, platform, { modId, issuer });
  if (found.length === 0) throw noPublisher();
}

/**
 * Admits a verified run to a mod: it matches a working trusted publisher, and its token was never
 * used before. The first run sets the ids of the repository and of its owner if the publisher has
 * none. Each run sets the time of the last use. An audit line names the owner who configured the
 * publisher. Throws `invalid_grant`; then nothing is stored.
 */
export async function admitRun(platform: Platform, run: VerifiedRun): Promise<RunAdmission> {
  const { modId, facts, requestId } = run;
  return transact({ platform, claim: null }, async (tx) => {
    const from = { modId, issuer: facts.issuer };
    const candidates = await candidatesOf(tx, platform, from, true);
    const publisher = matching(candidates, facts);
    const ciRunId = await recordRun(tx, publisher.id, run, platform.clock.now());
    await tx.trustedPublisher.update({
      where: { id: publisher.id },
      data: {
        repositoryId: facts.repositoryId,
        repositoryOwnerId: facts.repositoryOwnerId,
        lastUsedAt: platform.clock.now(),
      },
    });
    const { id: credentialId, createdById: actorId } = publisher;
    const actor = {
      actorId,
      credentialKind: 'trusted_publisher',
      credentialId,
      requestId,
    } as const;
    await auditAs(tx, actor, {
      action: 'trusted_publisher.token_issued',
      targetKind: 'mod',
      targetId: modId,
      data: { ci_run_id: ciRunId, repository: facts.repository, commit: facts.commit },
    });
    return { ciRunId, publisherId: publisher.id, userId: publisher.createdById };
  });
}

/**
 * The working publishers of a mod with an issuer: only their ids, in any order. If `isLocked`, the
 * complete rows, the oldest first. Locked rows are the current ones, so the second of two first
 * runs sees the ids of the first.
 */
function candidatesOf(
  db: Tx,
  platform: Platform,
  { modId, issuer }: { readonly modId: string; readonly issuer: string },
  isLocked = false,
): Promise<Candidate[]> {
  const live = isLivePublisher(platform);
  return isLocked
    ? db.$queryRaw<Candidate[]>`
        select tp.id, tp.created_by_id as "createdById", tp.provider::text, tp.repository,
          tp.repository_id as "repositoryId", tp.repository_owner_id as "repositoryOwnerId",
          tp.workflow, tp.environment, tp.ref
        from trusted_publishers tp
        where tp.mod_id = ${modId}::uuid and tp.issuer = ${issuer} and ${live}
        order by tp.id for update of tp`
    : db.$queryRaw<Candidate[]>`
        select tp.id from trusted_publishers tp
        where tp.mod_id = ${modId}::uuid and tp.issuer = ${issuer} and ${live}`;
}

function matching(candidates: readonly Candidate[], facts: CiFacts): Candidate {
  const found = candidates.map((candidate) => ({ candidate, odd: mismatchOf(candidate, facts) }));
  const match = found.find(({ odd }) => odd === null);
  if (match) return match.candidate;
  // The candidate that agrees longest is most likely the one that its owner meant.
  const odds = found.flatMap(({ odd }) => (odd === null ? [] : [odd]));
  const [nearest] = odds.sort((a, b) => COMPARED.indexOf(b) - COMPARED.indexOf(a));
  throw nearest ? unmatchedRun(nearest) : noPublisher();
}

/**
 * Stores the run and returns its id. Throws `invalid_grant` if its token was used before. The
 * unique index decides between two at once.
 */
async function recordRun(
  tx: Tx,
  trustedPublisherId: string,
  { facts, tokenId, tokenExpiresAt }: VerifiedRun,
  now: Date,
): Promise<string> {
  const id = newId();
  const tokenHash = new Uint8Array(createHash('sha256').update(tokenId).digest());
  const { count } = await tx.ciRun.createMany({
    data: {
      id,
      trustedPublisherId,
      issuer: facts.issuer,
      tokenHash,
      tokenExpiresAt,
      facts: { ...facts } satisfies Prisma.InputJsonObject,
      createdAt: now,
    },
    skipDuplicates: true,
  });
  if (count === 0) throw replayedToken();
  return id;
}

/**
 * Removes runs that uploaded nothing, if their tokens expired before a time. Runs with uploads
 * stay: their uploads refer to them. Returns the number of removed rows, at most `limit`.
 */
export function removeUnusedRuns(db: Database, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    delete from ci_runs where id in (
      select r.id from ci_runs r
      where r.token_expires_at < ${before}::timestamptz
        and not exists (select from upload_sessions u where u.ci_run_id = r.id)
      order by r.token_expires_at limit ${limit} for update skip locked)`;
}
