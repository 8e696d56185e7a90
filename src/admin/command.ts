import { type Config, publicUrlOf } from '../config.js';
import { hasService } from '../platform/database/connect.js';
import { type Log, silentLog } from '../platform/log.js';
import { createOperatorContext, type RequestContext } from '../request/context.js';
import { openParts, type PartsOptions } from '../server/parts.js';
import { CommandError, type Flags, readFlags, usageOf, type Values } from './flags.js';
import type { DetectedService } from './used-data.js';

/** One run of a command: its configuration, and what it reports besides its output. */
export interface Invocation {
  readonly config: Config;
  /** Silent: a command prints only one JSON object. */
  readonly log: Log;
  /** The command's two words, for the audit log. */
  readonly name: string;
  /** A command sets it as soon as it opens data; its report names that data (`usedDataOf`). */
  readonly detected: DetectedService;
  readonly replacing: Replacements;
}

/** Values that tests replace. */
export type Replacements = Pick<PartsOptions, 'clock' | 'limits' | 'passwordCost'>;

/**
 * Options of a command that repairs a database which the others refuse to open. `unknownKeys` opens
 * one that was used with encryption keys that this environment lacks.
 */
type Exceptions = Pick<PartsOptions, 'unknownKeys'>;

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

/** `replacing` is for tests. */
export function createInvocation(
  config: Config,
  name: string,
  replacing: Replacements = {},
): Invocation {
  return { config, log: silentLog, name, detected: { hasService: null }, replacing };
}

/** A command whose `work` opens the parts that it needs. */
export function bareCommand<F extends Flags>(
  flags: F,
  work: (invocation: Invocation, values: Values<F>) => Promise<Printed>,
): Command {
  const usage = usageOf(flags);
  return {
    usage,
    async run(invocation, args) {
      return work(invocation, read(flags, args, `${invocation.name} ${usage}`.trim()));
    },
  };
}

/** A command that uses the parts of this environment, with or without a running service. */
export function command<F extends Flags>(
  flags: F,
  work: (ctx: RequestContext, values: Values<F>) => Promise<Printed>,
  exceptions: Exceptions = {},
): Command {
  return bareCommand(flags, (invocation, values) =>
    withOpenParts(invocation, (ctx) => work(ctx, values), exceptions),
  );
}

/** Opens the parts for the duration of `work`, and notes whether a service is running on them. */
export async function withOpenParts<T>(
  { config, log, name, detected, replacing }: Invocation,
  work: (ctx: RequestContext) => Promise<T>,
  exceptions: Exceptions = {},
): Promise<T> {
  const publicUrl = publicUrlOf(config, config.port);
  const own = { config, publicUrl, log, owner: 'command' } as const;
  const parts = await openParts({ ...own, ...replacing, ...exceptions });
  try {
    detected.hasService = await hasService(parts.platform.db);
    return await work(createOperatorContext(parts.platform, name));
  } finally {
    await parts.close();
  }
}

function read<F extends Flags>(flags: F, args: readonly string[], usage: string): Values<F> {
  try {
    return readFlags(flags, args);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(error.message, { cause: error, help: { usage } });
  }
}
