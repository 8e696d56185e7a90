import { type Failure, failure } from './failure.js';
import type { Texts } from './language.js';

/** The failure `usage`, for wrong arguments or settings. */
export const usage = (reason: Texts): Failure => failure('usage', { reason });
