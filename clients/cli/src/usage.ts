import { type Failure, failure } from './failure.js';
import type { Texts } from './language.js';

/** A failure of wrong arguments or settings. */
export const usage = (reason: Texts): Failure => failure('usage', { reason });
