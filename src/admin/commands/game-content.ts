import { changeAllowedContent } from '../../modules/catalog/index.js';
import { command } from '../command.js';
import { required, words } from '../flags.js';

/**
 * `game content`: shows and changes the content that uploads for a game may have without a review.
 */
export const gameContent = command(
  { slug: required('S'), allow: words('"a b"'), deny: words('"a b"') },
  async (ctx, change) => ({ ...(await changeAllowedContent(ctx, change)) }),
);
