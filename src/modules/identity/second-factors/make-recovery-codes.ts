import type { Tx } from '../../../platform/database/connect.js';
import { SealedElsewhere } from '../../../platform/vault.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import {
  lockCaller,
  requireSession,
  requireStepUp,
  requireUser,
} from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import type { UserViewer } from '../../../request/viewer.js';
import { notify } from '../notices/notify.js';
import { isProtected, readSecondFactors } from './own-factors.js';
import { makeCodeSeed, presentCodesOf, replaceRecoveryCodes } from './recovery-codes.js';
import { openOffer, sealOffer } from './sealed-offer.js';

/** New recovery codes that a form may make. */
interface CodeOffer {
  /** The id of one code of the set that they replace. Empty if the account has no codes. */
  readonly set: string;
  /** The seed of the codes, in base64url. */
  readonly seed: string;
  /** Until then, a form that is sent again shows the same codes; in milliseconds since 1970. */
  readonly ends: number;
}

/**
 * Offers new recovery codes, for `makeRecoveryCodes`: a text for a form, encrypted for the viewer's
 * session. A recovery of the account ends all sessions, so a form from before it no longer works.
 * Stores nothing. Throws `unauthorized`.
 */
export async function offerRecoveryCodes(ctx: RequestContext): Promise<string> {
  const viewer = requireUser(ctx);
  const { userId } = viewer;
  const { db, vault, clock } = ctx.platform;
  const offer: CodeOffer = {
    set: await codeSetOf(db, userId),
    seed: Buffer.from(makeCodeSeed()).toString('base64url'),
    ends: clock.now().getTime() + LIMITS.recoveryCodesShownSeconds * 1000,
  };
  return sealOffer(vault, placeOf(viewer), offer);
}

/** All codes of a set are made and removed together, so one of them stands for it. */
async function codeSetOf(db: Pick<Tx, 'recoveryCode'>, userId: string): Promise<string> {
  const where = { userId };
  const first = await db.recoveryCode.findFirst({ where, orderBy: { id: 'asc' } });
  return first?.id ?? '';
}

/**
 * Replaces the viewer's recovery codes with those of an offer and mails the viewer. A form that is
 * sent again gets the same codes for `LIMITS.recoveryCodesShownSeconds` after its offer, because a
 * double click shows only the second response. Returns null and changes nothing if `sealed` is no
 * offer to this session, if other codes were made since the offer, or if a form is sent again after
 * that time. Throws the errors of `lockCaller`, `forbidden` for a token or key, and
 * `step_up_required`, also for an account without a second factor.
 */
export async function makeRecoveryCodes(
  ctx: RequestContext,
  sealed: string,
): Promise<readonly string[] | null> {
  const viewer = requireSession(ctx);
  const { userId } = viewer;
  requireStepUp(ctx);
  const { platform } = ctx;
  return transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    if (!isProtected(await readSecondFactors(tx, userId))) throw problem('step_up_required');
    const offer = readOffer(ctx, viewer, sealed);
    if (!offer) return null;
    const seed = Buffer.from(offer.seed, 'base64url');
    if ((await codeSetOf(tx, userId)) !== offer.set) {
      const isOver = offer.ends <= platform.clock.now().getTime();
      return isOver ? null : presentCodesOf(tx, platform, { userId, seed });
    }
    const codes = await replaceRecoveryCodes(tx, ctx, userId, seed);
    await notify(tx, ctx, {
      userIds: [userId],
      template: 'recovery_codes_changed',
      params: { change: 'made', left: String(codes.length) },
    });
    return codes;
  });
}

/** Decrypts an offer to a session. Returns null for any other text. */
function readOffer(
  { platform }: RequestContext,
  viewer: UserViewer,
  sealed: string,
): CodeOffer | null {
  try {
    return openOffer<CodeOffer>(platform.vault, placeOf(viewer), sealed);
  } catch (error) {
    if (error instanceof SealedElsewhere) return null;
    throw error;
  }
}

function placeOf({ userId, credential }: UserViewer): string {
  return `recovery codes offered to ${userId} in ${credential.id}`;
}
