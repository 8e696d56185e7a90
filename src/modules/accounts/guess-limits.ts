import { GUESS_LIMITS, type GuessLimit, type GuessPurpose } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { networkOf } from '../../request/network.js';

/** A guess at something secret of an account. */
export interface Guess {
  readonly purpose: GuessPurpose;
  /** Whose secret: an id, or the name that was typed, whether or not there is such an account. */
  readonly account: string;
  /** The account itself where there is one, which the audit log names once its limit is reached. */
  readonly userId: string | null;
}

/** One count that a guess is held against. */
export interface GuessCounter extends GuessLimit {
  readonly key: string;
}

/** The counts of a guess. */
export interface GuessCounters {
  /** Of this account from this network. */
  readonly pair: GuessCounter;
  /** Of this account, from all networks on which nobody guessed right before. */
  readonly account: GuessCounter;
  /** Of this network, at all accounts. */
  readonly network: GuessCounter;
  /** Stands where a guess at this account from this network was right. */
  readonly knownKey: string;
}

/** Where a guess is counted. Whoever reads the keys learns neither the account nor the address. */
export function countersOf(ctx: RequestContext, { purpose, account }: Guess): GuessCounters {
  const network = networkOf(ctx.request.address);
  const limits = GUESS_LIMITS[purpose];
  const keyOf = (...parts: string[]) => {
    const name = JSON.stringify([purpose, ...parts]);
    return `${purpose}:${ctx.platform.keys.mac('guesses', name).toString('base64url')}`;
  };
  return {
    pair: { key: keyOf('pair', account, network), ...limits.pair },
    account: { key: keyOf('account', account), ...limits.account },
    network: { key: keyOf('network', network), ...limits.network },
    knownKey: keyOf('known', account, network),
  };
}
