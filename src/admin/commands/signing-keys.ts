import { rotateSigningKey } from '../../modules/signing-keys/index.js';
import { command } from '../command.js';
import { toggle } from '../flags.js';

/** `signing-key rotate`: makes the next key of ID tokens; `--now` withdraws those before it. */
export const signingKeyRotate = command({ now: toggle }, async (ctx, { now }) => {
  const { kid, signsFrom } = await rotateSigningKey(ctx, now ? 'at-once' : 'announced');
  return { kid, signs_from: signsFrom };
});
