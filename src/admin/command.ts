import { type Config, publicUrlOf } from '../config.js';
import { hasService } from '../platform/database/connect.js';
import { type Log, silentLog } from '../platform/log.js';
import { createOperatorContext, type RequestContext } from '../request/context.js';
import { openParts, type PartsOptions } from '../server/parts.js';
import { CommandError, type Flags, readFlags, usageOf, type Values } from './flags.js';

/** The environment that a command detected. */
export interface AdminEnvironment {
  /** Whether a service was connected to the same database; null if the command opened none. */
  hasService: boolean | null;
}

/** The environment of every command. */
export interface Operator {
  readonly config: Config;
  /** Silent: a command prints only one JSON object. */
  readonly log: Log;
  /** The command's two words, for the audit log. */
  readonly name: string;
  /** Set while the command runs. */
  readonly surroundings: AdminEnvironment;
  readonly replacing: Replacements;
}

/** Values that tests replace. */
export type Replacements = Pick<PartsOptions, 'limits' | 'passwordCost'>;

/** The output of a command: one JSON object. */
export type Printed = Readonly<Record<string, unknown>>;

/** An operator command. */
export interface Command {
  /** Its flags as shown in a usage line. */
  readonly usage: string;
  /** Throws CommandError for an invalid command line, RegisteredError for a forbidden action. */
  run(operator: Operator, args: readonly string[]): Promise<Printed>;
}

/** Creates the operator of a command line. */
export function operatorOf(config: Config, name: string, replacing: Replacements = {}): Operator {
  return { config, log: silentLog, name, surroundings: { hasService: null }, replacing };
}

/** A command that opens its own parts. */
export function bareCommand<F extends Flags>(
  flags: F,
  work: (operator: Operator, values: Values<F>) => Promise<Printed>,
): Command {
  const usage = usageOf(flags);
  return {
    usage,
    async run(operator, args) {
      return work(operator, read(flags, args, `${operator.name} ${usage}`.trim()));
    },
  };
}

/** A command that uses the parts of this environment, with or without a running service. */
export function command<F extends Flags>(
  flags: F,
  work: (ctx: RequestContext, values: Values<F>) => Promise<Printed>,
): Command {
  return bareCommand(flags, (operator, values) => withParts(operator, (ctx) => work(ctx, values)));
}

/** Opens the parts for the duration of `work`. */
export async function withParts<T>(
  { config, log, name, surroundings, replacing }: Operator,
  work: (ctx: RequestContext) => Promise<T>,
): Promise<T> {
  const publicUrl = publicUrlOf(config, config.port);
  const parts = await openParts({ config, publicUrl, log, owner: 'command', ...replacing });
  try {
    surroundings.hasService = await hasService(parts.platform.db);
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

/** The data that a command used, described for its operator. */
export interface UsedData {
  readonly used: string;
  readonly warning?: string;
}

/** Describes the used data; null for a command that ended before it opened anything. */
export function usedDataOf(config: Config, { hasService }: AdminEnvironment): UsedData | null {
  if (hasService === null) return null;
  const used = `${databaseOf(config)}DATA_DIR ${config.dataDir}`;
  return hasService ? { used } : { used, warning: WARNING };
}

const WARNING =
  'no service is connected to this data now; if one runs, run the command with the DATA_DIR, DATABASE_URL and ' +
  'folder of that service';

/** The host and name of an external database, because its URL may hold a password. */
function databaseOf({ databaseUrl }: Config): string {
  if (databaseUrl === undefined) return '';
  const url = URL.parse(databaseUrl);
  return url ? `database ${url.host}${url.pathname}, ` : 'the database of DATABASE_URL, ';
}
