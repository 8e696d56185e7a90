import { type Config, publicUrlOf } from '../config/config.js';
import { hasService } from '../platform/database/connect.js';
import { type Log, silentLog } from '../platform/log.js';
import { withDataDir } from '../platform/start-fault.js';
import { createOperatorContext, type RequestContext } from '../request/context.js';
import { openParts, type PartsOptions } from '../server/parts.js';
import { CommandError, type Flags, readFlags, UsageError, usageOf, type Values } from './flags.js';
import type { DetectedService } from './used-data.js';

/** One run of a command: its configuration, and what it reports besides its output. */
export interface Invocation {
  readonly config: Config;
  /** Silent: a command prints only one JSON object. */
  readonly log: Log;
  /** The two words of the command, for the audit log and its usage. */
  readonly name: string;
  /** A command sets it as soon as it opens data; its report names that data (`usedDataOf`). */
  readonly detected: DetectedService;
  readonly replacing: Replacements;
}

/** Values that tests replace. */
export type Replacements = Pick<PartsOptions, 'clock' | 'limits' | 'passwordCost'>;

/**
 * Options of commands that work where others are refused. `unknownKeys` opens a database that was
 * used with encryption keys that this environment lacks. `onlyReads` says that a command changes
 * nothing, so it also works with `READ_ONLY=on`.
 */
interface Exceptions extends Pick<PartsOptions, 'unknownKeys'> {
  readonly onlyReads?: boolean;
}

/** The output of a command: one JSON object. */
export type Printed = Readonly<Record<string, unknown>>;

/** An operator command. */
export interface Command {
  /** Its flags as shown in a usage line. */
  readonly usage: string;
  /**
   * Throws CommandError for an invalid command line or a failure that the operator can solve, and
   * RegisteredError for an action that the domain refuses.
   */
  run(invocation: Invocation, args: readonly string[]): Promise<Printed>;
}

/** Creates a silent run of the command `name`. Only tests give `replacing`. */
export function createInvocation(
  config: Config,
  name: string,
  replacing: Replacements = {},
): Invocation {
  return { config, log: silentLog, name, detected: { hasService: null }, replacing };
}

/**
 * A command whose `work` opens the parts that it needs. If `work` or a flag throws a UsageError,
 * the command throws CommandError with its usage line.
 */
export function bareCommand<F extends Flags>(
  flags: F,
  work: (invocation: Invocation, values: Values<F>) => Promise<Printed>,
): Command {
  const usage = usageOf(flags);
  return {
    usage,
    async run(invocation, args) {
      try {
        return await work(invocation, readFlags(flags, args));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        const help = { usage: `${invocation.name} ${usage}`.trim() };
        throw new CommandError(error.message, { cause: error, help });
      }
    },
  };
}

/** A command that runs on the parts of this environment, with or without a running service. */
export function command<F extends Flags>(
  flags: F,
  work: (ctx: RequestContext, values: Values<F>) => Promise<Printed>,
  exceptions: Exceptions = {},
): Command {
  return bareCommand(flags, (invocation, values) =>
    withOpenParts(invocation, (ctx) => work(ctx, values), exceptions),
  );
}

/**
 * Opens the parts for the duration of `work`, and notes whether a service is running on them.
 * Throws CommandError for a command that changes data with `READ_ONLY=on`, and StartFault for a
 * `DATA_DIR` that cannot be used.
 */
export async function withOpenParts<T>(
  { config, log, name, detected, replacing }: Invocation,
  work: (ctx: RequestContext) => Promise<T>,
  { onlyReads = false, ...exceptions }: Exceptions = {},
): Promise<T> {
  if (!onlyReads) refuseReadOnly(config);
  const publicUrl = publicUrlOf(config, config.port);
  const own = { config, publicUrl, log, owner: 'command' } as const;
  const open = () => openParts({ ...own, ...replacing, ...exceptions });
  const parts = await withDataDir(config.dataDir, open);
  try {
    detected.hasService = await hasService(parts.platform.db);
    return await work(createOperatorContext(parts.platform, name));
  } finally {
    await parts.close();
  }
}

/**
 * Throws CommandError with `READ_ONLY=on`. Call it before a command changes anything: the database
 * refuses writes by itself, but files such as the encryption key could still change.
 */
export function refuseReadOnly({ readOnly }: Config): void {
  if (!readOnly) return;
  throw new CommandError('READ_ONLY is on; unset it to run this command');
}
