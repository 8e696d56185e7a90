import { inspect } from 'node:util';
import { MigrationError } from '../../prisma/migrate.js';
import { ConfigError } from '../config/config.js';
import { ReadOnlyFault } from '../platform/database/session.js';
import { AlreadyRunning, EmbeddedPostgresError } from '../platform/embedded/failures.js';
import { OtherKeys } from '../platform/load-keys.js';
import { StartFault } from '../platform/start-fault.js';
import { UnfitStore } from '../platform/storage/storage.port.js';

/** The exit codes: 2 for an invalid environment, 1 for any other failure. */
const BAD_CONFIG = 2;
export const FAILED = 1;

/** Thrown if another process of this service cannot run. The message is for the operator. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed';
}

/** The explanation of a failure for the operator, and the exit code of the process. */
export interface Failure {
  readonly text: string;
  readonly exitCode: number;
}

/**
 * Explains a failure to the operator. Errors that an operator can act on give their message alone.
 * These include failed system calls, such as for a port in use. Any other error gives its stack.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof ConfigError) return { text: error.message, exitCode: BAD_CONFIG };
  const expected =
    error instanceof AlreadyRunning ||
    error instanceof EmbeddedPostgresError ||
    error instanceof UnfitStore ||
    error instanceof MigrationError ||
    error instanceof ReadOnlyFault ||
    error instanceof OtherKeys ||
    error instanceof ProcessFailed ||
    error instanceof StartFault ||
    (error instanceof Error && 'syscall' in error);
  return { text: textOf(error, expected), exitCode: FAILED };
}

function textOf(error: unknown, expected: boolean): string {
  if (expected && error instanceof Error) return error.message;
  return inspect(error);
}
