import { FILE_FAILURES } from './failures/files.js';
import { MOD_FAILURES } from './failures/mods.js';
import { PROGRAM_FAILURES } from './failures/program.js';
import { PUBLISHING_FAILURES } from './failures/publishing.js';
import type { FailureRow } from './failures/row.js';
import { SERVICE_FAILURES } from './failures/service.js';

/**
 * The failures that this program itself reports. Problems of the service keep their own codes. If a
 * command can say more about one, it throws a failure instead, such as `mod_not_found`. Scripts
 * rely on the codes and on the names of the facts: the JSON on stderr has all facts but `reason`.
 */
export const FAILURES = {
  ...PROGRAM_FAILURES,
  ...SERVICE_FAILURES,
  ...MOD_FAILURES,
  ...FILE_FAILURES,
  ...PUBLISHING_FAILURES,
} as const;

/** The code of a failure, for programs. */
export type FailureCode = keyof typeof FAILURES;

/** The facts that the text of a failure needs. */
export type Facts<C extends FailureCode> =
  (typeof FAILURES)[C] extends FailureRow<infer F> ? F : never;
