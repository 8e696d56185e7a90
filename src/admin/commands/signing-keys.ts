import { rotateSigningKey } from '../../modules/identity/index.js';
import { command } from '../command.js';
import { toggle } from '../flags.js';

/**
 * `signing-key rotate`: creates the next signing key of ID tokens. `--now` withdraws the former
 * ones.
 */
export const signingKeyRotate = command({ now: toggle }, async (ctx, { now }) => {
  const { kid, signsFrom } = await rotateSigningKey(ctx, now ? 'at-once' : 'announced');
  return { kid, signs_from: signsFrom };
});
