import type { Replacements } from '../../src/admin/command.js';
import { runAdmin } from '../../src/admin/run.js';
import type { Json } from '../actors.js';
import type { World } from '../harness.js';

/** The result of a command for a script. */
export interface Ended {
  readonly exitCode: number;
  /** The JSON object on stdout, or null if stdout is empty. */
  readonly printed: Json;
  /**
   * The JSON object on the stderr of a failed command, without the members `used` and `warning`;
   * else null.
   */
  readonly refused: Json;
  /** The lines on stderr about the data that the command used. */
  readonly notes: readonly string[];
}

/**
 * Runs a command line next to a world's service, with its environment. The command has the clock,
 * the limits and the password cost of that service, unless a test replaces them.
 */
export async function operate(
  world: World,
  line: string,
  environment: NodeJS.ProcessEnv = {},
  replacing: Replacements = replacedOf(world),
): Promise<Ended> {
  const { config } = world.platform;
  const env = {
    DATABASE_URL: config.databaseUrl,
    DATA_DIR: config.dataDir,
    PORT: new URL(world.baseUrl).port,
    NODE_ENV: 'test',
    ...environment,
  };
  const { exitCode, stdout, stderr } = await runAdmin(wordsOf(line), env, replacing);
  const printed = onlyObject(stdout);
  if (exitCode === 0) return { exitCode, printed, refused: null, notes: linesOf(stderr) };
  const { used, warning, ...refused } = onlyObject(stderr);
  return { exitCode, printed, refused, notes: [used, warning].filter(Boolean) };
}

function replacedOf({ platform: { clock, limits, passwordCost } }: World): Replacements {
  return { clock, limits, passwordCost };
}

const linesOf = (text: string) => text.split('\n').filter(Boolean);

/** Splits a line like a shell: words, and texts in double quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

function onlyObject(text: string): Json {
  if (text === '') return null;
  if (!/^\{.*\}\n$/.test(text)) throw new Error(`not one line with one object: ${text}`);
  return JSON.parse(text);
}
